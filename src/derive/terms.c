/* Terms as a book writes them: a factor before a sum of unlike terms goes to each, A sin^2 + C cos^2 has both squares.
 */
#include "algebra/algebra.h"
#include "derive/derivation.h"
#include "derive/factors.h"
#include "derive/tidy.h"

static bool is_sum(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_ADD || op == EXPR_SUB;
}

/* Sums of thousands of terms, nested term by term, are no formulas of books, and too deep to be gone through. */
static bool is_deep(const graph *g, expr_id e, int depth) {
    enum { MOST_DEPTH = 256 };
    const expr_node *n = expr_node_at(g, e);
    if (n->op != EXPR_NEG && !is_sum(g, e))
        return false;
    return depth == MOST_DEPTH || is_deep(g, n->arg[0], depth + 1) ||
           (n->op != EXPR_NEG && is_deep(g, n->arg[1], depth + 1));
}

static bool is_moving(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & ~(1u << VAR_PARAM)) != 0;
}

/* The factor that is a sum, of what moves if only such count; -1: none. */
static int find_sum(const derive_factors *f, bool moving) {
    for (int k = 0; k < f->count; k++)
        if (is_sum(f->g, f->at[k].base) && f->at[k].power == 1 && !f->at[k].below &&
            (!moving || is_moving(f->g, f->at[k].base)))
            return k;
    return -1;
}

/* What terms of a sum are like: how many have a sum of what moves; how many that move one of constants; how many any;
   how many neither the first nor a number or parameter before what moves; how many a root, as L/r in 1 - L/r. */
typedef struct likeness {
    int terms, nested, scaled, sums, bare, roots;
} likeness;

static void look_at(graph *g, expr_id e, likeness *l) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG || n.op == EXPR_ADD || n.op == EXPR_SUB) {
        look_at(g, n.arg[0], l);
        if (n.op != EXPR_NEG)
            look_at(g, n.arg[1], l);
        return;
    }
    const derive_factors f = derive_factors_of(g, e);
    bool own = find_sum(&f, true) >= 0;
    l->terms++;
    l->nested += own;
    l->sums += find_sum(&f, false) >= 0;
    l->scaled += is_moving(g, e) && find_sum(&f, false) >= 0;
    for (int k = 0; k < f.count; k++) {
        const expr_op op = expr_node_at(g, f.at[k].base)->op;
        own = own || (!is_moving(g, f.at[k].base) && !expr_is_number(g, e, NULL));
        l->roots += op == EXPR_SQRT || op == EXPR_HYPOT;
    }
    l->bare += !own;
}

/* An energy's terms each with its own factor, where nothing that moves stands before them. Forces where one has a sum
   of its own, sin(u) u' (2 (A - C) cos(u) p' - C s'), but for a spring's 1 - L/r. */
static bool is_unlike(const likeness *l, bool energy, bool moving_before) {
    if (energy)
        return l->bare == 0 && !moving_before;
    return l->roots == 0 && (l->nested > 0 || (l->scaled > 0 && moving_before));
}

/* The other factors times each term. */
static expr_id spread(graph *g, const derive_factors *f, int which, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, spread(g, f, which, n.arg[0]));
    if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        const expr_id left = spread(g, f, which, n.arg[0]), right = spread(g, f, which, n.arg[1]);
        return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
    }
    derive_factors term = *f;
    term.at[which] = (derive_factor){e, 1, false};
    const expr_id product = derive_factors_written(&term);
    const derive_factors joined = derive_factors_of(g, product);
    return joined.over ? product : derive_factors_written(&joined);
}

/* Operations that are written more often then. */
static size_t growth(const derive_factors *f, int which, const likeness *l) {
    derive_factors others = *f;
    others.at[which].base = expr_int(f->g, 1);
    const expr_id before = derive_factors_written(&others);
    const size_t each = expr_is_number(f->g, before, NULL) ? 0 : algebra_operations(f->g, before) + 1;
    return (size_t)(l->terms - 1) * each;
}

/* Of one term. */
static expr_id without_unlike(graph *g, expr_id e, bool energy) {
    enum { MOST_GROWTH = 4 };
    const derive_factors f = derive_factors_of(g, e);
    const int which = f.over ? -1 : find_sum(&f, true);
    likeness l = {0};
    if (which < 0 || is_deep(g, f.at[which].base, 0))
        return e;
    look_at(g, f.at[which].base, &l);
    bool moving = false;
    for (int k = 0; k < f.count; k++)
        moving = moving || (k != which && is_moving(g, f.at[k].base));
    return is_unlike(&l, energy, moving) && growth(&f, which, &l) <= MOST_GROWTH
               ? spread(g, &f, which, f.at[which].base)
               : e;
}

