/* The derivatives of the consistent initial state: the implicit function theorem on the conditions that define it. */
#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/tangent.h"
#include "sim/initial/conditions.h"
#include "sim/initial/unknowns.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

typedef VEC(expr_id) root_list;

/* The point z nearest to a guess, in a metric, where conditions hold: metric (z - guess) + r_z^T mu = 0, r = 0. */
typedef struct nearest {
    int n, m;
    uint32_t *unknown;    /* variables */
    root_list level;      /* metric (z - guess), n */
    root_list conditions; /* m */
} nearest;

/* Values by variable, and the derivatives of all coordinates so far, q then v, a column for each parameter. */
typedef struct start {
    double *values;
    double *dq, *dv; /* count * coordinates */
    bool *fixed;
} start;

/* The seeds of everything that is known, for parameter i. */
static void load_seeds(const sim *s, const start *w, size_t i, double *values) {
    const sensitivity *x = s->sensitivity;
    const model *m = s->m;
    for (size_t k = 0; k < m->param_count; k++)
        values[x->seeds->param[k]] = x->param_seeds[i * m->param_count + k];
    for (size_t k = 0; k < m->coord_count; k++) {
        values[x->seeds->q[k]] = w->dq[i * m->coord_count + k];
        values[x->seeds->v[k]] = w->dv[i * m->coord_count + k];
    }
}

static double derivative(sim *s, const start *w, expr_id e, size_t i, double *values) {
    expr_id slope;
    dynamics_tangent_forward(s, s->sensitivity->seeds, &e, 1, false, &slope);
    load_seeds(s, w, i, values);
    return expr_eval(s->m->g, slope, values);
}

static double *grown_values(const sim *s, const start *w) {
    double *values = ARENA_ARRAY(s->a, double, expr_var_count(s->m->g) + 1);
    memcpy(values, w->values, s->m->var_count * sizeof *values);
    return values;
}

/* The system as one program: the equations, their derivatives by unknowns and multipliers, their derivatives along what
   is known. Kept from run to run. */
typedef struct start_system {
    int size;
    uint32_t *mu;
    tape *program;
    double *slots, *J;
    uint32_t *vars;
    size_t var_count;
} start_system;

static start_system *compile(sim *s, const nearest *x) {
    graph *g = s->m->g;
    size_t n = (size_t)x->n, m = (size_t)x->m, size = n + m;
    LGR_ASSERT(x->level.len == n && x->conditions.len == m);
    start_system *e = ARENA_NEW(s->a, start_system);
    *e = (start_system){.size = (int)size, .mu = s->sensitivity->kit->mu};
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, size * (size + 2) + 1), *slopes = ARENA_ARRAY(s->a, expr_id, n + 1);
    uint32_t *z = ARENA_ARRAY(s->a, uint32_t, size + 1);
    memcpy(z, x->unknown, n * sizeof *z);
    memcpy(z + n, e->mu, m * sizeof *z);
    for (size_t i = 0; i < n; i++)
        roots[i] = x->level.at[i];
    for (size_t k = 0; k < m; k++) {
        expr_reverse(g, &x->conditions.at[k], NULL, 1, x->unknown, n, slopes);
        for (size_t i = 0; i < n; i++)
            roots[i] = expr_add(g, roots[i], expr_mul(g, expr_var(g, e->mu[k]), slopes[i]));
        roots[n + k] = x->conditions.at[k];
    }
    for (size_t i = 0; i < size; i++)
        expr_reverse(g, &roots[i], NULL, 1, z, size, roots + size + i * size);
    dynamics_tangent_forward(s, s->sensitivity->seeds, roots, size, false, roots + size + size * size);
    e->var_count = expr_var_count(g);
    e->vars = ARENA_ARRAY(s->a, uint32_t, e->var_count);
    for (uint32_t v = 0; v < e->var_count; v++)
        e->vars[v] = v;
    tape_group group = {.roots = roots, .count = size * (size + 2)};
    e->program = tape_build(s->a, g, e->vars, e->var_count, 0, &group, 1);
    e->slots = ARENA_ARRAY(s->a, double, e->program->slot_count + 1);
    e->J = ARENA_ARRAY(s->a, double, size *size + 1);
    tape_scalar.init(e->program, e->slots);
    tape_scalar.run(e->program, 0, e->slots);
    return e;
}

