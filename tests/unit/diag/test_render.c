/* How findings look: the whole rendered text is compared, for one place, several, none, long lines and odd ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
    return diag_create(a, (diag_source){.name = "a.lgr", .text = text, .length = strlen(text)});
}

static const char *rendered(arena *a, const diag *d, const finding *f, bool color) {
    strbuf s = base_strbuf_make(a);
    diag_render(d, f, color, &s);
    return base_strbuf_text(&s);
}

/* The span of the n-th occurrence (from 0) of `part`. */
static span find(const diag *d, const char *part, int n) {
    const char *text = diag_get_source(d)->text, *at = strstr(text, part);
    for (; n > 0; n--)
        at = strstr(at + 1, part);
    assert_non_null(at);
    return (span){(uint32_t)(at - text), (uint32_t)((size_t)(at - text) + strlen(part))};
}

/* Renders an error at `part` of `text` with the primary text "here". */
static const char *error_at(arena *a, const char *text, span at) {
    diag *d = diag_of(a, text);
    finding *f = diag_add(d, DIAG_E0104, at, "wrong");
    diag_primary(d, f, "here");
    return rendered(a, d, f, false);
}

static void test_one_place(void **state) {
    diag *d = diag_of(*state, "\n\n\n\n\n\n\n\n\n\n\n\n\nlet hook = pivot - l2*dir(thteta)\n");
    finding *f = diag_add(d, DIAG_E0107, find(d, "thteta", 0), "unknown name '%s'", "thteta");
    diag_suggest(d, f, "thteta", (const char *const[]){"theta"}, 1);
    assert_string_equal(rendered(*state, d, f, false), "error[E0107]: unknown name 'thteta'\n"
                                                       "  --> a.lgr:14:27\n"
                                                       "   |\n"
                                                       "14 | let hook = pivot - l2*dir(thteta)\n"
                                                       "   |                           ^^^^^^ did you mean 'theta'?\n");
}

static void test_warning_with_help_and_no_primary_text(void **state) {
    diag *d = diag_of(*state, "constraint c: x = 1\n");
    finding *f = diag_add(d, DIAG_W0420, find(d, "x = 1", 0), "redundant");
    diag_help(d, f, "leave it out");
    assert_string_equal(rendered(*state, d, f, false), "warning[W0420]: redundant\n"
                                                       "  --> a.lgr:1:15\n"
                                                       "   |\n"
                                                       " 1 | constraint c: x = 1\n"
                                                       "   |               ^^^^^\n"
                                                       "   = help: leave it out\n");
}

static void test_no_place(void **state) {
    diag *d = diag_of(*state, "coord x\n");
    finding *f = diag_add(d, DIAG_E0411, (span){0, 0}, "the model has no coordinates");
    diag_primary(d, f, "nowhere to show this");
    diag_help(d, f, "declare one");
    assert_string_equal(rendered(*state, d, f, false), "error[E0411]: the model has no coordinates\n"
                                                       "  --> a.lgr\n"
                                                       "   = help: declare one\n");
    f->help = NULL;
    assert_string_equal(rendered(*state, d, f, false), "error[E0411]: the model has no coordinates\n"
                                                       "  --> a.lgr\n");
}

static void test_labels_on_other_lines(void **state) {
    diag *d = diag_of(*state, "coord a\ncoord b\n\n\nlet c = a + b\nlet e = c\n");
    finding *f = diag_add(d, DIAG_E0301, find(d, "a + b", 0), "mixed");
    diag_primary(d, f, "sum");
    diag_label_at(d, f, find(d, "c", 3), "%s", "");
    diag_label_at(d, f, find(d, "b", 0), "second");
    diag_label_at(d, f, find(d, "a", 0), "first");
    diag_label_at(d, f, (span){0, 0}, "no place, not shown");
    assert_string_equal(rendered(*state, d, f, false), "error[E0301]: mixed\n"
                                                       "  --> a.lgr:5:9\n"
                                                       "   |\n"
                                                       " 1 | coord a\n"
                                                       "   |       - first\n"
                                                       " 2 | coord b\n"
                                                       "   |       - second\n"
                                                       "...\n"
                                                       " 5 | let c = a + b\n"
                                                       "   |         ^^^^^ sum\n"
                                                       " 6 | let e = c\n"
                                                       "   |         -\n");
}

