/* Tests at random states near the start expressions that must vanish, or be independent of velocity and time; where one
   fails, the statements are tested singly to find the responsible ones. */
#include "analysis/structure/conservative.h"

#include <math.h>
#include <string.h>

#include "analysis/probe/dependence.h"
#include "analysis/probe/gradient.h"
#include "base/vec.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { TRIALS = 24, MAX_SHRINKS = 12 };
static const double spread_at_first = 0.3, allowed = 1e-9;

typedef VEC(expr_id) expr_list;

typedef struct inquiry {
    const model *m;
    graph *g;
    const mech_choice *choice;
    const mech_equations *e;
    const bool *rows;
    const analysis_state *start;
    arena *a, *texts;
    VEC(const char *) why;
} inquiry;

static void blame(inquiry *c, const char *keyword, const char *name, const char *what) {
    const char *text = base_arena_printf(c->texts, "%s %s %s", keyword, name, what);
    for (size_t i = 0; i < c->why.len; i++) /* a particle has two energies: one reason */
        if (!strcmp(c->why.at[i], text))
            return;
    vec_push(c->texts, &c->why, text);
}

/* Values of expressions and, behind them, bounds for the size of the terms they are made of. */
static analysis_probe *probe_with_sizes(const inquiry *c, const expr_id *x, size_t count) {
    return analysis_probe_make_by_pieces(c->m, x, count, true, c->a);
}

/* The probe's values at a random state near the start, the nearer the smaller the domain of the expressions is; NULL if
   there is none. */
static const double *values_nearby(const inquiry *c, analysis_probe *p, size_t count, analysis_dice *d,
                                   analysis_state *at) {
    double spread = spread_at_first;
    for (int k = 0; k < MAX_SHRINKS; k++, spread /= 4) {
        analysis_state_near(c->m, c->start, spread, d, at);
        const double *x = analysis_probe_at(p, at);
        if (analysis_finite(x, (int)count))
            return x;
    }
    return NULL;
}

static bool vanish(const inquiry *c, const expr_list *x) {
    if (!x->len)
        return true;
    analysis_probe *p = probe_with_sizes(c, x->at, x->len);
    analysis_dice d = analysis_dice_make();
    analysis_state s = analysis_state_make(c->m, c->a);
    for (int k = 0; k < TRIALS; k++) {
        const double *y = values_nearby(c, p, 2 * x->len, &d, &s);
        if (!y)
            return false;
        for (size_t i = 0; i < x->len; i++)
            if (fabs(y[i]) > allowed * y[x->len + i])
                return false;
    }
    return true;
}

/* Not by derivatives: those of sign(x') are 0. All velocities change their sign between the two states. */
static bool of_position_alone(const inquiry *c, const expr_id *x, size_t count) {
    analysis_probe *p = probe_with_sizes(c, x, count);
    analysis_dice d = analysis_dice_make();
    analysis_state s = analysis_state_make(c->m, c->a);
    double *first = ARENA_ARRAY(c->a, double, 2 * count);
    for (int k = 0; k < TRIALS; k++) {
        const double *y = values_nearby(c, p, 2 * count, &d, &s);
        if (!y)
            return false;
        for (size_t i = 0; i < 2 * count; i++)
            first[i] = y[i];
        for (size_t i = 0; i < c->m->declared_coords; i++)
            s.v[i] *= -1.5 + 0.5 * analysis_random(&d);
        s.t += spread_at_first * c->start->scales->t.far * analysis_random(&d);
        y = analysis_probe_at(p, &s);
        for (size_t i = 0; i < count; i++)
            if (!(fabs(y[i] - first[i]) <= allowed * (y[count + i] + first[count + i])))
                return false;
    }
    return true;
}

static void add(const inquiry *c, expr_list *x, expr_id e) {
    if (!expr_is_zero(c->g, e))
        vec_push(c->a, x, e);
}

