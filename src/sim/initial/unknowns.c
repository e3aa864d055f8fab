/* Newton's method around the search for a consistent start: conditions on accelerations, and where parameters are
   looked for that these do not tell on places, are what it leaves over, unknown parameters and guesses what it begins
   with. Slopes are differences, so that whatever the start goes through is differentiated with it. */
#include "sim/initial/unknowns.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/scales.h"

static const double difference = 6e-6, tolerance = 1e-9, rounding = 1e-11, least_rank = 1e-8;
enum { MOST_PASSES = 60, MOST_HALVES = 12 };

typedef enum unknown_kind { UNKNOWN_PARAM, UNKNOWN_POSITION, UNKNOWN_RATE } unknown_kind;

typedef struct unknown {
    unknown_kind kind;
    size_t index; /* among parameters, coordinates, initial values */
    double guess, scale;
} unknown;

typedef struct search {
    sim *s;
    start_attempt *attempt;
    start_offsets *offsets;
    VEC(unknown) unknowns;
    VEC(size_t) conditions; /* among the initial values */
    int params;             /* the first unknowns */
    bool contacts;          /* are looked at */
    double *x, *r, *J, *size, *terms;
} search;

static bool is_unknown(const model_param *p) {
    return p->unknown && !p->given;
}

static bool has_conditions(const model *m) {
    for (size_t i = 0; i < m->initial_count; i++)
        if (m->initials[i].later)
            return true;
    return false;
}

bool initial_has_unknowns(const model *m) {
    for (size_t i = 0; i < m->param_count; i++)
        if (m->params[i].unknown)
            return true;
    return has_conditions(m);
}

/* --- What is looked for --- */

static void add(search *w, unknown_kind kind, size_t index, double guess) {
    vec_push(w->s->a, &w->unknowns, (unknown){kind, index, guess, guess != 0 ? fabs(guess) : 1});
}

static void collect(search *w) {
    const model *m = w->s->m;
    for (size_t i = 0; i < m->param_count; i++)
        if (is_unknown(&m->params[i]))
            add(w, UNKNOWN_PARAM, i, model_value_of(m, &m->params[i]));
    w->params = (int)w->unknowns.len;
    for (size_t i = 0; i < m->initial_count; i++)
        if (m->initials[i].later)
            vec_push(w->s->a, &w->conditions, i);
    for (size_t i = 0; i < m->declared_coords && w->conditions.len; i++)
        if (!m->coords[i].fixed)
            add(w, UNKNOWN_POSITION, i, 0);
    for (size_t i = 0; i < m->initial_count && w->conditions.len; i++)
        if (m->initials[i].guess)
            add(w, UNKNOWN_RATE, i, 0);
}

/* --- One start --- */

static void put(search *w, const double *x) {
    model *m = w->s->m;
    for (size_t i = 0; i < w->unknowns.len; i++) {
        const unknown *u = &w->unknowns.at[i];
        if (u->kind == UNKNOWN_PARAM) {
            m->params[u->index].found = true;
            model_set_value(m, &m->params[u->index], x[i]);
        } else if (u->kind == UNKNOWN_POSITION)
            w->offsets->position[u->index] = x[i];
        else
            w->offsets->rate[u->index] = x[i];
    }
    model_assign(m, NULL, NULL, 0);
    dynamics_renew_params(w->s, true);
}

/* What the conditions are off by; false if there is no start with these values. */
static bool residuals(search *w, const double *x, double *r) {
    sim *s = w->s;
    put(w, x);
    if (!w->attempt(s, w->contacts))
        return false;
    const double *values = dynamics_values(s);
    bool finite = true;
    for (size_t k = 0; k < w->conditions.len; k++) {
        r[k] = dynamics_value(s, s->m->initials[w->conditions.at[k]].residual, values);
        finite = finite && isfinite(r[k]);
    }
    return finite;
}

/* What a condition is made of, with the accelerations that forces by their terms could cause: what holds by friction,
   or by constraints alone, is off by a rounding of that. */
