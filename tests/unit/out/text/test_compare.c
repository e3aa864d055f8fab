/* Runs side by side as text. */
#include "out/compare.h"
#include "out/reading.h"

static void tables(void **state) {
    (void)state;
    compared c = compared_begin();
    const char *text = compared_as(&c, NULL, "text");
    assert_says(text, "  (1)  fall.lgr      ground at 0.632456 s\n");
    assert_says(text, "  (2)  fall.lgr:h=8  ground at 1.26491 s\n");
    assert_says(text, "  (3)  a, <float>    end at 1 s\n");
    assert_says(text, "Parameters that differ\n");
    assert_says(text, "  h    2    8  +300%    2  m      height\n");
    assert_says(text, "time_down");
    assert_says(text, "+100%");
    assert_says(text, "of the fall");
    compared_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
