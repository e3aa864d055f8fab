/* The consistent initial state: values given by '=' are kept, guesses move by as little as possible until every
   condition holds. */
#include <math.h>
#include <string.h>

#include "expr/notation.h"
#include "expr/walk.h"
#include "num/dense.h"
#include "sim/contact/contact.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/initial/conditions.h"
#include "sim/initial/initial.h"
#include "sim/initial/unknowns.h"

static const double position_tolerance = 1e-10, velocity_tolerance = 1e-9, blame_tolerance = 1e-10;
enum { LONGEST_PRINTED = 60 };

/* What does not change from run to run. */
struct start_plan {
    size_t *order;     /* of coordinates: start values use only those before them */
    bool *fixed;       /* per coordinate */
    expr_plan *starts; /* of coordinates in that order */
    expr_plan *speeds; /* of the initials */
    condition_system positions, velocities;
    int *kind;           /* of the unknown positions: the first of the same dimension */
    saddle *solver;      /* for the latter; NULL: not needed yet */
    mode *mode;          /* of the start; NULL: not known yet */
    bool has_velocities; /* known once that is */
    start_offsets offsets;
};

/* The coordinates of a condition that are given, "x, y or z"; `free` tells whether others are guesses. */
static const char *given_names(sim *s, const start_plan *p, const condition *c, bool *free) {
    bool *used = ARENA_ARRAY(s->a, bool, s->m->var_count + 1);
    const char *last = NULL;
    strbuf text = base_strbuf_make(s->a);
    expr_mark_vars(s->m->g, &c->residual, 1, used);
    *free = false;
    for (size_t i = 0; i < s->m->declared_coords; i++) {
        const model_coord *x = &s->m->coords[i];
        *free = *free || (used[x->q] && !p->fixed[i]);
        if (!used[x->q] || !x->fixed)
            continue;
        if (last)
            base_strbuf_printf(&text, "%s%s", text.len ? ", " : "", last);
        last = base_arena_printf(s->a, "'%s'", x->name);
    }
    if (last)
        base_strbuf_printf(&text, "%s%s", text.len ? " or " : "", last);
    return last ? base_strbuf_text(&text) : NULL;
}

/* What else to try; a '~' that stands there already is no advice. */
static const char *advice(sim *s, const start_plan *p, const condition *c, diag_code code, bool velocities) {
    bool free;
    const char *given = given_names(s, p, c, &free);
    if (code == DIAG_E0404)
        return "no initial state near the given one satisfies both: correct one of them, or change the guesses";
    if (velocities)
        return code == DIAG_E0414 ? "leave out one of the initial values, or write '~': it then follows from the others"
                                  : "leave out an initial velocity, or write '~': it then follows from the constraint";
    if (given && free)
        return base_arena_printf(s->a, "change the guesses, or write '~' instead of '=' for %s", given);
    if (given)
        return base_arena_printf(s->a, "write '~' instead of '=' for %s: it is then adjusted to satisfy it", given);
    return free ? "change the guesses: the search from these finds no consistent state"
                : "no coordinate can be adjusted to satisfy it: correct the numbers in it";
}

static bool is_off(const condition_system *e, const double *off, int k) {
    return !(fabs(off[k]) <= blame_tolerance * e->size[k]);
}

/* Whether condition k is to be blamed rather than `worst`: a constraint rather than an initial value, else what is off
   rather than what holds as given and gives way to others only at the best compromise. */
static bool is_worse(const condition_system *e, const double *off, int k, int worst) {
    if (worst < 0 || e->at[k].row != e->at[worst].row)
        return worst < 0 || e->at[k].row;
    return !is_off(e, off, worst) && is_off(e, off, k);
}

static const char *off_by(sim *s, const condition_system *e, const double *off, int k) {
    return model_amount_text(s->m, off[k], e->at[k].dim, s->a);
}

