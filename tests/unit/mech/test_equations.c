/* Derived equations against closed forms, finite differences and the balance of power, at random states. */
#include "mech/support.h"

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum { STATES = 20 };

static void pendulum_in_an_angle(void **state) {
    (void)state;
    bench b = bench_derive("param m = 1.3, l = 0.7, g = 9.81\ncoord theta = 0\ngravity g\n"
                           "particle bob: mass m at l*[sin(theta), -cos(theta)]\n");
    assert_int_equal(b.e.n, 1);
    assert_int_equal(b.e.m, 0);
    for (int k = 0; k < STATES; k++) {
        bench_roll(&b);
        double theta = *bench_q(&b, "theta"), rate = *bench_v(&b, "theta");
        assert_near(bench_M(&b, 0, 0), 1.3 * 0.49, 1e-14);
        assert_near(bench_value(&b, b.e.h[0]), -1.3 * 9.81 * 0.7 * sin(theta), 1e-14);
        assert_near(bench_value(&b, b.e.kinetic), 0.5 * 1.3 * 0.49 * rate * rate, 1e-14);
        assert_near(bench_value(&b, b.e.potential), -1.3 * 9.81 * 0.7 * cos(theta), 1e-14);
        assert_near(bench_value(&b, b.e.power), 0, 1e-13);
    }
    bench_destroy(&b);
}

/* A state is the velocity of a mass 1 that nothing else is tied to: its rate is its force, and no energy is its own. */
static void states_stand_apart(void **state) {
    (void)state;
    bench b = bench_derive("param m = 1.3, k = 4\ncoord x = 0\nstate s = 0.2, rate 3*x - s^2\nmemory h = 1\n"
                           "kinetic T = m*x'^2/2\npotential V = k*(x - s)^2/2\ndissipation D = s*x'^2/2\n"
                           "generalized f: x = h*s\n");
    assert_int_equal(b.e.n, 3);
    const int none = 0, s_at = 1, h_at = 2;
    for (int i = 0; i < STATES; i++) {
        bench_roll(&b);
        double x = *bench_q(&b, "x"), v = *bench_v(&b, "x"), s = *bench_v(&b, "s"), h = *bench_v(&b, "h");
        assert_near(bench_M(&b, s_at, s_at), 1, 0);
        assert_near(bench_M(&b, h_at, h_at), 1, 0);
        assert_near(bench_M(&b, s_at, none), 0, 0);
        assert_near(bench_value(&b, b.e.h[0]), -4 * (x - s) - s * v + h * s, 1e-12);
        assert_near(bench_value(&b, b.e.h[s_at]), 3 * x - s * s, 1e-13);
        assert_near(bench_value(&b, b.e.h[h_at]), 0, 0);
        assert_near(bench_value(&b, b.e.kinetic), 1.3 * v * v / 2, 1e-13);
        double of_state = -4 * (x - s) * (3 * x - s * s); /* dV/ds s' */
        assert_near(bench_value(&b, b.e.power), -s * v * v + h * s * v + of_state, 1e-12);
        assert_near(bench_value(&b, mech_rate_of_state(b.m, &b.choice, s_at)), 3 * x - s * s, 1e-13);
        assert_near(bench_value(&b, mech_rate_of_state(b.m, &b.choice, h_at)), 0, 0);
    }
    mech_choice places = mech_without_states(b.m, &b.choice, b.memory);
    mech_equations e = mech_derive(b.m, &places, b.memory);
    assert_int_equal(e.n, 1);
    assert_true(expr_same(e.h[0], b.e.h[0]));
    bench_destroy(&b);
}

