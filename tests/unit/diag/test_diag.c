/* Collecting findings: order, limits, positions, codes, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "diag/diag.h"

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static diag *diag_of(arena *a, const char *text) {
    return diag_create(a, (diag_source){.name = "swing.lgr", .text = text, .length = strlen(text)});
}

static void test_nothing_found(void **state) {
    diag *d = diag_of(*state, "coord x\n");
    assert_false(diag_has_errors(d));
    assert_int_equal(diag_count(d), 0);
    assert_int_equal(diag_dropped(d), 0);
    assert_string_equal(diag_get_source(d)->name, "swing.lgr");
    assert_ptr_equal(diag_memory(d), *state);
}

static void test_sorted_by_place(void **state) {
    diag *d = diag_of(*state, "param a = 1\nparam b = 2\n");
    finding *late = diag_add(d, DIAG_E0107, (span){18, 19}, "late %d", 1);
    finding *nowhere = diag_add(d, DIAG_E0411, (span){0, 0}, "nowhere");
    finding *first = diag_add(d, DIAG_E0107, (span){0, 5}, "first");
    finding *same = diag_add(d, DIAG_W0420, (span){18, 20}, "same place, later");
    finding *early = diag_add(d, DIAG_E0201, (span){6, 7}, "early");
    const finding *wanted[] = {first, early, late, same, nowhere};
    assert_int_equal(diag_count(d), 5);
    for (size_t i = 0; i < 5; i++)
        assert_ptr_equal(diag_at(d, i), wanted[i]);
    assert_string_equal(late->message, "late 1");
}

static void test_everything_that_is_attached(void **state) {
    diag *d = diag_of(*state, "kinetic T = x\n");
    finding *f = diag_add(d, DIAG_E0301, (span){12, 13}, "%s", "mixed");
    assert_string_equal(f->primary, "");
    assert_null(f->help);
    assert_int_equal(f->label_count, 0);
    diag_primary(d, f, "a %s", "length");
    diag_help(d, f, "write %d", 3);
    for (int i = 0; i < DIAG_MAX_LABELS + 2; i++)
        diag_label_at(d, f, (span){8, 9}, "label %d", i);
    assert_string_equal(f->primary, "a length");
    assert_string_equal(f->help, "write 3");
    assert_int_equal(f->label_count, DIAG_MAX_LABELS);
    assert_string_equal(f->labels[DIAG_MAX_LABELS - 1].text, "label 3");
    assert_int_equal(f->labels[0].at.begin, 8);
}

static void test_only_so_many_errors_are_kept(void **state) {
    diag *d = diag_of(*state, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    for (uint32_t i = 0; i < DIAG_MAX_ERRORS + 5; i++) {
        finding *f = diag_add(d, DIAG_E0107, (span){i, i + 1}, "error %u", (unsigned)i);
        assert_non_null(f);
        diag_primary(d, f, "primary");
        diag_label_at(d, f, (span){0, 1}, "label");
        diag_help(d, f, "help");
        diag_suggest(d, f, "x", (const char *const[]){"X"}, 1);
    }
    assert_int_equal(diag_count(d), DIAG_MAX_ERRORS);
    assert_int_equal(diag_dropped(d), 5);
    for (size_t i = 0; i < DIAG_MAX_ERRORS; i++)
        assert_int_equal(diag_at(d, i)->at.begin, i);
    diag_add(d, DIAG_W0420, (span){1, 2}, "a warning after all these");
    assert_int_equal(diag_count(d), DIAG_MAX_ERRORS + 1);
}

static void test_warnings_are_no_errors(void **state) {
    diag *d = diag_of(*state, "x");
    diag_add(d, DIAG_W0420, (span){0, 1}, "redundant");
    assert_false(diag_has_errors(d));
    assert_int_equal(diag_count(d), 1);
    diag_add(d, DIAG_E0107, (span){0, 1}, "unknown");
    assert_true(diag_has_errors(d));
}

static void test_codes(void **state) {
    (void)state;
    assert_string_equal(diag_code_name(DIAG_E0107), "E0107");
    assert_string_equal(diag_code_title(DIAG_E0107), "unknown name");
    for (int i = 0; i < DIAG_CODE_COUNT; i++) {
        const char *name = diag_code_name((diag_code)i);
        assert_int_equal(strlen(name), 5);
        assert_true(strlen(diag_code_title((diag_code)i)) > 0);
        assert_true(diag_is_warning((diag_code)i) == (name[0] == 'W'));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(diag_code_name((diag_code)k), name);
    }
    assert_true(diag_is_warning(DIAG_W0421));
    assert_false(diag_is_warning(DIAG_E0101));
}

static void assert_position(arena *a, const char *text, uint32_t offset, int line, int column) {
    int got_line = 0, got_column = 0;
    diag_position(diag_of(a, text), offset, &got_line, &got_column);
    if (got_line != line || got_column != column)
        fail_msg("offset %u of \"%s\" is at %d:%d, not %d:%d", (unsigned)offset, text, got_line, got_column, line,
                 column);
}

static void test_positions(void **state) {
    assert_position(*state, "", 0, 1, 1);
    assert_position(*state, "ab\ncd\n", 0, 1, 1);
    assert_position(*state, "ab\ncd\n", 1, 1, 2);
    assert_position(*state, "ab\ncd\n", 2, 1, 3);
    assert_position(*state, "ab\ncd\n", 3, 2, 1);
    assert_position(*state, "ab\n\ncd", 3, 2, 1);
    assert_position(*state, "ab\n\ncd", 5, 3, 2);
    assert_position(*state, "a\r\nb", 3, 2, 1);
    assert_position(*state, "a\r\nb", 2, 1, 2);
}

static void test_positions_count_characters(void **state) {
    assert_position(*state, "\xCE\xB8 = \xCF\x86", 3, 1, 3);
    assert_position(*state, "\xCE\xB8 = \xCF\x86", 5, 1, 5);
    assert_position(*state, "\xF0\x9F\x8E\xAFx", 4, 1, 2);
    assert_position(*state, "\tx", 1, 1, 2);
    assert_position(*state, "\xFF\xFEx", 2, 1, 3);
}

static void test_positions_at_the_end_of_the_text(void **state) {
    assert_position(*state, "a = (", 5, 1, 6);
    assert_position(*state, "a = (\n", 6, 1, 6);
    assert_position(*state, "a = (\n\n  \r\n", 11, 1, 6);
    assert_position(*state, "a\nb = (\n", 8, 2, 6);
    assert_position(*state, "a\n", 4000000000u, 1, 2);
    assert_position(*state, "\n\n", 2, 1, 1);
}

static const char *json(const diag *d, const finding *f, arena *a) {
    strbuf s = base_strbuf_make(a);
    diag_render_json(d, f, &s);
    return base_strbuf_text(&s);
}

static void test_json(void **state) {
    diag *d = diag_of(*state, "coord y\nlet a = b\n");
    finding *f = diag_add(d, DIAG_E0107, (span){16, 17}, "unknown name \"%s\"", "b");
    assert_string_equal(json(d, f, *state), "{\"code\": \"E0107\", \"message\": \"unknown name \\\"b\\\"\", "
                                            "\"file\": \"swing.lgr\", \"line\": 2, \"column\": 9, \"help\": null}");
    diag_help(d, f, "declare it");
    assert_non_null(strstr(json(d, f, *state), "\"help\": \"declare it\"}"));
    finding *nowhere = diag_add(d, DIAG_E0411, (span){0, 0}, "empty");
    assert_string_equal(json(d, nowhere, *state),
                        "{\"code\": \"E0411\", \"message\": \"empty\", \"file\": \"swing.lgr\", "
                        "\"line\": null, \"column\": null, \"help\": null}");
}

static void test_span_join(void **state) {
    (void)state;
    span s = span_join((span){5, 9}, (span){2, 7});
    assert_int_equal(s.begin, 2);
    assert_int_equal(s.end, 9);
}

static void test_a_warning_is_kept_once(void **state) {
    diag *d = diag_of(*state, "constraint c: x = 1\n");
    finding *first = diag_add(d, DIAG_W0420, (span){11, 12}, "'%s' is redundant", "c");
    diag_help(d, first, "leave it");
    finding *again = diag_add(d, DIAG_W0420, (span){11, 12}, "'%s' is redundant", "c");
    diag_help(d, again, "not this");
    assert_int_equal(diag_count(d), 1);
    assert_string_equal(diag_at(d, 0)->help, "leave it");
    diag_add(d, DIAG_W0420, (span){11, 12}, "'%s' is redundant", "b");
    diag_add(d, DIAG_W0420, (span){0, 10}, "'%s' is redundant", "c");
    assert_int_equal(diag_count(d), 3);
    diag_add(d, DIAG_W0420, (span){0, 0}, "nowhere");
    diag_add(d, DIAG_W0420, (span){0, 0}, "nowhere");
    assert_int_equal(diag_count(d), 4);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_nothing_found),
        CASE(test_a_warning_is_kept_once),
        CASE(test_sorted_by_place),
        CASE(test_everything_that_is_attached),
        CASE(test_only_so_many_errors_are_kept),
        CASE(test_warnings_are_no_errors),
        CASE(test_codes),
        CASE(test_positions),
        CASE(test_positions_count_characters),
        CASE(test_positions_at_the_end_of_the_text),
        CASE(test_json),
        CASE(test_span_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
