/* Frequency responses are those of closed forms, and names are looked for. */
#include "linear/system.h"

#define SPRING                                                                                                         \
    "input u = 0\ncoord x = 0\nkinetic T = x'^2\ngeneralized f: x = u - 8*x - 0.4*x'\noutput load = 3*x + u\n"

static void of_a_spring(void **state) {
    (void)state;
    system_of s = system_begin(SPRING, NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    const linear_response to_x = linear_respond(&x, " u->x ", s.of.memory);
    const linear_response to_load = linear_respond(&x, "u -> load", s.of.memory);
    const linear_response to_rate = linear_respond(&x, "x -> x'", s.of.memory);
    assert_null(to_x.trouble);
    assert_true(to_x.count > 100);
    for (size_t i = 0; i < to_x.count; i++) {
        const double w = to_x.w[i], re = 8 - 2 * w * w, im = 0.4 * w, square = re * re + im * im;
        assert_near(to_x.re[i], re / square, 1e-12);
        assert_near(to_x.im[i], -im / square, 1e-12);
        assert_near(to_load.re[i], 3 * re / square + 1, 1e-12);
        assert_near(to_rate.re[i], w * im / square, 1e-12);
        assert_true(i == 0 || fabs(to_x.phase[i] - to_x.phase[i - 1]) < 3);
    }
    assert_near(to_x.phase[to_x.count - 1], -acos(-1.0), 0.1);
    system_end(&s);
}

static void wrong_names_are_listed(void **state) {
    static const char *const all[][2] = {{"u", "'u' is no response: write INPUT -> OUTPUT"},
                                         {"w -> x", "there is no input 'w' (there are: u, x)"},
                                         {"u -> y", "there is no output or state 'y' (there are: load, x, x')"}};
    (void)state;
    system_of s = system_begin(SPRING, NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        assert_string_equal(linear_respond(&x, all[k][0], s.of.memory).trouble, all[k][1]);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_a_spring), cmocka_unit_test(wrong_names_are_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
