/* Climbing by slopes: to the top, onto a limit, into a corner; and not where the slopes do not lead to rest. */
#include "study/hunt.h"
#include "study/local.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

typedef struct fixture {
    arena *a;
    optimum_job job;
    design_axis box[2];
    double scales[2];
    multistart h;
    local_descent d;
} fixture;

/* At (a, b), the best so far, in a box of 0 to 2 and -1 to 3. */
static void set_up(fixture *f, const char *reports, size_t limits, bool maximize, double a, double b) {
    *f = (fixture){.a = base_arena_create()};
    f->box[0] = (design_axis){0, 2, 0};
    f->box[1] = (design_axis){-1, 3, 0};
    f->job = (optimum_job){.of = study_of(base_arena_printf(f->a, "%s%s", STILL, reports), names, 2, f->a),
                           .box = f->box,
                           .report_count = 1,
                           .maximize = maximize,
                           .threads = 1,
                           .most = 1000};
    f->job.of.margin_count = limits;
    f->scales[0] = f->scales[1] = 1;
    f->h = (multistart){.job = &f->job, .n = 2, .limits = limits, .spread = 4, .worst = 4, .scales = f->scales};
    f->h.with = study_evaluator_create(&f->job.of);
    f->d = (local_descent){.h = &f->h, .with = f->h.with, .memory = f->a};
    f->d.last = study_multistart_make_point(&f->h, f->a);
    f->d.best = study_multistart_make_point(&f->h, f->a);
    f->d.best.x[0] = a;
    f->d.best.x[1] = b;
    study_multistart_evaluate(&f->h, f->h.with, &f->d.best, NULL, f->a);
}

static void tear_down(fixture *f) {
    study_evaluator_destroy(f->h.with);
    study_dispose(&f->job.of);
    base_arena_destroy(f->a);
}

static void comes_to(const char *reports, size_t limits, bool maximize, double a, double b) {
    fixture f;
    set_up(&f, reports, limits, maximize, 0.2, 0.1);
    if (!study_search_by_slopes(&f.d))
        fail_msg("%s: not at rest", reports);
    assert_near(f.d.best.x[0], a, 1e-6);
    assert_near(f.d.best.x[1], b, 1e-6);
    assert_true(f.d.best.excess == 0);
    assert_string_equal(f.d.method, "SLSQP");
    tear_down(&f);
}

static void hills_limits_and_corners(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    comes_to("report f = final(x)*(-cos(a - 1.5) - cos(0.7*(b - 0.5)))\n", 0, false, 1.5, 0.5);
    comes_to("report f = final(x)*(2 - (a - 0.5)^2 - (b - 2.5)^2)\n", 0, true, 0.5, 2.5);
    comes_to("report f = final(x)*((a - 3)^2 + (b + 2)^2)\n", 0, false, 2, -1);
    comes_to("report f = final(x)*((a - 1.5)^2 + (b - 1.5)^2)\nexpect a + b < 1\n", 1, false, 0.5, 0.5);
    comes_to("report f = final(x)*(a + 3*b)\nexpect a + b < 2\nexpect b < 1.5\n", 2, true, 0.5, 1.5);
}

/* Without slopes, at a kink, or where a slope leads nowhere better, another method has to go on. */
static void where_slopes_do_not_lead(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    fixture f;
    set_up(&f, "report f = final(x)*(abs(a - 1.5) + (b - 0.5)^2)\n", 0, false, 0.2, 0.1);
    assert_false(study_search_by_slopes(&f.d));
    tear_down(&f);
    set_up(&f, "report f = final(x)*(a + b)\n", 0, false, 0.2, 0.1);
    f.job.of.options.method = "variational"; /* carries no slopes */
    study_evaluator_destroy(f.h.with);
    f.h.with = f.d.with = study_evaluator_create(&f.job.of);
    long before = f.h.runs;
    assert_false(study_search_by_slopes(&f.d));
    assert_int_equal(f.h.runs, before + 1);
    assert_null(f.d.method);
    tear_down(&f);
    set_up(&f, "report f = final(x)*((a - 1.5)^2 + b^2)\n", 0, false, 0.2, 0.1);
    f.job.most = f.h.runs + 2;
    assert_false(study_search_by_slopes(&f.d));
    assert_true(f.h.runs <= f.job.most + 1);
    tear_down(&f);
}

/* Carried, or by differences of second order: from both sides, or from within at either wall. */
static void slopes_at_the_best_design(void **state) {
    (void)state;
    static const double at[][2] = {{1, 1}, {0, 3}, {2, -1}};
    for (size_t k = 0; k < 3; k++)
        for (int carried = 0; carried < 2; carried++) {
            fixture f;
            set_up(&f, "report f = final(x)*(a^2 + a*b + 2*b^2)\n", 0, false, at[k][0], at[k][1]);
            optimum o = {.best = f.d.best, .slopes = ARENA_ARRAY(f.a, double, 2)};
            if (!carried) {
                f.job.of.options.method = "variational";
                study_evaluator_destroy(f.h.with);
                f.h.with = study_evaluator_create(&f.job.of);
            }
            study_optimum_slopes(&f.h, &o, f.a);
            assert_int_equal(o.by_differences == NULL, carried);
            assert_near(o.slopes[0], 2 * at[k][0] + at[k][1], 1e-9);
            assert_near(o.slopes[1], at[k][0] + 4 * at[k][1], 1e-9);
            tear_down(&f);
        }
}

/* A parameter with no room has no slope by differences. */
static void no_room_no_slope(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*(a + b)\n", 0, false, 1, 1);
    f.box[0] = (design_axis){1, 1, 0};
    f.job.of.options.method = "variational";
    study_evaluator_destroy(f.h.with);
    f.h.with = study_evaluator_create(&f.job.of);
    optimum o = {.best = f.d.best, .slopes = ARENA_ARRAY(f.a, double, 2)};
    study_optimum_slopes(&f.h, &o, f.a);
    assert_true(isnan(o.slopes[0]));
    assert_near(o.slopes[1], 1, 1e-9);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hills_limits_and_corners),
        cmocka_unit_test(where_slopes_do_not_lead),
        cmocka_unit_test(slopes_at_the_best_design),
        cmocka_unit_test(no_room_no_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