static void pendulum_in_cartesian_coordinates(void **state) {
    (void)state;
    bench b = bench_derive("param m = 1.3, g = 9.81\ncoord x = 1, y = 0\ngravity g\nparticle bob: mass m at [x, y]\n"
                           "constraint rod: x^2 + y^2 = 1\n");
    for (int k = 0; k < STATES; k++) {
        bench_roll(&b);
        double x = *bench_q(&b, "x"), y = *bench_q(&b, "y"), vx = *bench_v(&b, "x"), vy = *bench_v(&b, "y");
        assert_near(bench_M(&b, 0, 0), 1.3, 1e-15);
        assert_near(bench_M(&b, 1, 0), 0, 0);
        assert_near(bench_M(&b, 1, 1), 1.3, 1e-15);
        assert_near(bench_value(&b, b.e.h[0]), 0, 0);
        assert_near(bench_value(&b, b.e.h[1]), -1.3 * 9.81, 1e-14);
        assert_near(bench_A(&b, 0, 0), 2 * x, 1e-15);
        assert_near(bench_A(&b, 0, 1), 2 * y, 1e-15);
        assert_near(bench_value(&b, b.e.f[0]), x * x + y * y - 1, 1e-14);
        assert_near(bench_value(&b, b.e.f_dot[0]), 2 * (x * vx + y * vy), 1e-14);
        assert_near(bench_value(&b, b.e.gamma[0]), -2 * (vx * vx + vy * vy), 1e-14);
    }
    bench_destroy(&b);
}

static void double_pendulum(void **state) {
    (void)state;
    bench b = bench_derive("param m1 = 1.5, m2 = 0.8, l1 = 0.9, l2 = 1.2, g = 9.81\ncoord a = 0, b = 0\ngravity g\n"
                           "let P = l1*[sin(a), -cos(a)]\nparticle upper: mass m1 at P\n"
                           "particle lower: mass m2 at P + l2*[sin(b), -cos(b)]\n");
    double m1 = 1.5, m2 = 0.8, l1 = 0.9, l2 = 1.2, g = 9.81;
    for (int k = 0; k < STATES; k++) {
        bench_roll(&b);
        double p = *bench_q(&b, "a"), q = *bench_q(&b, "b"), u = *bench_v(&b, "a"), v = *bench_v(&b, "b");
        assert_near(bench_M(&b, 0, 0), (m1 + m2) * l1 * l1, 1e-13);
        assert_near(bench_M(&b, 1, 0), m2 * l1 * l2 * cos(p - q), 1e-13);
        assert_near(bench_M(&b, 1, 1), m2 * l2 * l2, 1e-13);
        double ha = -m2 * l1 * l2 * sin(p - q) * v * v - (m1 + m2) * g * l1 * sin(p);
        double hb = m2 * l1 * l2 * sin(p - q) * u * u - m2 * g * l2 * sin(q);
        assert_near(bench_value(&b, b.e.h[0]), ha, 1e-12);
        assert_near(bench_value(&b, b.e.h[1]), hb, 1e-12);
    }
    bench_destroy(&b);
}

/* T of a rod from its ends by m/6 (vA.vA + vA.vB + vB.vB) against its centre and its turning. */
static void rods_are_the_classical_ones(void **state) {
    (void)state;
    bench rod = bench_derive("param m = 1.1, l = 0.8\ncoord x = 0, y = 0, a = 0\ngravity 9.81\n"
                             "rod beam: mass m, from [x, y] to [x, y] + l*dir(a)\n");
    bench body = bench_derive("param m = 1.1, l = 0.8\ncoord x = 0, y = 0, a = 0\ngravity 9.81\n"
                              "body beam: mass m, inertia m*l^2/12, at [x, y] + l/2*dir(a), angle a\n");
    for (int k = 0; k < STATES; k++) {
        bench_roll(&rod);
        bench_roll(&body); /* the same numbers */
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j <= i; j++)
                assert_near(bench_M(&rod, i, j), bench_M(&body, i, j), 1e-13);
            assert_near(bench_value(&rod, rod.e.h[i]), bench_value(&body, body.e.h[i]), 1e-12);
        }
        assert_near(bench_value(&rod, rod.e.energy), bench_value(&body, body.e.energy), 1e-13);
    }
    bench_destroy(&rod);
    bench_destroy(&body);
}

