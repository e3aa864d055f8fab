/* One mode's equations, sorted into parts that are written separately and simplified piece by piece. */
#include "derive/derivation.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "derive/tidy.h"
#include "expr/diff.h"
#include "expr/walk.h"

static expr_id or_zero(graph *g, expr_id e) {
    return e.i ? e : expr_int(g, 0);
}

static void list_variables(derivation *d, arena *a) {
    const mech_equations *e = &d->e;
    d->q = ARENA_ARRAY(a, expr_id, e->n);
    d->v = ARENA_ARRAY(a, expr_id, e->n);
    d->a = ARENA_ARRAY(a, expr_id, e->n);
    d->lambda = ARENA_ARRAY(a, expr_id, e->m);
    for (int i = 0; i < e->n; i++) {
        const model_coord *c = &d->m->coords[e->coords[i]];
        d->q[i] = expr_var(d->g, c->q);
        d->v[i] = expr_var(d->g, c->v);
        d->a[i] = expr_var(d->g, c->a);
    }
    for (int k = 0; k < e->m; k++)
        d->lambda[k] = expr_var(d->g, d->m->rows[e->rows[k]].lambda);
}

static void sum_energies(derivation *d) {
    expr_id sums[ELEMENT_FORCE + 1];
    for (int k = 0; k <= ELEMENT_FORCE; k++)
        sums[k] = expr_int(d->g, 0);
    const model_system *s = d->request->choice->system;
    for (size_t i = 0; i < s->element_count; i++)
        if (s->elements[i].kind < ELEMENT_FORCE && mech_in_force(d->request->choice, &s->elements[i])) {
            sums[s->elements[i].kind] = expr_add(d->g, sums[s->elements[i].kind], s->elements[i].energy);
            d->lagrangian |= s->elements[i].kind == ELEMENT_LAGRANGIAN;
        }
    d->T = sums[ELEMENT_KINETIC];
    d->V = sums[ELEMENT_POTENTIAL];
    d->L = expr_add(d->g, expr_sub(d->g, d->T, d->V), sums[ELEMENT_LAGRANGIAN]);
}

static void differentiate_lagrangian(derivation *d, arena *a) {
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, 2 * d->e.n);
    for (int i = 0; i < d->e.n; i++) {
        vars[i] = d->m->coords[d->e.coords[i]].v;
        vars[d->e.n + i] = d->m->coords[d->e.coords[i]].q;
    }
    expr_reverse(d->g, &d->L, NULL, 1, vars, (size_t)d->e.n, d->p);
    expr_reverse(d->g, &d->L, NULL, 1, vars + d->e.n, (size_t)d->e.n, d->slope);
    for (int i = 0; i < d->e.n; i++) {
        d->p[i] = or_zero(d->g, d->p[i]);
        d->slope[i] = or_zero(d->g, d->slope[i]);
    }
}

/* Where an expression has no value at rest (a direction of motion, say), nothing is split off. */
static bool has_value(const derivation *d, expr_id e) {
    return isfinite(expr_eval(d->g, e, derive_values(d, derive_aside, d->m->scratch)));
}

/* dp/dq q' + dp/dt - dL/dq, split into its value at rest and what the velocities add: both are simplified later. */
static void split_by_velocity(derivation *d, arena *a) {
    int n = d->e.n;
    graph *g = d->g;
    expr_id *zero = ARENA_ARRAY(a, expr_id, n);
    d->turning = ARENA_ARRAY(a, expr_id, n);
    d->holding = ARENA_ARRAY(a, expr_id, n);
    for (int i = 0; i < n; i++) {
        zero[i] = expr_int(g, 0);
        d->turning[i] = expr_sub(g, mech_rate(d->m, &d->e, d->p[i]), d->slope[i]);
    }
    expr_substitute(g, d->turning, (size_t)n, d->v, zero, (size_t)n, d->holding);
    for (int i = 0; i < n; i++) {
        if (!has_value(d, d->holding[i]))
            d->holding[i] = expr_int(g, 0);
        d->turning[i] = expr_sub(g, d->turning[i], d->holding[i]);
    }
}

