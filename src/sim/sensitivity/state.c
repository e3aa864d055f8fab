/* Forward sensitivity: which parameters change with which, and the derivatives of reduced quantities. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "ode/dop853_table.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/tangent.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

/* --- Parameters --- */

/* Parameters defined by others follow them, unless they were given another value from outside. */
static void follow_definitions(const model *m, double *seed, arena *a) {
    size_t count = m->param_count;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, count + 1);
    expr_id *slopes = ARENA_ARRAY(a, expr_id, count + 1);
    for (size_t k = 0; k < count; k++)
        vars[k] = m->params[k].var;
    bool changed = true;
    for (size_t pass = 0; pass < count && changed; pass++) {
        changed = false;
        for (size_t k = 0; k < count; k++) {
            expr_id e = m->params[k].definition;
            if (m->params[k].given || !e.i || expr_is_number(m->g, e, NULL))
                continue;
            double sum = 0;
            expr_reverse(m->g, &e, NULL, 1, vars, count, slopes);
            for (size_t j = 0; j < count; j++)
                if (seed[j] != 0)
                    sum += expr_eval(m->g, slopes[j], model_values(m)) * seed[j];
            if (seed[k] == 1 && sum == 0)
                continue; /* the one that is varied */
            changed = changed || sum != seed[k];
            seed[k] = sum;
        }
    }
}

/* The one that is varied does not follow its own definition. */
static void seed_parameters(sim *s, sensitivity *x, bool *moving) {
    model *m = s->m;
    for (size_t i = 0; i < x->param_count; i++) {
        LGR_ASSERT(x->params[i] >= 0 && (size_t)x->params[i] < m->param_count);
        double *seed = x->param_seeds + i * m->param_count;
        bool given = m->params[x->params[i]].given;
        seed[x->params[i]] = 1;
        m->params[x->params[i]].given = true;
        follow_definitions(m, seed, s->a);
        m->params[x->params[i]].given = given;
        for (size_t k = 0; k < m->param_count; k++) {
            moving[k] = moving[k] || seed[k] != 0;
            if (seed[k] != 0 && m->params[k].structural)
                sensitivity_fail(s, "the parameter '%s' is structural", m->params[k].name);
        }
    }
}

static uint32_t *new_vars(sim *s, size_t count, const char *name) {
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, count + 1);
    for (size_t k = 0; k < count; k++)
        vars[k] = model_add_var(s->m, name);
    return vars;
}

/* The compiled problem's own, made again where other parameters change than those that it was made for. */
static sensitivity_kit *ready_kit(sim *s, const bool *moving) {
    sensitivity_kit *kit = s->kit->slopes;
    bool fits = kit != NULL;
    for (size_t k = 0; fits && k < s->m->param_count; k++)
        fits = kit->moving[k] || !moving[k];
    if (fits)
        return kit;
    arena *run = dynamics_kit_enter(s);
    s->kit->slopes = kit = ARENA_NEW(s->a, sensitivity_kit);
    kit->moving = ARENA_ARRAY(s->a, bool, s->m->param_count + 1);
    memcpy(kit->moving, moving, s->m->param_count * sizeof *moving);
    kit->seeds = dynamics_tangent_seeds_create(s, moving);
    kit->mu = new_vars(s, s->m->row_count + s->m->initial_count + s->m->declared_coords, "mu");
    kit->reducers = new_vars(s, s->m->reducer_count, "d");
    dynamics_kit_leave(s, run);
    return kit;
}

void sensitivity_create(sim *s) {
    size_t params = s->options.sensitive_count, count = params + s->options.sensitive_states;
    size_t size = count * s->y_cap, reducers = s->m->reducer_count;
    if (!count)
        return;
    arena *a = s->a;
    sensitivity *x = s->sensitivity = ARENA_NEW(a, sensitivity);
    *x = (sensitivity){.count = count, .params = s->options.sensitive, .param_count = params, .event_t = NAN};
    x->param_seeds = ARENA_ARRAY(a, double, count * s->m->param_count + 1);
    bool *moving = ARENA_ARRAY(a, bool, s->m->param_count + 1);
    seed_parameters(s, x, moving);
    x->kit = ready_kit(s, moving);
    x->seeds = x->kit->seeds;
    double **states[] = {&x->S, &x->trial_S, &x->next_S};
    for (size_t k = 0; k < sizeof states / sizeof *states; k++)
        *states[k] = ARENA_ARRAY(a, double, size);
    x->K = ARENA_ARRAY(a, double, DOP_STAGES *size);
    x->y_K = ARENA_ARRAY(a, double, DOP_STAGES * s->y_cap);
    x->trial_y = ARENA_ARRAY(a, double, s->y_cap);
    x->next_y = ARENA_ARRAY(a, double, s->y_cap);
    x->rate = ARENA_ARRAY(a, double, s->y_cap);
    x->part_y = ARENA_ARRAY(a, double, s->y_cap);
    x->part_S = ARENA_ARRAY(a, double, size);
    x->time = ARENA_ARRAY(a, double, count);
    x->event_time = ARENA_ARRAY(a, double, count);
    x->planned = ARENA_ARRAY(a, double, count * 2 * s->m->coord_count + 1);
    x->f = ARENA_ARRAY(a, double, s->m->row_count + 1);
    x->f_dot = ARENA_ARRAY(a, double, s->m->row_count + 1);
    x->dx = ARENA_ARRAY(a, double, s->m->coord_count + 1);
    x->reduced = ARENA_ARRAY(a, double, reducers *count + 1);
    x->reducer_why = ARENA_ARRAY(a, const char *, reducers + 1);
    x->extremum_at = ARENA_ARRAY(a, double, reducers + 1);
    x->extremum_sharp = ARENA_ARRAY(a, bool, reducers + 1);
    for (size_t i = 0; i < reducers; i++)
        x->extremum_at[i] = NAN;
}

