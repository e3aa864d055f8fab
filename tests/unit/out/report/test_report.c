/* A run as a page for browsers: all of its data, shielded within a script. */
#include "out/report/viewer_page.h"
#include "out/report/writers.h"
#include "out/support.h"

static void the_data_stand_in_the_page(void **state) {
    (void)state;
    motion x = shown_run(
        "model m \"</script> & more\"\nparam k = 2 in [1, 3] \"stiffness\"\ncoord x = 1\nkinetic T = x'^2/2\n"
        "potential V = k*x^2/2\nsimulate until 1\nreport r = final(x)\nexpect r < 1\nevent e when x < 0.5 { }\n"
        "draw ball at [x, 0] radius 0.1\n");
    const char *text = shown_plainly(&x, out_run_write_html);
    if (!out_report_is_there()) {
        assert_string_equal(text, "");
        motion_end(&x);
        skip();
    }
    assert_true(strlen(text) > out_viewer_page_length);
    assert_says(text, "\"title\": \"\\u003c/script> & more\"");
    assert_says(
        text, "{\"name\": \"k\", \"label\": \"stiffness\", \"value\": 2, \"unit\": \"\", \"angle\": false, \"low\": 1, "
              "\"high\": 3}");
    assert_says(text, "\"events\": [{\"name\": \"e\", \"t\": ");
    assert_says(text, "{\"text\": \"r \\u003c 1\", \"ok\": true}");
    assert_says(text, "\"reason\": \"until\"}");
    assert_says(text, "\"error\": null");
    assert_says(text, "\"csv\": null}");
    assert_says(text, "{\"name\": \"x\", \"group\": \"coordinate\", \"label\": \"\", \"unit\": \"\", \"angle\": false, "
                      "\"values\": [1,");
    motion_end(&x);
}

static void what_never_began_is_nothing(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    assert_string_equal(shown_plainly(&x, out_run_write_html), "");
    motion_end(&x);
}

/* More frames than a page can bear are left out evenly; jumps and the end stay. */
static void many_frames_are_thinned_out(void **state) {
    (void)state;
    enum { OUTPUTS = 300 };
    char text[30 * OUTPUTS];
    size_t len =
        (size_t)snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 2000\n");
    for (int i = 0; i < OUTPUTS; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "output o%d = %d*x\n", i, i);
    motion x = shown_run(text);
    const char *page = shown_plainly(&x, out_run_write_html);
    if (out_report_is_there()) {
        const char *from = strstr(page, "\"time\": ["), *to = strchr(from, ']');
        size_t shown = 1;
        for (const char *at = from; at < to; at++)
            shown += *at == ',';
        size_t per_frame = 1 + 4 + 2 + OUTPUTS;
        assert_true(shown < x.result->frames.len && shown * per_frame <= 400000 + 3 * per_frame);
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_data_stand_in_the_page),
        cmocka_unit_test(what_never_began_is_nothing),
        cmocka_unit_test(many_frames_are_thinned_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
