/* What makes steps collapse, by the names of the model: an expression that has no value, a force that jumps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/notation.h"
#include "expr/walk.h"
#include "sim/internal.h"

enum { WINDOW = 200, PRINTED = 60 };

/* Signs and comparisons in the equations of a mode: what each looks at. */
struct jump_watch {
    const tape *program;
    double *slots;
    expr_id *node; /* sign(u), or a comparison */
    size_t count;
    double *ahead, *rate; /* states */
    long steps;
    double since; /* when the window began */
};

static bool jumps(const graph *g, expr_id e) {
    expr_op op = graph_node(g, e)->op;
    return op == EXPR_SIGN || op == EXPR_LT || op == EXPR_LE;
}

static expr_id guard_of(graph *g, expr_id e) {
    expr_node n = *graph_node(g, e);
    return n.op == EXPR_SIGN ? n.arg[0] : expr_sub(g, n.arg[1], n.arg[0]);
}

jump_watch *jumps_create(sim *s, const mode *m, const uint32_t *vars, size_t var_count) {
    graph *g = s->m->g;
    VEC(expr_id) nodes = {0};
    VEC(expr_id) guards = {0};
    const uint32_t *below;
    size_t count = expr_nodes_below(g, m->eq.h, (size_t)m->n, &below);
    for (size_t i = 0; i < count; i++)
        if (jumps(g, (expr_id){below[i]}))
            vec_push(s->a, &nodes, (expr_id){below[i]});
    if (!nodes.len)
        return NULL;
    for (size_t i = 0; i < nodes.len; i++)
        vec_push(s->a, &guards, guard_of(g, nodes.at[i]));
    jump_watch *w = ARENA_NEW(s->a, jump_watch);
    w->node = nodes.at;
    w->count = nodes.len;
    w->ahead = ARENA_ARRAY(s->a, double, s->y_cap);
    w->rate = ARENA_ARRAY(s->a, double, s->y_cap);
    tape_group group = {.roots = guards.at, .count = guards.len};
    w->program = tape_build(s->a, g, vars, var_count, s->m->param_count, &group, 1);
    w->slots = ARENA_ARRAY(s->a, double, w->program->slot_count + 1);
    tape_scalar.init(w->program, w->slots);
    jumps_restart(s, w);
    return w;
}

void jumps_restart(sim *s, jump_watch *w) {
    w->steps = 0;
    w->since = 0;
    for (size_t i = 0; i < s->m->param_count; i++)
        w->slots[i] = s->m->params[i].value;
    tape_scalar.run(w->program, 0, w->slots);
}

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
    const mech_choice *c = &s->mode->choice;
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *e = &c->system->elements[i];
        if (!(e->switch_index >= 0 && c->switched_off[e->switch_index]) && element_holds(s, e, node))
            return e;
    }
    return NULL;
}

static const char *text_of(sim *s, expr_id e) {
    strbuf text = strbuf_make(s->a);
    expr_print(s->m->g, e, PRINTED, &text);
    return strbuf_text(&text);
}

/* --- A force that jumps --- */

static bool tell_jump(sim *s, const jump_watch *w, size_t k) {
    expr_id node = w->node[k];
    expr_node n = *graph_node(s->m->g, node);
    const system_element *e = element_of(s, node);
    if (!e && n.op == EXPR_SIGN) { /* the slope of a kink */
        node = expr_unary(s->m->g, EXPR_ABS, n.arg[0]);
        e = element_of(s, node);
    }
    finding *f =
        run_fail(s, DIAG_E0514, "'%s' in '%s' jumps back and forth from t = %.6g s on: the last %d steps took %.1g s",
                 text_of(s, node), e ? e->name : "the equations of motion", w->since, WINDOW, s->t - w->since);
    if (e)
        f->at = e->at;
    diag_help(s->m->findings, f,
              "the motion sticks where a force jumps: write a contact with friction, or a law that rises steeply "
              "instead, tanh(u/u0) for sign(u) with a small u0");
    return true;
}

/* What guard k looks at, at the state evaluated last. */
static double look_at(const sim *s, jump_watch *w, size_t k) {
    const mode *m = s->mode;
    size_t params = s->m->param_count;
    memcpy(w->slots + params, m->slots + params, (w->program->input_count - params) * sizeof *w->slots);
    tape_scalar.run(w->program, 1, w->slots);
    return w->slots[w->program->segments[1].out_slots[k]];
}

/* The state moves on by h along its own rate there; what guard k looks at afterwards. */
static double move_on(sim *s, jump_watch *w, size_t k, double h) {
    size_t n = (size_t)s->mode->n;
    memcpy(w->rate, w->ahead + n, n * sizeof *w->rate);
    memcpy(w->rate + n, motion_accelerations(s), n * sizeof *w->rate);
    for (size_t i = 0; i < 2 * n; i++)
        w->ahead[i] += h * w->rate[i];
    return motion_evaluate(s, s->t, w->ahead, NULL) ? look_at(s, w, k) : NAN;
}

