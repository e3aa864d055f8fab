/* Runs side by side as curves and as a page. */
#include "out/compare.h"
#include "out/reading.h"

static void curves_of_what_all_record(void **state) {
    (void)state;
    compared c = compared_begin();
    const char *text = compared_as(&c, NULL, "svg");
    reading_check_elements(text);
    assert_int_equal(shown_count(text, "class=\"frame\""), 1); /* y, which all have */
    assert_int_equal(shown_count(text, "a, &lt;float&gt;"), 1);
    assert_int_equal(shown_count(compared_as(&c, "y', kinetic, y", "svg"), "class=\"frame\""), 3);
    text = compared_as(&c, "kinetic over y", "html");
    reading_check_elements(text);
    assert_int_equal(shown_count(text, "<table"), 2);
    assert_int_equal(shown_count(text, "<svg"), 1);
    assert_says(text, "A &lt;b&gt; &amp; c");
    assert_says(text, "<p>fall.lgr:h=8: ground at 1.26491 s</p>");
    assert_says(text, "<td>+300%</td>");
    compared_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(curves_of_what_all_record)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
