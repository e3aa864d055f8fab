/* Another state for a run in steps: what it becomes on constraints and contacts, what is refused, and that nothing has
   changed then. */
#include "walk.h"

#define PENDULUM                                                                                                       \
    "coord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\ngravity 9.81\nconstraint rod: x^2 + y^2 = 1\n"
#define BALL                                                                                                           \
    "coord x = 0, y = 1\ninitial x' = 1\nparticle ball: mass 1 at [x, y]\ngravity 10\n"                                \
    "contact floor: y >= 0, restitution 0.5\n"

static run_steps_moved put(walk *x, const double *q, const double *v) {
    run_steps_moved moved;
    const char *why;
    if (!run_steps_set_state(x->steps, q, v, &moved, &why))
        fail_msg("%s", why);
    walk_look(x);
    return moved;
}

/* Free coordinates take any numbers, the others stay; nothing is moved. */
static void free_coordinates_take_what_is_given(void **state) {
    (void)state;
    walk x = walk_begin("coord a = 1, b = 2\ninitial b' = 4\nkinetic T = a'^2/2 + b'^2/2\n");
    walk_to(&x, 0.25);
    run_steps_moved moved = put(&x, (double[]){-7, NAN}, (double[]){NAN, 0.5});
    const double want[] = {-7, 3, 0, 0.5};
    assert_near(x.q[0], want[0], 0);
    assert_near(x.q[1], want[1], 1e-12);
    assert_near(x.v[0], want[2], 0);
    assert_near(x.v[1], want[3], 0);
    assert_true(moved.position == 0 && moved.rate == 0 && moved.position_of == -1 && moved.rate_of == -1);
    put(&x, NULL, NULL);
    assert_near(x.q[0], -7, 0);
    put(&x, (double[]){1e12, -1e-12}, NULL);
    assert_true(x.q[0] == 1e12 && x.q[1] == -1e-12 && x.v[1] == 0.5);
    walk_to(&x, 1.25);
    walk_look(&x);
    assert_near(x.q[1], 0.5, 1e-9);
    walk_end(&x);
}

/* The nearest place on the circle, and the part of the velocity along it; which coordinate was moved most. */
static void a_state_is_moved_onto_constraints(void **state) {
    (void)state;
    static const struct {
        double q[2], v[2];
        int most;
    } cases[] = {
        {{0, -1}, {1, 0}, -1}, {{0.01, -1.2}, {0, 1}, 1}, {{1.1, 0.02}, {0.3, 0.4}, 0}, {{-0.6, 0.9}, {2, 2}, 1}};
    walk x = walk_begin(PENDULUM);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        walk_to(&x, 0.1 * (double)(k + 1));
        const run_steps_moved moved = put(&x, cases[k].q, cases[k].v);
        const double dx = fabs(x.q[0] - cases[k].q[0]), dy = fabs(x.q[1] - cases[k].q[1]);
        assert_near(hypot(x.q[0], x.q[1]), 1, 1e-12);
        assert_near(x.q[0] * x.v[0] + x.q[1] * x.v[1], 0, 1e-12);
        assert_int_equal(moved.position > 1e-12 ? moved.position_of : -1, cases[k].most);
        assert_near(moved.position, fmax(dx, dy), 1e-15);
        assert_near(moved.rate, fmax(fabs(x.v[0] - cases[k].v[0]), fabs(x.v[1] - cases[k].v[1])), 1e-15);
        /* along the circle nothing is lost of the velocity */
        assert_near(x.q[0] * x.v[1] - x.q[1] * x.v[0], x.q[0] * cases[k].v[1] - x.q[1] * cases[k].v[0], 1e-9);
    }
    walk_end(&x);
}

/* Of a state or a memory the place is the value; the rate follows. */
static void values_of_states(void **state) {
    (void)state;
    walk x = walk_begin("coord x = 0\nkinetic T = x'^2/2\nstate w = 4, rate -w\nmemory m = 2\ngeneralized f: x = m\n");
    walk_to(&x, 0.5);
    put(&x, (double[]){NAN, 10, 3}, (double[]){NAN, 99, 99});
    assert_near(x.q[1], 10, 0);
    assert_near(x.v[1], -10, 1e-12);
    assert_near(x.q[2], 3, 0);
    assert_near(x.a[0], 3, 1e-12);
    walk_to(&x, 1.5);
    walk_look(&x);
    assert_near(x.q[1], 10 * exp(-1), 1e-8);
    walk_end(&x);
}

