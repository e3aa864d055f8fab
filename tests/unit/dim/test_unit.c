/* Units: factors and dimensions against their definitions, prefixes. */
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
    strbuf s = base_strbuf_make(a);
    dim_print(dim, &s);
    return base_strbuf_text(&s);
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
    {"mbar", 100, "kg/(m s^2)"},
    {"psi", 4.4482216152605 / (0.0254 * 0.0254), "kg/(m s^2)"},
    {"hp", 550 * 0.3048 * 4.4482216152605, "kg m^2/s^3"},
    {"kgf", 9.80665, "kg m/s^2"},
    {"tonne", 1000, "kg"},
    {"yd", 0.9144, "m"},
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

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_unit),
        cmocka_unit_test(test_no_such_unit),
        cmocka_unit_test(test_factors_are_exact_and_reduced),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
