/* Machines on more feet than it takes, with friction in two directions: as long as they do not turn they move as the
   same machines do in a plane. */
#include "machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FEET = 4, ROOM = 4000 };

/* Redundant contacts are told (W0420), and nothing else is. */
static machine run(double until, double tolerance, const char *format, ...) {
    static char text[2 * ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    machine x = machine_try(0, "%s", text);
    sim_options options = sim_options_default();
    options.until = until;
    options.tolerance = tolerance;
    machine_again(&x, options);
    assert_false(diag_has_errors(x.findings));
    for (size_t i = 0; i < diag_count(x.findings); i++)
        assert_int_equal(diag_at(x.findings, i)->code, DIAG_W0420);
    assert_true(x.result && x.result->end == SIM_UNTIL);
    return x;
}

/* A box with feet along its length, thrown or pushed along it, with a load that jumps on and off. */
typedef struct box {
    double mu, more; /* static friction is so many times mu */
    int count;
    double feet[MOST_FEET];
    double speed, mass, inertia, way, half, height;
    double push[4]; /* along and up, each with its frequency */
    double load[4]; /* from, to, how much, where */
} box;

static const box boxes[] = {
    {0.14969,
     1,
     2,
     {-0.73235, 0.46765},
     0,
     3.327,
     0.2647,
     0,
     0.55474,
     0.56007,
     {-5.47, 3.698, -4.938, 2.566},
     {0.6812, 0.9523, 5.31, 0.4355}},
    {0.44179,
     1,
     2,
     {-0.85393, 0.34607},
     0.6835,
     0.913,
     0.782,
     0,
     0.48263,
     0.5,
     {4.04, 3.298, -2.028, 3.597},
     {0.794, 0.9347, -4.145, 0.6414}},
    {0.12993,
     1,
     2,
     {-0.86965, 0.33035},
     0,
     2.725,
     0.1595,
     0,
     0.24396,
     0.5,
     {4.064, 3.152, -4.446, 2.444},
     {0.6442, 1.086, -13.07, -0.5511}},
    {0.32289,
     1,
     3,
     {-0.92905, 0.27096, -0.78806},
     1.809,
     1.455,
     0.2565,
     -0.53624,
     0.34114,
     0.79024,
     {1.093, 1.607, 1.075, 3.122},
     {0.7641, 1.146, 5.273, -0.6379}},
    {0.35637,
     1.3,
     3,
     {-0.22762, 0.97238, 0.06926},
     0.6958,
     0.8507,
     0.2478,
     0,
     0.26876,
     0.69245,
     {-3.912, 2.23, 1.599, 1.229},
     {0.7244, 0.9683, -5.702, -0.2441}},
    {0.48773,
     1.3,
     2,
     {-0.42452, 0.77548},
     1.24,
     4.493,
     0.2051,
     0.41978,
     0.23423,
     0.62394,
     {-3.45, 2.224, 2.806, 1.876},
     {0.6531, 1.151, 3.336, -0.3595}},
    {0.15043,
     1,
     3,
     {-0.49502, 0.70498, 0.0724},
     0.8645,
     3.849,
     0.2515,
     0,
     0.27675,
     0.78975,
     {-5.688, 1.178, 0.2078, 2.375},
     {0.6048, 0.9656, 0.3412, -0.3672}},
    {0.15804,
     1.3,
     4,
     {-0.99789, 0.20211, -0.88346, -0.25713},
     -0.3948,
     2.328,
     0.8995,
     0,
     0.5255,
     0.5,
     {7.143, 3.837, -0.8467, 1.156},
     {0.3726, 0.9963, -8.42, 0.5385}},
};

static machine in_the_plane(const box *b) {
    char text[ROOM], *at = text, *end = text + ROOM;
    for (int i = 0; i < b->count; i++)
        at += snprintf(at, (size_t)(end - at),
                       "let f%d = b + rotate([%.17g, -0.5], th)\ncontact c%d: f%d.y >= 0, friction mu along f%d.x, "
                       "static %.17g*mu\n",
                       i, b->feet[i], i, i, i, b->more);
    return run(1.5, 1e-10,
               "param mu = %.17g\ncoord x = 0, y = %.17g, th = 0\ninitial x' = %.17g\n"
               "body b: mass %.17g, inertia %.17g, at [x, y], angle th\n%s"
               "force push: [%.17g*sin(%.17g*t), %.17g*sin(%.17g*t)] at b\n"
               "force load: [0, if t > %.17g and t < %.17g then %.17g else 0] at b + rotate([%.17g, 0], th)\n"
               "gravity [0, -9.81]\n",
               b->mu, b->height, b->speed, b->mass, b->inertia, text, b->push[0], b->push[1], b->push[2], b->push[3],
               b->load[0], b->load[1], b->load[2], b->load[3]);
}

static machine in_space(const box *b) {
    char text[ROOM], *at = text, *end = text + ROOM;
    for (int i = 0; i < 2 * b->count; i++)
        at +=
            snprintf(at, (size_t)(end - at),
                     "let f%d = b + B*[%.17g, %.17g, -0.5]\ncontact c%d: f%d.z >= 0, friction mu along [f%d.x, f%d.y], "
                     "static %.17g*mu\n",
                     i, b->feet[i / 2], i % 2 ? b->half : -b->half, i, i, i, i, b->more);
    return run(1.5, 1e-10,
               "param mu = %.17g, way = %.17g, I = %.17g\nparam c = cos(way), s = sin(way)\n"
               "coord x = 0, y = 0, z = %.17g, yaw = way, pitch = 0, roll = 0\n"
               "initial x' = c*(%.17g), y' = s*(%.17g)\n"
               "frame B = rotation(z, yaw)*rotation(y, -pitch)*rotation(x, roll)\n"
               "body b: mass %.17g, inertia [0.56*I, I, 0.59*I], at [x, y, z], frame B\n%s"
               "let p = %.17g*sin(%.17g*t)\n"
               "force push: [p*c, p*s, %.17g*sin(%.17g*t)] at b\n"
               "force load: [0, 0, if t > %.17g and t < %.17g then %.17g else 0] at b + B*[%.17g, 0, 0]\n"
               "gravity [0, 0, -9.81]\noutput along = c*x + s*y, across = c*y - s*x, turned = yaw - way\n",
               b->mu, b->way, b->inertia, b->height, b->speed, b->speed, b->mass, text, b->push[0], b->push[1],
               b->push[2], b->push[3], b->load[0], b->load[1], b->load[2], b->load[3]);
}

static void as_in_the_plane(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        machine plane = in_the_plane(&boxes[i]), space = in_space(&boxes[i]);
        assert_near(machine_output(&space, "along"), machine_q(&plane, "x"), 1e-6);
        assert_near(machine_output(&space, "across"), 0, 1e-6);
        assert_near(machine_output(&space, "turned"), 0, 1e-6);
        assert_near(machine_q(&space, "z"), machine_q(&plane, "y"), 1e-6);
        assert_near(machine_q(&space, "pitch"), machine_q(&plane, "th"), 1e-6);
        assert_near(machine_q(&space, "roll"), 0, 1e-6);
        machine_free(&plane);
        machine_free(&space);
    }
}