static double size_of_terms(sim *s, const model_initial *i) {
    const mode *o = s->mode;
    double *values = dynamics_values(s), *most = ARENA_ARRAY(s->a, double, o->n + 1);
    const double as_is = dynamics_value(s, i->residual, values);
    double size = fabs(dynamics_value(s, i->value, values));
    dynamics_scales_accelerations(s, most);
    for (int k = 0; k < o->n; k++) {
        double *a = &values[s->m->coords[o->eq.coords[k]].a];
        const double before = *a;
        *a += most[k];
        size += fabs(dynamics_value(s, i->residual, values) - as_is);
        *a = before;
    }
    return isfinite(size) ? size : 0;
}

/* What it is measured by: it may end far from its guess. */
static double extent(const search *w, size_t i) {
    return fmax(w->unknowns.at[i].scale, fabs(w->x[i]));
}

/* Central differences; where a start lies on one side only, of that side. */
static bool find_slopes(search *w) {
    const size_t n = w->unknowns.len, m = w->conditions.len;
    double *x = ARENA_ARRAY(w->s->a, double, n + 2 * m + 1), *up = x + n, *down = up + m;
    memcpy(x, w->x, n * sizeof *x);
    for (size_t i = 0; i < n; i++) {
        const double h = difference * extent(w, i);
        x[i] = w->x[i] + h;
        const bool above = residuals(w, x, up);
        x[i] = w->x[i] - h;
        const bool below = residuals(w, x, down);
        x[i] = w->x[i];
        if (!above && !below)
            return false;
        for (size_t k = 0; k < m; k++)
            w->J[k * n + i] = ((above ? up[k] : w->r[k]) - (below ? down[k] : w->r[k])) / (h * (above + below));
    }
    for (size_t k = 0; k < m; k++) {
        w->size[k] = 0;
        for (size_t i = 0; i < n; i++)
            w->size[k] += fabs(w->J[k * n + i]) * extent(w, i);
    }
    return true;
}

static double error_of(const search *w, const double *r) {
    double sum = 0;
    for (size_t k = 0; k < w->conditions.len; k++)
        if (w->size[k] > 0)
            sum += (r[k] / w->size[k]) * (r[k] / w->size[k]);
        else if (fabs(r[k]) > rounding * w->terms[k])
            return INFINITY;
    return sum;
}

/* --- Newton's method --- */

/* Rows and columns in their scales; the rank, and the least step in these. */
static int solve(search *w, int columns, double *step) {
    const int n = (int)w->unknowns.len, m = (int)w->conditions.len;
    LGR_ASSERT(columns <= n);
    double *J = ARENA_ARRAY(w->s->a, double, m *n + 1), *b = ARENA_ARRAY(w->s->a, double, m + 1);
    for (int k = 0; k < m; k++) {
        const double size = w->size[k] > 0 ? w->size[k] : 1;
        b[k] = -w->r[k] / size;
        for (int i = 0; i < columns; i++)
            J[k * columns + i] = w->J[k * n + i] * w->unknowns.at[i].scale / size;
    }
    num_cod f;
    num_cod_factor(&f, J, m, columns, least_rank, ARENA_ARRAY(w->s->a, int, columns + 1),
                   ARENA_ARRAY(w->s->a, double, num_cod_doubles(m, columns) + 1));
    num_cod_solve(&f, b, step);
    for (int i = 0; i < columns; i++)
        step[i] *= w->unknowns.at[i].scale;
    return f.rank;
}

/* Towards the solution of the linear system, as far as that helps. */
static bool go(search *w, const double *step) {
    const size_t n = w->unknowns.len;
    double *x = ARENA_ARRAY(w->s->a, double, n + 1), *r = ARENA_ARRAY(w->s->a, double, w->conditions.len + 1);
    const double before = error_of(w, w->r);
    double part = 1;
    for (int half = 0; half < MOST_HALVES; half++, part *= 0.5) {
        for (size_t i = 0; i < n; i++)
            x[i] = w->x[i] + part * step[i];
        if (residuals(w, x, r) && error_of(w, r) < before) {
            memcpy(w->x, x, n * sizeof *x);
            memcpy(w->r, r, w->conditions.len * sizeof *r);
            return true;
        }
    }
    return false;
}

