/* The csv files. What never began is written as nothing. */
#ifndef LGR_OUT_CSV_WRITERS_H
#define LGR_OUT_CSV_WRITERS_H

#include "out/out.h"
#include "out/stream.h"
#include "out/values/compare.h"
#include "out/values/fit.h"
#include "out/values/front.h"
#include "out/values/groups.h"
#include "out/values/sweep.h"

/* The rows of a run, written as they come. The memory of the stream's text holds the columns. */
typedef struct out_csv_rows {
    out_columns columns;
    out_stream *out;
} out_csv_rows;

/* Writes the header, with units if they are wanted: "x [m]". */
out_csv_rows out_csv_rows_begin(const model *m, bool units, out_stream *out);
void out_csv_rows_add(const out_csv_rows *rows, const sim_point *row);
void out_run_write_csv(const out_run *run, out_stream *out);
void out_run_write_csv_units(const out_run *run, out_stream *out); /* a header with units: "x [m]" */
void out_analysis_write_csv(const out_analysis *analysis, out_stream *out);
void out_front_write_csv(const out_front *f, out_stream *out);
void out_compare_write_csv(const out_compare *c, out_stream *out);
void out_fit_write_csv(const out_fit *f, out_stream *out);
void out_linear_write_csv(const out_linear *linear, out_stream *out);
/* One line each, with its newline. */
void out_sweep_csv_header(const out_sweep *sweep, strbuf *s);
void out_sweep_csv_row(const out_sweep *sweep, const out_sweep_row *row, strbuf *s);

#endif
