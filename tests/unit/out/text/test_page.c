/* What the sections of a text page share. */
#include "out/text/page.h"
#include "section.h"

static void write_all(const text_page *p) {
    out_page_heading(p, "Heading");
    out_page_words(p, "some words that go on", 2);
    out_page_add_more(p, MOST_ROWS);
    out_page_add_more(p, MOST_ROWS + 3);
}

static void headings_words_and_what_is_left_out(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1 rad, z = 2 m\nkinetic T = (1 kg m^2)*a'^2 + (1 kg)*z'^2\nsimulate until 1 s\n");
    out_run run = shown_of(&x);
    run.page.width = 16;
    assert_string_equal(section_of(&x, &run, write_all),
                        "\nHeading\n  some words\n  that go on\n  ... and 3 more (--json has all)\n");
    assert_int_equal(out_page_shown(MOST_ROWS), MOST_ROWS);
    assert_int_equal(out_page_shown(MOST_ROWS + 1), MOST_ROWS);
    assert_int_equal(out_page_shown(2), 2);
    motion_end(&x);
}

static void units_of_angles_and_of_nothing(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1 rad, z = 2 m\nkinetic T = (1 kg m^2)*a'^2 + (1 kg)*z'^2\nsimulate until 1 s\n");
    out_run run = shown_of(&x);
    text_page p = {.run = &run, .m = x.of.m, .r = x.result, .memory = x.memory};
    assert_string_equal(out_page_unit(&p, PI, x.of.m->coords[0].dim, true), "rad = 180\u00b0");
    assert_string_equal(out_page_unit(&p, NAN, x.of.m->coords[0].dim, true), "no value");
    assert_string_equal(out_page_unit(&p, 1, x.of.m->coords[1].dim, false), "m");
    run.page.width = NARROW - 1;
    assert_string_equal(out_page_unit(&p, PI, x.of.m->coords[0].dim, true), "rad");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_words_and_what_is_left_out),
        cmocka_unit_test(units_of_angles_and_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