static void forces(bench *b, expr_id *Q) {
    mech_forces(b->m, &b->choice, &b->e, b->memory, Q);
}

#define DISK                                                                                                           \
    "coord x = 0, y = 0, a = 0\nlet G = [x, y]\nlet P = G + [0.3, 0.4]\n"                                              \
    "body disk: mass 2, inertia 3, at G, angle a\n"

static void forces_enter_by_their_power(void **state) {
    (void)state;
    expr_id Q[3];
    bench b = bench_derive(DISK "force F: [5, 7] at P\n");
    forces(&b, Q);
    bench_roll(&b);
    const double at_the_point[] = {5, 7, 0};
    for (int i = 0; i < 3; i++)
        assert_near(bench_value(&b, Q[i]), at_the_point[i], 1e-15);
    bench_destroy(&b);

    b = bench_derive(DISK "force F: [5, 7] at P on disk\n");
    forces(&b, Q);
    bench_roll(&b);
    const double on_the_body[] = {5, 7, 0.3 * 7 - 0.4 * 5};
    for (int i = 0; i < 3; i++) {
        assert_near(bench_value(&b, Q[i]), on_the_body[i], 1e-14);
        assert_near(bench_value(&b, b.e.h[i]), on_the_body[i], 1e-14);
    }
    bench_destroy(&b);
}

static void torques_react_on_the_other_body(void **state) {
    (void)state;
    bench b = bench_derive("coord a = 0, b = 0, c = 0\nbody arm: mass 1, inertia 1, at [0, 0], angle a + c\n"
                           "body base: mass 1, inertia 1, at [0, 0], angle b\n"
                           "torque M: 4 on arm reacting on base\ntorque N: 0.5*b on base\n");
    expr_id Q[3];
    forces(&b, Q);
    bench_roll(&b);
    assert_near(bench_value(&b, Q[0]), 4, 0);
    assert_near(bench_value(&b, Q[1]), -4 + 0.5 * *bench_q(&b, "b"), 1e-14);
    assert_near(bench_value(&b, Q[2]), 4, 0);
    bench_destroy(&b);
}

static void dissipation_and_generalized_forces(void **state) {
    (void)state;
    bench b = bench_derive("param c = 0.3\ncoord x = 0, y = 0\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                           "dissipation D = 1/2*c*(x' - y')^2\ngeneralized push: y = 3*x*sin(t)\n"
                           "spring s: from [0, 0] to [x, 0], stiffness 2, length 0.1, damping 0.7\n");
    for (int k = 0; k < STATES; k++) {
        bench_roll(&b);
        double x = *bench_q(&b, "x"), u = *bench_v(&b, "x"), v = *bench_v(&b, "y"), t = b.at[b.m->t];
        double stretch = 2 * (fabs(x) - 0.1) * (x > 0 ? 1 : -1);
        assert_near(bench_value(&b, b.e.h[0]), -0.3 * (u - v) - stretch - 0.7 * u, 1e-13);
        assert_near(bench_value(&b, b.e.h[1]), 0.3 * (u - v) + 3 * x * sin(t), 1e-13);
    }
    bench_destroy(&b);
}

static void rolling_uses_the_material_point(void **state) {
    (void)state;
    bench b = bench_derive("param R = 0.3\ncoord x = 0, a = 0\nbody wheel: mass 1, inertia 1, at [x, R], angle a\n"
                           "constraint roll: velocity([x, 0] on wheel).x = 0\n");
    bench_roll(&b);
    assert_near(bench_A(&b, 0, 0), 1, 0);
    assert_near(bench_A(&b, 0, 1), 0.3, 1e-15);
    assert_near(bench_value(&b, b.e.f_dot[0]), *bench_v(&b, "x") + 0.3 * *bench_v(&b, "a"), 1e-15);
    assert_true(expr_is_zero(b.m->g, b.e.f[0]));
    assert_near(bench_value(&b, b.e.gamma[0]), 0, 0);
    bench_destroy(&b);
}

