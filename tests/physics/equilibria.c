/* Equilibria, steady motions, modes and stability of systems whose answers are in every textbook. */
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/structure/structure.h"
#include "num/eigen.h"

typedef struct study {
    machine x;
    analysis_setting s;
    equilibria e;
} study;

/* The equilibria of a model; `cyclic` names coordinates, NULL for none. */
static study look(const char *text, const char *first, const char *second) {
    study y = {.x = machine_try(1e-3, "%s", text)};
    model *m = y.x.model;
    arena *a = y.x.memory;
    double *q = ARENA_ARRAY(a, double, m->coord_count), *v = ARENA_ARRAY(a, double, m->coord_count);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    assert_int_equal(diag_count(y.x.findings), 0);
    assert_true(sim_find_start(m, a, q, v, rows));
    int cyclic[2];
    size_t count = 0;
    for (size_t i = 0; i < m->coord_count; i++)
        if ((first && !strcmp(m->coords[i].name, first)) || (second && !strcmp(m->coords[i].name, second)))
            cyclic[count++] = (int)i;
    y.s = analysis_setting_make(m, q, v, rows, false, a);
    structure w = analysis_structure_find(m, q, v, rows, a);
    y.s.integrals = w.integrals;
    y.s.integral_count = w.integral_count;
    y.s.integrated = w.integrated;
    y.e = analysis_equilibria(&y.s, cyclic, count);
    return y;
}

static void done(study *y) {
    machine_free(&y->x);
}

static size_t coord(const study *y, const char *name) {
    for (size_t i = 0; i < y->x.model->coord_count; i++)
        if (!strcmp(y->x.model->coords[i].name, name))
            return i;
    fail_msg("no coordinate '%s'", name);
    return 0;
}

/* The equilibrium where a coordinate has this value. */
static const equilibrium *at(const study *y, const char *name, double value) {
    for (size_t k = 0; k < y->e.count; k++)
        if (fabs(y->e.at[k].at.q[coord(y, name)] - value) < 1e-7)
            return &y->e.at[k];
    fail_msg("nothing at %s = %g", name, value);
    return NULL;
}

static const equilibrium *only(const study *y) {
    assert_int_equal(y->e.count, 1);
    assert_null(y->e.none);
    return &y->e.at[0];
}

static void assert_stability(const equilibrium *e, stability want) {
    if (num_eigen_available() && e->stability != want)
        fail_msg("not so: %s", e->why);
}

/* Mode k is undamped, of this rate. */
static void assert_swing(const equilibrium *e, size_t k, double w, double tolerance) {
    if (!num_eigen_available())
        return;
    assert_true(k < e->mode_count);
    assert_true(e->modes[k].re == 0);
    assert_close(e->modes[k].im, w, tolerance);
    assert_close(e->modes[k].frequency, w / (2 * PI), tolerance);
}

static void assert_rate(const equilibrium *e, size_t k, double re, double im, double tolerance) {
    if (!num_eigen_available())
        return;
    assert_true(k < e->mode_count);
    assert_near(e->modes[k].re, re, tolerance * hypot(re, im));
    assert_near(e->modes[k].im, im, tolerance * hypot(re, im));
}

/* Every mode is an eigenvalue of the state matrix, which is derived in another way. */
static void assert_matrix_agrees(const study *y, const equilibrium *e) {
    int n = e->linear.states;
    arena *a = y->x.memory;
    double *re = ARENA_ARRAY(a, double, n), *im = ARENA_ARRAY(a, double, n), *X = ARENA_ARRAY(a, double, n *n);
    double greatest = 0;
    if (!num_eigen_available())
        return;
    assert_true(num_eigen_general(e->linear.A, n, re, im, X, a));
    for (int k = 0; k < n; k++)
        greatest = fmax(greatest, hypot(re[k], im[k]));
    for (size_t j = 0; j < e->mode_count; j++) {
        double nearest = INFINITY;
        for (int k = 0; k < n; k++)
            nearest = fmin(nearest, hypot(re[k] - e->modes[j].re, im[k] - e->modes[j].im));
        assert_below(nearest, 1e-6 * greatest); /* double eigenvalues are known to half the digits */
    }
}

