/* Equations as HTML with MathML. */
#include "out/public.h"
#include "out/reading.h"

static void elements_are_closed(const char *text) {
    static const char *const names[] = {"math", "mrow", "mfrac", "msup", "table", "tr", "td", "mover", "div"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char open[16], with[16], close[16];
        snprintf(open, sizeof open, "<%s>", names[k]);
        snprintf(with, sizeof with, "<%s ", names[k]);
        snprintf(close, sizeof close, "</%s>", names[k]);
        assert_int_equal(shown_count(text, open) + shown_count(text, with), shown_count(text, close));
    }
}

static void a_page_of_equations(void **state) {
    (void)state;
    written w = written_equations("model m \"Springs & <masses>\"\nparam k = 2\ncoord x = 0\nkinetic T = x'^2/2\n"
                                  "potential V = k*x^2/2 - x\n",
                                  NULL, true, "mathml");
    const char *text = WRITTEN_TEXT(w);
    assert_true(!strncmp(text, "<!doctype html>\n", 16));
    assert_says(text, "<title>Springs &amp; &lt;masses&gt;</title>");
    assert_says(text, "<h2>Equations of motion</h2>");
    assert_says(text, "<tr><th>x</th><td>");
    assert_says(text, "<mover><mi>x</mi><mo scriptlevel=\"-1\">&#xA8;</mo></mover>");
    elements_are_closed(text);
    written_end(&w);
}

/* Each term of a sum is breakable: a sign in front is one between two. */
static void terms_can_be_broken(void **state) {
    (void)state;
    written w = written_equations("param k = 2\ncoord x = 0\nkinetic T = x'^2/2\npotential V = k*x^2/2\n", NULL, false,
                                  "mathml");
    assert_says(WRITTEN_TEXT(w), "</mrow></math> <math><mrow><mo form=\"infix\">+</mo>");
    assert_says(WRITTEN_TEXT(w), "<mo form=\"infix\">=</mo></mrow></math> <math><mrow><mn>0</mn></mrow></math>");
    written_end(&w);
}

static void matrices(void **state) {
    (void)state;
    written w =
        written_equations("coord x = 0, y = 0\nkinetic T = x'^2/2 + x'*y' + 2*y'^2\n", "matrix", false, "mathml");
    assert_says(WRITTEN_TEXT(w),
                "<mtable><mtr><mtd><mrow><mn>1</mn></mrow></mtd><mtd><mrow><mn>1</mn></mrow></mtd></mtr>"
                "<mtr><mtd><mrow><mn>1</mn></mrow></mtd><mtd><mrow><mn>4</mn></mrow></mtd></mtr></mtable>");
    elements_are_closed(WRITTEN_TEXT(w));
    written_end(&w);
}

/* Rows of a matrix cannot be broken: one that is wider than a line is written entry by entry. */
static void wide_matrices_are_lists(void **state) {
    (void)state;
    written w = written_equations("param first = 2, second = 3, third = 4\ncoord x = 0, y = 0, z = 0\n"
                                  "kinetic T = first*x'^2*(1 + sin(y)^2*first) + second*y'^2*(2 + cos(x)*third)\n"
                                  "kinetic S = (z' + first*second*cos(x - y)*x' + second*third*sin(x - y)*y')^2/2\n",
                                  "matrix", false, "mathml");
    const char *text = WRITTEN_TEXT(w);
    assert_says(text, "<msub><mi>M</mi><mrow><mn>2</mn><mo>,</mo><mn>1</mn></mrow></msub><mo form=\"infix\">=</mo>");
    assert_says(text, "<msub><mi>M</mi><mrow><mn>1</mn><mo>,</mo><mn>2</mn></mrow></msub><mo form=\"infix\">=</mo>");
    elements_are_closed(text);
    written_end(&w);
}

static void all_forms_are_well_formed(void **state) {
    (void)state;
    written_check_forms("mathml", reading_check_elements);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_of_equations),
        cmocka_unit_test(terms_can_be_broken),
        cmocka_unit_test(matrices),
        cmocka_unit_test(wide_matrices_are_lists),
        cmocka_unit_test(all_forms_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
