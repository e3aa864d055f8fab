/* The page of a study: the run of the design that it draws. */
#ifndef LGR_API_DESIGNS_H
#define LGR_API_DESIGNS_H

#include "api/handles.h"
#include "out/values/designs.h"
#include "out/values/front.h"

/* A design's own model and its run; both may be NULL. */
typedef struct api_drawn {
    lgr_model *model;
    lgr_run *run;
    bool exhausted; /* there was not enough memory for them: no page then, rather than another one */
} api_drawn;

/* The options with a method that lives as long as `a`, and without what a study does not pass on. */
lgr_run_options api_keep_run_options(const lgr_run_options *o, arena *a);
/* Values of parameters in the units in which they are shown, in `a`. */
double *api_show_parameters(const model *m, const int *params, const double *x, size_t count, arena *a);
/* Fills the numbers of the page with those of `count` designs in SI units, in `a`. */
void api_show_designs(out_designs *page, const out_design *designs, arena *a);
/* Runs a design, its parameters in the units in which they are shown, with pictures. Calls public functions: not from
   within one that may be broken off. */
api_drawn api_draw(const lgr_model *of, const int *params, const double *shown, size_t count,
                   const lgr_run_options *options);
void api_drawn_destroy(api_drawn *d);
/* LGR_STATUS_USAGE where this build has no such page. */
lgr_status api_write_designs(const out_designs *designs, const api_drawn *drawn, lgr_sink sink, void *user);

#endif
