/* Tests of the search for the instant at which a margin rises: where it ends, and in how many trials. */
#include "ode/bracket.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef double curve(double h);

/* The size that the search ends with in a step that begins at t; NaN where it gives up. */
static double search_at(double t, curve *g, double end, double guess, double slope, double noise, int *trials) {
    ode_bracket x;
    double h =
        ode_bracket_begin(&x, t, (ode_bracket_end){0, g(0)}, (ode_bracket_end){end, g(end)}, guess, slope, noise);
    for (*trials = 1;; ++*trials) {
        assert_true(h > 0 && h <= end && *trials < 200);
        double next = ode_bracket_next(&x, h, g(h));
        if (next <= 0)
            return next < 0 ? NAN : h;
        h = next;
    }
}

static double search(curve *g, double end, double guess, double slope, double noise, int *trials) {
    return search_at(0, g, end, guess, slope, noise, trials);
}

static double line(double h) {
    return 3 * h - 1;
}
static double bend(double h) {
    return h * h * h + h - 0.3;
}
static double late(double h) {
    return exp(40 * h) - exp(39.0);
}
static double step(double h) {
    return h < 0.7 ? -1 : 1;
}
static double rough(double h) {
    return bend(h) + 1e-13 * sin(1e17 * h);
}
static double missing(double h) {
    return h > 0 && h < 1 ? NAN : h - 0.5;
}

static void ends_just_above_zero(void **state) {
    (void)state;
    static const struct {
        curve *g;
        double root;
        int most;
    } cases[] = {{line, 1.0 / 3, 6}, {bend, 0.27841799, 9}, {late, 0.975, 25}, {step, 0.7, 75}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int trials;
        double h = search(cases[i].g, 1, NAN, 0, 0, &trials);
        assert_true(fabs(h - cases[i].root) < 1e-6);
        assert_true(cases[i].g(h) > 0 && cases[i].g(h * (1 - 8 * DBL_EPSILON)) <= 0);
        assert_true(trials <= cases[i].most);
    }
}

/* Roundings of the time are no use to divide; but late on the clock the states still have their digits. */
static void the_clock_does_not_matter_late(void **state) {
    (void)state;
    int at_once, soon;
    search_at(0, bend, 1, NAN, 0, 0, &at_once);
    double h = search_at(8, bend, 1, NAN, 0, 0, &soon);
    assert_true(bend(h) > 0 && bend(h) < 20 * DBL_EPSILON);
    assert_true(soon <= at_once);
    for (double t = 1e3; t < 1e13; t *= 10) {
        h = search_at(t, bend, 1, NAN, 0, 0, &soon);
        assert_true(bend(h) > 0 && bend(h) < 1e-13);
    }
}

/* A guess and a slope spare most of the trials. */
static void guesses_help(void **state) {
    (void)state;
    int trials;
    double h = search(bend, 1, 0.2785, 1.2326, 0, &trials);
    assert_true(bend(h) > 0 && bend(h * (1 - 8 * DBL_EPSILON)) <= 0);
    assert_true(trials <= 5);
}

/* What is rounding is not divided further. */
static void noise_is_enough(void **state) {
    (void)state;
    int trials;
    double h = search(rough, 1, 0.2785, 1.2326, 4e-13, &trials);
    assert_true(rough(h) > 0 && fabs(bend(h)) < 6e-13);
    assert_true(trials <= 6);
}

static void no_value(void **state) {
    (void)state;
    int trials;
    assert_true(isnan(search(missing, 1, NAN, 0, 0, &trials)));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_just_above_zero),
                                       cmocka_unit_test(the_clock_does_not_matter_late), cmocka_unit_test(guesses_help),
                                       cmocka_unit_test(noise_is_enough), cmocka_unit_test(no_value)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