/* --- Extrema --- */

/* The derivatives of a reducer at a state, `at` in columns S; and its rate. */
static void take_reducer(sim *s, size_t reducer, variation *of, const double *S, double *rate) {
    LGR_ASSERT(reducer < s->m->reducer_count);
    sensitivity *x = s->sensitivity;
    for (size_t i = 0; i < x->count; i++) {
        direction d = sensitivity_along(s, i, S);
        dynamics_tangent_along(of, &d);
        dynamics_tangent_run(of, VARIATION_RESULTS);
        x->reduced[reducer * x->count + i] = dynamics_tangent_reducer_along(of, reducer);
    }
    x->reducer_why[reducer] = of->reducer_forces[reducer] && dynamics_tangent_is_redundant(of)
                                  ? "the forces of dependent constraints are not unique"
                                  : NULL;
    dynamics_tangent_motion(s, of, x->rate);
    direction in_time = {.t = 1, .y = x->rate};
    dynamics_tangent_along(of, &in_time);
    dynamics_tangent_run(of, VARIATION_RESULTS);
    *rate = dynamics_tangent_reducer_along(of, reducer);
}

static bool is_level(double rate, double h, double spread) {
    return fabs(rate) * h <= 0.02 * spread + 1e-12;
}

void sensitivity_offer(sim *s, size_t reducer, double spread) {
    sensitivity *x = sensitivity_of(s);
    if (!x || s->mode->reducer_null[reducer])
        return;
    double rate;
    variation *of = sensitivity_variation(s, s->mode);
    if (!dynamics_tangent_at(s, of, s->t, s->y))
        return;
    take_reducer(s, reducer, of, x->S, &rate);
    x->extremum_at[reducer] = s->t;
    x->extremum_sharp[reducer] = !(x->total || s->t == s->start_time || is_level(rate, x->step, spread));
}

/* The rate of a reducer at theta of the step held; NaN where there is none. */
static double rate_within(sim *s, size_t reducer, double h, double theta) {
    sensitivity *x = s->sensitivity;
    variation *of = sensitivity_variation(s, s->mode);
    if (!sensitivity_follow(s, theta * h, x->next_y) || !dynamics_tangent_at(s, of, s->t + theta * h, x->next_y))
        return NAN;
    dynamics_tangent_motion(s, of, x->rate);
    direction in_time = {.t = 1, .y = x->rate};
    dynamics_tangent_along(of, &in_time);
    dynamics_tangent_run(of, VARIATION_RESULTS);
    return dynamics_tangent_reducer_along(of, reducer);
}

/* The top of a curve is seen to half the digits only, its level to all: the secant from where it was found. */
static double find_level(sim *s, size_t reducer, double h, double theta) {
    enum { MOST = 6 };
    const double reach = 1e-3;
    double a = theta, b = theta > 0.5 ? theta - 1e-5 : theta + 1e-5;
    double f_a = rate_within(s, reducer, h, a), f_b = rate_within(s, reducer, h, b);
    for (int i = 0; i < MOST && f_a != 0; i++) {
        double next = a - f_a * (b - a) / (f_b - f_a);
        if (!(next >= 0 && next <= 1 && fabs(next - theta) <= reach))
            return theta;
        b = a;
        f_b = f_a;
        a = next;
        f_a = rate_within(s, reducer, h, a);
        if (fabs(a - b) < 1e-13)
            break;
    }
    return isnan(f_a) ? theta : a;
}

void sensitivity_offer_within(sim *s, size_t reducer, double h, double theta, double spread) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    double rate;
    theta = find_level(s, reducer, h, theta);
    LGR_ASSERT(theta >= 0 && theta <= 1);
    variation *of = sensitivity_variation(s, s->mode);
    if (!sensitivity_carry(s, s->t, s->y, x->S, theta * h, x->next_y, x->next_S) ||
        !dynamics_tangent_at(s, of, s->t + theta * h, x->next_y)) {
        x->reducer_why[reducer] = "the motion has no derivative there";
        return;
    }
    take_reducer(s, reducer, of, x->next_S, &rate);
    x->extremum_at[reducer] = s->t + theta * h;
    x->extremum_sharp[reducer] = !is_level(rate, h, spread);
}

/* --- Other reducers --- */

void sensitivity_reduce(sim *s, size_t reducer) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    double rate;
    LGR_ASSERT(reducer < s->m->reducer_count);
    if (s->m->reducers[reducer].kind == REDUCE_TIME) {
        memcpy(x->reduced + reducer * x->count, x->time, x->count * sizeof *x->time);
        x->reducer_why[reducer] = NULL;
        return;
    }
    variation *of = sensitivity_variation(s, s->mode);
    if (!s->mode->reducer_null[reducer] && dynamics_tangent_at(s, of, s->t, s->y))
        take_reducer(s, reducer, of, x->S, &rate);
}
