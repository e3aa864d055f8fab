/* The first failure of a run is the one it is told by; a doubt is noted once; dimensions of rows. */
#include "sim/support.h"

static void the_first_failure_stands(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\n");
    finding *first = dynamics_fail(x.s, DIAG_E0501, "at %d", 1), *second = dynamics_fail(x.s, DIAG_E0506, "at %d", 2);
    assert_ptr_equal(x.result->failure, first);
    assert_string_equal(first->message, "at 1");
    assert_int_equal(second->code, DIAG_E0506);
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_int_equal(diag_count(x.of.findings), 2);
    motion_end(&x);
}

static void a_doubt_does_not_end_the_run(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\n");
    for (int pass = 0; pass < 2; pass++)
        dynamics_doubt(x.s, DIAG_W0512, (span){3, 5}, "doubtful");
    assert_int_equal(x.result->doubts.len, 1);
    dynamics_doubt(x.s, DIAG_W0512, (span){7, 9}, "doubtful elsewhere");
    assert_int_equal(x.result->doubts.len, 2);
    assert_int_equal(x.result->doubts.at[0]->at.end, 5);
    assert_int_not_equal(x.result->end, SIM_FAILED);
    motion_end(&x);
}

/* A length, its rate; a velocity as it is. */
static void rows_have_dimensions(void **state) {
    (void)state;
    motion x = motion_begin("param l = 1 m\ncoord x = 1 m, y = 0 m, z = 0 m\n"
                            "kinetic T = (1 kg)*(x'^2 + y'^2 + z'^2)\nconstraint rod: x = l\n"
                            "constraint roll: y' = 2*z'\n");
    const dimension length = {.e = {[DIM_M] = DIM_ONE}}, speed = {.e = {[DIM_M] = DIM_ONE, [DIM_S] = -DIM_ONE}};
    assert_true(dim_equal(dynamics_row_dim(x.s, motion_row(&x, "rod"), false), length));
    assert_true(dim_equal(dynamics_row_dim(x.s, motion_row(&x, "rod"), true), speed));
    assert_true(dim_equal(dynamics_row_dim(x.s, motion_row(&x, "roll"), false), speed));
    assert_true(dim_equal(dynamics_row_dim(x.s, motion_row(&x, "roll"), true), speed));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_stands),
        cmocka_unit_test(a_doubt_does_not_end_the_run),
        cmocka_unit_test(rows_have_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
