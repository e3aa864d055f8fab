/* Conditions that follow from others: they are named, left out, and the forces are the smallest that do. */
#include "machine.h"

#include <math.h>
#include <string.h>

static const finding *found(const machine *x, diag_code code) {
    for (size_t i = 0; i < diag_count(x->findings); i++)
        if (diag_at(x->findings, i)->code == code)
            return diag_at(x->findings, i);
    fail_msg("no such finding");
    return NULL;
}

static int warnings(const machine *x) {
    int count = 0;
    for (size_t i = 0; i < diag_count(x->findings); i++)
        count += diag_at(x->findings, i)->code == DIAG_W0420;
    return count;
}

static void demand_one_warning(const machine *x, const char *text) {
    assert_false(diag_has_errors(x->findings));
    assert_int_equal(x->result->end, SIM_UNTIL);
    assert_int_equal(warnings(x), 1);
    const char *message = found(x, DIAG_W0420)->message;
    if (!strstr(message, text))
        fail_msg("'%s' is not in '%s'", text, message);
    assert_false(x->result->lambda_unique);
}

static const char *const pendulum =
    "coord x = 0.6, y ~ -0.8\ngravity 9.81\nparticle p: mass 1 at [x, y]\nconstraint a: x^2 + y^2 = 1\n%s";

/* The same string twice, the second time three times as loud: of all forces the smallest, lambda in the ratio 1 : 3. */
static void told_twice(void **state) {
    (void)state;
    machine x = machine_try(2, pendulum, "constraint b: 3*x^2 + 3*y^2 = 3\n");
    machine y = machine_run(2, 0, pendulum, "");
    demand_one_warning(&x, "'a'");
    assert_near(machine_q(&x, "x"), machine_q(&y, "x"), 1e-9);
    double l = machine_lambda(&y, "a");
    assert_near(machine_lambda(&x, "a"), l / 10, 1e-8);
    assert_near(machine_lambda(&x, "b"), 3 * l / 10, 1e-8);
    assert_near(point_lambda(&x, &x.result->initial, "b"), 3 * point_lambda(&x, &x.result->initial, "a"), 1e-12);
    machine_free(&x);
    machine_free(&y);
}

/* A window with a bar in its middle that is parallel to the others: the fifth bar says nothing new. */
static void parallel_bars(void **state) {
    (void)state;
    static const char *const window =
        "coord a = 1, b ~ 1, c ~ 1, x ~ 0.5, y ~ 0.8, h ~ 0\ngravity 9.81\n"
        "let A = dir(a), B = [1, 0] + dir(b), C = [2, 0] + dir(c)\n"
        "rod r1: mass 1, from [0, 0] to A\nrod r2: mass 2, from [1, 0] to B\nrod r3: mass 1, from [2, 0] to C\n"
        "body top: mass 3, inertia 1, at [x, y], angle h\n"
        "constraint left: [x, y] - dir(h) = A\n%sconstraint right: [x, y] + dir(h) = C\n";
    machine x = machine_try(0.5, window, "constraint middle: [x, y] = B\n");
    machine y = machine_run(
        0.5, 0,
        "coord a = 1\ngravity 9.81\nfor i in 0..2 { rod r[i]: mass if i < 1 then 1 else if i > 1 then 1 else 2, "
        "from [i, 0] to [i, 0] + dir(a) }\nparticle top: mass 3 at [1, 0] + dir(a)\n");
    demand_one_warning(&x, "follows");
    assert_near(machine_q(&x, "a"), machine_q(&y, "a"), 1e-9);
    assert_near(machine_q(&x, "b"), machine_q(&y, "a"), 1e-9);
    assert_near(x.result->final.energy - x.result->initial.energy, 0, 1e-7);
    assert_below(x.result->position_residual, 1e-12);
    machine_free(&x);
    machine_free(&y);
}

