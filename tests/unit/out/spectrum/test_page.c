/* Pages of linear studies: a picture and the text below it, all escaped. */
#include "out/linear.h"
#include "out/paper.h"
#include "out/spectrum/writers.h"

static void a_picture_and_its_text(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    x->linear.page.color = true;
    x->linear.page.width = 30;
    const char *text = made_text(x, out_linear_write_html);
    assert_true(reading_begins(text, "<!doctype html>\n"));
    assert_true(paper_check(text) > 0);
    assert_says(text, "<title>A &quot;title&quot; &lt;b&gt; &amp; more</title>");
    assert_says_not(text, "<b>");
    assert_says(text, "<pre>A &quot;title&quot;");
    assert_says(text, "1 of 5 values have no eigenvalues; at 2 N: no &quot;rest&quot; &lt;here&gt;\n"); /* one line */
    assert_null(strchr(text, '\x1b'));
    assert_true(x->linear.page.color); /* what it was given stays as it was */
    made_end(x);
}

static void a_name_for_want_of_a_title(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    x->of.m->title = NULL;
    assert_says(made_text(x, out_linear_write_html), "<title>oscillator</title>");
    x->of.m->name = NULL;
    assert_says(made_text(x, out_linear_write_html), "<title>Model</title>");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_and_its_text),
        cmocka_unit_test(a_name_for_want_of_a_title),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
