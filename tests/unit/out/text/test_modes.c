/* Modes as a table: frequencies and damping of pairs, phases of shapes, and what is left out of long lists. */
#include "out/linear.h"
#include "out/text/sections.h"

static const char *table_of(made *x, const char *const *names, int n, const linear_mode *modes, size_t count) {
    strbuf s = base_strbuf_make(x->of.memory);
    out_modes_add_text(&x->linear.page, names, n, modes, count, &s);
    return base_strbuf_text(&s);
}

static void pairs_and_decays(void **state) {
    (void)state;
    made *x = made_begin();
    const char *text = table_of(x, made_coords, 2, x->modes, 3);
    assert_says(text, "0.31831   Hz   2     rad/s  damping 0.05, damped 1.997 rad/s  x 0.5, y 1\n");
    assert_says(text, "0.795775  Hz   5     rad/s  damping 0                         x 0.5, y 1.031 at 14.04\u00b0\n");
    assert_says(text, "-0.75  1/s    decays ");
    x->modes[2].re = 0;
    assert_says(table_of(x, made_coords, 2, &x->modes[2], 1), "0  1/s  neutral");
    x->modes[2].re = 2;
    assert_says(table_of(x, made_coords, 2, &x->modes[2], 1), "2  1/s  grows");
    assert_string_equal(table_of(x, made_coords, 2, NULL, 0), "");
    made_end(x);
}

static void long_lists_and_shapes_are_cut(void **state) {
    (void)state;
    enum { MODES = 27, SIZE = 14 };
    made *x = made_begin();
    double re[SIZE], im[SIZE] = {0};
    const char *names[SIZE];
    linear_mode modes[MODES];
    for (int i = 0; i < SIZE; i++) {
        names[i] = base_arena_printf(x->of.memory, "c%d", i);
        re[i] = i == 1 ? 1e-9 : 1; /* too small to be seen */
    }
    for (int i = 0; i < MODES; i++)
        modes[i] = (linear_mode){-1, 0, 0, 1, re, im};
    const char *text = table_of(x, names, SIZE, modes, MODES);
    assert_int_equal(shown_count(text, "decays"), 24);
    assert_says(text, "... and 3 more (--json has all)");
    assert_says(text, "c0 1, c2 1");
    assert_says(text, "c12 1, ...");
    assert_says_not(text, "c13");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_decays),
        cmocka_unit_test(long_lists_and_shapes_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
