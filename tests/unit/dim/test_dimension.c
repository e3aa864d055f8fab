/* Dimensions: their arithmetic, the range of exponents, their printing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dim/unit.h"

static const char *printed(arena *a, dimension dim) {
    strbuf s = base_strbuf_make(a);
    dim_print(dim, &s);
    return base_strbuf_text(&s);
}

static dimension dim_named(const char *name) {
    unit u;
    assert_true(dim_find_unit(name, &u));
    return u.dim;
}

static void test_products_and_quotients(void **state) {
    (void)state;
    dimension speed = dim_div(dim_named("m"), dim_named("s"));
    assert_true(dim_equal(speed, dim_named("mph")));
    assert_true(dim_equal(dim_mul(dim_named("kg"), dim_mul(speed, speed)), dim_named("J")));
    assert_true(dim_equal(dim_mul(dim_named("F"), dim_named("Ohm")), dim_named("s")));
    assert_true(dim_equal(dim_div(dim_named("H"), dim_named("Ohm")), dim_named("s")));
    assert_true(dim_equal(dim_mul(dim_named("V"), dim_named("A")), dim_named("W")));
    assert_true(dim_equal(dim_mul(dim_named("V"), dim_named("s")), dim_named("Wb")));
    assert_true(dim_is_one(dim_div(speed, speed)));
    assert_false(dim_is_one(speed));
    assert_false(dim_equal(speed, dim_named("m")));
}

static void test_powers(void **state) {
    dimension out, m = dim_named("m"), N = dim_named("N");
    assert_true(dim_pow(m, 1, 2, &out));
    assert_string_equal(printed(*state, out), "m^(1/2)");
    assert_true(dim_pow(out, 2, 1, &out));
    assert_true(dim_equal(out, m));
    assert_true(dim_pow(N, -2, 3, &out));
    assert_string_equal(printed(*state, out), "s^(4/3)/(kg^(2/3) m^(2/3))");
    assert_true(dim_pow(N, 3, -2, &out));
    assert_string_equal(printed(*state, out), "s^3/(kg^(3/2) m^(3/2))");
    assert_true(dim_pow(N, 4, 2, &out));
    assert_string_equal(printed(*state, out), "kg^2 m^2/s^4");
    assert_true(dim_pow(N, 0, 5, &out));
    assert_true(dim_is_one(out));
    assert_true(dim_pow((dimension){{0}}, 1234567, 7654321, &out));
    assert_true(dim_is_one(out));
}

static void test_powers_that_do_not_fit(void **state) {
    (void)state;
    dimension m = dim_named("m"), out = dim_named("s");
    assert_false(dim_pow(m, 1, 7, &out));
    assert_false(dim_pow(m, 1, 0, &out));
    assert_false(dim_pow(m, 547, 1, &out));
    assert_false(dim_pow(m, INT64_MAX, 1, &out));
    assert_false(dim_pow(m, INT64_MAX, 60, &out));
    assert_false(dim_pow(m, INT64_MIN, 1, &out));
    assert_false(dim_pow(m, 1, INT64_MIN, &out));
    assert_true(dim_equal(out, dim_named("s")));
    assert_true(dim_pow(m, 546, 1, &out));
    assert_true(dim_pow(m, -546, 1, &out));
}

static void test_exponents_stay_in_range(void **state) {
    (void)state;
    dimension large = {{INT16_MAX, -INT16_MAX}};
    assert_true(dim_equal(dim_mul(large, large), large));
    assert_true(dim_equal(dim_div(large, dim_div((dimension){{0}}, large)), large));
}

static void test_printing(void **state) {
    assert_string_equal(printed(*state, (dimension){{0}}), "1");
    assert_string_equal(printed(*state, (dimension){{[DIM_M] = 60, [DIM_S] = -60}}), "m/s");
    assert_string_equal(printed(*state, (dimension){{[DIM_KG] = -60}}), "1/kg");
    assert_string_equal(printed(*state, (dimension){{[DIM_M] = -60, [DIM_S] = -120}}), "1/(m s^2)");
    assert_string_equal(printed(*state, (dimension){{[DIM_KG] = 60, [DIM_M] = -60, [DIM_S] = -60}}), "kg/(m s)");
    assert_string_equal(printed(*state, (dimension){{[DIM_M] = 90}}), "m^(3/2)");
    assert_string_equal(printed(*state, (dimension){{[DIM_S] = -30}}), "1/s^(1/2)");
    assert_string_equal(printed(*state, (dimension){{[DIM_K] = 1}}), "K^(1/60)");
}

static void test_named_ones(void **state) {
    assert_string_equal(printed(*state, DIM_FORCE), "kg m/s^2");
    assert_string_equal(printed(*state, DIM_ENERGY), "kg m^2/s^2");
    assert_string_equal(printed(*state, dim_of(-1, 0, 2)), "s^2/kg");
    assert_true(dim_is_one(DIM_ANGLE) && dim_is_one(DIM_TURN));
    assert_true(dim_is_angle(DIM_TURN) && !dim_is_angle(DIM_ANGLE));
}

/* An angle and a number add up to an angle, two angles too, and a torque stays one beside an energy. */
static void test_joined_in_sums(void **state) {
    (void)state;
    dimension torque = DIM_ENERGY;
    torque.e[DIM_TURNS] = -DIM_ONE;
    assert_true(dim_is_angle(dim_join(DIM_TURN, DIM_ANGLE)) && dim_is_angle(dim_join(DIM_ANGLE, DIM_TURN)));
    assert_true(dim_is_angle(dim_join(DIM_TURN, DIM_TURN)));
    assert_true(dim_is_torque(dim_join(torque, DIM_ENERGY)) && dim_is_torque(dim_join(DIM_ENERGY, torque)));
    assert_false(dim_is_torque(dim_join(DIM_ENERGY, DIM_ENERGY)));
}

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static void test_everyday_names(void **state) {
    (void)state;
    assert_string_equal(dim_everyday_name(DIM_FORCE), "N");
    assert_string_equal(dim_everyday_name(DIM_ENERGY), "J");
    assert_string_equal(dim_everyday_name(DIM_TORQUE), "N m");
    assert_string_equal(dim_everyday_name(dim_of(1, 0, -2)), "N/m");
    assert_string_equal(dim_everyday_name(dim_of(1, 0, -1)), "N s/m");
    assert_null(dim_everyday_name(DIM_LENGTH));
    assert_null(dim_everyday_name(dim_of(3, 1, 0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_and_quotients),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_powers_that_do_not_fit),
        cmocka_unit_test(test_exponents_stay_in_range),
        cmocka_unit_test(test_printing),
        cmocka_unit_test(test_named_ones),
        cmocka_unit_test(test_joined_in_sums),
        cmocka_unit_test(test_everyday_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
