/* Charts: what lies outside is cut at the edge, what has no value breaks the curve, ticks of decades are powers. */
#include "out/spectrum/sheet.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static size_t count_of(const char *text, const char *what) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        count++;
    return count;
}

static const char *draw(const sheet_curve *curve, sheet_panel panel, sheet c, arena *a) {
    strbuf out = base_strbuf_make(a);
    panel.curves = curve;
    panel.count = 1;
    panel.label = "y";
    c.panels = &panel;
    c.panel_count = 1;
    c.title = "A <title>";
    c.x_label = "x";
    out_spectrum_write(&c, &out);
    return base_strbuf_text(&out);
}

static void curves_break_and_are_cut(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double x[] = {0, 1, 2, 3, 4, 5}, y[] = {0, 1, NAN, 0, 10, 0};
    const sheet_curve c = {.x = x, .y = y, .count = 6};
    const char *text = draw(&c, (sheet_panel){0}, (sheet){.low = 0, .high = 5}, a);
    assert_int_equal(count_of(text, "<path style"), 2);
    assert_non_null(strstr(text, "A &lt;title&gt;"));
    text = draw(&c, (sheet_panel){.low = -1, .high = 5}, (sheet){.low = 0, .high = 5}, a);
    assert_int_equal(count_of(text, "<path style"), 3); /* the peak goes out at the top and comes back */
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    base_arena_destroy(a);
}

static void decades_have_powers(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double x[] = {0.01, 1, 100}, y[] = {1e-3, 10, 1e6};
    const sheet_curve c = {.x = x, .y = y, .count = 3};
    const char *text = draw(&c, (sheet_panel){.decades = true}, (sheet){.low = 0.01, .high = 100, .decades = true}, a);
    assert_non_null(strstr(text, ">0.01<"));
    assert_non_null(strstr(text, ">100<"));
    assert_non_null(strstr(text, "10⁵<"));
    base_arena_destroy(a);
}

static void nothing_to_show_is_an_empty_panel(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double x[] = {0, 1}, y[] = {NAN, NAN};
    const sheet_curve c = {.x = x, .y = y, .count = 2};
    const char *text = draw(&c, (sheet_panel){0}, (sheet){.low = 0, .high = 1}, a);
    assert_int_equal(count_of(text, "<path"), 0);
    assert_non_null(strstr(text, "</svg>"));
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(curves_break_and_are_cut),
                                       cmocka_unit_test(decades_have_powers),
                                       cmocka_unit_test(nothing_to_show_is_an_empty_panel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