/* Bennett's loop: four hinges in space whose axes fit (sin of twist proportional to the lengths). Counting says that it
   is stiff twice over: three angles, five conditions of the last hinge. It moves. */
static void bennett(void **state) {
    (void)state;
    machine x = machine_try(
        0.8, "param a = 1, b = 1.5, al = 0.5\nparam be = asin(b*sin(al)/a)\ncoord p = 1, q ~ 2.5, r ~ 1, u ~ 2.5\n"
             "frame F1 = rotation(z, p)\nframe G1 = F1*rotation(x, al)\nframe F2 = G1*rotation(z, q)\nframe G2 = "
             "F2*rotation(x, be)\n"
             "frame F3 = G2*rotation(z, r)\nframe G3 = F3*rotation(x, al)\nframe F4 = G3*rotation(z, u)\nframe G4 = "
             "F4*rotation(x, be)\n"
             "let P1 = a*F1.x\nlet P2 = P1 + b*F2.x\nlet P3 = P2 + a*F3.x\nlet P4 = P3 + b*F4.x\n"
             "rod r1: mass 1, from [0, 0, 0] to P1\nrod r2: mass 1, from P1 to P2\nrod r3: mass 1, from P2 to P3\n"
             "kinetic T = 1/2*0.1*(p'^2 + q'^2 + r'^2 + u'^2)\ngravity 9.81\n"
             "constraint point: P4 = [0, 0, 0]\nconstraint axis_x: G4.z.x = 0\nconstraint axis_y: G4.z.y = 0\n"
             "constraint turn: G4.x.y = 0\n");
    assert_false(diag_has_errors(x.findings));
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_int_equal(warnings(&x), 3);
    /* opposite angles of the loop are alike, and tan(p/2) tan(q/2) is the same all the way */
    const sim_point *s = &x.result->initial, *e = &x.result->final;
    assert_true(fabs(point_q(&x, e, "p") - point_q(&x, s, "p")) > 0.1);
    double k = tan(point_q(&x, s, "p") / 2) * tan(point_q(&x, s, "q") / 2);
    assert_near(tan(point_q(&x, e, "p") / 2) * tan(point_q(&x, e, "q") / 2), k, 1e-7);
    assert_below(x.result->energy_drift, 1e-7);
    assert_below(x.result->position_residual, 1e-9);
    machine_free(&x);
}

/* A beam on three legs: the floor's forces are not unique, its motion is. */
static void three_supports(void **state) {
    (void)state;
    machine x = machine_try(
        1, "coord x = 0, y = 1, a = 0\ninitial x' = 1\ngravity 9.81\nbody beam: mass 2, inertia 1, at [x, y], angle a\n"
           "for i in 0..2 { let foot[i] = [x, y] + rotate([i - 1, -1], a)\ncontact leg[i]: foot[i].y >= 0 }\n"
           "output sum_ = force(leg[0]) + force(leg[1]) + force(leg[2]), turn = force(leg[2]) - force(leg[0])\n"
           "output least = min(force(leg[0]), force(leg[1]), force(leg[2]))\n");
    demand_one_warning(&x, "leg");
    assert_near(machine_output(&x, "sum_"), 2 * 9.81, 1e-10);
    assert_near(machine_output(&x, "turn"), 0, 1e-10);
    assert_true(machine_output(&x, "least") > -1e-10);
    assert_near(machine_q(&x, "x"), 1, 1e-12);
    assert_near(machine_q(&x, "y"), 1, 1e-12);
    assert_int_equal(x.result->events.len, 0);
    machine_free(&x);
}