static double root(const start_system *e, size_t k) {
    return e->slots[e->program->segments[1].out_slots[k]];
}

static num_cod factor(sim *s, double *A, int m, int n) {
    num_cod f;
    num_cod_factor(&f, A, m, n, 1e-11, ARENA_ARRAY(s->a, int, n + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(m, n) + 1));
    return f;
}

/* The multipliers at the start that was found; false if it is not the nearest one. */
static bool find_multipliers(sim *s, const nearest *x, start_system *e) {
    int n = x->n, m = x->m, size = n + m;
    double *T = ARENA_ARRAY(s->a, double, n *m + 1), *b = ARENA_ARRAY(s->a, double, n + 1), most = 0, terms = 0;
    double *mu = ARENA_ARRAY(s->a, double, m + 1);
    for (int k = 0; k < m; k++)
        e->slots[e->mu[k]] = 0;
    tape_scalar.run(e->program, 1, e->slots);
    for (int i = 0; i < n; i++) {
        b[i] = -root(e, (size_t)i);
        most = fmax(most, fabs(b[i]));
        for (int k = 0; k < m; k++)
            T[i * m + k] = root(e, (size_t)(size + (n + k) * size + i));
    }
    if (most <= 1e-13)
        return true;
    if (!m)
        return false;
    num_cod f = factor(s, T, n, m);
    double left = num_cod_solve(&f, b, mu);
    for (int k = 0; k < m; k++) {
        e->slots[e->mu[k]] = mu[k];
        terms = fmax(terms, fabs(mu[k]));
    }
    return left <= 1e-7 * fmax(most, 1e-6);
}

/* Fills the derivatives of the unknowns; `to` (per unknown) names their places among columns of `stride`. */
static bool differentiate(sim *s, const start *w, const nearest *x, start_system **kept, double *to,
                          const size_t *place, size_t stride) {
    const char *many = "the initial state is not the only one that satisfies its conditions",
               *none = "the conditions on the initial state are dependent";
    int size = x->n + x->m;
    if (!x->n)
        return true;
    if (!*kept) {
        arena *run = dynamics_kit_enter(s);
        *kept = compile(s, x);
        dynamics_kit_leave(s, run);
    }
    start_system *e = *kept;
    memcpy(e->slots, w->values, e->var_count * sizeof *e->slots);
    if (!find_multipliers(s, x, e)) {
        sensitivity_fail(s, "%s", many);
        return false;
    }
    tape_scalar.run(e->program, 1, e->slots);
    for (int k = 0; k < size * size; k++)
        e->J[k] = root(e, (size_t)(size + k));
    num_cod f = factor(s, e->J, size, size);
    double *b = ARENA_ARRAY(s->a, double, size + 1), *dz = ARENA_ARRAY(s->a, double, size + 1);
    for (size_t i = 0; i < s->sensitivity->count; i++) {
        double most = 0;
        load_seeds(s, w, i, e->slots);
        tape_scalar.run(e->program, 1, e->slots);
        for (int k = 0; k < size; k++) {
            b[k] = -root(e, (size_t)(size + size * size + k));
            most = fmax(most, fabs(b[k]));
        }
        double left = num_cod_solve(&f, b, dz);
        if (!(left <= 1e-7 * most + 1e-12)) {
            sensitivity_fail(s, "%s", none);
            return false;
        }
        for (int k = 0; k < x->n; k++)
            to[i * stride + place[k]] = dz[k];
    }
    return true;
}

/* --- Positions --- */

