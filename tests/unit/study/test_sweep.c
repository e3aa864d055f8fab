/* Sweeps: every design once and in order, whatever the threads; parts, stops and questions in between. */
#include "study/support.h"
#include "study/sweep.h"

#include <time.h>

static const char *const names[] = {"a", "b"};

typedef struct basket {
    const design *points;
    size_t next, stop_at, asked;
    double sum;
} basket;

static bool take(void *user, size_t i, const double *x, const study_evaluation *t) {
    basket *b = user;
    double want[2];
    assert_int_equal(i, b->next);
    study_design_point(b->points, i, want);
    assert_true(x[0] == want[0] && x[1] == want[1]);
    assert_near(t->reports[0], x[0] + 10 * x[1], 1e-12);
    assert_string_equal(t->end, "until");
    b->sum += t->reports[0];
    b->next++;
    return i != b->stop_at;
}

typedef struct fixture {
    arena *a;
    study of;
    design_axis axes[2];
    design points;
} fixture;

static void set_up(fixture *f, size_t rows, size_t columns) {
    f->a = base_arena_create();
    f->of = study_of(STILL "report f = final(x)*(a + 10*b)\n", names, 2, f->a);
    f->axes[0] = (design_axis){0, 1, rows};
    f->axes[1] = (design_axis){2, 3, columns};
    f->points = (design){.kind = DESIGN_GRID, .axes = f->axes, .axis_count = 2, .count = rows * columns};
}

static void tear_down(fixture *f) {
    study_dispose(&f->of);
    base_arena_destroy(f->a);
}

static sweep_job job_of(const fixture *f, int threads, basket *b) {
    b->points = &f->points;
    return (sweep_job){.of = f->of,
                       .points = f->points,
                       .end = f->points.count,
                       .report_count = 1,
                       .threads = threads,
                       .take = take,
                       .user = b};
}

static void every_design_once_and_in_order(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 101, 61); /* enough for stretches of batches */
    for (int threads = 1; threads <= 4; threads++) {
        basket b = {.stop_at = SIZE_MAX};
        sweep_job job = job_of(&f, threads, &b);
        job.of.options.keep_trajectory = threads == 2; /* else in lanes */
        assert_int_equal(study_sweep_run(&job, f.a), SWEEP_DONE);
        assert_int_equal(b.next, 6161);
        assert_near(b.sum, 6161 * (0.5 + 25), 1e-7);
    }
    tear_down(&f);
}

static void a_part_of_the_designs(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 31, 21);
    basket b = {.next = 100, .stop_at = SIZE_MAX}, none = {.stop_at = SIZE_MAX};
    sweep_job job = job_of(&f, 2, &b), empty = job_of(&f, 2, &none);
    job.first = 100;
    job.end = 103;
    assert_int_equal(study_sweep_run(&job, f.a), SWEEP_DONE);
    assert_int_equal(b.next, 103);
    empty.first = empty.end = 7;
    assert_int_equal(study_sweep_run(&empty, f.a), SWEEP_DONE);
    assert_int_equal(none.next, 0);
    tear_down(&f);
}

/* Who takes may have enough: nothing comes after that. */
static void the_rest_is_not_wanted(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 31, 21);
    for (int threads = 1; threads <= 3; threads += 2) {
        basket b = {.stop_at = 40};
        sweep_job job = job_of(&f, threads, &b);
        assert_int_equal(study_sweep_run(&job, f.a), SWEEP_STOPPED);
        assert_int_equal(b.next, 41);
        basket last = {.stop_at = 650};
        job = job_of(&f, threads, &last);
        assert_int_equal(study_sweep_run(&job, f.a), SWEEP_STOPPED);
        assert_int_equal(last.next, 651);
    }
    tear_down(&f);
}

static bool ask(void *user, size_t taken) {
    basket *b = user;
    assert_int_equal(taken, b->next);
    b->asked++;
    return true;
}

static void a_question_can_stop_it(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 100, 100);
    basket b = {.stop_at = SIZE_MAX};
    sweep_job job = job_of(&f, 2, &b);
    job.watch = ask;
    assert_int_equal(study_sweep_run(&job, f.a), SWEEP_STOPPED);
    assert_true(b.asked >= 1 && b.next < 10000);
    tear_down(&f);
}

static bool take_failed(void *user, size_t i, const double *x, const study_evaluation *t) {
    size_t *failed = user;
    (void)i;
    assert_int_equal(t->failed, x[0] < 0);
    assert_true(t->failed ? isnan(t->reports[0]) : t->reports[0] == x[0]);
    *failed += t->failed;
    return true;
}

/* Designs that cannot be run are designs too. */
static void failures_are_taken(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study of = study_of("param m = 1 kg\ncoord x = 0 m\nparticle p: mass m at [x, 0 m]\nsimulate until 0.001 s\n"
                        "report f = final(m)\n",
                        (const char *const[]){"m"}, 1, a);
    const design_axis axis = {-1, 1, 10};
    size_t failed = 0;
    sweep_job job = {.of = of,
                     .points = {.kind = DESIGN_GRID, .axes = &axis, .axis_count = 1, .count = 10},
                     .end = 10,
                     .report_count = 1,
                     .threads = 2,
                     .take = take_failed,
                     .user = &failed};
    assert_int_equal(study_sweep_run(&job, a), SWEEP_DONE);
    assert_int_equal(failed, 5);
    study_dispose(&of);
    base_arena_destroy(a);
}

static void there_is_a_processor(void **state) {
    (void)state;
    assert_true(study_sweep_cores() >= 1 && study_sweep_cores() <= 1024);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_design_once_and_in_order),
        cmocka_unit_test(a_part_of_the_designs),
        cmocka_unit_test(the_rest_is_not_wanted),
        cmocka_unit_test(a_question_can_stop_it),
        cmocka_unit_test(failures_are_taken),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
