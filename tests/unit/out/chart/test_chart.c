/* Charts: axes enclose what is shown, gaps break curves, and one point is seen. */
#include "out/chart/chart.h"
#include "out/paper.h"

static const char *draw(const chart_series *series, size_t count, bool names, arena *a) {
    strbuf out = base_strbuf_make(a);
    const chart_panel panels[] = {{"y", "m", series, count, 200}};
    out_chart_write(&(chart){"A \"<title>\" & more", "t", "s", panels, 1, names}, &out);
    return base_strbuf_text(&out);
}

static void axes_enclose_their_data(void **state) {
    (void)state;
    static const struct {
        double x[3], y[3];
    } cases[] = {{{0, 1, 2}, {-3, 5, 1}},
                 {{1e-9, 2e-9, 3e-9}, {1e6, 1e6 + 1, 1e6}},
                 {{-1e12, 0, 1e12}, {0, 0, 0}},
                 {{1000, 1001, 1000.5}, {-1e-12, -1e-12, -1e-12}}};
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int look = CHART_CURVE; look <= CHART_SPECKS; look++) {
            const chart_series s = {"s", cases[k].x, cases[k].y, 3, (chart_look)look, 0};
            assert_true(paper_check(draw(&s, 1, false, a)) >= 2);
        }
    base_arena_destroy(a);
}

static void gaps_break_curves(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double x[] = {0, 1, 2, 3, 4, 5, 6}, y[] = {0, 1, NAN, 3, NAN, 5, 6};
    const chart_series s = {"a <b>", x, y, 7, CHART_CURVE, 3};
    const char *text = draw(&s, 1, false, a);
    assert_int_equal(paper_check(text), 6);
    assert_int_equal(shown_count(text, "<path class=\"s3\""), 3); /* the point between two gaps is a dot */
    assert_says(text, "A &quot;&lt;title&gt;&quot; &amp; more");
    assert_says_not(text, "a &lt;b&gt;");
    assert_says(draw(&s, 1, true, a), "a &lt;b&gt;");
    const chart_series dots = {"a", x, y, 7, CHART_DOTS, 8};
    text = draw(&dots, 1, false, a);
    assert_int_equal(paper_check(text), 5);
    assert_says(text, "class=\"s2 dot\"");
    const chart_series marks[] = {{"b", x, y, 7, CHART_SPECKS, 5}, {"c", x, y, 7, CHART_DISCS, 1}};
    text = draw(marks, 2, true, a);
    assert_int_equal(shown_count(text, "class=\"s5 speck\""), 6); /* with the one of the name */
    assert_int_equal(shown_count(text, "class=\"s1 disc\""), 6);
    assert_true(strstr(text, "class=\"s5 speck\"") < strstr(text, "class=\"s1 disc\"")); /* behind */
    base_arena_destroy(a);
}

static void one_point_and_none(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double x[] = {3}, y[] = {-7}, no[] = {NAN};
    const chart_series one = {"s", x, y, 1, CHART_CURVE, 0}, dot = {"s", x, y, 1, CHART_DOTS, 0},
                       none = {"s", NULL, NULL, 0, CHART_CURVE, 0}, absent = {"s", x, no, 1, CHART_DOTS, 0};
    assert_int_equal(paper_check(draw(&one, 1, false, a)), 2);
    assert_int_equal(paper_check(draw(&dot, 1, false, a)), 1);
    assert_int_equal(paper_check(draw(&none, 1, false, a)), 0);
    assert_int_equal(paper_check(draw(&absent, 1, false, a)), 0);
    assert_int_equal(paper_check(draw(NULL, 0, false, a)), 0);
    strbuf out = base_strbuf_make(a);
    out_chart_write(&(chart){.title = "empty", .x_name = "t", .x_unit = ""}, &out);
    assert_int_equal(paper_check(base_strbuf_text(&out)), 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_enclose_their_data),
        cmocka_unit_test(gaps_break_curves),
        cmocka_unit_test(one_point_and_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
