/* What is exported as formulas: the simplified equations of a mode, their derivatives, outputs, and how long it lasts.
 */
#include "export/formulas.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "analysis/probe/response.h"
#include "expr/diff.h"
#include "expr/table.h"
#include "num/dense.h"

typedef VEC(expr_id) expr_list;

expr_id export_formulas_definition(const model *m, size_t param) {
    const model_param *p = &m->params[param];
    const bool follows = p->definition.i && (expr_kinds(m->g, p->definition) & 1u << VAR_PARAM);
    return !follows || p->given || p->unknown || p->input || p->structural ? EXPR_NONE : p->definition;
}

static formula_matrix *add_matrix(formula_set *s, const char *symbol, expr_id *e, int rows, int cols) {
    s->all[s->count] = (formula_matrix){.symbol = symbol, .rows = rows, .cols = cols, .e = e};
    return &s->all[s->count++];
}

/* --- What is taken from the derivation --- */

static void add_equations(export_formulas *f, formula_set *s) {
    const derivation *d = &f->d;
    const int n = f->n, m = f->rows;
    add_matrix(s, derive_symbol(d, "M"), d->e.M, n, n)->symmetric = true;
    add_matrix(s, derive_symbol(d, "h"), d->e.h, n, 1);
    if (!m)
        return;
    add_matrix(s, derive_symbol(d, "A"), d->e.A, m, n);
    add_matrix(s, derive_symbol(d, "gamma"), d->e.gamma, m, 1);
    if (f->unsymmetric)
        add_matrix(s, derive_symbol(d, "C"), d->e.C, m, n);
}

static void add_rates(export_formulas *f, formula_set *s) {
    if (f->states)
        add_matrix(s, "rate", f->d.rates, f->states, 1);
}

static expr_id or_zero(graph *g, expr_id e) {
    return e.i ? e : expr_int(g, 0);
}

static void add_constraints(export_formulas *f, formula_set *s) {
    const int m = f->rows;
    expr_id *all = ARENA_ARRAY(f->a, expr_id, 2 * m + 1);
    for (int k = 0; k < m; k++) {
        all[k] = or_zero(f->m->g, f->d.e.f[k]);
        all[m + k] = or_zero(f->m->g, f->d.e.f_dot[k]);
    }
    if (!m)
        return;
    algebra_simplify(f->m->g, all, 2 * (size_t)m, all);
    add_matrix(s, "f", all, m, 1);
    add_matrix(s, "f_dot", all + m, m, 1);
}

/* --- Derivatives --- */

/* Multipliers of ropes have the other sign here, that of a tension. */
static void turn_ropes(const export_formulas *f, expr_id *e, size_t count) {
    expr_list from = {0}, to = {0};
    for (int k = 0; k < f->rows; k++) {
        if (!f->m->rows[f->d.e.rows[k]].pulls)
            continue;
        vec_push(f->a, &from, f->d.lambda[k]);
        vec_push(f->a, &to, expr_neg(f->m->g, f->d.lambda[k]));
    }
    if (from.len && count)
        expr_substitute(f->m->g, e, count, from.at, to.at, from.len, e);
}

/* What the equations leave over, and the rates of states. */
static expr_id *residuals(const export_formulas *f, const mech_equations *e) {
    graph *g = f->m->g;
    const int n = f->n, m = f->rows;
    expr_id *r = ARENA_ARRAY(f->a, expr_id, n + m + f->states + 1);
    for (int i = 0; i < n; i++) {
        r[i] = expr_neg(g, or_zero(g, e->h[i]));
        for (int j = 0; j < n; j++)
            r[i] = expr_add(g, r[i], expr_mul(g, or_zero(g, e->M[i >= j ? i * n + j : j * n + i]), f->d.a[j]));
        for (int k = 0; k < m; k++)
            r[i] = expr_add(g, r[i], expr_mul(g, or_zero(g, e->C[k * n + i]), f->d.lambda[k]));
    }
    for (int k = 0; k < m; k++) {
        r[n + k] = expr_neg(g, or_zero(g, e->gamma[k]));
        for (int i = 0; i < n; i++)
            r[n + k] = expr_add(g, r[n + k], expr_mul(g, or_zero(g, e->A[k * n + i]), f->d.a[i]));
    }
    for (int i = 0; i < f->states; i++)
        r[n + m + i] = f->d.rates[i];
    return r;
}

