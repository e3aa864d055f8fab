/* A fit as charts and as a page. */
#include "out/fit.h"
#include "out/reading.h"
#include "out/study/writers.h"

static void a_picture(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    const char *text = fitted_as(b, out_fit_write_svg);
    reading_check_elements(text);
    assert_int_equal(shown_count(text, "<svg"), 1);
    assert_says(text, "A &lt;b&gt; &amp; c");
    assert_says(text, "&lt;c&gt; &amp; d.csv");
    assert_says(text, "measured, e.csv");
    assert_true(shown_count(text, "residual") >= 2);
    assert_says_not(text, "nan");
    b->f.series_count = 1;
    text = fitted_as(b, out_fit_write_svg);
    reading_check_elements(text);
    assert_says(text, "A &lt;b&gt; &amp; c");
    assert_says_not(text, "e.csv");
    b->f.trouble = "nothing";
    assert_string_equal(fitted_as(b, out_fit_write_svg), "");
    assert_string_equal(fitted_as(b, out_fit_write_html), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void a_page(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    const char *text = fitted_as(b, out_fit_write_html);
    reading_check_elements(text);
    assert_int_equal(shown_count(text, "<svg"), 2);
    assert_int_equal(shown_count(text, "<table"), 3);
    assert_says(text, "5 unknowns from 4 measured values; loss: cauchy.");
    assert_says(text, ">3 to 5<");
    assert_says(text, ">stiffness<");
    assert_says(text, ">at its upper bound<");
    assert_says(text, ">without influence<");
    assert_int_equal(shown_count(text, ">not by itself<"), 2);
    assert_says(text, "the data cannot tell p and factor of &quot;x&quot; &lt;&amp; apart");
    assert_says(text, ">outliers, with less than a quarter of their weight: 1<");
    assert_says(text, ">1.000<");
    assert_says_not(text, ">nan");
    assert_says_not(text, "<&");
    b->f.unknown_count = b->f.values = 1;
    b->f.tie_count = 0;
    text = fitted_as(b, out_fit_write_html);
    assert_says(text, "1 unknown from 1 measured value; loss: cauchy.");
    assert_int_equal(shown_count(text, "<table"), 2);
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_picture), cmocka_unit_test(a_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
