/* A fit as text. */
#include "out/fit.h"
#include "out/reading.h"
#include "out/text/writers.h"

/* Rows of tables with one space between their cells. */
static const char *squeezed(const char *text, arena *a) {
    char *to = base_arena_copy(a, text, strlen(text)), *at = to;
    for (; *text; text++)
        if (*text != ' ' || (at > to && at[-1] != ' '))
            *at++ = *text;
    *at = '\0';
    return to;
}

static void all_parts(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    const char *text = squeezed(fitted_as(b, out_fit_write_text), a);
    assert_true(reading_begins(text, "5 unknowns from 4 values, with the robust loss 'cauchy'\n\nUnknowns\n"));
    assert_says(text, " k 4 N/m 3 to 5 1 3 stiffness\n");
    assert_says(text, " c 2 - 1 at its upper bound\n");
    assert_says(text, " z 7 - 1 without influence\n");
    assert_says(text, " p 5 - 1 not by itself\n");
    assert_says(text, " factor of \"x\" <& 6 - 1 not by itself\n");
    assert_says(text, "\nResiduals\n x 0.375 m root mean square of 3 values\n");
    assert_says(text, " y 0.5 rad root mean square of 1 value\n");
    assert_says(text, "\nRemarks\n the data cannot tell p and");
    assert_says(text, " outliers, with less than a quarter of their weight: 1\n");
    assert_says(text, "\nSearch\n 1 search, 1 of which came to these values; 12 steps, 34 runs, 0.5 s\n");
    assert_says(text, " derivatives integrated along the motion and through its events\n");
    assert_says_not(text, "nan");
    assert_says_not(text, "inf\n");
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void one_of_everything(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->f.unknown_count = b->f.values = 1;
    b->f.tie_count = b->f.outliers = 0;
    b->f.loss = "squares";
    b->f.searches = 3;
    b->f.by_differences = "a kink";
    b->unknowns[0].low = b->unknowns[0].high = b->unknowns[0].error = NAN;
    const char *text = squeezed(fitted_as(b, out_fit_write_text), a);
    assert_true(reading_begins(text, "1 unknown from 1 value, by least squares\n"));
    assert_says(text, " k 4 N/m - 3 no interval: there are no more values than unknowns\n");
    assert_says(text, " 3 searches, 1 of which");
    assert_says(text, " derivatives by finite differences: a kink\n");
    assert_says_not(text, "Remarks");
    b->f.trouble = "nothing";
    assert_string_equal(fitted_as(b, out_fit_write_text), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* As many digits as the error leaves, and two more. */
static void digits(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    b->unknowns[0].value = 4.03125678;
    b->unknowns[1].value = 1 / 3.0;
    assert_says(fitted_as(b, out_fit_write_text), " 4.03 ");
    assert_says(fitted_as(b, out_fit_write_text), " 0.333333333 ");
    b->unknowns[0].error = 5e-4;
    assert_says(fitted_as(b, out_fit_write_text), " 4.03126 ");
    motion_end(&b->x);
    base_arena_destroy(a);
}

/* Colours change no letter; lines are no wider than the page. */
static void pages(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    const char *plain = fitted_as(b, out_fit_write_text);
    b->f.page.color = true;
    const char *colored = fitted_as(b, out_fit_write_text);
    assert_string_not_equal(colored, plain);
    assert_string_equal(reading_plain(colored, a), plain);
    b->f.page = (out_page){.width = 80};
    assert_in_range(reading_widest(fitted_as(b, out_fit_write_text), a), 40, 80);
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts),
        cmocka_unit_test(one_of_everything),
        cmocka_unit_test(digits),
        cmocka_unit_test(pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
