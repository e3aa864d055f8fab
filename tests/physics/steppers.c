/* The methods side by side: orders, agreement, long runs, stiffness, and what each refuses. */
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static sim_options by(const char *method, double until, double tolerance, double step) {
    sim_options o = sim_options_default();
    o.method = method;
    o.until = until;
    o.tolerance = tolerance;
    o.first_step = step;
    return o;
}

/* Every method of this build. */
static const char *available(size_t i) {
    return !ode_method_is_there(sim_methods[i]) ? NULL : sim_methods[i]->name;
}

static bool has_cvode(void) {
    return ode_method_is_there(sim_find_method("cvode"));
}

static const char *first_finding(const machine *x) {
    return diag_count(x->findings) ? diag_at(x->findings, 0)->message : "";
}

#define PENDULUM                                                                                                       \
    "param m = 1, l = 1\ncoord x = 0.8, y ~ -0.6\ngravity 9.81\nparticle bob: mass m at [x, y]\n"                      \
    "constraint bar: x^2 + y^2 = l^2\n"
#define DOUBLE_PENDULUM                                                                                                \
    "coord a = 1.2, b = 0.4\ninitial a' = 0.3, b' = -0.5\ngravity 9.81\nlet A = dir(a)\nparticle p: mass 1 at A\n"     \
    "particle q: mass 0.7 at A + 0.8*dir(b)\n"
/* The rate of decay is mu (x^2 - 1) along the slow branch. */
#define VAN_DER_POL                                                                                                    \
    "param mu = 500\ncoord x = 2\ninitial x' = 0\nkinetic T = 1/2*x'^2\npotential V = 1/2*x^2\n"                       \
    "generalized g: x = mu*(1 - x^2)*x'\n"
/* A pendulum on a damped spring that is a thousand times too stiff to matter. */
#define STIFF_SPRING                                                                                                   \
    "coord r = 1.0000981, a = 60 deg\ngravity 9.81\nparticle bob: mass 1 at r*dir(a)\n"                                \
    "potential V = 1/2*1e5*(r - 1)^2\ngeneralized d: r = -1e4*r'\n"

static void table_is_complete(void **state) {
    (void)state;
    const char *names[] = {"dop853", "taylor", "cvode", "variational", "auto"};
    assert_int_equal(sim_method_count, 5);
    for (size_t i = 0; i < sim_method_count; i++) {
        const ode_method *kind = sim_methods[i];
        assert_string_equal(kind->name, names[i]);
        assert_ptr_equal(sim_find_method(names[i]), kind);
        assert_true(strlen(kind->what) > 20 && kind->order > 1);
        assert_true(!ode_method_is_there(kind) ||
                    (kind->create && kind->begin && kind->step && kind->again && kind->prepare_dense && kind->dense));
    }
    assert_null(sim_find_method("dop"));
}

static void unknown_method_is_a_finding(void **state) {
    (void)state;
    machine x = machine_try(1, PENDULUM "simulate until 1, method euler\n");
    assert_true(machine_found(&x, DIAG_E0205) && x.result->start_failed && x.result->end == SIM_FAILED);
    assert_string_equal(first_finding(&x),
                        "unknown method 'euler': there are dop853, taylor, cvode, variational, auto");
    assert_true(diag_at(x.findings, 0)->at.begin > 0);
    machine_free(&x);
}

static void model_chooses_and_settings_overrule(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-9, PENDULUM "simulate until 1, method variational\n");
    assert_string_equal(x.result->method, "variational");
    machine_again(&x, by("dop853", 1, 1e-9, 0));
    assert_string_equal(x.result->method, "dop853");
    machine_free(&x);
}

/* The force of a spring turns where its ends pass each other: its series would go on, and come back at small speeds. */
static void ends_of_a_spring_pass_each_other(void **state) {
    (void)state;
    static const double speeds[] = {10, 4.6, 4.5};
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        machine x = machine_run(3, 1e-13,
                                "coord x = 1\ninitial x' = %g\nparticle p: mass 1 at [x, 0]\n"
                                "potential V = 10*(abs(x) - 1)^2\n",
                                -speeds[k]);
        for (size_t i = 0; i < sim_method_count; i++) {
            if (!available(i) || !strcmp(sim_methods[i]->name, "variational"))
                continue;
            machine y = machine_run_with(by(available(i), 3, 1e-11, 0),
                                         "coord x = 1, w = 0\ninitial x' = %g\nparticle p: mass 1 at [x, w]\n"
                                         "constraint line: w = 0\n"
                                         "spring s: from [0, 0] to p, stiffness 20, length 1\n",
                                         -speeds[k]);
            assert_near(machine_q(&y, "x"), machine_q(&x, "x"), strcmp(available(i), "cvode") ? 2e-8 : 1e-6);
            machine_free(&y);
        }
        machine_free(&x);
    }
}

