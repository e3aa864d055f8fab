/* A fit as a JSON object. */
#include "out/fit.h"
#include "out/json/writers.h"
#include "out/reading.h"

static void all_members_are_there(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    const char *text = fitted_as(b, out_fit_write_json);
    reading_check(text);
    assert_says(text, "\"model\": \"m\", \"values\": 4, \"freedom\": 2, \"loss\": \"cauchy\", \"interrupted\": false");
    assert_says(text, "{\"name\": \"k\", \"unit\": \"N/m\", \"value\": 4, \"error\": 0.5, \"low\": 3, \"high\": 5, "
                      "\"before\": 3, \"least\": 0, \"most\": null, \"state\": \"free\"}");
    assert_says(text, "{\"name\": \"c\", \"unit\": \"\", \"value\": 2, \"error\": null, \"low\": null, \"high\": null, "
                      "\"before\": 1, \"least\": null, \"most\": 2, \"state\": \"at_high\"}");
    assert_says(text, "\"undetermined\": [\n    {\"p\": 0.01, \"factor of \\\"x\\\" <&\": -0.0025}\n  ]");
    assert_says(text, "{\"quantity\": \"y\", \"unit\": \"rad\", \"values\": 1, \"spread\": 0.5}");
    assert_says(text, "\"searches\": 1, \"agreeing\": 1, \"steps\": 12, \"runs\": 34, \"slopes\": \"through events\"");
    assert_int_equal(reading_count(text, "unknowns"), 5);
    assert_int_equal(reading_count(text, "correlations"), 5);
    assert_int_equal(reading_count(text, "correlations/4"), 5);
    assert_reads(text, "correlations/0/0", 1);
    assert_reads(text, "correlations/0/1", NAN);
    assert_int_equal(reading_count(text, "remarks"), 2);
    assert_null(reading_at(text, "series"));
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void series_to_the_last_bit(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->measured[1] = 1 / 3.0;
    const char *text = fitted_as(b, out_fit_write_json_series);
    reading_check(text);
    assert_int_equal(reading_count(text, "series"), 2);
    assert_says(text,
                "{\"data\": \"a, \\\"b\\\" <c> & d.csv\", \"quantity\": \"x\", \"column\": \"x\", \"unit\": \"m\"");
    for (int i = 0; i < FITTED_ROWS; i++) {
        assert_reads(text, base_arena_printf(a, "series/0/t/%d", i), b->t[i]);
        assert_reads(text, base_arena_printf(a, "series/0/measured/%d", i), b->measured[i]);
        assert_reads(text, base_arena_printf(a, "series/0/model/%d", i), b->model[i]);
    }
    assert_int_equal(reading_count(text, "series/1/model"), 1);
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void little_to_tell(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->f.tie_count = b->f.outliers = 0;
    b->f.by_differences = "a \"kink\"";
    b->f.interrupted = true;
    const char *text = fitted_as(b, out_fit_write_json_series);
    reading_check(text);
    assert_int_equal(reading_count(text, "undetermined"), 0);
    assert_int_equal(reading_count(text, "remarks"), 1);
    assert_says(text, "\"interrupted\": true");
    assert_says(text, "\"slopes\": \"differences\", \"slopes_why\": \"a \\\"kink\\\"\"");
    b->f.trouble = "no \"run\" begins";
    text = fitted_as(b, out_fit_write_json);
    reading_check(text);
    assert_says(text, "\"message\": \"no \\\"run\\\" begins\"");
    assert_says_not(text, "unknowns");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_are_there),
        cmocka_unit_test(series_to_the_last_bit),
        cmocka_unit_test(little_to_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
