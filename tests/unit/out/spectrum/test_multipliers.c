/* Pictures of Floquet multipliers beside the unit circle: pairs twice, those outside in another colour. */
#include "out/families.h"
#include "out/spectrum/writers.h"

static void beside_the_circle(void **state) {
    (void)state;
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    x->linear.family = NULL;
    x->linear.periodic = &f.at[4];
    const char *text = made_text(x, out_linear_write_svg);
    assert_int_equal(shown_count(text, "class=\"unit\""), 1);
    assert_int_equal(shown_count(text, "fill:#c8572f"), 1);
    assert_says(text, "with period 4 s: what is beside it departs");
    f.at[0].im = f.re;
    x->linear.periodic = &f.at[0];
    text = made_text(x, out_linear_write_svg);
    assert_int_equal(shown_count(text, "fill:#1d6fb8"), 2);
    assert_says(text, "what is beside it comes to it");
    f.at[0].trouble = "it leads nowhere";
    f.at[0].has_multipliers = false;
    assert_says(made_text(x, out_linear_write_svg), "it leads nowhere");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(beside_the_circle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
