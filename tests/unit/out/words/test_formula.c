/* Formulas within words, and long sums broken between their terms. */
#include "out/support.h"
#include "out/words/formula.h"

static void words_with_formulas(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const char words[] = "Energies: `L = T - V` & more";
    assert_string_equal(out_formula_words(words, NOTATION_TEXT, a), "Energies: L = T - V & more");
    assert_string_equal(out_formula_words(words, NOTATION_LATEX, a), "Energies: $L = T - V$ \\& more");
    assert_string_equal(out_formula_words(words, NOTATION_MATHML, a),
                        "Energies: <math><mi>L</mi><mo>=</mo><mi>T</mi><mo>&#x2212;</mo><mi>V</mi></math> &amp; more");
    base_arena_destroy(a);
}

/* What is in no table is set name by name. */
static void unknown_formulas_are_set_by_their_names(void **state) {
    (void)state;
    arena *a = base_arena_create();
    assert_string_equal(out_formula_words("`B^T mu = w''`", NOTATION_TEXT, a), "B^T mu = w''");
    assert_string_equal(out_formula_words("`B^T mu = w''`", NOTATION_LATEX, a), "$B^{\\mathsf{T}} \\mu = \\ddot{w}$");
    assert_says(out_formula_words("`B^T mu = w''`", NOTATION_MATHML, a), "<mi mathvariant=\"normal\">T</mi>");
    base_arena_destroy(a);
}

static void check_broken(const char *formula, int used, int width, const char *want) {
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    out_formula_add_broken(formula, used, width, "|", &s);
    assert_string_equal(base_strbuf_text(&s), want);
    base_arena_destroy(a);
}

/* Before a sign of the outermost sum; the first term stays whatever its width. */
static void sums_are_broken_between_terms(void **state) {
    (void)state;
    check_broken("a + b + c", 0, 0, "a + b + c");
    check_broken("a + b + c", 0, 8, "a + b |+ c");
    check_broken("a + b + c", 3, 8, "a |+ b + c");
    check_broken("-a - b", 0, 4, "-a |- b");
    check_broken("2e-05*x + y", 0, 7, "2e-05*x |+ y");
}

/* Within brackets where a term is wider than a line, with two more columns for each; before '=' where what follows fits
   on a line of its own. */
static void wide_terms_are_broken_within_brackets(void **state) {
    (void)state;
    check_broken("long*(a + b + c) - d", 0, 17, "long*(a + b + c) |- d");
    check_broken("long*(a + b + c) - d", 0, 12, "long*(a + b + c) |- d");
    check_broken("long*(first + second + third + fourth) - d", 0, 24, "long*(first + second |  + third + fourth) - d");
    check_broken("(a*(first + c*(second + third)) + fourth)", 0, 22,
                 "(a*(first |    + c*(second + third)) |  + fourth)");
    check_broken("first + second = long + longer", 0, 20, "first + second |= long + longer");
    check_broken("a + b + c = 0", 0, 8, "a + b |+ c = 0");
}

static void widths_in_columns(void **state) {
    (void)state;
    assert_int_equal(out_formula_width("a + \u03b1", NOTATION_TEXT), 5);
    assert_true(out_formula_width("x", NOTATION_LATEX) > 1);
}

static page_side matrix(motion *x, const char *const *names, int rows, int cols) {
    page_side s = {.kind = SIDE_MATRIX, .rows = rows, .cols = cols};
    expr_id *e = ARENA_ARRAY(x->memory, expr_id, rows * cols);
    for (int i = 0; i < rows * cols; i++)
        e[i] = x->of.m->base->outputs[MOTION_FIND(x, outputs, output_count, names[i])];
    s.e = e;
    return s;
}

static void matrices_that_fit_and_that_are_symmetric(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2\noutput a = x, b = 2*x, c = x^2\n");
    derive_page p = {.m = x.of.m};
    const page_side yes = matrix(&x, (const char *const[]){"a", "b", "b", "c"}, 2, 2),
                    no = matrix(&x, (const char *const[]){"a", "b", "c", "c"}, 2, 2),
                    oblong = matrix(&x, (const char *const[]){"a", "b"}, 1, 2);
    assert_true(out_formula_is_symmetric(&yes));
    assert_false(out_formula_is_symmetric(&no));
    assert_false(out_formula_is_symmetric(&oblong));
    assert_string_equal(out_formula_entry(&p, &yes, 1, 0, NOTATION_TEXT, x.memory), "2*x");
    assert_true(out_formula_matrix_fits(&p, &yes, NOTATION_TEXT, 10, x.memory)); /* 3 + 2 + 3 + 2 */
    assert_false(out_formula_matrix_fits(&p, &yes, NOTATION_TEXT, 9, x.memory));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_with_formulas),
        cmocka_unit_test(unknown_formulas_are_set_by_their_names),
        cmocka_unit_test(sums_are_broken_between_terms),
        cmocka_unit_test(wide_terms_are_broken_within_brackets),
        cmocka_unit_test(widths_in_columns),
        cmocka_unit_test(matrices_that_fit_and_that_are_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
