/* Periodic motions over a parameter or their energy as text. */
#include "out/families.h"
#include "out/text/sections.h"

static const char *text_of(made *x) {
    strbuf s = base_strbuf_make(x->of.memory);
    out_family_add_text(&x->linear, &s);
    return base_strbuf_text(&s);
}

static void rows_and_criticals(void **state) {
    (void)state;
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    const char *text = text_of(x);
    assert_says(text, "P (N)");
    assert_says(text, "none \"here\"");
    assert_int_equal(shown_count(text, "unstable\n"), 2);
    assert_int_equal(shown_count(text, " stable\n"), 2);
    assert_says(text, "2.5  N  a multiplier is -1: the period doubles; unstable above");
    f.family.critical_count = 0;
    assert_says(text_of(x), "nowhere in this range");
    f.family.param = -1;
    assert_says(text_of(x), "energy (J)");
    made_end(x);
}

static void long_lists(void **state) {
    (void)state;
    enum { MANY = 101 };
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    double *values = ARENA_ARRAY(x->of.memory, double, MANY);
    linear_periodic *at = ARENA_ARRAY(x->of.memory, linear_periodic, MANY);
    for (int i = 0; i < MANY; i++) {
        values[i] = i;
        at[i] = f.at[0];
    }
    f.family.values = values;
    f.family.at = at;
    f.family.count = MANY;
    const char *text = text_of(x);
    assert_int_equal(shown_count(text, " stable\n"), 21);
    assert_says(text, "all of them are in");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_and_criticals), cmocka_unit_test(long_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
