/* The linear system at a state is what differences of lgr_dynamics give; its matrices mean what they say. */
#include <stdio.h>

#include "api/support.h"
#include "linear/system.h"

enum { MOST = 80, INPUT = 0 };

typedef struct machine {
    lgr_model *model;
    lgr_dynamics *dynamics;
    size_t n;
} machine;

static machine open_machine(const char *text) {
    machine x = {.model = parse(text)};
    x.dynamics = lgr_dynamics_create(x.model, NULL);
    assert_int_equal(lgr_dynamics_status(x.dynamics), LGR_STATUS_OK);
    x.n = lgr_dynamics_coordinate_count(x.dynamics);
    assert_true(x.n <= MOST);
    return x;
}

static void close_machine(machine *x) {
    lgr_dynamics_destroy(x->dynamics);
    lgr_model_destroy(x->model);
}

/* The independent states at a place beside the one that was linearised, and their rates. */
static void states_beside(machine *x, const linear_about *at, const double *along, double step, double *states,
                          double *rates) {
    double q[MOST], v[MOST], a[MOST];
    for (size_t i = 0; i < x->n; i++) {
        q[i] = at->q[i] + step * along[i];
        v[i] = at->v[i] + step * along[x->n + i];
    }
    assert_int_equal(lgr_dynamics_project(x->dynamics, at->t, q, v), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_accelerate(x->dynamics, at->t, q, v, a, NULL), LGR_STATUS_OK);
    for (int k = 0; k < at->q_count; k++) {
        states[k] = q[at->q_free[k]];
        rates[k] = v[at->q_free[k]];
    }
    for (int k = 0; k < at->v_count; k++) {
        states[at->q_count + k] = v[at->v_free[k]];
        rates[at->q_count + k] = a[at->v_free[k]];
    }
}

/* Moves along random directions, onto the constraints: rates change as A says. */
static void compare(const char *text, const char *name) {
    static const double step = 1e-5;
    system_of s = system_begin(text, NULL);
    assert_non_null(s.p);
    const linear_about at = linear_find(s.p, s.of.memory);
    machine x = open_machine(text);
    assert_null(at.trouble);
    for (int trial = 0; trial < 3; trial++) {
        double along[2 * MOST], low[2][2 * MOST], high[2][2 * MOST];
        for (size_t i = 0; i < 2 * x.n; i++) {
            const model_coord *c = &s.of.m->coords[lgr_dynamics_coordinate(x.dynamics, i % x.n)];
            along[i] = c->role == COORD_MEMORY ? 0 : bench_random(&s.of);
        }
        states_beside(&x, &at, along, -step, low[0], low[1]);
        states_beside(&x, &at, along, step, high[0], high[1]);
        for (int i = 0; i < at.system.states; i++) {
            double want = (high[1][i] - low[1][i]) / (2 * step), have = 0, terms = 1;
            for (int k = 0; k < at.system.states; k++) {
                const double term = at.system.A[i * at.system.states + k] * (high[0][k] - low[0][k]) / (2 * step);
                have += term;
                terms += fabs(term);
            }
            if (!(fabs(have - want) <= 2e-5 * terms))
                fail_msg("%s: rate of %s changes by %g, not %g", name, at.system.state_names[i], want, have);
        }
    }
    close_machine(&x);
    system_end(&s);
}

static void as_differences(void **state) {
    (void)state;
    compare(SYSTEM_SWING, "swing");
    compare("coord a = 0.3, b = 0.7\ninitial a' = 0.4, b' = -1\ngravity 9.81\nparticle p: mass 1 at dir(a)\n"
            "particle q: mass 2 at dir(a) + 0.8*dir(b)\n",
            "double");
    compare("coord x = 0, y = 0, w = 0.2\ninitial x' = 1, w' = 0.5\nkinetic T = (3*x'^2 + y'^2 + 2*w'^2)/2\n"
            "constraint blade: -x'*sin(w) + y'*cos(w) = 0\ngeneralized f: x = -x^3 - x'^3\n",
            "sleigh");
    compare("coord y = 0.2\nstate e = 0.3, rate 1 - y - e^2\ngravity 9.81\nparticle m: mass 1 at [0, y]\n"
            "generalized u: y = 11*(1 - y) + 6*e - 3*y'\n",
            "controller");
    compare("coord x = 1, y ~ 0.5, z ~ -1\ninitial x' = 0.3\ngravity [0, 0, -9.81]\nparticle p: mass 1 at [x, y, z]\n"
            "constraint bowl: z = x^2 + y^2/2 + x*y/3 - 3\n",
            "bowl");
}