static void missing_library_is_named(void **state) {
    (void)state;
    if (has_cvode())
        skip();
    machine x = machine_try(1, PENDULUM "simulate until 1, method cvode\n");
    assert_true(machine_found(&x, DIAG_E0511));
    assert_string_equal(first_finding(&x), "the method 'cvode' is not available: SUNDIALS is missing");
    machine_free(&x);
}

/* Everything that a method has to serve: samples, integrals, extrema, events, impacts. */
static void every_method_serves_events_and_reports(void **state) {
    (void)state;
    for (size_t i = 0; i < sim_method_count; i++) {
        if (!available(i))
            continue;
        sim_options o = by(available(i), 3, 1e-10, 0);
        o.every = 0.25;
        machine x = machine_run_with(o, "coord x = 0, y = 1\ninitial x' = 2, y' = 3\ngravity 10\n"
                                        "particle ball: mass 2 at [x, y]\ncontact floor: y >= 0, restitution 0.5\n"
                                        "event wall when x > 1.5 { set x' = -x' }\n"
                                        "report top = maximum(y), area = integral(y), least = minimum(x)\n");
        double loose = strcmp(available(i), "cvode") ? 1e-9 : 1e-7, fall = 0.3 + sqrt(0.29), speed = sqrt(29);
        assert_near(machine_event(&x, "wall", 0)->t, 0.75, loose);
        assert_near(machine_event(&x, "floor.impact", 0)->t, fall, loose);
        assert_near(machine_event(&x, "floor.impact", 1)->t, fall + speed / 10, loose);
        assert_near(machine_report(&x, "top"), 1.45, loose);
        assert_near(machine_q(&x, "x"), -3, 10 * loose);
        assert_near(machine_report(&x, "least"), -3, 10 * loose);
        double area = fall + 1.5 * fall * fall - 10 * pow(fall, 3) / 6; /* then ever smaller hops, and rest */
        for (double v = speed / 2; v > 1e-9; v /= 2)
            area += v * v * v / 150;
        assert_near(machine_report(&x, "area"), area, 10 * loose);
        const sim_point *row = &x.result->rows.at[1];
        assert_near(row->t, 0.25, 0);
        assert_near(point_q(&x, row, "y"), 1.4375, loose);
        machine_free(&x);
    }
}

/* Nothing moves at first and nothing has a size yet: forces that grow from zero as a power of the time, that begin
 * later, or at once. */
static void forces_from_rest(void **state) {
    (void)state;
    static const struct {
        const char *force;
        double speed;
    } cases[] = {{"t", 12.5},
                 {"t^3", 156.25},
                 {"max(0, t - 2)", 4.5},
                 {"max(0, t - 2)^3", 20.25},
                 {"if t > 3 then 1 else 0", 2},
                 {"if t > 3 and t < 3.005 then 200 else 0", 1}};
    for (size_t i = 0; i < sim_method_count; i++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases && available(i); k++) {
            machine x = machine_run_with(by(available(i), 5, 1e-9, 0),
                                         "coord x = 0\nparticle p: mass 1 at [x, 0]\nforce f: [%s, 0] at p\n"
                                         "report sum = integral(x'')\n",
                                         cases[k].force);
            assert_close(machine_v(&x, "x"), cases[k].speed, 1e-6);
            assert_close(machine_report(&x, "sum"), cases[k].speed, 1e-6);
            machine_free(&x);
        }
}

