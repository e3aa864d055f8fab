/* Escaping for HTML. */
#include "out/support.h"
#include "out/words/markup.h"

static void what_is_special_is_escaped(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"a < b > c & \"d\"", "a &lt; b &gt; c &amp; &quot;d&quot;"},
                                           {"it's \u00e4", "it's \u00e4"},
                                           {"one\ntwo\tx\x01", "one\ntwox"},
                                           {"\xff", "\xEF\xBF\xBD"},
                                           {"", ""}};
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        strbuf s = base_strbuf_make(a);
        out_markup_add(&s, cases[k][0]);
        assert_string_equal(base_strbuf_text(&s), cases[k][1]);
    }
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_special_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
