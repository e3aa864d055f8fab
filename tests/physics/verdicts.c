/* What is no equilibrium, and what nobody can know of one: loops that are open, folds, bodies that meet, kinks that are
   none. */
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

/* The equilibria of a model, whose coordinate `cyclic` (NULL: none) keeps its momentum; it may have warnings. */
static study look(const char *text, const char *cyclic) {
    study y = {.x = machine_try(1e-3, "%s", text)};
    model *m = y.x.model;
    arena *a = y.x.memory;
    double *q = ARENA_ARRAY(a, double, m->coord_count), *v = ARENA_ARRAY(a, double, m->coord_count);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    assert_false(diag_has_errors(y.x.findings));
    assert_true(sim_find_start(m, a, q, v, rows));
    int coord = 0;
    while (cyclic && strcmp(m->coords[coord].name, cyclic))
        coord++;
    y.s = analysis_setting_make(m, q, v, rows, false, a);
    structure w = analysis_structure_find(m, q, v, rows, a);
    y.s.integrals = w.integrals;
    y.s.integral_count = w.integral_count;
    y.s.integrated = w.integrated;
    y.e = analysis_equilibria(&y.s, &coord, cyclic ? 1 : 0);
    return y;
}

static void done(study *y) {
    machine_free(&y->x);
}

static const equilibrium *only(const study *y) {
    assert_int_equal(y->e.count, 1);
    return &y->e.at[0];
}

static void assert_stability(const equilibrium *e, stability want) {
    if (num_eigen_available() && e->stability != want)
        fail_msg("not so: %s", e->why);
}

static void assert_rate(const equilibrium *e, size_t k, double re, double im) {
    if (!num_eigen_available())
        return;
    assert_true(k < e->mode_count);
    assert_near(e->modes[k].re, re, 1e-9 * hypot(re, im));
    assert_near(e->modes[k].im, im, 1e-9 * hypot(re, im));
}

static char *read_file(const char *path, arena *a) {
    char *text = ARENA_ARRAY(a, char, 1 << 16);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    return text;
}

/* Least-squares steps come to rest where the loop of this linkage is open too; no such place is one. */
static void loops_are_closed(void **state) {
    (void)state;
    arena *a = base_arena_create();
    study y = look(read_file("examples/linkage/bricard.lgr", a), NULL);
    analysis_probe *rows = analysis_probe_make(y.x.model, y.s.e.f, (size_t)y.s.e.m, a);
    assert_true(y.e.count >= 4);
    for (size_t k = 0; k < y.e.count; k++) {
        const double *f = analysis_probe_at(rows, &y.e.at[k].at);
        for (int i = 0; i < y.s.e.m; i++)
            assert_near(f[i], 0, 1e-12);
    }
    done(&y);
    base_arena_destroy(a);
}

/* The potential has no minimum where it is flat, and is no family: neither for x^3 nor for a valley that x^4 closes. */
static void folds(void **state) {
    (void)state;
    static const char *const starts[] = {"0.5", "1e-3", "2", "-0.7"};
    for (size_t i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = %s\nkinetic T = x'^2/2\npotential V = x^3\n", starts[i]);
        study y = look(text, NULL);
        assert_int_equal(y.e.count, 1);
        for (size_t k = 0; k < y.e.count; k++) {
            assert_stability(&y.e.at[k], UNDECIDED);
            assert_true(!num_eigen_available() || !y.e.at[k].degenerate);
        }
        done(&y);
    }
    study cusp = look("coord x = 0.5, y = 0.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^4 + x^2*y + y^2\n", NULL);
    assert_stability(only(&cusp), UNDECIDED);
    assert_true(!num_eigen_available() || !only(&cusp)->degenerate);
    done(&cusp);
}

