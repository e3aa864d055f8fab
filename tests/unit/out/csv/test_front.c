/* A front as rows. */
#include "out/csv/writers.h"
#include "out/front.h"

static void rows(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fronted *b = fronted_create(a);
    b->at[0][1] = b->at[1][1] = 0;
    b->reports[0][2] = NAN;
    assert_string_equal(fronted_as(b, out_front_write_csv), "a,b,r,s,u\n3,0,12,24,\n2,0,10,20,8\n");
    b->f.trouble = "nothing";
    assert_string_equal(fronted_as(b, out_front_write_csv), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