static void at_rest(const inquiry *c, const expr_id *x, size_t count, expr_id *out) {
    int n = c->e->n;
    expr_id *from = ARENA_ARRAY(c->a, expr_id, n), *to = ARENA_ARRAY(c->a, expr_id, n);
    for (int i = 0; i < n; i++) {
        from[i] = expr_var(c->g, c->m->coords[c->e->coords[i]].v);
        to[i] = expr_int(c->g, 0);
    }
    expr_substitute(c->g, x, count, from, to, (size_t)n, out);
}

/* The rest of the forces beside those at rest does no work, as that of a magnetic field. */
static bool rest_does_no_work(const inquiry *c, const expr_id *Q, const expr_id *Q_at_rest) {
    expr_id power = expr_int(c->g, 0);
    for (int i = 0; i < c->e->n; i++) {
        expr_id v = expr_var(c->g, c->m->coords[c->e->coords[i]].v);
        power = expr_add(c->g, power, expr_mul(c->g, expr_sub(c->g, Q[i], Q_at_rest[i]), v));
    }
    expr_list x = {0};
    add(c, &x, power);
    return !x.len || (analysis_is_uniform_in(c->m, power, VAR_VELOCITY) && vanish(c, &x));
}

typedef enum force_nature {
    FORCE_GRADIENT,
    FORCE_OF_STATE,
    FORCE_OF_TIME,
    FORCE_OF_VELOCITY,
    FORCE_OF_PATH
} force_nature;

/* Time or velocities stand in such forms that numbers at some places would not tell what they do elsewhere. */
static bool all_uniform_in(const inquiry *c, const expr_id *x, size_t count, var_kind kind) {
    for (size_t i = 0; i < count; i++)
        if (!analysis_is_uniform_in(c->m, x[i], kind))
            return false;
    return true;
}

/* Forces without those parts that do no work. */
static force_nature nature_of_forces(const inquiry *c, const mech_choice *choice) {
    size_t n = (size_t)c->e->n;
    expr_id *Q = ARENA_ARRAY(c->a, expr_id, n), *working = ARENA_ARRAY(c->a, expr_id, n);
    bool timed = false;
    mech_forces(c->m, choice, c->e, c->a, Q);
    for (size_t i = 0; i < n; i++) {
        working[i] = Q[i];
        timed |= analysis_depends_on(c->m, Q[i], VAR_TIME);
        if (analysis_depends_on_states(c->m, Q[i]))
            return FORCE_OF_STATE;
    }
    if (!all_uniform_in(c, Q, n, VAR_TIME))
        return FORCE_OF_TIME;
    if (!all_uniform_in(c, Q, n, VAR_VELOCITY) || !of_position_alone(c, Q, n)) {
        at_rest(c, Q, n, working);
        if (!of_position_alone(c, working, n) || !rest_does_no_work(c, Q, working))
            return timed ? FORCE_OF_TIME : FORCE_OF_VELOCITY;
    }
    bool gradient = analysis_is_gradient(c->m, c->e, c->rows, working, c->start, c->a);
    return gradient ? FORCE_GRADIENT : FORCE_OF_PATH;
}

static void blame_forces(inquiry *c) {
    static const char *const faults[] = {
        [FORCE_OF_STATE] = "depends on a state or a memory",
        [FORCE_OF_TIME] = "depends on t",
        [FORCE_OF_VELOCITY] = "depends on velocities and does work",
        [FORCE_OF_PATH] = "has no potential: its work depends on the path",
    };
    if (nature_of_forces(c, c->choice) == FORCE_GRADIENT)
        return;
    size_t before = c->why.len;
    for (size_t i = 0; i < c->choice->system->element_count; i++) {
        system_element *x = &c->choice->system->elements[i];
        model_system alone = *c->choice->system;
        mech_choice choice = *c->choice;
        alone.elements = x;
        alone.element_count = 1;
        choice.system = &alone;
        force_nature nature =
            x->kind == ELEMENT_FORCE || x->kind == ELEMENT_DISSIPATION ? nature_of_forces(c, &choice) : FORCE_GRADIENT;
        if (nature != FORCE_GRADIENT)
            blame(c, x->keyword, x->name,
                  x->kind == ELEMENT_DISSIPATION && nature == FORCE_OF_VELOCITY ? "takes energy" : faults[nature]);
    }
    if (c->why.len == before)
        vec_push(c->texts, &c->why, "the forces together have no potential");
}

