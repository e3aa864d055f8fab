/* Tests of steps by Taylor series on plain equations: error control, dense output, repetition, symmetric motions, and
   what has no series. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/processor.h"
#include "ode/taylor_sums.h"
#include "plain.h"

static void open_at(plain_case *x, const char *name, double tolerance, double t, double limit) {
    double y[PLAIN_MOST] = {0};
    plain_open(x, &ode_taylor, plain_find(name), tolerance);
    x->run.of->exact(t, y);
    assert_true(ode_stepper_begin(x->p, t, y, limit));
}

static void error_follows_the_tolerance(void **state) {
    (void)state;
    for (size_t k = 0; k < plain_count; k++) {
        if (!strcmp(plain_equations[k].name, "stiff"))
            continue;
        for (double tolerance = 1e-3; tolerance > 1e-15; tolerance *= 1e-2) {
            plain_case x;
            double y[PLAIN_MOST];
            plain_open(&x, &ode_taylor, plain_find(plain_equations[k].name), tolerance);
            const long steps = plain_go(&x.run, x.p, x.run.of->end, y);
            const double error = plain_error(x.run.of, x.run.of->end, y);
            if (!(steps > 0 && steps < 60 && error < 10 * tolerance + 2e-15 && x.p->rejected <= 1))
                fail_msg("%s at %g: %ld steps, %ld rejected, error %g", x.run.of->name, tolerance, steps, x.p->rejected,
                         error);
            assert_string_equal(x.p->used, "taylor");
            assert_int_equal(x.run.expansions, steps);
            plain_close(&x);
        }
    }
}

/* What a step leaves behind rounded is made up for by the next: ten thousand of them come to the same as one. */
static void rounding_does_not_add_up(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_taylor, plain_find("decay"), 1e-16);
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 1);
    for (int k = 1; k <= 8192; k++) {
        const double h = ode_stepper_step(x.p, 0x1p-13, y);
        assert_true(h == 0x1p-13);
        ode_stepper_advance(x.p, k * h, y);
    }
    assert_true(fabs(y[0] - exp(-1)) < 1e-16);
    plain_close(&x);
}

/* Nor does what is left out, below the digits that a state has: a hundred turns end where one does. */
static void small_tolerances_reach_the_last_digits(void **state) {
    (void)state;
    double error[2];
    for (int i = 0; i < 2; i++) {
        plain_case x;
        double y[PLAIN_MOST];
        const double turns = 100 * 2 * 3.14159265358979323846;
        plain_open(&x, &ode_taylor, plain_find("oscillator"), i ? 1e-16 : 1e-14);
        plain_go(&x.run, x.p, turns, y);
        double exact[PLAIN_MOST];
        x.run.of->exact(turns, exact);
        error[i] = fmax(fabs(y[0] - exact[0]), fabs(y[1] - exact[1]));
        plain_close(&x);
    }
    if (!(error[1] < 5e-15 && error[0] > 10 * error[1]))
        fail_msg("errors %g and %g", error[0], error[1]);
}

/* However smooth the solution: what rounding leaves beside it dies away too fast to be followed by long steps. */
static void stiffness_shortens_steps(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    open_at(&x, "stiff", 1e-6, 0, 4);
    const long steps = plain_go(&x.run, x.p, 4, y);
    if (!(steps > 20 && plain_error(x.run.of, 4, y) < 1e-5))
        fail_msg("%ld steps, error %g", steps, plain_error(x.run.of, 4, y));
    plain_close(&x);
}

/* The polynomial of a step is as good as its end, everywhere. */
static void dense_output_is_the_polynomial(void **state) {
    (void)state;
    plain_case x;
    open_at(&x, "oscillator", 1e-12, 1, 100);
    double y[PLAIN_MOST], at[PLAIN_MOST], part[PLAIN_MOST];
    const double h = ode_stepper_step(x.p, 100, y);
    assert_true(h > 0.5 && ode_taylor.by_series(x.p));
    assert_true(x.p->method->prepare_dense(x.p, h, y));
    for (int i = 0; i <= 10; i++) {
        x.p->method->dense(x.p, 0.1 * i, at);
        assert_true(plain_error(x.run.of, 1 + 0.1 * i * h, at) < 1e-12);
    }
    assert_memory_equal(at, y, 2 * sizeof *y);
    assert_true(ode_stepper_again(x.p, 0.5 * h, part) && !x.p->errs);
    assert_true(x.p->method->prepare_dense(x.p, 0.5 * h, part));
    x.p->method->dense(x.p, 0.5, at);
    assert_true(plain_error(x.run.of, 1 + 0.25 * h, at) < 1e-12);
    plain_close(&x);
}