static void descend(search *w) {
    double *step = ARENA_ARRAY(w->s->a, double, w->unknowns.len + 1);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        if (!find_slopes(w) || error_of(w, w->r) == 0)
            return;
        solve(w, (int)w->unknowns.len, step);
        if (!go(w, step))
            return;
    }
}

/* --- Findings --- */

static bool fail(sim *s, finding *f, span at, const char *help) {
    f->at = at;
    diag_help(s->m->findings, f, "%s", help);
    s->result->start_failed = true;
    return false;
}

static bool anything_moves(const model *m) {
    for (size_t i = 0; i < m->param_count; i++)
        if (is_unknown(&m->params[i]))
            return true;
    for (size_t i = 0; i < m->declared_coords; i++)
        if (!m->coords[i].fixed)
            return true;
    for (size_t i = 0; i < m->initial_count; i++)
        if (m->initials[i].guess)
            return true;
    return false;
}

static bool blame(sim *s, const model_initial *i, double off) {
    finding *f = dynamics_fail(s, DIAG_E0414, "the initial value of '%s' cannot be reached: it is off by %s", i->name,
                               model_amount_text(s->m, off, i->dim, s->a));
    return fail(s, f, i->at,
                anything_moves(s->m)
                    ? "the search from these guesses finds no such start: change what is written with '~', or leave "
                      "out a condition"
                    : "it needs something that can move: an unknown parameter, as in 'param k ~ 100 N/m', or a start "
                      "written with '~'");
}

/* A parameter that nothing at the start depends on, or more of them than the start can tell apart. */
static bool are_determined(search *w) {
    sim *s = w->s;
    const size_t n = w->unknowns.len;
    for (size_t i = 0; i < (size_t)w->params; i++) {
        bool matters = false;
        for (size_t k = 0; k < w->conditions.len; k++)
            matters = matters || fabs(w->J[k * n + i]) * extent(w, i) > least_rank * w->size[k];
        const model_param *p = &s->m->params[w->unknowns.at[i].index];
        if (!matters)
            return fail(
                s, dynamics_fail(s, DIAG_E0419, "nothing at the start determines the parameter '%s'", p->name), p->at,
                "write '=' for its value, or an initial value that depends on it, as in 'initial theta'' = 0' or "
                "'initial P = [1 m, 2 m]'");
    }
    const int rank = solve(w, w->params, ARENA_ARRAY(s->a, double, n + 1));
    if (rank >= w->params)
        return true;
    const model_param *last = &s->m->params[w->unknowns.at[w->params - 1].index];
    finding *f = dynamics_fail(s, DIAG_E0419, "the start determines only %d of %d unknown parameters", rank, w->params);
    return fail(s, f, last->at, "write '=' for the value of one of them, or one more initial value");
}

static void warn_of_bounds(const sim *s, const model_param *p) {
    const double value = model_value_of(s->m, p);
    if (!p->has_bounds || (value >= p->low && value <= p->high))
        return;
    diag_add(s->m->findings, DIAG_W0421, p->at, "'%s' is found to be %s, outside its bounds [%s, %s]", p->name,
             model_shown_text(s->m, p->shown, value, p->dim, s->a),
             model_shown_text(s->m, p->shown, p->low, p->dim, s->a),
             model_shown_text(s->m, p->shown, p->high, p->dim, s->a));
}

static void tell(sim *s) {
    s->result->found = ARENA_ARRAY(s->kept, double, s->m->param_count + 1);
    for (size_t i = 0; i < s->m->param_count; i++) {
        const model_param *p = &s->m->params[i];
        s->result->found[i] = p->found ? model_value_of(s->m, p) : NAN;
        if (p->found)
            warn_of_bounds(s, p);
    }
}

