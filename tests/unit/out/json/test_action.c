/* The test of Hamilton's principle in the object of a run. */
#include "out/json/sections.h"
#include "out/support.h"

static const char *text_of(motion *x, const sim_action *r) {
    out_run run = shown_of(x);
    run.action = r;
    strbuf *s = ARENA_NEW(x->memory, strbuf);
    *s = base_strbuf_make(x->memory);
    out_action_add_json(&run, s);
    return base_strbuf_text(s);
}

static void numbers_and_flags(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2\nsimulate until 1\n");
    assert_string_equal(text_of(&x, NULL), "");
    sim_action r = {.to = 2, .value = 3.5, .worst = 1e-9, .kind = ACTION_MINIMUM, .works = true, .sizes = {0.1, 0.05}};
    r.at[1].first = 7;
    const char *text = text_of(&x, &r);
    assert_says(text,
                "\"from\": 0, \"to\": 2, \"value\": 3.5, \"first_variation\": 1e-09, \"kind\": \"minimum\", "
                "\"work_added\": true, \"constrained\": false, \"nonholonomic\": false, \"eps\": [0.1, 0.05, 0, 0]");
    assert_says(text, "{\"first\": 7, \"change\": [0, 0, 0, 0]}");
    assert_int_equal(shown_count(text, "\"change\""), ACTION_DIRECTIONS);
    r.trouble = "too short";
    assert_string_equal(text_of(&x, &r), ",\n  \"action\": {\"trouble\": \"too short\"}");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