/* Rows of velocities may repeat each other too. */
static void velocities_told_twice(void **state) {
    (void)state;
    static const char *const sleigh =
        "coord x = 0, y = 0, h = 0\ninitial x' = 1, h' = 0.5\nbody s: mass 2, inertia 0.5, at [x, y] + "
        "0.3*dir(h), angle h\nconstraint edge: y'*cos(h) = x'*sin(h)\n%s";
    machine x = machine_try(3, sleigh, "constraint again: 2*y'*cos(h) - 2*x'*sin(h) = 0\n");
    machine y = machine_run(3, 0, sleigh, "");
    demand_one_warning(&x, "again");
    assert_near(machine_q(&x, "h"), machine_q(&y, "h"), 1e-9);
    assert_near(machine_lambda(&x, "again"), 2 * machine_lambda(&x, "edge"), 1e-9);
    assert_near(machine_lambda(&x, "edge"), machine_lambda(&y, "edge") / 5, 1e-7);
    machine_free(&x);
    machine_free(&y);
}

/* Rows with the same gradient that want different things: in place, in velocity, in acceleration. */
static void contradictions(void **state) {
    (void)state;
    static const char *const refused[] = {
        "constraint b: x^2 + y^2 = 1.1\n",       /* no place satisfies both */
        "constraint b: x^2 + y^2 = 1 + 0.1*t\n", /* true at the start, false from then on */
        "constraint b: x^2 + y^2 = cos(t)\n",    /* even its rate is the same at the start */
    };
    for (int i = 0; i < 3; i++) {
        machine x = machine_try(1, pendulum, refused[i]);
        assert_int_equal(x.result->end, SIM_FAILED);
        assert_true(x.result->start_failed);
        assert_true(machine_found(&x, DIAG_E0404));
        machine_free(&x);
    }
}

/* Told twice from one event to the next: the run knows when. */
static void for_a_while(void **state) {
    (void)state;
    machine x = machine_run(2, 0, pendulum,
                            "constraint b: 2*x^2 + 2*y^2 = 2 off\n"
                            "event on when t > 0.5 { hold b }\nevent gone when t > 0.75 { drop b }\n");
    assert_false(x.result->lambda_unique);
    assert_near(x.result->dependent_from, 0.5, 1e-12);
    assert_near(x.result->dependent_to, 0.75, 1e-12);
    assert_near(x.result->dependent_time, 0.25, 1e-12);
    machine_free(&x);
}

/* A slider with friction rests for an instant in its dead points, where sticking says nothing new to the crank. */
static void at_an_instant(void **state) {
    (void)state;
    machine x = machine_run(0.6, 0,
                            "coord a = 0.5, b ~ -0.2, x ~ 0.4, y ~ 0\ngravity 9.81\n"
                            "let pin = 0.1*dir(a)\nrod crank: mass 1, from [0, 0] to pin\n"
                            "rod con: mass 0.5, from pin to pin + 0.3*dir(b)\nparticle slider: mass 2 at [x, y]\n"
                            "constraint joint: [x, y] = pin + 0.3*dir(b)\n"
                            "contact guide: y >= 0, friction 0.2 along x\ntorque motor: 1.2 on crank\n"
                            "initial closed(guide)\n");
    assert_true(machine_q(&x, "a") > 3.2); /* past a dead point */
    assert_true(x.result->lambda_unique);
    assert_true(x.result->dependent_time == 0);
    machine_free(&x);
}

/* A machine at rest, its rows told twice: rounding is no contradiction. */
static void at_rest(void **state) {
    (void)state;
    machine x =
        machine_try(1, "coord x = 0, y = -1\ngravity 9.81\nparticle p: mass 3 at [x, y]\nconstraint a: norm(p) = 1\n"
                       "constraint b: y = -1 + x^2/2\n");
    demand_one_warning(&x, "'a'");
    assert_near(machine_q(&x, "y"), -1, 1e-15);
    assert_near(machine_lambda(&x, "a") - machine_lambda(&x, "b"), 3 * 9.81, 1e-11);
    assert_near(machine_lambda(&x, "a") + machine_lambda(&x, "b"), 0, 1e-11);
    assert_below(x.result->energy_drift, 1e-8);
    machine_free(&x);
}

