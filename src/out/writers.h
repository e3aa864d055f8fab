/* The writers of runs and of checks: one table each, with a row for each format. */
#ifndef LGR_OUT_WRITERS_H
#define LGR_OUT_WRITERS_H

#include "analysis/conserved/conserved.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/structure/structure.h"
#include "derive/derive.h"
#include "out/stream.h"
#include "sim/run/action.h"
#include "sim/sim.h"

/* What a writer needs to know of the page it writes on; machine-readable formats ignore it. */
typedef struct out_page {
    const char *version; /* of the library */
    bool color;
    int width; /* columns of the terminal; 0: unlimited */
} out_page;

/* d report / d parameter, [report][parameter], for some of the model's parameters. */
typedef struct out_slopes {
    const int *params;
    size_t param_count;
    const double *slopes;   /* NaN: no value */
    const char *const *why; /* per report: why by differences of runs; NULL: carried through events */
} out_slopes;

typedef struct out_run {
    const model *m;
    const diag *findings;     /* of the model and the run */
    const sim_result *result; /* NULL: it was not run because of the findings */
    double seconds;           /* wall time of the simulation */
    const sim_result *second; /* the run repeated at a finer tolerance, or NULL */
    double second_tolerance;
    const sim_action *action; /* Hamilton's principle put to the test, or NULL */
    const out_slopes *slopes; /* or NULL */
    /* For reports only: the equations of each mode, and the file beside the report that has all rows (NULL: none). */
    const derive_page *pages;
    size_t page_count, out_page_more; /* out_page_more: modes without a page */
    const char *csv;
    out_page page;
} out_run;

typedef struct out_check {
    const model *m;
    const structure *what; /* NULL: not analysed, because of findings or the lack of an initial state */
    out_page page;
} out_check;

typedef struct out_derive {
    const model *m;
    const derive_page *what; /* NULL: not written, because of findings or the lack of an initial state */
    out_page page;
} out_derive;

typedef struct out_analysis {
    out_check check; /* where its `what` is NULL, all below is too */
    const analysis_setting *setting;
    const conserved_list *conserved;
    const equilibria *equilibria;
} out_analysis;

typedef struct run_writer {
    const char *name;
    void (*write)(const out_run *run, out_stream *out);
} run_writer;

typedef struct check_writer {
    const char *name;
    void (*write)(const out_check *check, out_stream *out);
} check_writer;

typedef struct derive_writer {
    const char *name;
    void (*write)(const out_derive *derive, out_stream *out);
} derive_writer;

typedef struct analysis_writer {
    const char *name;
    void (*write)(const out_analysis *analysis, out_stream *out);
} analysis_writer;

/* NULL if there is no such format. */
const run_writer *out_run_writer_find(const char *name);
const check_writer *out_check_writer_find(const char *name);
const derive_writer *out_derive_writer_find(const char *name);
/* The i-th format of equations; NULL after the last. */
const char *out_derive_format(size_t i);
const analysis_writer *out_analysis_writer_find(const char *name);

/* The rows. What never began is written as its error by the JSON writers and as nothing by the others. */
void out_run_write_json(const out_run *run, out_stream *out);
void out_run_write_json_series(const out_run *run, out_stream *out);
void out_run_write_html(const out_run *run, out_stream *out);
/* Whether this build has the page into which reports are put. */
bool out_report_is_there(void);
void out_run_write_csv(const out_run *run, out_stream *out);
void out_run_write_text(const out_run *run, out_stream *out);
void out_run_write_figure(const out_run *run, out_stream *out);
void out_check_write_json(const out_check *check, out_stream *out);
void out_check_write_text(const out_check *check, out_stream *out);
void out_derive_write_json(const out_derive *derive, out_stream *out);
void out_derive_write_latex(const out_derive *derive, out_stream *out);
void out_derive_write_latex_fragment(const out_derive *derive, out_stream *out);
void out_derive_write_mathml(const out_derive *derive, out_stream *out);
void out_derive_write_text(const out_derive *derive, out_stream *out);
void out_analysis_write_json(const out_analysis *analysis, out_stream *out);
void out_analysis_write_text(const out_analysis *analysis, out_stream *out);
void out_analysis_write_csv(const out_analysis *analysis, out_stream *out);

#endif