static void double_pendulum(void **state) {
    (void)state;
    study y = look("param l = 0.7\ncoord a = 1.5, b = -0.5\ngravity 9.81\nlet P = l*[sin(a), -cos(a)]\n"
                   "particle one: mass 3 at P\nparticle two: mass 3 at P + l*[sin(b), -cos(b)]\n",
                   NULL, NULL);
    assert_int_equal(y.e.count, 4);
    const equilibrium *down = &y.e.at[0];
    assert_near(down->at.q[0], 0, 1e-12);
    assert_near(down->at.q[1], 0, 1e-12);
    assert_stability(down, STABLE);
    assert_swing(down, 0, sqrt((2 - sqrt(2)) * 9.81 / 0.7), 1e-13);
    assert_swing(down, 1, sqrt((2 + sqrt(2)) * 9.81 / 0.7), 1e-13);
    if (num_eigen_available()) {
        assert_close(down->modes[0].shape_re[0], 1 / sqrt(2), 1e-12);
        assert_close(down->modes[0].shape_re[1], 1, 1e-12);
        assert_close(down->modes[1].shape_re[0] / down->modes[1].shape_re[1], -1 / sqrt(2), 1e-12);
    }
    for (size_t k = 1; k < 4; k++)
        assert_stability(&y.e.at[k], UNSTABLE);
    done(&y);
}

static void oscillators_between_walls(void **state) {
    (void)state;
    study y = look("param N = 5, m = 0.5, k = 3\nfor i in 1..N { coord x[i] = 0.1*i }\nlet u[0] = 0, u[N+1] = 0\n"
                   "for i in 1..N { let u[i] = x[i] }\nkinetic T = 1/2*m*sum(i in 1..N: x[i]'^2)\n"
                   "potential V = 1/2*k*sum(i in 0..N: (u[i+1] - u[i])^2)\n",
                   NULL, NULL);
    const equilibrium *rest = only(&y);
    assert_stability(rest, STABLE);
    for (int k = 1; k <= 5; k++) {
        assert_swing(rest, (size_t)k - 1, 2 * sqrt(3 / 0.5) * sin(k * PI / 12), 1e-13);
        for (int i = 1; num_eigen_available() && i <= 5; i++) {
            const linear_mode *mode = &rest->modes[k - 1];
            double ratio = sin(i * k * PI / 6) / sin(k * PI / 6);
            assert_near(mode->shape_re[i - 1], ratio * mode->shape_re[0], 1e-12);
        }
    }
    done(&y);
}

static void pendulum_up_and_down(void **state) {
    (void)state;
    double w = sqrt(9.81 / 2);
    study angle = look("coord a = 0.5\ngravity 9.81\nparticle bob: mass 3 at 2*[sin(a), -cos(a)]\n", NULL, NULL);
    study plane = look("coord x ~ 1, y ~ -1.7\ngravity 9.81\nparticle bob: mass 3 at [x, y]\n"
                       "constraint rod: x^2 + y^2 = 4\noutput pull = lambda(rod)\n",
                       NULL, NULL);
    const equilibrium *found[] = {at(&angle, "a", 0), at(&plane, "y", -2)};
    const equilibrium *up[] = {at(&angle, "a", PI), at(&plane, "y", 2)};
    assert_int_equal(angle.e.count, 2);
    assert_int_equal(plane.e.count, 2);
    for (int k = 0; k < 2; k++) {
        assert_stability(found[k], STABLE);
        assert_swing(found[k], 0, w, 1e-13);
        assert_stability(up[k], UNSTABLE);
        assert_rate(up[k], 0, -w, 0, 1e-13);
        assert_rate(up[k], 1, w, 0, 1e-13);
    }
    assert_close(found[1]->lambda[0], 3 * 9.81 / 4, 1e-12); /* 2 y lambda = -m g */
    assert_int_equal(found[1]->linear.states, 2);
    assert_string_equal(found[1]->linear.state_names[0], "x");
    assert_near(found[1]->linear.A[2], -9.81 / 2, 1e-12);
    assert_near(found[1]->linear.C[0], 0, 1e-12);
    assert_close(found[1]->linear.D[1], -1.0 / 4, 1e-12); /* by a force up along the rod */
    done(&angle);
    done(&plane);
}

static void elastic_pendulum(void **state) {
    (void)state;
    double m = 0.5, k = 20, g = 9.81, l = 1 + m * g / k;
    study y = look("coord x = 0.3, y = -1\ngravity 9.81\nparticle bob: mass 0.5 at [x, y]\n"
                   "spring s: from [0, 0] to bob, stiffness 20, length 1\n",
                   NULL, NULL);
    const equilibrium *rest = at(&y, "y", -l);
    assert_stability(rest, STABLE);
    assert_swing(rest, 0, sqrt(g / l), 1e-12);
    assert_swing(rest, 1, sqrt(k / m), 1e-12);
    assert_close(rest->potential, -m * g * l + k * (l - 1) * (l - 1) / 2, 1e-12);
    done(&y);
}