/* The same as they were derived, which share more. */
static expr_id *plain_residuals(const export_formulas *f) {
    const mech_choice places = mech_without_states(f->m, f->mode->choice, f->a);
    const mech_equations e = mech_derive(f->m, &places, f->a);
    expr_id *r = residuals(f, &e);
    turn_ropes(f, r, (size_t)f->n);
    for (int k = 0; k < f->rows; k++)
        if (f->m->rows[f->d.e.rows[k]].pulls)
            r[f->n + k] = expr_neg(f->m->g, r[f->n + k]);
    return r;
}

/* The k-th number of the state: places, rates, states. */
static uint32_t state_var(const export_formulas *f, int k) {
    const model_coord *coords = f->m->coords;
    if (k < 2 * f->n)
        return k < f->n ? coords[f->d.e.coords[k]].q : coords[f->d.e.coords[k - f->n]].v;
    return coords[f->d.states[k - 2 * f->n]].v;
}

static size_t operations_of(const graph *g, const expr_id *e, size_t count, size_t most) {
    size_t sum = 0;
    for (size_t i = 0; i < count && sum < most; i++)
        sum += algebra_operations(g, e[i]);
    return sum;
}

/* Of `count` expressions by the numbers of the state, row by row. */
static expr_id *differentiate(const export_formulas *f, const expr_id *r, size_t count, size_t width) {
    graph *g = f->m->g;
    expr_id *column = ARENA_ARRAY(f->a, expr_id, count + 1), *all = ARENA_ARRAY(f->a, expr_id, count * width + 1);
    for (size_t k = 0; k < width; k++) {
        expr_id *dot = ARENA_ARRAY(f->a, expr_id, expr_var_count(g));
        dot[state_var(f, (int)k)] = expr_int(g, 1);
        expr_forward(g, r, count, dot, column);
        for (size_t i = 0; i < count; i++)
            all[i * width + k] = column[i];
    }
    return all;
}

/* False if nothing had to be done so that they have derivatives at rest. */
static bool soften(const export_formulas *f, expr_id *r, size_t count) {
    expr_id *before = ARENA_ARRAY(f->a, expr_id, count + 1);
    memcpy(before, r, count * sizeof *r);
    expr_soften(f->m->g, r, count, 1u << VAR_VELOCITY, f->a, r);
    return count && memcmp(before, r, count * sizeof *r) != 0;
}

/* Long ones, and those that would lose their values at rest, are as differentiation gives them. */
static void add_slopes(export_formulas *f, formula_set *s) {
    enum { READABLE = 5000 }; /* operations */
    const size_t solved = (size_t)(f->n + f->rows), count = solved + (size_t)f->states,
                 width = (size_t)(2 * f->n + f->states);
    expr_id *all = differentiate(f, residuals(f, &f->d.e), count, width), *plain = plain_residuals(f);
    if (soften(f, plain, count) || operations_of(f->m->g, all, count * width, READABLE) >= READABLE)
        all = differentiate(f, plain, count, width);
    else
        algebra_simplify(f->m->g, all, count * width, all);
    add_matrix(s, "slope", all, (int)solved, (int)width);
    if (f->states)
        add_matrix(s, "rate_slope", all + solved * width, f->states, (int)width);
}

/* --- Outputs --- */

static analysis_setting setting_of(const export_formulas *f) {
    analysis_setting s = {.m = f->m, .choice = *f->mode->choice, .a = f->a};
    s.e = mech_derive(f->m, &s.choice, f->a);
    return s;
}

/* Any expressions of the mode's system in the place of its outputs. */
static expr_id *resolve(const export_formulas *f, expr_id *e, size_t count) {
    model *m = f->m;
    if (!count)
        return e;
    analysis_setting s = setting_of(f);
    model_system system = *s.choice.system;
    const size_t outputs = m->output_count;
    system.outputs = e;
    s.choice.system = &system;
    m->output_count = count;
    expr_id *found = analysis_outputs(&s, f->a);
    m->output_count = outputs;
    expr_list rates = {0};
    for (int k = 0; k < f->states; k++)
        vec_push(f->a, &rates, expr_var(m->g, m->coords[f->d.states[k]].a));
    for (size_t i = 0; i < count; i++) {
        if (found[i].i)
            turn_ropes(f, &found[i], 1);
        if (found[i].i && rates.len)
            expr_substitute(m->g, &found[i], 1, rates.at, f->d.rates, rates.len, &found[i]);
    }
    return found;
}

static void add_outputs(export_formulas *f, formula_set *s) {
    model *m = f->m;
    f->outputs = ARENA_ARRAY(f->a, int, m->output_count + 1);
    expr_id *all = resolve(f, f->mode->choice->system->outputs, m->output_count);
    for (size_t i = 0; i < m->output_count; i++)
        if (all[i].i) {
            all[f->output_count] = all[i];
            f->outputs[f->output_count++] = (int)i;
        }
    if (!f->output_count)
        return;
    algebra_simplify(m->g, all, (size_t)f->output_count, all);
    add_matrix(s, "out", all, f->output_count, 1);
}

