/* Tests of narrow tapes: what is wanted has the same bits as on the whole tape, and nothing else is computed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tape/program/narrow.h"

enum { ROOTS = 12 };

typedef struct fixture {
    arena *a;
    graph *g;
    uint32_t vars[3];
    expr_id of[3];
} fixture;

static fixture begin(void) {
    fixture f = {.a = base_arena_create()};
    f.g = expr_graph_create(f.a);
    for (int i = 0; i < 3; i++) {
        f.of[i] = expr_new_var(f.g, (const char *[]){"p", "x", "y"}[i]);
        f.vars[i] = expr_node_at(f.g, f.of[i])->var;
    }
    return f;
}

/* Terms shared with neighbours, sines beside cosines, powers, and values that the second segment takes from the
   first. */
static expr_id root(const fixture *f, int k) {
    graph *g = f->g;
    const expr_id angle = expr_mul(g, expr_int(g, k / 2 + 1), f->of[1]), shared = expr_mul(g, f->of[2], f->of[2]);
    expr_id e = expr_unary(g, k % 2 ? EXPR_SIN : EXPR_COS, angle);
    e = expr_mul(g, e, expr_powi(g, expr_add(g, f->of[2], expr_int(g, k)), 5 - k));
    return expr_add(g, e, k % 3 ? expr_sqrt(g, expr_add(g, shared, f->of[0])) : shared);
}

static tape *build(const fixture *f) {
    static expr_id first[ROOTS], second[ROOTS];
    for (int k = 0; k < ROOTS; k++) {
        first[k] = root(f, k);
        const expr_id product = expr_mul(f->g, root(f, k), root(f, (k + 5) % ROOTS));
        second[k] = expr_unary(f->g, EXPR_ATAN, product);
    }
    const tape_group groups[] = {{.roots = first, .count = ROOTS}, {.roots = second, .count = ROOTS}};
    return tape_build(f->a, f->g, f->vars, 3, 1, groups, 2);
}

static void fill(const tape *t, double *slots) {
    for (size_t i = 0; i < t->slot_count; i++)
        slots[i] = NAN;
    tape_scalar.init(t, slots);
    memcpy(slots, (const double[]){0.7, -0.4, 1.3}, 3 * sizeof *slots);
    tape_scalar.run(t, 0, slots);
}

static void wanted_results_have_their_bits(void **state) {
    (void)state;
    fixture f = begin();
    const tape *t = build(&f);
    tape_narrow *n = tape_narrow_create(f.a, t);
    double *whole = ARENA_ARRAY(f.a, double, t->slot_count), *some = ARENA_ARRAY(f.a, double, t->slot_count);
    fill(t, whole);
    tape_scalar.run(t, 1, whole);
    tape_scalar.run(t, 2, whole);
    for (unsigned mask = 1; mask < 1u << ROOTS; mask = 3 * mask + 7) {
        for (int k = 0; k < ROOTS; k++)
            if (mask >> k & 1)
                tape_narrow_want(n, t->segments[1 + k % 2].out_slots[k]);
        tape_narrow_make(n);
        fill(t, some);
        tape_scalar.run(&n->t, 1, some);
        tape_scalar.run(&n->t, 2, some);
        for (int k = 0; k < ROOTS; k++) {
            const uint32_t slot = t->segments[1 + k % 2].out_slots[k];
            if (mask >> k & 1)
                assert_memory_equal(&some[slot], &whole[slot], sizeof *some);
        }
    }
    base_arena_destroy(f.a);
}

static size_t length(const tape_narrow *n, int segment) {
    return n->t.segments[segment].last - n->t.segments[segment].first;
}

static void nothing_else_is_computed(void **state) {
    (void)state;
    fixture f = begin();
    const tape *t = build(&f);
    tape_narrow *n = tape_narrow_create(f.a, t);
    tape_narrow_make(n);
    assert_int_equal(length(n, 1) + length(n, 2), 0);
    tape_narrow_want(n, t->segments[1].out_slots[3]); /* an angle, its sine, a power of a sum, their product, a sum */
    tape_narrow_make(n);
    assert_in_range(length(n, 1), 5, 8);
    assert_int_equal(length(n, 2), 0);
    tape_narrow_want(n, t->segments[2].out_slots[4]);
    tape_narrow_make(n);
    assert_in_range(length(n, 2), 1, 2);
    assert_true(length(n, 1) > 8 && length(n, 1) + length(n, 2) < t->code_count / 2);
    base_arena_destroy(f.a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wanted_results_have_their_bits),
        cmocka_unit_test(nothing_else_is_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