static void damped_oscillator(void **state) {
    (void)state;
    study y = look("coord x = 1\nparticle mass: mass 1.5 at [x, 0]\n"
                   "potential V = 5/2*x^2\ndissipation D = 1/2*0.6*x'^2\noutput a = x''\n",
                   NULL, NULL);
    const equilibrium *rest = only(&y);
    double w = sqrt(5 / 1.5), zeta = 0.6 / (2 * sqrt(5 * 1.5));
    assert_stability(rest, ASYMPTOTICALLY_STABLE);
    assert_rate(rest, 0, -zeta * w, w * sqrt(1 - zeta * zeta), 1e-13);
    if (num_eigen_available()) {
        assert_close(rest->modes[0].damping, zeta, 1e-13);
        assert_close(rest->modes[0].frequency, w / (2 * PI), 1e-13);
    }
    const double A[] = {0, 1, -5 / 1.5, -0.6 / 1.5}, B[] = {0, 1 / 1.5}, C[] = {-5 / 1.5, -0.6 / 1.5}, D[] = {1 / 1.5};
    for (int i = 0; i < 4; i++)
        assert_near(rest->linear.A[i], A[i], 1e-15);
    for (int i = 0; i < 2; i++) {
        assert_near(rest->linear.B[i], B[i], 1e-15);
        assert_near(rest->linear.C[i], C[i], 1e-15);
    }
    assert_near(rest->linear.D[0], D[0], 1e-15);
    done(&y);
}

#define HOOP                                                                                                           \
    "param R = 0.4, W = %g\ncoord a = 0.3\nframe hoop = rotation(z, W*t)\ngravity 9.81\n"                              \
    "particle bead: mass 1 at R*(sin(a)*hoop.x - cos(a)*hoop.z)\n"

/* Below W^2 = g/R the lowest point is stable; above it gives way to two others. t is in the text, but not in the
   forces. */
static void bead_on_a_turning_hoop(void **state) {
    (void)state;
    char text[400];
    machine_print(text, sizeof text, HOOP, 4.0);
    study slow = look(text, NULL, NULL);
    assert_int_equal(slow.e.count, 2);
    assert_stability(at(&slow, "a", 0), STABLE);
    assert_swing(at(&slow, "a", 0), 0, sqrt(9.81 / 0.4 - 16), 1e-12);
    done(&slow);
    machine_print(text, sizeof text, HOOP, 7.0);
    study fast = look(text, NULL, NULL);
    double angle = acos(9.81 / (0.4 * 49));
    assert_int_equal(fast.e.count, 4);
    assert_stability(at(&fast, "a", 0), UNSTABLE);
    assert_rate(at(&fast, "a", 0), 1, sqrt(49 - 9.81 / 0.4), 0, 1e-12);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_stability(at(&fast, "a", sign * angle), STABLE);
        assert_swing(at(&fast, "a", sign * angle), 0, 7 * sin(angle), 1e-12);
    }
    done(&fast);
}

/* Two wells and the hill between them. */
static void double_well(void **state) {
    (void)state;
    study y = look("coord x = 0.7\nkinetic T = x'^2\npotential V = x^4/4 - 2*x^2\n", NULL, NULL);
    assert_int_equal(y.e.count, 3);
    assert_stability(at(&y, "x", 0), UNSTABLE);
    assert_swing(at(&y, "x", 2), 0, 2, 1e-12);
    assert_swing(at(&y, "x", -2), 0, 2, 1e-12);
    done(&y);
}

/* Flat to the third derivative: one place, and nothing is said that second derivatives do not tell. */
static void quartic(void **state) {
    (void)state;
    study y = look("coord x = 1\nkinetic T = x'^2\npotential V = x^4\n", NULL, NULL);
    const equilibrium *e = only(&y);
    assert_near(e->at.q[0], 0, 1e-4);
    assert_true(!num_eigen_available() || !e->degenerate);
    assert_stability(e, UNDECIDED);
    assert_swing(e, 0, 0, 0);
    done(&y);
}

/* The same beside a well, whose slopes are of a size that those of x^4 vanish beside long before x does. */
static void quartic_beside_wells(void **state) {
    (void)state;
    study y =
        look("coord x = 0.4, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = (x - 1)^4 + y^4/4 - 2*y^2 + y/10\n",
             NULL, NULL);
    assert_int_equal(y.e.count, 3);
    for (size_t k = 0; k < y.e.count; k++) {
        const equilibrium *e = &y.e.at[k];
        assert_near(e->at.q[0], 1, 1e-6);
        assert_near(pow(e->at.q[1], 3) - 4 * e->at.q[1] + 0.1, 0, 1e-9);
        assert_stability(e, fabs(e->at.q[1]) < 1 ? UNSTABLE : UNDECIDED);
    }
    done(&y);
}

/* Flat places of the same energy are no family: nothing balances between them. */
static void quartic_beside_equal_wells(void **state) {
    (void)state;
    study y =
        look("coord x = 0.3, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^4 + (y^2 - 1)^2\n", NULL, NULL);
    assert_int_equal(y.e.count, 3);
    assert_stability(at(&y, "y", -1), UNDECIDED);
    assert_stability(at(&y, "y", 0), UNSTABLE);
    assert_stability(at(&y, "y", 1), UNDECIDED);
    done(&y);
    study ring =
        look("coord x = 0.3, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = (x^2 + y^2 - 1)^2\n", NULL, NULL);
    assert_int_equal(ring.e.count, 2); /* the ring, and the hill in it */
    done(&ring);
}

