/* Escaping for HTML. */
#include "escaping.h"
#include "out/words/markup.h"

static void what_is_special_is_escaped(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"a < b > c & \"d\"", "a &lt; b &gt; c &amp; &quot;d&quot;"},
                                           {"it's \u00e4", "it's \u00e4"},
                                           {"one\ntwo\tx\x01", "one\ntwox"},
                                           {"\xff", "\xEF\xBF\xBD"},
                                           {"", ""}};
    escaping_check(out_markup_add, cases, sizeof cases / sizeof *cases);
}

static void no_text_does_harm(void **state) {
    (void)state;
    escaping_check_all_bytes(out_markup_add, reading_check_elements);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_special_is_escaped),
        cmocka_unit_test(no_text_does_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
