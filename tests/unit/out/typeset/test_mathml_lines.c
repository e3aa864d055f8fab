/* Formulas of MathML in pieces: between the terms of the outermost sum, within parentheses only of long terms. */
#include "out/support.h"
#include "out/typeset/mathml_lines.h"

#define PLUS "<mo>+</mo>"

static const char *divided(arena *a, const char *formula) {
    strbuf s = base_strbuf_make(a);
    out_mathml_add_terms(formula, "", &s);
    return base_strbuf_text(&s);
}

static void a_piece_for_each_term(void **state) {
    (void)state;
    arena *a = base_arena_create();
    assert_string_equal(divided(a, "<mi>a</mi>"), "<math><mrow><mi>a</mi></mrow></math> ");
    assert_string_equal(divided(a, "<mi>a</mi>" PLUS "<mi>b</mi>"),
                        "<math><mrow><mi>a</mi></mrow></math> "
                        "<math><mrow><mo form=\"infix\">+</mo><mi>b</mi></mrow></math> ");
    base_arena_destroy(a);
}

/* Short ones stay whole; so do fractions and the sign behind a parenthesis. */
static void what_stays_in_one_piece(void **state) {
    (void)state;
    arena *a = base_arena_create();
    assert_int_equal(
        shown_count(divided(a, "<mi>a</mi><mrow><mo>(</mo><mi>b</mi>" PLUS "<mi>c</mi><mo>)</mo></mrow>"), "<math>"), 1);
    strbuf fraction = base_strbuf_make(a);
    base_strbuf_add(&fraction, "<mfrac><mrow>");
    for (int k = 0; k < 100; k++)
        base_strbuf_add(&fraction, "<mi>b</mi>" PLUS);
    base_strbuf_add(&fraction, "<mi>c</mi></mrow><mn>2</mn></mfrac>");
    assert_int_equal(shown_count(divided(a, base_strbuf_text(&fraction)), "<math>"), 1);
    base_arena_destroy(a);
}

/* The row of the parentheses is closed and opened again, so that each piece is well-formed. */
static void long_parentheses_are_divided(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    base_strbuf_add(&s, "<mi>a</mi><mrow><mo>(</mo>");
    for (int k = 0; k < 100; k++)
        base_strbuf_add(&s, k ? PLUS "<mi>b</mi>" : "<mi>b</mi>");
    base_strbuf_add(&s, "<mo>)</mo></mrow>");
    const char *text = divided(a, base_strbuf_text(&s));
    assert_int_equal(shown_count(text, "<math>"), 100);
    assert_int_equal(shown_count(text, "<mrow>"), shown_count(text, "</mrow>"));
    assert_says(text, "</mrow></mrow></math> <math><mrow><mrow><mo form=\"infix\">+</mo><mi>b</mi>");
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_for_each_term),
        cmocka_unit_test(what_stays_in_one_piece),
        cmocka_unit_test(long_parentheses_are_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
