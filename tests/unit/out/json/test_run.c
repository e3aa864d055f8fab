/* A run as one JSON object. */
#include "out/json/writers.h"
#include "out/support.h"

static void all_members_are_there(void **state) {
    (void)state;
    motion x = shown_run("model point\ncoord x = 1, z = 2\ninitial x' = 2\nkinetic T = x'^2/2 + z'^2\n"
                         "constraint c: z = 2 off\noutput o = 2*x\nsimulate until 1\nreport r = initial(x)\n"
                         "expect r = 1 within 1e-9\nexpect r > 2\nevent e when x > 2 { hold c; set x' = 4 }\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"lagrangia\": \"1.2.3\",\n  \"model\": \"point\"");
    assert_says(text, "\"end\": {\"t\": 1, \"reason\": \"until\"}");
    assert_says(text, "\"initial\": {\"t\": 0, \"q\": {\"x\": 1, \"z\": 2}, \"v\": {\"x\": 2, \"z\": 0}, "
                      "\"lambda\": {\"c\": 0}, \"output\": {\"o\": 2}, \"energy\": 2}");
    assert_says(text, "{\"name\": \"e\", \"t\": 0.5");
    assert_says(text, "\"before\": {\"q\": {\"x\": 2");
    assert_says(text, "\"report\": {\"r\": 1}");
    assert_says(text, "\"ok\": true, \"left\": 1, \"right\": 1}");
    assert_says(text, "\"ok\": false, \"left\": 1, \"right\": 2}");
    assert_says(text, "\"lambda_unique\": true}");
    assert_says(text, "\"seconds\": 0.25}");
    assert_says_not(text, "\"series\"");
    motion_end(&x);
}

static void impulses_and_why_a_run_stopped(void **state) {
    (void)state;
    motion x =
        shown_run("coord y = 5\ngravity 10\nparticle p: mass 3 at [0, y]\ncontact floor: y >= 0, restitution 0.5\n"
                  "event up when y' > 1 { stop }\nsimulate until 4\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"name\": \"floor.impact\"");
    assert_says(text, "\"impulse\": {\"floor\": 45");
    assert_says(text, "\"reason\": \"event up\"}");
    motion_end(&x);
}

static void the_series_has_columns_and_rows(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.every = 1;
    motion x = motion_begin_with("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n", o);
    motion_finish(&x);
    assert_says(shown_plainly(&x, out_run_write_json_series),
                "\"series\": {\n    \"columns\": [\"t\", \"x\", \"x'\", \"energy\"],\n    \"rows\": [\n      [0, 1, 0, "
                "0],\n      [1, 1, 0, 0]\n    ]\n  }");
    motion_end(&x);
}

/* What fails later still has its numbers; what never began is its error alone. */
static void failures(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\nsimulate until 2\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"reason\": \"error\"}");
    assert_says(text, "\"error\": {\"code\": \"E0501\"");
    assert_says(text, "\"final\": {\"t\": ");
    motion_end(&x);
    x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "{\"error\": {\"code\": \"E0401\"");
    assert_says_not(text, "\"final\"");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_are_there),
        cmocka_unit_test(impulses_and_why_a_run_stopped),
        cmocka_unit_test(the_series_has_columns_and_rows),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