/* --- How long the mode lasts --- */

/* A condition as a number that is positive while it does not hold. */
static expr_id margin(graph *g, expr_id condition, bool negated) {
    const expr_node n = *expr_node_at(g, condition);
    expr_id one;
    switch (n.op) {
    case EXPR_LT:
    case EXPR_LE:
        return negated ? expr_sub(g, n.arg[1], n.arg[0]) : expr_sub(g, n.arg[0], n.arg[1]);
    case EXPR_AND:
    case EXPR_OR:
        one = margin(g, n.arg[0], negated);
        return expr_binary(g, (n.op == EXPR_AND) != negated ? EXPR_MAX : EXPR_MIN, one, margin(g, n.arg[1], negated));
    case EXPR_NOT:
        return margin(g, n.arg[0], !negated);
    case EXPR_SELECT:
        one = margin(g, n.arg[1], negated);
        return expr_select(g, n.arg[0], one, margin(g, n.arg[2], negated));
    default: /* 0 or 1 */
        one = expr_sub(g, expr_rational(g, 1, 2), condition);
        return negated ? expr_neg(g, one) : one;
    }
}

static void add_end(export_formulas *f, const char *name, const char *what, expr_id e) {
    if (e.i && !expr_is_number(f->m->g, e, NULL))
        vec_push(f->a, &f->ends, (formula_end){name, what, e});
}

static void add_unwatched(export_formulas *f, const char *what, const char *name) {
    vec_push(f->a, &f->unwatched, base_arena_printf(f->a, "%s '%s'", what, name));
}

/* The gap of a closed contact is exactly 0 in conditions. */
static expr_id without_gaps(const export_formulas *f, expr_id e) {
    graph *g = f->m->g;
    for (int k = 0; k < f->rows; k++) {
        const int row = f->d.e.rows[k];
        if (!f->m->rows[row].contact)
            continue;
        const expr_id gap = f->mode->choice->system->rows[row].f, zero = expr_int(g, 0);
        const expr_id from[] = {gap, expr_neg(g, gap)}, to[] = {zero, zero};
        expr_substitute(g, &e, 1, from, to, 2, &e);
    }
    return e;
}

static void add_events(export_formulas *f) {
    const model *m = f->m;
    expr_id *conditions = ARENA_ARRAY(f->a, expr_id, m->event_count + 1);
    for (size_t i = 0; i < m->event_count; i++) {
        const expr_id c = f->mode->choice->system->conditions[i];
        conditions[i] = c.i ? without_gaps(f, c) : expr_int(m->g, 0);
    }
    expr_id *found = resolve(f, conditions, m->event_count);
    for (size_t i = 0; i < m->event_count; i++) {
        if (m->events[i].every.i)
            add_unwatched(f, "the periodic event", m->events[i].name);
        else if (m->events[i].has_after)
            add_unwatched(f, "the event", m->events[i].name);
        else if (found[i].i)
            add_end(f, m->events[i].hidden ? "a rope at a disc" : m->events[i].name, "the event",
                    margin(m->g, found[i], false));
    }
}

static expr_id size_of(graph *g, const expr_id *e, int count) {
    return count > 1 ? expr_binary(g, EXPR_HYPOT, e[0], e[1]) : expr_unary(g, EXPR_ABS, e[0]);
}

static int position_of(const export_formulas *f, int row) {
    for (int k = 0; k < f->rows; k++)
        if (f->d.e.rows[k] == row)
            return k;
    return -1;
}

/* Of what rubs: the slip where it slides, what is left of the limit where it sticks. */
static void add_friction(export_formulas *f, int row) {
    graph *g = f->m->g;
    const mech_choice *c = f->mode->choice;
    const model_row *info = &f->m->rows[row];
    const system_row *sys = &c->system->rows[row];
    if (info->partner < 0 || info->friction || !model_rubs(g, sys))
        return;
    const int at = position_of(f, info->partner), way = mech_slip_way(c->slip[row]);
    if (info->presses > 1 || info->before > 0 || (at < 0 && info->tangents > 1)) {
        add_unwatched(f, "sticking and slipping of", info->group);
    } else if (at >= 0) {
        const expr_id load = info->known ? expr_int(g, 1) : expr_unary(g, EXPR_ABS, f->d.lambda[position_of(f, row)]);
        const expr_id limit = expr_mul(g, sys->hold.i ? sys->hold : sys->mu, load);
        add_end(f, info->name, "slipping of", expr_sub(g, limit, size_of(g, f->d.lambda + at, info->tangents)));
    } else if (way) {
        const expr_id slip = c->system->rows[info->partner].f;
        add_end(f, info->name, "the end of slipping of", way < 0 ? expr_neg(g, slip) : slip);
    }
}

