/* The state that a model starts from, for other values of its parameters, and its equations there. */
#include "linear/problem.h"

#include <math.h>
#include <string.h>

/* Of the scale of a coordinate: what is less at rest is 0. */
static const double rounding = 1e-14;

/* "rest, theta = 3 deg": what is left of the text behind the words "start" and "rest", which stand alone. */
static const char *read_words(linear_problem *p, const char *text) {
    static const char *const words[] = {"start", "rest"};
    for (bool again = true; again;) {
        again = false;
        text += strspn(text, " ");
        for (size_t k = 0; k < sizeof words / sizeof *words && !again; k++) {
            const size_t length = strlen(words[k]),
                         blanks = strspn(text + length * !strncmp(text, words[k], length), " ");
            const char *end = text + length + blanks;
            if (strncmp(text, words[k], length) != 0 || (*end && *end != ','))
                continue;
            p->at_rest = p->at_rest || k == 1;
            text = *end ? end + 1 : end;
            again = true;
        }
    }
    return text;
}

static sim_options start_options(void) {
    sim_options o = sim_options_default();
    o.until = 0;
    o.equations_only = true;
    o.keep_trajectory = false;
    return o;
}

bool linear_same_choice(const model *m, const mech_choice *x, const mech_choice *y) {
    return x->system->freed == y->system->freed && memcmp(x->rows, y->rows, m->row_count * sizeof *x->rows) == 0 &&
           memcmp(x->slip, y->slip, m->row_count * sizeof *x->slip) == 0 &&
           memcmp(x->dropped, y->dropped, m->coord_count * sizeof *x->dropped) == 0 &&
           memcmp(x->switched_off, y->switched_off, m->switch_count * sizeof *x->switched_off) == 0;
}

const mech_choice *linear_translate(linear_problem *p, const mech_choice *of) {
    mech_choice *c = ARENA_NEW(p->a, mech_choice);
    *c = *of;
    c->system = model_variant(p->m, of->system->freed);
    return c;
}

static void measure(linear_problem *p, const sim_point *at) {
    mech_equations e = mech_derive(p->m, p->choice, p->a);
    const size_t count = p->m->coord_count;
    double *q = ARENA_ARRAY(p->a, double, count + 1), *v = ARENA_ARRAY(p->a, double, count + 1);
    for (size_t i = 0; i < count && i < p->m->declared_coords; i++) {
        q[i] = isfinite(at->q[i]) ? at->q[i] : 0;
        v[i] = isfinite(at->v[i]) ? at->v[i] : 0;
    }
    p->scales = analysis_scales_find(p->m, &e, at->t, q, v, p->a);
}

/* What the start is with another place; `loose`: what the text does not name may move. NULL: there is none. */
static const sim_result *try_start(linear_problem *p, const char *text, bool loose, const char **why) {
    const sim_options options = start_options();
    p->of_start = model_copy(p->m, p->a);
    *why = *text ? model_start_at(p->of_start, text, loose) : NULL;
    const sim_result *r = NULL;
    if (!*why) {
        p->kit = sim_kit_create(p->of_start, &options, true, p->a);
        r = sim_kit_run(p->kit, p->a);
    }
    if (r && !r->start_failed)
        return r;
    if (p->kit)
        sim_kit_dispose(p->kit);
    p->kit = NULL;
    return NULL;
}

static const sim_result *find_start(linear_problem *p, const char *at, const char **why) {
    const char *text = at ? read_words(p, at) : "";
    const sim_result *r = try_start(p, text, false, why);
    if (r || *why || !*text)
        return r;
    model_dispose(p->of_start);
    return try_start(p, text, true, why);
}

linear_problem *linear_create(model *m, const char *at, const char **why, arena *a) {
    linear_problem *p = ARENA_NEW(a, linear_problem);
    *p = (linear_problem){.a = a, .m = m};
    const sim_result *r = find_start(p, at, why);
    if (!r) {
        if (!*why)
            diag_merge(m->findings, p->of_start->findings);
        linear_dispose(p);
        return NULL;
    }
    p->choice = linear_translate(p, r->initial_choice);
    measure(p, &r->initial);
    p->p = point_create(m, p->choice, a);
    const int n = point_equations(p->p)->n;
    p->last = ARENA_ARRAY(a, double, n + 1);
    for (int i = 0; i < n; i++)
        p->last[i] = NAN;
    return p;
}