/* An expression without a value where the search began: what it is, and the number that it cannot take. */
static bool blame_valueless(sim *s, const condition_system *e, int k) {
    graph *g = s->m->g;
    const condition *c = &e->at[k];
    double *values = initial_conditions_values(s, e);
    if (isfinite(dynamics_value(s, c->residual, values)))
        return false;
    expr_id node = diagnose_innermost(s, c->residual, values);
    expr_node n = *expr_node_at(g, node);
    expr_id operand = n.op == EXPR_DIV || n.op == EXPR_ATAN2 ? n.arg[1] : n.arg[0];
    strbuf whole = base_strbuf_make(s->a), part = base_strbuf_make(s->a);
    expr_print(g, node, LONGEST_PRINTED, &whole);
    if (operand.i)
        expr_print(g, operand, LONGEST_PRINTED, &part);
    finding *f = dynamics_fail(s, DIAG_E0505, "the %s '%s' cannot be satisfied: '%s' has no value%s",
                               c->row ? "constraint" : "initial value of", c->name, base_strbuf_text(&whole),
                               operand.i ? base_arena_printf(s->a, ", as '%s' is %.6g", base_strbuf_text(&part),
                                                             dynamics_value(s, operand, values))
                                         : "");
    f->at = c->at;
    diag_help(s->m->findings, f,
              "the expression is undefined there, for example the root of a negative number or a division by zero");
    s->result->start_failed = true;
    return true;
}

/* Blames what does not hold, the first of its kind. `off`: by how much, per condition. */
/* Not even what is off can be told. */
static void blame_numbers(sim *s, const condition_system *e) {
    finding *f = dynamics_fail(s, DIAG_E0505, "the constraints at the start are beyond the range of numbers");
    if (e->m)
        f->at = e->at[0].at;
    diag_help(s->m->findings, f, "choose sizes and units of which powers and products can be computed");
    s->result->start_failed = true;
}

static void blame(sim *s, const start_plan *p, const condition_system *e, diag_code code, const char *what,
                  const double *off) {
    int worst = -1, second = -1;
    for (int k = 0; k < e->m; k++) {
        if (!is_off(e, e->r, k))
            continue;
        if (blame_valueless(s, e, k))
            return;
        if (is_worse(e, off, k, worst)) {
            second = worst;
            worst = k;
        } else if (second < 0)
            second = k;
    }
    if (worst < 0) {
        blame_numbers(s, e);
        return;
    }
    bool both = second >= 0 && e->at[second].row && e->at[worst].row;
    if (!is_off(e, off, worst) || (both && !is_off(e, off, second)))
        off = e->r; /* at the best compromise */
    const char *name = e->at[worst].name, *amount = off_by(s, e, off, worst);
    code = both ? DIAG_E0404 : e->at[worst].row ? code : DIAG_E0414;
    finding *f =
        both ? dynamics_fail(s, code, "'%s' and '%s' contradict each other at the start: they are off by %s and %s",
                             name, e->at[second].name, amount, off_by(s, e, off, second))
        : e->at[worst].row
            ? dynamics_fail(s, code, "the %s '%s': left minus right side %s %s", what, name,
                            e->at[worst].rate ? "would change at" : "is", amount)
            : dynamics_fail(s, code, "the initial value of '%s' cannot be reached: it is off by %s", name, amount);
    f->at = e->at[worst].at;
    if (second >= 0)
        diag_label_at(s->m->findings, f, e->at[second].at, "together with this");
    diag_help(s->m->findings, f, "%s", advice(s, p, &e->at[worst], code, e == &p->velocities));
    s->result->start_failed = true;
}

/* Start values in the order in which they use each other. A fixed value that uses a guess is an equation, not a value.
 */
static void settle_order(sim *s, start_plan *p, bool *done, size_t *count, size_t i) {
    if (done[i])
        return;
    done[i] = true;
    p->fixed[i] = s->m->coords[i].fixed;
    const bool follows = (expr_kinds(s->m->g, s->m->coords[i].start) & (1u << VAR_COORD | 1u << VAR_STATE)) != 0;
    bool *used = follows ? ARENA_ARRAY(s->a, bool, s->m->var_count + 1) : NULL;
    if (follows)
        expr_mark_vars(s->m->g, &s->m->coords[i].start, 1, used);
    for (size_t k = 0; follows && k < s->m->declared_coords; k++)
        if (used[s->m->coords[k].q]) {
            settle_order(s, p, done, count, k);
            p->fixed[i] = p->fixed[i] && p->fixed[k];
        }
    LGR_ASSERT(*count < s->m->declared_coords);
    p->order[(*count)++] = i;
}

static void know_parameters(sim *s, var_list *known) {
    for (size_t i = 0; i < s->m->param_count; i++)
        vec_push(s->a, known, s->m->params[i].var);
    vec_push(s->a, known, s->m->t);
}

