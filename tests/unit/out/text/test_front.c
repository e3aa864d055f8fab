/* A front as text. */
#include "out/front.h"
#include "out/reading.h"
#include "out/text/writers.h"

static void designs_and_the_present_one(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    const char *text = fronted_as(b, out_front_write_text);
    assert_true(!strncmp(text, "2 designs that none betters in all of: greatest r, least s\n", 59));
    assert_says(text, "  r [m]  s [m]  a [m]  b [deg]\n");
    assert_says(text, "     10     20      2    57.2958\n");
    assert_says(text, "      9     22      1    85.9437  now\n");
    assert_says(text, "1 of these designs is in every respect at least as good as the present one");
    assert_says(text, "Limits, which all designs of the front keep\n  s < 30 m\n");
    assert_says(text,
                "9 generations of NSGA-II, the ends by searches for each report alone, by SLSQP; an even choice of 17");
    b->f.interrupted = true;
    b->f.method = NULL;
    b->f.present.kept = false;
    text = fronted_as(b, out_front_write_text);
    assert_says(text, "interrupted: the front so far\n");
    assert_says(text, "the present design lacks a value or breaks a limit");
    assert_says(text, "9 generations of NSGA-II; an even choice");
    b->f.trouble = "nothing";
    assert_string_equal(fronted_as(b, out_front_write_text), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

static void colours_and_widths(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    b->f.page.width = 60;
    const char *plain = fronted_as(b, out_front_write_text);
    b->f.page.color = true;
    assert_string_equal(reading_plain(fronted_as(b, out_front_write_text), a), plain);
    assert_true(reading_widest(plain, a) <= 60);
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(designs_and_the_present_one),
                                       cmocka_unit_test(colours_and_widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