/* Files of examples, named on the command line by whoever wants to compare them all. */
static void examples_as_differences(void **state) {
    (void)state;
    const char *list = getenv("LGR_LINEAR_FILES");
    for (char *name = list ? strtok(strdup(list), " \n") : NULL; name; name = strtok(NULL, " \n")) {
        FILE *f = fopen(name, "rb");
        char *text = calloc(1, 1 << 20);
        assert_non_null(f);
        assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
        fclose(f);
        compare(text, name);
        free(text);
    }
}

static void swing_means_what_it_says(void **state) {
    (void)state;
    system_of s = system_begin(SYSTEM_SWING, NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_true(x.rest && x.steady);
    assert_int_equal(x.n, 2);
    assert_int_equal(x.k, 3);
    assert_string_equal(x.system.input_names[INPUT], "u");
    assert_near(x.M[0], 1, 0);
    assert_near(x.C[0], 0.3, 1e-15);
    /* The rod's force goes with it: 2 lambda = -m g/l on the diagonal. */
    assert_near(fabs(x.K[0]), 9.81 / 2, 1e-13);
    assert_near(x.K[0], x.K[3], 1e-13);
    assert_near(x.B[INPUT], 1, 0);
    assert_near(x.A[0], 0, 1e-15);
    assert_near(x.A[1], -4, 1e-14);
    assert_false(x.row_velocity[0]);
    assert_near(x.system.A[0 * 2 + 1], 1, 0);
    assert_near(x.system.A[1 * 2 + 0], -9.81 / 2, 1e-13);
    assert_near(x.system.A[1 * 2 + 1], -0.3, 1e-14);
    assert_near(x.system.B[1 * 3 + INPUT], 1, 1e-14);
    assert_near(x.system.C[1 * 2 + 0], 1, 0); /* side = x */
    system_end(&s);
}

static void motions_are_told_apart(void **state) {
    static const struct {
        const char *text, *at;
        bool rest, steady;
    } all[] = {{SYSTEM_SWING, "x = 0.1", true, false},
               {SYSTEM_HOOP, NULL, true, true},
               {SYSTEM_HOOP, "th' = 0.1", false, false},
               {"coord x = 0\ninitial x' = 3\nkinetic T = x'^2/2\n", NULL, false, true},
               {"coord x = 0\ninitial x' = 3\nkinetic T = x'^2/2\npotential V = x^4*(x - 2)^4\n", NULL, false, false},
               {"coord x = 0\nkinetic T = x'^2/2\npotential V = x^2*(2 + sin(t))\n", NULL, true, false}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        system_of s = system_begin(all[k].text, all[k].at);
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_null(x.trouble);
        assert_int_equal(x.rest, all[k].rest);
        assert_int_equal(x.steady, all[k].steady);
        system_end(&s);
    }
}

static void kinks_are_refused(void **state) {
    static const char *const all[] = {"coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = -abs(x)\n",
                                      "coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = -sign(x')\n",
                                      "coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\n"
                                      "generalized f: x = if x > 0 then -2*x else -x\n"};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        system_of s = system_begin(all[k], NULL);
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_non_null(x.trouble);
        assert_non_null(strstr(x.trouble, "forces jump or have a kink there, where 'x"));
        system_end(&s);
    }
}

/* cos 90 deg is none: arms let go from the horizontal are pulled by no spring, and nothing swings a million times more
   slowly than they fall. A small spring beside a large one is one. */
static void rounding_is_no_spring(void **state) {
    (void)state;
    system_of s = system_begin("coord a = 90 deg, b = 90 deg\ngravity 9.81\nlet elbow = 3*dir(a - 90 deg)\n"
                               "particle upper: mass 2 at elbow\nparticle lower: mass 1 at elbow + 2*dir(b - 90 deg)\n"
                               "output height = lower.y\n",
                               NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_null(x.trouble);
    for (int k = 0; k < 4; k++)
        assert_true(x.K[k] == 0 && x.system.A[8 + k] == 0);
    system_end(&s);
    s = system_begin("coord x = 1, y = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = 5e5*(x - 1)^2 + 5e-11*(y - 1)^2\n",
                     NULL);
    const linear_about y = linear_find(s.p, s.of.memory);
    assert_near(y.K[3], 1e-10, 1e-22);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_differences), cmocka_unit_test(examples_as_differences),
                                       cmocka_unit_test(swing_means_what_it_says),
                                       cmocka_unit_test(motions_are_told_apart), cmocka_unit_test(kinks_are_refused),
                                       cmocka_unit_test(rounding_is_no_spring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
