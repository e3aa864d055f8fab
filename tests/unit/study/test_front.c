/* Fronts with known answers: convex, concave and broken, with limits and holes, the same for any threads. */
#include "study/front.h"
#include "study/local.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

typedef struct fixture {
    arena *a;
    front_job job;
    design_axis box[2];
    double present[2];
    front_goal goals[3];
} fixture;

static void set_up(fixture *f, const char *reports, size_t goals, size_t limits) {
    *f = (fixture){.a = base_arena_create(), .present = {0.3, 0.7}, .goals = {{0, true}, {1, true}, {2, true}}};
    f->box[0] = (design_axis){0, 2, 0};
    f->box[1] = (design_axis){-1, 3, 0};
    f->job = (front_job){.of = study_of(base_arena_printf(f->a, "%s%s", STILL, reports), names, 2, f->a),
                         .box = f->box,
                         .present = f->present,
                         .report_count = goals,
                         .goals = f->goals,
                         .goal_count = goals,
                         .wanted = 12,
                         .threads = 2,
                         .most = 20000};
    f->job.of.margin_count = limits;
}

static void tear_down(fixture *f) {
    study_dispose(&f->job.of);
    base_arena_destroy(f->a);
}

static void check_order(const front *f) {
    for (size_t i = 1; i < f->count; i++)
        assert_true(f->points[i]->costs[0] > f->points[i - 1]->costs[0] &&
                    f->points[i]->costs[1] < f->points[i - 1]->costs[1]);
}

/* Distances from two points: the front is the line between them, sqrt(f) + sqrt(g) = 1. */
static void between_two_points(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*((a - 0.5)^2 + (b - 1)^2), g = (a - 1.5)^2 + (b - 1)^2\n", 2, 0);
    front o = study_front_find(&f.job, f.a);
    assert_int_equal(o.end, FRONT_FOUND);
    assert_in_range(o.count, 10, 12);
    check_order(&o);
    const double tolerance = study_local_available() ? 1e-5 : 0.05;
    for (size_t i = 0; i < o.count; i++) {
        assert_near(sqrt(o.points[i]->reports[0]) + sqrt(o.points[i]->reports[1]), 1, tolerance);
        assert_near(o.points[i]->x[1], 1, 100 * tolerance);
    }
    if (study_local_available())
        assert_true(o.points[0]->reports[0] < 1e-6 && o.points[o.count - 1]->reports[1] < 1e-6);
    assert_near(o.present->reports[0], 0.04 + 0.09, 1e-12);
    assert_true(o.tried_count > 100 && o.runs >= (long)o.tried_count);
    tear_down(&f);
}

/* A front that bends the other way, f^2 + g^2 = 1, which weighted sums do not find, along a limit: a^2 + b^2 >= 1. */
static void a_concave_front_along_a_limit(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*a, g = b\nexpect a^2 + b^2 > 1\nexpect b > 0\n", 2, 2);
    front o = study_front_find(&f.job, f.a);
    assert_int_equal(o.end, FRONT_FOUND);
    assert_true(o.count >= 8);
    check_order(&o);
    for (size_t i = 0; i < o.count; i++) {
        assert_true(o.points[i]->excess == 0);
        assert_near(hypot(o.points[i]->x[0], o.points[i]->x[1]), 1, study_local_available() ? 1e-5 : 0.05);
    }
    tear_down(&f);
}

static void the_same_for_any_threads(void **state) {
    (void)state;
    fixture f[2];
    front o[2];
    for (int k = 0; k < 2; k++) {
        set_up(&f[k], "report f = final(x)*(a - 0.5)^2 + b^2, g = sqrt(b - 0.2) + a\n", 2, 0);
        f[k].job.threads = 1 + 3 * k;
        o[k] = study_front_find(&f[k].job, f[k].a);
    }
    assert_int_equal(o[0].count, o[1].count);
    assert_true(o[0].count > 2);
    for (size_t i = 0; i < o[0].count; i++)
        assert_memory_equal(o[0].points[i]->x, o[1].points[i]->x, 2 * sizeof(double));
    assert_memory_equal(&o[0].runs, &o[1].runs, sizeof o[0].runs);
    tear_down(&f[0]);
    tear_down(&f[1]);
}

/* A parameter that changes nothing keeps the value of the text. */
static void what_has_no_effect_stays(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*a^2, g = (a - 1)^2 + 0*b\n", 2, 0);
    front o = study_front_find(&f.job, f.a);
    assert_true(o.count > 2);
    for (size_t i = 0; i < o.count; i++)
        assert_true(o.points[i]->x[1] == f.present[1]);
    assert_true(o.points[0]->x[0] != o.points[o.count - 1]->x[0]);
    tear_down(&f);
}

static bool stop(void *user, long runs) {
    (void)user;
    return runs >= 0;
}

/* Three goals, a present design outside the bounds, nothing that keeps the limits, and an end by the user. */
static void what_else_may_come(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*a, g = b, h = -a - b\n", 3, 0);
    f.present[0] = -5;
    f.job.most = 1200;
    front o = study_front_find(&f.job, f.a);
    assert_int_equal(o.end, FRONT_FOUND);
    assert_true(o.count > 6);
    for (size_t i = 0; i < o.count; i++)
        assert_true(o.points[i]->x[0] >= 0);
    f.job.watch = stop;
    o = study_front_find(&f.job, f.a);
    assert_true(o.end == FRONT_STOPPED || o.runs < 200); /* asked ten times a second: it may be done before */
    tear_down(&f);
    set_up(&f, "report f = final(x)*a, g = b\nexpect a < -1\n", 2, 1);
    f.job.most = 800;
    o = study_front_find(&f.job, f.a);
    assert_int_equal(o.end, FRONT_NOWHERE);
    assert_int_equal(o.count, 0);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_two_points), cmocka_unit_test(a_concave_front_along_a_limit),
        cmocka_unit_test(the_same_for_any_threads), cmocka_unit_test(what_has_no_effect_stays),
        cmocka_unit_test(what_else_may_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