/* An integrating controller, written with a row of velocities: it rests where that row asks for nothing. */
static void control_by_a_row(void **state) {
    (void)state;
    static const char *const starts[] = {"x = 0.3, z = 0", "x = 1, z = 0.25"};
    for (size_t i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord %s\nparticle p: mass 1 at [x, 0]\nconstraint integrator: z' = x - 1\n"
                 "force load: [0.5 - 3*(x - 1) - 2*z - 2*x', 0] at [x, 0]\n",
                 starts[i]);
        study y = look(text, NULL);
        const equilibrium *rest = only(&y);
        assert_near(rest->at.q[0], 1, 1e-10);
        assert_near(rest->at.q[1], 0.25, 1e-10);
        assert_false(rest->degenerate);
        assert_stability(rest, ASYMPTOTICALLY_STABLE);
        assert_rate(rest, 0, -1, 0); /* s^3 + 2 s^2 + 3 s + 2 */
        assert_rate(rest, 1, -0.5, sqrt(7) / 2);
        done(&y);
    }
}

/* A free body at rest has neither jumps nor kinks; nothing says that it stays in place. */
static void free_body(void **state) {
    (void)state;
    study y = look("coord x = 0, y = 0, z = 0\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                   "body book: mass 2, inertia [1, 2, 3], at [x, y, z], frame B\n",
                   NULL);
    const equilibrium *rest = only(&y);
    assert_int_equal(rest->linear.states, 12);
    assert_true(rest->degenerate);
    assert_stability(rest, UNDECIDED);
    done(&y);
}

/* Where two bodies meet their attraction is beyond all numbers, and far away it is small: neither is balance. */
static void attraction_is_nowhere_balanced(void **state) {
    (void)state;
    study two = look("param k = 1.327e20, m = 6e24\ncoord a = 0, b = 0, c = 1.5e11, d = 0\ninitial d' = 3e4\n"
                     "particle sun: mass 2e30 at [a, b]\nparticle earth: mass m at [c, d]\n"
                     "potential V = -k*m/norm(sun - earth)\n",
                     NULL);
    assert_int_equal(two.e.count, 0);
    done(&two);
    study orbit = look("param k = 1.327e20, m = 6e24\ncoord r = 1.5e11, phi = 0\ninitial phi' = 1.9e-7\n"
                       "particle earth: mass m at r*dir(phi)\npotential V = -k*m/r\n",
                       "phi");
    const equilibrium *circle = only(&orbit);
    double p = 1.5e11 * 1.5e11 * 1.9e-7, r = p * p / 1.327e20;
    assert_close(circle->at.q[0], r, 1e-9);
    assert_stability(circle, STABLE);
    assert_rate(circle, 0, 0, p / (r * r));
    done(&orbit);
}

/* A damped coordinate comes to rest anywhere: not every disturbance dies out. */
static void damped_but_free(void **state) {
    (void)state;
    study y = look("coord x = 0.3, y = 0.2\nparticle p: mass 1 at [x, y]\npotential V = x^2\n"
                   "dissipation D = 1e-4*x'^2 + 3*y'^2\n",
                   NULL);
    assert_stability(only(&y), UNDECIDED);
    assert_true(only(&y)->degenerate);
    done(&y);
}

/* A push that comes later, and a spring far away, are there from the start. */
static void later_and_elsewhere(void **state) {
    (void)state;
    study y = look("coord x = 0.1\nkinetic T = x'^2/2\npotential V = (x - (if t > 5 then 1 else 0))^2/2\n", NULL);
    assert_int_equal(y.e.count, 0);
    assert_string_equal(y.e.none, "not searched for: forces or inertia depend on time");
    done(&y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_closed),
        cmocka_unit_test(folds),
        cmocka_unit_test(control_by_a_row),
        cmocka_unit_test(free_body),
        cmocka_unit_test(attraction_is_nowhere_balanced),
        cmocka_unit_test(damped_but_free),
        cmocka_unit_test(later_and_elsewhere),
    };
    return machine_skip_without_lapack(MACHINE_RUN_TESTS(tests, NULL));
}
