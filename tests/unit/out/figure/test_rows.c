/* Motion to and fro along a line: instants side by side. */
#include "out/figure/figure.h"
#include "out/figure/writers.h"
#include "out/support.h"

static bool is_line(const char *draw) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x = 1\nkinetic T = x'^2\npotential V = 4*x^2\nsimulate until 6\ndraw ball at %s radius 0.05\n",
             draw);
    motion x = shown_run(text);
    figure f = {
        .m = x.of.m, .r = x.result, .memory = x.memory, .plan = out_marks_plan_make(x.of.m, x.result, x.memory)};
    camera view = out_camera_choose(x.of.m, x.result);
    room whole = out_camera_room(&view, x.of.m, x.result, NULL);
    bool line = out_figure_is_line(&f, &whole);
    motion_end(&x);
    return line;
}

/* Thin, and it comes back; what goes one way only, or over an area, is drawn in one place. */
static void what_lies_over_itself(void **state) {
    (void)state;
    assert_true(is_line("[x, 0]"));
    assert_true(is_line("[0, x]"));
    assert_false(is_line("[x, x'/4]"));
    assert_false(is_line("[t, 0]"));
    assert_false(is_line("[x, 0, 0]"));
}

static void rows_and_columns(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 1\nkinetic T = x'^2\npotential V = 4*x^2\nsimulate until 6\ndraw ball at [x, 0] radius 0.05\n");
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, ", side by side.");
    assert_int_equal(shown_count(text, "<g class=\"instant\""), 10); /* ten rows of what moves: nothing stands */
    motion_end(&x);
    x = shown_run(
        "coord x = 1\nkinetic T = x'^2\npotential V = 4*x^2\nsimulate until 6\ndraw ball at [0, x] radius 0.05\n");
    text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, " side by side.");
    assert_true(shown_count(text, "<g class=\"instant\"") > 10);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_over_itself),
        cmocka_unit_test(rows_and_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
