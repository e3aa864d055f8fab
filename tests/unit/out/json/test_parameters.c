/* Numbers of parameters in the objects of pages. */
#include "out/json/sections.h"
#include "out/support.h"

static void numbers_and_none(void **state) {
    (void)state;
    motion x = shown_run("param a = 2 mm, b = a/2\ncoord x = a\nkinetic T = 1/2*(1 kg)*x'^2\nsimulate until 1 s\n");
    strbuf s = base_strbuf_make(x.memory);
    x.of.m->params[1].bare = true;
    out_parameters_add_json(x.of.m, &s);
    assert_string_equal(base_strbuf_text(&s),
                        ",\n  \"parameters\": [\n    {\"name\": \"a\", \"value\": 0.002, \"unit\": "
                        "\"m\"},\n    {\"name\": \"b\", \"value\": null, \"unit\": \"m\"}\n  ]");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
