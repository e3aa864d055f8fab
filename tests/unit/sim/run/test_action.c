/* The action of a path, and whether neighbouring paths make it stationary. */
#include "sim/run/action.h"
#include "sim/support.h"

/* A path x(t) of a model in one coordinate, from 0 to T. */
static const action_path *path_of(motion *x, double T, double (*place)(double), double (*speed)(double)) {
    enum { COUNT = 401 };
    action_path *p = ARENA_NEW(x->memory, action_path);
    *p = (action_path){.choice = &x->s->mode->told, .n = 1, .count = COUNT, .interval = T / (COUNT - 1)};
    p->q = ARENA_ARRAY(x->memory, double, COUNT);
    p->v = ARENA_ARRAY(x->memory, double, COUNT);
    p->lambda = ARENA_ARRAY(x->memory, double, 1);
    for (int i = 0; i < COUNT; i++) {
        p->q[i] = place(i * p->interval);
        p->v[i] = speed(i * p->interval);
    }
    return p;
}

static double minus_sine(double t) {
    return -sin(t);
}

static double square(double t) {
    return t * t;
}

static double twice(double t) {
    return 2 * t;
}

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\n"

/* S of cos t: the integral of (sin^2 - cos^2)/2 is -sin(2 T)/4; that of t^2 is 2 T^3/3 - T^5/10. */
static void the_action_of_any_path(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    const sim_action *r = sim_action_measure(x.of.m, path_of(&x, 2, cos, minus_sine), x.memory);
    assert_null(r->trouble);
    assert_near(r->value, -sin(4) / 4, 1e-10);
    assert_near(r->to, 2, 1e-15);
    assert_true(r->worst < 1e-8);
    r = sim_action_measure(x.of.m, path_of(&x, 2, square, twice), x.memory);
    assert_near(r->value, 16 / 3.0 - 3.2, 1e-10);
    assert_true(r->worst > 1e-2); /* no motion of this machine */
    motion_end(&x);
}

/* A minimum over less than half a period, a saddle beyond (Jacobi). */
static void what_kind_it_is(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    assert_int_equal(sim_action_measure(x.of.m, path_of(&x, 2, cos, minus_sine), x.memory)->kind, ACTION_MINIMUM);
    assert_int_equal(sim_action_measure(x.of.m, path_of(&x, 30, cos, minus_sine), x.memory)->kind, ACTION_SADDLE);
    motion_end(&x);
}

/* The path of a run: at equal intervals, up to the first event that changes something. */
static void the_path_of_a_run(void **state) {
    (void)state;
    motion x = motion_begin(SWING "event mark when x < 0.5 { }\nevent kick when x < 0 { set x' = 2*x' }\n");
    sim_options o = sim_options_default();
    motion_finish(&x);
    const char *trouble;
    const action_path *p = sim_action_path(x.of.m, &o, x.result, x.memory, &trouble);
    assert_null(trouble);
    assert_int_equal((p->count - 1) % 4, 0);
    double end = p->from + (p->count - 1) * p->interval;
    assert_true(p->from < 1e-2 && end <= PI / 2 + 1e-9 && end > 1.5);
    for (int i = 0; i < p->count; i++) {
        assert_near(p->q[i], cos(p->from + i * p->interval), 1e-9);
        assert_near(p->v[i], -sin(p->from + i * p->interval), 1e-9);
    }
    /* of cos t up to a quarter of the period, untouched by the kick at its end */
    assert_near(sim_action_measure(x.of.m, p, x.memory)->value, -sin(2 * end) / 4, 1e-8);
    motion_end(&x);
}

static void what_cannot_be_tested(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    sim_options o = sim_options_default();
    o.until = 0;
    motion none = motion_begin_with(SWING, o);
    motion_finish(&none);
    assert_string_equal(sim_check_action(none.of.m, &o, none.result, none.memory)->trouble, "the run has length 0");
    motion_end(&none);
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = -x\nsimulate until 2\n");
    motion_finish(&x);
    o.until = 2;
    const sim_action *r = sim_check_action(x.of.m, &o, x.result, x.memory);
    assert_null(r->trouble);
    assert_true(r->works && r->worst < 1e-8); /* Hamilton's extended principle */
    motion_end(&x);
}