/* A magnetic field: terms of L that are linear in the velocities turn the path and keep Jacobi's function. */
static void lagrangian_with_linear_terms(void **state) {
    (void)state;
    bench b = bench_derive("param m = 1.2, B = 0.7, k = 2\ncoord x = 0, y = 0\n"
                           "lagrangian L = 1/2*m*(x'^2 + y'^2) + 1/2*B*(x*y' - y*x') - 1/2*k*(x^2 + y^2)\n");
    for (int i = 0; i < STATES; i++) {
        bench_roll(&b);
        double x = *bench_q(&b, "x"), y = *bench_q(&b, "y"), u = *bench_v(&b, "x"), v = *bench_v(&b, "y");
        assert_near(bench_M(&b, 0, 0), 1.2, 1e-15);
        assert_near(bench_M(&b, 1, 0), 0, 0);
        assert_near(bench_value(&b, b.e.h[0]), 0.7 * v - 2 * x, 1e-14);
        assert_near(bench_value(&b, b.e.h[1]), -0.7 * u - 2 * y, 1e-14);
        assert_near(bench_value(&b, b.e.kinetic), 0.6 * (u * u + v * v), 1e-14);
        assert_near(bench_value(&b, b.e.potential), x * x + y * y, 1e-14);
        assert_near(bench_value(&b, b.e.energy), 0.6 * (u * u + v * v) + x * x + y * y, 1e-14);
        assert_near(bench_value(&b, b.e.power), 0, 1e-13);
    }
    bench_destroy(&b);
}

/* Everything that moves energy, one after the other and all at once. */
static const char *const busy_models[] = {
    "coord x = 1, y = 0\ngravity 9.81\nparticle p: mass 2 at [x, y]\nconstraint rod: x^2 + y^2 = 1\n",
    "coord x = 1, y = 0\ngravity 9.81\nparticle p: mass 2 at [x, y]\nconstraint plane: y = x*tan(0.3*t)\n",
    "coord x = 1, y = 0, a = 0\nkinetic T = x'^2 + y'^2 + 1/2*a'^2 + 0.3*x'*a'*cos(a)\n"
    "constraint edge: x'*sin(a) = y'*cos(a) + 0.2*cos(t)\npotential V = x*y*cos(t)\n",
    "coord a = 0\ngravity 9.81\nparticle p: mass 2 at [sin(2*t), 0] + 0.7*[sin(a), -cos(a)]\n",
    "coord x = 0, y = 0\nlagrangian L = 1/2*exp(0.1*t)*(x'^2 + y'^2) + 0.4*(x*y' - y*x') - x^2*y^2\n"
    "generalized Q: x = -x'*abs(x')\n",
    "coord x = 0, y = 0\nkinetic T = 1/2*(x'^2 + 2*y'^2) + x^4*y'*sin(t) + y^2\npotential V = x^2\n"
    "dissipation D = 0.1*(x' - 2*y')^2\nforce F: [y, x*t] at [x, y^2]\n",
    "coord x = 1, y = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint speed: x'^2 + y'^2 = 4 + t\n",
};

static expr_id rate_of(bench *b, expr_id e) {
    return mech_acceleration(b->m, &b->e, e);
}

/* Accelerations and multipliers at the point, put into it. */
static void solve_motion(bench *b) {
    int n = b->e.n, m = b->e.m;
    double M[64] = {0}, A[64], h[8], gamma[8], a[8], lambda[8];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            M[i * n + j] = bench_M(b, i, j);
        h[i] = bench_value(b, b->e.h[i]);
    }
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < n; i++)
            A[k * n + i] = bench_A(b, k, i);
        gamma[k] = bench_value(b, b->e.gamma[k]);
    }
    saddle *s = num_saddle_create(b->memory, n, m);
    assert_false(num_saddle_factor(s, M, A, n, m).singular);
    num_saddle_solve(s, h, gamma, a, lambda, NULL);
    for (int i = 0; i < n; i++)
        b->at[b->m->coords[b->e.coords[i]].a] = a[i];
    for (int k = 0; k < m; k++)
        b->at[b->m->rows[b->e.rows[k]].lambda] = lambda[k];
}

