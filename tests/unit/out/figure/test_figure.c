/* The figure of a run: instants over each other, earlier ones paler. */
#include "out/figure/figure.h"
#include "out/figure/writers.h"
#include "out/support.h"

#define SWING                                                                                                          \
    "model m \"A & B\"\ncoord a = 1\nkinetic T = a'^2\npotential V = -cos(a)*9\nsimulate until 3\n"                    \
    "draw beam from [0, 0] to [sin(a), -cos(a)]\ndraw ball at [sin(a), -cos(a)] radius 0.1\n"

static void instants_become_darker(void **state) {
    (void)state;
    motion x = shown_run(SWING);
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, "A &amp; B");
    size_t drawn = shown_count(text, "<g class=\"instant\"");
    assert_in_range(drawn, 6, 12);
    assert_int_equal(shown_count(text, "class=\"beam\""), drawn);
    assert_int_equal(shown_count(text, "opacity=\"1.00\""), 1);
    const char *first = strstr(text, "opacity=\"0.16\""), *last = strstr(text, "opacity=\"1.00\"");
    assert_true(first && first < last);
    assert_says(text, ">x</text>");
    assert_says(text, "; earlier instants are paler.");
    motion_end(&x);
}

static void what_never_moves_is_drawn_once(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\nkinetic T = a'^2\nsimulate until 1\ndraw beam from [0, 0] to [1, 2]\n");
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_int_equal(shown_count(text, "<g class=\"instant\""), 1);
    assert_int_equal(shown_count(text, "class=\"beam\""), 1);
    motion_end(&x);
}

static void without_drawings_coordinates_are_plotted(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\nkinetic T = a'^2\nsimulate until 1\n");
    assert_says(shown_plainly(&x, out_run_write_figure),
                "The model has nothing to draw; its coordinates are plotted instead.");
    motion_end(&x);
    x = motion_begin(SWING);
    motion_finish(&x);
    assert_says(shown_plainly(&x, out_run_write_figure), "The run recorded no frames");
    motion_end(&x);
}

/* As wide as it may be, no higher, and in the middle. */
static void rooms_are_laid_into_panels(void **state) {
    (void)state;
    const camera plain = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
    const room wide = {{0, 0}, {10, 5}}, high = {{0, 0}, {1, 10}};
    figure_panel p = out_figure_fit(&plain, &wide, 50, 20, 400, 300);
    assert_near(p.width, 400, 1e-12);
    assert_near(p.height, 200, 1e-12);
    assert_near(p.left, 50, 1e-12);
    p = out_figure_fit(&plain, &high, 50, 20, 400, 300);
    assert_near(p.height, 300, 1e-12);
    assert_near(p.width, 30, 1e-12);
    assert_near(p.left, 50 + 185, 1e-12);
    assert_near(p.view.scale, 30, 1e-12);
}

static void small_machines_have_a_detail(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 0\ninitial x' = 50\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 20*x/50 + 1] radius 0.2\n"
        "draw beam from [0, 0] to [1, 2]\n");
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, "id=\"detail\"");
    assert_says(text, "<rect class=\"detail\"");
    motion_end(&x);
    x = shown_run(SWING);
    assert_says_not(shown_plainly(&x, out_run_write_figure), "id=\"detail\"");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instants_become_darker),
        cmocka_unit_test(what_never_moves_is_drawn_once),
        cmocka_unit_test(without_drawings_coordinates_are_plotted),
        cmocka_unit_test(rooms_are_laid_into_panels),
        cmocka_unit_test(small_machines_have_a_detail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
