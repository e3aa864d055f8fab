/* A sweep reads the text once, whatever its axes and threads: counted at the parser and at the builder of models. */
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_once), cmocka_unit_test(sizes_are_built_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
