/* Equations as LaTeX: a document, or its equations alone. */
#include "out/public.h"
#include "out/reading.h"

#define SPRING                                                                                                         \
    "model m \"A_spring\"\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\nconstraint c: x = 0\n"

static void equations_alone(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, false, "latex-fragment");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text,
                "\\begin{align*}\n  T &= \\frac{1}{2} \\dot{x}^{2} \\\\\n  V &= \\frac{1}{2} k x^{2}\n\\end{align*}\n");
    assert_says(text, "\\ddot{x} + k x + \\lambda_{c} &= 0 \\tag*{$x$}");
    assert_says_not(text, "\\documentclass");
    assert_int_equal(shown_count(text, "\\begin{align*}"), shown_count(text, "\\end{align*}"));
    written_end(&w);
}

static void a_document(void **state) {
    (void)state;
    written w = written_equations(SPRING, NULL, false, "latex");
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "\\documentclass", 14));
    assert_says(text, "A\\_spring");
    assert_says(text, "\\end{document}\n");
    written_end(&w);
}

static void matrices(void **state) {
    (void)state;
    written w = written_equations("coord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix", false,
                                  "latex-fragment");
    assert_says(WRITTEN_TEXT(w), "\\begin{pmatrix} 1 & 1 \\\\ 1 & 4 \\end{pmatrix}");
    written_end(&w);
    w = written_equations("for i in 1..12 { coord x[i] = 0 }\nkinetic T = sum(i in 1..12: x[i]'^2) + x[1]'*x[2]'\n",
                          "matrix", false, "latex-fragment");
    assert_says(WRITTEN_TEXT(w), "{{}M}_{2,1} = {{}M}_{1,2} &= 1");
    written_end(&w);
}

static void all_forms_are_well_formed(void **state) {
    (void)state;
    written_check_forms("latex", reading_check_latex);
    written_check_forms("latex-fragment", reading_check_latex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations_alone),
        cmocka_unit_test(a_document),
        cmocka_unit_test(matrices),
        cmocka_unit_test(all_forms_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
