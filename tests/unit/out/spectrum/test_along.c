/* Pictures of eigenvalues along a run: sorted at each instant, broken where there are none. */
#include "out/linear.h"
#include "out/spectrum/writers.h"

static void panels(void **state) {
    (void)state;
    made *x = made_begin();
    linear_about at[] = {x->about, x->about, {.trouble = "none"}, x->about};
    linear_mode turned[] = {x->modes[2], x->modes[1], x->modes[0]};
    linear_along along = {.m = x->of.m, .count = 4, .t = made_values, .at = at};
    x->linear.along = &along;
    const char *text = made_text(x, out_linear_write_svg);
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    assert_says(text, "eigenvalues of small motions at each instant");
    assert_int_equal(shown_count(text, "<path style"),
                     10); /* three rates and two frequencies, before the gap and behind */
    at[1].modes = turned; /* another order is the same picture */
    assert_string_equal(made_text(x, out_linear_write_svg), text);
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
