/* Sums and products split into parts and put in order, with stacks instead of recursion. */
#include "expr/notation_terms.h"

#include "base/sort.h"
#include "base/vec.h"
#include "expr/internal.h"

/* Ranks of terms below those of variables. */
enum { RANK_OF_LAST = -1, RANK_OF_NUMBERS = -2 };
/* Groups of factors, in this order; within a group by rank, and within a rank by kind. */
enum { GROUP_NUMBER, GROUP_USUAL, GROUP_FUNCTION };
enum { KIND_SYMBOL, KIND_ENCLOSED, KIND_CALL };
enum { KIND_DIGITS, KIND_PI }; /* of numbers */

/* A factor or term still to be taken apart, and the side or sign on which it stands. */
typedef struct part {
    expr_id e;
    bool other;
} part;

typedef VEC(part) part_list;
typedef VEC(factor) factor_list;

static short rank_below(const graph *g, expr_id e, const short *ranks, const unsigned char *rank) {
    const expr_node *n = node_at(g, e);
    if (n->op == EXPR_VAR)
        return rank[n->var];
    short most = RANK_OF_NUMBERS;
    for (int k = 0; k < expr_op_table[n->op].arity; k++) {
        short below = ranks[expr_reach_place(g, n->arg[k]) - 1];
        most = below > most ? below : most;
    }
    return most;
}

term_reader expr_notation_begin(const graph *g, const expr_id *roots, size_t count, const unsigned char *rank,
                                bool functions_last, arena *a) {
    term_reader r = {.g = g, .memory = a, .functions_last = functions_last};
    if (rank == NULL)
        return r;
    expr_reach_begin(g);
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], REACH_ALL);
    short *ranks = ARENA_ARRAY(a, short, g->reach->count);
    for (uint32_t k = 0; k < g->reach->count; k++)
        ranks[k] = rank_below(g, (expr_id){g->reach->order[k]}, ranks, rank);
    r.ranks = ranks;
    return r;
}

static int rank_of(const term_reader *r, expr_id e) {
    if (is_number(r->g, e))
        return RANK_OF_NUMBERS;
    return r->ranks ? r->ranks[expr_reach_place(r->g, e) - 1] : 0;
}

bool expr_notation_is_sum(const graph *g, expr_id e) {
    while (op_of(g, e) == EXPR_NEG)
        e = arg_of(g, e, 0);
    return op_of(g, e) == EXPR_ADD || op_of(g, e) == EXPR_SUB;
}

bool expr_notation_is_decimal(const expr_node *n) {
    return n->op == EXPR_REAL || number_is_decimal((number){n->num, n->den, n->value});
}

bool expr_notation_has_pi(const expr_node *n, pi_multiple *m) {
    return n->op == EXPR_REAL && number_pi_multiple((number){0, 0, n->value}, m);
}

bool expr_notation_is_number(const factor *f) {
    return f->part >= FACTOR_DECIMAL;
}

bool expr_notation_is_named_function(expr_op op) {
    return op >= EXPR_SIN && op <= EXPR_HYPOT && op != EXPR_EXP && op != EXPR_ABS;
}

bool expr_notation_is_function_power(const graph *g, expr_id e) {
    expr_id base;
    int64_t n;
    if (!whole_power(g, e, &base, &n) || (n >= -1 && n <= 1))
        return false;
    expr_op function = op_of(g, base);
    return expr_notation_is_named_function(function) && expr_op_table[function].arity == 1;
}

bool expr_notation_is_inverse_power(const graph *g, expr_id e) {
    return op_of(g, e) == EXPR_POW && is_number(g, arg_of(g, e, 1)) && node_at(g, arg_of(g, e, 1))->value < 0;
}

static int group_of(const term_reader *r, expr_id e) {
    if (is_number(r->g, e))
        return GROUP_NUMBER;
    bool function = expr_notation_is_named_function(op_of(r->g, e)) || expr_notation_is_function_power(r->g, e);
    return r->functions_last && function ? GROUP_FUNCTION : GROUP_USUAL;
}

static int kind_of(expr_op base) {
    if (base <= EXPR_VAR)
        return KIND_SYMBOL;
    return base >= EXPR_SQRT && base <= EXPR_HYPOT ? KIND_CALL : KIND_ENCLOSED;
}

static bool factor_comes_first(const void *left, const void *right) {
    const factor *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->place < b->place;
}

/* At one place the later node first: x^2 + x, x*y + y. */
static bool term_comes_first(const void *left, const void *right) {
    const product_term *a = *(const product_term *const *)left, *b = *(const product_term *const *)right;
    if (a->rank != b->rank)
        return a->rank > b->rank;
    if (a->place != b->place)
        return a->place < b->place;
    return a->e.i > b->e.i;
}

static void add_factor(term_reader *r, factor_list *side, expr_id e, bool inverse) {
    expr_id base = op_of(r->g, e) == EXPR_POW ? arg_of(r->g, e, 0) : e;
    vec_push(r->memory, side,
             (factor){.e = e,
                      .part = inverse ? FACTOR_INVERTED : FACTOR_WHOLE,
                      .group = group_of(r, e),
                      .rank = rank_of(r, e),
                      .kind = kind_of(op_of(r->g, base)),
                      .place = base.i});
}