static void add_rows(export_formulas *f) {
    const mech_choice *c = f->mode->choice;
    for (size_t r = 0; r < f->m->row_count; r++) {
        const model_row *row = &f->m->rows[r];
        const int at = position_of(f, (int)r);
        if (row->contact && at >= 0)
            add_end(f, row->name, "the opening of", row->pulls ? f->d.lambda[at] : expr_neg(f->m->g, f->d.lambda[at]));
        else if (row->contact && !c->switched_off[row->element] && !c->system->rows[r].ended)
            add_end(f, row->name, "the closing of", c->system->rows[r].f);
        if (at >= 0 || (row->known && !c->switched_off[row->element]))
            add_friction(f, (int)r);
    }
}

/* Friction of a known limit: its size times the sign of the slip, also at rest. */
static void add_laws(export_formulas *f) {
    const model_system *s = f->mode->choice->system;
    for (size_t i = 0; i < s->element_count; i++)
        if (s->elements[i].limit.i && mech_in_force(f->mode->choice, &s->elements[i]))
            add_unwatched(f, "the friction", s->elements[i].name);
}

static void add_ends(export_formulas *f, formula_set *s) {
    add_events(f);
    add_rows(f);
    add_laws(f);
    expr_id *all = ARENA_ARRAY(f->a, expr_id, f->ends.len + 1);
    for (size_t i = 0; i < f->ends.len; i++)
        all[i] = f->ends.at[i].e;
    if (f->ends.len) {
        algebra_simplify(f->m->g, all, f->ends.len, all);
        add_matrix(s, "left", all, (int)f->ends.len, 1);
    }
}

/* --- Truth and numbers apart, which are one in the model --- */

static bool is_truth(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT;
}

static bool wants_truth(expr_op op, int argument) {
    return op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT || (op == EXPR_SELECT && argument == 0);
}

static expr_id as_wanted(graph *g, expr_id e, bool truth) {
    const expr_id zero = expr_int(g, 0);
    if (is_truth(g, e) == truth)
        return e;
    if (!truth)
        return expr_select(g, e, expr_int(g, 1), zero);
    const expr_id below = expr_binary(g, EXPR_LT, e, zero), above = expr_binary(g, EXPR_LT, zero, e);
    return expr_binary(g, EXPR_OR, below, above);
}

static void part_truth(const export_formulas *f, const formula_matrix *x) {
    graph *g = f->m->g;
    const size_t count = (size_t)(x->rows * x->cols);
    const uint32_t *found;
    const size_t nodes = expr_nodes_below(g, x->e, count, &found);
    uint32_t *order = ARENA_ARRAY(f->a, uint32_t, nodes + 1);
    memcpy(order, found, nodes * sizeof *order);
    expr_id *to = ARENA_ARRAY(f->a, expr_id, expr_graph_size(g));
    for (size_t k = 0; k < nodes; k++) {
        const expr_node n = *expr_node_at(g, (expr_id){order[k]});
        expr_id arg[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE}, e = {order[k]};
        bool same = true;
        for (int j = 0; j < expr_op_table[n.op].arity; j++) {
            arg[j] = as_wanted(g, to[n.arg[j].i], wants_truth(n.op, j));
            same = same && expr_same(arg[j], n.arg[j]);
        }
        to[order[k]] = same ? e : expr_make(g, n.op, arg[0], arg[1], arg[2]);
    }
    for (size_t i = 0; i < count; i++)
        x->e[i] = as_wanted(g, to[x->e[i].i], false);
}

/* --- Names for long parts, and what is used --- */

static void name_parts(const export_formulas *f, formula_set *s) {
    derive_page p = {.m = f->m, .memory = f->a};
    derive_page_add_section(&p, "", "", NULL);
    for (int i = 0; i < s->count; i++) {
        page_equation *q = derive_page_add(&p, "");
        derive_page_add_symbol(q, s->all[i].symbol, NULL);
        derive_page_add_matrix(q, s->all[i].e, s->all[i].rows, s->all[i].cols);
    }
    derive_page_tidy(&p);
    derive_page_name_parts(&p);
    if (p.sections.len > 1)
        s->definitions = &p.sections.at[0];
}