static void power_is_the_rate_of_energy(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof busy_models / sizeof *busy_models; k++) {
        bench b = bench_derive(busy_models[k]);
        expr_id rate = rate_of(&b, b.e.energy);
        for (int i = 0; i < STATES; i++) {
            bench_roll(&b);
            solve_motion(&b);
            assert_near(bench_value(&b, b.e.power), bench_value(&b, rate), 1e-9);
        }
        bench_destroy(&b);
    }
}

/* The value of an expression at a time h later, on a path with these velocities and accelerations. */
static double value_later(const bench *b, expr_id e, const double *a, double h) {
    double *at = ARENA_ARRAY(b->memory, double, b->m->var_count);
    memcpy(at, b->at, b->m->var_count * sizeof *at);
    at[b->m->t] += h;
    for (int i = 0; i < b->e.n; i++) {
        const model_coord *c = &b->m->coords[b->e.coords[i]];
        at[c->q] += h * at[c->v] + 0.5 * h * h * a[i];
        at[c->v] += h * a[i];
    }
    return expr_eval(b->m->g, e, at);
}

static double slope(const bench *b, expr_id e, const double *a) {
    const double h = 1e-5;
    return (value_later(b, e, a, h) - value_later(b, e, a, -h)) / (2 * h);
}

/* f_dot = df/dt and d(f_dot)/dt = A a - gamma on any path. */
static void rows_agree_with_differences(void **state) {
    (void)state;
    for (size_t which = 0; which < sizeof busy_models / sizeof *busy_models; which++) {
        bench b = bench_derive(busy_models[which]);
        for (int i = 0; i < STATES; i++) {
            bench_roll(&b);
            double a[8];
            for (int j = 0; j < b.e.n; j++)
                a[j] = 3 * bench_random(&b);
            for (int k = 0; k < b.e.m; k++) {
                if (!b.m->base->rows[b.e.rows[k]].velocity)
                    assert_near(bench_value(&b, b.e.f_dot[k]), slope(&b, b.e.f[k], a), 1e-7);
                double second = -bench_value(&b, b.e.gamma[k]);
                for (int j = 0; j < b.e.n; j++)
                    second += bench_A(&b, k, j) * a[j];
                assert_near(second, slope(&b, b.e.f_dot[k], a), 1e-7);
            }
        }
        bench_destroy(&b);
    }
}

/* M a - h = d/dt dL/dq' - dL/dq on any path, the forces left out. */
static void equations_are_those_of_lagrange(void **state) {
    (void)state;
    for (size_t which = 0; which < sizeof busy_models / sizeof *busy_models; which++) {
        bench b = bench_derive(busy_models[which]);
        graph *g = b.m->g;
        int n = b.e.n;
        expr_id L = expr_int(g, 0), Q[8];
        for (size_t i = 0; i < b.m->base->element_count; i++) {
            const system_element *x = &b.m->base->elements[i];
            if (x->kind == ELEMENT_KINETIC || x->kind == ELEMENT_LAGRANGIAN)
                L = expr_add(g, L, x->energy);
            if (x->kind == ELEMENT_POTENTIAL)
                L = expr_sub(g, L, x->energy);
        }
        forces(&b, Q);
        for (int i = 0; i < n; i++) {
            expr_id p = expr_derivative(g, L, b.m->coords[i].v), push = expr_derivative(g, L, b.m->coords[i].q);
            bench_roll(&b);
            double a[8], left = -bench_value(&b, b.e.h[i]);
            for (int j = 0; j < n; j++) {
                a[j] = 3 * bench_random(&b);
                left += bench_M(&b, i, j) * a[j];
            }
            assert_near(left + bench_value(&b, Q[i]), slope(&b, p, a) - bench_value(&b, push), 1e-7);
        }
        bench_destroy(&b);
    }
}

