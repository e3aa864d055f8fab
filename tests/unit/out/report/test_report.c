/* A run as a page for browsers: all of its data, shielded within a script. */
#include "out/reading.h"
#include "out/report/report.h"
#include "out/report/viewer_page.h"
#include "out/report/writers.h"
#include "out/unpacking.h"

/* The data of the page, in the memory of the run; NULL without a page. */
static const char *data_of(const motion *x, const out_run *run) {
    static const char place[] = "id=\"lagrangia-data\">";
    const char *page = shown_as(x, run, out_run_write_html), *from = strstr(page, place);
    if (!out_report_is_there())
        return NULL;
    assert_non_null(from);
    from += sizeof place - 1;
    const char *to = strstr(from, "</script>");
    assert_non_null(to);
    const unpacked u = unpack_text(from, (size_t)(to - from), x->memory);
    return unpack_lists(&u, x->memory);
}

static void the_data_stand_in_the_page(void **state) {
    (void)state;
    motion x = shown_run(
        "model m \"</script> & more\"\nparam k = 2 in [1, 3] \"stiffness\"\ncoord x = 1\nkinetic T = x'^2/2\n"
        "potential V = k*x^2/2\nsimulate until 1\nreport r = final(x)\nexpect r < 1\nevent e when x < 0.5 { }\n"
        "draw ball at [x, 0] radius 0.1\n");
    const char *page = shown_plainly(&x, out_run_write_html);
    if (!out_report_is_there()) {
        assert_string_equal(page, "");
        motion_end(&x);
        skip();
    }
    assert_true(strlen(page) > out_viewer_page_length);
    assert_says_not(page, "> & more");
    const out_run run = shown_of(&x);
    const char *text = data_of(&x, &run);
    assert_says(text, "\"title\": \"</script> & more\"");
    assert_says(
        text, "{\"name\": \"k\", \"label\": \"stiffness\", \"value\": 2, \"unit\": \"\", \"angle\": false, \"low\": 1, "
              "\"high\": 3}");
    assert_says(text, "\"events\": [{\"name\": \"e\", \"t\": ");
    assert_says(text, "{\"text\": \"r < 1\", \"ok\": true}");
    assert_says(text, "\"reason\": \"until\"}");
    assert_says(text, "\"error\": null");
    assert_says(text, "\"csv\": null,");
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

/* More frames than a page can bear are left out where the motion needs them least; jumps and the end stay. */
static void many_frames_are_thinned_out(void **state) {
    (void)state;
    enum { OUTPUTS = 300 };
    char text[30 * OUTPUTS];
    size_t len =
        (size_t)snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 2000\n");
    for (int i = 0; i < OUTPUTS; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "output o%d = %d*x\n", i, i);
    motion x = shown_run(text);
    const out_run run = shown_of(&x);
    const char *data = data_of(&x, &run);
    if (data)
        assert_true((size_t)reading_number(data, "frames") * (2 + OUTPUTS) <= 600000);
    motion_end(&x);
}

/* One object, whose columns are as long as its time; energies add up in each frame. */
static void data_agree_with_each_other(void **state) {
    (void)state;
    motion x = shown_run("model m \"<!-- \\\\ -->\"\nparam k = 2 ft in [1 ft, 3 ft]\ncoord x = 1 m \"<b>\", w = 2 rad\n"
                         "kinetic T = (1 kg)*x'^2/2 + (1 kg m^2)*w'^2\npotential V = (2 N/m)*x^2/2\n"
                         "constraint c: w = 2\noutput o = x/k\nsimulate until 1 s\nevent e when x < 0.5 m { }\n"
                         "report r = final(x) in cm\nexpect r < 2 m\n");
    const out_run run = shown_of(&x);
    const char *data = data_of(&x, &run);
    if (!data) {
        motion_end(&x);
        skip();
    }
    reading_check(data);
    const size_t frames = (size_t)reading_number(data, "frames"), columns = reading_count(data, "columns");
    for (size_t i = 0; i < columns; i++) {
        char path[60];
        snprintf(path, sizeof path, "columns/%zu/values", i);
        if (*reading_at(data, path) == '[')
            assert_int_equal(reading_count(data, path), frames);
    }
    for (size_t i = 0; i < frames; i += 1 + frames / 9) {
        double part[3];
        for (size_t k = 0; k < 3; k++) {
            char path[60];
            snprintf(path, sizeof path, "columns/%zu/values", columns - 3 + k);
            size_t used = strlen(path);
            if (*reading_at(data, path) == '[')
                snprintf(path + used, sizeof path - used, "/%zu", i);
            part[k] = reading_number(data, path);
        }
        assert_near(part[0] + part[1], part[2], 1e-5);
        assert_near(part[2], 1, 1e-5);
    }
    assert_reads(data, "parameters/0/value", 2);
    assert_reads(data, "parameters/0/low", 1);
    assert_near(reading_number(data, "reports/0/value"), 100 * x.result->reports[0], 1e-12);
    assert_reads(data, "end/t", 1);
    motion_end(&x);
}

/* How it ended, what was doubted, what failed: all of it is in the data. */
static void ends_and_failures(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
        bool fails;
    } cases[] = {
        {"coord x = 1\nkinetic T = x'^2\nsimulate until 1\n", "\"until\"", false},
        {"coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nevent e when x > 0.5 { stop }\n", "\"event e\"", false},
        {"coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\nsimulate until 2\n", "\"failed\"", true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x = shown_run(cases[k].text);
        const out_run run = shown_of(&x);
        const char *data = data_of(&x, &run);
        if (data) {
            reading_check(data);
            assert_true(!strncmp(reading_at(data, "end/reason"), cases[k].reason, strlen(cases[k].reason)));
            assert_int_equal(*reading_at(data, "error") == '{', cases[k].fails);
            if (cases[k].fails)
                assert_true(!strncmp(reading_at(data, "error/code"), "\"E0501\"", 7));
        }
        motion_end(&x);
    }
}

/* Rows as csv are carried where they are given. */
static void csv_is_carried(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2\nsimulate until 1\n");
    out_run run = shown_of(&x);
    run.csv = "t,x\n0,1\n";
    const char *data = data_of(&x, &run);
    if (data) {
        reading_check(data);
        assert_true(!strncmp(reading_at(data, "csv"), "\"t,x\\n0,1\\n\"", 12));
        assert_int_equal(reading_count(data, "equations"), 0);
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_data_stand_in_the_page),  cmocka_unit_test(what_never_began_is_nothing),
        cmocka_unit_test(many_frames_are_thinned_out), cmocka_unit_test(data_agree_with_each_other),
        cmocka_unit_test(ends_and_failures),           cmocka_unit_test(csv_is_carried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