static void add_initials(sim *s, condition_list *list, bool velocity) {
    for (size_t k = 0; k < s->m->initial_count; k++) {
        const model_initial *i = &s->m->initials[k];
        if (i->velocity == velocity && !i->guess && !i->later)
            vec_push(s->a, list, (condition){i->residual, i->name, i->at, false, false, i->dim});
    }
}

/* The row with the memories in it as they start. */
static expr_id row_at_start(sim *s, size_t row) {
    const model *m = s->m;
    expr_id f = m->base->rows[row].f;
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].hidden) {
            const expr_id kept = expr_var(m->g, m->coords[i].v);
            expr_substitute(m->g, &f, 1, &kept, &m->coords[i].given, 1, &f);
        }
    return f;
}

static condition_list position_conditions(sim *s, const start_plan *p) {
    model *m = s->m;
    condition_list list = {0};
    for (size_t r = 0; r < m->row_count; r++) {
        const model_row *row = &m->rows[r];
        bool use = row->contact ? row->start_closed : !row->off;
        if (use && !m->base->rows[r].velocity)
            vec_push(
                s->a, &list,
                (condition){row_at_start(s, r), row->name, row->at, true, false, dynamics_row_dim(s, (int)r, false)});
    }
    add_initials(s, &list, false);
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].fixed && !p->fixed[i]) {
            expr_id r = expr_sub(m->g, expr_var(m->g, m->coords[i].q), m->coords[i].start);
            vec_push(s->a, &list, (condition){r, m->coords[i].name, m->coords[i].at, false, false, m->coords[i].dim});
        }
    return list;
}

static void plan_values(sim *s, start_plan *p) {
    const model *m = s->m;
    expr_id *starts = ARENA_ARRAY(s->a, expr_id, m->declared_coords + 1);
    expr_id *speeds = ARENA_ARRAY(s->a, expr_id, m->initial_count + 1);
    for (size_t k = 0; k < m->declared_coords; k++)
        starts[k] = m->coords[p->order[k]].start;
    for (size_t k = 0; k < m->initial_count; k++)
        speeds[k] = m->initials[k].velocity && m->initials[k].coord >= 0 ? m->initials[k].value : expr_int(m->g, 0);
    p->starts = expr_plan_create(s->a, m->g, starts, m->declared_coords);
    p->speeds = expr_plan_create(s->a, m->g, speeds, m->initial_count);
}

static void find_kinds(sim *s, start_plan *p) {
    const model *m = s->m;
    p->kind = ARENA_ARRAY(s->a, int, m->coord_count + 1);
    const model_coord **unknown = ARENA_ARRAY(s->a, const model_coord *, m->coord_count + 1);
    for (size_t i = 0, n = 0; i < m->declared_coords; i++) {
        if (p->fixed[i])
            continue;
        unknown[n] = &m->coords[i];
        while (!dim_equal(unknown[p->kind[n]]->dim, m->coords[i].dim))
            p->kind[n]++;
        n++;
    }
}

static start_plan *make_plan(sim *s) {
    model *m = s->m;
    arena *run = dynamics_kit_enter(s);
    start_plan *p = ARENA_NEW(s->a, start_plan);
    p->order = ARENA_ARRAY(s->a, size_t, m->coord_count + 1);
    p->fixed = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    bool *done = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    for (size_t i = 0, count = 0; i < m->declared_coords; i++)
        settle_order(s, p, done, &count, i);
    plan_values(s, p);
    p->offsets.position = ARENA_ARRAY(s->a, double, m->coord_count + m->initial_count + 1);
    p->offsets.rate = p->offsets.position + m->coord_count;
    var_list known = {0}, unknown = {0};
    know_parameters(s, &known);
    for (size_t i = 0; i < m->declared_coords; i++)
        if (p->fixed[i])
            vec_push(s->a, &known, m->coords[i].q);
        else
            vec_push(s->a, &unknown, m->coords[i].q);
    condition_list list = position_conditions(s, p);
    p->positions = initial_conditions_compile(s, &list, &known, &unknown);
    find_kinds(s, p);
    dynamics_kit_leave(s, run);
    return p;
}

