/* Plots on a terminal: dots in the cells of letters. */
#include "out/plot/plot.h"
#include "out/reading.h"
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

/* Colours are styles alone, at any width, whatever is plotted; no line is wider than the page. */
static void plots_of_anything(void **state) {
    (void)state;
    static const char *const what[] = {"x",    "x, y, x'", "y over x", "never",
                                       "tiny", "huge, x",  "steady",   "x, y, x', y', energy"};
    static const int widths[] = {40, 60, 80, 120};
    motion x = shown_run("coord x = 1, y = 2\ninitial y' = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = 20*x^2\n"
                         "simulate until 3\noutput never = log(-1 - x^2)\noutput tiny = 1e-300*x\n"
                         "output huge = 1e300*y\noutput steady = 5\nevent e when x < 0 { }\n"
                         "event a_rather_long_name_of_an_event when y > 4.9 { }\n");
    for (size_t k = 0; k < sizeof what / sizeof *what; k++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            const char *plain = plot_text(&x, what[k], widths[w], false);
            assert_string_equal(reading_plain(plot_text(&x, what[k], widths[w], true), x.memory), plain);
            if (reading_widest(plain, x.memory) > widths[w])
                fail_msg("%s is wider than %d:\n%s", what[k], widths[w], plain);
            assert_says_not(plain, "nan");
            assert_says_not(plain, " \n");
        }
    motion_end(&x);
}

/* A straight line stands on as many rows at the left as at the right; a constant on one. */
static void shapes_of_curves(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = plot_text(&x, "y", 60, false);
    size_t lines = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        lines += dots_in(base_arena_copy(x.memory, at, strcspn(at, "\n"))) > 0;
    assert_int_equal(lines, 1);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_from_corner_to_corner),
        cmocka_unit_test(panels_share_one_axis),
        cmocka_unit_test(curves_have_colours),
        cmocka_unit_test(plots_of_anything),
        cmocka_unit_test(shapes_of_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