/* Nothing rests where a force only dies away. */
static void force_that_dies_away(void **state) {
    (void)state;
    study y = look("coord x = 0.4, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = exp(-x) + y^2\n", NULL, NULL);
    assert_int_equal(y.e.count, 0);
    done(&y);
}

/* Ziegler's double pendulum, masses 2 and 1: a force that follows the outer rod sets it fluttering from
   P = (7/2 - sqrt 2) c/l on. */
static void follower_force(void **state) {
    (void)state;
    for (int beyond = 0; beyond < 2; beyond++) {
        char text[500];
        machine_print(text, sizeof text,
                      "coord a = 0.1, b = 0.2\nlet A = [sin(a), cos(a)]\nlet B = A + [sin(b), cos(b)]\n"
                      "particle one: mass 2 at A\nparticle two: mass 1 at B\npotential V = 1/2*a^2 + 1/2*(b - a)^2\n"
                      "force F: -%.17g*[sin(b), cos(b)] at B\n",
                      (3.5 - sqrt(2)) * (beyond ? 1.001 : 0.999));
        study y = look(text, NULL, NULL);
        assert_stability(at(&y, "a", 0), beyond ? UNSTABLE : UNDECIDED);
        assert_true(!num_eigen_available() || at(&y, "a", 0)->modes[0].im > 0.5);
        done(&y);
    }
}

/* Seen from the turning earth: w = sqrt(k/m + W^2) -+ W. */
static void foucault(void **state) {
    (void)state;
    study y = look("coord x = 1, y = 0\nlagrangian L = 1/2*(x'^2 + y'^2) + 0.3*(x*y' - y*x') - 1/2*0.81*(x^2 + y^2)\n",
                   NULL, NULL);
    const equilibrium *rest = only(&y);
    assert_stability(rest, STABLE);
    assert_swing(rest, 0, sqrt(0.9) - 0.3, 1e-12);
    assert_swing(rest, 1, sqrt(0.9) + 0.3, 1e-12);
    assert_matrix_agrees(&y, rest);
    done(&y);
}

static void conical_pendulum(void **state) {
    (void)state;
    study y = look("param l = 1.3\ncoord a = 0.9, b = 0\ninitial b' = 3\n"
                   "kinetic T = 1/2*2*l^2*(a'^2 + sin(a)^2*b'^2)\npotential V = -2*9.81*l*cos(a)\n",
                   "b", NULL);
    int steady = 0;
    for (size_t k = 0; k < y.e.count; k++) {
        const equilibrium *e = &y.e.at[k];
        if (!e->steady)
            continue;
        steady++;
        double angle = e->at.q[0], rate = e->at.v[1];
        assert_close(rate * rate, 9.81 / (1.3 * cos(angle)), 1e-12);
        assert_close(sin(angle) * sin(angle) * rate, sin(0.9) * sin(0.9) * 3, 1e-12);
        assert_stability(e, STABLE);
        assert_swing(e, 0, rate * sqrt(1 + 3 * cos(angle) * cos(angle)), 1e-12);
    }
    assert_int_equal(steady, 2); /* the same one by a > 0 and a < 0 */
    done(&y);
}

#define TOP "param I1 = 2.2e-3, I3 = 2.5e-4, mgl = 0.3\n"

/* I1 W^2 cos(a) - p W + m g l = 0 for the precession W, p = I3 w3; the nutation about it. */
static void lagrange_top(void **state) {
    (void)state;
    study y = look(TOP "coord psi = 0, a = 0.7, phi = 0\ninitial psi' = 6, phi' = 190\n"
                       "kinetic T = 1/2*I1*(a'^2 + sin(a)^2*psi'^2) + 1/2*I3*(phi' + cos(a)*psi')^2\n"
                       "potential V = mgl*cos(a)\n",
                   "psi", "phi");
    double I1 = 2.2e-3, I3 = 2.5e-4, mgl = 0.3, p = I3 * (190 + 6 * cos(0.7));
    double p_psi = I1 * sin(0.7) * sin(0.7) * 6 + p * cos(0.7);
    int steady = 0;
    for (size_t k = 0; k < y.e.count; k++) {
        const equilibrium *e = &y.e.at[k];
        double a = e->at.q[1], W = e->at.v[0], spin = e->at.v[2];
        assert_true(e->steady);
        steady++;
        assert_near(I1 * W * W * cos(a) - p * W + mgl, 0, 1e-12 * mgl);
        assert_close(I3 * (spin + W * cos(a)), p, 1e-12);
        assert_close(I1 * sin(a) * sin(a) * W + p * cos(a), p_psi, 1e-12);
        assert_stability(e, STABLE);
        assert_swing(e, 0, hypot(p / I1 - 2 * W * cos(a), W * sin(a)), 1e-11);
        assert_int_equal(e->linear.states, 4);
        assert_string_equal(e->linear.state_names[0], "a");
        assert_string_equal(e->linear.state_names[1], "psi'");
        assert_matrix_agrees(&y, e);
        if (num_eigen_available()) { /* W' = (p - 2 I1 W cos a)/(I1 sin a) for the precession, momenta being kept */
            const linear_mode *nod = &e->modes[0];
            double slope = (p - 2 * I1 * W * cos(a)) / (I1 * sin(a)), re = nod->shape_re[1], im = nod->shape_im[1];
            assert_near(nod->shape_re[0], slope * im / nod->im, 1e-9);
            assert_near(nod->shape_im[0], -slope * re / nod->im, 1e-9);
        }
    }
    assert_int_equal(steady, 2);
    done(&y);
}

