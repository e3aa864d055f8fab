/* Runs side by side as a JSON object. */
#include <math.h>

#include "out/compare.h"
#include "out/reading.h"

static void it_reads_back(void **state) {
    (void)state;
    compared c = compared_begin();
    const char *text = compared_as(&c, NULL, "json");
    reading_check(text);
    assert_says(text, "{\"name\": \"a, <float>\", \"model\": \"\", \"end\": \"end at 1 s\"}");
    assert_int_equal(reading_count(text, "runs"), 3);
    assert_reads(text, "reports/1/values/1", 8);
    assert_reads(text, "reports/1/differences/1", 6);
    assert_reads(text, "reports/0/values/2", NAN); /* a length there: a row of its own */
    assert_reads(text, "reports/2/values/2", 1);
    compared_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_reads_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
