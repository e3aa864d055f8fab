/* Escaping for LaTeX. */
#include "escaping.h"
#include "out/words/latex.h"

static void what_is_special_is_escaped(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"50% of $3 & #1", "50\\% of \\$3 \\& \\#1"},
                                           {"a_b^c~{d}\\e", "a\\_b\\^{}c\\~{}\\{d\\}\\textbackslash{}e"},
                                           {"x<y>z", "x\\textless{}y\\textgreater{}z"},
                                           {"\u00e4\u0142", "\u00e4\u0142"},
                                           {"\u03b1", "(U+03B1)"},
                                           {"tab\there", "tab here"}};
    escaping_check(out_latex_add, cases, sizeof cases / sizeof *cases);
}

static void no_text_does_harm(void **state) {
    (void)state;
    escaping_check_all_bytes(out_latex_add, reading_check_latex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_special_is_escaped),
        cmocka_unit_test(no_text_does_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
