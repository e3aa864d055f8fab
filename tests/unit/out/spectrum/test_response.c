/* Pictures of frequency responses: two panels over decades, in degrees, without what has no logarithm. */
#include "out/linear.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static void gain_and_phase(void **state) {
    (void)state;
    made *x = made_begin();
    const linear_response r = made_response();
    x->linear.about = &x->about;
    x->linear.response = &r;
    const char *text = made_text(x, out_linear_write_svg);
    assert_true(paper_check(text) > 8);
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    assert_int_equal(shown_count(text, "<path style"), 4); /* gain 0 and no phase: a gap in each */
    assert_says(text, "frequency response from u, &quot;&lt;&amp;&gt;&quot; to out");
    assert_says(text, ">\u2212150<"); /* degrees */
    assert_says(text, ">0.1<");
    assert_says(text, ">100<");
    made_end(x);
}

static void without_a_gap_each_is_one_curve(void **state) {
    (void)state;
    made *x = made_begin();
    linear_response r = made_response();
    r.count = 3;
    x->linear.about = &x->about;
    x->linear.response = &r;
    const char *text = made_text(x, out_linear_write_svg);
    paper_check(text);
    assert_int_equal(shown_count(text, "<path style"), 2);
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gain_and_phase),
        cmocka_unit_test(without_a_gap_each_is_one_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