#define SLEEPER                                                                                                        \
    TOP "coord a = 0.01, b = 0, c = 0\ninitial c' = %.17g\n"                                                           \
        "kinetic T = 1/2*I1*(cos(b)^2*a'^2 + b'^2) + 1/2*I3*(c' + sin(b)*a')^2\n"                                      \
        "potential V = mgl*cos(a)*cos(b)\n"

static const equilibrium *upright(const study *y) {
    for (size_t k = 0; k < y->e.count; k++) {
        const equilibrium *e = &y->e.at[k];
        if (e->steady && hypot(e->at.q[0], e->at.q[1]) < 1e-9)
            return e;
    }
    fail_msg("it does not stand upright");
    return NULL;
}

/* Upright and spinning: linearly stable if p^2 > 4 I1 m g l, though the potential has a maximum there. */
static void sleeping_top(void **state) {
    (void)state;
    double I1 = 2.2e-3, I3 = 2.5e-4, mgl = 0.3, limit = sqrt(4 * I1 * mgl);
    char text[500];
    machine_print(text, sizeof text, SLEEPER, 1.01 * limit / I3);
    study fast = look(text, "c", NULL);
    const equilibrium *e = upright(&fast);
    double p = 1.01 * limit, half = p / (2 * I1), beat = sqrt(half * half - mgl / I1);
    assert_stability(e, UNDECIDED);
    assert_swing(e, 0, half - beat, 1e-10);
    assert_swing(e, 1, half + beat, 1e-10);
    assert_non_null(strstr(e->why, num_eigen_available() ? "gyroscopic" : "LAPACK"));
    done(&fast);
    machine_print(text, sizeof text, SLEEPER, 0.99 * limit / I3);
    study slow = look(text, "c", NULL);
    e = upright(&slow);
    assert_stability(e, UNSTABLE);
    half *= 0.99 / 1.01;
    double growth = sqrt(mgl / I1 - half * half);
    assert_int_equal(e->mode_count, num_eigen_available() ? 2 : 0);
    for (size_t k = 0; k < e->mode_count; k++)
        assert_rate(e, k, k ? growth : -growth, half, 1e-9);
    done(&slow);
}

/* One window of bars without mass, two masses: a pendulum in six coordinates less five rows. */
static void four_bar(void **state) {
    (void)state;
    study y = look("coord x ~ 0.6, y ~ -0.8, u ~ 2.6, v ~ -0.8\ngravity 9.81\n"
                   "particle one: mass 2 at [x, y]\nparticle two: mass 2 at [u, v]\n"
                   "constraint left: x^2 + y^2 = 1\nconstraint right: (u - 2)^2 + v^2 = 1\n"
                   "constraint coupler: (u - x)^2 + (v - y)^2 = 4\n",
                   NULL, NULL);
    assert_true(y.e.count > 0);
    const equilibrium *low = &y.e.at[0];
    assert_near(low->at.q[coord(&y, "x")], 0, 1e-9);
    assert_near(low->at.q[coord(&y, "v")], -1, 1e-9);
    assert_stability(low, STABLE);
    assert_swing(low, 0, sqrt(9.81), 1e-11);
    assert_int_equal(low->linear.states, 2);
    assert_matrix_agrees(&y, low);
    done(&y);
}

