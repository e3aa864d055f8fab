/* Plots as SVG. */
#include "out/plot/plot.h"
#include "out/reading.h"

static const char *plot_text(motion *x, const char *what) {
    const out_run run = shown_of(x);
    plot_request r = out_plot_read(x->of.m, what, x->memory);
    plot p = out_plot_make(&run, &r, false, x->memory);
    strbuf *s = ARENA_NEW(x->memory, strbuf);
    *s = base_strbuf_make(x->memory);
    out_plot_write_svg(&p, s);
    return base_strbuf_text(s);
}

#define LINE                                                                                                           \
    "model m \"A <line>\"\ncoord x = 1 m, y = 2 m\ninitial x' = 3 m/s\nkinetic T = (1 kg)*(x'^2 + y'^2)\nsimulate "    \
    "until 2 s\n"                                                                                                      \
    "event there when x > 4 m { set x = 9 m }\n"

static void curves_axes_and_events(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = plot_text(&x, "x");
    assert_true(!strncmp(text, "<svg", 4));
    assert_says(text, "A &lt;line&gt;");
    assert_says(text, ">x (m)</text>");
    assert_says(text, ">t (s)</text>");
    assert_says(text, ">there</text>");
    assert_int_equal(shown_count(text, "class=\"event\""), 1);
    assert_int_equal(shown_count(text, "<path class=\"s0\""), 2); /* before and after the jump */
    assert_says_not(text, "class=\"s1\"");
    assert_says(text, "</svg>\n");
    motion_end(&x);
}

static void several_curves_have_a_legend(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = plot_text(&x, "x, y, x'");
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    assert_int_equal(shown_count(text, "<line class=\"s1\""), 1);
    assert_says(text, ">y</text>");
    motion_end(&x);
}

/* Without time the beginning is marked, and events are not. */
static void one_over_the_other(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = plot_text(&x, "y over x");
    assert_says(text, ">start</text>");
    assert_says_not(text, "class=\"event\"");
    assert_says(text, ">x (m)</text>");
    motion_end(&x);
}

static void write_coordinates(const out_run *run, out_stream *out) {
    out_plot_write_coordinates(run, "why & how", out);
}

static void coordinates_instead_of_a_picture(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    const char *text = shown_plainly(&x, write_coordinates);
    assert_says(text, "why &amp; how");
    assert_says(text, ">y</text>");
    assert_says_not(text, "x'");
    motion_end(&x);
}

/* Whatever is plotted: well-formed, with every number in the picture a number. */
static void plots_of_anything(void **state) {
    (void)state;
    static const char *const what[] = {
        "x",     "x, y, x'", "y over x", "never", "x, never over t", "tiny", "huge, x", "energy, kinetic, potential",
        "steady"};
    motion x =
        shown_run("model m \"a < b & c\"\ncoord x = 1, y = 2\ninitial y' = 1\nkinetic T = (x'^2 + y'^2)/2\n"
                  "potential V = 20*x^2\nsimulate until 3\noutput never = log(-1 - x^2)\noutput tiny = 1e-300*x\n"
                  "output huge = 1e300*y\noutput steady = 5\nevent e when x < 0 { }\n"
                  "event f when y > 4 { set y = 0 }\n");
    for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
        const char *picture = plot_text(&x, what[k]);
        reading_check_elements(picture);
        assert_says(picture, "a &lt; b &amp; c");
        assert_says(picture, "</svg>\n");
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_axes_and_events), cmocka_unit_test(several_curves_have_a_legend),
        cmocka_unit_test(one_over_the_other),     cmocka_unit_test(coordinates_instead_of_a_picture),
        cmocka_unit_test(plots_of_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