static void step_can_be_repeated_in_part(void **state) {
    (void)state;
    plain_case x;
    open_at(&x, "forced", 1e-9, 0, 12);
    double y[PLAIN_MOST], part[PLAIN_MOST], start = 1;
    const double h = ode_stepper_step(x.p, 12, y);
    const long expansions = x.run.expansions;
    assert_true(ode_stepper_again(x.p, 0.5 * h, part) && !x.p->errs);
    assert_true(plain_error(x.run.of, 0.5 * h, part) < 1e-9);
    assert_true(ode_stepper_again(x.p, 0, part));
    assert_memory_equal(part, &start, sizeof start);
    assert_true(ode_stepper_again(x.p, 8 * h, part) && x.p->errs);
    assert_true(ode_stepper_again(x.p, h, part));
    assert_memory_equal(part, y, sizeof *y);
    assert_true(ode_stepper_step(x.p, 0.25 * h, part) == 0.25 * h);
    assert_int_equal(x.run.expansions, expansions); /* all of it from one series */
    plain_close(&x);
}

static void ends_lie_on_the_invariant(void **state) {
    (void)state;
    plain_case x;
    open_at(&x, "circle", 1e-6, 0, 20);
    double y[PLAIN_MOST];
    const double h = ode_stepper_step(x.p, 20, y);
    assert_true(fabs(hypot(y[0], y[1]) - 1) < 1e-15 && x.run.projections > 0);
    assert_true(ode_stepper_again(x.p, 0.3 * h, y));
    assert_true(fabs(hypot(y[0], y[1]) - 1) < 1e-15);
    plain_close(&x);
}

/* What does not decide about steps may have any size. */
static void a_number_may_follow(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_taylor, plain_find("oscillator"), 1e-9);
    plain_follow(&x.run, NAN, 0);
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_true(plain_error(x.run.of, 20, y) < 1e-8);
    plain_close(&x);
}

/* y' = y^4: from zero curvature on most terms are missing. z' = 1 + z^4 from 0 has those of t, t^5, t^9 alone. */
static void few_terms(double t, const double *y, double *dy) {
    (void)t;
    dy[0] = 1 + y[0] * y[0] * y[0] * y[0];
}

static void few_terms_series(double t0, int k, double *const *c, double *rate) {
    (void)t0;
    rate[0] = k == 0;
    for (int i = 0; i <= k; i++)
        for (int j = 0; i + j <= k; j++)
            for (int l = 0; i + j + l <= k; l++)
                rate[0] += c[i][0] * c[j][0] * c[l][0] * c[k - i - j - l][0];
}

static void zero(double t, double *y) {
    (void)t;
    y[0] = 0;
}

static void missing_terms_do_not_deceive(void **state) {
    (void)state;
    static const plain of = {"few terms", 1, 0.9, few_terms, zero, NULL, few_terms_series};
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance *= 0.1) {
        plain_case x;
        double y[PLAIN_MOST];
        plain_open(&x, &ode_taylor, &of, tolerance);
        assert_true(plain_go(&x.run, x.p, 0.9, y) > 1);
        const double u = sqrt(2) * y[0], z = y[0] * y[0]; /* the integral of 1/(1 + y^4) */
        const double time = (log((z + u + 1) / (z - u + 1)) + 2 * (atan(u + 1) + atan(u - 1))) / (4 * sqrt(2));
        assert_true(fabs(time - 0.9) < 10 * tolerance);
        plain_close(&x);
    }
}

/* A pulse that the terms at the beginning know nothing of: the rates at the end do. */
static void late_pulse(double t, const double *y, double *dy) {
    (void)y;
    dy[0] = t > 0.3 ? 1 : 0;
}

static void late_pulse_series(double t0, int k, double *const *c, double *rate) {
    (void)c;
    rate[0] = k == 0 && t0 > 0.3;
}

static void after_the_pulse(double t, double *y) {
    y[0] = fmax(0, t - 0.3);
}

static void the_end_tells_what_the_series_does_not(void **state) {
    (void)state;
    static const plain of = {"late pulse", 1, 1, late_pulse, after_the_pulse, NULL, late_pulse_series};
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_taylor, &of, 1e-9);
    assert_true(plain_go(&x.run, x.p, 1, y) > 0);
    assert_true(fabs(y[0] - 0.7) < 1e-6);
    assert_true(x.run.rejected > 0);
    plain_close(&x);
}

static void without_a_series_steps_are_explicit(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_taylor, plain_find("oscillator"), 1e-9);
    x.run.no_series = 5;
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_true(plain_error(x.run.of, 20, y) < 1e-7);
    assert_non_null(strstr(x.p->used, "taylor, in part dop853 (first at t = "));
    assert_non_null(strstr(x.p->used, ": none is known)"));
    double part[PLAIN_MOST], dense[PLAIN_MOST];
    const double h = ode_stepper_step(x.p, 1, y), t = x.p->t;
    assert_true(x.p->method->prepare_dense(x.p, h, y));
    x.p->method->dense(x.p, 0.5, dense);
    assert_true(ode_stepper_again(x.p, 0.5 * h, part) && plain_error(x.run.of, t + 0.5 * h, part) < 1e-7);
    assert_true(fabs(dense[0] - part[0]) < 1e-6);
    ode_taylor.restart(x.p);
    assert_string_equal(x.p->used, "taylor");
    x.run.no_series = INFINITY;
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_string_equal(x.p->used, "taylor");
    x.run.system.series = NULL;
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_non_null(strstr(x.p->used, "no series"));
    plain_close(&x);
}

