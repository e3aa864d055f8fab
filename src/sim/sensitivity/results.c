/* From the derivatives of reduced quantities to those of reports and expectations. */
#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/tangent.h"
#include "sim/record/tops.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"
#include "sim/sim.h"

/* The end of the run may depend on parameters: then the final state moves with it. */
static void move_end(sim *s) {
    sensitivity *x = s->sensitivity;
    const model *m = s->m;
    if (s->result->end != SIM_UNTIL || !isnan(s->options.until) || !m->until_value.i)
        return;
    double *values = ARENA_ARRAY(s->a, double, expr_var_count(m->g) + 1);
    bool moves = false;
    expr_id slope;
    dynamics_tangent_forward(s, x->seeds, &m->until_value, 1, false, &slope);
    model_put_values(m, values);
    for (size_t i = 0; i < x->count; i++) {
        for (size_t k = 0; k < m->param_count; k++)
            values[x->seeds->param[k]] = x->param_seeds[i * m->param_count + k];
        x->time[i] = expr_eval(m->g, slope, values);
        moves = moves || x->time[i] != 0;
    }
    if (moves)
        sensitivity_move_end(s);
}

/* Why a reducer of this kind has no derivatives along the motion; NULL if it may have. */
static const char *why_never(const model_reducer *r) {
    if (r->has_from || r->has_until)
        return "the window of time begins or ends with an event";
    switch (r->kind) {
    case REDUCE_WHEN:
        return "the time of an extremum is no value of the motion";
    case REDUCE_COUNT:
        return "events are counted";
    default:
        return NULL;
    }
}

static void take_final(sim *s) {
    sensitivity *x = s->sensitivity;
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (s->m->reducers[i].kind == REDUCE_FINAL)
            sensitivity_reduce(s, i);
    for (size_t k = 1; k < s->quadratures; k++) {
        size_t i = (size_t)s->integral_of[k], at = 2 * (size_t)s->mode->n + k;
        double length = s->t - s->start_time;
        bool mean = s->m->reducers[i].kind == REDUCE_MEAN;
        if (mean && !(length > 0)) {
            sensitivity_reduce(s, i);
            continue;
        }
        for (size_t c = 0; c < x->count; c++) {
            double slope = x->S[c * s->y_cap + at];
            x->reduced[i * x->count + c] = mean ? (slope - s->reduced[i] * x->time[c]) / length : slope;
        }
    }
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        bool extremum = record_is_extremum(&s->m->reducers[i]);
        if (extremum && x->extremum_sharp[i] && fabs(x->extremum_at[i] - s->t) > 1e-6 * x->step)
            x->reducer_why[i] = "an extremum lies at a kink";
        const char *why = why_never(&s->m->reducers[i]);
        x->reducer_why[i] = why ? why : x->reducer_why[i];
    }
}

/* Values of parameters, what was reduced and both their seeds, by variable. */
static double slope_of(sim *s, expr_id e, const expr_id *dot, double *values, size_t c) {
    sensitivity *x = s->sensitivity;
    expr_id slope;
    if (!e.i)
        return NAN;
    expr_forward(s->m->g, &e, 1, dot, &slope);
    double *all = ARENA_ARRAY(s->a, double, expr_var_count(s->m->g) + 1);
    memcpy(all, values, s->m->var_count * sizeof *all);
    for (size_t k = 0; k < s->m->param_count; k++)
        all[x->seeds->param[k]] = x->param_seeds[c * s->m->param_count + k];
    for (size_t i = 0; i < s->m->reducer_count; i++)
        all[x->kit->reducers[i]] = x->reduced[i * x->count + c];
    return expr_eval(s->m->g, slope, all);
}

/* Why a number made of reducers has no derivatives; NULL if it has. */
static const char *why_not(sim *s, expr_id e) {
    const sensitivity *x = s->sensitivity;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    if (!e.i)
        return "it has no value";
    expr_mark_vars(s->m->g, &e, 1, used);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        if (!used[s->m->reducers[i].var])
            continue;
        if (isnan(s->reduced[i]))
            return "it has no value";
        if (x->reducer_why[i])
            return x->reducer_why[i];
    }
    return NULL;
}

/* Per variable: the seeds of parameters and of reducers. */
static expr_id *report_seeds(sim *s) {
    const sensitivity *x = s->sensitivity;
    expr_id *dot = ARENA_ARRAY(s->a, expr_id, expr_var_count(s->m->g) + 1);
    memcpy(dot, x->seeds->dot, x->seeds->var_count * sizeof *dot);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        dot[s->m->reducers[i].var] = expr_var(s->m->g, x->kit->reducers[i]);
    return dot;
}

static double *nans(sim *s, size_t count) {
    double *x = ARENA_ARRAY(s->a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        x[i] = NAN;
    return x;
}

static void fill(sim *s, sim_slopes *out) {
    const model *m = s->m;
    size_t count = out->count;
    const expr_id *dot = report_seeds(s);
    double *values = ARENA_ARRAY(s->a, double, m->var_count + 1);
    model_put_values(m, values);
    for (size_t i = 0; i < m->reducer_count; i++)
        values[m->reducers[i].var] = s->reduced[i];
    for (size_t i = 0; i < m->report_count; i++) {
        out->why[i] = why_not(s, m->reports[i].value);
        for (size_t c = 0; !out->why[i] && c < count; c++)
            out->reports[i * count + c] = slope_of(s, m->reports[i].value, dot, values, c);
    }
    for (size_t i = 0; i < m->expect_count; i++)
        for (size_t c = 0; c < count; c++) {
            if (!why_not(s, m->expects[i].left))
                out->left[i * count + c] = slope_of(s, m->expects[i].left, dot, values, c);
            if (!why_not(s, m->expects[i].right))
                out->right[i * count + c] = slope_of(s, m->expects[i].right, dot, values, c);
        }
}

void sensitivity_finish(sim *s) {
    sensitivity *x = s->sensitivity;
    if (!x)
        return;
    LGR_ASSERT(!s->result->slopes);
    const model *m = s->m;
    sim_slopes *out = s->result->slopes = ARENA_NEW(s->a, sim_slopes);
    *out = (sim_slopes){.count = x->count, .why = ARENA_ARRAY(s->a, const char *, m->report_count + 1)};
    out->reports = nans(s, m->report_count * x->count);
    out->left = nans(s, m->expect_count * x->count);
    out->right = nans(s, m->expect_count * x->count);
    if (s->result->end == SIM_FAILED || s->result->end == SIM_INTERRUPTED)
        sensitivity_fail(s, "the run did not reach its end");
    if (!x->trouble)
        move_end(s);
    if (!x->trouble)
        take_final(s);
    if (!x->trouble)
        fill(s, out);
    out->trouble = x->trouble;
    for (size_t i = 0; x->trouble && i < m->report_count; i++)
        out->why[i] = x->trouble;
}