/* Start values by variable; NULL with a finding where one has none. */
static double *begin(sim *s, const start_plan *p) {
    model *m = s->m;
    double *values = ARENA_ARRAY(s->a, double, m->var_count + 1);
    model_put_values(m, values);
    for (size_t k = 0; k < m->declared_coords; k++) {
        const model_coord *c = &m->coords[p->order[k]];
        values[c->q] = expr_plan_eval(p->starts, k, values) + p->offsets.position[p->order[k]];
    }
    for (size_t i = 0; i < m->declared_coords; i++)
        if (!isfinite(values[m->coords[i].q])) {
            finding *f = dynamics_fail(s, DIAG_E0505, "the initial value of '%s' is not finite", m->coords[i].name);
            f->at = m->coords[i].at;
            s->result->start_failed = true;
            return NULL;
        }
    return values;
}

static bool find_positions(sim *s, start_plan *p, double *values) {
    condition_system *e = &p->positions;
    double *x = ARENA_ARRAY(s->a, double, e->n + 1);
    for (int i = 0; i < e->n; i++)
        x[i] = values[e->vars[e->known + (size_t)i]];
    initial_conditions_load(s, e, values);
    if (initial_conditions_evaluate(s, e, x))
        initial_conditions_balance(s, e, p->kind);
    const conditions_way way = {initial_conditions_nearest, NULL};
    bool ok = initial_conditions_solve(s, e, &way, position_tolerance, x);
    for (int i = 0; i < e->n; i++)
        values[e->vars[e->known + (size_t)i]] = x[i];
    if (!ok)
        blame(s, p, e, DIAG_E0401, "initial positions do not satisfy", e->r);
    return ok;
}

static condition_list velocity_conditions(sim *s) {
    model *m = s->m;
    condition_list list = {0};
    for (int k = 0; k < s->mode->m; k++) {
        int r = s->mode->eq.rows[k];
        const model_row *row = &m->rows[r];
        vec_push(s->a, &list,
                 (condition){dynamics_pieces_thaw(s, s->mode, s->mode->eq.f_dot[k]), row->name, row->at, true,
                             !m->base->rows[r].velocity, dynamics_row_dim(s, r, true)});
    }
    add_initials(s, &list, true);
    return list;
}

/* The least energy where masses and rows leave directions without inertia: nearest in the plain sense there, in scales
   in which what has mass counts by it and the rest as much as it does in the rows. */
static void least_energy(sim *s, const double *M, const condition_system *e, const double *scale, double *gamma,
                         double *d) {
    int n = e->n, m = e->m;
    double *J = ARENA_ARRAY(s->a, double, m *n + 1), *K = ARENA_ARRAY(s->a, double, n *n + 1);
    double *Z = ARENA_ARRAY(s->a, double, n *n + 1), *Mz = ARENA_ARRAY(s->a, double, n + 1);
    double *right = ARENA_ARRAY(s->a, double, n + 1), *y = ARENA_ARRAY(s->a, double, n + 1), most = 0;
    for (int k = 0; k < m; k++) {
        double norm = 0;
        for (int i = 0; i < n; i++)
            norm = hypot(norm, J[k * n + i] = e->J[k * n + i] * scale[i]);
        for (int i = 0; i < n && norm > 0; i++)
            J[k * n + i] /= norm;
        gamma[k] = norm > 0 ? gamma[k] / norm : 0;
    }
    num_cod f, mass;
    int *ints = ARENA_ARRAY(s->a, int, n + 1), *more = ARENA_ARRAY(s->a, int, n + 1);
    num_cod_factor(&f, J, m, n, 1e-10, ints, ARENA_ARRAY(s->a, double, num_cod_doubles(m, n) + 1));
    num_cod_solve(&f, gamma, d);
    int free = n - f.rank;
    for (int a = 0; a < free; a++)
        num_cod_null_vector(&f, a, Z + a * n);
    for (int a = 0; a < free; a++) {
        for (int i = 0; i < n; i++) {
            Mz[i] = 0;
            for (int j = 0; j < n; j++)
                Mz[i] += M[i >= j ? i * n + j : j * n + i] * scale[i] * scale[j] * Z[a * n + j];
        }
        right[a] = -num_dot(Mz, d, n);
        for (int c = 0; c < free; c++)
            most = fmax(most, fabs(K[c * free + a] = num_dot(Mz, Z + c * n, n)));
    }
    if (most > 1e-10) { /* of masses that are 1 in these scales */
        num_cod_factor(&mass, K, free, free, 1e-10 / fmin(most, 1), more,
                       ARENA_ARRAY(s->a, double, num_cod_doubles(free, free) + 1));
        num_cod_solve(&mass, right, y);
        for (int a = 0; a < free; a++)
            for (int i = 0; i < n; i++)
                d[i] += y[a] * Z[a * n + i];
    }
    for (int i = 0; i < n; i++)
        d[i] *= scale[i];
}

