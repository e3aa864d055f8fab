/* Forces of the host program in a run: evaluated at each state, added up, with NaN for what is not active. */
#include "sim/support.h"

typedef struct host {
    double k, c;
    long calls;
    bool saw_nothing; /* of a coordinate that is not active */
} host;

/* A spring and a damper on the first coordinate. */
static void push(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    host *h = user;
    (void)t, (void)Q_q, (void)Q_v;
    h->calls++;
    Q[0] -= h->k * q[0] + h->c * v[0];
}

static void push_and_look(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    ((host *)user)->saw_nothing = isnan(q[1]) && isnan(v[1]);
    push(user, t, q, v, Q, Q_q, Q_v);
}

static motion run_with(const char *text, const mech_load *loads, size_t count) {
    sim_options o = sim_options_default();
    o.loads = loads;
    o.load_count = count;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

static void a_spring_of_the_host(void **state) {
    (void)state;
    host h = {.k = 9};
    const mech_load load = {push, false, &h};
    motion x = run_with("coord x = 1\nkinetic T = x'^2/2\nsimulate until 2\n", &load, 1);
    assert_near(x.result->final.q[0], cos(6), 1e-8);
    assert_near(x.result->final.v[0], -3 * sin(6), 1e-7);
    assert_true(h.calls >= x.result->evaluations / 2);
    motion_end(&x);
}

/* Several act together, and with the model's own: x'' = -(1 + 3 + 5) x. */
static void they_add_up(void **state) {
    (void)state;
    host a = {.k = 3}, b = {.k = 5};
    const mech_load loads[] = {{push, false, &a}, {push, false, &b}};
    motion x = run_with("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 2\n", loads, 2);
    assert_near(x.result->final.q[0], cos(6), 1e-8);
    motion_end(&x);
}

/* Work of the host is in the balance of the energy. */
static void their_work_counts(void **state) {
    (void)state;
    host h = {.k = 2, .c = 0.5};
    const mech_load load = {push, false, &h};
    motion x = run_with("coord x = 1\ninitial x' = 2\nkinetic T = x'^2/2\nsimulate until 3\n", &load, 1);
    assert_true(x.result->energy_drift < 1e-7);
    assert_true(x.result->final.energy < x.result->initial.energy);
    motion_end(&x);
}

static void inactive_coordinates_have_no_value(void **state) {
    (void)state;
    host h = {.k = 1};
    const mech_load load = {push_and_look, false, &h};
    motion x = run_with("coord x = 1, w = 0\ninitial w' = 2\nkinetic T = x'^2/2\nparticle p: mass 1 at 3*dir(w)\n"
                        "simulate until 2\nevent cut when w > 1 { free p; drop w }\n",
                        &load, 1);
    assert_true(h.saw_nothing);
    assert_near(x.result->final.q[0], cos(2), 1e-8);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_of_the_host),
        cmocka_unit_test(they_add_up),
        cmocka_unit_test(their_work_counts),
        cmocka_unit_test(inactive_coordinates_have_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
