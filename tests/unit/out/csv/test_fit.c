/* A fit as rows. */
#include "out/csv/writers.h"
#include "out/fit.h"

static void rows(void **state) {
    (void)state;
    arena *a = base_arena_create();
    fitted *b = fitted_create(a);
    assert_string_equal(fitted_as(b, out_fit_write_csv), "data,quantity,unit,t,measured,model,residual\n"
                                                         "\"a, \"\"b\"\" <c> & d.csv\",x,m,0,1,1.25,-0.25\n"
                                                         "\"a, \"\"b\"\" <c> & d.csv\",x,m,0.5,2,1.5,0.5\n"
                                                         "\"a, \"\"b\"\" <c> & d.csv\",x,m,1,4,,\n"
                                                         "e.csv,y,rad,0,1,1.25,-0.25\n");
    b->f.trouble = "nothing";
    assert_string_equal(fitted_as(b, out_fit_write_csv), "");
    motion_end(&b->x);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
