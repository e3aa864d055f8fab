/* Hamilton's principle: the action of computed motions is stationary, that of other motions is not. */
#include "machine.h"

#include <math.h>

#include "sim/run/action.h"

static const char *const SWING =
    "coord theta = 1.2\nlet g = 9.81, l = 0.7\nparticle bob: mass 2 at l*dir(theta - pi/2)\n"
    "gravity g\n";

/* The first variation vanishes to the accuracy of the motion, and what is left falls with the square of eps. */
static void assert_stationary(const sim_action *r) {
    if (r->trouble)
        fail_msg("%s", r->trouble);
    assert_below(r->worst, 1e-8);
    for (int k = 0; k < ACTION_DIRECTIONS; k++)
        assert_near(r->at[k].change[ACTION_SIZES - 2] / r->at[k].change[ACTION_SIZES - 1], 4, 0.05);
}

static sim_action *check(machine *x, double until) {
    sim_options o = sim_options_default();
    o.until = until;
    return sim_check_action(x->model, &o, x->result, x->run_memory);
}

static void motions_are_stationary(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool works, constrained, nonholonomic;
    } cases[] = {
        {"coord theta = 1.2\nparticle bob: mass 2 at 0.7*dir(theta - pi/2)\ngravity 9.81\n", false, false, false},
        {"coord x1 = 1, y1 = 0, x2 = 1, y2 = -1\nparticle a: mass 1 at [x1, y1]\nparticle b: mass 2 at [x2, y2]\n"
         "constraint upper: x1^2 + y1^2 = 1\nconstraint lower: (x2 - x1)^2 + (y2 - y1)^2 = 1\ngravity 9.81\n",
         false, true, false},
        {"coord x = 1, y = 0\ninitial y' = 0.8\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = -1/hypot(x, y)\n", false,
         false, false},
        {"coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\ndissipation D = 0.2*x'^2\n", true, false, false},
        {"coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\ngeneralized push: x = sin(3*t) - 0.1*x'^3\n", true,
         false, false},
        {"coord x = 0, y = 0, a = 0.3\ninitial x' = cos(0.3), y' = sin(0.3), a' = 1\n"
         "kinetic T = 1/2*(x'^2 + y'^2) + 0.2*a'^2\npotential V = 0.7*x\nconstraint edge: x'*sin(a) = y'*cos(a)\n",
         false, false, true},
        {"coord x = 0.5, y ~ 0.2\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = 9.81*y\n"
         "constraint wire: y = x^2 + 0.2*sin(5*t)\n",
         false, true, false},
        {"coord x = 0, y = 0\ninitial closed(floor)\ninitial x' = 3\nparticle p: mass 2 at [x, y]\ngravity 9.81\n"
         "contact floor: p.y >= 0, friction 0.1 along p.x\nevent done when x' < 0.5 { stop }\n",
         true, true, false},
        {"coord x = 0, y = 0\ninitial x' = 2\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = 10*y\n" /* p . eta = 0 */
         "constraint speed: x'^2 + y'^2 = 4\n",
         false, false, true},
        {"coord x = 0, y = 0\ninitial x' = 2\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint speed: x'^2 + y'^2 = 4\n",
         false, false, true},
        {"coord x = 0.3\nlagrangian L = 1/2*x'^2*(1 + x^2) + x'*cos(t)*x - x^4\n", false, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine x = machine_run(1.5, 0, "%s", cases[i].text);
        const sim_action *r = check(&x, 1.5);
        assert_stationary(r);
        assert_int_equal(r->works, cases[i].works);
        assert_int_equal(r->constrained, cases[i].constrained);
        assert_int_equal(r->nonholonomic, cases[i].nonholonomic);
        machine_free(&x);
    }
}

/* S of a fall from rest, L = v^2/2 - g y: the integral of g^2 t^2. */
static void value_of_a_fall(void **state) {
    (void)state;
    machine x = machine_run(2, 0, "coord y = 0\nkinetic T = 1/2*y'^2\npotential V = 9*y\n");
    const sim_action *r = check(&x, 2);
    assert_close(r->to, 2, 1e-2);
    assert_close(r->value, 27 * (pow(r->to, 3) - pow(r->from, 3)), 1e-12);
    assert_int_equal(r->kind, ACTION_MINIMUM);
    machine_free(&x);
}

/* An oscillator's action is least over less than half a period (Jacobi), and a saddle over several. */
static void minimum_and_saddle(void **state) {
    (void)state;
    static const char *const text = "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n";
    machine x = machine_run(3, 0, "%s", text);
    assert_int_equal(check(&x, 3)->kind, ACTION_MINIMUM);
    machine_free(&x);
    x = machine_run(25, 0, "%s", text);
    const sim_action *r = check(&x, 25);
    assert_stationary(r);
    assert_int_equal(r->kind, ACTION_SADDLE);
    machine_free(&x);
}

/* A path that is no motion: the first variation is far from zero, and what is left falls with eps itself. */
static void wrong_motions_are_not(void **state) {
    (void)state;
    machine x = machine_run(1.5, 0, "%s", SWING);
    sim_options o = sim_options_default();
    o.until = 1.5;
    const char *trouble = NULL;
    const action_path *path = sim_action_path(x.model, &o, x.result, x.run_memory, &trouble);
    assert_non_null(path);
    assert_below(sim_action_measure(x.model, path, x.run_memory)->worst, 1e-9);
    for (int i = 0; i < path->count; i++) {
        double t = path->from + i * path->interval;
        path->q[i] += 0.01 * sin(7 * t);
        path->v[i] += 0.07 * cos(7 * t);
    }
    const sim_action *r = sim_action_measure(x.model, path, x.run_memory);
    assert_true(r->worst > 1e-3);
    double falls = fabs(r->at[0].change[ACTION_SIZES - 2] / r->at[0].change[ACTION_SIZES - 1]);
    assert_true(falls < 3.5);
    machine_free(&x);
}

/* The work of a force that is left out: the action alone is not stationary. */
static void the_work_counts(void **state) {
    (void)state;
    machine x =
        machine_run(1.5, 0, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\ndissipation D = 0.2*x'^2\n");
    sim_options o = sim_options_default();
    o.until = 1.5;
    const char *trouble = NULL;
    const action_path *path = sim_action_path(x.model, &o, x.result, x.run_memory, &trouble);
    assert_below(sim_action_measure(x.model, path, x.run_memory)->worst, 1e-9);
    machine undamped = machine_run(1.5, 0, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\n");
    action_path other = *path;
    other.choice = undamped.result->initial_choice;
    assert_true(sim_action_measure(undamped.model, &other, x.run_memory)->worst > 1e-2);
    machine_free(&undamped);
    machine_free(&x);
}

/* The stretch ends where something else comes into force. */
static void stretch_ends_at_an_event(void **state) {
    (void)state;
    machine x = machine_run(2, 0,
                            "coord y = 1\nparticle p: mass 1 at [0, y]\ngravity 9.81\n"
                            "contact floor: y >= 0, restitution 0.5\nevent mark when y < 0.5 { }\n");
    const sim_action *r = check(&x, 2);
    assert_stationary(r);
    assert_true(r->to <= sqrt(2 / 9.81) * (1 + 1e-15) && r->to > 0.44);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_are_stationary), cmocka_unit_test(value_of_a_fall),
        cmocka_unit_test(minimum_and_saddle),     cmocka_unit_test(wrong_motions_are_not),
        cmocka_unit_test(the_work_counts),        cmocka_unit_test(stretch_ends_at_an_event),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