/* Where dry friction as a sign holds the body, the method that cannot says so. */
static void sliding_is_refused_where_it_cannot_be(void **state) {
    (void)state;
#define DRAGGED "coord x = 0\ninitial x' = 2\nkinetic T = x'^2/2\ngeneralized drag: x = -3*sign(x')\n"
    machine x = machine_run(2, 1e-9, DRAGGED);
    assert_near(machine_q(&x, "x"), 2. / 3, 1e-9);
    machine_free(&x);
    x = machine_try(2, DRAGGED "simulate until 2, method variational\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0511));
    assert_near(machine_q(&x, "x"), 2. / 3, 1e-6);
    machine_free(&x);
}

/* The discrete equations are solved as closely where numbers are small, and beside what never moves. */
static void variational_knows_no_unit(void **state) {
    (void)state;
#define TWO_BOBS                                                                                                       \
    "param R = %.17g, T = %.17g\ncoord a = 2*R, b = R\nlet P = R*[sin(a/R), -cos(a/R)], Q = P + R*[sin(b/R), "         \
    "-cos(b/R)]\nparticle p: mass 1 at P\nparticle q: mass 1 at Q\ngravity R/T^2\n"                                    \
    "report end = final(a/R), speed = final(b'*T/R)\nsimulate until 5*T, method variational\n"
    machine plain = machine_run_with(sim_options_default(), TWO_BOBS, 1., 1.);
    static const double sizes[][2] = {{1e-20, 1}, {1, 1e-6}, {1e6, 1e3}, {1e-9, 1e-12}};
    for (int i = 0; i < 4; i++) {
        machine x = machine_run_with(sim_options_default(), TWO_BOBS, sizes[i][0], sizes[i][1]);
        assert_close(machine_report(&x, "end"), machine_report(&plain, "end"), 1e-10);
        assert_close(machine_report(&x, "speed"), machine_report(&plain, "speed"), 1e-10);
        machine_free(&x);
    }
    machine beside =
        machine_run_with(sim_options_default(), TWO_BOBS "coord far = 1e6\nkinetic idle = far'^2/2\n", 1., 1.);
    assert_close(machine_report(&beside, "end"), machine_report(&plain, "end"), 1e-8);
    machine_free(&beside);
    machine_free(&plain);
}

static double pendulum_error(double step, const machine *exact) {
    machine x = machine_run_with(by("variational", 2, 1e-9, step), PENDULUM);
    assert_below(x.result->position_residual, 1e-15);
    assert_below(x.result->velocity_residual, 1e-14);
    double error = hypot(machine_q(&x, "x") - machine_q(exact, "x"), machine_q(&x, "y") - machine_q(exact, "y"));
    machine_free(&x);
    return error;
}

static void order_of_variational_is_eight(void **state) {
    (void)state;
    machine exact = machine_run(2, 1e-14, PENDULUM);
    double coarse = pendulum_error(0.2, &exact), middle = pendulum_error(0.1, &exact),
           fine = pendulum_error(1.0 / 15, &exact), order1 = log(coarse / middle) / log(2),
           order2 = log(middle / fine) / log(1.5);
    machine_free(&exact);
    if (!(order1 > 7 && order1 < 10 && order2 > 7 && order2 < 9.5))
        fail_msg("errors %g %g %g: orders %g and %g", coarse, middle, fine, order1, order2);
}

/* The inertia depends on the place; forces that are not conservative and a law in time take part. */
static void variational_agrees_on_general_models(void **state) {
    (void)state;
    const char *models[] = {DOUBLE_PENDULUM, DOUBLE_PENDULUM "generalized drag: a = -0.3*a' + 0.2*sin(3*t)\n",
                            "coord a = 1.2, b ~ 0.3\ninitial a' = 0.3\ngravity 9.81\nlet A = dir(a)\n"
                            "particle p: mass 1 at A\nparticle q: mass 0.7 at A + 0.8*dir(b)\n"
                            "constraint moving: sin(b) = 0.3*sin(a) + 0.1*sin(2*t)\n"};
    for (int i = 0; i < 3; i++) {
        machine exact = machine_run(5, 1e-13, "%s", models[i]);
        machine x = machine_run_with(by("variational", 5, 1e-9, 0.005), "%s", models[i]);
        assert_near(machine_q(&x, "a"), machine_q(&exact, "a"), 1e-8);
        assert_near(machine_v(&x, "b"), machine_v(&exact, "b"), 1e-7);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
        machine_free(&exact);
    }
}

/* One of them redundant, another one moving. */
static void variational_keeps_rows(void **state) {
    (void)state;
    machine x = machine_try(0, PENDULUM "constraint again: 3*x^2 + 3*y^2 = 3*l^2\ncoord z = 1\n"
                                        "constraint w: z = cos(t)\nparticle p: mass 1 at [z, 0]\n");
    machine_again(&x, by("variational", 5, 1e-9, 0.05));
    machine exact = machine_run(5, 1e-13, PENDULUM);
    assert_below(x.result->position_residual, 1e-14);
    assert_near(machine_q(&x, "z"), cos(5), 1e-14);
    assert_near(machine_v(&x, "z"), -sin(5), 1e-14);
    assert_near(machine_q(&x, "x"), machine_q(&exact, "x"), 1e-7);
    machine_free(&x);
    machine_free(&exact);
}

static void worst_energy(const sim_result *r, size_t first, size_t last, double *worst, double *mean) {
    *worst = *mean = 0;
    for (size_t i = first; i < last; i++) {
        double off = r->rows.at[i].energy - r->initial.energy;
        *worst = fmax(*worst, fabs(off));
        *mean += off / (double)(last - first);
    }
}

/* 2000 periods in steps of a fourteenth of one: the last tenth is as good as the first. */
static void energy_has_no_trend(void **state) {
    (void)state;
    double period = 2.1197, worst[2], mean[2];
    machine x = machine_run_with(by("variational", 2000 * period, 1e-9, 0.15), PENDULUM);
    size_t rows = x.result->rows.len, tenth = rows / 10;
    assert_true(rows > 28000);
    worst_energy(x.result, 0, tenth, &worst[0], &mean[0]);
    worst_energy(x.result, rows - tenth, rows, &worst[1], &mean[1]);
    assert_below(x.result->energy_drift, 1e-7);
    assert_below(x.result->position_residual, 1e-15);
    assert_close(worst[1], worst[0], 0.05);
    assert_below(fabs(mean[1] - mean[0]), 0.01 * worst[0]);
    machine_free(&x);
}

static void variational_takes_equal_steps(void **state) {
    (void)state;
    machine x = machine_run_with(by("variational", 7, 1e-9, 0), PENDULUM);
    const sim_result *r = x.result;
    assert_true(r->rows.len > 100 && r->rows.len < 400);
    assert_true(r->t == 7);
    double h = r->rows.at[1].t;
    for (size_t i = 1; i < r->rows.len; i++)
        assert_near(r->rows.at[i].t - r->rows.at[i - 1].t, h, 1e-12);
    assert_below(r->energy_drift, 1e-8);
    machine_free(&x);
}

static void variational_refuses_velocities(void **state) {
    (void)state;
    machine x = machine_try(1, "coord x = 0, y = 0, a = 0\ninitial x' ~ 1, y' ~ 0, a' = 1\n"
                               "kinetic T = 1/2*(x'^2 + y'^2 + a'^2)\nconstraint edge: x'*sin(a) = y'*cos(a)\n"
                               "simulate until 1, method variational\n");
    assert_true(machine_found(&x, DIAG_E0511) && x.result->end == SIM_FAILED);
    assert_string_equal(first_finding(&x),
                        "the method 'variational' does not support 'edge', which contains velocities");
    machine_free(&x);
}

static void variational_says_when_a_step_is_too_large(void **state) {
    (void)state;
    machine x = machine_try(1, PENDULUM);
    machine_again(&x, by("variational", 10, 1e-9, 2));
    assert_true(machine_found(&x, DIAG_E0502) && x.result->end == SIM_FAILED);
    machine_free(&x);
}

static void stiff_agrees(const char *method, const char *text, double until, double tolerance, long most_steps) {
    machine exact = machine_run_with(by("dop853", until, 1e-12, 0), "%s", text);
    machine x = machine_run_with(by(method, until, 1e-10, 0), "%s", text);
    for (size_t i = 0; i < x.model->coord_count; i++) {
        assert_near(x.result->final.q[i], exact.result->final.q[i], tolerance);
        assert_near(x.result->final.v[i], exact.result->final.v[i], 10 * tolerance);
    }
    if (!(x.result->steps < most_steps && exact.result->steps > 4 * x.result->steps))
        fail_msg("%ld steps of %s, %ld of dop853", x.result->steps, method, exact.result->steps);
    machine_free(&x);
    machine_free(&exact);
}

static void cvode_agrees_on_stiff_models(void **state) {
    (void)state;
    if (!has_cvode())
        skip();
    stiff_agrees("cvode", VAN_DER_POL, 200, 1e-7, 2000);
    stiff_agrees("cvode", STIFF_SPRING, 3, 1e-6, 5000);
    stiff_agrees("auto", VAN_DER_POL, 200, 1e-7, 2000);
    stiff_agrees("auto", STIFF_SPRING, 3, 1e-6, 5000);
}

static void cvode_keeps_rows(void **state) {
    (void)state;
    if (!has_cvode())
        skip();
    machine exact = machine_run(5, 1e-13, PENDULUM), x = machine_run_with(by("cvode", 5, 1e-10, 0), PENDULUM);
    assert_below(x.result->position_residual, 1e-15);
    assert_below(x.result->velocity_residual, 1e-14);
    assert_near(machine_q(&x, "x"), machine_q(&exact, "x"), 1e-6);
    assert_near(machine_lambda(&x, "bar"), machine_lambda(&exact, "bar"), 1e-5);
    assert_below(x.result->energy_drift, 1e-6);
    machine_free(&x);
    machine_free(&exact);
}

/* Bounces lower than the method errs are none: a ball comes to rest on a table that shakes, with every tolerance. */
static void cvode_lets_a_ball_rest(void **state) {
    (void)state;
    if (!has_cvode())
        skip();
    for (double tolerance = 1e-7; tolerance > 1e-11; tolerance /= 10) {
        machine x = machine_run_with(by("cvode", 0.85, tolerance, 0),
                                     "coord y = 0.1\ngravity 9.81\nparticle ball: mass 0.01 at [0, y]\n"
                                     "let gap = y - 0.01*sin(30*t)\ncontact table_: gap >= 0, restitution 0.8\n"
                                     "output o = gap\n");
        assert_near(machine_output(&x, "o"), 0, 1e-12);
        machine_free(&x);
    }
}

/* To the bit, until something else may be faster. */
static void auto_begins_as_dop853(void **state) {
    (void)state;
    const char *models[] = {PENDULUM, DOUBLE_PENDULUM, DOUBLE_PENDULUM "contact stop: a >= -0.5, restitution 0.5\n"};
    for (int i = 0; i < 3; i++)
        for (double tolerance = 1e-3; tolerance > 1e-12; tolerance /= 100) {
            machine x = machine_run_with(by("auto", 1, tolerance, 0), "%s", models[i]);
            machine y = machine_run_with(by("dop853", 1, tolerance, 0), "%s", models[i]);
            if (y.result->steps > 60)
                fail_msg("%d at %g: %ld steps", i, tolerance, y.result->steps);
            assert_string_equal(x.result->method, "auto: dop853");
            assert_memory_equal(x.result->final.q, y.result->final.q, 2 * sizeof(double));
            assert_memory_equal(x.result->final.v, y.result->final.v, 2 * sizeof(double));
            assert_int_equal(x.result->evaluations, y.result->evaluations);
            machine_free(&x);
            machine_free(&y);
        }
}

#define ELLIPSE                                                                                                        \
    "coord x = 0.4, y = 0\ninitial x' = 0, y' = 2\nkinetic T = (x'^2 + y'^2)/2\npotential V = -1/sqrt(x^2 + y^2)\n"

#define FOUR_LINKS                                                                                                     \
    "coord a = 1, b = 0.5, c = 0.2, d = -0.3\nlet P = dir(a)\nlet Q = P + dir(b)\nlet R = Q + dir(c)\n"                \
    "let S = R + dir(d)\ngravity 9.81\nparticle p: mass 1 at P\nparticle q: mass 1 at Q\nparticle r: mass 1 at R\n"   \
    "particle s: mass 1 at S\n"

/* Series get further where much accuracy is wanted of few equations; impacts do not change that. */
static void auto_takes_what_is_faster(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double until, tolerance;
        const char *by;
    } all[] = {{DOUBLE_PENDULUM, 20, 1e-11, "taylor"},
               {DOUBLE_PENDULUM "contact stop: a >= -0.5, restitution 0.5\n", 20, 1e-11, "taylor"},
               {ELLIPSE, 60, 1e-12, "taylor"},
               {FOUR_LINKS, 10, 1e-5, "dop853"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        machine x = machine_run_with(by("auto", all[i].until, all[i].tolerance, 0), "%s", all[i].text);
        const char *from = strstr(x.result->method, " from t");
        const char *used = from ? from - strlen(all[i].by) : x.result->method + strlen("auto: ");
        if (strncmp(used, all[i].by, strlen(all[i].by)) != 0)
            fail_msg("%zu: %s", i, x.result->method);
        machine_free(&x);
    }
}

/* What is stiff at first only ends with the method for what follows. */
static void auto_returns_from_stiffness(void **state) {
    (void)state;
    if (!has_cvode())
        skip();
    const char *text = "coord x = 1\ninitial x' = 0\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                       "generalized d: x = -(if t < 1 then 3e4 else 0)*(x' + sin(t))\n";
    machine x = machine_run_with(by("auto", 200, 1e-9, 0), "%s", text);
    machine y = machine_run_with(by("taylor", 200, 1e-11, 0), "%s", text);
    assert_null(strstr(x.result->method, "cvode"));
    assert_true(x.result->steps < 8000);
    assert_near(machine_q(&x, "x"), machine_q(&y, "x"), 1e-5);
    machine_free(&x);
    machine_free(&y);
}

static void auto_says_what_it_did(void **state) {
    (void)state;
    machine x = machine_run_with(by("auto", 1, 1e-8, 0), VAN_DER_POL);
    const char *text = x.result->method;
    assert_int_equal(strncmp(text, "auto: dop853, ", 14), 0);
    assert_non_null(strstr(text, has_cvode() ? "cvode from t = 0." : "stiff from t = 0."));
    assert_true(has_cvode() || strstr(text, "SUNDIALS is missing"));
    machine_free(&x);
}

/* Round an orbit of excentricity 0.6: the order follows the tolerance, so that smaller ones take hardly more steps, and
   down to rounding. */
static void taylor_takes_as_many_steps_for_any_tolerance(void **state) {
    (void)state;
    long most = 0, least = 1000;
    for (double tolerance = 1e-6; tolerance > 1e-16; tolerance *= 1e-3) {
        machine x = machine_run_with(by("taylor", 2 * 3.14159265358979323846, tolerance, 0), ELLIPSE);
        assert_below(hypot(machine_q(&x, "x") - 0.4, machine_q(&x, "y")), 100 * tolerance + 1e-14);
        assert_string_equal(x.result->method, "taylor");
        most = x.result->steps > most ? x.result->steps : most;
        least = x.result->steps < least ? x.result->steps : least;
        machine_free(&x);
    }
    assert_in_range(least, 15, 60);
    assert_true(most <= 2 * least);
}

/* Below rounding no step is refused for what it cannot hold (the end is from bench/peers/exact.c). */
static void taylor_stops_at_rounding(void **state) {
    (void)state;
    machine x = machine_run_with(by("taylor", 100, 1e-20, 0),
                                 "coord a = 0.5, b = -0.3\ngravity 9.81\nlet p = [sin(a), -cos(a)]\n"
                                 "particle A: mass 1 at p\nparticle B: mass 1 at p + [sin(b), -cos(b)]\n"
                                 "report r = final(b)\n");
    const double error = fabs(x.result->reports[0] - 0.083955417787752376);
    if (!(error < 3e-12 && x.result->rejected < 100))
        fail_msg("error %g, %ld rejected", error, x.result->rejected);
    machine_free(&x);
}

/* Between the ends of steps the polynomial is as good as at them: the energy of every row, and its constraint. */
static void taylor_is_exact_between_its_steps(void **state) {
    (void)state;
    sim_options o = by("taylor", 5, 1e-12, 0);
    o.every = 0.01;
    machine x = machine_run_with(o, PENDULUM);
    assert_true(x.result->rows.len == 501 && x.result->steps < 100);
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *row = &x.result->rows.at[i];
        assert_near(row->energy, x.result->rows.at[0].energy, 1e-11);
        assert_near(hypot(row->q[0], row->q[1]), 1, 1e-14);
    }
    machine_free(&x);
}

/* The end of a step tells nothing of integrals: their series alone, also where it converges as slowly as may be. */
static void taylor_knows_integrals_as_well(void **state) {
    (void)state;
    const char *text = "coord q = 0\ninitial q' = 0.476\nkinetic T = 0.8510806/2*q'^2\ngeneralized g: q = -0.566*q'\n"
                       "potential V1 = -0.0151*q\npotential V2 = 0.60485*(1.13393*q + 0.0119)^2\n"
                       "report i = integral(q^2)\n";
    machine x = machine_run_with(by("dop853", 3.859, 1e-13, 0), "%s", text);
    for (double tolerance = 1e-6; tolerance > 1e-13; tolerance *= 0.5) {
        machine y = machine_run_with(by("taylor", 3.859, tolerance, 0), "%s", text);
        const double error = fabs(y.result->reports[0] / x.result->reports[0] - 1);
        if (!(error < 10 * tolerance + 1e-13))
            fail_msg("error %g at %g", error, tolerance);
        machine_free(&y);
    }
    machine_free(&x);
}

/* What has no series goes by dop853, and the result says what it was. */
static void taylor_says_what_it_did(void **state) {
    (void)state;
    machine x = machine_run_with(by("taylor", 3, 1e-9, 0), "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                                           "generalized f: x = -0.8*sign(x') + 0.5*sin(t)\n");
    assert_non_null(strstr(x.result->method, "taylor, in part dop853 (first at t = "));
    assert_non_null(strstr(x.result->method, "slides along a switch"));
    machine y = machine_run_with(by("dop853", 3, 1e-9, 0), "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                                           "generalized f: x = -0.8*sign(x') + 0.5*sin(t)\n");
    assert_near(machine_q(&x, "x"), machine_q(&y, "x"), 1e-8);
    machine_free(&x);
    machine_free(&y);
}

/* Events of an oscillator x = cos t, also of peaks of which nothing tells where their step begins. */
static void taylor_finds_the_events(void **state) {
    (void)state;
    static const struct {
        const char *when;
        double first;
        size_t count;
    } cases[] = {{"x < -0.5", 2 * 1.04719755119659775, 1},
                 {"x*x' > 0.4", 0.5 * (3.14159265358979324 + 0.92729521800161223), 2},
                 {"x'' > 0.5", 2 * 1.04719755119659775, 1},
                 {"exp(-1000*(x - 0.5)^2) > 0.99999", 1.04708207700511, 2},
                 {"sqrt(1.0000000001 - x^2) < 1e-4", 3.14149315808, 2},
                 {"sin(20*x) > 0.999999", NAN, 12}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when %s { }\n",
                 cases[i].when);
        machine x = machine_run_with(by("taylor", 7, 1e-10, 0), text);
        assert_int_equal(x.result->events.len, cases[i].count);
        if (isfinite(cases[i].first))
            assert_near(x.result->events.at[0].t, cases[i].first, 1e-6);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(unknown_method_is_a_finding),
        cmocka_unit_test(model_chooses_and_settings_overrule),
        cmocka_unit_test(ends_of_a_spring_pass_each_other),
        cmocka_unit_test(missing_library_is_named),
        cmocka_unit_test(every_method_serves_events_and_reports),
        cmocka_unit_test(forces_from_rest),
        cmocka_unit_test(sliding_is_refused_where_it_cannot_be),
        cmocka_unit_test(variational_knows_no_unit),
        cmocka_unit_test(order_of_variational_is_eight),
        cmocka_unit_test(variational_agrees_on_general_models),
        cmocka_unit_test(variational_keeps_rows),
        cmocka_unit_test(energy_has_no_trend),
        cmocka_unit_test(variational_takes_equal_steps),
        cmocka_unit_test(variational_refuses_velocities),
        cmocka_unit_test(variational_says_when_a_step_is_too_large),
        cmocka_unit_test(cvode_agrees_on_stiff_models),
        cmocka_unit_test(cvode_keeps_rows),
        cmocka_unit_test(cvode_lets_a_ball_rest),
        cmocka_unit_test(auto_begins_as_dop853),
        cmocka_unit_test(auto_takes_what_is_faster),
        cmocka_unit_test(auto_returns_from_stiffness),
        cmocka_unit_test(auto_says_what_it_did),
        cmocka_unit_test(taylor_takes_as_many_steps_for_any_tolerance),
        cmocka_unit_test(taylor_stops_at_rounding),
        cmocka_unit_test(taylor_is_exact_between_its_steps),
        cmocka_unit_test(taylor_knows_integrals_as_well),
        cmocka_unit_test(taylor_says_what_it_did),
        cmocka_unit_test(taylor_finds_the_events),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