/* Fixed velocities of single coordinates are taken as they are; the others move least in kinetic energy. */
static void step_velocities(sim *s, condition_system *e, const double *v, const double *v0, double *next, void *self) {
    start_plan *p = self;
    int n = e->n, m = e->m;
    LGR_ASSERT(n == s->mode->n);
    memcpy(s->y + n, v, (size_t)n * sizeof *v);
    dynamics_evaluate(s, s->t, s->y, NULL);
    dynamics_matrices(s);
    if (!p->solver)
        p->solver = num_saddle_create(s->kit->a, n, m);
    double *h = ARENA_ARRAY(s->a, double, n + 1), *gamma = ARENA_ARRAY(s->a, double, m + 1);
    double *d = ARENA_ARRAY(s->a, double, n + 1), *l = ARENA_ARRAY(s->a, double, m + 1);
    for (int k = 0; k < m; k++) { /* J (v + d - v0) = J (v - v0) - r: nearest to v0 */
        gamma[k] = -e->r[k];
        for (int i = 0; i < n; i++)
            gamma[k] += e->J[k * n + i] * (v[i] - v0[i]);
    }
    saddle_info info = num_saddle_factor(p->solver, s->mode->M, e->J, n, m);
    double *scale = ARENA_ARRAY(s->a, double, n + 1);
    dynamics_rows_scales(s->mode->M, e->J, n, m, scale);
    if (info.singular)
        least_energy(s, s->mode->M, e, scale, gamma, d);
    else
        num_saddle_solve(p->solver, h, gamma, d, l, NULL);
    for (int i = 0; i < n; i++)
        next[i] = v0[i] + d[i];
}

/* Given velocities of single coordinates come out exactly, where that does no harm: rounding of the solution is taken
   back. */
static void keep_given(sim *s, condition_system *e, const double *speeds, double *v) {
    double *exact = ARENA_ARRAY(s->a, double, e->n + 1);
    bool changed = false;
    memcpy(exact, v, (size_t)e->n * sizeof *v);
    for (size_t k = 0; k < s->m->initial_count; k++) {
        const model_initial *x = &s->m->initials[k];
        for (int i = 0; i < e->n && x->velocity && x->coord >= 0 && !x->guess; i++)
            if (s->mode->eq.coords[i] == x->coord && exact[i] != speeds[k]) {
                changed = true;
                exact[i] = speeds[k];
            }
    }
    if (!changed)
        return;
    if (initial_conditions_evaluate(s, e, exact) && initial_conditions_hold(e, exact, velocity_tolerance))
        memcpy(v, exact, (size_t)e->n * sizeof *v);
}

static void plan_velocities(sim *s, start_plan *p) {
    const mode *o = s->mode;
    arena *run = dynamics_kit_enter(s);
    var_list known = {0}, unknown = {0};
    know_parameters(s, &known);
    for (int i = 0; i < o->n; i++) {
        vec_push(s->a, &known, s->m->coords[o->eq.coords[i]].q);
        vec_push(s->a, &unknown, s->m->coords[o->eq.coords[i]].v);
    }
    condition_list list = velocity_conditions(s);
    p->velocities = initial_conditions_compile(s, &list, &known, &unknown);
    p->has_velocities = true;
    dynamics_kit_leave(s, run);
}

/* Velocities as they are given, per active coordinate; `speeds` gets those of the initials. */
static void given_velocities(const sim *s, const start_plan *p, const double *values, double *speeds, double *v) {
    for (size_t k = 0; k < s->m->initial_count; k++) {
        speeds[k] = expr_plan_eval(p->speeds, k, values) + p->offsets.rate[k];
        for (int i = 0; i < s->mode->n; i++)
            if (s->m->initials[k].velocity && s->m->initials[k].coord == s->mode->eq.coords[i])
                v[i] = isfinite(speeds[k]) ? speeds[k] : 0; /* what has no value is blamed as a condition */
    }
}

