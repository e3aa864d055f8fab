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

static const char *long_sum(arena *a, const char *before, const char *after) {
    strbuf s = base_strbuf_make(a);
    base_strbuf_add(&s, before);
    for (int k = 0; k < 100; k++)
        base_strbuf_add(&s, "<mi>b</mi>" PLUS);
    base_strbuf_add(&s, "<mi>c</mi>");
    base_strbuf_add(&s, after);
    return base_strbuf_text(&s);
}

/* Short ones stay whole; so do short fractions, roots and powers, and the sign behind a parenthesis. */
static void what_stays_in_one_piece(void **state) {
    static const char *const all[] = {"<mi>a</mi><mrow><mo>(</mo><mi>b</mi>" PLUS "<mi>c</mi><mo>)</mo></mrow>",
                                      "<mfrac><mrow><mi>b</mi>" PLUS "<mi>c</mi></mrow><mn>2</mn></mfrac>",
                                      "<msqrt><mi>b</mi>" PLUS "<mi>c</mi></msqrt>"};
    (void)state;
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_int_equal(shown_count(divided(a, all[k]), "<math>"), 1);
        assert_says(divided(a, all[k]), all[k]);
    }
    base_arena_destroy(a);
}

/* In which no line can end: wide ones are written in rows. */
static void wide_elements_are_written_in_rows(void **state) {
    static const struct {
        const char *before, *after, *says[2], *no;
    } all[] = {
        {"<mfrac><mrow>",
         "</mrow><mi>d</mi></mfrac>",
         {"<mo>(</mo><mi>b</mi>", "<mo>)</mo></mrow><mo>/</mo><mi>d</mi>"},
         "<mfrac>"},
        {"<mfrac><mrow>",
         "</mrow><mi>d</mi></mfrac><mi>x</mi>",
         {"<mrow><mo>(</mo><mrow><mo>(</mo><mi>b</mi>", "<mo>/</mo><mi>d</mi><mo>)</mo></mrow><mi>x</mi>"},
         "<mfrac>"},
        {"<msqrt>", "</msqrt>", {"<mo>&#x221A;</mo><mrow><mo>(</mo><mi>b</mi>", "<mi>c</mi><mo>)</mo>"}, "<msqrt>"},
        {"<msup><mrow><mo>(</mo>",
         "<mo>)</mo></mrow><mn>2</mn></msup>",
         {"<mrow><mo>(</mo><mi>b</mi>", "<mi>c</mi><msup><mo>)</mo><mn>2</mn></msup></mrow>"},
         "<msup><mrow>"},
        {"<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr><mtd>",
         "</mtd><mtd><mtext>if&#xA0;</mtext><mi>x</mi><mo>&lt;</mo><mo>&#x2212;</mo><mi>y</mi></mtd></mtr>"
         "<mtr><mtd><mn>0</mn></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>",
         {"<mtext>if&#xA0;</mtext><mi>x</mi><mo>&lt;</mo><mo>&#x2212;</mo><mi>y</mi></mrow><mo>,</mo><mrow><mn>0</mn>",
          "<mtext>otherwise</mtext></mrow><mo>}</mo></mrow>"},
         "<mtable"}};
    (void)state;
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const char *text = divided(a, long_sum(a, all[k].before, all[k].after));
        assert_in_range(shown_count(text, "<math>"), 101, 103);
        assert_int_equal(shown_count(text, "<mrow>"), shown_count(text, "</mrow>"));
        assert_says(text, all[k].says[0]);
        assert_says(text, all[k].says[1]);
        assert_null(strstr(text, all[k].no));
    }
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
        cmocka_unit_test(wide_elements_are_written_in_rows),
        cmocka_unit_test(long_parentheses_are_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
