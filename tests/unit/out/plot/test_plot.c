/* From a request in words to the numbers of a plot. */
#include "out/plot/plot.h"
#include "out/support.h"

#define PAIR                                                                                                           \
    "coord x = 1 m, a = 2 rad, y = 4 m\ninitial x' = 3 m/s\nkinetic T = (1 kg)*(x'^2 + y'^2)/2 + (1 kg m^2)*a'^2\n"    \
    "constraint c: y = 4 m\noutput o = 2*x\nsimulate until 1 s\nevent e when x > 2 m { set x = 7 m }\n"

static void quantities_have_names_and_units(void **state) {
    (void)state;
    motion x = shown_run(PAIR);
    plot_quantities all = out_plot_quantities_make(x.of.m, x.memory);
    static const char *const want[][2] = {{"x", "m"},       {"a", "rad"},       {"y", "m"},         {"x'", "m/s"},
                                          {"a'", "rad/s"},  {"y'", "m/s"},      {"lambda(c)", "N"}, {"o", "m"},
                                          {"kinetic", "J"}, {"potential", "J"}, {"energy", "J"},    {"t", "s"}};
    const double values[] = {1, 2, 4, 3, 0, 0, 0, 2, 4.5, 0, 4.5, 0};
    assert_int_equal(all.count, 12);
    for (size_t i = 0; i < all.count; i++) {
        assert_string_equal(all.at[i].name, want[i][0]);
        assert_string_equal(all.at[i].unit, want[i][1]);
        assert_near(all.at[i].value(&all.at[i], &x.result->initial), values[i], 1e-14);
    }
    motion_end(&x);
}

static void requests_are_read(void **state) {
    (void)state;
    motion x = shown_run(PAIR);
    plot_request r = out_plot_read(x.of.m, " x ,lambda(c),  energy", x.memory);
    assert_int_equal(r.count, 3);
    assert_string_equal(r.y[1].name, "lambda(c)");
    assert_string_equal(r.x.name, "t");
    assert_true(r.over_time && !r.unknown && !r.no_names);
    r = out_plot_read(x.of.m, "x, y over a", x.memory);
    assert_int_equal(r.count, 2);
    assert_string_equal(r.x.name, "a");
    assert_false(r.over_time);
    assert_true(out_plot_read(x.of.m, "x over t", x.memory).over_time);
    assert_string_equal(out_plot_read(x.of.m, "x, w, v", x.memory).unknown, "w");
    assert_string_equal(out_plot_read(x.of.m, "x over w", x.memory).unknown, "w");
    assert_true(out_plot_read(x.of.m, "x,,y", x.memory).no_names);
    assert_true(out_plot_read(x.of.m, "", x.memory).no_names);
    motion_end(&x);
}

static plot plot_of(motion *x, const char *what, bool alone) {
    const out_run run = shown_of(x);
    plot_request r = out_plot_read(x->of.m, what, x->memory);
    return out_plot_make(&run, &r, alone, x->memory);
}

/* Quantities of one unit share a panel; ranges have a margin, constants are widened. */
static void panels_and_ranges(void **state) {
    (void)state;
    motion x = shown_run(PAIR);
    plot p = plot_of(&x, "x, x', y, o", false);
    assert_int_equal(p.panel_count, 2);
    assert_int_equal(p.panels[0].count, 3);
    assert_string_equal(p.panels[1].unit, "m/s");
    double high = 2 * x.result->final.q[0]; /* of o, from x = 1 */
    assert_near(p.panels[0].low, 1 - 0.05 * (high - 1), 1e-9);
    assert_near(p.panels[0].high, high + 0.05 * (high - 1), 1e-9);
    assert_near(p.low, 0, 0);
    assert_near(p.high, 1, 1e-15);
    assert_int_equal(plot_of(&x, "x, x', y, o", true).panel_count, 4);
    p = plot_of(&x, "y", false);
    assert_true(p.panels[0].low < 2.2 && p.panels[0].high > 6);
    p = plot_of(&x, "a'", false);
    assert_true(p.panels[0].low < -0.9 && p.panels[0].high > 0.9);
    motion_end(&x);
}

/* Nothing is joined over a jump, nor where a value is missing. */
static void jumps_are_not_joined(void **state) {
    (void)state;
    motion x = shown_run(PAIR);
    plot p = plot_of(&x, "x, y", false);
    const plot_series *jumps = &p.panels[0].series[0], *stays = &p.panels[0].series[1];
    size_t gaps = 0;
    assert_false(out_plot_is_joined(&p, jumps, 0));
    for (size_t i = 1; i < p.count; i++) {
        gaps += !out_plot_is_joined(&p, jumps, i);
        assert_true(out_plot_is_joined(&p, stays, i));
    }
    assert_int_equal(gaps, 1);
    jumps->y[3] = NAN;
    assert_false(out_plot_is_joined(&p, jumps, 3));
    assert_false(out_plot_is_joined(&p, jumps, 4));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantities_have_names_and_units),
        cmocka_unit_test(requests_are_read),
        cmocka_unit_test(panels_and_ranges),
        cmocka_unit_test(jumps_are_not_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
