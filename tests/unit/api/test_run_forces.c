/* Runs with forces of the program's own: as if the text had them. */
#include <stdio.h>

#include "api/support.h"

/* The stiffness, the damping and the drive of the text, as a function. */
static bool push(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    const double *k = user;
    (void)Q_q, (void)Q_v;
    Q[0] += -k[0] * q[0] - k[1] * v[0] + k[2] * sin(3 * t);
    return true;
}

static const double strengths[] = {20, 0.5, 4};
static const char *const bodies =
    "coord x = 1 m, y = 0.3 m\nparticle p: mass 2 kg at [x, y]\ngravity 9.81 m/s^2\n"
    "contact floor: y >= 0 m restitution 0.5\nevent far when x < 0 m { }\n"
    "report top = maximum(x)\nreport hit = time(floor.impact)\nreport passed = time(far)\n"
    "report last = final(x)\nreport work = final(energy) - initial(energy)\n"
    "simulate until 5 s\n";
static const char *const forces = "spring s: stiffness 20 N/m length 0 m from [0 m, y] to [x, y]\n"
                                  "dissipation R = (0.5 N s/m)*x'^2/2\ngeneralized drive: x = (4 N)*sin(3*t/(1 s))\n";

static lgr_run_options options_with(const lgr_force *force) {
    lgr_run_options o = lgr_run_options_default();
    o.forces = force;
    o.force_count = 1;
    return o;
}

static const lgr_force spring = {sizeof spring, push, false, (void *)strengths};

static void runs_are_those_of_a_text_with_these_forces(void **state) {
    (void)state;
    static const char *const same[] = {"top", "hit", "passed", "last"}, *const methods[] = {"dop853", "cvode", "taylor"};
    char text[1024];
    snprintf(text, sizeof text, "%s%s", bodies, forces);
    lgr_model *with = parse(text), *without = parse(bodies);
    assert_int_equal(lgr_model_status(with), LGR_STATUS_OK);
    lgr_run *want = lgr_run_create(with, NULL);
    assert_int_equal(lgr_run_status(want), LGR_STATUS_OK);
    for (size_t k = 0; k < 3; k++) {
        lgr_run_options o = options_with(&spring);
        o.method = methods[k];
        lgr_run *have = lgr_run_create(without, &o);
        lgr_run_summary s = {.size = sizeof s};
        if (lgr_run_status(have) == LGR_STATUS_USAGE) { /* built without SUNDIALS */
            lgr_run_destroy(have);
            continue;
        }
        assert_int_equal(lgr_run_status(have), LGR_STATUS_OK);
        for (size_t i = 0; i < 4; i++)
            assert_close(lgr_run_report(have, same[i]), lgr_run_report(want, same[i]), k ? 1e-5 : 1e-8);
        if (!k) /* the last bounces are as many as the tolerance lets pass */
            assert_int_equal(lgr_run_event_count(have), lgr_run_event_count(want));
        assert_int_equal(lgr_run_summarize(have, &s), LGR_STATUS_OK);
        assert_true(s.energy_drift < 1e-6); /* their work is part of the balance */
        if (!k) {
            assert_int_equal(lgr_run_verify(have), LGR_STATUS_OK);
            assert_true(lgr_run_verified_digits(have) >= 6);
        }
        lgr_run_destroy(have);
    }
    lgr_run *none = lgr_run_create(without, NULL); /* other runs of the model have no such forces */
    assert_true(fabs(lgr_run_report(none, "last") - 1) < 1e-12);
    lgr_run_destroy(none);
    lgr_run_destroy(want);
    lgr_model_destroy(with);
    lgr_model_destroy(without);
}

/* On a constraint, with a piece that switches beside it. */
static bool swirl(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)user, (void)t, (void)v, (void)Q_q, (void)Q_v;
    Q[0] -= 3 * q[1];
    Q[1] += 3 * q[0];
    return true;
}

static void constraints_and_pieces_go_with_them(void **state) {
    (void)state;
    const char *const ring = "coord x = 1, y = 0\nparticle p: mass 1 at [x, y]\nconstraint c: x^2 + y^2 = 1\n"
                             "dissipation R = if x*y' - y*x' > 2 then (x'^2 + y'^2)/2 else 0\n"
                             "report speed = final(x*y' - y*x')\nsimulate until 20\n";
    lgr_model *m = parse(ring);
    if (lgr_model_status(m) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(m, 0, false));
    const lgr_force f = {sizeof f, swirl, false, NULL};
    lgr_run_options o = options_with(&f);
    lgr_run *run = lgr_run_create(m, &o);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_close(lgr_run_report(run, "speed"), 3, 1e-6); /* where the torque 3 balances the damping */
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static bool end_soon(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)user, (void)q, (void)v, (void)Q, (void)Q_q, (void)Q_v;
    return t < 0.5;
}

static void a_force_that_ends_fails_the_run(void **state) {
    (void)state;
    lgr_model *m =
        parse("coord x = 1\nparticle p: mass 1 at [x, 0]\nspring s: stiffness 3 length 0 from [0, 0] to [x, 0]\n"
              "simulate until 5\n");
    const lgr_force f = {sizeof f, end_soon, false, NULL};
    lgr_run_options o = options_with(&f);
    lgr_run *run = lgr_run_create(m, &o);
    lgr_run_summary s = {.size = sizeof s};
    assert_int_equal(lgr_run_status(run), LGR_STATUS_RUN);
    assert_int_equal(lgr_run_summarize(run, &s), LGR_STATUS_OK);
    assert_true(s.t > 0.4 && s.t <= 0.5);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void what_does_not_go_with_them_is_refused(void **state) {
    (void)state;
    lgr_model *m = parse(bodies);
    lgr_run_options o = options_with(&spring);
    lgr_run *run = lgr_run_create(m, &o);
    const char *const none = "none";
    assert_int_equal(lgr_run_differentiate(run, &none, 1), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_run_usage_error(run), "differentiated"));
    assert_int_equal(lgr_run_check_action(run), LGR_STATUS_USAGE);
    lgr_run_destroy(run);
    o.method = "variational";
    run = lgr_run_create(m, &o);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_MODEL);
    assert_non_null(strstr(lgr_model_finding_text(m, 0, false), "takes no forces"));
    lgr_run_destroy(run);
    o = options_with(NULL);
    run = lgr_run_create(m, &o);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_USAGE);
    lgr_run_destroy(run);
    const lgr_force wrong = {.size = sizeof wrong};
    o = options_with(&wrong);
    run = lgr_run_create(m, &o);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_USAGE);
    lgr_run_destroy(run);
    lgr_sweep_options sweep = lgr_sweep_options_default();
    o = options_with(&spring);
    sweep.run = &o;
    lgr_sweep *s = lgr_sweep_create(m, &sweep);
    assert_int_equal(lgr_sweep_status(s), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_sweep_usage_error(s), "forces"));
    lgr_sweep_destroy(s);
    lgr_stepper_options steps = lgr_stepper_options_default();
    o = options_with(&wrong);
    steps.run = &o;
    lgr_stepper *stepper = lgr_stepper_create(m, &steps);
    assert_int_equal(lgr_stepper_status(stepper), LGR_STATUS_USAGE);
    lgr_stepper_destroy(stepper);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_those_of_a_text_with_these_forces),
        cmocka_unit_test(constraints_and_pieces_go_with_them),
        cmocka_unit_test(a_force_that_ends_fails_the_run),
        cmocka_unit_test(what_does_not_go_with_them_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
