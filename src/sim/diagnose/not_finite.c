/* Names the energy, force or constraint without a finite value where a run cannot continue. */
#include <math.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"

typedef struct search {
    sim *s;
    const double *values;
    uint32_t *vars; /* coordinates and velocities in force */
    size_t count;
} search;

/* Whether the expression or its derivative by what moves is not finite. */
static bool breaks_down(const search *x, expr_id e) {
    if (!e.i)
        return false;
    if (!isfinite(dynamics_value(x->s, e, x->values)))
        return true;
    expr_id *slopes = ARENA_ARRAY(x->s->a, expr_id, x->count + 1);
    expr_reverse(x->s->m->g, &e, NULL, 1, x->vars, x->count, slopes);
    for (size_t i = 0; i < x->count; i++)
        if (slopes[i].i && !isfinite(dynamics_value(x->s, slopes[i], x->values)))
            return true;
    return false;
}

static bool element_breaks_down(const search *x, const system_element *e, expr_id *where) {
    if (e->switch_index >= 0 && x->s->mode->switched_off[e->switch_index])
        return false;
    *where = e->energy;
    bool found = breaks_down(x, e->energy);
    for (int k = 0; k < e->size && !found; k++) {
        *where = breaks_down(x, e->force[k]) ? e->force[k] : e->velocity[k];
        found = breaks_down(x, *where);
    }
    return found;
}

static search begin(sim *s) {
    const mode *o = s->mode;
    search x = {.s = s, .values = dynamics_values(s), .vars = ARENA_ARRAY(s->a, uint32_t, 2 * o->n + 1)};
    for (int i = 0; i < o->n; i++) {
        x.vars[x.count++] = s->m->coords[o->eq.coords[i]].q;
        x.vars[x.count++] = s->m->coords[o->eq.coords[i]].v;
    }
    return x;
}

/* Whether the expression is infinite because numbers are too large: of a pole or of log(0) some operand is zero. */
static bool overflows(const search *x, expr_id e) {
    sim *s = x->s;
    if (isfinite(dynamics_value(s, e, x->values)))
        return false;
    expr_id at = diagnose_innermost(s, e, x->values);
    expr_node n = *expr_node_at(s->m->g, at);
    bool zero = false;
    for (int k = 0; k < 3; k++)
        zero = zero || (n.arg[k].i && dynamics_value(s, n.arg[k], x->values) == 0);
    return n.arg[0].i && !zero && isinf(dynamics_value(s, at, x->values));
}

static finding *blame(const search *x, diag_code code, const char *name, span at, expr_id where, const char *when) {
    sim *s = x->s;
    bool *used = ARENA_ARRAY(s->a, bool, s->m->var_count + 1);
    expr_mark_vars(s->m->g, &where, 1, used);
    finding *f = dynamics_fail(s, code, "'%s' has no finite value or derivative %s%s", name, when,
                               diagnose_places(s, used, NULL));
    f->at = at;
    diag_help(s->m->findings, f,
              overflows(x, where)
                  ? "it exceeds the largest number, 1.8e308: use smaller values, or other units"
                  : "avoid this position, where for example a divisor or the length of a vector is zero");
    return f;
}

static const system_element *broken_element(const search *x, expr_id *where) {
    const model_system *system = x->s->mode->choice.system;
    for (size_t i = 0; i < system->element_count; i++)
        if (element_breaks_down(x, &system->elements[i], where))
            return &system->elements[i];
    return NULL;
}

static const model_row *broken_row(const search *x, expr_id *where) {
    const mech_equations *e = &x->s->mode->eq;
    for (int k = 0; k < e->m; k++) {
        *where = e->f[k];
        if (breaks_down(x, *where))
            return &x->s->m->rows[e->rows[k]];
    }
    return NULL;
}

bool diagnose_forces_break_down(sim *s) {
    search x = begin(s);
    expr_id where;
    return broken_element(&x, &where) && !broken_row(&x, &where);
}

finding *diagnose_not_finite(sim *s, diag_code code, const char *when) {
    search x = begin(s);
    expr_id where;
    const system_element *e = broken_element(&x, &where);
    if (e)
        return blame(&x, code, e->name, e->at, where, when);
    const model_row *row = broken_row(&x, &where);
    return row ? blame(&x, code, row->name, row->at, where, when) : NULL;
}

finding *diagnose_idle(sim *s, const char *when) {
    int idle = dynamics_idle_row(s);
    if (idle < 0)
        return NULL;
    const model_row *row = &s->m->rows[idle];
    finding *f = dynamics_fail(s, DIAG_E0406, "the gradient of '%s' vanishes %s, so that it cannot act as a constraint",
                               row->name, when);
    f->at = row->at;
    diag_help(s->m->findings, f, "write it so that its sides cross where it holds: y = 0 rather than y^2 = 0");
    return f;
}
