/* Runs side by side as rows. */
#include "out/compare.h"

static void rows(void **state) {
    (void)state;
    compared c = compared_begin();
    const char *text = compared_as(&c, NULL, "csv");
    assert_says(text,
                "report,unit,fall.lgr,fall.lgr:h=8,\"a, <float>\",fall.lgr:h=8 - fall.lgr,\"a, <float> - fall.lgr\"\n");
    assert_says(text, "start,m,2,8,2,6,0\n");
    assert_says(text, "time_down,m,,,1,,\n");
    compared_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