void linear_dispose(linear_problem *p) {
    if (p->p)
        point_dispose(p->p);
    if (p->kit)
        sim_kit_dispose(p->kit);
    p->p = NULL;
    p->kit = NULL;
    model_dispose(p->of_start);
}

const model *linear_model(const linear_problem *p) {
    return p->m;
}

bool linear_assign(linear_problem *p, int param, double value) {
    if (p->m->params[param].structural || !model_assign(p->m, &param, &value, 1) ||
        !model_assign(p->of_start, &param, &value, 1))
        return false;
    return true;
}

/* Whether as many rows hold as in the equations. */
static bool is_same_mode(const linear_problem *p, const mech_choice *c) {
    for (size_t k = 0; k < p->m->row_count; k++)
        if (c->rows[k] != p->choice->rows[k])
            return false;
    for (size_t i = 0; i < p->m->switch_count; i++)
        if (c->switched_off[i] != p->choice->switched_off[i])
            return false;
    return true;
}

/* The first is near the start; where none is, the nearest of all that a search finds. */
static bool settle_first(linear_problem *p, double t, double *q, arena *a) {
    const mech_equations *e = point_equations(p->p);
    double *start = ARENA_ARRAY(a, double, e->n + 1);
    memcpy(start, q, (size_t)e->n * sizeof *q);
    if (point_settle(p->p, t, q, NULL, true))
        return true;
    memcpy(q, start, (size_t)e->n * sizeof *q);
    return linear_nearest_rest(p, q, a) && point_settle(p->p, t, q, NULL, false);
}

/* Newton's method from the last equilibrium, so that it is followed. */
static bool settle(linear_problem *p, double t, double *q, double *v, arena *a) {
    const mech_equations *e = point_equations(p->p);
    bool follows = false;
    for (int i = 0; i < e->n; i++) {
        const bool place = model_is_place(&p->m->coords[e->coords[i]]);
        follows = follows || isfinite(p->last[i]);
        q[i] = isfinite(p->last[i]) ? p->last[i] : place ? q[i] : v[i];
    }
    if (follows ? !point_settle(p->p, t, q, NULL, false) : !settle_first(p, t, q, a))
        return false;
    for (int i = 0; i < e->n; i++) {
        const int c = e->coords[i];
        const double size = model_is_place(&p->m->coords[c]) ? p->scales->q[c].near : p->scales->v[c].near;
        q[i] = fabs(q[i]) <= rounding * size ? 0 : q[i];
    }
    memcpy(p->last, q, (size_t)e->n * sizeof *q);
    for (int i = 0; i < e->n; i++) {
        const bool place = model_is_place(&p->m->coords[e->coords[i]]);
        v[i] = place ? 0 : q[i];
    }
    return true;
}

static const char *failure(const diag *d) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return diag_at(d, i)->message;
    return "there is no consistent start";
}

const char *linear_state(linear_problem *p, double *t, double *q, double *v, arena *a) {
    const mech_equations *e = point_equations(p->p);
    diag *outer = p->of_start->findings, *own = diag_create_like(a, outer);
    p->of_start->findings = own;
    const sim_result *r = sim_kit_run(p->kit, a);
    p->of_start->findings = outer;
    if (r->start_failed)
        return base_arena_printf(a, "%s", failure(own));
    if (!is_same_mode(p, r->initial_choice))
        return "other contacts are closed, or other friction sticks, than at the first value";
    *t = r->initial.t;
    for (int i = 0; i < e->n; i++) {
        q[i] = r->initial.q[e->coords[i]];
        v[i] = r->initial.v[e->coords[i]];
    }
    return p->at_rest && !settle(p, *t, q, v, a) ? "no equilibrium was found" : NULL;
}
