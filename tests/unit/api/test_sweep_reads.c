/* A sweep reads the text once, whatever its axes and threads, and a controller's loop never: counted at the parser and
   at the builder of models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lagrangia/lagrangia.h"
#include "model/model.h"
#include "syntax/parser.h"

static atomic_int parsed, built;

/* The linker sends calls of the functions here (--wrap). */
syn_tree __real_syntax_parse(arena *a, intern *names, diag *d);
syn_tree __wrap_syntax_parse(arena *a, intern *names, diag *d);
model *__real_model_build(arena *a, intern *names, diag *findings, syn_tree tree, const model_override *overrides,
                          size_t override_count);
model *__wrap_model_build(arena *a, intern *names, diag *findings, syn_tree tree, const model_override *overrides,
                          size_t override_count);

syn_tree __wrap_syntax_parse(arena *a, intern *names, diag *d) {
    atomic_fetch_add(&parsed, 1);
    return __real_syntax_parse(a, names, d);
}

model *__wrap_model_build(arena *a, intern *names, diag *findings, syn_tree tree, const model_override *overrides,
                          size_t override_count) {
    atomic_fetch_add(&built, 1);
    return __real_model_build(a, names, findings, tree, overrides, override_count);
}

static const char text[] = "param N = 2, m = 1 kg, l = 1 m, T = 0.2 s\n"
                           "coord q[1..N] = 0.3\n"
                           "let p[0] = [0 m, 0 m]\nfor i in 1..N { let p[i] = p[i-1] + l*dir(q[i])\n"
                           "particle b[i]: mass m at p[i] }\ngravity 9.81 m/s^2\n"
                           "report e = final(energy)\nsimulate until T\n";

static void sweep(const lgr_axis *axes, size_t count, int threads) {
    parsed = built = 0;
    lgr_model *m = lgr_model_parse("test", text, strlen(text), NULL, 0);
    lgr_sweep_options options = lgr_sweep_options_default();
    options.axes = axes;
    options.axis_count = count;
    options.threads = threads;
    lgr_sweep *s = lgr_sweep_create(m, &options);
    assert_int_equal(lgr_sweep_run(s, NULL, NULL), LGR_STATUS_OK);
    lgr_sweep_destroy(s);
    lgr_model_destroy(m);
}

static void reads_once(void **state) {
    (void)state;
    const lgr_axis axes[] = {{"m", "1", "2 kg", 8}, {"l", "0.5 m", "1.5", 16}, {"T", "0.1", "0.2 s", 2}};
    for (size_t count = 1; count <= 3; count++)
        for (int threads = 1; threads <= 4; threads++) {
            sweep(axes, count, threads);
            assert_int_equal(parsed, 1);
            assert_int_equal(built, 1);
        }
}

/* What decides on sizes is built again from the tree. */
static void sizes_are_built_again(void **state) {
    (void)state;
    const lgr_axis axes[] = {{"N", "1", "4", 4}, {"m", "1", "2 kg", 2}};
    sweep(axes, 2, 2);
    assert_int_equal(parsed, 1);
    assert_in_range(built, 4, 1 + 8);
}

static const char cart[] = "input F = 0 N\nparam l = 0.6 m\ncoord x = 0 m, theta = 12 deg\ngravity 9.81 m/s^2\n"
                           "particle cart: mass 1 kg at [x, 0]\n"
                           "particle bob: mass 0.2 kg at [x + l*sin(theta), l*cos(theta)]\ngeneralized drive: x = F\n"
                           "event fallen when abs(theta) > 60 deg { stop }\nreport last = final(x)\n"
                           "simulate until 0.1 s\n";

static void control(lgr_model *m, size_t force) {
    lgr_stepper *plant = lgr_stepper_create(m, NULL);
    double q[2], v[2];
    lgr_motion now = {.size = sizeof now, .q = q, .v = v};
    for (int look = 1; look <= 10; look++) {
        assert_int_equal(lgr_stepper_motion(plant, &now), LGR_STATUS_OK);
        assert_int_equal(lgr_stepper_set(plant, force, 38 * q[1] + 8 * v[1]), LGR_STATUS_OK);
        assert_int_equal(lgr_stepper_step_to(plant, 0.01 * look, NULL), LGR_STATUS_OK);
    }
    lgr_stepper_destroy(plant);
}

static void ask(lgr_model *m, size_t force) {
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    double t, q[2], v[2], a[2];
    assert_int_equal(lgr_dynamics_start(d, &t, q, v), LGR_STATUS_OK);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(lgr_dynamics_set(d, force, i), LGR_STATUS_OK);
        assert_int_equal(lgr_dynamics_accelerate(d, t, q, v, a, NULL), LGR_STATUS_OK);
    }
    lgr_dynamics_destroy(d);
}

/* Steps, equations at a state and runs with other values of a model that has been read. */
static void loops_read_nothing(void **state) {
    (void)state;
    size_t force;
    lgr_model *m = lgr_model_parse("cart", cart, strlen(cart), NULL, 0);
    assert_int_equal(lgr_model_find(m, LGR_KIND_PARAMETER, "F", &force), LGR_STATUS_OK);
    parsed = built = 0;
    control(m, force);
    ask(m, force);
    for (int i = 1; i <= 3; i++) {
        char length[] = "0.5 m";
        length[2] = (char)('0' + i);
        assert_int_equal(lgr_model_set(m, "l", length), LGR_STATUS_OK);
        lgr_run *run = lgr_run_create(m, NULL);
        assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
        lgr_run_destroy(run);
    }
    assert_int_equal(parsed, 0);
    assert_int_equal(built, 0);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_once), cmocka_unit_test(sizes_are_built_again),
                                       cmocka_unit_test(loops_read_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