/* Its form lets numbers at some places tell that it is 0 everywhere, and they do. */
static bool vanishes(const inquiry *c, expr_id e) {
    expr_list x = {0};
    add(c, &x, e);
    return !x.len || (analysis_is_uniform_in(c->m, e, VAR_COORD) && analysis_is_uniform_in(c->m, e, VAR_VELOCITY) &&
                      vanish(c, &x));
}

static bool keeps_with_time(const inquiry *c, expr_id energy) {
    expr_list slope = {0};
    add(c, &slope, expr_derivative(c->g, energy, c->m->t));
    return analysis_is_uniform_in(c->m, energy, VAR_TIME) && vanish(c, &slope);
}

/* An energy that knows the time, unless others make up for it. */
static void blame_energies(inquiry *c) {
    expr_id total = expr_int(c->g, 0);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < c->choice->system->element_count; i++) {
            const system_element *x = &c->choice->system->elements[i];
            if (x->kind >= ELEMENT_DISSIPATION)
                continue;
            if (analysis_depends_on_states(c->m, x->energy)) {
                if (pass == 0)
                    blame(c, x->keyword, x->name, "depends on a state or a memory");
                continue;
            }
            if (pass == 0)
                total = expr_binary(c->g, x->kind == ELEMENT_POTENTIAL ? EXPR_SUB : EXPR_ADD, total, x->energy);
            else if (!keeps_with_time(c, x->energy))
                blame(c, x->keyword, x->name, "depends on t");
        }
        if (keeps_with_time(c, total))
            return;
    }
}

/* A row moves if t appears in it, or if it asks for velocities where all others are zero. */
static void blame_rows(inquiry *c) {
    const char *last = NULL;
    for (int k = 0; k < c->e->m; k++) {
        const model_row *row = &c->m->rows[c->e->rows[k]];
        const system_row *r = &c->choice->system->rows[c->e->rows[k]];
        const char *keyword = row->known ? "friction" : row->contact ? "contact" : "constraint", *fault = NULL;
        expr_id rest = expr_int(c->g, 0);
        if (row->friction || row->group == last)
            continue;
        if (r->velocity)
            at_rest(c, &r->f, 1, &rest);
        if (analysis_depends_on(c->m, r->f, VAR_TIME))
            fault = "moves: t appears in it";
        else if (!vanishes(c, rest))
            fault = "moves: it does not hold at rest";
        else if (r->mu.i && !vanishes(c, r->mu))
            fault = row->known ? "depends on velocities and does work" : "has friction, which takes energy";
        if (fault)
            blame(c, keyword, last = row->group, fault);
    }
}

analysis_reasons analysis_why_not_conservative(const model *m, const mech_choice *choice, const mech_equations *e,
                                               const bool *rows, const analysis_state *start, arena *a, arena *out) {
    inquiry c = {.m = m, .g = m->g, .choice = choice, .e = e, .rows = rows, .start = start, .a = a, .texts = out};
    blame_rows(&c);
    blame_energies(&c);
    blame_forces(&c);
    return (analysis_reasons){c.why.at, c.why.len};
}

bool analysis_conservative(const model *m, const mech_choice *choice, const mech_equations *e, const bool *rows,
                           const analysis_state *start, arena *a) {
    return analysis_why_not_conservative(m, choice, e, rows, start, a, a).count == 0;
}
