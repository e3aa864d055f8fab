/* Widths of formulas of LaTeX, and where they are broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "out/words/latex_lines.h"

/* What pdflatex measures in ten points, give or take a tenth. */
static void widths_are_those_of_type(void **state) {
    (void)state;
    static const struct {
        const char *formula;
        double points;
    } cases[] = {
        {"m l^{2} \\ddot{\\theta}", 21.4},
        {"a + b", 21.8},
        {"\\frac{1}{2} m \\left(\\dot{x}^{2} + \\dot{y}^{2}\\right)", 59.2},
        {"\\cos\\left(\\theta_{1} - \\theta_{2}\\right)", 53.4},
        {"3.14159265358979", 77.8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double width = out_latex_width(cases[i].formula);
        if (!(width > 0.88 * cases[i].points && width < 1.12 * cases[i].points))
            fail_msg("%s: %g points instead of %g", cases[i].formula, width, cases[i].points);
    }
    /* Lines are drawn above each other: the wider one counts. */
    assert_true(out_latex_width("\\frac{a}{b + c + d}") < out_latex_width("b + c + d") + 4);
    assert_true(out_latex_width("\\frac{a}{b + c + d}") > out_latex_width("b + c + d"));
}

static void assert_broken(const char *formula, int used, int width, bool may_begin, const char *want) {
    arena *a = base_arena_create();
    strbuf out = base_strbuf_make(a);
    latex_lines lines = {.out = &out, .used = used, .width = width};
    out_latex_add_broken(&lines, formula, may_begin);
    assert_string_equal(base_strbuf_text(&out), want);
    base_arena_destroy(a);
}

static void lines_end_where_sums_do(void **state) {
    (void)state;
    assert_broken("a + b - c", 0, 100, false, "a + b - c");
    assert_broken("a + b - c", 0, 40, false, "a + b  \\\\\n  &\\quad {} - c");
    /* Not inside of exponents, fractions and parentheses while these fit. */
    assert_broken("x + y + \\left(a + b\\right) z", 0, 65, false, "x + y  \\\\\n  &\\quad {} + \\left(a + b\\right) z");
    assert_broken("\\frac{a + b + c}{d} + x", 0, 60, false, "\\frac{a + b + c}{d}  \\\\\n  &\\quad {} + x");
    /* What begins on a line with something else may begin on the next one. */
    assert_broken("= a", 50, 60, true, " \\\\\n  &\\quad {} = a");
    assert_broken("= a", 50, 60, false, "= a");
}

static void too_wide_terms_are_broken_inside(void **state) {
    (void)state;
    assert_broken("m \\left(a + b + c\\right)", 0, 50, false,
                  "m \\left(a + b \\right. \\\\\n  &\\quad \\left.{} + c\\right)");
    assert_broken("\\left(a + b\\right) \\left(c + d\\right) x", 0, 65, false,
                  "\\left(a + b\\right)  \\\\\n  &\\quad {} \\cdot \\left(c + d\\right) x");
    assert_broken(
        "m \\left(a + k \\left(b + c + d + e\\right)\\right)", 0, 60, false,
        "m \\left(a + k \\left(b \\right.\\right. \\\\\n  &\\quad \\left.\\left.{} + c + d \\right.\\right. \\\\\n"
        "  &\\quad \\left.\\left.{} + e\\right)\\right)");
    /* There is nowhere to break it. */
    assert_broken("\\sqrt{a + b + c + d + e}", 0, 50, false, "\\sqrt{a + b + c + d + e}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_are_those_of_type),
        cmocka_unit_test(lines_end_where_sums_do),
        cmocka_unit_test(too_wide_terms_are_broken_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