static bool blame_velocities(sim *s, const start_plan *p, condition_system *e, const double *v, const double *v0) {
    double *off = ARENA_ARRAY(s->a, double, e->m + 1);
    if (initial_conditions_evaluate(s, e,
                                    v0)) { /* what the velocities as given leave, rather than the best that was found */
        memcpy(off, e->r, (size_t)e->m * sizeof *off);
        initial_conditions_evaluate(s, e, v);
        initial_conditions_hold(e, v, velocity_tolerance);
    } else if (initial_rows_kink(s)) {
        s->result->start_failed = true;
        return false;
    } else
        off = e->r;
    blame(s, p, e, DIAG_E0402, "initial velocities do not satisfy", off);
    return false;
}

static void scale_velocities(sim *s, condition_system *e, const double *v0) {
    if (!e->m)
        return;
    memcpy(s->y + e->n, v0, (size_t)e->n * sizeof *v0);
    dynamics_evaluate(s, s->t, s->y, NULL);
    dynamics_matrices(s);
    if (initial_conditions_evaluate(s, e, v0))
        dynamics_rows_scales(s->mode->M, e->J, e->n, e->m, e->scale);
}

/* A machine at rest, mostly: then no matrices need to be made where none have been. */
static bool hold_as_given(sim *s, condition_system *e, const double *v) {
    if (!s->mode->m || s->mode->matrices || !initial_conditions_evaluate(s, e, v))
        return false;
    for (int k = 0; k < e->m; k++)
        if (e->r[k] != 0)
            return false;
    return true;
}

static bool find_velocities(sim *s, start_plan *p, const double *values) {
    mode *o = s->mode;
    double *v = ARENA_ARRAY(s->a, double, o->n + 1), *v0 = ARENA_ARRAY(s->a, double, o->n + 1);
    double *speeds = ARENA_ARRAY(s->a, double, s->m->initial_count + 1);
    given_velocities(s, p, values, speeds, v0);
    memcpy(v, v0, (size_t)o->n * sizeof *v);
    if (!p->has_velocities)
        plan_velocities(s, p);
    condition_system *e = &p->velocities;
    LGR_ASSERT(e->n == o->n);
    initial_conditions_load(s, e, values);
    bool found = hold_as_given(s, e, v0);
    if (!found) {
        scale_velocities(s, e, v0);
        const conditions_way way = {step_velocities, p};
        found = initial_conditions_solve(s, e, &way, velocity_tolerance, v);
        if (found)
            keep_given(s, e, speeds, v);
    }
    memcpy(s->y + o->n, v, (size_t)o->n * sizeof *v);
    return found || blame_velocities(s, p, e, v, v0);
}

static mode *find_start_mode(sim *s) {
    model *m = s->m;
    bool *freed = ARENA_ARRAY(s->a, bool, m->body_count + 1), *off = ARENA_ARRAY(s->a, bool, m->switch_count + 1);
    bool *dropped = ARENA_ARRAY(s->a, bool, m->coord_count + 1), *rows = ARENA_ARRAY(s->a, bool, m->row_count + 1);
    for (size_t i = 0; i < m->switch_count; i++)
        off[i] = m->switches[i].off;
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        dropped[i] = true;
    for (size_t i = 0; i < m->row_count; i++)
        rows[i] = !off[m->rows[i].element] && !m->rows[i].friction && (!m->rows[i].contact || m->rows[i].start_closed);
    return dynamics_mode(s, freed, off, dropped, rows, ARENA_ARRAY(s->a, signed char, m->row_count + 1));
}

static void enter_start_mode(sim *s, start_plan *p, const double *values) {
    if (!p->mode)
        p->mode = find_start_mode(s);
    dynamics_pieces_begin(s);
    dynamics_prepare_mode(s, p->mode);
    dynamics_enter_mode(s, p->mode);
    LGR_ASSERT(s->mode == p->mode);
    for (int i = 0; i < s->mode->n; i++)
        s->y[i] = values[s->m->coords[s->mode->eq.coords[i]].q];
    dynamics_pieces_settle(s, NULL);
}