/* A thin disk on its edge falls as exp(sqrt(4 g/(5 R)) t); where it stands and how it is turned is free. */
static void disk_on_its_edge(void **state) {
    (void)state;
    study y = look("param m = 2, R = 0.3\ncoord X = 0, Y = 0, phi = 0.2, theta = 1.2, psi = 0\ngravity 9.81\n"
                   "frame A = rotation(z, phi)*rotation(x, theta)\nframe B = A*rotation(z, psi)\n"
                   "body disk: mass m, inertia [m*R^2/4, m*R^2/4, m*R^2/2], at [X, Y, R*sin(theta)], frame B\n"
                   "let slip = velocity(disk - R*A.y on disk)\nconstraint rx: slip.x = 0\nconstraint ry: slip.y = 0\n",
                   NULL, NULL);
    const equilibrium *e = at(&y, "theta", PI / 2);
    double rate = sqrt(4 * 9.81 / (5 * 0.3));
    assert_int_equal(y.e.count, 2); /* and upside down */
    assert_int_equal(e->linear.states, 5 + 3);
    assert_true(e->degenerate);
    assert_stability(e, UNSTABLE);
    assert_matrix_agrees(&y, e);
    assert_rate(e, 0, -rate, 0, 1e-11);
    if (num_eigen_available())
        assert_rate(e, e->mode_count - 1, rate, 0, 1e-11);
    done(&y);
}

/* Rows with velocities: nothing binds a skate at rest, wherever it is. */
static void skate(void **state) {
    (void)state;
    study y = look("coord x = 0, y = 0, a = 0.3\nkinetic T = x'^2 + y'^2 + a'^2\n"
                   "constraint edge: x'*sin(a) = y'*cos(a)\n",
                   NULL, NULL);
    const equilibrium *e = only(&y);
    assert_true(e->degenerate);
    assert_int_equal(e->linear.states, 3 + 2);
    assert_stability(e, UNDECIDED);
    done(&y);
}

/* The momentum of a coin's heading is kept, but it rolls where it heads to: turning is no steady motion. */
static void coin(void **state) {
    (void)state;
    study y = look("coord x = 0, y = 0, a = 0.3, b = 0\ninitial a' = 1, b' = 2\n"
                   "kinetic T = x'^2 + y'^2 + a'^2 + b'^2\n"
                   "constraint u: x' = b'*cos(a)\nconstraint v: y' = b'*sin(a)\n",
                   "a", NULL);
    assert_false(only(&y)->steady);
    done(&y);
}

/* A cylinder rolls in a cylinder: w^2 = 2 g/(3 (R - r)), on the leaf of the start, where r phi + (R - r) theta stays.
 */
static void rolling_that_integrates(void **state) {
    (void)state;
    study y = look("param m = 2, R = 1, r = 0.2, g = 9.81\ncoord theta = 0.35, phi = 0.1\n"
                   "kinetic T = 1/2*m*(R - r)^2*theta'^2 + 1/4*m*r^2*phi'^2\npotential V = -m*g*(R - r)*cos(theta)\n"
                   "constraint roll: r*phi' = -(R - r)*theta'\n",
                   NULL, NULL);
    const equilibrium *low = at(&y, "theta", 0);
    assert_int_equal(y.e.count, 2);
    assert_close(low->at.q[coord(&y, "phi")], 0.1 + 4 * 0.35, 1e-9);
    assert_int_equal(low->linear.states, 2);
    assert_false(low->degenerate);
    assert_stability(low, STABLE);
    assert_swing(low, 0, sqrt(2 * 9.81 / (3 * 0.8)), 1e-9);
    assert_stability(&y.e.at[1], UNSTABLE);
    done(&y);
}

/* Neither row integrates, but their difference does: R (p - w) - 2 k a. What stays free is y, and rolling on. */
static void an_axle_keeps_an_integral(void **state) {
    (void)state;
    study y = look("param R = 0.3, k = 0.5, K = 7\ncoord x = 0, y = 0, a = 0.2, p = 0.3, w = 0\n"
                   "kinetic T = 1/2*(x'^2 + y'^2 + a'^2 + p'^2 + w'^2)\npotential V = K*x^2/2 + K*a^2\n"
                   "constraint left: x'*cos(a) + y'*sin(a) + k*a' = R*p'\n"
                   "constraint right: x'*cos(a) + y'*sin(a) - k*a' = R*w'\n",
                   NULL, NULL);
    const equilibrium *e = at(&y, "a", 0);
    double p = e->at.q[coord(&y, "p")], w = e->at.q[coord(&y, "w")];
    assert_close(0.3 * (p - w), 0.3 * 0.3 - 0.2, 1e-9);
    assert_int_equal(e->linear.states, 4 + 3);
    done(&y);
}

static void cart_with_pendulum(void **state) {
    (void)state;
    const char *text = "coord x = 1, a = 0.4\ngravity 9.81\nparticle cart: mass 3 at [x, 0]\n"
                       "particle bob: mass 2 at [x + sin(a), -cos(a)]\n";
    for (int known = 0; known < 2; known++) {
        study y = look(text, known ? "x" : NULL, NULL);
        assert_int_equal(y.e.count, 2);
        const equilibrium *down = at(&y, "a", 0);
        assert_true(down->degenerate);
        assert_stability(down, known ? STABLE : UNDECIDED);
        assert_swing(down, 0, 0, 0);
        assert_swing(down, 1, sqrt(9.81 * 5 / 3), 1e-12);
        assert_matrix_agrees(&y, down);
        assert_stability(at(&y, "a", PI), UNSTABLE);
        done(&y);
    }
}