static void test_labels_on_the_same_line(void **state) {
    diag *d = diag_of(*state, "potential V = m*g*y  +  k*y\n");
    finding *f = diag_add(d, DIAG_E0301, find(d, "k*y", 0), "a force and an energy");
    diag_primary(d, f, "N");
    diag_label_at(d, f, find(d, "m*g*y", 0), "J");
    diag_label_at(d, f, find(d, "V", 0), "an energy");
    assert_string_equal(rendered(*state, d, f, false), "error[E0301]: a force and an energy\n"
                                                       "  --> a.lgr:1:25\n"
                                                       "   |\n"
                                                       " 1 | potential V = m*g*y  +  k*y\n"
                                                       "   |           -   -----     ^^^ N\n"
                                                       "   |           |   |\n"
                                                       "   |           |   J\n"
                                                       "   |           an energy\n");
}

static void test_label_around_the_primary_place(void **state) {
    diag *d = diag_of(*state, "let a = f(x)\n");
    finding *f = diag_add(d, DIAG_E0203, find(d, "x", 0), "wrong");
    diag_primary(d, f, "this");
    diag_label_at(d, f, find(d, "f(x)", 0), "in this call");
    assert_string_equal(rendered(*state, d, f, false), "error[E0203]: wrong\n"
                                                       "  --> a.lgr:1:11\n"
                                                       "   |\n"
                                                       " 1 | let a = f(x)\n"
                                                       "   |         --^-\n"
                                                       "   |         | |\n"
                                                       "   |         | this\n"
                                                       "   |         in this call\n");
}

static void test_place_over_several_lines(void **state) {
    const char *text = "let a = (1 +\n  2)\n";
    assert_string_equal(error_at(*state, text, (span){8, 17}), "error[E0104]: wrong\n"
                                                               "  --> a.lgr:1:9\n"
                                                               "   |\n"
                                                               " 1 | let a = (1 +\n"
                                                               "   |         ^^^^ here\n");
}

static void test_end_of_text_and_of_line(void **state) {
    const char *wanted = "error[E0104]: wrong\n"
                         "  --> a.lgr:1:9\n"
                         "   |\n"
                         " 1 | let a =(\n"
                         "   |         ^ here\n";
    assert_string_equal(error_at(*state, "let a =(", (span){8, 8}), wanted);
    assert_string_equal(error_at(*state, "let a =(\n", (span){9, 9}), wanted);
    assert_string_equal(error_at(*state, "let a =(\r\n", (span){10, 10}), wanted);
    assert_string_equal(error_at(*state, "let a =(\n\n\n", (span){11, 12}), wanted);
    assert_string_equal(error_at(*state, "let a =(\nlet b = 1\n", (span){8, 9}), wanted);
    assert_string_equal(error_at(*state, "let a =(\r\nlet b = 1\n", (span){8, 10}), wanted);
}

static void test_empty_text(void **state) {
    assert_string_equal(error_at(*state, "", (span){0, 1}), "error[E0104]: wrong\n"
                                                            "  --> a.lgr:1:1\n"
                                                            "   |\n"
                                                            " 1 |\n"
                                                            "   | ^ here\n");
}

static void test_line_numbers_of_three_digits(void **state) {
    char text[200];
    memset(text, '\n', 119);
    strcpy(text + 119, "abc");
    assert_string_equal(error_at(*state, text, (span){120, 121}), "error[E0104]: wrong\n"
                                                                  "   --> a.lgr:120:2\n"
                                                                  "    |\n"
                                                                  "120 | abc\n"
                                                                  "    |  ^ here\n");
}

static void test_width_of_characters_and_tabs(void **state) {
    diag *d = diag_of(*state, "\xCE\xB8\t\xE4\xB8\xAD = xy\n");
    finding *f = diag_add(d, DIAG_E0107, find(d, "xy", 0), "wrong");
    diag_label_at(d, f, find(d, "\xE4\xB8\xAD", 0), "%s", "");
    assert_string_equal(rendered(*state, d, f, false), "error[E0107]: wrong\n"
                                                       "  --> a.lgr:1:7\n"
                                                       "   |\n"
                                                       " 1 | \xCE\xB8   \xE4\xB8\xAD = xy\n"
                                                       "   |     --   ^^\n");
}

static void test_what_could_command_the_terminal_is_replaced(void **state) {
    diag *d = diag_of(*state, "a \x1b[2J \xFF \xE2\x80\xAE b\n");
    finding *f = diag_add(d, DIAG_E0101, find(d, "b", 0), "odd '%s'", "\x1b]\xC2\x9B");
    assert_string_equal(rendered(*state, d, f, false), "error[E0101]: odd '\xEF\xBF\xBD]\xEF\xBF\xBD'\n"
                                                       "  --> a.lgr:1:12\n"
                                                       "   |\n"
                                                       " 1 | a \xEF\xBF\xBD[2J \xEF\xBF\xBD \xEF\xBF\xBD b\n"
                                                       "   |            ^\n");
}