/* As the start itself tells fixed values from equations: a fixed value that uses a guess is an equation. */
static void settle(sim *s, start *w, bool *done, size_t i) {
    const model *m = s->m;
    if (done[i])
        return;
    done[i] = true;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(m->g) + 1);
    expr_mark_vars(m->g, &m->coords[i].start, 1, used);
    w->fixed[i] = m->coords[i].fixed;
    for (size_t k = 0; k < m->declared_coords; k++)
        if (used[m->coords[k].q]) {
            settle(s, w, done, k);
            w->fixed[i] = w->fixed[i] && w->fixed[k];
        }
    if (!w->fixed[i])
        return;
    double *values = grown_values(s, w);
    for (size_t c = 0; c < s->sensitivity->count; c++)
        w->dq[c * m->coord_count + i] = derivative(s, w, m->coords[i].start, c, values);
}

/* What the guesses were, with the guesses that they use in their place. */
static expr_id guess_of(sim *s, const start *w, size_t i) {
    const model *m = s->m;
    expr_id e = m->coords[i].start;
    for (size_t pass = 0; pass < m->declared_coords; pass++) {
        expr_id before = e;
        for (size_t k = 0; k < m->declared_coords; k++) {
            expr_id q = expr_var(m->g, m->coords[k].q);
            if (!w->fixed[k])
                expr_substitute(m->g, &e, 1, &q, &m->coords[k].start, 1, &e);
        }
        if (expr_same(before, e))
            break;
    }
    return e;
}

static void add_initials(sim *s, root_list *list, bool velocity) {
    for (size_t k = 0; k < s->m->initial_count; k++)
        if (s->m->initials[k].velocity == velocity && !s->m->initials[k].guess)
            vec_push(s->a, list, s->m->initials[k].residual);
}

/* Among guesses of several dimensions what is nearest rests on scales that the conditions give
   (initial_conditions_balance), and these move with the parameters: where the guesses have moved and the conditions
   leave a choice, nothing is carried. */
static bool nearness_is_plain(sim *s, const start *w, const nearest *x) {
    const model *m = s->m;
    const dimension *first = NULL;
    bool alike = true, stayed = true;
    for (size_t i = 0, n = 0; i < m->declared_coords; i++) {
        if (w->fixed[i])
            continue;
        first = first ? first : &m->coords[i].dim;
        alike = alike && dim_equal(*first, m->coords[i].dim);
        double off = expr_eval(m->g, x->level.at[n++], w->values);
        stayed = stayed && fabs(off) <= 1e-13 * fabs(w->values[m->coords[i].q]);
    }
    if (alike || stayed || x->n <= x->m)
        return true;
    sensitivity_fail(s, "%s",
                     "the conditions on the initial state do not determine guesses of different dimensions uniquely");
    return false;
}

static bool positions(sim *s, start *w) {
    const model *m = s->m;
    nearest x = {.unknown = ARENA_ARRAY(s->a, uint32_t, m->coord_count + 1)};
    size_t *place = ARENA_ARRAY(s->a, size_t, m->coord_count + 1);
    bool *done = ARENA_ARRAY(s->a, bool, m->declared_coords + 1);
    for (size_t i = 0; i < m->declared_coords; i++)
        settle(s, w, done, i);
    for (size_t i = 0; i < m->declared_coords; i++)
        if (!w->fixed[i]) {
            expr_id q = expr_var(m->g, m->coords[i].q);
            vec_push(s->a, &x.level, expr_sub(m->g, q, guess_of(s, w, i)));
            place[x.n] = i;
            x.unknown[x.n++] = m->coords[i].q;
        }
    for (size_t r = 0; r < m->row_count; r++)
        if ((m->rows[r].contact ? m->rows[r].start_closed : !m->rows[r].off) && !m->base->rows[r].velocity)
            vec_push(s->a, &x.conditions, m->base->rows[r].f);
    add_initials(s, &x.conditions, false);
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].fixed && !w->fixed[i])
            vec_push(s->a, &x.conditions, expr_sub(m->g, expr_var(m->g, m->coords[i].q), m->coords[i].start));
    x.m = (int)x.conditions.len;
    return nearness_is_plain(s, w, &x) &&
           differentiate(s, w, &x, &s->sensitivity->kit->positions, w->dq, place, m->coord_count);
}

