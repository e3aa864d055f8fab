/* What moves by the name that the model gave it: with `let d = x2 - x1` the page says d and -d, and where that makes
   a formula shorter x1 + d for x2. */
#include <math.h>

#include "algebra/algebra.h"
#include "base/vec.h"
#include "derive/alike.h"
#include "derive/page.h"
#include "derive/tidy.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_LETS = 64, MOST_PROOFS = 96, FAILED_NODES = 4, MOST_SOLVED = 4, MOST_TRIES = 200, LONGEST = 64 };

/* A definition of the model; uses: how often its name would be written. */
typedef struct let {
    const char *name;
    expr_id value, var;
    const double *at; /* its value at random points */
    bool root, out;   /* the root of something; not to be named */
    int uses;
    int solved; /* coordinates that it contains once, as a term, and what each is with its name */
    expr_id coordinate[MOST_SOLVED], as[MOST_SOLVED];
} let;

typedef struct lets {
    derive_page *p;
    graph *g;
    arena *a;
    let list[MOST_LETS];
    int count, proofs, tries;
    page_places places;
    expr_id *given, *written; /* the page's formulas without these names, and with them */
    VEC(expr_id) from, to;    /* what of the page is one of them, and how it is written with its name */
    VEC(int) whose;           /* which */
} lets;

/* 2*x has no need of a name. */
static bool is_multiple(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    if (n->op == EXPR_NEG)
        return is_multiple(g, n->arg[0]);
    if (n->op == EXPR_MUL || n->op == EXPR_DIV)
        return (expr_is_number(g, n->arg[0], NULL) && is_multiple(g, n->arg[1])) ||
               (expr_is_number(g, n->arg[1], NULL) && is_multiple(g, n->arg[0]));
    return expr_op_table[n->op].arity == 0;
}

static void list_lets(lets *x) {
    const model *m = x->p->m;
    expr_id values[MOST_LETS];
    for (size_t k = 0; k < m->definition_count && x->count < MOST_LETS; k++)
        if (!is_multiple(x->g, m->definitions[k].value)) {
            x->list[x->count] = (let){.name = m->definitions[k].name};
            values[x->count++] = m->definitions[k].value;
        }
    expr_harden(x->g, values, (size_t)x->count, values);
    algebra_simplify(x->g, values, (size_t)x->count, values);
    const double *at = derive_random_values(x->g, values, (size_t)x->count, x->a);
    for (int k = 0; k < x->count; k++) {
        x->list[k].value = values[k];
        x->list[k].at = &at[k * DERIVE_POINTS];
        x->list[k].root = expr_node_at(x->g, values[k])->op == EXPR_SQRT;
        x->list[k].out = is_multiple(x->g, values[k]);
    }
}

/* The quotient by v^power is 1 or -1 at all points. */
static int sign_of(const double *value, const double *v, int power) {
    const double near = 1e-11;
    int sign = 0;
    for (int p = 0; p < DERIVE_POINTS; p++) {
        const double q = value[p] / (power == 2 ? v[p] * v[p] : v[p]);
        const int own = fabs(q - 1) <= near ? 1 : fabs(q + 1) <= near ? -1 : 0;
        if (own == 0 || (sign && own != sign))
            return 0;
        sign = own;
    }
    return sign;
}

/* What takes long to prove is not proved in the end, as a rule: long formulas that fail count as many. */
static bool is_proved(lets *x, expr_id e, expr_id other) {
    if (expr_same(e, other))
        return true;
    if (x->proofs >= MOST_PROOFS)
        return false;
    const bool proved = derive_is_same(x->g, e, other);
    x->proofs += 1 + (proved ? 0 : (int)(expr_count_nodes(x->g, (expr_id[]){e, other}, 2) / FAILED_NODES));
    return proved;
}

static void found(lets *x, int k, expr_id e, expr_id named) {
    vec_push(x->a, &x->from, e);
    vec_push(x->a, &x->to, named);
    vec_push(x->a, &x->whose, k);
}

static bool is_sum(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_ADD || op == EXPR_SUB;
}

/* The sum as one of them and a rest: d - l0 for x2 - x1 - l0. */
static void match_part(lets *x, expr_id e) {
    for (int k = 0; k < x->count && is_sum(x->g, e); k++)
        for (int sign = 1; sign >= -1 && !x->list[k].out && is_sum(x->g, x->list[k].value); sign -= 2) {
            const expr_id rest = derive_tidy_without(x->g, e, x->list[k].value, sign, x->a);
            if (!rest.i)
                continue;
            const expr_id var = x->list[k].var;
            found(x, k, e, sign > 0 ? expr_add(x->g, var, rest) : expr_sub(x->g, rest, var));
            return;
        }
}

/* The node as one of them, or as the square of one that is a root. */
static void match(lets *x, expr_id e, const double *value) {
    for (int k = 0; k < x->count; k++)
        for (int power = 1; power <= 1 + x->list[k].root; power++) {
            const let *l = &x->list[k];
            const int sign = l->out ? 0 : sign_of(value, l->at, power);
            const expr_id is = expr_powi(x->g, l->value, power), named = expr_powi(x->g, l->var, power);
            if (sign == 0 || !is_proved(x, e, sign < 0 ? expr_neg(x->g, is) : is))
                continue;
            found(x, k, e, sign < 0 ? expr_neg(x->g, named) : named);
            return;
        }
    match_part(x, e);
}

