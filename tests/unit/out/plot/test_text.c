/* Plots on a terminal: dots in the cells of letters. */
#include "out/plot/plot.h"
#include "out/support.h"
#include "out/words/table.h"

static const char *plot_text(motion *x, const char *what, int width, bool color) {
    out_run run = shown_of(x);
    run.page.width = width;
    run.page.color = color;
    plot_request r = out_plot_read(x->of.m, what, x->memory);
    plot p = out_plot_make(&run, &r, false, x->memory);
    strbuf *s = ARENA_NEW(x->memory, strbuf);
    *s = base_strbuf_make(x->memory);
    out_plot_write_text(&p, &run.page, s);
    return base_strbuf_text(s);
}

static int widest(const char *text, arena *a) {
    int most = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        int width = out_width(base_arena_copy(a, text, length));
        most = width > most ? width : most;
        text += length + (text[length] == '\n');
    }
    return most;
}

/* Which braille dots a text has: the lowest bits of their letters, one after the other. */
static int dots_in(const char *text) {
    int count = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (at[0] == 0xe2 && at[1] >= 0xa0 && at[1] <= 0xa3)
            for (unsigned bits = (at[1] & 3u) << 6 | (at[2] & 0x3fu); bits; bits >>= 1)
                count += bits & 1;
    return count;
}

#define LINE "coord x = 1 m, y = 2 m\ninitial x' = 3 m/s\nkinetic T = (1 kg)*(x'^2 + y'^2)\nsimulate until 2 s\n"

static void a_line_from_corner_to_corner(void **state) {
    (void)state;
    motion x = shown_run(LINE "event there when x > 4 m { }\n");
    const char *text = plot_text(&x, "x", 60, false);
    assert_true(widest(text, x.memory) <= 60);
    assert_says(text, "x (m)\n");
    assert_says(text, "t (s)\n");
    assert_says(text, "there\n");
    assert_says(text, "\u250a"); /* the event's column */
    int columns = 60 - 3 - 2;
    assert_true(dots_in(text) >= 2 * columns - 6 && dots_in(text) <= 2 * 2 * columns);
    motion_end(&x);
}

static void panels_share_one_axis(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = plot_text(&x, "x, x'", 80, false);
    assert_int_equal(shown_count(text, "t (s)"), 1);
    assert_int_equal(shown_count(text, "\u2514"), 2);
    assert_says(text, "x' (m/s)\n");
    assert_true(widest(plot_text(&x, "x", 1000, false), x.memory) <= 120);
    motion_end(&x);
}

/* Colours tell curves of one panel apart; one alone needs none. */
static void curves_have_colours(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    assert_says(plot_text(&x, "x, y", 60, true), "\x1b[34m");
    assert_says(plot_text(&x, "x, y", 60, true), "\x1b[31m");
    assert_says_not(plot_text(&x, "x", 60, true), "\x1b[34m");
    assert_says_not(plot_text(&x, "x, y", 60, false), "\x1b");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_from_corner_to_corner),
        cmocka_unit_test(panels_share_one_axis),
        cmocka_unit_test(curves_have_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
