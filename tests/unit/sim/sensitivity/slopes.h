/* Runs with derivatives by all parameters of a model, and what comes of them by name. */
#ifndef LGR_TESTS_SIM_SENSITIVITY_SLOPES_H
#define LGR_TESTS_SIM_SENSITIVITY_SLOPES_H

#include "sim/sensitivity/state.h"
#include "sim/support.h"

/* Begun; the model has so many parameters. */
static inline motion slopes_begin(const char *text, size_t params) {
    static const int all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    sim_options o = sim_options_default();
    o.tolerance = 1e-12;
    o.keep_trajectory = false;
    o.sensitive = all;
    o.sensitive_count = params;
    motion x = motion_begin_with(text, o);
    assert_int_equal(x.of.m->param_count, params);
    return x;
}

static inline motion slopes_run(const char *text, size_t params) {
    motion x = slopes_begin(text, params);
    motion_finish(&x);
    assert_non_null(x.result->slopes);
    return x;
}

/* Of a report by a parameter. */
static inline double slope_of(const motion *x, const char *report, const char *param) {
    size_t k = (size_t)MOTION_FIND(x, reports, report_count, report);
    if (x->result->slopes->why[k])
        fail_msg("'%s' has no slopes: %s", report, x->result->slopes->why[k]);
    return x->result->slopes
        ->reports[k * x->result->slopes->count + (size_t)MOTION_FIND(x, params, param_count, param)];
}

/* No report has slopes, for this reason. */
static inline void slopes_fail(const char *text, size_t params, const char *reason) {
    motion x = slopes_run(text, params);
    const char *trouble = x.result->slopes->trouble;
    if (!trouble || !strstr(trouble, reason))
        fail_msg("wanted '%s', not '%s'", reason, trouble ? trouble : "slopes");
    assert_string_equal(x.result->slopes->why[0], trouble);
    assert_true(isnan(x.result->slopes->reports[0]));
    motion_end(&x);
}

#endif
