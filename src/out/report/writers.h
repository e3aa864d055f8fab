/* A run as a page for browsers. What never began is written as nothing. */
#ifndef LGR_OUT_REPORT_WRITERS_H
#define LGR_OUT_REPORT_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

void out_run_write_html(const out_run *run, out_stream *out);
/* The data of that page alone, packed; false, and nothing, for a run that never began. */
bool out_run_add_data(const out_run *run, strbuf *out);
/* Words in the same packing, without tables. */
void out_report_pack_words(const strbuf *words, strbuf *out);

/* Numbers of a run, column after column, each with one number a frame. */
typedef struct report_numbers {
    double *at;
    size_t columns, frames;
} report_numbers;
/* The words of that page but for its equations, in which {"table": k} stands for column k + 1; column 0 has the times
   of the frames. The numbers are in `memory`. */
void out_run_write_scene(const out_run *run, report_numbers *numbers, strbuf *out, arena *memory);
/* The member "shapes", of the machine in these frames, with a comma before it. */
void out_report_add_shapes(const model *m, const sim_frame *frames, size_t count, strbuf *out);
/* Whether this build has the page into which reports are put. */
bool out_report_is_there(void);

#endif