/* The upper triangle of M is made up from the lower one. */
static void fill_up(derivation *d) {
    mech_equations *e = &d->e;
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j <= i; j++)
            e->M[i * e->n + j] = e->M[j * e->n + i] = or_zero(d->g, e->M[i * e->n + j]);
    for (int k = 0; k < e->m * e->n; k++) {
        e->A[k] = or_zero(d->g, e->A[k]);
        e->C[k] = or_zero(d->g, e->C[k]);
    }
    for (int k = 0; k < e->m; k++)
        d->says[k] = d->request->choice->system->rows[e->rows[k]].velocity ? e->f_dot[k] : e->f[k];
}

/* Formulas of one kind, and whether the page will show them. */
typedef struct page_part {
    expr_id *list;
    size_t count;
    bool shown;
} page_part;

/* Several kinds in one call: what they share is simplified once. */
static void simplify_parts(const derivation *d, const page_part *parts, size_t count) {
    VEC(expr_id) all = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; parts[i].shown && k < parts[i].count; k++)
            vec_push(d->memory, &all, parts[i].list[k]);
    derive_tidy_numbers(d->g, all.at, all.len, d->memory);
    algebra_simplify(d->g, all.at, all.len, all.at);
    size_t next = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; parts[i].shown && k < parts[i].count; k++)
            parts[i].list[k] = all.at[next++];
}

static bool use_facts(const derivation *d, const page_part *parts, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || (parts[i].shown && derive_has_sizes(d->g, parts[i].list, parts[i].count));
    if (any)
        derive_list_sides(d);
    any = false;
    for (size_t i = 0; i < count; i++)
        any = (parts[i].shown && derive_use_facts(d->facts, parts[i].list, parts[i].count)) || any;
    return any;
}

/* The matrix of inertia, many short formulas, by itself: long ones would use its share of the search up. */
static void simplify_equations(derivation *d) {
    mech_equations *e = &d->e;
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    const derive_form form = d->request->form;
    const bool steps = d->request->steps, lagrange = form == DERIVE_LAGRANGE;
    const page_part parts[] = {{e->M, n * n, true},
                               {e->h, n, !lagrange},
                               {e->A, m * n, true},
                               {e->gamma, m, true},
                               {d->says, m, true},
                               {e->f_dot, m, steps},
                               {d->p, n, steps},
                               {d->slope, n, steps},
                               {d->Q, n, lagrange},
                               {&d->T, 1, true},
                               {&d->V, 1, true},
                               {&d->L, 1, d->lagrangian || form == DERIVE_HAMILTON || form == DERIVE_ROUTH},
                               {d->rates, (size_t)d->state_count, true},
                               {d->turning, n, lagrange},
                               {d->holding, n, lagrange},
                               {e->C, m * n, e->unsymmetric}};
    fill_up(d);
    const size_t count = sizeof parts / sizeof *parts, matrices = 1;
    simplify_parts(d, parts, matrices);
    simplify_parts(d, parts + matrices, count - matrices);
    if (use_facts(d, parts, count)) {
        simplify_parts(d, parts, matrices);
        simplify_parts(d, parts + matrices, count - matrices);
    }
    for (size_t k = 0; k < m * n && !e->unsymmetric; k++)
        e->C[k] = e->A[k];
    for (size_t k = 0; k < n * n; k++)
        e->M[k] = derive_both_squares(d->g, e->M[k], d->memory);
}

static void turn(graph *g, expr_id *e) {
    *e = expr_neg(g, or_zero(g, *e));
}

/* Rows of ropes with the other sign, so that their multipliers are the tensions, as in results. */
static void turn_ropes(const model *m, mech_equations *e) {
    for (int k = 0; k < e->m; k++) {
        if (!m->rows[e->rows[k]].pulls)
            continue;
        turn(m->g, &e->f[k]);
        turn(m->g, &e->f_dot[k]);
        turn(m->g, &e->gamma[k]);
        for (int i = k * e->n; i < (k + 1) * e->n; i++) {
            turn(m->g, &e->A[i]);
            if (e->C != e->A) /* without sliding friction they are one */
                turn(m->g, &e->C[i]);
        }
    }
}