/* On both sides of the jump the motion leads back to it (Filippov's sliding): no step can leave it. */
static bool leads_back(sim *s, jump_watch *w, size_t k, double h) {
    memcpy(w->ahead, s->y, state_size(s, s->mode) * sizeof *w->ahead);
    if (!motion_evaluate(s, s->t, w->ahead, NULL))
        return false;
    double here = look_at(s, w, k), next = move_on(s, w, k, h);
    for (int i = 0; i < 20 && here * next > 0 && fabs(next) < fabs(here); i++) {
        h *= 2;
        here = next;
        next = move_on(s, w, k, h);
    }
    if (!(here * next < 0))
        return false;
    double back = move_on(s, w, k, 0.1 * fabs(h));
    return fabs(back) < fabs(next) || back * next < 0;
}

/* Along a jump that the motion cannot leave most attempts are repeated and the steps get so short that there is no end
   in sight; crossing one takes a few short steps only. */
bool jumps_chatter(sim *s) {
    jump_watch *w = s->mode->jumps;
    if (!w)
        return false;
    double took = s->t - w->since, steps_left = took > 0 ? WINDOW * (s->t_end - s->t) / took : INFINITY;
    if (w->steps++ % WINDOW && w->steps > 1)
        return false;
    bool stuck = w->steps > WINDOW && steps_left > (double)s->options.max_steps;
    for (size_t k = 0; stuck && k < w->count; k++)
        if (leads_back(s, w, k, took / WINDOW))
            return tell_jump(s, w, k);
    if (stuck)
        motion_evaluate(s, s->t, s->y, NULL);
    w->since = s->t;
    return false;
}

/* --- A value that is not there --- */

static bool has_value(sim *s, expr_id e, const double *x) {
    return isfinite(motion_eval(s, e, x));
}

expr_id run_innermost(sim *s, expr_id e, const double *x) {
    for (;;) {
        expr_node n = *graph_node(s->m->g, e);
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
                return run_innermost(s, lists[l].at[i], x);
    return EXPR_NONE;
}

/* Close to zero, where most such values end, the digits are chance. */
static const char *operand_there(sim *s, expr_id operand, double value) {
    const char *name = text_of(s, operand);
    return fabs(value) < 1e-9 ? arena_printf(s->a, ": '%s' comes to 0 there", name)
                              : arena_printf(s->a, ": '%s' is %.10g there", name, value);
}

static bool tell_valueless(sim *s, expr_id node, const double *x, double t) {
    const system_element *e = element_of(s, node);
    expr_node n = *graph_node(s->m->g, node);
    expr_id operand = n.op == EXPR_DIV || n.op == EXPR_ATAN2 ? n.arg[1] : n.arg[0];
    const char *where = e ? e->name : "the equations of motion";
    finding *f = run_fail(s, DIAG_E0501, "'%s' in '%s' has no value from t = %.9g s on%s", text_of(s, node), where, t,
                          operand.i ? operand_there(s, operand, motion_eval(s, operand, x)) : "");
    if (e)
        f->at = e->at;
    diag_help(s->m->findings, f, "end the run before with an event, or write an expression that has a value there too");
    return true;
}

/* Looks along the motion a little way ahead, as far as steps that small go. */
bool values_end(sim *s) {
    const mode *m = s->mode;
    if (!motion_evaluate(s, s->t, s->y, NULL))
        return false;
    double *ahead = ARENA_ARRAY(s->a, double, s->y_cap), *a = ARENA_ARRAY(s->a, double, m->n + 1);
    memcpy(a, motion_accelerations(s), (size_t)m->n * sizeof *a);
    memcpy(ahead, s->y, state_size(s, m) * sizeof *ahead);
    expr_id first = EXPR_NONE; /* what stands in the equations only, where nothing is found in the text */
    const double *values = NULL;
    double t = s->t;
    for (double d = 1e-16 * (1 + fabs(s->t)); d < 1e-6 * (1 + fabs(s->t)); d *= 4) {
        for (int i = 0; i < m->n; i++) {
            ahead[i] = s->y[i] + d * (s->y[m->n + i] + 0.5 * d * a[i]);
            ahead[m->n + i] = s->y[m->n + i] + d * a[i];
        }
        if (motion_evaluate(s, s->t + d, ahead, NULL))
            continue;
        const double *x = motion_values(s);
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
bool constraints_meet(sim *s) {
    const mode *m = s->mode;
    bool *independent = ARENA_ARRAY(s->a, bool, m->m + 1);
    if (m->used_count < 2 || !motion_evaluate(s, s->t, s->y, NULL))
        return false;
    motion_matrices(s);
    if (saddle_row_rank(m->solver, m->A, m->n, m->m, 1e-3, independent) >= m->used_count)
        return false;
    int row = 0;
    for (int j = 0; j < m->used_count; j++)
        if (!independent[m->used[j]])
            row = m->eq.rows[m->used[j]];
    finding *f = run_fail(s, DIAG_E0501,
                          "the step size has collapsed at t = %.9g s: the constraints become dependent there, "
                          "'%s' says nothing new",
                          s->t, s->m->rows[row].name);
    f->at = s->m->rows[row].at;
    diag_help(s->m->findings, f,
              "the constraints only touch, or leave more than one way from there on (a dead point): keep the motion "
              "away from it, or choose coordinates that need fewer constraints");
    return true;
}
