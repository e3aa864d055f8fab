/* A front as charts. */
#include "out/front.h"
#include "out/reading.h"
#include "out/study/writers.h"

static void a_panel_for_each_further_goal(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    b->reports[2][2] = 7.5;
    const char *text = fronted_as(b, out_front_write_svg);
    reading_check_elements(text);
    assert_says(text, "A &lt;b&gt; &amp; c: greatest r, least s");
    assert_int_equal(shown_count(text, "class=\"frame\""), 1);
    assert_int_equal(shown_count(text, "<circle"), 3 + 2 + 1 + 3); /* tried, front, now; and their keys */
    b->f.goal_count = 3;
    text = fronted_as(b, out_front_write_svg);
    reading_check_elements(text);
    assert_int_equal(shown_count(text, "class=\"frame\""), 2);
    b->points[2].kept = b->f.present.kept = false; /* not drawn */
    text = fronted_as(b, out_front_write_svg);
    assert_int_equal(shown_count(text, "<circle"), 2 * (2 + 2 + 0 + 3));
    b->f.trouble = "nothing";
    assert_string_equal(fronted_as(b, out_front_write_svg), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_panel_for_each_further_goal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
