/* The best design: of several hills the highest, limits that bind, searches that agree, the same for any threads. */
#include "study/local.h"
#include "study/optimum.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

typedef struct fixture {
    arena *a;
    optimum_job job;
    design_axis box[2];
    double present[2];
} fixture;

static void set_up(fixture *f, const char *reports, size_t limits, bool maximize) {
    *f = (fixture){.a = base_arena_create(), .present = {0.3, 0.7}};
    f->box[0] = (design_axis){0, 2, 0};
    f->box[1] = (design_axis){-1, 3, 0};
    f->job = (optimum_job){.of = study_of(base_arena_printf(f->a, "%s%s", STILL, reports), names, 2, f->a),
                           .box = f->box,
                           .present = f->present,
                           .report_count = 1,
                           .maximize = maximize,
                           .threads = 2,
                           .most = 100000};
    f->job.of.margin_count = limits;
}

static void tear_down(fixture *f) {
    study_dispose(&f->job.of);
    base_arena_destroy(f->a);
}

/* Two tops of the same height, 0.5 apart on a: every search ends on one of them, and all agree. */
static void searches_of_one_value_agree(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    fixture f;
    set_up(&f, "report f = final(x)*((a - 0.7)^2*(a - 1.2)^2 + (b - 1)^2)\n", 0, false);
    optimum o = study_optimum_find(&f.job, f.a);
    assert_int_equal(o.end, OPTIMUM_FOUND);
    assert_near(o.best.cost, 0, 1e-9);
    assert_true(fabs(o.best.x[0] - 0.7) < 1e-3 || fabs(o.best.x[0] - 1.2) < 1e-3);
    assert_near(o.best.x[1], 1, 1e-4);
    assert_true(o.starts >= 2);
    assert_int_equal(o.agreeing, o.starts);
    assert_in_range(o.samples, 64 * 4, 64 * 4 + 4 * 4 * 128);
    assert_true(o.has_best && o.runs > 256);
    tear_down(&f);
}

/* Four tops of different heights: the highest is found, and only the searches that ended there agree. */
static void other_tops_do_not_agree(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    fixture f;
    set_up(&f, "report f = final(x)*(cos(2*pi*a) + cos(pi*b) - 0.1*(a - 1)^2 - 0.05*b^2)\n", 0, true);
    optimum o = study_optimum_find(&f.job, f.a);
    assert_int_equal(o.end, OPTIMUM_FOUND);
    assert_near(o.best.x[0], 1, 1e-6);
    assert_near(o.best.x[1], 0, 1e-6);
    assert_near(o.best.reports[0], 2, 1e-12);
    assert_near(o.best.cost, -2, 1e-12);
    assert_true(o.starts >= 3 && o.agreeing >= 1 && o.agreeing < o.starts);
    assert_near(o.slopes[0], 0, 1e-5);
    assert_near(o.slopes[1], 0, 1e-5);
    assert_null(o.by_differences);
    tear_down(&f);
}

/* Of two valleys the shallower has a hole of 1/40 of the box beside it, which samples of the box miss. */
static void a_hole_beside_a_valley_is_found(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    fixture f;
    set_up(&f,
           "let far = (a - 0.4)^2 + b^2/4\nlet near = (a - 1.5)^2 + (b - 2)^2/4\n"
           "report f = final(x)*(far*(near + 0.05) - exp(-((a - 1.58)^2 + (b - 1.84)^2/4)/0.025^2))\n",
           0, false);
    optimum o = study_optimum_find(&f.job, f.a);
    assert_int_equal(o.end, OPTIMUM_FOUND);
    assert_near(o.best.x[0], 1.58, 0.01);
    assert_near(o.best.x[1], 1.84, 0.02);
    tear_down(&f);
}

static void limits_that_bind_are_told(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    fixture f;
    set_up(&f, "report f = final(x)*(a + b)\nexpect a^2 + b^2 < 2\nexpect a < 1.9\n", 2, true);
    optimum o = study_optimum_find(&f.job, f.a);
    assert_int_equal(o.end, OPTIMUM_FOUND);
    assert_near(o.best.x[0], 1, 1e-5);
    assert_near(o.best.x[1], 1, 1e-5);
    assert_true(o.best.excess == 0 && o.binds[0] && !o.binds[1]);
    assert_near(o.slopes[0], 1, 1e-9);
    tear_down(&f);
}

static void no_design_keeps_the_limits(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*(a + b)\nexpect a > 2.5\n", 1, true);
    optimum o = study_optimum_find(&f.job, f.a);
    assert_int_equal(o.end, OPTIMUM_NOWHERE);
    assert_true(o.has_best && o.best.excess > 0 && isnan(o.slopes[0]));
    assert_near(o.best.x[0], 2, study_local_available() ? 1e-4 : 0.05);
    tear_down(&f);
}

static void the_threads_do_not_matter(void **state) {
    (void)state;
    optimum o[2];
    fixture f[2];
    for (int i = 0; i < 2; i++) {
        set_up(&f[i], "report f = final(x)*(cos(2*pi*a) + cos(pi*b) - 0.1*(a - 1)^2 - 0.05*b^2)\n", 0, true);
        f[i].job.threads = i ? 5 : 1;
        o[i] = study_optimum_find(&f[i].job, f[i].a);
    }
    assert_true(o[0].best.cost == o[1].best.cost && o[0].best.x[0] == o[1].best.x[0] &&
                o[0].best.x[1] == o[1].best.x[1]);
    assert_true(o[0].runs == o[1].runs && o[0].agreeing == o[1].agreeing && o[0].starts == o[1].starts);
    tear_down(&f[0]);
    tear_down(&f[1]);
}

/* The present design is looked at too, and starts a search only where the bounds allow it. */
static void the_present_design(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*((a - 0.3)^2 + (b - 0.7)^2)\n", 0, false);
    optimum in = study_optimum_find(&f.job, f.a);
    assert_near(in.present.cost, 0, 1e-15);
    assert_near(in.best.cost, 0, 1e-15);
    assert_true(in.best.x[0] == 0.3 && in.best.x[1] == 0.7);
    f.present[0] = 7;
    optimum out = study_optimum_find(&f.job, f.a);
    assert_near(out.present.cost, 6.7 * 6.7, 1e-9);
    assert_true(out.best.x[0] <= 2);
    assert_int_equal(out.starts, in.starts - 1);
    tear_down(&f);
}

static bool at_once(void *user, long runs) {
    (void)user, (void)runs;
    return true;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*(a + b)\n", 0, false);
    f.job.watch = at_once;
    assert_int_equal(study_optimum_find(&f.job, f.a).end, OPTIMUM_STOPPED);
    tear_down(&f);
}

static void runs_are_bounded(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*((a - 0.4)^2*(a - 1.25)^2 + (b - 1)^4)\n", 0, false);
    f.job.of.options.method = "variational"; /* no slopes: many more runs would be made */
    f.job.most = 90;
    optimum o = study_optimum_find(&f.job, f.a);
    assert_true(o.runs >= 64 && o.runs <= 90 + 30);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_of_one_value_agree),
        cmocka_unit_test(other_tops_do_not_agree),
        cmocka_unit_test(a_hole_beside_a_valley_is_found),
        cmocka_unit_test(limits_that_bind_are_told),
        cmocka_unit_test(no_design_keeps_the_limits),
        cmocka_unit_test(the_threads_do_not_matter),
        cmocka_unit_test(the_present_design),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(runs_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
