/* Why step sizes become too small, in terms of the model: an expression that is undefined, a condition that switches
   endlessly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/notation.h"
#include "expr/walk.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"

enum { PRINTED = 60 };

/* --- Names --- */

static bool hold_node(sim *s, const expr_id *roots, size_t count, expr_id node) {
    const uint32_t *below;
    size_t nodes = expr_nodes_below(s->m->g, roots, count, &below);
    for (size_t i = 0; i < nodes; i++)
        if (below[i] == node.i)
            return true;
    return false;
}

static bool element_holds(sim *s, const system_element *e, expr_id node) {
    expr_id roots[7] = {e->energy};
    size_t count = e->energy.i ? 1 : 0;
    for (int k = 0; k < e->size; k++) {
        roots[count++] = e->force[k];
        roots[count++] = e->velocity[k];
    }
    return hold_node(s, roots, count, node);
}

/* The element of the model in force that an expression stands in; NULL if in none. */
static const system_element *element_of(sim *s, expr_id node) {
    const mech_choice *c = &s->mode->told;
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *e = &c->system->elements[i];
        if (!(e->switch_index >= 0 && c->switched_off[e->switch_index]) && element_holds(s, e, node))
            return e;
    }
    return NULL;
}

/* What of the model a place belongs to. */
typedef struct owner {
    const char *name;
    span at;
} owner;

static bool row_holds(sim *s, const system_row *r, expr_id node) {
    const expr_id all[] = {r->f, r->rate, r->mu, r->hold};
    expr_id roots[sizeof all / sizeof *all];
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].i)
            roots[count++] = all[i];
    return hold_node(s, roots, count, node);
}

/* Which report something integrated along the motion is for. */
static const model_report *report_of(sim *s, expr_id node) {
    const model_system *x = s->mode->told.system;
    bool *wanted = ARENA_ARRAY(s->a, bool, s->m->var_count + 1);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (x->reducers[i].i && hold_node(s, &x->reducers[i], 1, node))
            wanted[s->m->reducers[i].var] = true;
    for (size_t i = 0; i < s->m->report_count; i++)
        if (expr_depends(s->m->g, s->m->reports[i].value, wanted))
            return &s->m->reports[i];
    return NULL;
}

/* The element, constraint, contact, friction or report that an expression stands in. */
static owner owner_of(sim *s, expr_id node) {
    const system_element *e = element_of(s, node);
    if (e)
        return (owner){e->name, e->at};
    for (size_t i = 0; i < s->m->row_count; i++)
        if (row_holds(s, &s->mode->told.system->rows[i], node))
            return (owner){s->m->rows[i].name, s->m->rows[i].at};
    const model_report *r = report_of(s, node);
    return r ? (owner){r->name, r->at} : (owner){"the equations of motion", {0, 0}};
}

static const char *text_of(sim *s, expr_id e) {
    strbuf text = base_strbuf_make(s->a);
    expr_print(s->m->g, e, PRINTED, &text);
    return base_strbuf_text(&text);
}

/* --- A condition that switches --- */

finding *diagnose_switching(sim *s, diag_code code, expr_id node, const char *what) {
    LGR_ASSERT(node.i);
    const owner o = owner_of(s, node);
    finding *f =
        dynamics_fail(s, code, "%s where '%s' in '%s' switches, at t = %.9g s", what, text_of(s, node), o.name, s->t);
    f->at = o.at;
    return f;
}

finding *diagnose_fast_switching(sim *s, expr_id node) {
    const owner o = owner_of(s, node);
    return dynamics_doubt(s, DIAG_W0512, o.at,
                          "'%s' in '%s' changes too fast to be resolved from t = %.9g s on: where it switches may be "
                          "missed",
                          text_of(s, node), o.name, s->t);
}

/* --- A value that is not there --- */

static bool has_value(sim *s, expr_id e, const double *x) {
    return isfinite(dynamics_value(s, e, x));
}

expr_id diagnose_innermost(sim *s, expr_id e, const double *x) {
    LGR_ASSERT(e.i);
    for (;;) {
        expr_node n = *expr_node_at(s->m->g, e);
        int k = 0;
        while (k < 3 && (!n.arg[k].i || has_value(s, n.arg[k], x)))
            k++;
        if (k == 3)
            return e;
        e = n.arg[k];
    }
}

static expr_id valueless(sim *s, const double *x) {
    const mech_equations *e = &s->mode->eq;
    const struct {
        const expr_id *at;
        int count;
    } lists[] = {{e->h, e->n}, {e->M, e->M ? e->n * e->n : 0}, {e->A, e->n * e->m}, {e->gamma, e->m}};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (int i = 0; i < lists[l].count; i++)
            if (lists[l].at[i].i && !has_value(s, lists[l].at[i], x))
                return diagnose_innermost(s, lists[l].at[i], x);
    return EXPR_NONE;
}

/* What a condition of a row in force compares and has no value: then it counts as false, and the row is another one.
   Arms that are not chosen do not count. */
