/* What is said of a front. */
#include "out/front.h"

static void words_and_order(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    assert_string_equal(out_front_title(&b->f, a), "greatest r, least s");
    assert_false(out_front_beats_present(&b->f, 0)); /* farther, but s is greater */
    assert_true(out_front_beats_present(&b->f, 1));
    b->f.present.kept = false;
    assert_true(out_front_beats_present(&b->f, 0));
    b->f.present = b->points[1];
    assert_false(out_front_beats_present(&b->f, 1)); /* itself */
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_and_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