/* The contact carries the block; it swings along the ground. */
static void block_on_the_ground(void **state) {
    (void)state;
    study y = look("coord x = 0.2, y = 0\nparticle block: mass 2 at [x, y]\ngravity 9.81\n"
                   "contact ground: y >= 0\npotential V = 4*x^2\n",
                   NULL, NULL);
    const equilibrium *rest = only(&y);
    assert_stability(rest, STABLE);
    assert_swing(rest, 0, 2, 1e-13);
    assert_close(rest->lambda[0], -2 * 9.81, 1e-12);
    done(&y);
}

static void nowhere_at_rest(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"coord x = 0, y = 1\ngravity 9.81\nparticle stone: mass 1 at [x, y]\n", "no equilibrium was found"},
        {"coord r = 1, s = 0\nkinetic T = r'^2 + s'^2\npotential V = -1/sqrt(r^2 + s^2)\n", "no equilibrium was found"},
        {"coord x = 0\nparticle p: mass 1 at [x, 0]\ngeneralized F: x = sin(3*t) - x\n", "depend on time"},
        {"coord x = 0\nkinetic T = exp(-t)*x'^2\npotential V = x^2\n", "depend on time"},
        {"coord x = 0, y = 1\nparticle p: mass 1 at [x, y]\ngravity 9.81\nconstraint lift: y = 1 + t\n",
         "'lift' depends on time"},
        {"coord x = 0, y = 0\nparticle p: mass 1 at [x, y]\ngravity 9.81\n"
         "contact floor: y >= 0, friction 0.3 along x\n",
         "friction can hold the contact 'floor'"},
        {"coord x = 1\nkinetic T = x'^2\nconstraint belt: x' = 2\n", "'belt' does not hold at rest"},
        {"coord y = 1\nparticle p: mass 1 at [0, y]\ngravity 9.81\ncontact floor: y >= 0\n", "with the contacts"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        study y = look(cases[k].text, NULL, NULL);
        assert_int_equal(y.e.count, 0);
        if (!strstr(y.e.none, cases[k].why))
            fail_msg("%s", y.e.none);
        done(&y);
    }
}

/* Dry friction, or a force without a slope: a place of balance, but nothing is linear about it. */
static void forces_that_jump(void **state) {
    (void)state;
    study y =
        look("coord x = 0.5\nkinetic T = x'^2\npotential V = x^2\ngeneralized F: x = -0.1*sign(x')\n", NULL, NULL);
    const equilibrium *e = only(&y);
    assert_int_equal(e->linear.states, 0);
    assert_int_equal(e->mode_count, 0);
    assert_stability(e, UNDECIDED);
    done(&y);
    study tip = look("coord x = 0.5\nkinetic T = x'^2\npotential V = abs(x)^(3/2) + x^2\n", NULL, NULL);
    e = only(&tip);
    assert_int_equal(e->linear.states, 0);
    assert_stability(e, UNDECIDED);
    done(&tip);
}

/* 2^10 places: the search says that it stops. */
static void expect_no_slope(const char *text) {
    study y = look(text, NULL, NULL);
    const equilibrium *e = only(&y);
    assert_int_equal(e->linear.states, 0);
    assert_int_equal(e->mode_count, 0);
    assert_stability(e, UNDECIDED);
    done(&y);
}

/* Slopes that are others on either side: of places, of velocities, across the coordinates, on a constraint. */
static void forces_with_a_kink(void **state) {
    (void)state;
    expect_no_slope("coord x = 0.5\nkinetic T = x'^2/2\npotential V = if x > 0 then x^2 else 3*x^2\n");
    expect_no_slope("coord x = 0.3\nkinetic T = x'^2/2\npotential V = abs(x) + x^2\n");
    expect_no_slope("coord x = 0.3\nkinetic T = x'^2/2\npotential V = x^2\n"
                    "generalized F: x = if x' > 0 then -x'/5 else -x'/2\n");
    expect_no_slope("coord x = 0.3, y = 0.1\nkinetic T = (x'^2 + y'^2)/2\n"
                    "potential V = x^2 + x*y + y^2 + max(0, x - y)^2/50\n");
    study y = look("coord x ~ 0.3, y ~ -0.9\nkinetic T = (x'^2 + y'^2)/2\npotential V = y + max(0, x)^2\n"
                   "constraint rod: x^2 + y^2 = 1\n",
                   NULL, NULL);
    assert_int_equal(at(&y, "y", -1)->linear.states, 0);
    done(&y);
}