/* l (l (m/4 + M) + m c) w^2 as (l^2 (m/4 + M) + l m c) w^2: what neither moves nor is a number goes into the sum. */
static expr_id without_nest(graph *g, expr_id e) {
    enum { MOST_GROWTH = 4 };
    derive_factors f = derive_factors_of(g, e), outside = {.g = g}, inside = {.g = g};
    const int which = f.over ? -1 : find_sum(&f, true);
    likeness l = {0};
    if (which < 0 || is_deep(g, f.at[which].base, 0))
        return e;
    look_at(g, f.at[which].base, &l);
    for (int k = 0; k < f.count; k++) {
        const bool own = k == which || (!is_moving(g, f.at[k].base) && !expr_is_number(g, f.at[k].base, NULL));
        derive_factors *to = own ? &inside : &outside;
        to->at[to->count++] = f.at[k];
    }
    int sum = 0;
    while (inside.at[sum].base.i != f.at[which].base.i)
        sum++;
    if (inside.count < 2 || l.sums == 0 || growth(&inside, sum, &l) > MOST_GROWTH)
        return e;
    const expr_id within = spread(g, &inside, sum, inside.at[sum].base);
    return expr_mul(g, derive_factors_written(&outside), within);
}

static expr_id all_without_nests(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, all_without_nests(g, n.arg[0]));
    if (n.op != EXPR_ADD && n.op != EXPR_SUB)
        return without_nest(g, e);
    const expr_id left = all_without_nests(g, n.arg[0]), right = all_without_nests(g, n.arg[1]);
    return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
}

expr_id derive_without_nests(graph *g, expr_id e) {
    return is_deep(g, e, 0) ? e : all_without_nests(g, e);
}

static expr_id all_without_unlike(graph *g, expr_id e, bool energy) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, all_without_unlike(g, n.arg[0], energy));
    if (n.op != EXPR_ADD && n.op != EXPR_SUB)
        return without_unlike(g, e, energy);
    const expr_id left = all_without_unlike(g, n.arg[0], energy), right = all_without_unlike(g, n.arg[1], energy);
    return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
}

expr_id derive_unlike_terms(graph *g, expr_id e, bool energy) {
    return is_deep(g, e, 0) ? e : all_without_unlike(g, e, energy);
}

/* The sum K in K sin^2 or K cos^2, and that square's angle and partner; false if the term is no such product. */
static bool is_square(graph *g, expr_id term, expr_id *K, expr_id *square, expr_id *partner) {
    const derive_factors f = derive_factors_of(g, term);
    if (f.over || f.count != 2)
        return false;
    for (int k = 0; k < 2; k++) {
        const expr_node n = *expr_node_at(g, f.at[k].base);
        const derive_factor other = f.at[1 - k];
        if ((n.op != EXPR_SIN && n.op != EXPR_COS) || f.at[k].power != 2 || f.at[k].below || other.below ||
            other.power != 1)
            continue;
        *K = other.base;
        *square = expr_powi(g, f.at[k].base, 2);
        *partner = expr_powi(g, expr_unary(g, n.op == EXPR_SIN ? EXPR_COS : EXPR_SIN, n.arg[0]), 2);
        return is_sum(g, *K);
    }
    return false;
}

/* rest + K sin^2 or rest - K sin^2, with K = k - rest or rest - k: k sin^2 + rest cos^2. */
static expr_id both_squares_of(graph *g, expr_id e, arena *a) {
    const expr_node n = *expr_node_at(g, e);
    const bool minus = n.op == EXPR_SUB;
    for (int k = minus; (n.op == EXPR_ADD || minus) && k < 2; k++) {
        const expr_id rest = n.arg[1 - k];
        expr_id K, square, partner;
        if (is_moving(g, rest) || !is_square(g, n.arg[k], &K, &square, &partner))
            continue;
        const expr_id own = derive_tidy_without(g, K, rest, minus ? 1 : -1, a);
        if (!own.i)
            continue;
        const expr_id first = expr_mul(g, own, square), second = expr_mul(g, rest, partner);
        return minus ? expr_sub(g, second, first) : expr_add(g, first, second);
    }
    return e;
}

/* Within products of sums too: ((B - A) cos^2 + A) sin^2; not of some terms of a sum. */
static expr_id all_both_squares(graph *g, expr_id e, bool whole, arena *a) {
    const expr_id both = whole ? both_squares_of(g, e, a) : e;
    const expr_node n = *expr_node_at(g, both);
    const bool sum = n.op == EXPR_ADD || n.op == EXPR_SUB;
    if (!sum && n.op != EXPR_MUL)
        return both;
    const expr_id left = all_both_squares(g, n.arg[0], !sum, a), right = all_both_squares(g, n.arg[1], !sum, a);
    if (expr_same(left, n.arg[0]) && expr_same(right, n.arg[1]))
        return both;
    return expr_make(g, n.op, left, right, EXPR_NONE);
}

expr_id derive_both_squares(graph *g, expr_id e, arena *a) {
    enum { LONGEST = 60 };
    return algebra_operations(g, e) > LONGEST ? both_squares_of(g, e, a) : all_both_squares(g, e, true, a);
}