static double one(double t) {
    (void)t;
    return 1;
}

static double straight(double t) {
    return t;
}

static double cosine_fast(double t) {
    return cos(3 * t);
}

static double slope_fast(double t) {
    return -3 * sin(3 * t);
}

/* Integrals of L along paths, by hand: whatever the path, motion or not. */
static void actions_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *energies;
        double (*place)(double), (*speed)(double);
        double T, want;
        bool is_motion;
    } cases[] = {
        {"kinetic T = x'^2/2\n", straight, one, 3, 1.5, true},
        {"kinetic T = 3*x'^2/2\n", square, twice, 1, 2, false},
        {"kinetic T = x'^2/2\npotential V = x\n", square, twice, 1, 2 / 3.0 - 1 / 3.0, false},
        {"kinetic T = x'^2/2\npotential V = -2*x\n", square, twice, 2, 16 / 3.0 + 16 / 3.0, true},
        {"kinetic T = x'^2/2\npotential V = 9*x^2/2\n", cosine_fast, slope_fast, 1, -0.75 * -0.27941549819892586, true},
        {"kinetic T = x^2*x'^2/2\n", straight, one, 3, 4.5, false},
        {"kinetic T = x'^2/2\npotential V = t*x\n", straight, one, 2, 1 - 8 / 3.0, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 1\n%ssimulate until 10\n", cases[k].energies);
        motion x = motion_begin(text);
        const sim_action *r =
            sim_action_measure(x.of.m, path_of(&x, cases[k].T, cases[k].place, cases[k].speed), x.memory);
        assert_null(r->trouble);
        if (!(fabs(r->value - cases[k].want) <= 1e-4))
            fail_msg("%s: %.12g instead of %.12g", cases[k].energies, r->value, cases[k].want);
        if ((r->worst < 1e-6) != cases[k].is_motion)
            fail_msg("%s: %g", cases[k].energies, r->worst);
        motion_end(&x);
    }
}

/* The same machine in other coordinates has the same action: a pendulum by its angle, and by its place on a rod. */
static void constraints_change_nothing(void **state) {
    (void)state;
    double value[2];
    for (int k = 0; k < 2; k++) {
        motion x = motion_begin(
            k ? "coord x = 0.6, y = -0.8\nkinetic T = (x'^2 + y'^2)/2\npotential V = 9.81*y\n"
                "constraint rod: x^2 + y^2 = 1\nsimulate until 0.5\n"
              : "coord a = asin(0.6)\nkinetic T = a'^2/2\npotential V = -9.81*cos(a)\nsimulate until 0.5\n");
        sim_options o = sim_options_default();
        motion_finish(&x);
        const sim_action *r = sim_check_action(x.of.m, &o, x.result, x.memory);
        assert_null(r->trouble);
        assert_int_equal(r->constrained, k);
        assert_false(r->nonholonomic || r->works);
        assert_true(r->worst < 1e-7);
        assert_int_equal(r->kind, ACTION_MINIMUM);
        assert_near(r->from, 0, 0);
        value[k] = r->value / (r->to - r->from);
        motion_end(&x);
    }
    assert_near(value[1], value[0], 1e-7);
}

/* What the rows forbid is no neighbour: a cart whose wheel does not slip sideways has virtual displacements, not
   varied paths that roll. */
static void rolling_is_dalembert(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0, a = 0.3\ninitial a' = 0.7\n"
                            "kinetic T = (x'^2 + y'^2 + a'^2)/2\npotential V = -x\n"
                            "constraint blade: y'*cos(a) = x'*sin(a)\nsimulate until 2\n");
    sim_options o = sim_options_default();
    motion_finish(&x);
    const sim_action *r = sim_check_action(x.of.m, &o, x.result, x.memory);
    assert_null(r->trouble);
    assert_true(r->nonholonomic && !r->constrained && r->worst < 1e-7);
    motion_end(&x);
}

