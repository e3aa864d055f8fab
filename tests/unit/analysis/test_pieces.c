/* Formulas by pieces: bits choose branches, the same ones in every list, and no bits leave all as it is. */
#include "mech/support.h"

#include "analysis/probe/probe.h"

static bench read(const char *formula) {
    char text[300];
    snprintf(text, sizeof text, "coord x = 0.3, y = 0.8\nkinetic T = x'^2 + y'^2\noutput w = %s\n", formula);
    return bench_create(text);
}

/* All values that the formula takes at x = 0.3, y = 0.8 with many bits; how many different ones. */
static size_t values_of(const char *formula, double *found, size_t room) {
    bench b = read(formula);
    analysis_probe *p = analysis_probe_make_by_pieces(b.m, &b.m->base->outputs[0], 1, false, b.memory);
    double q[2] = {0.3, 0.8}, v[2] = {0};
    size_t count = 0;
    for (uint64_t bits = 1; bits < 200; bits++) {
        analysis_state s = {.q = q, .v = v, .pieces = bits};
        double value = *analysis_probe_at(p, &s);
        size_t k = 0;
        while (k < count && found[k] != value)
            k++;
        if (k == count && count < room)
            found[count++] = value;
    }
    bench_destroy(&b);
    return count;
}

static bool has(const double *found, size_t count, double value) {
    for (size_t k = 0; k < count; k++)
        if (fabs(found[k] - value) < 1e-12)
            return true;
    return false;
}

static void every_branch_is_seen(void **state) {
    (void)state;
    double found[8];
    assert_int_equal(values_of("if x > 30 then 5 else 7", found, 8), 2);
    assert_true(has(found, 2, 5) && has(found, 2, 7));
    assert_int_equal(values_of("abs(x)", found, 8), 2);
    assert_true(has(found, 2, 0.3) && has(found, 2, -0.3));
    assert_int_equal(values_of("max(x, y) + min(x, y)", found, 8), 1); /* the same decision in both */
    assert_int_equal(values_of("x*sign(x) - abs(x)", found, 8), 1);
    assert_int_equal(values_of("sin(x)*y", found, 8), 1);
}

/* A pulse that has died away lives again; one that is there stays what it is. */
static void tails_are_revived(void **state) {
    (void)state;
    double found[8];
    assert_true(values_of("exp(-((x - 9)/0.01)^2)", found, 8) > 4);
    assert_int_equal(values_of("exp(-x^2)", found, 8), 1);
}

static void without_bits_nothing_changes(void **state) {
    (void)state;
    static const char *const formulas[] = {"if x > y then 5 else x", "abs(x - y)", "max(x, y)", "sign(x - y)",
                                           "exp(-((x - 9)/0.01)^2)", "tanh(400*x)"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        bench b = read(formulas[i]);
        expr_id w = b.m->base->outputs[0];
        double q[2] = {0.3, 0.8}, v[2] = {0};
        analysis_state s = {.q = q, .v = v};
        double plain = *analysis_probe_at(analysis_probe_make(b.m, &w, 1, b.memory), &s);
        double pieces = *analysis_probe_at(analysis_probe_make_by_pieces(b.m, &w, 1, true, b.memory), &s);
        assert_true(plain == pieces);
        bench_destroy(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_branch_is_seen), cmocka_unit_test(tails_are_revived),
                                       cmocka_unit_test(without_bits_nothing_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
