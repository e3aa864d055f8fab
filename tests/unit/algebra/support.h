/* What tests of the simplifier share: formulas by hand, their operations, and values before and after. */
#ifndef LGR_TESTS_ALGEBRA_SUPPORT_H
#define LGR_TESTS_ALGEBRA_SUPPORT_H

#include "algebra/algebra.h"
#include "expr/notation.h"
#include "expr/support.h"
#include "expr/walk.h"

enum { VALUES = 64, POINTS = 12 };

static inline expr_id sine(bench *b, expr_id u) {
    return expr_unary(b->g, EXPR_SIN, u);
}

static inline expr_id cosine(bench *b, expr_id u) {
    return expr_unary(b->g, EXPR_COS, u);
}

static inline expr_id square(bench *b, expr_id e) {
    return expr_powi(b->g, e, 2);
}

static inline const char *text_of(bench *b, expr_id e) {
    strbuf s = base_strbuf_make(b->memory);
    expr_print(b->g, e, 2000, &s);
    return base_strbuf_text(&s);
}

/* All parts of the formula have values: min and max may hide that some have none. */
static inline bool has_value(bench *b, expr_id e, const double *at) {
    const uint32_t *order;
    size_t count = expr_nodes_below(b->g, &e, 1, &order);
    expr_id *part = ARENA_ARRAY(b->memory, expr_id, count);
    for (size_t k = 0; k < count; k++)
        part[k].i = order[k];
    for (size_t k = 0; k < count; k++)
        if (!isfinite(expr_eval(b->g, part[k], at)))
            return false;
    return true;
}

/* Wherever the formula has a value the other has the same, to `relative` of the terms it adds up. */
static inline void assert_equal_at(bench *b, expr_id given, expr_id simple, const double *at, double relative) {
    double want = expr_eval(b->g, given, at), got = expr_eval(b->g, simple, at);
    if (!has_value(b, given, at))
        return;
    double size = expr_eval(b->g, expr_magnitude_bound(b->g, given), at),
           other = expr_eval(b->g, expr_magnitude_bound(b->g, simple), at);
    if (fabs(got - want) <= relative * fmax(fmax(size, other), fabs(want)))
        return;
    print_error("%s\nis %.17g, but simplified %.17g:\n%s\n", text_of(b, given), want, got, text_of(b, simple));
    fail();
}

static inline void assert_equal_values(bench *b, expr_id given, expr_id simple, dice *d) {
    double at[VALUES];
    for (int k = 0; k < POINTS; k++) {
        for (int v = 0; v < VALUES; v++)
            at[v] = dice_between(d, -2, 2);
        assert_equal_at(b, given, simple, at, 1e-12);
    }
}

/* Simplified, with the same values, no more operations, and no further when simplified again. */
static inline expr_id simplified(bench *b, expr_id e, dice *d) {
    expr_id out, again;
    assert_in_range(expr_var_count(b->g), 0, VALUES);
    algebra_simplify(b->g, &e, 1, &out);
    algebra_simplify(b->g, &out, 1, &again);
    assert_equal_values(b, e, out, d);
    assert_true(algebra_operations(b->g, out) <= algebra_operations(b->g, e));
    if (!expr_same(again, out))
        fail_msg("%s is not left alone: %s", text_of(b, out), text_of(b, again));
    return out;
}

/* The formula simplified takes `most` operations or fewer. */
#define assert_simplifies(b, e, most) assert_simplifies_at(b, e, most, __FILE__, __LINE__)

static inline void assert_simplifies_at(bench *b, expr_id e, size_t most, const char *file, int line) {
    dice d = {12345};
    expr_id out = simplified(b, e, &d);
    size_t ops = algebra_operations(b->g, out);
    if (ops <= most)
        return;
    print_error("%zu operations, should be %zu: %s\n", ops, most, text_of(b, out));
    _fail(file, line);
}

#endif
