/* Pictures of periodic motions over a parameter: dashed where they are unstable, broken where there are none. */
#include "out/families.h"
#include "out/spectrum/writers.h"

static void panels(void **state) {
    (void)state;
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    const char *text = made_text(x, out_linear_write_svg);
    assert_int_equal(shown_count(text, "class=\"frame\""), 3);
    assert_int_equal(shown_count(text, ";stroke-dasharray:5 4\""), 4); /* frequency, two coordinates, multiplier */
    assert_int_equal(shown_count(text, "<line class=\"event\""), 3);
    assert_says(text, ">frequency (Hz)<");
    assert_says(text, ">P (N)<");
    for (int i = 0; i < FAMILY_VALUES; i++)
        f.at[i].trouble = "none";
    assert_int_equal(shown_count(made_text(x, out_linear_write_svg), "class=\"frame\""), 3);
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(panels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