static void add_part(term_reader *r, factor_list *side, expr_id e, factor_part as, int64_t whole) {
    vec_push(r->memory, side,
             (factor){.e = e,
                      .part = as,
                      .whole = whole < 0 ? -whole : whole,
                      .group = GROUP_NUMBER,
                      .rank = RANK_OF_NUMBERS,
                      .kind = as == FACTOR_PI ? KIND_PI : KIND_DIGITS,
                      .place = e.i});
}

/* 1 is not written. */
static void add_digits(term_reader *r, factor_list *side, expr_id e, int64_t whole) {
    if (whole != 1 && whole != -1)
        add_part(r, side, e, FACTOR_DIGITS, whole);
}

/* 3/2 above the bar is 3 above and 2 below; 3*pi/2 is 3*pi above. */
static void add_number(term_reader *r, product_term *t, factor_list *side, factor_list *across, expr_id e) {
    const expr_node *n = node_at(r->g, e);
    t->minus = t->minus != (n->value < 0);
    pi_multiple m;
    if (expr_notation_has_pi(n, &m)) {
        add_digits(r, side, e, m.num);
        add_part(r, m.power > 0 ? side : across, e, FACTOR_PI, m.power);
        add_digits(r, across, e, m.den);
    } else if (expr_notation_is_decimal(n)) {
        add_part(r, side, e, FACTOR_DECIMAL, 0);
    } else {
        add_digits(r, side, e, n->num);
        add_digits(r, across, e, n->den);
    }
}

static factors in_order(factor_list *side, arena *memory) {
    if (side->len > 1)
        base_sort(side->at, side->len, sizeof *side->at, factor_comes_first, memory);
    return (factors){side->at, side->len};
}

static uint32_t last_place(factors side) {
    uint32_t last = 0;
    for (size_t k = 0; k < side.count; k++)
        last = side.at[k].group != GROUP_NUMBER && side.at[k].place > last ? side.at[k].place : last;
    return last;
}

const product_term *expr_notation_read_product(term_reader *r, expr_id e) {
    product_term *t = ARENA_NEW(r->memory, product_term);
    int rank = rank_of(r, e);
    *t = (product_term){.e = e, .rank = rank == EXPR_RANK_LAST ? RANK_OF_LAST : rank};
    factor_list side[2] = {{0}, {0}};
    part_list open = {0};
    vec_push(r->memory, &open, (part){e, false});
    while (open.len > 0) {
        part next = open.at[--open.len];
        const expr_node *n = node_at(r->g, next.e);
        if (n->op == EXPR_MUL || n->op == EXPR_DIV) {
            vec_push(r->memory, &open, (part){n->arg[1], next.other != (n->op == EXPR_DIV)});
            vec_push(r->memory, &open, (part){n->arg[0], next.other});
        } else if (n->op == EXPR_NEG) {
            t->minus = !t->minus;
            vec_push(r->memory, &open, (part){n->arg[0], next.other});
        } else if (n->op <= EXPR_REAL) {
            add_number(r, t, &side[next.other], &side[!next.other], next.e);
        } else {
            bool inverse = expr_notation_is_inverse_power(r->g, next.e);
            add_factor(r, &side[next.other != inverse], next.e, inverse);
        }
    }
    t->over = in_order(&side[0], r->memory);
    t->under = in_order(&side[1], r->memory);
    t->place = last_place(t->over.count > 0 ? t->over : t->under);
    return t;
}

/* a - b, not -b + a. */
static void begin_positive(const product_term **terms, size_t count) {
    size_t first = 0;
    while (first < count && terms[first]->minus)
        first++;
    if (first == count)
        return;
    const product_term *t = terms[first];
    for (; first > 0; first--)
        terms[first] = terms[first - 1];
    terms[0] = t;
}

static const product_term *signed_term(term_reader *r, part p) {
    const product_term *plain = expr_notation_read_product(r, p.e);
    if (!p.other)
        return plain;
    product_term *t = ARENA_NEW(r->memory, product_term);
    *t = *plain;
    t->minus = !plain->minus;
    return t;
}

typedef VEC(const product_term *) term_list;

/* In order, behind those that are there. */
static void add_terms(term_reader *r, expr_id e, term_list *terms) {
    const size_t before = terms->len;
    part_list open = {0};
    vec_push(r->memory, &open, (part){e, false});
    while (open.len > 0) {
        part next = open.at[--open.len];
        const expr_node *n = node_at(r->g, next.e);
        if (n->op == EXPR_ADD || n->op == EXPR_SUB) {
            vec_push(r->memory, &open, (part){n->arg[1], next.other != (n->op == EXPR_SUB)});
            vec_push(r->memory, &open, (part){n->arg[0], next.other});
        } else if (n->op == EXPR_NEG && expr_notation_is_sum(r->g, n->arg[0])) {
            vec_push(r->memory, &open, (part){n->arg[0], !next.other});
        } else {
            vec_push(r->memory, terms, signed_term(r, next));
        }
    }
    base_sort(terms->at + before, terms->len - before, sizeof *terms->at, term_comes_first, r->memory);
}

const product_term **expr_notation_read_sums(term_reader *r, const expr_id *roots, size_t sums, size_t *count) {
    term_list terms = {0};
    for (size_t k = 0; k < sums; k++)
        add_terms(r, roots[k], &terms);
    begin_positive(terms.at, terms.len);
    *count = terms.len;
    return terms.at;
}
