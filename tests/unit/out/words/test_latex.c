/* Escaping for LaTeX. */
#include "out/support.h"
#include "out/words/latex.h"

static void what_is_special_is_escaped(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"50% of $3 & #1", "50\\% of \\$3 \\& \\#1"},
                                           {"a_b^c~{d}\\e", "a\\_b\\^{}c\\~{}\\{d\\}\\textbackslash{}e"},
                                           {"x<y>z", "x\\textless{}y\\textgreater{}z"},
                                           {"\u00e4\u0142", "\u00e4\u0142"},
                                           {"\u03b1", "(U+03B1)"},
                                           {"tab\there", "tab here"}};
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        strbuf s = base_strbuf_make(a);
        out_latex_add(&s, cases[k][0]);
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
