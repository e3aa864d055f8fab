/* Near names: which slip of the hand is forgiven and which name is too far away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "diag/diag.h"

/* The primary text after asking for a name near to `name`. */
static const char *suggested(arena *a, const char *name, const char *const *candidates, size_t count) {
    diag *d = diag_create(a, (diag_source){.name = "a.lgr", .text = name, .length = strlen(name)});
    finding *f = diag_add(d, DIAG_E0107, (span){0, 1}, "unknown name");
    diag_primary(d, f, "none");
    diag_suggest(d, f, name, candidates, count);
    return f->primary;
}

static const char *suggested_one(arena *a, const char *name, const char *candidate) {
    return suggested(a, name, &candidate, 1);
}

static void test_near_names(void **state) {
    static const char *const pairs[][2] = {
        {"thteta", "theta"},
        {"tehta", "theta"},
        {"theta1", "theta"},
        {"thet", "theta"},
        {"Theta", "theta"},
        {"M", "m"},
        {"l1", "l2"},
        {"l", "l1"},
        {"abc", "abd"},
        {"pendulm", "pendulum"},
        {"penduuulm", "pendulum"},
        {"\xCE\xB8\xCF\x86", "\xCE\xB8\xCF\x88"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char wanted[64] = "did you mean '";
        strcat(strcat(wanted, pairs[i][1]), "'?");
        assert_string_equal(suggested_one(*state, pairs[i][0], pairs[i][1]), wanted);
    }
}

static void test_names_too_far_away(void **state) {
    static const char *const pairs[][2] = {
        {"x", "y"},         {"ab", "cd"}, {"abc", "xyz"},           {"abc", "a"},       {"theta", "beta1"},
        {"mass", "length"}, {"x", ""},    {"\xCE\xB8", "\xCF\x86"}, {"theta", "theta"}, {"velocity", "vicinity1"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_string_equal(suggested_one(*state, pairs[i][0], pairs[i][1]), "none");
}

static void test_nearest_wins(void **state) {
    const char *const names[] = {"length", "thetas", "theta", "thetb", "Thet"};
    assert_string_equal(suggested(*state, "thet", names, 5), "did you mean 'Thet'?");
    assert_string_equal(suggested(*state, "thetA", names, 4), "did you mean 'theta'?");
    assert_string_equal(suggested(*state, "aw", NULL, 0), "none");
    const char *const words[] = {"part", "param", "sinh", "sin"};
    assert_string_equal(suggested(*state, "parm", words, 4), "did you mean 'param'?");
    assert_string_equal(suggested(*state, "sine", words, 4), "did you mean 'sin'?");
}

/* Of equally near names three are offered, each once. */
static void test_equally_near(void **state) {
    const char *const names[] = {"ax", "ay", "ax", "az", "at"};
    assert_string_equal(suggested(*state, "aw", names, 1), "did you mean 'ax'?");
    assert_string_equal(suggested(*state, "aw", names, 3), "did you mean 'ax' or 'ay'?");
    assert_string_equal(suggested(*state, "aw", names, 5), "did you mean 'ax', 'ay' or 'az'?");
}

static void test_numbers(void **state) {
    const char *const names[] = {"c1", "c2", "c3", "c4", "c9", "q12"};
    assert_string_equal(suggested(*state, "c5", names, 6), "did you mean 'c4'?");
    assert_string_equal(suggested(*state, "c10", names, 6), "did you mean 'c9'?");
    assert_string_equal(suggested(*state, "c0", names, 6), "did you mean 'c1'?");
    assert_string_equal(suggested(*state, "q7", names, 6), "did you mean 'q12'?");
    const char *const around[] = {"l1", "l3", "l9999999999999"};
    assert_string_equal(suggested(*state, "l2", around, 3), "did you mean 'l1' or 'l3'?");
    assert_string_equal(suggested(*state, "5", around, 3), "none");
}

static void test_long_names(void **state) {
    char name[101], near_name[101];
    memset(name, 'a', 100);
    memset(near_name, 'a', 100);
    name[100] = near_name[100] = '\0';
    near_name[0] = 'b';
    assert_string_equal(suggested_one(*state, name, near_name), "none");
    assert_string_equal(suggested_one(*state, "a", near_name), "none");
    assert_string_not_equal(suggested_one(*state, name + 36, near_name + 37), "none");
}

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_names),   cmocka_unit_test(test_names_too_far_away),
        cmocka_unit_test(test_nearest_wins), cmocka_unit_test(test_equally_near),
        cmocka_unit_test(test_numbers),      cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
