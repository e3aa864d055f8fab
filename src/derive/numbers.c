/* Numbers that rounding has made long or different: 13.5 for 13.500000000000002, one square root of 2 on a page. */
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "derive/tidy.h"
#include "expr/terms.h"
#include "expr/walk.h"

static const double near = 4e-15; /* a few roundings */

/* p/q with a small q of `least` or more and a few roundings off; its den is 0 if there is none. */
static number fraction_near(double x, int least, double within) {
    enum { MOST_BELOW = 36, MOST_ABOVE = 1000 };
    for (int below = least; below <= MOST_BELOW; below++) {
        const double above = round(x * below);
        if (above != 0 && fabs(above) <= MOST_ABOVE && fabs(above - x * below) <= within * fabs(above))
            return number_ratio((int64_t)above, below);
    }
    return (number){0};
}

/* sin 45 deg and cos 45 deg may differ by a rounding error: both are sqrt(1/2). */
static expr_id root_near(graph *g, expr_id e) {
    const double x = expr_node_at(g, e)->value;
    const number square = fraction_near(x * x, 1, 2 * near);
    return square.den ? expr_real(g, copysign(sqrt(square.value), x)) : e;
}

expr_id derive_tidy_number(graph *g, expr_id e) {
    const int digits = 12, least = 3;
    double x = expr_node_at(g, e)->value, size = fabs(x);
    int shift = size > 0 && isfinite(size) ? digits - 1 - (int)floor(log10(size)) : -1;
    if (shift < 0 || shift > 22) /* beyond, powers of ten are not exact */
        return e;
    double scale = pow(10, shift), y = round(x * scale) / scale;
    if (fabs(y - x) <= near * size)
        return expr_real(g, y);
    const number fraction = fraction_near(x, least, near);
    return fraction.den ? expr_number(g, fraction) : root_near(g, e);
}

/* A number of a page, without its sign. */
typedef struct found_number {
    expr_id e;
    double size;
} found_number;

static bool is_smaller(const void *left, const void *right) {
    const found_number *a = left, *b = right;
    return a->size != b->size ? a->size < b->size : a->e.i < b->e.i;
}

/* What is written with many digits: 282842712474619/200000000000000 is better as a decimal number. */
static bool is_long(const expr_node *n) {
    enum { LONG = 1000000 };
    const number x = {n->num, n->den, n->value};
    return (n->op == EXPR_REAL && isfinite(n->value)) ||
           (n->op == EXPR_RATIONAL && n->den >= LONG && llabs(n->num) >= LONG && !number_is_decimal(x));
}

static size_t list_numbers(graph *g, const expr_id *roots, size_t count, found_number **list, arena *a) {
    const uint32_t *nodes;
    const size_t below = expr_nodes_below(g, roots, count, &nodes);
    size_t found = 0;
    *list = ARENA_ARRAY(a, found_number, below);
    for (size_t k = 0; k < below; k++) {
        const expr_node *n = expr_node_at(g, (expr_id){nodes[k]});
        if (is_long(n))
            (*list)[found++] = (found_number){{nodes[k]}, fabs(n->value)};
    }
    base_sort(*list, found, sizeof **list, is_smaller, a);
    return found;
}

/* Of numbers that differ by a few roundings only the oldest remains, which is nearest to what the model gave. */
static double oldest_of(const found_number *list, size_t count) {
    const found_number *oldest = list;
    for (size_t k = 1; k < count; k++)
        oldest = list[k].e.i < oldest->e.i ? &list[k] : oldest;
    return oldest->size;
}

void derive_tidy_numbers(graph *g, expr_id *roots, size_t count, arena *a) {
    found_number *list;
    const size_t found = list_numbers(g, roots, count, &list, a);
    expr_id *from = ARENA_ARRAY(a, expr_id, found), *to = ARENA_ARRAY(a, expr_id, found);
    size_t pairs = 0, end = 0;
    for (size_t first = 0; first < found; first = end) {
        for (end = first + 1; end < found && list[end].size - list[first].size <= near * list[first].size;)
            end++;
        const double size = oldest_of(&list[first], end - first);
        for (size_t k = first; k < end; k++) {
            const expr_id kept = expr_real(g, copysign(size, expr_node_at(g, list[k].e)->value));
            const expr_id tidy = expr_node_at(g, kept)->op == EXPR_REAL ? derive_tidy_number(g, kept) : kept;
            from[pairs] = list[k].e;
            to[pairs] = tidy;
            pairs += !expr_same(tidy, list[k].e);
        }
    }
    if (pairs > 0)
        expr_substitute(g, roots, count, from, to, pairs, roots);
}
