/* The best design as a JSON object. */
#include "out/json/writers.h"
#include "out/optimum.h"
#include "out/reading.h"

static void all_members_are_there(void **state) {
    (void)state;
    arena *a = base_arena_create();
    best *b = best_create(a);
    const char *text = best_as(b, out_optimum_write_json);
    assert_says(text, "\"model\": \"m\", \"goal\": \"maximize\", \"of\": \"r\", \"value\": 12, \"interrupted\": false");
    assert_says(text,
                "{\"name\": \"a\", \"value\": 3, \"present\": 1, \"low\": 1, \"high\": 3, \"at_bound\": \"high\", "
                "\"slope\": 8, \"elasticity\": 2}");
    assert_says(text, "\"at_bound\": null, \"slope\": -2");
    assert_says(text, "{\"text\": \"s < 30\", \"holds\": true, \"binds\": false, \"slack\": 6}");
    assert_says(text, "\"present\": {\"value\": 2, \"limits_hold\": true, \"report\": {\"r\": 2, \"s\": 4}}");
    assert_says(text, "\"warnings\": []");
    assert_says(text, "\"method\": \"SLSQP\", \"samples\": 32, \"searches\": 4, \"agreeing\": 3, \"runs\": 123, "
                      "\"slopes\": \"through events\"");
    b->o.doubt = "too fast";
    b->o.doubt_code = "W0512";
    b->o.by_differences = "a kink";
    b->o.minimize = true;
    b->o.method = NULL;
    text = best_as(b, out_optimum_write_json);
    assert_says(text, "\"goal\": \"minimize\"");
    assert_says(text, "\"warnings\": [{\"code\": \"W0512\", \"message\": \"too fast\"}]");
    assert_says(text, "\"method\": \"Sobol\"");
    assert_says(text, "\"slopes\": \"differences\", \"slopes_why\": \"a kink\"");
    b->o.trouble = "no design has a value";
    text = best_as(b, out_optimum_write_json);
    assert_says(text, "{\"error\": {\"code\": \"optimize\", \"message\": \"no design has a value\"");
    assert_says_not(text, "goal");
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* One object whatever there is to tell, with the numbers to the last bit. */
static void it_reads_back(void **state) {
    (void)state;
    for (int k = 0; k < 16; k++) {
        arena *a = base_arena_create();
        best *b = best_create(a);
        b->o.interrupted = k & 1;
        b->o.minimize = k >> 1 & 1;
        b->o.doubt = k >> 2 & 1 ? "a \"doubt\"\\" : NULL;
        b->o.doubt_code = "W0512";
        b->o.by_differences = k >> 3 & 1 ? "a <kink>\n" : NULL;
        b->reports[0] = 1 / 3.0;
        b->at[1] = 0.1 + k;
        b->slopes[0] = k & 1 ? NAN : 1e-17;
        const char *text = best_as(b, out_optimum_write_json);
        reading_check(text);
        assert_reads(text, "report/r", 1 / 3.0);
        assert_reads(text, "parameters/1/value", 0.1 + k);
        assert_reads(text, "parameters/0/slope", b->slopes[0]);
        assert_int_equal(reading_count(text, "warnings"), k >> 2 & 1);
        motion_end(&b->x);
        base_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_are_there),
        cmocka_unit_test(it_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
