/* What is written: a run, a check, equations, an analysis; and the page that it is written on. */
#ifndef LGR_OUT_OUT_H
#define LGR_OUT_OUT_H

#include "analysis/conserved/conserved.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/structure/structure.h"
#include "derive/derive.h"
#include "linear/linear.h"
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
    size_t page_count, more_pages; /* more_pages: modes without a page */
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
    const double *const *drawn; /* of each equilibrium the numbers of the drawings there; NULL: not asked for */
} out_analysis;

/* Equations linearised at a state, or over a parameter. */
typedef struct out_linear {
    const model *m;
    const char *at; /* as it was asked for; NULL: the start */
    /* One of them; all NULL: there is no start, and findings say why. */
    const linear_about *about;
    const linear_study *study;
    const linear_branches *branches;
    const linear_periodic *periodic;
    const linear_family *family;
    const linear_along *along;
    const linear_response *response; /* of `about`; NULL: not asked for */
    const linear_film *film;         /* of the modes of `about`; NULL: not asked for */
    out_page page;
} out_linear;

#endif
