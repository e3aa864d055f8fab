/* What is told of a place. */
#include "language/support.h"

static void names_words_and_units_are_explained(void **state) {
    (void)state;
    static const expectation all[] = {
        {"# Length of the thread.\nparam l = 4 ft in [1 ft, 9 ft]\nlet a = 2*|l", "4 ft in [1 ft, 9 ft]", NULL},
        {"# Length of the thread.\nparam l = 4 ft\nlet a = 2*|l", "Length of the thread.", NULL},
        {"# Something else.\n\nparam l = 4 ft # beside\nlet a = 2*|l", "beside", "Something else"},
        {"param l = 4 ft \"with # in it\"\nlet a = 2*|l", "parameter `l`", "\\n\\nin it"},
        {"coord th|eta = 3 deg\nkinetic T = 1/2*theta'^2", "coordinate `theta`", NULL},
        {"coo|rd x = 0 m", "generalized coordinate", NULL},
        {"particle p: ma|ss 1 kg at [0, 0]", "mass 1 kg", NULL},
        {"param l = 4 f|t", "1 ft = 0.3048 m", NULL},
        {"param l = 4 de|g", "rad", NULL},
        {"param e = 4 k|J", "1 kJ = 1000", NULL},
        {"let a = s|in(1)", "sine", NULL},
        {"let f(x) = x^2\nlet a = |f(1)", "let f(x) = x^2", NULL},
        {"output o = |energy", "energy of the whole system", NULL},
        {"let a = un|known", "E0107", "wrong:"},
        {"include <joints>\npart a = p|in([0, 0], [0, 0])", "Two points stay together", NULL},
        {"include <joints>\npart a = p|in([0, 0], [0, 0])", "<joints>", NULL},
        {"let a = |+ 3", "E0104", NULL},
        {"# com|ment", "null", NULL},
        {"", "null", NULL},
    };
    CHECK_ANSWERS("hover", all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_words_and_units_are_explained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
