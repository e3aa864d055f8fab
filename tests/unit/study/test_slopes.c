/* Slopes of reports: carried ones and differences give the closed forms, and say which they are. */
#include "study/slopes.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

static void formulas_have_their_slopes(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study s = study_of(STILL "report f = final(x)*a^2*b\nreport g = final(x)*sin(b)\n", names, 2, a);
    const double x[] = {0.3, 0.7};
    slopes_found found = study_slopes_find(&s, x, 2, a);
    assert_near(found.reports[0], 0.063, 1e-15);
    assert_near(found.slopes[0], 0.42, 1e-14);
    assert_near(found.slopes[1], 0.09, 1e-14);
    assert_near(found.slopes[2], 0, 1e-14);
    assert_near(found.slopes[3], cos(0.7), 1e-14);
    assert_true(!found.why[0] && !found.why[1] && !found.interrupted);
    study_dispose(&s);
    base_arena_destroy(a);
}

/* At x, not at the values of the text; a method that carries no derivatives leaves differences, whose error is of the
   second order of a thousandth. */
static void differences_stand_in(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study s = study_of(STILL "report f = final(x)*a^2*b\nreport g = final(x)*a^3\n", names, 2, a);
    s.options.method = "variational";
    const double x[] = {2, 0};
    slopes_found found = study_slopes_find(&s, x, 2, a);
    assert_non_null(found.why[0]);
    assert_non_null(strstr(found.why[0], "does not carry"));
    assert_near(found.reports[1], 8, 1e-12);
    assert_near(found.slopes[0], 0, 1e-10);
    assert_near(found.slopes[1], 4, 1e-9);
    assert_near(found.slopes[2], 12 + 4e-6, 1e-8); /* h = 0.002: ((2 + h)^3 - (2 - h)^3)/(2 h) = 12 + h^2 */
    assert_near(found.slopes[3], 0, 1e-10);
    study_dispose(&s);
    base_arena_destroy(a);
}

/* One report can be carried, the other cannot: only the latter is told of, and its slope alone is a difference. */
static void each_report_for_itself(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study s = study_of("param a = 1, b = 2\ncoord x = a\nkinetic T = x'^2/2\npotential V = b*x^2\nsimulate until 4\n"
                       "report end = final(x)\nreport least = minimum(abs(x))\n",
                       names, 2, a);
    const double x[] = {1, 2}, w = 2;
    slopes_found found = study_slopes_find(&s, x, 2, a);
    assert_null(found.why[0]);
    assert_non_null(found.why[1]);
    assert_near(found.slopes[0], cos(4 * w), 1e-7);
    assert_near(found.slopes[1], -sin(4 * w) * 4 * w / (2 * 2), 1e-6); /* w = sqrt(2 b): dw/db = w/(2 b) */
    study_dispose(&s);
    base_arena_destroy(a);
}

/* Where a neighbour cannot be run there is no slope, but the design's own numbers stand. */
static void neighbours_without_value(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study s = study_of(STILL "particle p: mass b at [x, 0]\nreport f = final(x)*a\n", names, 2, a);
    s.options.method = "variational";
    const double x[] = {3, 0};
    slopes_found found = study_slopes_find(&s, x, 1, a);
    assert_near(found.reports[0], 3, 1e-12);
    assert_near(found.slopes[0], 1, 1e-10);
    assert_true(isnan(found.slopes[1]));
    study_dispose(&s);
    base_arena_destroy(a);
}

static bool stop(void *user, double t, double until, long steps) {
    (void)user, (void)t, (void)until, (void)steps;
    return true;
}

static void an_interrupted_one_says_so(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study s = study_of("param a = 1, b = 2\ncoord x = a\nkinetic T = x'^2/2\npotential V = b*x^2\nsimulate until 4\n"
                       "report end = final(x)\n",
                       names, 2, a);
    s.options.watch = stop;
    const double x[] = {1, 2};
    assert_true(study_slopes_find(&s, x, 1, a).interrupted);
    study_dispose(&s);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_their_slopes), cmocka_unit_test(differences_stand_in),
        cmocka_unit_test(each_report_for_itself),     cmocka_unit_test(neighbours_without_value),
        cmocka_unit_test(an_interrupted_one_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