static const char ladder_text[] =
    "param m = 3, L = 2, lean = %.17g, mf = 0.5, mw = 0.3, way = %.17g\nparam c = cos(way), s = sin(way)\n"
    "coord x ~ 0, y ~ 0, z ~ 1, yaw = way, a = lean, roll = 0\n"
    "initial x = c*L/2*sin(a), y = s*L/2*sin(a), z = L/2*cos(a)\n"
    "frame B = rotation(z, yaw)*rotation(y, -a)*rotation(x, roll)\n"
    "body b: mass m, inertia [m*L^2/12, m*L^2/12, m*L^2/24], at [x, y, z], frame B\n"
    "let F0 = b + B*[0, -0.3, -L/2], W0 = b + B*[0, -0.3, L/2], F1 = b + B*[0, 0.3, -L/2], W1 = b + B*[0, 0.3, L/2]\n"
    "contact floor0: F0.z >= 0, friction mf along [F0.x, F0.y]\n"
    "contact wall0: c*W0.x + s*W0.y >= 0, friction mw along [c*W0.y - s*W0.x, W0.z]\n"
    "contact floor1: F1.z >= 0, friction mf along [F1.x, F1.y]\n"
    "contact wall1: c*W1.x + s*W1.y >= 0, friction mw along [c*W1.y - s*W1.x, W1.z]\n"
    "gravity [0, 0, -9.81]\n%s";

/* A ladder at a wall slides where it leans by more than tan(lean) = 2 mf/(1 - mf mw), and stays as it is else; a load
   that grows pulls its feet from under it where friction of feet and top is used up together. */
