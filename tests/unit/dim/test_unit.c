/* Units: factors and dimensions against their definitions, prefixes, and the arithmetic and printing of dimensions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dim/unit.h"

static const double pi = 3.14159265358979323846;

static double factor(const unit *u) {
    return (double)u->num / (double)u->den * pow(pi, u->pi_power);
}

static const char *printed(arena *a, dimension dim) {
    strbuf s = strbuf_make(a);
    dim_print(dim, &s);
    return strbuf_text(&s);
}

typedef struct sample {
    const char *name;
    double factor;
    const char *dim;
} sample;

static const sample samples[] = {
    {"m", 1, "m"},
    {"g", 1e-3, "kg"},
    {"kg", 1, "kg"},
    {"s", 1, "s"},
    {"A", 1, "A"},
    {"K", 1, "K"},
    {"N", 1, "kg m/s^2"},
    {"J", 1, "kg m^2/s^2"},
    {"W", 1, "kg m^2/s^3"},
    {"Pa", 1, "kg/(m s^2)"},
    {"Hz", 1, "1/s"},
    {"C", 1, "s A"},
    {"V", 1, "kg m^2/(s^3 A)"},
    {"T", 1, "kg/(s^2 A)"},
    {"Wb", 1, "kg m^2/(s^2 A)"},
    {"H", 1, "kg m^2/(s^2 A^2)"},
    {"F", 1, "s^4 A^2/(kg m^2)"},
    {"ohm", 1, "kg m^2/(s^3 A^2)"},
    {"Ohm", 1, "kg m^2/(s^3 A^2)"},
    {"k\xCE\xA9", 1e3, "kg m^2/(s^3 A^2)"},
    {"M\xE2\x84\xA6", 1e6, "kg m^2/(s^3 A^2)"},
    {"rad", 1, "1"},
    {"mrad", 1e-3, "1"},
    {"deg", 3.14159265358979323846 / 180, "1"},
    {"rev", 2 * 3.14159265358979323846, "1"},
    {"rpm", 2 * 3.14159265358979323846 / 60, "1/s"},
    {"min", 60, "s"},
    {"h", 3600, "s"},
    {"in", 0.0254, "m"},
    {"ft", 0.3048, "m"},
    {"mi", 1609.344, "m"},
    {"mph", 0.44704, "m/s"},
    {"oz", 0.028349523125, "kg"},
    {"lb", 0.45359237, "kg"},
    {"slug", 14.593902937206364, "kg"},
    {"lbf", 4.4482216152605, "kg m/s^2"},
    {"km", 1e3, "m"},
    {"hm", 1e2, "m"},
    {"dam", 1e1, "m"},
    {"dm", 1e-1, "m"},
    {"cm", 1e-2, "m"},
    {"mm", 1e-3, "m"},
    {"um", 1e-6, "m"},
    {"\xC2\xB5m", 1e-6, "m"},
    {"\xCE\xBCm", 1e-6, "m"},
    {"nm", 1e-9, "m"},
    {"pF", 1e-12, "s^4 A^2/(kg m^2)"},
    {"fg", 1e-18, "kg"},
    {"mg", 1e-6, "kg"},
    {"Mg", 1e3, "kg"},
    {"Tg", 1e9, "kg"},
    {"ms", 1e-3, "s"},
    {"ks", 1e3, "s"},
    {"daN", 10, "kg m/s^2"},
    {"kN", 1e3, "kg m/s^2"},
    {"MN", 1e6, "kg m/s^2"},
    {"hPa", 1e2, "kg/(m s^2)"},
    {"GPa", 1e9, "kg/(m s^2)"},
    {"kHz", 1e3, "1/s"},
    {"mT", 1e-3, "kg/(s^2 A)"},
    {"TW", 1e12, "kg m^2/s^3"},
    {"mK", 1e-3, "K"},
};

static void test_every_unit(void **state) {
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        unit u;
        if (!dim_find_unit(samples[i].name, &u))
            fail_msg("%s is not known", samples[i].name);
        if (fabs(factor(&u) - samples[i].factor) > 1e-15 * samples[i].factor)
            fail_msg("%s is %.17g, not %.17g", samples[i].name, factor(&u), samples[i].factor);
        if (strcmp(printed(*state, u.dim), samples[i].dim) != 0)
            fail_msg("%s is a %s, not a %s", samples[i].name, printed(*state, u.dim), samples[i].dim);
        assert_true(u.den > 0);
    }
}

static void test_no_such_unit(void **state) {
    (void)state;
    static const char *const names[] = {"",     "k",    "kk",   "kft",  "kin",  "klb", "mmin", "kh",    "mh",
                                        "kdeg", "mrev", "krpm", "kmph", "kmkm", "kkg", "M",    "Meter", "n",
                                        "hz",   "KG",   "Kg",   "t",    "l",    "L",   "d",    "da",    "EA",
                                        "EJ",   "PA",   "m2",   "m ",   " m",   "grad"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unit u;
        if (dim_find_unit(names[i], &u))
            fail_msg("'%s' is taken for a unit", names[i]);
    }
}

static void assert_exact(const char *name, int64_t num, int64_t den, int pi_power) {
    unit u;
    assert_true(dim_find_unit(name, &u));
    assert_true(u.num == num && u.den == den);
    assert_int_equal(u.pi_power, pi_power);
}

static void test_factors_are_exact_and_reduced(void **state) {
    (void)state;
    assert_exact("kg", 1, 1, 0);
    assert_exact("g", 1, 1000, 0);
    assert_exact("deg", 1, 180, 1);
    assert_exact("rpm", 1, 30, 1);
    assert_exact("in", 127, 5000, 0);
    assert_exact("ft", 381, 1250, 0);
    assert_exact("lb", 45359237, 100000000, 0);
    assert_exact("lbf", 8896443230521, 2000000000000, 0);
    assert_exact("slug", 8896443230521, 609600000000, 0);
    assert_exact("fg", 1, 1000000000000000000, 0);
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

static int set_up(void **state) {
    *state = arena_create();
    return 0;
}

static int tear_down(void **state) {
    arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_unit),
        cmocka_unit_test(test_no_such_unit),
        cmocka_unit_test(test_factors_are_exact_and_reduced),
        cmocka_unit_test(test_products_and_quotients),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_powers_that_do_not_fit),
        cmocka_unit_test(test_exponents_stay_in_range),
        cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