derivation derive_begin(model *m, const derive_request *request, arena *a) {
    derivation d = {.m = m, .g = m->g, .request = request, .memory = a};
    const mech_choice places = mech_without_states(m, request->choice, a);
    d.e = mech_derive(m, &places, a);
    turn_ropes(m, &d.e);
    int n = d.e.n;
    list_variables(&d, a);
    sum_energies(&d);
    d.p = ARENA_ARRAY(a, expr_id, n);
    d.slope = ARENA_ARRAY(a, expr_id, n);
    d.Q = ARENA_ARRAY(a, expr_id, n);
    d.facts = derive_list_facts(&d);
    differentiate_lagrangian(&d, a);
    mech_forces(m, &places, &d.e, a, d.Q);
    derive_list_states(&d);
    d.says = ARENA_ARRAY(a, expr_id, d.e.m);
    if (request->form == DERIVE_LAGRANGE)
        split_by_velocity(&d, a);
    simplify_equations(&d);
    return d;
}

/* Longer products with a sum among their factors are written term by term: lines can be broken between terms only. */
enum { LONG_PRODUCT = 24 };

expr_id derive_spread(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, derive_spread(g, n.arg[0]));
    if (n.op != EXPR_MUL || derive_length(g, e) < LONG_PRODUCT)
        return e;
    tidy_factors f;
    if (!derive_tidy_factors(g, e, &f))
        return e;
    int sum = -1;
    for (int k = 0; k < f.count; k++) {
        expr_op op = expr_node_at(g, f.at[k])->op;
        bool longer = sum < 0 || algebra_operations(g, f.at[k]) > algebra_operations(g, f.at[sum]);
        if ((op == EXPR_ADD || op == EXPR_SUB) && longer)
            sum = k;
    }
    return sum < 0 ? e : derive_tidy_spread(g, &f, sum);
}

static bool is_constant(const graph *g, expr_id e) {
    return !(expr_kinds(g, e) & ~(1u << VAR_PARAM));
}

/* factor * e / below, with sums in e and in the factors multiplied out; `constant`: those of constants too. */
static expr_id terms_of(graph *g, expr_id factor, expr_id e, bool constant, int depth) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, terms_of(g, factor, n.arg[0], constant, depth));
    if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        const expr_id left = terms_of(g, factor, n.arg[0], constant, depth), right = terms_of(g, factor, n.arg[1], constant, depth);
        return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
    }
    tidy_factors f;
    if (n.op == EXPR_DIV && depth > 0 && expr_is_number(g, n.arg[1], NULL))
        return terms_of(g, expr_div(g, factor, n.arg[1]), n.arg[0], constant, depth - 1);
    if (n.op != EXPR_MUL || depth == 0 || !derive_tidy_factors(g, e, &f))
        return expr_mul(g, factor, e);
    for (int k = 0; k < f.count; k++) {
        const expr_node *part = expr_node_at(g, f.at[k]);
        const expr_op op = part->op == EXPR_DIV ? expr_node_at(g, part->arg[0])->op : part->op;
        if ((op != EXPR_ADD && op != EXPR_SUB) || (!constant && is_constant(g, f.at[k])))
            continue;
        for (int j = 0; j < f.count; j++)
            factor = j == k ? factor : expr_mul(g, factor, f.at[j]);
        return terms_of(g, factor, f.at[k], constant, depth - 1);
    }
    return expr_mul(g, factor, e);
}

expr_id derive_multiply_out(graph *g, expr_id e, bool constant) {
    enum { DEPTH = 6, MORE = 8 };
    const size_t before = algebra_operations(g, e);
    if (before >= LONG_PRODUCT)
        return derive_spread(g, e);
    const expr_id terms = terms_of(g, expr_int(g, 1), e, constant, DEPTH);
    return algebra_operations(g, terms) <= before + MORE ? terms : e;
}

expr_id derive_left_side(const derivation *d, int i) {
    graph *g = d->g;
    int n = d->e.n;
    expr_id sum = expr_int(g, 0);
    for (int j = 0; j < n; j++)
        sum = expr_add(g, sum, expr_mul(g, d->e.M[i * n + j], d->a[j]));
    sum = expr_add(g, sum, derive_unlike_terms(g, derive_spread(g, d->turning[i]), false));
    sum = expr_add(g, sum, derive_unlike_terms(g, derive_spread(g, d->holding[i]), false));
    for (int k = 0; k < d->e.m; k++)
        sum = expr_add(g, sum, expr_mul(g, d->e.C[k * n + i], d->lambda[k]));
    return derive_common_factor(g, sum, d->a[i]);
}

