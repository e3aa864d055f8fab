/* H - (T + V) = q'.dT/dq' - 2T: where it is not 0, its rate along the motion decides whether the energy is conserved
   too. */
#include "analysis/structure/carried.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/dependence.h"
#include "analysis/probe/manifold.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum { TRIALS = 24 };
static const double allowed = 1e-12;

static expr_id velocity(const analysis_setting *s, int i) {
    return expr_var(s->m->g, s->m->coords[s->e.coords[i]].v);
}

/* What an energy of motion adds to H - (T + V). */
static expr_id difference_of(const analysis_setting *s, const system_element *x) {
    graph *g = s->m->g;
    int n = s->e.n;
    if (x->kind != ELEMENT_KINETIC || !mech_in_force(&s->choice, x))
        return expr_int(g, 0);
    uint32_t *v = ARENA_ARRAY(s->m->scratch, uint32_t, n + 1);
    expr_id *p = ARENA_ARRAY(s->m->scratch, expr_id, n + 1);
    bool *wanted = ARENA_ARRAY(s->m->scratch, bool, expr_var_count(g) + 1);
    for (int i = 0; i < n; i++) {
        v[i] = s->m->coords[s->e.coords[i]].v;
        wanted[v[i]] = true;
    }
    expr_degrees degrees = expr_find_degrees(g, x->energy, wanted);
    if (degrees.least == 2 && degrees.greatest == 2)
        return expr_int(g, 0);
    expr_id sum = expr_mul(g, expr_int(g, -2), x->energy);
    expr_reverse(g, &x->energy, NULL, 1, v, (size_t)n, p);
    for (int i = 0; i < n; i++)
        sum = expr_add(g, sum, expr_mul(g, velocity(s, i), p[i]));
    return sum;
}

/* All kinetic energies together are quadratic in the velocities, as most are: then none adds anything, and what they
   share is looked at once. */
static bool all_are_quadratic(const analysis_setting *s) {
    graph *g = s->m->g;
    expr_id T = expr_int(g, 0);
    bool *wanted = ARENA_ARRAY(s->m->scratch, bool, expr_var_count(g) + 1);
    for (size_t i = 0; i < s->choice.system->element_count; i++) {
        const system_element *x = &s->choice.system->elements[i];
        if (x->kind == ELEMENT_KINETIC && mech_in_force(&s->choice, x))
            T = expr_add(g, T, x->energy);
    }
    for (int i = 0; i < s->e.n; i++)
        wanted[s->m->coords[s->e.coords[i]].v] = true;
    const expr_degrees degrees = expr_find_degrees(g, T, wanted);
    return degrees.least == 2 && degrees.greatest == 2;
}

/* Roots: M h A gamma, the gradient of D along q, q' and t; and bounds for all of them. */
static analysis_probe *derive_rate(const analysis_setting *s, expr_id D, arena *a) {
    mech_equations with = s->e, *e = &with;
    mech_inertia(s->m, e, a);
    int n = e->n, m = e->m, ground = n * n + n + m * n + m, slopes = 2 * n + 1;
    expr_id *x = ARENA_ARRAY(a, expr_id, ground + slopes), *at = x;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, slopes);
    memcpy(at, e->M, (size_t)(n * n) * sizeof *x), at += n * n;
    memcpy(at, e->h, (size_t)n * sizeof *x), at += n;
    memcpy(at, e->A, (size_t)(m * n) * sizeof *x), at += m * n;
    memcpy(at, e->gamma, (size_t)m * sizeof *x), at += m;
    for (int i = 0; i < n; i++) {
        vars[i] = s->m->coords[e->coords[i]].q;
        vars[n + i] = s->m->coords[e->coords[i]].v;
    }
    vars[2 * n] = s->m->t;
    expr_reverse(s->m->g, &D, NULL, 1, vars, (size_t)slopes, at);
    for (int k = 0; k < ground + slopes; k++)
        x[k] = x[k].i ? x[k] : expr_int(s->m->g, 0);
    return analysis_probe_make_by_pieces(s->m, x, (size_t)(ground + slopes), true, a);
}

/* dD/dt along the motion through a state is nothing but rounding. */
static bool rate_vanishes(const analysis_setting *s, analysis_probe *p, const analysis_state *at, arena *a) {
    int n = s->e.n, m = s->e.m, ground = n * n + n + m * n + m, slopes = 2 * n + 1;
    const double *x = analysis_probe_at(p, at), *h = x + n * n, *A = h + n, *gamma = A + m * n, *D = gamma + m;
    const double *bound = D + slopes + ground;
    if (!analysis_finite(x, ground + slopes))
        return false;
    double *accel = ARENA_ARRAY(a, double, n), *lambda = ARENA_ARRAY(a, double, m + 1);
    saddle *solver = num_saddle_create(a, n, m);
    num_saddle_factor(solver, x, A, n, m);
    num_saddle_solve(solver, h, gamma, accel, lambda, NULL);
    double rate = D[2 * n], size = bound[2 * n];
    for (int i = 0; i < n; i++) {
        double v = at->v[s->e.coords[i]];
        rate += D[i] * v + D[n + i] * accel[i];
        size += bound[i] * fabs(v) + bound[n + i] * fabs(accel[i]);
    }
    return fabs(rate) <= allowed * size;
}

static bool is_kept(const analysis_setting *s, expr_id D, arena *a) {
    if (expr_is_zero(s->m->g, D))
        return true;
    if (!analysis_is_uniform_in(s->m, D, VAR_TIME))
        return false;
    analysis_probe *p = derive_rate(s, D, a);
    analysis_manifold *states = analysis_manifold_make(s, a);
    analysis_state at = analysis_state_make(s->m, a);
    analysis_dice dice = analysis_dice_make();
    for (int k = 0; k < TRIALS; k++)
        if (!analysis_manifold_state(states, &dice, &at) || !rate_vanishes(s, p, &at, a))
            return false;
    return true;
}

size_t analysis_carried_elements(const analysis_setting *s, const char **texts, arena *out) {
    const model_system *system = s->choice.system;
    expr_id total = expr_int(s->m->g, 0);
    size_t count = 0;
    if (s->m->has_lagrangian || !s->e.n) /* there the energy is Jacobi's integral */
        return 0;
    if (all_are_quadratic(s))
        return 0;
    for (size_t i = 0; i < system->element_count; i++)
        total = expr_add(s->m->g, total, difference_of(s, &system->elements[i]));
    if (is_kept(s, total, s->m->scratch))
        return 0;
    for (size_t i = 0; i < system->element_count; i++) {
        const system_element *x = &system->elements[i];
        if (!is_kept(s, difference_of(s, x), s->m->scratch))
            texts[count++] = base_arena_printf(out, "%s %s is carried along by a prescribed motion, which does work",
                                               x->keyword, x->name);
    }
    if (!count)
        texts[count++] = "bodies carried along by a prescribed motion exchange energy with it";
    return count;
}

bool analysis_carried_with_time(const model *m, const model_system *system) {
    for (size_t i = 0; i < m->body_count; i++)
        for (int k = 0; k < 15; k++)
            if (analysis_depends_on(m, system->body_start[i][k], VAR_TIME))
                return true;
    for (size_t i = 0; i < system->element_count; i++)
        if (system->elements[i].kind == ELEMENT_KINETIC && analysis_depends_on(m, system->elements[i].energy, VAR_TIME))
            return true;
    return false;
}
