/* What the tests of the expression graph share: a graph to work on, random numbers with a seed, comparison of numbers.
 */
#ifndef LGR_TESTS_EXPR_SUPPORT_H
#define LGR_TESTS_EXPR_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "expr/graph.h"

typedef struct bench {
    arena *memory;
    graph *g;
    expr_id x, y, z;
} bench;

static inline bench bench_create(void) {
    bench b = {.memory = base_arena_create()};
    b.g = expr_graph_create(b.memory);
    b.x = expr_new_var(b.g, "x");
    b.y = expr_new_var(b.g, "y");
    b.z = expr_new_var(b.g, "z");
    return b;
}

static inline void bench_destroy(bench *b) {
    base_arena_destroy(b->memory);
}

typedef struct dice {
    uint64_t state;
} dice;

/* LGR_TEST_SEED repeats a run whose seed was printed. */
static inline dice dice_create(uint64_t usual) {
    const char *wish = getenv("LGR_TEST_SEED");
    uint64_t seed = wish ? strtoull(wish, NULL, 10) : usual;
    print_message("seed %llu\n", (unsigned long long)seed);
    return (dice){seed * 0x9e3779b97f4a7c15u + 1};
}

static inline uint32_t dice_below(dice *d, uint32_t count) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((d->state >> 33) % count);
}

static inline double dice_between(dice *d, double low, double high) {
    return low + (high - low) * dice_below(d, 1u << 30) / (double)(1u << 30);
}

#define assert_near(got, want, tolerance) assert_near_at((got), (want), (tolerance), #got, __FILE__, __LINE__)

static inline void assert_near_at(double got, double want, double tolerance, const char *what, const char *file,
                                  int line) {
    if (fabs(got - want) <= tolerance || got == want)
        return;
    print_error("%s = %.17g, should be %.17g, off by %g tolerances\n", what, got, want, fabs(got - want) / tolerance);
    _fail(file, line);
}

#define assert_same_expr(g, got, want) assert_same_expr_at((got), (want), #got, #want, __FILE__, __LINE__)

static inline void assert_same_expr_at(expr_id got, expr_id want, const char *what, const char *other, const char *file,
                                       int line) {
    if (expr_same(got, want))
        return;
    print_error("%s is node %u, %s is node %u\n", what, got.i, other, want.i);
    _fail(file, line);
}

#endif