static void the_first_step_may_be_given(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_taylor, plain_find("oscillator"), 1e-9);
    x.run.system.first_step = 0.01;
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 20);
    double h = ode_stepper_step(x.p, 20, y);
    assert_true(h == 0.01);
    ode_stepper_advance(x.p, h, y);
    h = ode_stepper_step(x.p, 20, y);
    assert_true(h > 0.05 && h < 0.07);
    ode_taylor.shorten(x.p, 0.001);
    assert_true(ode_stepper_step(x.p, 20, y) <= 0.001);
    plain_close(&x);
}

/* From what has been saved it goes on with the same bits. */
static void it_can_be_saved(void **state) {
    (void)state;
    plain_case x, other;
    open_at(&x, "forced", 1e-9, 0, 12);
    open_at(&other, "forced", 1e-9, 0, 12);
    double y[PLAIN_MOST], same[PLAIN_MOST];
    size_t size;
    for (int k = 0; k < 3; k++) {
        const double h = ode_stepper_step(x.p, 12, y);
        ode_stepper_advance(x.p, x.p->t + h, y);
    }
    const double h = ode_stepper_step(x.p, 5, y);
    assert_true(ode_stepper_measure(x.p, &size));
    void *saved = base_arena_alloc(x.a, size);
    ode_stepper_save(x.p, saved);
    ode_stepper_load(other.p, saved);
    assert_true(ode_stepper_again(other.p, 0.5 * h, same) && ode_stepper_again(x.p, 0.5 * h, y));
    assert_memory_equal(y, same, sizeof *y);
    for (int k = 0; k < 3; k++) {
        const double one = ode_stepper_step(x.p, 5, y);
        assert_true(ode_stepper_step(other.p, 5, same) == one);
        assert_memory_equal(y, same, sizeof *y);
        ode_stepper_advance(x.p, x.p->t + one, y);
        ode_stepper_advance(other.p, other.p->t + one, same);
    }
    plain_close(&x);
    plain_close(&other);
}

/* Of both orders, and with numbers that have no value beside them. */
static void sums_have_the_same_bits(void **state) {
    (void)state;
    enum { ORDER = 9, SIZE = 6, ROOM = SIZE + ODE_SPARE };
    double rows[ORDER + 1][ROOM], weight[ROOM] = {1, 2, 0.5, 1, 3, 1}, sum[2][ROOM], slope[2][ROOM],
                                  most[2][TAYLOR_LAST];
    double *c[ORDER + 1];
    for (int k = 0; k <= ORDER; k++) {
        c[k] = rows[k];
        for (int i = 0; i < ROOM; i++)
            rows[k][i] = i == 4 && k == 3 ? NAN : sin(1 + 3 * k + 7 * i);
    }
    const taylor_sums *both[] = {&ode_taylor_sums_two, ode_taylor_sums()};
    for (int order = ORDER - 1; order <= ORDER; order++) {
        for (int w = 0; w < 2; w++) {
            both[w]->both(c, order, 0.7, SIZE, sum[w], slope[w]);
            both[w]->last(c + order + 1 - TAYLOR_LAST, weight, SIZE, most[w]);
        }
        assert_memory_equal(sum[0], sum[1], SIZE * sizeof **sum);
        assert_memory_equal(slope[0], slope[1], SIZE * sizeof **slope);
        assert_memory_equal(most[0], most[1], sizeof *most);
        double want[2] = {0, 0}, largest = 0;
        for (int k = order; k > 0; k--) {
            want[0] = (want[0] + rows[k][1]) * 0.7;
            want[1] = want[1] * 0.7 + k * rows[k][1];
        }
        for (int i = 0; i < SIZE; i++)
            largest = fmax(fabs(rows[order][i]) * weight[i], largest);
        assert_true(fabs(sum[0][1] - want[0]) < 1e-15 && fabs(slope[0][1] - want[1]) < 1e-14);
        assert_true(most[0][TAYLOR_LAST - 1] == largest && isfinite(most[0][3 - (order + 1 - TAYLOR_LAST)]));
        assert_true(both[0]->farthest(rows[0], rows[1], weight, SIZE) ==
                    both[1]->farthest(rows[0], rows[1], weight, SIZE));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_have_the_same_bits),
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(rounding_does_not_add_up),
        cmocka_unit_test(small_tolerances_reach_the_last_digits),
        cmocka_unit_test(stiffness_shortens_steps),
        cmocka_unit_test(dense_output_is_the_polynomial),
        cmocka_unit_test(step_can_be_repeated_in_part),
        cmocka_unit_test(ends_lie_on_the_invariant),
        cmocka_unit_test(a_number_may_follow),
        cmocka_unit_test(missing_terms_do_not_deceive),
        cmocka_unit_test(the_end_tells_what_the_series_does_not),
        cmocka_unit_test(without_a_series_steps_are_explicit),
        cmocka_unit_test(the_first_step_may_be_given),
        cmocka_unit_test(it_can_be_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