/* A line of digits 0123456789012..., `length` long. */
static char *ruler(arena *a, size_t length) {
    char *text = base_arena_alloc(a, length + 1);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('0' + i % 10);
    return text;
}

typedef struct view {
    const char *source, *carets;
} view;

/* The source line and the line of carets of an error that covers two characters. */
static view view_of(arena *a, const char *text, uint32_t at) {
    char *all = base_arena_printf(a, "%s", error_at(a, text, (span){at, at + 2}));
    char *source = strstr(all, " 1 | "), *end = strchr(source, '\n');
    *end = '\0';
    return (view){source + 5, end + 1 + 5};
}

static void test_line_that_just_fits(void **state) {
    const char *text = ruler(*state, 120);
    view v = view_of(*state, text, 118);
    assert_string_equal(v.source, text);
    assert_int_equal(strspn(v.carets, " "), 118);
}

static void test_long_line_through_a_window(void **state) {
    const char *text = ruler(*state, 1000);
    static const struct {
        uint32_t at;
        bool front, behind;
    } samples[] = {{0, false, true},  {30, false, true}, {40, false, true},  {41, true, true},
                   {500, true, true}, {920, true, true}, {990, true, false}, {998, true, false}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        view v = view_of(*state, text, samples[i].at);
        size_t length = strlen(v.source), caret = strspn(v.carets, " ");
        assert_true(length <= 120 && length >= 114);
        assert_true((strncmp(v.source, "...", 3) == 0) == samples[i].front);
        assert_true((strcmp(v.source + length - 3, "...") == 0) == samples[i].behind);
        assert_int_equal(v.source[caret], '0' + (int)(samples[i].at % 10));
        assert_memory_equal(v.carets + caret, "^^ here\n", 8);
    }
    assert_memory_equal(view_of(*state, text, 1000).carets + 117, "^ here\n", 7);
}

static void test_label_outside_the_window(void **state) {
    diag *d = diag_of(*state, ruler(*state, 1000));
    finding *f = diag_add(d, DIAG_E0301, (span){500, 501}, "wrong");
    diag_label_at(d, f, (span){3, 10}, "left");
    diag_label_at(d, f, (span){900, 910}, "right");
    const char *text = rendered(*state, d, f, false);
    const char *marks = strstr(strstr(text, " 1 | ..."), "\n   | ") + 6;
    assert_int_equal(strspn(marks, " "), 3);
    assert_int_equal(marks[3], '-');
    assert_int_equal(marks[43], '^');
    assert_memory_equal(marks + 117, "- right\n", 8);
}

static void test_window_cuts_wide_characters(void **state) {
    strbuf s = base_strbuf_make(*state);
    base_strbuf_add(&s, "a");
    for (int i = 0; i < 300; i++)
        base_strbuf_add(&s, "\xE4\xB8\xAD");
    diag *d = diag_of(*state, base_strbuf_text(&s));
    finding *f = diag_add(d, DIAG_E0101, (span){1 + 3 * 100, 1 + 3 * 101}, "wrong");
    const char *text = rendered(*state, d, f, false), *line = strstr(text, " 1 | ") + 5;
    size_t characters = 0;
    for (const char *c = line; *c != '\n'; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    assert_int_equal(characters, 3 + 57 + 3);
    assert_memory_equal(line, "...\xE4", 4);
    f->at = (span){0, 1};
    text = rendered(*state, d, f, false);
    line = strstr(text, " 1 | ") + 5;
    assert_non_null(strstr(line, "\xAD ...\n"));
}

static void test_colours(void **state) {
    diag *d = diag_of(*state, "ab cd\n");
    finding *f = diag_add(d, DIAG_E0107, find(d, "cd", 0), "wrong");
    diag_primary(d, f, "here");
    diag_label_at(d, f, find(d, "ab", 0), "there");
    diag_help(d, f, "mend");
    const char *text = rendered(*state, d, f, true);
    assert_memory_equal(text, "\x1b[1;31merror[E0107]\x1b[0m", 23);
    assert_non_null(strstr(text, "\x1b[1;31m^^\x1b[0m \x1b[1;31mhere\x1b[0m\n"));
    assert_non_null(strstr(text, "\x1b[1;34m--\x1b[0m"));
    char *plain = base_arena_alloc(*state, strlen(text) + 1), *to = plain;
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '\x1b')
            c = strchr(c, 'm');
        else
            *to++ = *c;
    assert_string_equal(plain, rendered(*state, d, f, false));
    finding *warning = diag_add(d, DIAG_W0420, (span){0, 1}, "careful");
    assert_memory_equal(rendered(*state, d, warning, true), "\x1b[1;33mwarning[W0420]\x1b[0m", 25);
}