/* A beam on five equal cranks: at its dead points all lie in one line. Steps that land beside the rows left out choose
   others, and every method gets past with a modest number of them. */
static void cranks_pass_their_dead_points(void **state) {
    (void)state;
    static const char *methods[] = {"dop853", "cvode", "taylor"};
    static const double tolerances[] = {1e-6, 1e-8, 1e-9};
    for (int i = 0; i < 9; i++) {
        sim_options o = sim_options_default();
        o.until = 2;
        o.method = methods[i / 3];
        o.tolerance = tolerances[i % 3];
        o.max_steps = 5000;
        if (!ode_method_is_there(sim_find_method(o.method)))
            continue;
        machine x = machine_try(0, "coord a[1..5] ~ 1, x ~ 0.27, y ~ 0.4, b ~ 0\ninitial a[1] = 1\ngravity 9.81\n"
                                   "for i in 1..5 { rod r[i]: mass 1, from [i, 0] to [i, 0] + 0.5*dir(a[i]) }\n"
                                   "body beam: mass 2, inertia 1, at [x, y], angle b\n"
                                   "for i in 1..5 { constraint p[i]: [i, 0] + 0.5*dir(a[i]) = [x, y] + i*dir(b) }\n");
        machine_again(&x, o);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_near(machine_q(&x, "b"), 0, 1e-9);
        assert_near(machine_v(&x, "a[1]"), 2.78713, 5e-3);
        machine_free(&x);
    }
}

#define BEAM                                                                                                           \
    "coord x = 0, y = 0, th = 0\n"                                                                                     \
    "body beam: mass 3, inertia 1, at [x, y], angle th\n"                                                              \
    "gravity 10\n"                                                                                                     \
    "contact left: y - sin(th) >= 0\n"                                                                                 \
    "contact middle: y >= 0\n"                                                                                         \
    "contact right: y + sin(th) >= 0\n"                                                                                \
    "event click when t > 1 { }\n"                                                                                     \
    "report left_most = maximum(force(left))\n"                                                                        \
    "report middle_most = maximum(force(middle))\n"                                                                    \
    "report right_most = maximum(force(right))\n"                                                                      \
    "report left_least = minimum(force(left))\n"                                                                       \
    "report right_least = minimum(force(right))\n"                                                                     \
    "simulate until 2\n"

static void assert_thirds(const model *m, const sim_result *r) {
    assert_int_equal(r->end, SIM_UNTIL);
    for (size_t i = 0; i < m->report_count; i++)
        assert_near(r->reports[i], 10, 1e-9);
}

/* Three feet carry a beam, each a third of it; an event on the way changes nothing, nor the extrema of the forces. */
static void extrema_at_an_event(void **state) {
    (void)state;
    machine x = machine_try(2, BEAM);
    assert_thirds(x.model, x.result);
    machine_free(&x);
}

/* Of what lies in the origin at rest nothing but its forces tells how large a gap is. */
static void at_rest_in_the_origin(void **state) {
    (void)state;
    machine x = machine_try(2, BEAM);
    sim_options o = sim_options_default();
    arena *run = base_arena_create();
    sim_kit *kit = sim_kit_create(x.model, &o, true, x.memory);
    assert_thirds(x.model, sim_kit_run(kit, run));
    sim_kit_dispose(kit);
    base_arena_destroy(run);
    machine_free(&x);
}

/* Three feet carry a pushed beam while a block slides beside it: of least norm, N_i = (c + d x_i) with the force and
   the moment that they make, whatever the method, in a few steps. */