static void rates_and_accelerations(void **state) {
    (void)state;
    bench b = bench_derive("coord x = 1, y = 0\nkinetic T = x'^2 + y'^2\n");
    graph *g = b.m->g;
    const model_coord *x = &b.m->coords[0], *y = &b.m->coords[1];
    expr_id f =
        expr_mul(g, expr_unary(g, EXPR_SIN, expr_var(g, x->q)), expr_mul(g, expr_var(g, y->q), expr_var(g, b.m->t)));
    expr_id rate = mech_rate(b.m, &b.e, f), second = rate_of(&b, rate);
    bench_roll(&b);
    double a[2] = {0.7, -1.1};
    b.at[x->a] = a[0];
    b.at[y->a] = a[1];
    assert_near(bench_value(&b, rate), slope(&b, f, a), 1e-8);
    assert_near(bench_value(&b, second), slope(&b, rate, a), 1e-8);
    bench_destroy(&b);
}

static void only_what_is_in_force_counts(void **state) {
    (void)state;
    bench b = bench_create("coord x = 1, y = 0, z = 0\nkinetic T = x'^2 + y'^2 + z'^2 + x'*z'\n"
                           "generalized Q: x = 5\nspring s: from [0, 0] to [x, 2], stiffness 3, length 0, damping 1\n"
                           "constraint c: x = y\nconstraint d: x + y + z = 1 off\ncontact floor: y >= -5\n");
    b.e = mech_derive(b.m, &b.choice, b.memory);
    assert_int_equal(b.e.n, 3);
    assert_int_equal(b.e.m, 1);
    for (size_t i = 0; i < b.m->switch_count; i++)
        if (!strcmp(b.m->switches[i].name, "Q") || !strcmp(b.m->switches[i].name, "s"))
            b.switched_off[i] = true;
    b.dropped[bench_coord(&b, "z")] = true;
    b.rows[0] = false;
    b.rows[1] = b.rows[2] = true;
    b.e = mech_derive(b.m, &b.choice, b.memory);
    assert_int_equal(b.e.n, 2);
    assert_int_equal(b.e.m, 2);
    bench_roll(&b);
    assert_near(bench_value(&b, b.e.h[0]), 0, 0);
    assert_near(bench_A(&b, 0, 0), 1, 0);
    assert_near(bench_A(&b, 1, 0), 0, 0);
    assert_near(bench_A(&b, 1, 1), 1, 0);
    assert_near(bench_value(&b, b.e.potential), 0, 0);
    bench_destroy(&b);
}

/* N = -lambda pushes along f_q, mu N drags against the slip: M q'' + (f_q - sign mu s_q)^T lambda = h. */
static void sliding_friction_goes_with_the_normal_force(void **state) {
    (void)state;
    bench b = bench_create("coord x = 0, y = 0, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\n"
                           "contact floor: y >= 0, friction 0.3 along x^2 + z\n");
    signed char slip[2] = {-1, 0};
    b.rows[0] = true;
    b.choice.slip = slip;
    b.e = mech_derive(b.m, &b.choice, b.memory);
    assert_int_equal(b.e.m, 1);
    assert_true(b.e.unsymmetric);
    bench_roll(&b);
    const double C[] = {0.3 * 2 * *bench_q(&b, "x"), 1, 0.3}, A[] = {0, 1, 0};
    for (int i = 0; i < 3; i++) {
        assert_near(bench_value(&b, b.e.C[i]), C[i], 1e-15);
        assert_near(bench_A(&b, 0, i), A[i], 0);
    }
    bench_destroy(&b);
}

static bench chain(int links) {
    char text[500];
    snprintf(text, sizeof text,
             "param N = %d\nparam l = 0.5\ncoord q[1..N] = 0.1\ngravity 9.81\nlet p[0] = [0, 0]\n"
             "for i in 1..N {\n let p[i] = p[i-1] + l*[sin(q[i]), -cos(q[i])]\n particle ball[i]: mass 1 at p[i]\n}\n",
             links);
    return bench_derive(text);
}