/* Coordinates in it. */
static int count_coordinates(const lets *x, expr_id e) {
    bool *used = ARENA_ARRAY(x->a, bool, expr_var_count(x->g) + 1);
    int count = 0;
    expr_mark_vars(x->g, &e, 1, used);
    for (size_t i = 0; i < x->p->m->coord_count; i++)
        count += used[x->p->m->coords[i].q];
    return count;
}

/* x1 + d for x2, x2 - d for x1; not so with one coordinate, which such a name would only shift. */
static void solve(lets *x, let *l) {
    graph *g = x->g;
    if (count_coordinates(x, l->value) < 2)
        return;
    const expr_id zero = expr_int(g, 0);
    for (size_t i = 0; i < x->p->m->coord_count && l->solved < MOST_SOLVED; i++) {
        const expr_id q = expr_var(g, x->p->m->coords[i].q);
        const expr_id slope = expr_derivative(g, l->value, x->p->m->coords[i].q);
        double by = 0;
        if (!slope.i || !expr_is_number(g, slope, &by) || fabs(by) != 1)
            continue;
        expr_id rest;
        expr_substitute(g, &l->value, 1, &q, &zero, 1, &rest);
        l->coordinate[l->solved] = q;
        l->as[l->solved++] = by > 0 ? expr_sub(g, l->var, rest) : expr_sub(g, rest, l->var);
    }
}

static void find_all(lets *x) {
    expr_id values[MOST_LETS];
    for (int k = 0; k < x->count; k++)
        values[k] = x->list[k].value;
    const uint32_t *below;
    expr_nodes_below(x->g, x->given, x->places.count, &below);
    size_t count = expr_nodes_below_too(x->g, values, (size_t)x->count, &below), len = 0;
    expr_id *nodes = ARENA_ARRAY(x->a, expr_id, count + 1);
    for (size_t k = 0; k < count; k++) {
        const expr_op op = expr_node_at(x->g, (expr_id){below[k]})->op;
        if (expr_op_table[op].arity > 0 && (op < EXPR_LT || op == EXPR_SELECT))
            nodes[len++] = (expr_id){below[k]};
    }
    const double *at = derive_random_values(x->g, nodes, len, x->a);
    for (int k = 0; k < x->count; k++)
        x->list[k].var = derive_page_own_var(x->p->m, x->list[k].name);
    for (int k = 0; k < x->count; k++)
        solve(x, &x->list[k]);
    for (size_t k = 0; k < len; k++)
        match(x, nodes[k], &at[k * DERIVE_POINTS]);
}

/* The formulas with the names of those that are not out; in the value of one stand only those before it. */
static void write_all(lets *x, const expr_id *roots, size_t count, int before, expr_id *out) {
    expr_id *from = ARENA_ARRAY(x->a, expr_id, x->from.len + 1), *to = ARENA_ARRAY(x->a, expr_id, x->from.len + 1);
    size_t pairs = 0;
    for (size_t k = 0; k < x->from.len; k++) {
        if (x->list[x->whose.at[k]].out || x->whose.at[k] >= before)
            continue;
        from[pairs] = x->from.at[k];
        to[pairs++] = x->to.at[k];
    }
    expr_substitute(x->g, roots, count, from, to, pairs, out);
}

/* What is written by cases shares them with other formulas, and would not if it were simplified by itself. */
static bool has_cases(const lets *x, expr_id e) {
    const uint32_t *below;
    const size_t count = expr_nodes_below(x->g, &e, 1, &below);
    bool any = false;
    for (size_t k = 0; k < count; k++)
        any = any || expr_node_at(x->g, (expr_id){below[k]})->op == EXPR_SELECT;
    return any;
}

/* The terms with the name in place of a coordinate, if that is shorter, or as long with fewer coordinates. */
static expr_id with_name(lets *x, const let *l, expr_id terms) {
    const size_t length = has_cases(x, terms) ? 0 : algebra_operations(x->g, terms);
    expr_id best = terms;
    size_t least = length;
    for (int k = 0; k < l->solved && length > 1 && length <= LONGEST && x->tries++ < MOST_TRIES; k++) {
        expr_id e;
        expr_substitute(x->g, &terms, 1, &l->coordinate[k], &l->as[k], 1, &e);
        algebra_simplify(x->g, &e, 1, &e);
        const size_t ops = algebra_operations(x->g, e);
        if (ops > least || (ops == least && count_coordinates(x, e) >= count_coordinates(x, best)))
            continue;
        best = e;
        least = ops;
    }
    return best;
}

/* Whether one of the coordinates that it is solved for stands there. */
static bool is_touched(const lets *x, const let *l, expr_id e) {
    bool *wanted = ARENA_ARRAY(x->a, bool, expr_var_count(x->g) + 1);
    for (int k = 0; k < l->solved; k++)
        wanted[expr_node_at(x->g, l->coordinate[k])->var] = true;
    return expr_depends(x->g, e, wanted);
}

