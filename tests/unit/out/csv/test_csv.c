/* Fields of csv. */
#include "out/csv/csv.h"
#include "out/support.h"

static void fields_are_quoted_where_they_must_be(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"plain", "plain"},
                                           {"", ""},
                                           {"a,b", "\"a,b\""},
                                           {"say \"so\"", "\"say \"\"so\"\"\""},
                                           {"two\nlines", "\"two\nlines\""},
                                           {"with space", "with space"}};
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        strbuf s = base_strbuf_make(a);
        out_csv_field(&s, cases[k][0]);
        assert_string_equal(base_strbuf_text(&s), cases[k][1]);
    }
    base_arena_destroy(a);
}

static void what_is_no_number_is_left_empty(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    out_csv_value(&s, NAN);
    out_csv_value(&s, -INFINITY);
    assert_int_equal(s.len, 0);
    out_csv_value(&s, 0.1);
    assert_string_equal(base_strbuf_text(&s), "0.1");
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_quoted_where_they_must_be),
        cmocka_unit_test(what_is_no_number_is_left_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
