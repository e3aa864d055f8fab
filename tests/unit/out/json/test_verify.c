/* The digits on which two runs agree, in the object of a run. */
#include "out/json/sections.h"
#include "out/support.h"

static motion repeated(const char *text, out_run *run) {
    motion x = shown_run(text);
    sim_options o = sim_options_default();
    o.tolerance = 1e-10;
    *run = shown_of(&x);
    run->second = sim_run(x.of.m, &o, x.memory);
    run->second_tolerance = 1e-10;
    return x;
}

static void digits_of_final_state_events_and_reports(void **state) {
    (void)state;
    out_run run;
    motion x = repeated("coord x = 1, y = 2\nkinetic T = x'^2/2 + y'^2\npotential V = x^2/2\nsimulate until 3\n"
                        "event e when x < 0 { }\nreport r = time(e)\n",
                        &run);
    strbuf s = base_strbuf_make(x.memory);
    out_verify_add_json(&run, &s);
    const char *text = base_strbuf_text(&s);
    assert_says(text, ",\n  \"verify\": {\"tolerance\": 1e-10, \"final\": {\"x\": ");
    assert_says(text, "\"events\": [{\"name\": \"e\", \"digits\": ");
    assert_says(text, "\"report\": {\"r\": ");
    assert_says(text, "\"least\": ");
    motion_end(&x);
}

static void a_second_run_that_fails_or_is_interrupted(void **state) {
    (void)state;
    out_run run;
    motion x = repeated("coord x = 1\nkinetic T = x'^2/2\nsimulate until 3\n", &run);
    sim_result second = *run.second;
    const finding f = {.code = DIAG_E0506, .message = "too long", .primary = ""};
    run.second = &second;
    second.end = SIM_INTERRUPTED;
    strbuf s = base_strbuf_make(x.memory);
    out_verify_add_json(&run, &s);
    assert_says(base_strbuf_text(&s), "\"interrupted\": true}");
    second.failure = &f;
    s = base_strbuf_make(x.memory);
    out_verify_add_json(&run, &s);
    assert_says(base_strbuf_text(&s), "\"error\": {\"code\": \"E0506\", \"message\": \"too long\"");
    run.second = NULL;
    s = base_strbuf_make(x.memory);
    out_verify_add_json(&run, &s);
    assert_int_equal(s.len, 0);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_of_final_state_events_and_reports),
        cmocka_unit_test(a_second_run_that_fails_or_is_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
