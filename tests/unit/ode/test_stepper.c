/* What all methods share: a method of its own that counts what reaches it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ode/ode.h"

static struct { int begun, advanced, destroyed, rates, projected; } seen;

/* Moves the first number by 2 in steps of a half at most. */
static bool begin(ode_stepper *p, double limit) {
    seen.begun++;
    return p->y[0] < limit;
}

static double step(ode_stepper *p, double limit, double *out) {
    double h = limit < 0.5 ? limit : 0.5;
    out[0] = p->y[0] + 2 * h;
    return h;
}

static bool again(ode_stepper *p, double h, double *out) {
    out[0] = p->y[0] + 2 * h;
    return h < 0.5;
}

static void advance(ode_stepper *p) {
    seen.advanced++;
    assert_true(p->t == 1.5); /* the new state is there already */
}

static void destroy(ode_stepper *p) {
    (void)p;
    seen.destroyed++;
}

static ode_stepper *create(const ode_system *f, arena *a);
static const ode_method counting = {.name = "counting",
                                    .create = create,
                                    .begin = begin,
                                    .step = step,
                                    .again = again,
                                    .advance = advance,
                                    .destroy = destroy};
static const ode_method silent = {.name = "silent", .begin = begin};

static ode_stepper *create(const ode_system *f, arena *a) {
    ode_stepper *p = ARENA_NEW(a, ode_stepper);
    ode_stepper_init(p, &counting, f, a);
    return p;
}

static bool rates(void *self, double t, const double *y, double *dy) {
    (void)self;
    seen.rates++;
    dy[0] = t;
    return y[0] > 0;
}

static bool project(void *self, double t, double *y, double *dy) {
    seen.projected++;
    y[0] = 7;
    return rates(self, t, y, dy);
}

static void calls_reach_the_method(void **state) {
    (void)state;
    arena *a = base_arena_create();
    ode_system f = {.capacity = 2, .size = 1};
    ode_stepper *p = create(&f, a);
    assert_string_equal(p->used, "counting");
    const double start = 3;
    assert_true(ode_stepper_begin(p, 1, &start, 4));
    assert_false(ode_stepper_begin(p, 1, &start, 3));
    assert_int_equal(seen.begun, 2);
    assert_true(p->t == 1 && p->y[0] == 3);
    double out;
    assert_true(ode_stepper_step(p, 0.25, &out) == 0.25 && out == 3.5);
    assert_true(ode_stepper_step(p, 9, &out) == 0.5 && out == 4);
    assert_true(p->t == 1 && p->y[0] == 3);
    assert_false(ode_stepper_again(p, 0.5, &out));
    assert_true(ode_stepper_again(p, 0.125, &out) && out == 3.25);
    ode_stepper_advance(p, 1.5, &out);
    assert_true(seen.advanced == 1 && p->t == 1.5 && p->y[0] == 3.25);
    ode_stepper_destroy(p);
    ode_stepper_destroy(NULL);
    assert_int_equal(seen.destroyed, 1);
    base_arena_destroy(a);
}

static void what_a_method_has_not_got_is_not_called(void **state) {
    (void)state;
    arena *a = base_arena_create();
    ode_system f = {.capacity = 1, .size = 1};
    ode_stepper p;
    const double y = 2;
    ode_stepper_init(&p, &silent, &f, a);
    ode_stepper_advance(&p, 3, &y);
    assert_true(p.t == 3 && p.y[0] == 2);
    ode_stepper_destroy(&p);
    base_arena_destroy(a);
}

static void landing_projects_where_it_can(void **state) {
    (void)state;
    double y = -1, dy = 0;
    ode_system f = {.rates = rates};
    assert_false(ode_land(&f, 5, &y, &dy));
    assert_true(dy == 5 && y == -1);
    f.project = project;
    assert_true(ode_land(&f, 6, &y, &dy));
    assert_true(dy == 6 && y == 7);
    assert_true(seen.rates == 2 && seen.projected == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_reach_the_method),
        cmocka_unit_test(what_a_method_has_not_got_is_not_called),
        cmocka_unit_test(landing_projects_where_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