/* Which of the conditions does not hold; -1: all do. */
static int failing(const search *w) {
    for (size_t k = 0; k < w->conditions.len; k++)
        if (!(fabs(w->r[k]) <= fmax(tolerance * w->size[k], rounding * w->terms[k])))
            return (int)k;
    return -1;
}

static bool may_touch(const model *m) {
    for (size_t i = 0; i < m->row_count; i++)
        if (m->rows[i].contact || m->rows[i].tangents)
            return true;
    return false;
}

/* From x on; false if there is no start with these values. */
static bool seek(search *w) {
    if (!residuals(w, w->x, w->r))
        return false;
    for (size_t k = 0; k < w->conditions.len; k++)
        w->terms[k] = size_of_terms(w->s, &w->s->m->initials[w->conditions.at[k]]);
    descend(w);
    return true;
}

/* What has been found without contacts, or from the guesses, once more with those that press and drag: false where that
   does not hold. */
static bool seek_with_contacts(search *w, bool found) {
    const size_t n = w->unknowns.len;
    double *x = ARENA_ARRAY(w->s->a, double, n + 1);
    memcpy(x, w->x, n * sizeof *x);
    w->contacts = true;
    for (size_t i = 0; i < n && !found; i++)
        w->x[i] = w->unknowns.at[i].guess;
    if (seek(w) && failing(w) < 0)
        return true;
    w->contacts = false;
    memcpy(w->x, x, n * sizeof *x);
    residuals(w, w->x, w->r);
    return false;
}

/* False if there is no start from the guesses at all. */
static bool seek_in_silence(search *w) {
    sim *s = w->s;
    diag *findings = s->m->findings;
    s->m->findings = diag_create_like(s->a, findings); /* of starts on the way */
    const sim_end end = s->result->end;
    bool begun = seek(w);
    if (may_touch(s->m))
        begun = seek_with_contacts(w, begun && failing(w) < 0) || begun;
    s->m->findings = findings;
    s->result->start_failed = false;
    s->result->failure = NULL;
    s->result->end = end;
    put(w, w->x);
    return begun;
}

bool initial_find_unknowns(sim *s, start_attempt *attempt, start_offsets *offsets) {
    search w = {.s = s, .attempt = attempt, .offsets = offsets};
    LGR_ASSERT(attempt && offsets->position && offsets->rate);
    for (size_t i = 0; i < s->m->param_count; i++)
        s->m->params[i].found = false;
    model_assign(s->m, NULL, NULL, 0);
    collect(&w);
    const size_t n = w.unknowns.len, m = w.conditions.len;
    w.x = ARENA_ARRAY(s->a, double, n + 3 * m + m * n + 1);
    w.r = w.x + n;
    w.size = w.r + m;
    w.terms = w.size + m;
    w.J = w.terms + m;
    for (size_t i = 0; i < n; i++)
        w.x[i] = w.unknowns.at[i].guess;
    if (!seek_in_silence(&w))
        return true; /* the start itself tells what is wrong */
    const int wrong = failing(&w);
    if (wrong >= 0)
        return blame(s, &s->m->initials[w.conditions.at[wrong]], w.r[wrong]);
    if (w.params && !are_determined(&w))
        return false;
    if (w.params)
        tell(s);
    return true;
}

bool initial_unknowns_hold(sim *s) {
    const double *values = has_conditions(s->m) ? dynamics_values(s) : NULL;
    for (size_t i = 0; values && i < s->m->initial_count; i++) {
        const model_initial *x = &s->m->initials[i];
        const double r = x->later ? dynamics_value(s, x->residual, values) : 0;
        if (r != 0 && !(fabs(r) <= 1e3 * tolerance * size_of_terms(s, x)))
            return blame(s, x, r);
    }
    return true;
}
