/* Members, lists and findings of JSON. */
#include "out/json/json.h"
#include "out/support.h"

static void members_are_separated(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    bool first = true;
    out_json_number(&s, "x", 0.1, &first);
    out_json_number(&s, "none", NAN, &first);
    out_json_count(&s, "n", -3, &first);
    out_json_text(&s, "a \"b\"", "line\nend", &first);
    out_json_texts(&s, "list", (const char *const[]){"p", "q"}, 2, &first);
    out_json_texts(&s, "empty", NULL, 0, &first);
    assert_string_equal(base_strbuf_text(&s), "\"x\": 0.1, \"none\": null, \"n\": -3, \"a \\\"b\\\"\": \"line\\nend\", "
                                              "\"list\": [\"p\", \"q\"], \"empty\": []");
    base_arena_destroy(a);
}

/* Of all findings the first error; a warning is none. */
static void the_first_error_alone(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\nconstraint a: x = 1\nconstraint b: x = 1\n"
                          "simulate until 1\n");
    assert_int_equal(diag_count(x.of.findings), 1);
    assert_null(out_json_first_error(x.of.findings));
    dynamics_fail(x.s, DIAG_E0501, "too far");
    const finding *f = out_json_first_error(x.of.findings);
    assert_string_equal(f->message, "too far");
    strbuf s = base_strbuf_make(x.memory);
    out_json_error_alone(x.of.findings, f, &s);
    assert_says(base_strbuf_text(&s), "{\"error\": {\"code\": \"E0501\", \"message\": \"too far\"");
    motion_end(&x);
}

static void warnings_are_separated(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    bool first = true;
    out_json_warning(&s, "W0512", "one", &first);
    out_json_warning(&s, "W0516", "two", &first);
    assert_string_equal(base_strbuf_text(&s),
                        "{\"code\": \"W0512\", \"message\": \"one\"}, {\"code\": \"W0516\", \"message\": \"two\"}");
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_separated),
        cmocka_unit_test(the_first_error_alone),
        cmocka_unit_test(warnings_are_separated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
