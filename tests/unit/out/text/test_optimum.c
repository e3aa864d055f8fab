/* The best design as text. */
#include "out/optimum.h"
#include "out/reading.h"
#include "out/text/writers.h"

static void the_best_design(void **state) {
    (void)state;
    arena *a = base_arena_create();
    best *b = best_create(a);
    const char *text = best_as(b, out_optimum_write_text);
    assert_true(!strncmp(text, "greatest r: 12 (now 2)\n", 23));
    assert_says(text, "  a  3     1    1 to 3   8            2            at its high bound\n");
    assert_says(text, "  b  0.5   2    0 to 1  -2           -0.0833\n");
    assert_says(text, "  r  12       2\n");
    assert_says(text, "  s < 30  slack 6\n");
    assert_says(text, "32 Sobol designs, then 4 local searches; the best by SLSQP, 3 reached the same value\n");
    assert_says(text, "  123 runs, 0.5 s\n");
    b->o.interrupted = true;
    b->limit.binds = true;
    b->limit.slack = 0;
    b->o.by_differences = "a kink";
    text = best_as(b, out_optimum_write_text);
    assert_says(text, "interrupted");
    assert_says(text, "a kink");
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* Colours are styles alone, on pages of any width and with everything that there may be to tell. */
static void colours_and_widths(void **state) {
    (void)state;
    for (int k = 0; k < 24; k++) {
        arena *a = base_arena_create();
        best *b = best_create(a);
        b->o.interrupted = k & 1;
        b->limit.binds = b->limit.holds = k >> 1 & 1;
        b->o.by_differences = k >> 2 & 1 ? "a kink that takes a great many words to describe where it lies" : NULL;
        b->o.page.width = 70 + 20 * (k / 8);
        const char *plain = best_as(b, out_optimum_write_text);
        b->o.page.color = true;
        assert_string_equal(reading_plain(best_as(b, out_optimum_write_text), b->x.memory), plain);
        if (reading_widest(plain, b->x.memory) > b->o.page.width)
            fail_msg("wider than %d:\n%s", b->o.page.width, plain);
        motion_end(&b->x);
        base_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_design),
        cmocka_unit_test(colours_and_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