static void least_norm_beside_sliding(void **state) {
    (void)state;
    static const char *methods[] = {"dop853", "cvode", "taylor"};
    for (int i = 0; i < 3; i++) {
        sim_options o = sim_options_default();
        o.until = 1;
        o.method = methods[i];
        o.max_steps = 1000;
        if (!ode_method_is_there(sim_find_method(o.method)))
            continue;
        machine x =
            machine_try(0, "coord x = 0, y = 0, th = 0, u = 0, v = 0\n"
                           "body beam: mass 3, inertia 1, at [x, y], angle th\nparticle block: mass 2 at [u, v]\n"
                           "gravity [0, -10]\nforce push: [3*sin(2*t), 6*sin(5*t)] at beam\n"
                           "contact left: y - 0.5*th >= 0\ncontact middle: y + 0.1*th >= 0\n"
                           "contact right: y + 0.5*th >= 0\n"
                           "contact floor: v >= 0, friction 0.3 along u\ninitial u' = 2\n"
                           "event click when t > 0.4 { }\n");
        machine_again(&x, o);
        assert_int_equal(x.result->end, SIM_UNTIL);
        const double total = 30 - 6 * sin(5.), c = total * 0.51 / (3 * 0.51 - 0.01), d = -0.1 * c / 0.51;
        assert_near(machine_lambda(&x, "left"), -(c - 0.5 * d), 1e-11);
        assert_near(machine_lambda(&x, "middle"), -(c + 0.1 * d), 1e-11);
        assert_near(machine_lambda(&x, "right"), -(c + 0.5 * d), 1e-11);
        machine_free(&x);
    }
}

/* Of four feet those nearest to a load beyond three of them carry it: of least norm the farthest would pull, and hold
   down what tips when the load gets beyond all. */
static void load_beyond_feet(void **state) {
    (void)state;
    static const char *const all = "contact one: y - 1.1*th >= 0\ncontact two: y - 0.5*th >= 0\n"
                                   "contact three: y - 0.3*th >= 0\ncontact four: y + 0.05*th >= 0\n";
    static const char *const outer = "contact one: y - 1.1*th >= 0\ncontact four: y + 0.05*th >= 0\n";
    double angle[2];
    for (int i = 0; i < 2; i++) {
        machine x = machine_try(1,
                                "coord y = 0, th = 0\nbody box: mass 2, inertia 0.3, at [0, y], angle th\n"
                                "gravity [0, -9.81]\ngeneralized turn: th = if t > 0.5 then -2.5 else 0\n%s",
                                i ? outer : all);
        assert_true(x.result && x.result->end == SIM_UNTIL);
        const double *lambda = x.result->initial.lambda;
        double sum = 0;
        for (size_t k = 0; k < x.model->row_count; k++) {
            assert_true(lambda[k] <= 0);
            sum += lambda[k];
        }
        assert_near(sum, -19.62, 1e-11);
        if (i == 0) {
            assert_near(lambda[2], -19.62 * 0.05 / 0.35, 1e-11);
            assert_near(lambda[3], -19.62 * 0.3 / 0.35, 1e-11);
        }
        angle[i] = machine_q(&x, "th");
        machine_free(&x);
    }
    assert_true(fabs(angle[0]) > 0.1);
    assert_near(angle[0], angle[1], 1e-8);
}

/* A lid on two hinges whose axis is almost, or not quite, at right angles to one of the axes: the sixth condition says
   nothing new, whichever it is. */
