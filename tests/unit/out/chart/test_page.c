/* Frames of pages: headings and tables, with all that is special escaped. */
#include "out/chart/page.h"
#include "out/reading.h"

static void a_page_with_a_table(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    out_html_begin(&s, "A \"<title>\" & more", "1.2.3");
    out_html_heading(&s, "One < two");
    out_html_paragraph(&s, "R&D");
    out_html_table_begin(&s, (const char *[]){"a", "b<"}, 2);
    out_html_row(&s, (const char *[]){"1 & 2", NULL}, 2);
    out_html_table_end(&s);
    out_html_end(&s);
    const char *text = base_strbuf_text(&s);
    reading_check_elements(text);
    assert_true(reading_begins(text, "<!doctype html>\n"));
    assert_says(text, "<title>A &quot;&lt;title&gt;&quot; &amp; more</title>\n");
    assert_says(text, "<h1>A &quot;&lt;title&gt;&quot; &amp; more</h1>\n");
    assert_says(text, "content=\"lagrangia 1.2.3\"");
    assert_says(text, "<h2>One &lt; two</h2>\n<p>R&amp;D</p>\n");
    assert_says(text, "<table>\n<tr><th>a</th><th>b&lt;</th></tr>\n<tr><td>1 &amp; 2</td><td></td></tr>\n</table>\n");
    base_arena_destroy(a);
}

static void a_table_of_nothing(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    out_html_table_begin(&s, NULL, 0);
    out_html_table_end(&s);
    assert_string_equal(base_strbuf_text(&s), "<table>\n<tr></tr>\n</table>\n");
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_with_a_table),
        cmocka_unit_test(a_table_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
