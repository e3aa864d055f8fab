/* Pictures of eigenvalues over a parameter: gaps, bands where all decay, lines where stability changes. */
#include "out/linear.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static void curves_bands_and_lines(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    const char *text = made_text(x, out_linear_write_svg);
    assert_true(paper_check(text) > 8);
    assert_int_equal(shown_count(text, "<path style"), 6); /* two rates torn, one frequency torn: 3 and one point */
    assert_int_equal(shown_count(text, "fill:#2e8b57;fill-opacity"), 2); /* one range in two panels */
    assert_int_equal(shown_count(text, "<line class=\"event\""), 4);
    assert_says(text, ">growth (1/s)<");
    assert_says(text, ">P (N)<");
    assert_says(text, "eigenvalues of small motions");
    x->study.steady = false;
    assert_says(made_text(x, out_linear_write_svg), "which moves on");
    made_end(x);
}

/* Fast decay is cut off, and what remains is as wide as what oscillates. */
static void fast_decay_leaves_room(void **state) {
    (void)state;
    made *x = made_begin();
    double fast[] = {-1e6, -1e6, -1e6, -1e6, -1e6};
    x->linear.study = &x->study;
    x->tracks[1].re = fast;
    const char *text = made_text(x, out_linear_write_svg);
    paper_check(text);
    assert_int_equal(shown_count(text, "<path style"), 4);
    made_end(x);
}

static void falling_values_and_no_curves(void **state) {
    (void)state;
    made *x = made_begin();
    double down[] = {4, 3, 2, 1, 0};
    x->linear.study = &x->study;
    x->study.values = down;
    paper_check(made_text(x, out_linear_write_svg));
    x->study.track_count = x->study.critical_count = x->study.range_count = 0;
    const char *text = made_text(x, out_linear_write_svg);
    assert_int_equal(paper_check(text), 0);
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_bands_and_lines),
        cmocka_unit_test(fast_decay_leaves_room),
        cmocka_unit_test(falling_values_and_no_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