/* A kink across the free directions, or beside the place, does no harm; nor do slopes that change without one. */
static void kinks_that_do_no_harm(void **state) {
    (void)state;
    study y = look("coord x = 0.3, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2 + 5*abs(y)\n"
                   "constraint rail: y = 0\n",
                   NULL, NULL);
    assert_swing(only(&y), 0, sqrt(2), 1e-9);
    done(&y);
    study beside =
        look("coord x = 0.2\nkinetic T = x'^2/2\npotential V = (x - 0.3)^2 + max(0, x - 0.31)^2\n", NULL, NULL);
    assert_swing(at(&beside, "x", 0.3), 0, sqrt(2), 1e-9);
    done(&beside);
    study steep = look("coord x = 0.2\nkinetic T = x'^2/2\npotential V = x^2 + abs(x)^3 + 1e3*x^4\n", NULL, NULL);
    assert_swing(only(&steep), 0, sqrt(2), 1e-9);
    done(&steep);
}

/* r at an angle and -r at the opposite one are one place, and so are a quaternion and its negative; crossed bars
   without mass are not. */
static void places_named_twice(void **state) {
    (void)state;
    study y = look("coord th = 0.2, r ~ 1\ngravity 9.81\nparticle p: mass 1 at r*[sin(th), -cos(th)]\n"
                   "spring s: from [0, 0] to p, stiffness 100, length 1\n",
                   NULL, NULL);
    assert_int_equal(y.e.count, 2);
    assert_stability(&y.e.at[0], STABLE);
    assert_stability(&y.e.at[1], UNSTABLE);
    done(&y);
    study turned = look("orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ngravity 9.81\n"
                        "body b: mass 1, inertia [0.1, 0.2, 0.15], at B*[0.3, 0, -0.5], frame B\n"
                        "spring s: from [0.5, 1, -2] to b + B*[0.1, 0, 0], stiffness 10, length 1\n"
                        "spring z: from [2, 0, -2] to b + B*[0, 0.4, 0], stiffness 10, length 1\n",
                        NULL, NULL);
    assert_true(turned.e.count > 1);
    for (size_t i = 0; i < turned.e.count; i++)
        for (size_t k = 0; k < i; k++) {
            const double *a = turned.e.at[i].at.q, *b = turned.e.at[k].at.q;
            assert_true(fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]) < 0.999);
        }
    done(&turned);
    study crossed = look("coord x = 1, a ~ 1\nparticle p: mass 1 at [x, 0]\npotential V = (x - 1)^2\n"
                         "constraint knee: x = 2*cos(a)\n",
                         NULL, NULL);
    assert_ptr_not_equal(at(&crossed, "a", PI / 3), at(&crossed, "a", -PI / 3));
    done(&crossed);
}

static void too_many_to_list(void **state) {
    (void)state;
    study y =
        look("param N = 10\nfor i in 1..N { coord a[i] = 0.1*i }\ngravity 9.81\nlet P[0] = [0, 0]\n"
             "for i in 1..N {\n  let P[i] = P[i-1] + [sin(a[i]), -cos(a[i])]\n  particle p[i]: mass 1 at P[i]\n}\n",
             NULL, NULL);
    assert_true(y.e.count > 1);
    assert_non_null(y.e.note);
    assert_stability(&y.e.at[0], STABLE);
    for (int i = 0; i < 10; i++)
        assert_near(y.e.at[0].at.q[i], 0, 1e-10);
    done(&y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_pendulum),
        cmocka_unit_test(oscillators_between_walls),
        cmocka_unit_test(pendulum_up_and_down),
        cmocka_unit_test(elastic_pendulum),
        cmocka_unit_test(damped_oscillator),
        cmocka_unit_test(bead_on_a_turning_hoop),
        cmocka_unit_test(double_well),
        cmocka_unit_test(quartic),
        cmocka_unit_test(quartic_beside_wells),
        cmocka_unit_test(quartic_beside_equal_wells),
        cmocka_unit_test(force_that_dies_away),
        cmocka_unit_test(follower_force),
        cmocka_unit_test(foucault),
        cmocka_unit_test(conical_pendulum),
        cmocka_unit_test(lagrange_top),
        cmocka_unit_test(sleeping_top),
        cmocka_unit_test(four_bar),
        cmocka_unit_test(disk_on_its_edge),
        cmocka_unit_test(skate),
        cmocka_unit_test(coin),
        cmocka_unit_test(rolling_that_integrates),
        cmocka_unit_test(an_axle_keeps_an_integral),
        cmocka_unit_test(cart_with_pendulum),
        cmocka_unit_test(block_on_the_ground),
        cmocka_unit_test(nowhere_at_rest),
        cmocka_unit_test(forces_that_jump),
        cmocka_unit_test(forces_with_a_kink),
        cmocka_unit_test(kinks_that_do_no_harm),
        cmocka_unit_test(places_named_twice),
        cmocka_unit_test(too_many_to_list),
    };
    return machine_skip_without_lapack(MACHINE_RUN_TESTS(tests, NULL));
}
