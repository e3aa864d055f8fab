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

/* The reports with one parameter changed; others follow from it. */
static inline void slopes_reports_at(const char *text, int param, double value, double *to) {
    bench of = bench_read(text);
    sim_options o = sim_options_default();
    o.tolerance = 1e-12;
    assert_true(model_assign(of.m, &param, &value, 1));
    const sim_result *r = sim_run(of.m, &o, of.memory);
    assert_null(r->failure);
    memcpy(to, r->reports, of.m->report_count * sizeof *to);
    bench_destroy(&of);
}

/* All slopes of a model are those of differences between runs. */
static inline void slopes_agree(const char *text, size_t params) {
    enum { MOST = 8 };
    double low[MOST], high[MOST];
    motion x = slopes_run(text, params);
    assert_true(x.of.m->report_count > 0 && x.of.m->report_count <= MOST);
    for (size_t p = 0; p < params; p++) {
        const model_param *of = &x.of.m->params[p];
        const double value = model_value_of(x.of.m, of), step = 1e-4 * fmax(0.1, fabs(value));
        slopes_reports_at(text, (int)p, value - step, low);
        slopes_reports_at(text, (int)p, value + step, high);
        for (size_t i = 0; i < x.of.m->report_count; i++) {
            const char *name = x.of.m->reports[i].name;
            const double got = slope_of(&x, name, of->name), want = (high[i] - low[i]) / (2 * step);
            if (!(fabs(got - want) <= 1e-5 * fmax(1, fabs(want))))
                fail_msg("%s by %s is %.12g, by differences %.12g, in:\n%s", name, of->name, got, want, text);
        }
    }
    motion_end(&x);
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
