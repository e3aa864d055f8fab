/* What optima and fronts are told: reports, parameters with their bounds, limits. */
#ifndef LGR_API_GOALS_H
#define LGR_API_GOALS_H

#include "api/handles.h"
#include "study/design.h"
#include "study/trial.h"

/* The parameters to vary and where: one of each for every axis. */
typedef struct api_box {
    int *params;
    design_axis *axes;
    double *present; /* values in the text, see api_begin_value */
    size_t count;
} api_box;

/* All return what is wrong, or NULL, in `a`. */
const char *api_check_over(const lgr_axis *over, size_t count);
const char *api_check_limits(const char *const *limits, size_t count);
const char *api_find_report(const lgr_model *of, const char *name, size_t *report, arena *a);
/* Where a search begins: the parameter's value; the middle of its range, if the text gives it no number. */
double api_begin_value(const model *m, int param, double low, double high);
/* What people are shown of it: whether the text gives all of these parameters numbers, those that it gives (NaN: none),
   and the reports of a design that is none. */
bool api_gives_numbers(const model *m, const int *params, size_t count);
const double *api_given_values(const model *m, const int *params, const double *present, size_t count, arena *a);
const double *api_no_values(size_t count, arena *a);
const char *api_read_box(const lgr_model *of, const lgr_axis *over, size_t count, api_box *out, arena *a);
/* `limited`: the model with the limits as its last expectations. */
const char *api_read_few_limits(lgr_model *of, const char *const *limits, size_t count, lgr_model **limited, arena *a);

/* The machines that each design stands for, as they are asked for. */
typedef struct api_machines {
    const lgr_axis *scatter; /* a parameter and its standard deviation, an amount or "1%" of the value */
    size_t scatter_count, count;
    double deviations; /* by which limits are to be kept */
} api_machines;

/* Into `of`, whose parameters are those of a design; nothing where none scatters. `weights`: per report, how many
   standard deviations count. */
const char *api_read_machines(const lgr_model *handle, const api_machines *given, study *of, const double *weights,
                              arena *a);

#endif