/* Where it is off the floor it flies; on it, or off it by less than a file with seven digits holds, it is put there. */
static void contacts_begin_as_at_a_start(void **state) {
    (void)state;
    static const struct {
        double y, v, place, rate;
        bool bears;
    } cases[] = {{2, -3, 2, -3, false}, {0, 0, 0, 0, true},        {-1e-9, 0, 0, 0, true}, {-1e-7, 0, 0, 0, true},
                 {0, -4, 0, 2, false},  {1e-3, 0, 1e-3, 0, false}, {0, 5, 0, 5, false},    {1e-9, 0, 1e-9, 0, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        walk x = walk_begin(BALL);
        walk_to(&x, 0.1);
        put(&x, (double[]){NAN, cases[k].y}, (double[]){NAN, cases[k].v});
        assert_near(x.q[1], cases[k].place, 1e-12);
        assert_near(x.v[1], cases[k].rate, 1e-11);
        assert_near(fabs(x.lambda[0]), cases[k].bears ? 10 : 0, 1e-9);
        assert_near(x.v[0], 1, 1e-12);
        walk_end(&x);
    }
}

/* A contact that was closed stays so for a state that is off it by a rounding. */
static void what_lay_stays_lying(void **state) {
    (void)state;
    walk x = walk_begin("coord y = 2\nparticle ball: mass 1 at [0, y]\ngravity 10\ncontact floor: y >= 2\n");
    walk_to(&x, 0.1);
    put(&x, (double[]){2 + 1e-9}, (double[]){0});
    assert_near(x.q[0], 2, 1e-15);
    assert_near(fabs(x.lambda[0]), 10, 1e-12);
    put(&x, (double[]){2 + 1e-4}, (double[]){0});
    assert_near(x.q[0], 2 + 1e-4, 0);
    assert_near(x.lambda[0], 0, 0);
    put(&x, (double[]){2 + 1e-9}, (double[]){0}); /* it does not lie now */
    assert_near(x.q[0], 2 + 1e-9, 0);
    walk_end(&x);
}

static void what_is_refused_changes_nothing(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
        double q[2], v[2];
    } cases[] = {{PENDULUM, "a number is infinite", {INFINITY, 0}, {0, 0}},
                 {PENDULUM, "a number is infinite", {0, -1}, {0, -INFINITY}},
                 {PENDULUM, "the constraints cannot be satisfied near this state", {0, 0}, {1, 0}},
                 {BALL, "the contact 'floor' is penetrated there: its gap is -0.5", {0, -0.5}, {0, 0}},
                 {BALL "contact shelf: y <= 1e-9 + x^2\n",
                  "the contact 'shelf' is penetrated there: its gap is -1",
                  {0, 1},
                  {0, 0}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool starts = !strstr(cases[k].text, "shelf");
        walk x = walk_begin_with(cases[k].text, sim_options_default());
        if (!starts) {
            assert_true(x.result->start_failed); /* the model's own start is as bad */
            walk_end(&x);
            continue;
        }
        walk_to(&x, 0.15);
        walk_look(&x);
        const walk before = x;
        run_steps_moved moved;
        const char *why = NULL;
        assert_false(run_steps_set_state(x.steps, cases[k].q, cases[k].v, &moved, &why));
        assert_string_equal(why, cases[k].why);
        walk_look(&x);
        for (int i = 0; i < 2; i++)
            assert_true(fabs(x.q[i] - before.q[i]) < 1e-9 && fabs(x.v[i] - before.v[i]) < 1e-8);
        walk_to(&x, 0.2);
        walk_end(&x);
    }
}

/* Conditions that hold in the new state wait until they have been false. */
static void events_begin_as_at_a_start(void **state) {
    (void)state;
    walk x = walk_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nevent e when x > 1 { }\n"
                        "event f when x < -1 after e { }\nsimulate until 100\n");
    assert_int_equal(walk_to(&x, 2), 1);
    put(&x, (double[]){5}, (double[]){-1});
    assert_int_equal(walk_to(&x, 5), 0);
    assert_int_equal(walk_to(&x, 10), 1); /* below -1: what has fired counts for `after` */
    put(&x, (double[]){0}, (double[]){1});
    assert_int_equal(walk_to(&x, 12), 1);
    walk_end(&x);
}

/* At t = 0 all terms of the motor's row are 0, and what rounding leaves of it has no size to be judged by. */
static void a_crank_at_its_start(void **state) {
    (void)state;
    walk x = walk_begin("coord a = 0, b ~ 0.9, c ~ 1.7\n"
                        "let B = 0.3*dir(a), C = [1, 0] + 0.8*dir(c)\ngravity 9.81\n"
                        "rod crank: mass 1.2, from [0, 0] to B\nrod coupler: mass 3.6, from B to B + 0.9*dir(b)\n"
                        "rod rocker: mass 3.2, from [1, 0] to C\nconstraint loop: B + 0.9*dir(b) = C\n"
                        "constraint motor: a = pi*t\n");
    double q[WALK_MOST], v[WALK_MOST];
    run_steps_moved moved;
    const char *why;
    walk_look(&x);
    memcpy(q, x.q, sizeof q);
    memcpy(v, x.v, sizeof v);
    q[0] = 1e-3;
    assert_true(run_steps_set_state(x.steps, q, v, &moved, &why));
    assert_near(moved.position, 1e-3, 1e-9);
    walk_look(&x);
    assert_true(fabs(x.q[0]) < 1e-15);
    walk_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crank_at_its_start),
        cmocka_unit_test(free_coordinates_take_what_is_given),
        cmocka_unit_test(a_state_is_moved_onto_constraints),
        cmocka_unit_test(values_of_states),
        cmocka_unit_test(contacts_begin_as_at_a_start),
        cmocka_unit_test(what_lay_stays_lying),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(events_begin_as_at_a_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