/* The marks of each text stand below its name, those of the finding's own text first. */
static void test_several_texts(void **state) {
    diag *d = diag_of(*state, "include \"b\"\nlet s = 1\n");
    assert_int_equal(diag_add_source(d, (diag_source){.name = "b.lgr", .text = "# b\nlet s = 2\n", .length = 14}), 1);
    uint32_t base = diag_source_base(d, 1);
    assert_int_equal(diag_source_of(d, base - 1), 0);
    assert_int_equal(diag_source_of(d, base), 1);
    finding *f = diag_add(d, DIAG_E0201, (span){base + 8, base + 9}, "'s' is declared twice");
    diag_label_at(d, f, (span){16, 17}, "first here");
    assert_string_equal(rendered(*state, d, f, false), "error[E0201]: 's' is declared twice\n"
                                                       "  --> b.lgr:2:5\n"
                                                       "   |\n"
                                                       " 2 | let s = 2\n"
                                                       "   |     ^\n"
                                                       "  ::: a.lgr:2:5\n"
                                                       "   |\n"
                                                       " 2 | let s = 1\n"
                                                       "   |     - first here\n");
    diag *again = diag_create_like(*state, d);
    assert_int_equal(diag_count(again), 0);
    assert_int_equal(diag_source_count(again), 2);
    assert_string_equal(diag_text_at(again, base + 8), "s = 2\n");
}

/* A finding in a part names it and the parts around it, and so does a merged copy. */
static void test_parts(void **state) {
    diag *d = diag_of(*state, "let u = 1\npart a = c()\n");
    const diag_origin outer = {{15, 16}, "a", NULL}, inner = {{4, 5}, "a.b", &outer};
    assert_null(diag_set_origin(d, &inner));
    diag_help(d, diag_add(d, DIAG_E0107, (span){4, 5}, "unknown name 'u'"), "mend");
    assert_ptr_equal(diag_set_origin(d, NULL), &inner);
    diag *copy = diag_create_like(*state, d);
    diag_merge(copy, d);
    static const char want[] = "error[E0107]: unknown name 'u'\n"
                               "  --> a.lgr:1:5\n"
                               "   |\n"
                               " 1 | let u = 1\n"
                               "   |     ^\n"
                               "   = in part 'a.b' at a.lgr:1:5\n"
                               "   = in part 'a' at a.lgr:2:6\n"
                               "   = help: mend\n";
    assert_string_equal(rendered(*state, d, diag_at(d, 0), false), want);
    assert_string_equal(rendered(*state, copy, diag_at(copy, 0), false), want);
    strbuf json = base_strbuf_make(*state);
    diag_render_json(copy, diag_at(copy, 0), &json);
    assert_non_null(strstr(base_strbuf_text(&json),
                           "\"help\": \"mend\", \"parts\": [{\"part\": \"a.b\", \"file\": \"a.lgr\", \"line\": 1, "
                           "\"column\": 5}, {\"part\": \"a\", \"file\": \"a.lgr\", \"line\": 2, \"column\": 6}]}"));
    assert_null(diag_at(copy, 0)->origin->outer->outer);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_one_place),
        CASE(test_warning_with_help_and_no_primary_text),
        CASE(test_no_place),
        CASE(test_labels_on_other_lines),
        CASE(test_labels_on_the_same_line),
        CASE(test_label_around_the_primary_place),
        CASE(test_place_over_several_lines),
        CASE(test_end_of_text_and_of_line),
        CASE(test_empty_text),
        CASE(test_line_numbers_of_three_digits),
        CASE(test_width_of_characters_and_tabs),
        CASE(test_what_could_command_the_terminal_is_replaced),
        CASE(test_line_that_just_fits),
        CASE(test_long_line_through_a_window),
        CASE(test_label_outside_the_window),
        CASE(test_window_cuts_wide_characters),
        CASE(test_colours),
        CASE(test_several_texts),
        CASE(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
