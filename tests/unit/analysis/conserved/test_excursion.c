/* The short motions that the analysis integrates itself: accurate, in steps that are as long as they may be. */
#include "analysis/conserved/excursion.h"
#include "mech/support.h"

typedef struct walk {
    bench b;
    analysis_setting s;
    excursion x;
} walk;

static walk walk_from(const char *text, const double *q, const double *v) {
    walk w = {.b = bench_create(text)};
    bool *rows = ARENA_ARRAY(w.b.memory, bool, w.b.m->row_count + 1);
    for (size_t i = 0; i < w.b.m->row_count; i++)
        rows[i] = !w.b.m->rows[i].contact;
    w.s = analysis_setting_make(w.b.m, q, v, rows, false, w.b.memory);
    w.x = analysis_excursion_make(&w.s, analysis_manifold_make(&w.s, w.b.memory), &w.s.start, w.b.memory);
    return w;
}

static void end(walk *w) {
    bench_destroy(&w->b);
}

/* An oscillator of any rate and size: on its cosine, over about twice its size, in as many steps. */
static void on_the_motion(void **state) {
    (void)state;
    static const double rates[] = {1, 1e3, 1e-4}, sizes[] = {1, 1e-6, 1e5};
    size_t steps = 0;
    for (int k = 0; k < 3; k++) {
        char text[200];
        const double w = rates[k], a = sizes[k], q[] = {a}, v[] = {0};
        snprintf(text, sizeof text, "coord x = %.17g\nkinetic T = x'^2/2\npotential V = %.17g*x^2/2\n", a, w * w);
        walk x = walk_from(text, q, v);
        assert_true(x.x.extent > 1.9);
        assert_in_range(x.x.count, 40, 240);
        steps = k ? steps : x.x.count;
        assert_true(x.x.count <= steps + 40 && steps <= x.x.count + 40);
        for (size_t i = 0; i < x.x.count; i++) {
            assert_near(x.x.at[i].q[0] / a, cos(w * x.x.at[i].t), 1e-8);
            assert_near(x.x.at[i].v[0] / (a * w), -sin(w * x.x.at[i].t), 1e-8);
            assert_true(!i || x.x.at[i].t > x.x.at[i - 1].t);
        }
        end(&x);
    }
}

/* On the constraint at every state, and the energy with it. */
static void on_constraints(void **state) {
    (void)state;
    const double q[] = {0.6, -0.8}, v[] = {2.4, 1.8};
    walk x = walk_from("coord x = 0.6, y = -0.8\nkinetic T = (x'^2 + y'^2)/2\npotential V = 9.81*y\n"
                       "constraint rod: x^2 + y^2 = 1\n",
                       q, v);
    assert_true(x.x.count > 10);
    const double energy = 4.5 - 9.81 * 0.8;
    for (size_t i = 0; i < x.x.count; i++) {
        const double *p = x.x.at[i].q, *u = x.x.at[i].v;
        assert_near(p[0] * p[0] + p[1] * p[1], 1, 1e-11);
        assert_near(p[0] * u[0] + p[1] * u[1], 0, 1e-10);
        assert_near((u[0] * u[0] + u[1] * u[1]) / 2 + 9.81 * p[1], energy, 1e-8);
    }
    end(&x);
}

/* Where accelerations have no value it ends with what it has. */
static void where_there_is_no_way(void **state) {
    (void)state;
    const double q[] = {1}, v[] = {-1};
    walk x = walk_from("coord x = 1\ninitial x' = -1\nkinetic T = x'^2/2\npotential V = x^(3/2)\n", q, v);
    assert_true(x.x.count >= 1);
    for (size_t i = 0; i < x.x.count; i++)
        assert_true(x.x.at[i].q[0] > 0);
    end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_motion),
        cmocka_unit_test(on_constraints),
        cmocka_unit_test(where_there_is_no_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