static bool accelerations_exist(sim *s) {
    mode *o = s->mode;
    if (!dynamics_evaluate(s, s->t, s->y, NULL)) {
        s->result->start_failed = true;
        if (o->info.singular) {
            diagnose_undetermined(s, DIAG_E0403, "at the start");
        } else if (!diagnose_not_finite(s, DIAG_E0505, "at the start")) {
            finding *f = dynamics_fail(s, DIAG_E0505, "the accelerations at the start are not finite");
            diag_help(s->m->findings, f,
                      "an energy, a force or a constraint is undefined there, for example by a division by zero");
        }
        return false;
    }
    if (initial_masses_are_tiny(s))
        return false;
    if (!(o->inconsistency > 1e-8) || !dynamics_rows_contradict(s, 1e-8))
        return true;
    finding *f =
        dynamics_fail(s, DIAG_E0404, "the constraints contradict each other: no accelerations satisfy all of them");
    f->at = s->m->rows[o->eq.rows[0]].at;
    for (int k = 1; k < o->m; k++)
        diag_label_at(s->m->findings, f, s->m->rows[o->eq.rows[k]].at, "together with this");
    diag_help(s->m->findings, f,
              "they hold at the start but not afterwards: remove one, or correct its time dependence");
    s->result->start_failed = true;
    return false;
}

/* Only the equations are asked for, and nothing but a force is infinite here. Forces decide about contacts. */
static bool equations_suffice(sim *s) {
    if (!s->options.equations_only || dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    for (int k = 0; k < s->mode->m; k++)
        if (s->m->rows[s->mode->eq.rows[k]].contact)
            return false;
    return diagnose_forces_break_down(s);
}

const struct condition_system *initial_conditions_at_start(const sim *s, bool velocities) {
    LGR_ASSERT(s->kit->start && s->kit->start->has_velocities);
    return velocities ? &s->kit->start->velocities : &s->kit->start->positions;
}

/* Positions, mode and velocities that follow from present values. */
static bool find_state(sim *s, start_plan *p) {
    double *values = begin(s, p);
    if (!values || !find_positions(s, p, values))
        return false;
    enter_start_mode(s, p, values);
    if (!find_velocities(s, p, values))
        return false;
    dynamics_pieces_settle(s, NULL);
    return true;
}

/* The same as far as accelerations, without contacts that the start does not ask for, or with those that press. */
static bool attempt(sim *s, bool contacts) {
    const sim_observer *const first = s->observers[0];
    s->observers[0] = NULL; /* nobody is told */
    s->mode = NULL;         /* nothing is left of other attempts */
    bool ok = find_state(s, s->kit->start) && (!contacts || contact_settle_eased(s));
    if (ok)
        dynamics_pieces_ease(s);
    ok = ok && dynamics_evaluate(s, s->t, s->y, NULL);
    s->observers[0] = first;
    return ok;
}

static bool find_unknowns(sim *s, start_plan *p) {
    memset(p->offsets.position, 0, (s->m->coord_count + s->m->initial_count) * sizeof *p->offsets.position);
    const bool found = initial_find_unknowns(s, attempt, &p->offsets);
    s->mode = NULL;
    return found;
}

bool initial_find(sim *s) {
    LGR_ASSERT(!s->mode && !s->step);
    if (!s->kit->start && !dynamics_pieces_are_few(s, s->m->base)) {
        s->result->start_failed = true;
        return false;
    }
    if (!s->kit->start)
        s->kit->start = make_plan(s);
    start_plan *p = s->kit->start;
    const bool unknown = initial_has_unknowns(s->m);
    if ((unknown && !find_unknowns(s, p)) || !find_state(s, p))
        return false;
    SIM_TELL(s, started, (s));
    if (!initial_assumptions_hold(s))
        return false;
    if (equations_suffice(s))
        return true;
    if (initial_is_singular(s) || !accelerations_exist(s) || !initial_gaps_are_open(s))
        return false;
    if (!contact_resolve_impacts(s) || !contact_settle(s, true) || !accelerations_exist(s))
        return false;
    dynamics_pieces_settle_others(s);
    if (initial_is_singular(s))
        return false;
    s->result->start_failed = diagnose_idle(s, "at the start") != NULL;
    if (s->result->start_failed)
        return false;
    if (unknown && !initial_unknowns_hold(s))
        return false;
    initial_warn_redundant(s);
    return true;
}