static size_t chain_nodes(int links) {
    bench b = chain(links);
    expr_id *roots = ARENA_ARRAY(b.memory, expr_id, links * (links + 1));
    size_t count = 0;
    for (int i = 0; i < links; i++) {
        roots[count++] = b.e.h[i];
        for (int j = 0; j <= i; j++)
            roots[count++] = b.e.M[i * links + j];
    }
    size_t nodes = expr_count_nodes(b.m->g, roots, count);
    bench_destroy(&b);
    return nodes;
}

/* M has n^2/2 entries that are all different: anything that grows faster than n^2 has lost the shared sums. */
static void chains_stay_small(void **state) {
    (void)state;
    size_t ten = chain_nodes(10), twenty = chain_nodes(20), forty = chain_nodes(40);
    print_message("nodes of chains: %zu, %zu, %zu\n", ten, twenty, forty);
    assert_true((double)twenty < 4.2 * (double)ten);
    assert_true((double)forty < 4.2 * (double)twenty);
    assert_true(forty < 40 * 40 * 20);
}

static void chains_have_the_known_inertia(void **state) {
    (void)state;
    enum { N = 7 };
    bench b = chain(N);
    bench_roll(&b);
    expr_id p[N], row[N];
    uint32_t v[N];
    for (int i = 0; i < N; i++) {
        v[i] = b.m->coords[i].v;
        p[i] = expr_derivative(b.m->g, b.e.kinetic, v[i]);
    }
    for (int i = 0; i < N; i++) {
        expr_reverse(b.m->g, &p[i], NULL, 1, v, N, row);
        for (int j = 0; j < N; j++) {
            double between = cos(b.at[b.m->coords[i].q] - b.at[b.m->coords[j].q]);
            assert_near(bench_M(&b, i, j), 0.25 * (N - (i > j ? i : j)) * between, 1e-13);
            assert_near(bench_value(&b, row[j]), bench_M(&b, i, j), 1e-13);
        }
    }
    bench_destroy(&b);
}

static void inertia_can_come_later(void **state) {
    (void)state;
    bench b = chain(7);
    mech_equations lean = mech_derive_lean(b.m, &b.choice, b.memory);
    assert_null(lean.M);
    mech_inertia(b.m, &lean, b.memory);
    b.e = mech_derive(b.m, &b.choice, b.memory);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(lean.h[i].i, b.e.h[i].i);
        for (int j = 0; j <= i; j++)
            assert_int_equal(lean.M[i * 7 + j].i, b.e.M[i * 7 + j].i);
    }
    const expr_id *made = lean.M;
    mech_inertia(b.m, &lean, b.memory);
    assert_ptr_equal(lean.M, made);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_in_an_angle),
        cmocka_unit_test(pendulum_in_cartesian_coordinates),
        cmocka_unit_test(double_pendulum),
        cmocka_unit_test(rods_are_the_classical_ones),
        cmocka_unit_test(forces_enter_by_their_power),
        cmocka_unit_test(torques_react_on_the_other_body),
        cmocka_unit_test(dissipation_and_generalized_forces),
        cmocka_unit_test(rolling_uses_the_material_point),
        cmocka_unit_test(lagrangian_with_linear_terms),
        cmocka_unit_test(power_is_the_rate_of_energy),
        cmocka_unit_test(rows_agree_with_differences),
        cmocka_unit_test(equations_are_those_of_lagrange),
        cmocka_unit_test(rates_and_accelerations),
        cmocka_unit_test(only_what_is_in_force_counts),
        cmocka_unit_test(sliding_friction_goes_with_the_normal_force),
        cmocka_unit_test(chains_stay_small),
        cmocka_unit_test(states_stand_apart),
        cmocka_unit_test(chains_have_the_known_inertia),
        cmocka_unit_test(inertia_can_come_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