static void mark_uses(const export_formulas *f, formula_set *s) {
    const graph *g = f->m->g;
    s->uses = ARENA_ARRAY(f->a, bool, expr_var_count(g) + 1);
    for (int i = 0; i < s->count; i++)
        expr_mark_vars(g, s->all[i].e, (size_t)(s->all[i].rows * s->all[i].cols), s->uses);
    for (size_t i = 0; s->definitions && i < s->definitions->equations.len; i++)
        expr_mark_vars(g, s->definitions->equations.at[i].sides[1].e, 1, s->uses);
    for (size_t pass = 0; pass < f->m->param_count; pass++)
        for (size_t i = 0; i < f->m->param_count; i++) {
            const expr_id e = export_formulas_definition(f->m, i);
            if (e.i && s->uses[f->m->params[i].var])
                expr_mark_vars(g, &e, 1, s->uses);
        }
}

/* --- What cannot be held --- */

/* The first node that has no spelling: a table, or a variable whose meaning is a matter of the run. */
static const char *strange_part(const export_formulas *f, const formula_set *s) {
    const model *m = f->m;
    for (int i = 0; i < s->count; i++) {
        const uint32_t *order;
        const size_t count = expr_nodes_below(m->g, s->all[i].e, (size_t)(s->all[i].rows * s->all[i].cols), &order);
        for (size_t k = 0; k < count; k++) {
            const expr_node *n = expr_node_at(m->g, (expr_id){order[k]});
            if (n->op == EXPR_TABLE)
                return base_arena_printf(f->a, "the table '%s'", expr_table_at(m->g, (expr_id){order[k]})->name);
            if (n->op == EXPR_VAR && n->var < m->var_count && m->vars[n->var].kind > VAR_LAMBDA)
                return "friction in two directions, and other parts that a run finds as it goes";
        }
    }
    return NULL;
}

static bool suits(const export_formulas *f) {
    for (int i = 0; i < FORMULA_SETS; i++) {
        const char *strange = strange_part(f, &f->sets[i]);
        if (!strange)
            continue;
        diag_add(f->m->findings, DIAG_E0522, (span){0}, "%s cannot be written in other languages", strange);
        return false;
    }
    return true;
}

/* Whether the rows say the same at the given state. */
static bool is_redundant(const export_formulas *f) {
    const int n = f->n, m = f->rows;
    if (!m || !n)
        return false;
    arena *a = base_arena_create();
    const double *values = derive_values(&f->d, 0, a);
    double *A = ARENA_ARRAY(a, double, m *n);
    for (int k = 0; k < m * n; k++)
        A[k] = expr_eval(f->m->g, f->d.e.A[k], values);
    num_cod c;
    num_cod_factor(&c, A, m, n, 1e-9, ARENA_ARRAY(a, int, n), ARENA_ARRAY(a, double, num_cod_doubles(m, n)));
    const bool less = c.rank < m;
    base_arena_destroy(a);
    return less;
}

bool export_formulas_find(export_formulas *f, model *m, const export_mode *mode, arena *a) {
    static void (*const finders[FORMULA_SETS])(export_formulas * f, formula_set * s) = {
        [FORMULA_EQUATIONS] = add_equations, [FORMULA_RATES] = add_rates,     [FORMULA_CONSTRAINTS] = add_constraints,
        [FORMULA_SLOPES] = add_slopes,       [FORMULA_OUTPUTS] = add_outputs, [FORMULA_ENDS] = add_ends};
    derive_request *request = ARENA_NEW(a, derive_request);
    *request = (derive_request){
        .choice = mode->choice, .mode = mode->name, .t = mode->t, .q = mode->q, .v = mode->v, .form = DERIVE_MATRIX};
    *f = (export_formulas){.m = m, .mode = mode, .a = a};
    f->d = derive_begin(m, request, a);
    f->n = f->d.e.n;
    f->rows = f->d.e.m;
    f->states = f->d.state_count;
    f->unsymmetric = f->d.e.unsymmetric;
    f->redundant = is_redundant(f);
    for (int i = 0; i < FORMULA_SETS; i++)
        finders[i](f, &f->sets[i]);
    if (!suits(f))
        return false;
    for (int i = 0; i < FORMULA_SETS; i++) {
        for (int k = 0; k < f->sets[i].count; k++)
            part_truth(f, &f->sets[i].all[k]);
        name_parts(f, &f->sets[i]);
    }
    for (int i = 0; i < FORMULA_SETS; i++)
        mark_uses(f, &f->sets[i]);
    f->rank = derive_rank_variables(m, a);
    return true;
}