static void ladder(void **state) {
    (void)state;
    const double mf = 0.5, mw = 0.3, steepest = atan(2 * mf / (1 - mf * mw));
    for (int i = 0; i < 4; i++) {
        const double off = i % 2 ? 1e-3 : -1e-3, way = i < 2 ? 0 : 2.4;
        machine x = run(0.5, 1e-10, ladder_text, steepest + off, way, "");
        if (off < 0)
            assert_near(machine_q(&x, "a"), steepest + off, 1e-12);
        else
            assert_true(machine_q(&x, "a") > steepest + off + 1e-4);
        assert_near(machine_q(&x, "yaw"), way, 1e-9);
        machine_free(&x);
    }
}

/* A pull at the feet of k t: slides from where the moment about the top that friction leaves is used up. */
static void ladder_pulled_loose(void **state) {
    (void)state;
    const double m = 3, lean = 0.7, mf = 0.5, mw = 0.3, W = m * 9.81, k = 20;
    /* feet: N + mw R = W, R = mf N - P; about the feet: R L cos + mw R L sin = W L/2 sin */
    const double R = 0.5 * W * sin(lean) / (cos(lean) + mw * sin(lean)), P = mf * (W - mw * R) - R;
    char pull[200];
    snprintf(pull, sizeof pull,
             "force pull: (%.17g*t)*[c, s, 0] at b + B*[0, 0, -L/2]\nreport loose = "
             "integral(if a > lean + 1e-10 then 0 else 1)\n",
             k);
    for (int i = 0; i < 2; i++) {
        machine x = run(P / k + 0.2, 1e-11, ladder_text, lean, i ? -1.2 : 0, pull);
        assert_near(machine_report(&x, "loose"), P / k, 6e-4);
        machine_free(&x);
    }
}

/* A table on four legs that turns on the spot slows down by mu g m r/I, and stands. */
static void table_that_turns(void **state) {
    (void)state;
    machine x = run(1, 1e-10,
                    "coord x = 0, y = 0, z = 0.5, yaw = 0, pitch = 0, roll = 0\ninitial yaw' = 3\n"
                    "frame B = rotation(z, yaw)*rotation(y, pitch)*rotation(x, roll)\n"
                    "body b: mass 2, inertia [0.3, 0.35, 0.4], at [x, y, z], frame B\n"
                    "let a = b + B*[-0.4, -0.3, -0.5], c = b + B*[-0.4, 0.3, -0.5]\n"
                    "let d = b + B*[0.4, -0.3, -0.5], e = b + B*[0.4, 0.3, -0.5]\n"
                    "contact fa: a.z >= 0, friction 0.3 along [a.x, a.y]\n"
                    "contact fc: c.z >= 0, friction 0.3 along [c.x, c.y]\n"
                    "contact fd: d.z >= 0, friction 0.3 along [d.x, d.y]\n"
                    "contact fe: e.z >= 0, friction 0.3 along [e.x, e.y]\n"
                    "gravity [0, 0, -9.81]\noutput A = force(fa), E = force(fe)\n");
    assert_near(machine_q(&x, "yaw"), 0.4 * 9 / (2 * 0.3 * 2 * 9.81 * 0.5), 1e-8);
    assert_near(machine_q(&x, "x"), 0, 1e-9);
    assert_near(machine_output(&x, "A"), 2 * 9.81 / 4, 1e-8);
    assert_near(machine_output(&x, "E"), 2 * 9.81 / 4, 1e-8);
    machine_free(&x);
}

/* --- A table that slides and turns: how its feet share its weight decides how it moves. --- */

enum { LEGS = 5 };

static const double legs[LEGS][2] = {{0.5, 0.1}, {0.1, 0.4}, {-0.4, 0.3}, {-0.45, -0.35}, {0.3, -0.5}};
static const double table_mass = 2, table_inertia = 0.38, table_height = 0.5, table_mu = 0.2, table_g = 9.81;