/* A change of sizes halves from one to the next; the change of the action goes with its square where it is stationary,
   and with its size where it is not. */
static void changes_go_with_the_square(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    for (int motions = 0; motions < 2; motions++) {
        const action_path *p = motions ? path_of(&x, 2, cos, minus_sine) : path_of(&x, 2, square, twice);
        const sim_action *r = sim_action_measure(x.of.m, p, x.memory);
        for (int k = 1; k < ACTION_SIZES; k++)
            assert_near(r->sizes[k], r->sizes[k - 1] / 2, 1e-15);
        for (int d = 0; d < ACTION_DIRECTIONS; d++) {
            const double *change = r->at[d].change;
            assert_true(!motions || r->at[d].first < 1e-7);
            if (motions)
                assert_near(change[0] / change[ACTION_SIZES - 1], pow(4, ACTION_SIZES - 1), 1e-3);
        }
    }
    motion_end(&x);
}

/* Friction and loads do work along displacements; the extended principle holds with them. */
static void forces_outside_do_work(void **state) {
    (void)state;
    static const char *const models[] = {
        "coord x = 0\ninitial x' = 3\ngravity 9.81\nparticle p: mass 2 at [x, 0]\n"
        "friction f: limit 1 along x\nsimulate until 2\n",
        "coord x = 0, y = 0\ninitial x' = 3\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
        "contact floor: y >= 0, friction 0.1 along x\nsimulate until 2\n",
        "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\ndissipation D = 0.1*x'^2\nsimulate until 5\n",
        "coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = sin(3*t)\nsimulate until 5\n"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        motion x = motion_begin(models[k]);
        sim_options o = sim_options_default();
        motion_finish(&x);
        const sim_action *r = sim_check_action(x.of.m, &o, x.result, x.memory);
        if (r->trouble || !r->works || !(r->worst < 1e-7))
            fail_msg("'%s': %s, %g", models[k], r->trouble ? r->trouble : "", r->worst);
        motion_end(&x);
    }
}

/* After an event that changes something the path begins behind it; where all the time something changes there is none.
 */
static void paths_between_events(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                            "event early when t > 1e-9 { set x' = 1 }\nsimulate until 3\n");
    sim_options o = sim_options_default();
    motion_finish(&x);
    const char *trouble;
    const action_path *p = sim_action_path(x.of.m, &o, x.result, x.memory, &trouble);
    assert_null(trouble);
    assert_true(p->from > 1e-9);
    for (int i = 0; i < p->count; i++)
        assert_near(p->q[i], sqrt(2) * cos(p->from + i * p->interval - PI / 4), 1e-7);
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nstate s = 1, rate -s\nsimulate until 1\n");
    motion_finish(&x);
    assert_non_null(strstr(sim_check_action(x.of.m, &o, x.result, x.memory)->trouble, "states or memories"));
    motion_end(&x);
}

/* What rests among things that move is displaced too, and what stands still alone as well. */
static void rest_is_a_motion(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = (x^2 + y^2)/2 - x*y^2/7\n"
                            "generalized f: x = -y^2/7\nsimulate until 2\n");
    sim_options o = sim_options_default();
    motion_finish(&x);
    const sim_action *r = sim_check_action(x.of.m, &o, x.result, x.memory);
    assert_null(r->trouble);
    assert_true(r->worst < 1e-7);
    assert_near(x.result->final.q[0], 0, 1e-12);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_action_of_any_path), cmocka_unit_test(what_kind_it_is),
        cmocka_unit_test(the_path_of_a_run),      cmocka_unit_test(what_cannot_be_tested),
        cmocka_unit_test(actions_by_hand),        cmocka_unit_test(constraints_change_nothing),
        cmocka_unit_test(rolling_is_dalembert),   cmocka_unit_test(changes_go_with_the_square),
        cmocka_unit_test(forces_outside_do_work), cmocka_unit_test(paths_between_events),
        cmocka_unit_test(rest_is_a_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
