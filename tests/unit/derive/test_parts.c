/* Wide systems with their parts by name: long entries of M and h have lines of their own; others stay in the rows. */
#include "out/public.h"

/* A chain of so many links that rows are long, and of so few that they are short. */
static written chain(int links, const char *format) {
    char text[600];
    snprintf(
        text, sizeof text,
        "param m = 1, l = 1, k = 3\nfor i in 1..%d { coord q[i] = 0.1*i, s[i] = 0 }\nlet p[0] = [0, 0]\n"
        "for i in 1..%d { let p[i] = p[i-1] + (l + s[i])*[sin(q[i]), -cos(q[i])] }\n"
        "for i in 1..%d { particle b[i]: mass m at p[i] }\npotential V = sum(i in 1..%d: k*s[i]^2/2)\ngravity 9.81\n",
        links, links, links, links);
    return written_equations(text, NULL, false, format);
}

static void rows_of_wide_systems_have_named_parts(void **state) {
    (void)state;
    written w = chain(9, "text");
    const char *text = WRITTEN_TEXT(w), *terms = strstr(text, "\nTerms of the equations\n"),
               *rows = strstr(text, "\nEquations of motion\n");
    assert_non_null(terms);
    assert_non_null(rows);
    assert_true(terms < rows);
    assert_says(terms, "\n  h[1] = ");
    assert_says(rows, " + h[1] = 0\n");
    written_end(&w);
}

static void short_rows_are_written_out(void **state) {
    (void)state;
    written w = chain(2, "text");
    assert_says_not(WRITTEN_TEXT(w), "Terms of the equations");
    assert_says_not(WRITTEN_TEXT(w), "h[1]");
    written_end(&w);
}

static void names_are_written_as_entries(void **state) {
    (void)state;
    written latex = chain(9, "latex"), mathml = chain(9, "mathml"), json = chain(9, "json");
    assert_says(WRITTEN_TEXT(latex), "h_{1}");
    assert_says(WRITTEN_TEXT(mathml), "<msub><mi>h</mi><mn>1</mn></msub>");
    assert_says(WRITTEN_TEXT(json), "\"terms\": [");
    written_end(&latex);
    written_end(&mathml);
    written_end(&json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_wide_systems_have_named_parts),
        cmocka_unit_test(short_rows_are_written_out),
        cmocka_unit_test(names_are_written_as_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
