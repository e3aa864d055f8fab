/* Points of a search: how they are judged, compared and asked for. */
#include "study/hunt.h"
#include "study/support.h"

static const char *const names[] = {"a", "b"};

typedef struct fixture {
    arena *a;
    optimum_job job;
    design_axis box[2];
    double scales[2];
    multistart h;
} fixture;

static void set_up(fixture *f, const char *reports, size_t limits, bool maximize) {
    f->a = base_arena_create();
    f->box[0] = (design_axis){0, 2, 0};
    f->box[1] = (design_axis){-1, 3, 0};
    f->job = (optimum_job){.of = study_of(base_arena_printf(f->a, "%s%s", STILL, reports), names, 2, f->a),
                           .box = f->box,
                           .report_count = 1,
                           .maximize = maximize,
                           .threads = 1,
                           .most = 100};
    f->job.of.margin_count = limits;
    f->scales[0] = f->scales[1] = 1;
    f->h = (multistart){.job = &f->job, .n = 2, .limits = limits, .spread = 1, .scales = f->scales};
    f->h.with = study_evaluator_create(&f->job.of);
}

static void tear_down(fixture *f) {
    study_evaluator_destroy(f->h.with);
    study_dispose(&f->job.of);
    base_arena_destroy(f->a);
}

static void costs_and_excesses(void **state) {
    (void)state;
    for (int maximize = 0; maximize < 2; maximize++) {
        fixture f;
        set_up(&f, "report f = final(x)*a\nexpect f < 1\nexpect f > -1\n", 2, maximize);
        f.scales[1] = 4;
        optimum_point p = study_multistart_make_point(&f.h, f.a);
        assert_true(isnan(p.cost) && isinf(p.excess));
        p.reports[0] = 7;
        p.margins[0] = -1;
        p.margins[1] = -2;
        study_multistart_judge(&f.h, &p, false);
        assert_true(p.cost == (maximize ? -7 : 7) && p.excess == 0);
        p.margins[1] = 2;
        study_multistart_judge(&f.h, &p, false);
        assert_true(p.excess == 0.5); /* in its scale */
        p.margins[0] = 0.75;
        study_multistart_judge(&f.h, &p, false);
        assert_true(p.excess == 0.75); /* the greatest counts */
        p.margins[0] = p.margins[1] = 1e-10;
        study_multistart_judge(&f.h, &p, false);
        assert_true(p.excess == 0); /* rounding */
        p.margins[1] = NAN;
        study_multistart_judge(&f.h, &p, false);
        assert_true(isinf(p.excess) && !isnan(p.cost));
        p.margins[1] = -1;
        study_multistart_judge(&f.h, &p, true);
        assert_true(isnan(p.cost) && isinf(p.excess));
        p.reports[0] = INFINITY;
        study_multistart_judge(&f.h, &p, false);
        assert_true(isnan(p.cost));
        tear_down(&f);
    }
}

static void better_ones(void **state) {
    (void)state;
    const optimum_point none = {.cost = NAN}, good = {.cost = 1}, worse = {.cost = 2};
    const optimum_point outside = {.cost = -5, .excess = 0.1}, farther = {.cost = -9, .excess = 0.2};
    const optimum_point *order[] = {&good, &worse, &outside, &farther, &none};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(study_multistart_is_better(order[i], order[k]), i < k);
}

static void places_in_the_cube(void **state) {
    (void)state;
    const design_axis axis = {2, 6, 0}, point = {3, 3, 0};
    assert_true(study_multistart_to_cube(&axis, 2) == 0 && study_multistart_to_cube(&axis, 6) == 1 &&
                study_multistart_to_cube(&axis, 3) == 0.25);
    assert_true(study_multistart_to_cube(&axis, -9) == 0 && study_multistart_to_cube(&axis, 99) == 1);
    assert_true(study_multistart_to_cube(&point, 3) == 0);
    const multistart h = {.worst = 10, .spread = 4};
    const optimum_point p = {.cost = 4};
    assert_true(study_multistart_cost(&h, &p) == -1.5);
}

