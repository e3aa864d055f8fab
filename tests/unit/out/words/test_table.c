/* Tables: alignment at the decimal point, widths of characters, a first column that gives way, no stray commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "out/words/table.h"

static const table_column columns[] = {{ALIGN_LEFT, ""}, {ALIGN_POINT, "\x1b[1m"}, {ALIGN_LEFT, ""}};

static int open_arena(void **state) {
    *state = base_arena_create();
    return 0;
}

static int close_arena(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static const char *print(arena *a, const out_table *t, bool color, int width) {
    strbuf s = base_strbuf_make(a);
    out_table_print(t, color, width, &s);
    return base_strbuf_text(&s);
}

static void numbers_stand_under_each_other(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"range", "206.3", "m"});
    out_table_add(t, (const char *[]){"e", "0.25", NULL});
    out_table_add(t, (const char *[]){"drift", "-1e-09", "J"});
    out_table_add(t, (const char *[]){"count", "12", "m"});
    assert_string_equal(print(*state, t, false, 0), "  range  206.3    m\n"
                                                    "  e        0.25\n"
                                                    "  drift   -1e-09  J\n"
                                                    "  count   12      m\n");
}

static void widths_are_columns_not_bytes(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"\u03b8", "1", "rad"});
    out_table_add(t, (const char *[]){"ab", "2", "rad"});
    assert_string_equal(print(*state, t, false, 0), "  \u03b8   1  rad\n  ab  2  rad\n");
}

static void an_empty_column_takes_no_room(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"a", NULL, "x"});
    assert_string_equal(print(*state, t, false, 0), "  a  x\n");
}

static void the_first_column_gives_way(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"a label that is far too long for this", "1", "m"});
    assert_string_equal(print(*state, t, false, 30), "  a label that is far t\u2026  1  m\n");
    assert_string_equal(print(*state, t, false, 5), "  a label tha\u2026  1  m\n");
}

static const table_column noted[] = {{ALIGN_LEFT, ""}, {ALIGN_POINT, ""}, {ALIGN_NOTE, ""}};

static void a_note_gives_way_first(void **state) {
    out_table *t = out_table_create(*state, noted, 3);
    out_table_add(t, (const char *[]){"a long label", "1", "what it is called"});
    out_table_add(t, (const char *[]){"b", "22", NULL});
    assert_string_equal(print(*state, t, false, 40), "  a long label   1  what it is called\n  b             22\n");
    assert_string_equal(print(*state, t, false, 30), "  a long label   1  what it i\u2026\n  b             22\n");
    assert_string_equal(print(*state, t, false, 26), "  a long label   1\n  b             22\n");
}

static const table_column worded[] = {{ALIGN_LEFT, ""}, {ALIGN_WORDS, ""}};

static void words_go_on_below_each_other(void **state) {
    out_table *t = out_table_create(*state, worded, 2);
    out_table_add(t, (const char *[]){"what", "many words that do not stand in one line"});
    assert_string_equal(print(*state, t, false, 0), "  what  many words that do not stand in one line\n");
    assert_string_equal(print(*state, t, false, 30), "  what  many words that do not\n        stand in one line\n");
}

static void a_line_of_its_own_widens_no_column(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"a", "1", "m"});
    out_table_add_line(t, "... and many more");
    out_table_add(t, (const char *[]){"b", "2", "m"});
    assert_string_equal(print(*state, t, false, 0), "  a  1  m\n  ... and many more\n  b  2  m\n");
}

static void words_are_never_broken_inside(void **state) {
    strbuf s = base_strbuf_make(*state);
    out_add_words(&s, "ab incomprehensibilities c", 0, 2, 10);
    assert_string_equal(base_strbuf_text(&s), "ab\n  incomprehensibilities\n  c");
}

static void color_goes_around_the_text_only(void **state) {
    out_table *t = out_table_create(*state, columns, 3);
    out_table_add(t, (const char *[]){"a", "10", "m"});
    out_table_add(t, (const char *[]){"b", "1", "m"});
    assert_string_equal(print(*state, t, true, 0), "  a  \x1b[1m10\x1b[0m  m\n  b   \x1b[1m1\x1b[0m  m\n");
}

static void commands_to_the_terminal_are_not_passed_on(void **state) {
    strbuf s = base_strbuf_make(*state);
    assert_int_equal(out_add_safely(&s, "a\x1b[2Jb", 100), 6);
    assert_string_equal(base_strbuf_text(&s), "a\uFFFD[2Jb");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_stand_under_each_other, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(widths_are_columns_not_bytes, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(an_empty_column_takes_no_room, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(the_first_column_gives_way, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(a_note_gives_way_first, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(words_go_on_below_each_other, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(a_line_of_its_own_widens_no_column, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(words_are_never_broken_inside, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(color_goes_around_the_text_only, open_arena, close_arena),
        cmocka_unit_test_setup_teardown(commands_to_the_terminal_are_not_passed_on, open_arena, close_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
