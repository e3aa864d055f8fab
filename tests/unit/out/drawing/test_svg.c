/* Elements of SVG: numbers, words, lines of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "out/drawing/svg.h"

static void expect_number(arena *a, double x, const char *text) {
    strbuf s = base_strbuf_make(a);
    out_svg_add_number(&s, x);
    assert_string_equal(base_strbuf_text(&s), text);
}

static void numbers_are_short(void **state) {
    arena *a = *state;
    expect_number(a, 0, "0");
    expect_number(a, -0.001, "0");
    expect_number(a, 12.5, "12.5");
    expect_number(a, 100, "100");
    expect_number(a, -3.14159, "-3.14");
}

static void words_are_not_obeyed(void **state) {
    arena *a = *state;
    strbuf s = base_strbuf_make(a);
    out_svg_text(&s, "tick", 1, 2, SVG_START, 0, "</text><script>\"&\"");
    assert_string_equal(base_strbuf_text(&s),
                        "<text class=\"tick\" text-anchor=\"start\" x=\"1\" y=\"2\">&lt;/text&gt;&lt;script&gt;"
                        "&quot;&amp;&quot;</text>\n");
}

static void what_xml_does_not_know_is_replaced(void **state) {
    arena *a = *state;
    strbuf s = base_strbuf_make(a);
    out_svg_text(&s, "tick", 0, 0, SVG_MIDDLE, 0, "a\x01\xff\xef\xbf\xbe");
    assert_string_equal(base_strbuf_text(&s),
                        "<text class=\"tick\" text-anchor=\"middle\" x=\"0\" y=\"0\">a\ufffd\ufffd</text>\n");
}

static void marks_tell_their_drawing(void **state) {
    arena *a = *state;
    strbuf s = base_strbuf_make(a);
    mark m = {
        .ink = COLOUR_BALL, .solid = true, .name = "a\"b", .at = (spot[]){{3, 4}}, .count = 1, .radius = 2, .width = 1};
    out_svg_mark(&s, &m);
    assert_string_equal(base_strbuf_text(&s),
                        "<circle class=\"solid-ball\" data-name=\"a&quot;b\" cx=\"3\" cy=\"4\" r=\"2\"/>\n");
}

static void boxes_are_closed_and_beams_are_not(void **state) {
    arena *a = *state;
    spot at[] = {{0, 0}, {1, 0}, {1, 1}};
    strbuf s = base_strbuf_make(a);
    out_svg_mark(&s, &(mark){.ink = COLOUR_BOX, .solid = true, .at = at, .count = 3, .width = 1});
    out_svg_mark(&s, &(mark){.ink = COLOUR_BEAM, .at = at, .count = 3, .width = 2.5});
    out_svg_mark(&s, &(mark){.ink = COLOUR_EVENT, .style = "path", .at = at, .count = 2, .width = 1});
    assert_string_equal(base_strbuf_text(&s), "<path class=\"solid-box\" d=\"M0 0L1 0 1 1Z\"/>\n"
                                              "<path class=\"beam\" stroke-width=\"2.5\" d=\"M0 0L1 0 1 1\"/>\n"
                                              "<path class=\"path\" d=\"M0 0L1 0\"/>\n");
}

static void minus_and_powers_are_set_as_in_print(void **state) {
    arena *a = *state;
    assert_string_equal(out_svg_number_text("-0.5", a), "\u22120.5");
    assert_string_equal(out_svg_number_text("2.5e+07", a), "2.5\u00b710\u2077");
    assert_string_equal(out_svg_number_text("-1e-12", a), "\u22121\u00b710\u207b\u00b9\u00b2");
    assert_string_equal(out_svg_axis_label("x", "m", a), "x (m)");
    assert_string_equal(out_svg_axis_label("x", "", a), "x");
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (text = strstr(text, part); text; text = strstr(text + 1, part))
        found++;
    return found;
}

static void long_words_are_broken_between_words(void **state) {
    arena *a = *state;
    strbuf s = base_strbuf_make(a);
    double below = out_svg_words(&s, "caption", 0, 10, 60, "one two three four averyverylongword five");
    int lines = count(base_strbuf_text(&s), "<text");
    assert_true(lines >= 4);
    assert_true(below == 10 + 17.0 * lines);
    assert_non_null(strstr(base_strbuf_text(&s), ">averyverylongword<"));
}

static void titles_are_written_as_large_as_there_is_room(void **state) {
    static const struct {
        const char *title, *first, *last; /* lines */
    } titles[] = {
        {"A pendulum", "<text class=\"title\" text-anchor=\"start\" x=\"64\" y=\"26\">A pendulum<", NULL},
        {"Two links and a drum with a rope that is wound up by a motor with a controller",
         "<text class=\"title\" style=\"font-size:14px\" x=\"64\" y=\"26\">Two links", NULL},
        {"Two links and a drum with a rope that is wound up by a motor with a controller and a brake",
         "font-size:12.5px\" x=\"64\" y=\"17.5\">Two links and a drum with a rope that is wound<",
         "font-size:12.5px\" x=\"64\" y=\"32.5\">up by a motor with a controller and a brake<"},
        {"one two three four five six seven eight nine ten eleven twelve one two three four five six seven eight nine "
         "ten eleven twelve one two three four five six seven eight nine ten eleven twelve one two three four five six "
         "seven eight nine ten eleven twelve one two three four five six seven eight nine ten eleven twelve and more",
         "font-size:10.5px\" x=\"64\" y=\"12.5\">one two", " ...<"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        strbuf s = base_strbuf_make(*state);
        out_svg_title(&s, 64, 26, 634, titles[i].title);
        assert_non_null(strstr(base_strbuf_text(&s), titles[i].first));
        assert_int_equal(count(base_strbuf_text(&s), "<text"), titles[i].last ? i : 1);
        assert_true(!titles[i].last || strstr(base_strbuf_text(&s), titles[i].last));
    }
}

static int begin(void **state) {
    *state = base_arena_create();
    return 0;
}

static int end(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_are_short, begin, end),
        cmocka_unit_test_setup_teardown(words_are_not_obeyed, begin, end),
        cmocka_unit_test_setup_teardown(what_xml_does_not_know_is_replaced, begin, end),
        cmocka_unit_test_setup_teardown(marks_tell_their_drawing, begin, end),
        cmocka_unit_test_setup_teardown(boxes_are_closed_and_beams_are_not, begin, end),
        cmocka_unit_test_setup_teardown(minus_and_powers_are_set_as_in_print, begin, end),
        cmocka_unit_test_setup_teardown(long_words_are_broken_between_words, begin, end),
        cmocka_unit_test_setup_teardown(titles_are_written_as_large_as_there_is_room, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
