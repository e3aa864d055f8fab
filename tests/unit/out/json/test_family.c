/* Periodic motions over a parameter as members of a JSON object. */
#include "out/families.h"
#include "out/json/sections.h"

static void members(void **state) {
    (void)state;
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    strbuf s = base_strbuf_make(x->of.memory);
    base_strbuf_add(&s, "{\"a\": 1");
    out_family_add_json(&x->linear, &s);
    base_strbuf_add(&s, "}");
    const char *text = base_strbuf_text(&s);
    reading_check(text);
    assert_non_null(strstr(text, "\"parameter\": \"P\""));
    assert_int_equal(reading_count(text, "motions"), FAMILY_VALUES);
    assert_reads(text, "motions/2/value", 2);
    assert_reads(text, "motions/2/period", 3);
    assert_null(reading_at(text, "motions/1/period"));
    assert_reads(text, "motions/4/multipliers/0/0", -2);
    assert_reads(text, "critical/0/value", 2.5);
    assert_non_null(strstr(text, "{\"kind\": \"flip\", \"value\": 2.5, \"unstable\": \"above\"}"));
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(members)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
