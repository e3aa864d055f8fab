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

static bool element_holds(sim *s, const system_element *e, expr_id node) {
    expr_id roots[7] = {e->energy};
    size_t count = e->energy.i ? 1 : 0;
    for (int k = 0; k < e->size; k++) {
        roots[count++] = e->force[k];
        roots[count++] = e->velocity[k];
    }
    const uint32_t *below;
    size_t nodes = expr_nodes_below(s->m->g, roots, count, &below);
    for (size_t i = 0; i < nodes; i++)
        if (below[i] == node.i)
            return true;
    return false;
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

static const char *text_of(sim *s, expr_id e) {
    strbuf text = base_strbuf_make(s->a);
    expr_print(s->m->g, e, PRINTED, &text);
    return base_strbuf_text(&text);
}

/* --- A condition that switches --- */

finding *diagnose_switching(sim *s, diag_code code, expr_id node, const char *what) {
    LGR_ASSERT(node.i);
    const system_element *e = element_of(s, node);
    finding *f = dynamics_fail(s, code, "%s where '%s' in '%s' switches, at t = %.9g s", what, text_of(s, node),
                               e ? e->name : "the equations of motion", s->t);
    if (e)
        f->at = e->at;
    return f;
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

/* Close to zero, where most such values end, the digits are chance. */
static const char *operand_there(sim *s, expr_id operand, double value) {
    const char *name = text_of(s, operand);
    return fabs(value) < 1e-9 ? base_arena_printf(s->a, ": '%s' becomes 0 there", name)
                              : base_arena_printf(s->a, ": '%s' is %.10g there", name, value);
}

static bool tell_valueless(sim *s, expr_id node, const double *x, double t) {
    const system_element *e = element_of(s, node);
    expr_node n = *expr_node_at(s->m->g, node);
    expr_id operand = n.op == EXPR_DIV || n.op == EXPR_ATAN2 ? n.arg[1] : n.arg[0];
    const char *where = e ? e->name : "the equations of motion";
    finding *f = dynamics_fail(s, DIAG_E0501, "'%s' in '%s' has no value from t = %.9g s on%s", text_of(s, node), where,
                               t, operand.i ? operand_there(s, operand, dynamics_value(s, operand, x)) : "");
    if (e)
        f->at = e->at;
    diag_help(s->m->findings, f, "end the run earlier by an event, or write an expression that is defined there too");
    return true;
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
        if (dynamics_evaluate(s, s->t + d, ahead, NULL))
            continue;
        const double *x = dynamics_values(s);
        expr_id node = valueless(s, x);
        if (node.i && element_of(s, node))
            return tell_valueless(s, node, x, s->t + d);
        if (node.i && !first.i) {
            first = node;
            values = x;
            t = s->t + d;
        }
    }
    return first.i && tell_valueless(s, first, values, t);
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
