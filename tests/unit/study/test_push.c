/* A design beside a front is pushed onto it, with derivatives and without, and never becomes worse. */
#include "study/local.h"
#include "study/push.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};
static const design_axis box[] = {{0, 2, 0}, {-1, 3, 0}};
static const front_goal goals[] = {{0, false}, {1, true}};

/* From (a, b); the reports where it ends in `to`. */
static void push(const char *reports, double a, double b, double *to) {
    arena *memory = base_arena_create();
    const front_job job = {.of = study_of(base_arena_printf(memory, "%s%s", STILL, reports), names, 2, memory),
                           .box = box,
                           .report_count = 2,
                           .goals = goals,
                           .goal_count = 2,
                           .threads = 2,
                           .most = 1000};
    double x[] = {a, b}, scale = 1, costs[2];
    front_point p = {.x = x, .reports = to, .margins = to + 2, .costs = costs};
    study_evaluator *with = study_evaluator_create(&job.of);
    study_evaluate(with, x, to, 2, memory);
    study_evaluator_destroy(with);
    study_push_judge(&job, &scale, &p, false);
    assert_near(costs[0], -to[0], 0);
    assert_near(costs[1], to[1], 0);
    long runs = 0;
    const push_job all = {&job, &scale, &p, 1, &runs};
    assert_true(study_push_all(&all, memory));
    assert_true(runs > 2);
    study_dispose(&job.of);
    base_arena_destroy(memory);
}

/* Greatest f with g = (a - 1)^2 + b^2 not above what it is: f = a + 2 b reaches 1 + sqrt(5 g). */
static void as_far_as_the_other_allows(void **state) {
    (void)state;
    double r[2];
    if (!study_local_available())
        skip();
    push("report f = final(x)*(a + 2*b), g = (a - 1)^2 + b^2\n", 1.2, 0.1, r);
    assert_near(r[1], 0.05, 1e-6);
    assert_near(r[0], 1.5, 1e-5);
    push("report f = final(x)*(a + 2*b), g = if b > 5 then sqrt(b - 6) else (a - 1)^2 + b^2\n", 1.2, 0.1, r);
    assert_near(r[0], 1.5, 1e-4);
}

static void what_has_no_value_is_left(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double reports[2] = {NAN, 1}, costs[2], scale = 1;
    front_point p = {.reports = reports, .costs = costs};
    const front_job job = {.report_count = 2, .goals = goals, .goal_count = 2};
    study_push_judge(&job, &scale, &p, false);
    assert_true(isinf(p.excess));
    reports[0] = 1;
    study_push_judge(&job, &scale, &p, true);
    assert_true(isinf(p.excess));
    study_push_judge(&job, &scale, &p, false);
    assert_true(p.excess == 0);
    long runs = 0;
    const push_job none = {&job, &scale, NULL, 0, &runs};
    assert_true(study_push_all(&none, a) && runs == 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_far_as_the_other_allows),
                                       cmocka_unit_test(what_has_no_value_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