expr_id derive_row_rate(const derivation *d, int k) {
    expr_id sum = expr_int(d->g, 0);
    for (int i = 0; i < d->e.n; i++)
        sum = expr_add(d->g, sum, expr_mul(d->g, d->e.A[k * d->e.n + i], d->a[i]));
    return sum;
}

const char *derive_name(const derivation *d, expr_id var) {
    return expr_var_name(d->g, expr_node_at(d->g, var)->var);
}

void derive_name_each(const derivation *d, const char *prefix, expr_id *out) {
    const char *own = prefix;
    for (bool taken = true; taken;) {
        taken = false;
        for (int k = 0; k < d->e.n && !taken; k++)
            taken =
                derive_page_name_is_taken(d->m, base_arena_printf(d->memory, "%s_%s", own, derive_name(d, d->q[k])));
        if (taken)
            own = base_arena_printf(d->memory, "%s%s", prefix, own);
    }
    for (int k = 0; k < d->e.n; k++)
        out[k] = derive_page_own_var(d->m, base_arena_printf(d->memory, "%s_%s", own, derive_name(d, d->q[k])));
}

const char *derive_rate_name(const derivation *d, expr_id var) {
    return base_arena_printf(d->memory, "%s'", derive_name(d, var));
}

/* What a page calls its own things, and what it calls them where the model has such a name. */
static const char *const symbols[][2] = {{"T", "T_kin"},
                                         {"V", "V_pot"},
                                         {"L", "L_lag"},
                                         {"D", "D_dis"},
                                         {"M", "M_sys"},
                                         {"h", "h_sys"},
                                         {"A", "A_sys"},
                                         {"C", "C_sys"},
                                         {"G", "G_gyr"},
                                         {"K", "K_stiff"},
                                         {"N", "N_circ"},
                                         {"Q", "Q_gen"},
                                         {"H", "H_ham"},
                                         {"R", "R_react"},
                                         {"gamma", "gamma_sys"},
                                         {"S", "S_null"},
                                         {"u", "u_ind"},
                                         {"E", "E_state"},
                                         {"B", "B_input"},
                                         {"F", "F_rate"},
                                         {"P", "P_rate"},
                                         {"Z", "Z_rate"},
                                         {"J", "J_rate"},
                                         {"z", "z_state"},
                                         {"s", "s_driven"},
                                         {"slip", "slip_rate"},
                                         {"static", "static_limit"}};

/* The longer name; NULL if the page has no such symbol. */
static const char *longer_symbol(const char *usual) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(symbols[i][0], usual) == 0)
            return symbols[i][1];
    return NULL;
}

const char *derive_symbol(const derivation *d, const char *usual) {
    const char *symbol = derive_page_name_is_taken(d->m, usual) ? longer_symbol(usual) : usual;
    while (derive_page_name_is_taken(d->m, symbol))
        symbol = base_arena_printf(d->memory, "%s_", symbol);
    return symbol;
}

static size_t letters_of(const char *text) {
    size_t n = 0;
    while ((text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z'))
        n++;
    return n;
}

const char *derive_words(const derivation *d, const char *words) {
    strbuf s = base_strbuf_make(d->memory);
    for (bool inside = false; *words;) {
        size_t n = letters_of(words), prefix = n > 1 && *words == 'd'; /* dL */
        const char *word = base_arena_printf(d->memory, "%.*s", (int)(n - prefix), words + prefix);
        bool raised = s.len > 0 && base_strbuf_text(&s)[s.len - 1] == '^';
        inside = inside != (*words == '`');
        if (inside && !raised && longer_symbol(word)) {
            base_strbuf_add_bytes(&s, words, prefix);
            base_strbuf_add(&s, derive_symbol(d, word));
        } else {
            base_strbuf_add_bytes(&s, words, n ? n : 1);
        }
        words += n ? n : 1;
    }
    return base_strbuf_text(&s);
}
