/* The matrices of linear systems as blocks of csv. */
#include "out/public.h"

/* y'' = -4 y + u about the rest: states, inputs and an output by name. */
static void matrices_have_the_names_of_rows_and_columns(void **state) {
    (void)state;
    written w = written_analysis("coord y = 1\nkinetic T = y'^2/2\npotential V = 4*y^2/2\noutput twice = 2*y\n", "csv");
    assert_string_equal(WRITTEN_TEXT(w), "A 1,y,y'\ny,0,1\ny',-4,0\n\nB 1,y\ny,0\ny',1\n\nC 1,y,y'\ntwice,2,0\n\n"
                                         "D 1,y\ntwice,0\n");
    written_end(&w);
}

static void without_equilibria_there_is_nothing(void **state) {
    (void)state;
    written w = written_analysis("coord y = 1\ngravity 10\nparticle p: mass 1 at [0, y]\n", "csv");
    assert_string_equal(WRITTEN_TEXT(w), "");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_have_the_names_of_rows_and_columns),
        cmocka_unit_test(without_equilibria_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