/* What is asked for twice is run once, but for slopes that were not wanted before; the best is kept. */
static void nothing_is_run_twice(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*(a - 1.5)^2 + b\n", 0, false);
    local_descent d = {.h = &f.h, .with = f.h.with, .memory = f.a, .slopes = ARENA_ARRAY(f.a, double, 2)};
    d.last = study_multistart_make_point(&f.h, f.a);
    d.best = study_multistart_make_point(&f.h, f.a);
    study_multistart_ask(&d, (double[]){0.5, 0.5}, false);
    assert_int_equal(f.h.runs, 1);
    assert_true(d.last.x[0] == 1 && d.last.x[1] == 1);
    assert_near(d.last.cost, 1.25, 1e-12);
    study_multistart_ask(&d, (double[]){0.5, 0.5}, false);
    assert_int_equal(f.h.runs, 1);
    study_multistart_ask(&d, (double[]){0.5, 0.5}, true);
    assert_int_equal(f.h.runs, 2);
    assert_near(d.slopes[0], -1, 1e-12);
    assert_near(d.slopes[1], 1, 1e-12);
    study_multistart_ask(&d, (double[]){0.5, 0.5}, false);
    assert_int_equal(f.h.runs, 2);
    study_multistart_ask(&d, (double[]){0.5, 0.75}, false);
    assert_int_equal(f.h.runs, 3);
    assert_near(d.best.cost, 1.25, 1e-12);
    study_multistart_ask(&d, (double[]){0.75, 0}, false);
    assert_near(d.best.cost, -1, 1e-12);
    assert_true(d.best.x[0] == 1.5 && d.best.x[1] == -1);
    study_multistart_ask(&d, (double[]){-1, 7}, false); /* the walls of the box */
    assert_true(d.last.x[0] == 0 && d.last.x[1] == 3 && !d.met_bad);
    tear_down(&f);
}

static void designs_without_value_are_noted(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "particle p: mass a at [x, 0]\nreport f = final(x)*a\n", 0, false);
    local_descent d = {.h = &f.h, .with = f.h.with, .memory = f.a};
    d.last = study_multistart_make_point(&f.h, f.a);
    d.best = study_multistart_make_point(&f.h, f.a);
    f.box[0].low = -1;
    study_multistart_ask(&d, (double[]){1, 0.5}, false);
    assert_true(!d.met_bad && d.best.cost == 2);
    study_multistart_ask(&d, (double[]){0, 0.5}, false);
    assert_true(d.met_bad && isnan(d.last.cost) && d.best.cost == 2);
    tear_down(&f);
}

static void runs_are_counted(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*a\n", 0, false);
    f.h.runs = 99;
    assert_true(study_multistart_may_go_on(&f.h));
    f.h.runs = 100;
    assert_false(study_multistart_may_go_on(&f.h));
    f.h.runs = 0;
    f.h.stop = true;
    assert_false(study_multistart_may_go_on(&f.h));
    tear_down(&f);
}

/* Remarks outlive the run that they are about. */
static void remarks_are_kept(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "report f = final(x)*a\n", 0, false);
    optimum_point p = study_multistart_make_point(&f.h, f.a), q = study_multistart_make_point(&f.h, f.a);
    p.x[0] = p.x[1] = 1;
    double slopes[2];
    assert_null(study_multistart_evaluate(&f.h, f.h.with, &p, slopes, f.a).why);
    assert_true(slopes[0] == 1 && slopes[1] == 0 && p.cost == 1);
    f.job.of.options.method = "variational";
    study_evaluator *other = study_evaluator_create(&f.job.of);
    multistart_remarks r = study_multistart_evaluate(&f.h, other, &p, slopes, f.a);
    study_evaluator_destroy(other);
    assert_non_null(strstr(r.why, "does not carry"));
    assert_true(!r.doubt && !r.doubt_code && isnan(slopes[0]));
    study_multistart_copy_point(&f.h, &q, &p);
    assert_true(q.x[0] == 1 && q.reports[0] == p.reports[0] && q.cost == p.cost && q.excess == p.excess);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_and_excesses), cmocka_unit_test(better_ones),
        cmocka_unit_test(places_in_the_cube), cmocka_unit_test(nothing_is_run_twice),
        cmocka_unit_test(runs_are_counted),   cmocka_unit_test(designs_without_value_are_noted),
        cmocka_unit_test(remarks_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
