/* Plots of several runs as one. */
#include <math.h>

#include "out/plot/plot.h"
#include "out/reading.h"

static plot plot_of(motion *x, const char *what) {
    const out_run run = shown_of(x);
    const plot_request r = out_plot_read(x->of.m, what, x->memory);
    return out_plot_make(&run, &r, true, x->memory);
}

#define LINE(slope) "coord x = 1, y = 2\ninitial x' = " slope "\nkinetic T = x'^2 + y'^2\nsimulate until 2\n"

/* Each run's own values, at its own instants, joined by nothing with the next run's; ranges hold all. */
static void runs_behind_each_other(void **state) {
    (void)state;
    motion x = shown_run(LINE("3")), y = shown_run(LINE("-1"));
    const plot each[] = {plot_of(&x, "x, y"), plot_of(&y, "x, y")};
    const char *const names[] = {"first", "second"};
    const plot p = out_plot_join(each, names, 2, false, x.memory);
    assert_int_equal(p.panel_count, 2);
    assert_int_equal(p.count, each[0].count + each[1].count);
    const plot_panel *panel = &p.panels[0];
    assert_int_equal(panel->count, 2);
    assert_string_equal(panel->series[1].name, "x of second");
    for (size_t i = 0; i < p.count; i++)
        for (int k = 0; k < 2; k++) {
            const bool own = (i >= each[0].count) == (k == 1);
            assert_true(own ? fabs(panel->series[k].y[i] - (1 + (k ? -1 : 3) * p.t[i])) < 1e-12
                            : isnan(panel->series[k].y[i]));
        }
    assert_false(out_plot_is_joined(&p, &panel->series[0], each[0].count));
    assert_false(out_plot_is_joined(&p, &panel->series[1], each[0].count));
    assert_true(out_plot_is_joined(&p, &panel->series[1], each[0].count + 1));
    assert_true(panel->low <= -1 && panel->high >= 7);
    assert_null(p.r);
    motion_end(&y);
    motion_end(&x);
}

static void a_panel_for_each_run(void **state) {
    (void)state;
    motion x = shown_run(LINE("3")), y = shown_run(LINE("-1"));
    const plot each[] = {plot_of(&x, "x, y"), plot_of(&y, "x, y")};
    const char *const names[] = {"first", "second"};
    const plot p = out_plot_join(each, names, 2, true, x.memory);
    assert_int_equal(p.panel_count, 4);
    assert_string_equal(p.panels[2].series[0].name, "y of first");
    assert_string_equal(p.panels[1].series[0].name, "x of second");
    assert_near(p.panels[0].low, p.panels[1].low, 0);
    assert_near(p.panels[0].high, p.panels[1].high, 0);
    motion_end(&y);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_behind_each_other),
        cmocka_unit_test(a_panel_for_each_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
