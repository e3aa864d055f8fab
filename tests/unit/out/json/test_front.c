/* A front as a JSON object. */
#include "out/front.h"
#include "out/json/writers.h"
#include "out/reading.h"

static void it_reads_back(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    b->reports[1][2] = 1 / 3.0;
    const char *text = fronted_as(b, out_front_write_json);
    reading_check(text);
    assert_says(text, "{\"goal\": \"minimize\", \"of\": \"s\", \"unit\": \"m\"}");
    assert_int_equal(reading_count(text, "front"), 2);
    assert_reads(text, "front/1/report/u", 1 / 3.0);
    assert_reads(text, "front/0/parameters/a", 3);
    assert_reads(text, "over/0/high", 3);
    assert_reads(text, "present/report/u", NAN);
    assert_says(text, "\"limits\": [\"s < 30 m\"]");
    assert_says(text, "\"kept\": true");
    assert_says(text, "\"ends\": \"SLSQP\", \"generations\": 9, \"met\": 17, \"runs\": 123");
    b->f.machines = 64;
    b->f.weight = 2;
    text = fronted_as(b, out_front_write_json);
    reading_check(text);
    assert_reads(text, "scatter/machines", 64);
    assert_reads(text, "scatter/deviations", 2);
    b->f.trouble = "no \"design\"";
    text = fronted_as(b, out_front_write_json);
    reading_check(text);
    assert_says(text, "{\"error\": {\"code\": \"optimize\", \"message\": \"no \\\"design\\\"\"");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_reads_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