static expr_id undecided(sim *s, const double *x) {
    const mech_equations *e = &s->mode->eq;
    const uint32_t *below;
    arena *scratch = base_arena_create();
    bool *asked = ARENA_ARRAY(scratch, bool, expr_graph_size(s->m->g));
    for (int k = 0; k < e->m; k++)
        asked[e->f[k].i] = true;
    expr_id found = EXPR_NONE;
    for (size_t i = expr_nodes_below(s->m->g, e->f, (size_t)e->m, &below); i-- > 0 && !found.i;) {
        const expr_node n = *expr_node_at(s->m->g, (expr_id){below[i]});
        const bool compares = n.op == EXPR_LT || n.op == EXPR_LE || n.op == EXPR_SIGN, chooses = n.op == EXPR_SELECT;
        const int chosen = chooses && dynamics_value(s, n.arg[0], x) == 0 ? 2 : 1;
        for (int k = 0; asked[below[i]] && k < 3 && n.arg[k].i; k++) {
            asked[n.arg[k].i] |= !chooses || k == 0 || k == chosen;
            if (compares && !has_value(s, n.arg[k], x))
                found = diagnose_innermost(s, n.arg[k], x);
        }
    }
    base_arena_destroy(scratch);
    return found;
}

/* Close to zero, where most such values end, the digits are chance. */
static const char *operand_there(sim *s, expr_id operand, double value) {
    const char *name = text_of(s, operand);
    return fabs(value) < 1e-9 ? base_arena_printf(s->a, ": '%s' becomes 0 there", name)
                              : base_arena_printf(s->a, ": '%s' is %.10g there", name, value);
}

/* `when`: "at t = 1 s". */
static bool tell_valueless(sim *s, diag_code code, expr_id node, const double *x, const char *when) {
    const owner o = owner_of(s, node);
    expr_node n = *expr_node_at(s->m->g, node);
    expr_id operand = n.op == EXPR_DIV || n.op == EXPR_ATAN2 ? n.arg[1] : n.arg[0];
    finding *f = dynamics_fail(s, code, "'%s' in '%s' has no value %s%s", text_of(s, node), o.name, when,
                               operand.i ? operand_there(s, operand, dynamics_value(s, operand, x)) : "");
    f->at = o.at;
    diag_help(s->m->findings, f, "end the run earlier by an event, or write an expression that is defined there too");
    return true;
}

static const char *from_then_on(sim *s, double t) {
    return base_arena_printf(s->a, "from t = %.9g s on", t);
}

void diagnose_argument(sim *s, expr_id argument) {
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    const double *x = dynamics_values(s);
    if (!has_value(s, argument, x))
        tell_valueless(s, DIAG_E0505, diagnose_innermost(s, argument, x), x,
                       base_arena_printf(s->a, "at t = %.9g s", s->t));
}

/* Looks along the motion a little way ahead, as far as steps that small go. */
bool diagnose_values_end(sim *s) {
    const mode *m = s->mode;
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    double *ahead = ARENA_ARRAY(s->a, double, s->y_cap), *a = ARENA_ARRAY(s->a, double, m->n + 1);
    memcpy(a, dynamics_accelerations(s), (size_t)m->n * sizeof *a);
    memcpy(ahead, s->y, dynamics_state_size(s, m) * sizeof *ahead);
    expr_id first = EXPR_NONE; /* what stands in the equations only, where nothing is found in the text */
    const double *values = NULL;
    double t = s->t;
    for (double d = 1e-16 * (1 + fabs(s->t)); d < 1e-6 * (1 + fabs(s->t)); d *= 4) {
        for (int i = 0; i < m->n; i++) {
            ahead[i] = s->y[i] + d * (s->y[m->n + i] + 0.5 * d * a[i]);
            ahead[m->n + i] = s->y[m->n + i] + d * a[i];
        }
        const bool moves = dynamics_evaluate(s, s->t + d, ahead, NULL);
        const double *x = dynamics_values(s);
        expr_id node = undecided(s, x);
        if (node.i)
            return tell_valueless(s, DIAG_E0501, node, x, from_then_on(s, s->t + d));
        if (moves)
            continue;
        node = valueless(s, x);
        if (node.i && element_of(s, node))
            return tell_valueless(s, DIAG_E0501, node, x, from_then_on(s, s->t + d));
        if (node.i && !first.i) {
            first = node;
            values = x;
            t = s->t + d;
        }
    }
    return first.i && tell_valueless(s, DIAG_E0501, first, values, from_then_on(s, t));
}

/* --- Constraints that become dependent --- */

/* Where the machine can go on in more than one way, or the constraints only touch, nothing leads the motion on. */
bool diagnose_constraints_meet(sim *s) {
    const mode *m = s->mode;
    bool *independent = ARENA_ARRAY(s->a, bool, m->m + 1);
    if (m->used_count < 2 || !dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    dynamics_matrices(s);
    if (num_saddle_row_rank(m->solver, m->A, m->n, m->m, 1e-3, independent) >= m->used_count)
        return false;
    int row = 0;
    for (int j = 0; j < m->used_count; j++)
        if (!independent[m->used[j]])
            row = m->eq.rows[m->used[j]];
    finding *f =
        dynamics_fail(s, DIAG_E0501,
                      "the step size has become too small at t = %.9g s: the constraints become dependent there, "
                      "'%s' follows from the others",
                      s->t, s->m->rows[row].name);
    f->at = s->m->rows[row].at;
    diag_help(s->m->findings, f,
              "avoid this configuration, in which the constraints only touch or allow more than one direction of "
              "motion, or choose coordinates that need fewer constraints");
    return true;
}
