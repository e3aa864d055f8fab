/* A periodic motion as a member of a JSON object, or why there is none. */
#include "out/json/sections.h"
#include "out/linear.h"

static const char *object_of(made *x, const linear_periodic *p) {
    strbuf s = base_strbuf_make(x->of.memory);
    x->linear.periodic = p;
    base_strbuf_add(&s, "{\"a\": 1");
    out_periodic_add_json(&x->linear, &s);
    base_strbuf_add(&s, "}");
    const char *text = base_strbuf_text(&s);
    reading_check(text);
    return text;
}

static void members(void **state) {
    (void)state;
    made *x = made_begin();
    bool states[] = {false, true};
    double re[] = {-2, 0.5}, im[] = {0.25, 0}, shift[] = {6, 0};
    linear_periodic p = {.t = 1,
                         .period = 2.5,
                         .n = 2,
                         .coord_names = made_coords,
                         .state = states,
                         .q = made_q,
                         .v = made_v,
                         .shift = shift,
                         .low = made_none,
                         .high = made_half,
                         .energy = 7,
                         .events = 3,
                         .has_multipliers = true,
                         .count = 2,
                         .re = re,
                         .im = im,
                         .growth = 0.75,
                         .stability = UNSTABLE};
    const char *text = object_of(x, &p);
    assert_reads(text, "periodic/period", 2.5);
    assert_reads(text, "periodic/t", 1);
    assert_reads(text, "periodic/events", 3);
    assert_reads(text, "periodic/q/y", 0.2);
    assert_reads(text, "periodic/v/x", 0);
    assert_null(reading_at(text, "periodic/v/y"));
    assert_reads(text, "periodic/shift/x", 6);
    assert_reads(text, "periodic/greatest/y", 1);
    assert_reads(text, "periodic/energy", 7);
    assert_reads(text, "periodic/growth", 0.75);
    assert_int_equal(reading_count(text, "periodic/multipliers"), 2);
    assert_reads(text, "periodic/multipliers/0/1", 0.25);
    assert_non_null(strstr(text, "\"stability\": \"unstable\""));
    p.has_multipliers = false;
    assert_int_equal(reading_count(object_of(x, &p), "periodic/multipliers"), 0);
    made_end(x);
}

static void trouble(void **state) {
    (void)state;
    made *x = made_begin();
    assert_non_null(
        strstr(object_of(x, &(linear_periodic){.trouble = "no \"way\""}), "{\"trouble\": \"no \\\"way\\\"\"}"));
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(members), cmocka_unit_test(trouble)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
