/* Budgets: steps and memory are refused before they are spent, and stay refused once memory has gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/budget.h"

static void test_steps(void **state) {
    (void)state;
    arena *a = base_arena_create();
    budget b = base_budget_begin(a, 1000, 10);
    assert_true(base_budget_spend(&b, 4));
    assert_true(base_budget_spend(&b, 6));
    assert_true(base_budget_spend(&b, 0));
    assert_false(base_budget_spend(&b, 1));
    base_arena_destroy(a);
}

static void test_too_many_at_once_end_it(void **state) {
    (void)state;
    arena *a = base_arena_create();
    budget b = base_budget_begin(a, 1000, 10);
    assert_false(base_budget_spend(&b, 11));
    assert_false(base_budget_spend(&b, 1));
    base_arena_destroy(a);
}

static void test_memory_counts_from_the_beginning(void **state) {
    (void)state;
    arena *a = base_arena_create();
    base_arena_alloc(a, 5000);
    budget b = base_budget_begin(a, 1000, 10);
    base_arena_alloc(a, 1000);
    assert_true(base_budget_spend(&b, 1));
    base_arena_alloc(a, 1);
    assert_false(base_budget_spend(&b, 1));
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_too_many_at_once_end_it),
        cmocka_unit_test(test_memory_counts_from_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
