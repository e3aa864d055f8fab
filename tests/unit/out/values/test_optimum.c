/* How the best design stands to its parameters. */
#include "out/optimum.h"

static void elasticities_and_bounds(void **state) {
    (void)state;
    arena *a = base_arena_create();
    best *b = best_create(a);
    assert_near(out_optimum_elasticity(&b->o, 0), 8 * 3 / 12.0, 1e-15);
    assert_near(out_optimum_elasticity(&b->o, 1), -2 * 0.5 / 12.0, 1e-15);
    assert_string_equal(out_optimum_bound(&b->o, 0), "high");
    assert_null(out_optimum_bound(&b->o, 1));
    b->at[1] = 0.9e-6;
    assert_string_equal(out_optimum_bound(&b->o, 1), "low");
    b->at[1] = 1.1e-6;
    assert_null(out_optimum_bound(&b->o, 1));
    assert_false(out_optimum_is_present(&b->o));
    b->o.present = b->o.x;
    assert_true(out_optimum_is_present(&b->o));
    b->reports[0] = 0;
    assert_true(isnan(out_optimum_elasticity(&b->o, 0)));
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elasticities_and_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