/* Solves the three equations G p = b (b is overwritten) by Cramer's rule. */
static void solve_three(double G[3][3], double *b) {
    double x[3], d[4];
    for (int c = 0; c < 4; c++) {
        double H[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                H[i][j] = j == c - 1 ? b[i] : G[i][j];
        d[c] = H[0][0] * (H[1][1] * H[2][2] - H[1][2] * H[2][1]) - H[0][1] * (H[1][0] * H[2][2] - H[1][2] * H[2][0]) +
               H[0][2] * (H[1][0] * H[2][1] - H[1][1] * H[2][0]);
    }
    for (int i = 0; i < 3; i++)
        x[i] = d[i + 1] / d[0];
    memcpy(b, x, sizeof x);
}

/* Accelerations from q = x, y, yaw, x', y', yaw': a foot's force N (-mu v/|v|, 1), the forces N of least norm that
   carry the weight and let the table neither pitch nor roll. */
static void table_rates(const double *q, double *dq) {
    double r[LEGS][2], way[LEGS][2], E[3][LEGS], G[3][3] = {{0}}, b[3] = {table_mass * table_g, 0, 0};
    const double c = cos(q[2]), s = sin(q[2]), h = table_height, mu = table_mu;
    for (int i = 0; i < LEGS; i++) {
        r[i][0] = c * legs[i][0] - s * legs[i][1];
        r[i][1] = s * legs[i][0] + c * legs[i][1];
        const double v[] = {q[3] - q[5] * r[i][1], q[4] + q[5] * r[i][0]}, size = hypot(v[0], v[1]);
        way[i][0] = v[0] / size;
        way[i][1] = v[1] / size;
        E[0][i] = 1;
        E[1][i] = r[i][0] - mu * h * way[i][0]; /* moments about the centre, forces h below it */
        E[2][i] = r[i][1] - mu * h * way[i][1];
    }
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            for (int i = 0; i < LEGS; i++)
                G[k][l] += E[k][i] * E[l][i];
    solve_three(G, b);
    memcpy(dq, q + 3, 3 * sizeof *dq);
    dq[3] = dq[4] = dq[5] = 0;
    for (int i = 0; i < LEGS; i++) {
        const double N = E[0][i] * b[0] + E[1][i] * b[1] + E[2][i] * b[2];
        assert_true(N > 0);
        dq[3] -= mu * N * way[i][0] / table_mass;
        dq[4] -= mu * N * way[i][1] / table_mass;
        dq[5] -= mu * N * (r[i][0] * way[i][1] - r[i][1] * way[i][0]) / table_inertia;
    }
}

/* Runge and Kutta's method. */
static void move_table(double *q, double h) {
    static const double at[] = {0, 0.5, 0.5, 1}, part[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double next[6], k[6] = {0}, trial[6];
    memcpy(next, q, sizeof next);
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 6; i++)
            trial[i] = q[i] + at[stage] * h * k[i];
        table_rates(trial, k);
        for (int i = 0; i < 6; i++)
            next[i] += part[stage] * h * k[i];
    }
    memcpy(q, next, sizeof next);
}

/* The same table, which stands at an angle, and elsewhere. */
static machine run_table(double until, double angle) {
    char feet[2000];
    int size = 0;
    for (int i = 0; i < LEGS; i++)
        size += snprintf(feet + size, sizeof feet - (size_t)size,
                         "let p%d = b + B*[%.17g, %.17g, -0.5]\n"
                         "contact c%d: p%d.z >= 0, friction 0.2 along [p%d.x, p%d.y]\n",
                         i, legs[i][0], legs[i][1], i, i, i, i);
    return run(until, 1e-12,
               "coord x = %.17g, y = -2, z = 0.5, yaw = %.17g, pitch = 0, roll = 0\n"
               "initial x' = 2*cos(%.17g), y' = 2*sin(%.17g), yaw' = 3\n"
               "frame B = rotation(z, yaw)*rotation(y, pitch)*rotation(x, roll)\n"
               "body b: mass 2, inertia [0.35, 0.4, 0.38], at [x, y, z], frame B\n%sgravity [0, 0, -9.81]\n",
               angle, angle, angle, angle, feet);
}

static void table_that_slides_and_turns(void **state) {
    (void)state;
    enum { STEPS = 500 };
    const double until = 0.5;
    double q[6] = {0, 0, 0, 2, 0, 3};
    for (int i = 0; i < STEPS; i++)
        move_table(q, until / STEPS);
    for (int i = 0; i < 3; i++) {
        const double angle = 1.3 * i, c = cos(angle), s = sin(angle);
        machine x = run_table(until, angle);
        assert_near(machine_q(&x, "x"), angle + c * q[0] - s * q[1], 1e-10);
        assert_near(machine_q(&x, "y"), -2 + s * q[0] + c * q[1], 1e-10);
        assert_near(machine_q(&x, "yaw"), angle + q[2], 1e-10);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_in_the_plane), cmocka_unit_test(ladder),
                                       cmocka_unit_test(ladder_pulled_loose), cmocka_unit_test(table_that_turns),
                                       cmocka_unit_test(table_that_slides_and_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
