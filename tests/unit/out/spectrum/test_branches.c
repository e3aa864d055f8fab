/* Pictures of equilibria: dashed where something grows, broken at gaps, with circles and one line for each value. */
#include "out/linear.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static void stretches_gaps_and_circles(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.branches = &x->branches;
    const char *text = made_text(x, out_linear_write_svg);
    assert_true(paper_check(text) > 20);
    assert_int_equal(shown_count(text, "<path style"), 7); /* two stretches twice; one torn, and one whole */
    assert_int_equal(shown_count(text, ";stroke-dasharray:5 4\""), 2);
    assert_int_equal(shown_count(text, "<circle"), 6);
    assert_int_equal(shown_count(text, "<line class=\"event\""), 4); /* two values in two panels */
    assert_says(text, "A &quot;title&quot; &lt;b&gt; &amp; more");
    assert_says(text, ">P (N)<");
    assert_says(text, ">y (m)<");
    made_end(x);
}

static void none_and_one_of_one_point(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.branches = &x->branches;
    x->branches.special_count = 0;
    x->branches.count = 1;
    x->branch[0].count = 1;
    const char *text = made_text(x, out_linear_write_svg);
    assert_int_equal(paper_check(text), 4);
    x->branches.count = 0;
    text = made_text(x, out_linear_write_svg);
    assert_int_equal(paper_check(text), 0);
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_gaps_and_circles),
        cmocka_unit_test(none_and_one_of_one_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