static void hinges_along_no_axis(void **state) {
    (void)state;
    static const double slopes[] = {0, 1e-8, 1e-7, 1e-5, 3e-5, 1e-4, 8.3e-4, 3e-3, 0.02};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        double first = 0;
        for (int turn = 0; turn < 6; turn++) {
            const double from[] = {0.3, 0.2, 0.1}, weight[] = {1, 2, -9};
            const double to[] = {-0.27, turn < 3 ? 0 : 0.2 + slopes[i] / 2, 0.1 + slopes[i]};
            double a[3], b[3], g[3];
            for (int k = 0; k < 3; k++) {
                a[(k + turn) % 3] = from[k];
                b[(k + turn) % 3] = to[k];
                g[(k + turn) % 3] = weight[k];
            }
            machine x =
                machine_try(1,
                            "orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ncoord x ~ 0, y ~ 0, z ~ 0\n"
                            "gravity [%.17g, %.17g, %.17g]\n"
                            "body lid: mass 1, inertia [0.2, 0.2, 0.2], at [x, y, z], frame B\n"
                            "constraint h1: lid + B*[%.17g, %.17g, %.17g] = [%.17g, %.17g, %.17g]\n"
                            "constraint h2: lid + B*[%.17g, %.17g, %.17g] = [%.17g, %.17g, %.17g]\n"
                            "initial omega(B) = [0, 0, 0]\nreport rate = final(norm(omega(B)))\n",
                            g[0], g[1], g[2], a[0], a[1], a[2], a[0], a[1], a[2], b[0], b[1], b[2], b[0], b[1], b[2]);
            demand_one_warning(&x, "is redundant");
            first = turn % 3 ? first : machine_report(&x, "rate");
            assert_true(first > 0.1);
            assert_near(machine_report(&x, "rate"), first, 1e-7);
            machine_free(&x);
        }
    }
}

/* A cone rolls about its tip on a tilted plane. Of its slip one part is zero but for rounding, and the two others have
   one direction that turns with it: E = 3/40 m h^2 psi'^2 (1 + 5 cos^2 alpha) + V. */
static void cone_on_a_slope(void **state) {
    (void)state;
    machine x = machine_try(3, "param h = 0.2, alpha = 20 deg, m = 1, slope = 15 deg, g = 9.81\n"
                               "coord psi = 60 deg, phi = 0\n"
                               "param r = h*tan(alpha)\n"
                               "frame A = rotation(z, psi)*rotation(y, -alpha)\n"
                               "frame B = A*rotation(x, phi)\n"
                               "gravity [g*sin(slope), 0, -g*cos(slope)]\n"
                               "let I1 = 3/10*m*r^2, I2 = 3/80*m*(4*r^2 + h^2)\n"
                               "body cone: mass m, inertia [I1, I2, I2], at (3/4*h)*B.x, frame B\n"
                               "constraint roll: velocity((h/cos(alpha))*[cos(psi), sin(psi), 0] on cone) = [0, 0, 0]\n"
                               "event lowest when psi < 0 { }\n"
                               "report rate = at(lowest, psi'^2), turned = final(psi + phi*sin(alpha))\n");
    const double a = acos(-1) / 9, h = 0.2;
    assert_false(diag_has_errors(x.findings));
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_int_equal(warnings(&x), 2);
    assert_string_equal(found(&x, DIAG_W0420)->message, "'roll.y' is redundant: it follows from 'roll.x'");
    const double fall = 9.81 * sin(acos(-1) / 12) * 0.75 * h * cos(a) * 0.5;
    assert_close(machine_report(&x, "rate"), fall / (3.0 / 40 * h * h * (1 + 5 * cos(a) * cos(a))), 1e-9);
    assert_near(machine_report(&x, "turned"), acos(-1) / 3, 1e-12);
    assert_near(machine_lambda(&x, "roll.z"), 0, 0);
    machine_free(&x);
}

/* A ball rolls in an upright pipe and comes up again: z'' = -5/7 g - 2/7 phi'^2 z. Of its slip two parts follow from
   each other, and one of them has no direction where the wall faces an axis, at the start or later. */
