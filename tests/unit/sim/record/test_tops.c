/* The branches of quantities whose extrema are asked for, and their bounds over a step. */
#include "sim/record/tops.h"
#include "sim/support.h"

static motion asked(const char *quantity) {
    char text[300];
    snprintf(text, sizeof text,
             "param k = 2\ncoord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\nreport r = %s\n",
             quantity);
    return motion_begin(text);
}

/* How a quantity is taken apart. */
static void branches_of_quantities(void **state) {
    (void)state;
    static const struct {
        const char *quantity;
        size_t count;
        bool root;
        double sign; /* of the first */
    } cases[] = {{"maximum(x)", 1, false, 1},
                 {"minimum(x)", 1, false, -1},
                 {"maximum(-x)", 1, false, -1},
                 {"maximum(max(x, x', t))", 3, false, 1},
                 {"minimum(max(x, x'))", 1, false, -1},
                 {"minimum(min(x, x'))", 2, false, -1},
                 {"maximum(abs(x))", 2, false, 1},
                 {"maximum(3*sqrt(x))", 1, true, 1},
                 {"minimum(hypot(x, x'))", 1, true, -1},
                 {"maximum(if x > 0 then abs(x) else x')", 2, false, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x = asked(cases[k].quantity);
        const tops *w = record_tops_get(x.s);
        assert_non_null(w);
        assert_int_equal(w->count, cases[k].count);
        assert_int_equal(w->branch[0].root, cases[k].root);
        assert_near(w->branch[0].sign, cases[k].sign, 0);
        motion_end(&x);
    }
}

/* What the energy keeps, and what nobody asks for, is not searched. */
static void what_needs_no_search(void **state) {
    (void)state;
    static const char *const none[] = {"maximum(energy)", "maximum(2*energy - 1)", "final(x)"},
                             *const some[] = {"maximum(kinetic)", "maximum(energy*x)"};
    for (int k = 0; k < 3; k++) {
        motion x = asked(none[k]);
        assert_null(record_tops_get(x.s));
        motion_end(&x);
    }
    for (int k = 0; k < 2; k++) {
        motion x = asked(some[k]);
        assert_non_null(record_tops_get(x.s));
        motion_end(&x);
    }
    const char *const slides = "coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\ncontact floor: y >= 0\n"
                               "potential V = 9*y + x^2\nreport r = maximum(%s)\nsimulate until 1\n";
    for (int k = 0; k < 2; k++) { /* the floor holds y */
        char text[200];
        snprintf(text, sizeof text, slides, k ? "y + x" : "-2*y");
        motion x = motion_begin(text);
        assert_int_equal(record_tops_get(x.s) != NULL, k);
        motion_end(&x);
    }
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = -x'\nreport r = maximum(energy)\n");
    assert_non_null(record_tops_get(x.s)); /* here it is not kept */
    motion_end(&x);
}

/* With rates between low and high, from start to end: whether one of the ends is the greatest, or the bar is not met.
 */
static void peaks_at_ends(void **state) {
    (void)state;
    const tops_ends flat = {.start = 0, .end = 0, .leaves = -1, .arrives = 1};
    assert_true(record_tops_peaks_at_end((tape_bounds){0, 9}, NULL, &flat, 0));
    assert_true(record_tops_peaks_at_end((tape_bounds){-9, 0}, NULL, &flat, 0));
    assert_false(record_tops_peaks_at_end((tape_bounds){-1, 1}, NULL, &flat, 0.49));
    assert_true(record_tops_peaks_at_end((tape_bounds){-1, 1}, NULL, &flat, 0.5));
    const tape_bounds bends_up = {1, 2}, any = {-9, 9};
    assert_false(record_tops_peaks_at_end(any, NULL, &flat, 0.1));
    assert_true(record_tops_peaks_at_end(any, &(tape_bounds){2, 2}, &flat, 0.5));
    const tops_ends rising = {.start = 0, .end = 2, .leaves = 1, .arrives = 2.5};
    assert_true(record_tops_peaks_at_end(any, &bends_up, &rising, 0)); /* from slope 1 on only steeper */
}

/* x = cos t over a step: values, bounds over parts, discs about them. */
static void values_and_bounds_within_a_step(void **state) {
    (void)state;
    motion x = asked("minimum(k*x)");
    double h = motion_step(&x, 0.5);
    x.s->solved_start[0] = -1;
    x.s->solved_end[0] = -cos(h);
    assert_true(event_stepper_prepare_dense(x.s, h, x.s->next_y));
    tops *w = record_tops_get(x.s);
    record_tops_guess(x.s, w, h);
    tape_bounds g = record_tops_bounds(w, 0);
    assert_true(g.low <= -2 && g.high >= -2 * cos(h) && g.high < -2 * cos(h) + (1 - cos(h)) * 2);
    record_tops_find_spare(x.s, w, h);
    assert_true(w->spare[0] > 0 && w->spare[0] < 1e-8);
    for (int i = 0; i <= 4; i++) {
        assert_true(record_tops_show(x.s, w, h, i / 4.0));
        record_tops_run(x.s, w);
        assert_near(record_tops_value(w, 0), -2 * cos(h * i / 4), 1e-7);
    }
    assert_true(record_tops_sample(x.s, w, h, 0, 1));
    record_tops_base(w, 0, 0, 1);
    for (int i = 0; i < 8; i++) {
        double a = i / 8.0, b = (i + 1) / 8.0, low = -2 * cos(a * h), high = -2 * cos(b * h);
        record_tops_bound(x.s, w, h, a, b);
        g = record_tops_bounds(w, 0);
        assert_true(g.low <= low + 1e-8 && g.high >= high - 1e-8 && g.high - g.low <= 3 * (high - low) + 2e-3);
        record_tops_enclose(w);
        assert_near(record_tops_radius(w, 0), 0.5 * (g.high - g.low), 1e-12);
    }
    record_tops_continue(x.s, w, h, 0, 1, 0);
    assert_true(record_tops_radius(w, 0) >= 1 - cos(h) && record_tops_radius(w, 0) < 10);
    motion_end(&x);
}

static void rates_at_the_ends(void **state) {
    (void)state;
    motion x = asked("minimum(k*x)");
    double h = motion_step(&x, 0.5);
    tops *w = record_tops_get(x.s);
    x.s->solved_start[0] = -1;
    x.s->solved_end[0] = -cos(h);
    record_tops_guess(x.s, w, h);
    record_tops_guess_rates(w);
    record_tops_look_at_end(x.s, w, h, false);
    record_tops_look_at_end(x.s, w, h, true);
    const tops_ends *e = &w->ends[0];
    assert_near(e->start, -2, 1e-15);
    assert_near(e->end, -2 * cos(h), 1e-8);
    assert_near(e->leaves, 0, 1e-15);
    assert_near(e->arrives, h * 2 * sin(h), 1e-8);
    assert_true(record_tops_is_settled(w, 0, h, -3)); /* it rises all the way */
    motion_end(&x);
}

/* The greatest that a quantity of the oscillator's step comes to, of which a branch is examined: its square under a
   root. x = cos t. */
typedef struct shape {
    const char *quantity;
    double (*value)(double t);
} shape;

static double of_square(double t) {
    return cos(t) * cos(t);
}

static double of_product(double t) {
    return -cos(t) * sin(t);
}

static double of_sine(double t) {
    return sin(3 * cos(t));
}

static double of_exponential(double t) {
    return exp(-cos(t)) * t;
}

static double of_fraction(double t) {
    return 1 / (2 + cos(t));
}

static double of_root(double t) {
    return 2 + cos(t) - sin(t);
}

static double of_acceleration(double t) {
    return -cos(t) * t;
}

static double of_factor(double t) {
    return 3 * cos(t);
}

static const shape shapes[] = {{"x^2", of_square},         {"x*x'", of_product},
                               {"sin(3*x)", of_sine},      {"exp(-x)*t", of_exponential},
                               {"1/(2 + x)", of_fraction}, {"sqrt(2 + x + x')", of_root},
                               {"x''*t", of_acceleration}, {"3*x", of_factor}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool lies_in(double x, tape_bounds b, double spare) {
    return x >= b.low - spare && x <= b.high + spare;
}

/* A step of the oscillator, with the accelerations at its ends. */
static double oscillate(motion *x, double limit) {
    const double h = motion_step(x, limit);
    x->s->solved_start[0] = -cos(x->s->t);
    x->s->solved_end[0] = -cos(x->s->t + h);
    assert_true(event_stepper_prepare_dense(x->s, h, x->s->next_y));
    return h;
}

/* Whatever is asked for, bounds over the step and over its parts contain it, parts closer than the whole. */
static void bounds_contain_what_happens(void **state) {
    (void)state;
    for (int k = 0; k < SHAPES; k++)
        for (int least = 0; least < 2; least++) {
            char text[100];
            snprintf(text, sizeof text, least ? "minimum(%s)" : "maximum(%s)", shapes[k].quantity);
            motion x = asked(text);
            const double h = oscillate(&x, 0.4), sign = least ? -1 : 1;
            tops *w = record_tops_get(x.s);
            record_tops_guess(x.s, w, h);
            const tape_bounds all = record_tops_bounds(w, 0);
            assert_true(record_tops_sample(x.s, w, h, 0, 1));
            record_tops_base(w, 0, 0, 1);
            for (int part = 0; part < 16; part++) {
                record_tops_bound(x.s, w, h, part / 16., (part + 1) / 16.);
                const tape_bounds b = record_tops_bounds(w, 0);
                for (int i = 0; i <= 4; i++) {
                    const double value = sign * shapes[k].value(h * (part + i / 4.) / 16);
                    if (!lies_in(value, all, 1e-7) || !lies_in(value, b, 1e-7))
                        fail_msg("%s: %g is not in [%g, %g] of [%g, %g]", text, value, b.low, b.high, all.low,
                                 all.high);
                }
                assert_true(b.high - b.low < all.high - all.low);
            }
            motion_end(&x);
        }
}

/* Discs about a part contain its values on the ellipse through which series are bounded, and grow with it. */
static void discs_contain_what_bounds_do(void **state) {
    (void)state;
    for (int k = 0; k < SHAPES; k++) {
        char text[100];
        snprintf(text, sizeof text, "maximum(%s)", shapes[k].quantity);
        motion x = asked(text);
        const double h = oscillate(&x, 0.2);
        tops *w = record_tops_get(x.s);
        assert_true(record_tops_sample(x.s, w, h, 0.25, 0.75));
        double low = INFINITY, high = -INFINITY, radius[TOPS_ELLIPSES];
        for (int i = 0; i <= 20; i++) {
            low = fmin(low, shapes[k].value(h * (0.25 + 0.5 * i / 20)));
            high = fmax(high, shapes[k].value(h * (0.25 + 0.5 * i / 20)));
        }
        for (int e = 0; e < TOPS_ELLIPSES; e++) {
            record_tops_continue(x.s, w, h, 0.25, 0.75, e);
            radius[e] = record_tops_radius(w, 0);
            assert_true(radius[e] >= 0.5 * (high - low) - 1e-7);
        }
        /* of 2.5, 5, 10, 20 */
        assert_true(radius[2] < radius[0] && radius[0] < radius[1] && radius[1] < radius[3]);
        motion_end(&x);
    }
}

/* The energy with what friction has taken is kept; with a force that is not in it, or rows that move, nothing is. */
static void energies_with_and_without_work(void **state) {
    (void)state;
    static const struct {
        const char *model;
        bool searched;
    } cases[] = {{"constraint c: z = 2*x\nreport r = maximum(energy)\n", false},
                 {"constraint c: z = 2*x + t\nreport r = maximum(energy)\n", true},
                 {"constraint c: z = 2*x\nreport r = maximum(energy^2 + 3)\n", false},
                 {"constraint c: z = 2*x\nreport r = maximum(energy + lambda(c))\n", true},
                 {"constraint c: z = 2*x\nreport r = maximum(kinetic + potential)\n", true},
                 {"constraint c: z = 2*x\ngeneralized f: x = t\nreport r = maximum(energy)\n", true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text, "coord x = 1, z = 2\nkinetic T = (x'^2 + z'^2)/2\npotential V = x^2/2\n%s",
                 cases[k].model);
        motion x = motion_begin(text);
        if ((record_tops_get(x.s) != NULL) != cases[k].searched)
            fail_msg("'%s'", cases[k].model);
        motion_end(&x);
    }
}

/* Other values of parameters come in; the branches stay. */
static void parameters_are_followed(void **state) {
    (void)state;
    motion x = asked("maximum(k*x)");
    tops *w = record_tops_get(x.s);
    const double h = oscillate(&x, 0.1);
    record_tops_guess(x.s, w, h);
    const tape_bounds before = record_tops_bounds(w, 0);
    model_set_value(x.of.m, &x.of.m->params[0], 20);
    assert_ptr_equal(record_tops_get(x.s), w);
    record_tops_guess(x.s, w, h);
    assert_near(record_tops_bounds(w, 0).high, 10 * before.high, 1e-12);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_of_quantities),
        cmocka_unit_test(what_needs_no_search),
        cmocka_unit_test(peaks_at_ends),
        cmocka_unit_test(values_and_bounds_within_a_step),
        cmocka_unit_test(rates_at_the_ends),
        cmocka_unit_test(bounds_contain_what_happens),
        cmocka_unit_test(discs_contain_what_bounds_do),
        cmocka_unit_test(energies_with_and_without_work),
        cmocka_unit_test(parameters_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