/* --- Velocities --- */

static expr_id given_velocity(const sim *s, int coord) {
    expr_id value = expr_int(s->m->g, 0);
    for (size_t k = 0; k < s->m->initial_count; k++)
        if (s->m->initials[k].velocity && s->m->initials[k].coord == coord)
            value = s->m->initials[k].value;
    return value;
}

/* The level of kinetic energy: M (v - v0). */
static bool velocities(sim *s, start *w) {
    mode *o = s->mode;
    graph *g = s->m->g;
    dynamics_matrices_program(s, o);
    nearest x = {.n = o->n, .unknown = ARENA_ARRAY(s->a, uint32_t, o->n + 1)};
    size_t *place = ARENA_ARRAY(s->a, size_t, o->n + 1);
    expr_id *off = ARENA_ARRAY(s->a, expr_id, o->n + 1);
    for (int i = 0; i < o->n; i++) {
        const model_coord *c = &s->m->coords[o->eq.coords[i]];
        place[i] = (size_t)o->eq.coords[i];
        x.unknown[i] = c->v;
        off[i] = expr_sub(g, expr_var(g, c->v), given_velocity(s, o->eq.coords[i]));
    }
    for (int i = 0; i < o->n; i++) {
        expr_id sum = expr_int(g, 0);
        for (int j = 0; j < o->n; j++)
            sum = expr_add(
                g, sum, expr_mul(g, dynamics_pieces_thaw(s, o, o->eq.M[i >= j ? i * o->n + j : j * o->n + i]), off[j]));
        vec_push(s->a, &x.level, sum);
    }
    for (int k = 0; k < o->m; k++)
        vec_push(s->a, &x.conditions, dynamics_pieces_thaw(s, o, o->eq.f_dot[k]));
    add_initials(s, &x.conditions, true);
    x.m = (int)x.conditions.len;
    return differentiate(s, w, &x, &s->sensitivity->kit->velocities, w->dv, place, s->m->coord_count);
}

void sensitivity_start(sim *s) {
    sensitivity *x = sensitivity_of(s);
    if (!x || !x->param_count) /* directions of the state begin where the run is set to: sensitivity_seed */
        return;
    const model *m = s->m;
    const mode *o = s->mode;
    if (initial_has_unknowns(m)) {
        sensitivity_fail(s, "a parameter or a guess is found from the accelerations at the start");
        return;
    }
    start w = {.values = ARENA_ARRAY(s->a, double, m->var_count + 1),
               .dq = ARENA_ARRAY(s->a, double, x->count * m->coord_count + 1),
               .dv = ARENA_ARRAY(s->a, double, x->count * m->coord_count + 1),
               .fixed = ARENA_ARRAY(s->a, bool, m->coord_count + 1)};
    model_put_values(m, w.values);
    w.values[m->t] = s->t;
    for (int i = 0; i < o->n; i++) {
        w.values[m->coords[o->eq.coords[i]].q] = s->y[i];
        w.values[m->coords[o->eq.coords[i]].v] = s->y[o->n + i];
    }
    x->started = positions(s, &w) && velocities(s, &w);
    for (size_t c = 0; x->started && c < x->count; c++)
        for (int i = 0; i < o->n; i++) {
            x->S[c * s->y_cap + (size_t)i] = w.dq[c * m->coord_count + (size_t)o->eq.coords[i]];
            x->S[c * s->y_cap + (size_t)(o->n + i)] = w.dv[c * m->coord_count + (size_t)o->eq.coords[i]];
        }
}