static void ball_in_a_pipe(void **state) {
    (void)state;
    static const double starts[] = {0, 10, 90};
    for (int i = 0; i < 3; i++) {
        machine x = machine_try(3,
                                "param R = 0.2, r = 0.03, m = 0.2, g = 9.81, from = %g deg\n"
                                "param I = 2/5*m*r^2\n"
                                "coord phi = from, z = 0\n"
                                "orientation q = [1, 0, 0, 0]\n"
                                "frame B = quaternion(q)\n"
                                "let n = [cos(phi), sin(phi), 0]\n"
                                "let C = (R - r)*n + [0, 0, z]\n"
                                "initial phi' = 6, z' = 0, dot(omega(B), n) = 0\n"
                                "gravity g\n"
                                "body ball: mass m, inertia [I, I, I], at C, frame B\n"
                                "constraint roll: velocity(C + r*n on ball) = [0, 0, 0]\n"
                                "report rate = final(phi')\n",
                                starts[i]);
        const double w = 6 * sqrt(2.0 / 7);
        assert_false(diag_has_errors(x.findings));
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_int_equal(warnings(&x), 1);
        assert_near(machine_report(&x, "rate"), 6, 1e-5);
        assert_near(machine_q(&x, "z"), -5.0 / 7 * 9.81 / (w * w) * (1 - cos(3 * w)), 1e-5);
        machine_free(&x);
    }
}

/* A part of a vector that is zero by its text, or for the values of the parameters, is left out like any other. */
static void part_that_always_holds(void **state) {
    (void)state;
    const char *text = "param tilt = %s\nframe P = rotation(z, 40 deg)*rotation(x, tilt)\ncoord a = 60 deg, b = 0\n"
                       "initial b' = 2\n"
                       "frame A = P*rotation(z, a)\nframe B = P*rotation(z, b)\n"
                       "particle p: mass 1 at A.x + B.x\n"
                       "constraint pin: A.x = %s\n";
    static const char *const tilts[] = {"0", "1"};
    for (int i = 0; i < 2; i++) {
        machine x = machine_try(2, text, tilts[i], "P*[cos(60 deg), sin(60 deg), 0]");
        assert_false(diag_has_errors(x.findings));
        assert_int_equal(warnings(&x), i ? 1 : 2); /* of one statement, those that follow are told together */
        assert_near(machine_q(&x, "b"), 4, 1e-9);
        machine_free(&x);
    }
    machine y = machine_try(2, "coord x = 0, y = 1\nparticle p: mass 1 at [x, 0, y]\nconstraint c: p' = [1, 0, 0]\n");
    demand_one_warning(&y, "'c.y' is redundant: it always holds");
    assert_near(machine_q(&y, "x"), 2, 1e-12);
    machine_free(&y);
}

/* A row that is far shorter than one left out, but is needed, is not exchanged, and nothing is given up for it. */
static void short_rows_stay_in_use(void **state) {
    (void)state;
    long evaluations[2];
    for (int i = 0; i < 2; i++) {
        machine x = machine_try(10,
                                "coord x = 0, y = 0, z = 1\nparticle p: mass 1 at [x, y]\n"
                                "kinetic T = z'^2/2\npotential V = 2*(1 - cos(3*z))\n"
                                "constraint a: x + 0.1*sin(z) = 0.1*sin(1)\n"
                                "constraint b: 2*x + 0.2*sin(z) = 0.2*sin(1)\nconstraint c: %g*y = 0\n",
                                i ? 0.05 : 1);
        evaluations[i] = x.result->evaluations;
        machine_free(&x);
    }
    assert_int_equal(evaluations[0], evaluations[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_rows_stay_in_use),
        cmocka_unit_test(told_twice),
        cmocka_unit_test(cone_on_a_slope),
        cmocka_unit_test(part_that_always_holds),
        cmocka_unit_test(ball_in_a_pipe),
        cmocka_unit_test(parallel_bars),
        cmocka_unit_test(bennett),
        cmocka_unit_test(three_supports),
        cmocka_unit_test(velocities_told_twice),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(for_a_while),
        cmocka_unit_test(at_an_instant),
        cmocka_unit_test(at_rest),
        cmocka_unit_test(cranks_pass_their_dead_points),
        cmocka_unit_test(extrema_at_an_event),
        cmocka_unit_test(at_rest_in_the_origin),
        cmocka_unit_test(least_norm_beside_sliding),
        cmocka_unit_test(load_beyond_feet),
        cmocka_unit_test(hinges_along_no_axis),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
