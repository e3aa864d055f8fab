/* Machines that scatter: mean and deviation of linear reports exactly, their derivatives, and a design that is best
   although it is not where the report is greatest. */
#include "study/local.h"
#include "study/optimum.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

static void a_sample_has_mean_0_and_deviation_1(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const double *z = study_scatter_sample(16, 3, a);
    for (int k = 0; k < 3; k++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < 16; i++) {
            sum += z[3 * i + k];
            squares += z[3 * i + k] * z[3 * i + k];
        }
        assert_near(sum, 0, 1e-13);
        assert_near(squares, 15, 1e-12);
    }
    base_arena_destroy(a);
}

/* a scatters by a tenth of itself, b by 0.2 and is no part of the design. */
static void set_up(study_scatter *s, study *of, const char *reports, arena *a) {
    static scatter_axis axes[] = {{0, 0.1}, {0.2, 0}};
    static const double fixed[] = {0.7}, weights[] = {-2, 3};
    *of = study_of(base_arena_printf(a, "%s%s", STILL, reports), names, 2, a);
    *s = (study_scatter){.params = of->params,
                         .param_count = 2,
                         .fixed = fixed,
                         .axes = axes,
                         .count = 32,
                         .z = study_scatter_sample(32, 2, a),
                         .weights = weights,
                         .deviations = 1};
    of->param_count = 1;
    of->scatter = s;
}

static void reports_are_means_and_deviations(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study_scatter s;
    study of;
    set_up(&s, &of, "report f = final(x)*5*a, g = b\n", a);
    study_evaluator *t = study_evaluator_create(&of);
    const double x = 0.4, *const one[] = {&x};
    double reports[2], slopes[2], means[2], deviations[2];
    study_evaluation e = study_evaluate_slopes(t, &x, reports, 2, slopes, a);
    assert_false(e.failed);
    assert_near(reports[0], 2 * (1 - 2 * 0.1), 1e-12); /* the mean less two deviations */
    assert_near(reports[1], 0.7 + 3 * 0.2, 1e-12);
    assert_near(slopes[0], 5 * (1 - 2 * 0.1), 1e-9);
    assert_near(slopes[1], 0, 1e-9);
    double again[2];
    study_evaluation all[1] = {{.reports = again}};
    study_evaluate_all(t, one, all, 1, 2, a);
    assert_near(again[0], reports[0], 1e-12);
    study_evaluate_scatter(t, &x, 2, means, deviations, a);
    assert_near(means[0], 2, 1e-12);
    assert_near(deviations[0], 0.2, 1e-12);
    study_evaluator_destroy(t);
    study_dispose(&of);
    base_arena_destroy(a);
}

static void a_machine_without_value_spoils_its_design(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study_scatter s;
    study of;
    set_up(&s, &of, "report f = final(x)*sqrt(a - 0.3), g = b\n", a);
    study_evaluator *t = study_evaluator_create(&of);
    double x = 0.31, reports[2];
    study_evaluate(t, &x, reports, 2, a);
    assert_true(isnan(reports[0]) && !isnan(reports[1]));
    x = 1;
    study_evaluate(t, &x, reports, 2, a);
    assert_true(!isnan(reports[0]));
    study_evaluator_destroy(t);
    study_dispose(&of);
    base_arena_destroy(a);
}

/* f grows with a, and a is to be below 2 although it scatters by a tenth: 1.2 a = 2. */
static void the_best_design_leaves_room(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    arena *a = base_arena_create();
    study_scatter s;
    study of;
    set_up(&s, &of, "report f = final(x)*(a - a^2/100), g = b\nexpect a < 2\n", a);
    of.margin_count = 1;
    s.deviations = 2;
    const design_axis box = {0, 5, 0};
    const double present = 0.3;
    const optimum_job job = {
        .of = of, .box = &box, .present = &present, .report_count = 2, .maximize = true, .threads = 2, .most = 2000};
    const optimum o = study_optimum_find(&job, a);
    assert_int_equal(o.end, OPTIMUM_FOUND);
    assert_near(o.best.x[0], 2 / 1.2, 1e-5); /* two deviations below the limit */
    assert_true(o.means && fabs(o.deviations[1] - 0.2) < 1e-12);
    study_dispose(&of);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_has_mean_0_and_deviation_1), cmocka_unit_test(reports_are_means_and_deviations),
        cmocka_unit_test(a_machine_without_value_spoils_its_design), cmocka_unit_test(the_best_design_leaves_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