/* Terms with accelerations and multipliers one by one; others with its coordinates are collected. */
static expr_id split(lets *x, const let *l, expr_id e, bool minus, expr_id *others) {
    graph *g = x->g;
    const expr_node n = *expr_node_at(g, e);
    const unsigned unknown = 1u << VAR_ACCELERATION | 1u << VAR_LAMBDA;
    if (n.op == EXPR_NEG)
        return split(x, l, n.arg[0], !minus, others);
    if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        const expr_id left = split(x, l, n.arg[0], minus, others);
        return expr_add(g, left, split(x, l, n.arg[1], minus != (n.op == EXPR_SUB), others));
    }
    const bool touched = is_touched(x, l, e);
    if (!touched || (expr_kinds(g, e) & unknown)) {
        const expr_id term = touched ? with_name(x, l, e) : e;
        return minus ? expr_neg(g, term) : term;
    }
    *others = minus ? expr_sub(g, *others, e) : expr_add(g, *others, e);
    return expr_int(g, 0);
}

static expr_id with_names(lets *x, expr_id e) {
    for (int k = 0; k < x->count; k++) {
        const let *l = &x->list[k];
        if (l->out || l->solved == 0)
            continue;
        expr_id others = expr_int(x->g, 0);
        const expr_id unknown = split(x, l, e, false, &others), known = with_name(x, l, others);
        const expr_id sum = expr_add(x->g, unknown, known);
        bool *wanted = ARENA_ARRAY(x->a, bool, expr_var_count(x->g) + 1);
        wanted[expr_node_at(x->g, l->var)->var] = true;
        e = expr_depends(x->g, sum, wanted) ? sum : e;
    }
    return e;
}

static void write_page(lets *x) {
    x->tries = 0;
    write_all(x, x->given, x->places.count, MOST_LETS, x->written);
    for (size_t k = 0; k < x->places.count; k++)
        x->written[k] = with_names(x, x->written[k]);
}

/* How often each name stands below the roots. */
static void count_uses(lets *x, const expr_id *roots, size_t count) {
    const uint32_t *below;
    const size_t nodes = expr_nodes_below(x->g, roots, count, &below);
    for (int l = 0; l < x->count; l++) {
        const uint32_t var = x->list[l].var.i;
        for (size_t k = 0; k < count; k++)
            x->list[l].uses += roots[k].i == var;
        for (size_t k = 0; k < nodes; k++) {
            const expr_node *n = expr_node_at(x->g, (expr_id){below[k]});
            for (int j = 0; j < expr_op_table[n->op].arity; j++)
                x->list[l].uses += n->arg[j].i == var;
        }
    }
}

/* Takes out what is used less than twice; whether there is any. */
static bool take_out(lets *x) {
    expr_id values[MOST_LETS];
    int kept = 0;
    for (int k = 0; k < x->count; k++) {
        x->list[k].uses = 0;
        if (!x->list[k].out)
            write_all(x, &x->list[k].value, 1, k, &values[kept++]);
    }
    count_uses(x, x->written, x->places.count);
    count_uses(x, values, (size_t)kept);
    bool any = false;
    for (int k = 0; k < x->count; k++) {
        any = any || (!x->list[k].out && x->list[k].uses < 2);
        x->list[k].out = x->list[k].out || x->list[k].uses < 2;
    }
    return any;
}

static bool define(lets *x) {
    bool *wanted = ARENA_ARRAY(x->a, bool, expr_var_count(x->g) + 1), any = false;
    for (int k = 0; k < x->count; k++)
        if (!x->list[k].out)
            any = wanted[expr_node_at(x->g, x->list[k].var)->var] = true;
    if (!any)
        return false;
    for (size_t k = 0; k < x->places.count; k++)
        *x->places.at[k] = x->written[k];
    page_section *s = derive_page_definitions(x->p, derive_page_first_with(x->p, wanted));
    for (int k = 0; k < x->count; k++) {
        if (x->list[k].out)
            continue;
        expr_id value;
        write_all(x, &x->list[k].value, 1, k, &value);
        derive_page_define(x->p, s, x->list[k].name, value);
    }
    return true;
}

bool derive_page_name_lets(derive_page *p) {
    if (p->m->definition_count == 0)
        return false;
    arena *a = base_arena_create();
    lets *x = ARENA_NEW(a, lets);
    *x = (lets){.p = p, .g = p->m->g, .a = a, .places = derive_page_list_places(p, a)};
    x->given = ARENA_ARRAY(a, expr_id, x->places.count + 1);
    x->written = ARENA_ARRAY(a, expr_id, x->places.count + 1);
    for (size_t k = 0; k < x->places.count; k++)
        x->given[k] = *x->places.at[k];
    list_lets(x);
    find_all(x);
    do
        write_page(x);
    while (take_out(x));
    const bool any = define(x);
    base_arena_destroy(a);
    return any;
}
