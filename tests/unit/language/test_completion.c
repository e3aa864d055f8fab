/* What may be written at a place. */
#include "language/support.h"

static void words_fit_their_place(void **state) {
    (void)state;
    static const expectation all[] = {
        {"|", "\"label\":\"param\"", "\"label\":\"drop\""},
        {"coord x = 0\npar|", "\"label\":\"param\"", "\"label\":\"x\""},
        {"for i in 1..3 {\n  |\n}", "\"label\":\"let\"", "\"label\":\"component\""},
        {"event e when t > 1 { | }", "\"label\":\"drop\"", "\"label\":\"param\""},
        {"event e when t > 1 {\n  stop\n  dr|\n}", "\"label\":\"drop\"", "\"label\":\"param\""},
        {"particle p: |", "\"label\":\"mass\"", "\"label\":\"sin\""},
        {"particle p: mass 1 kg, |", "\"label\":\"at\"", "\"label\":\"mass\""},
        {"particle p: mass 1 kg at |", "\"label\":\"sin\"", "\"label\":\"mass\""},
        {"constraint c: t = 0 |", "\"label\":\"off\"", "\"label\":\"sin\""},
        {"simulate until 3 s, method |", "\"label\":\"dop853\"", "\"label\":\"until\""},
        {"draw |", "\"label\":\"ball\"", "\"label\":\"sin\""},
        {"include <|", "\"label\":\"joints\"", "\"label\":\"sin\""},
        {"param m|", NULL, "label"},
        {"# par|", NULL, "label"},
        {"model a \"par|", NULL, "label"},
    };
    CHECK_ANSWERS("completion", all);
}

static void names_fit_their_place(void **state) {
    (void)state;
    static const expectation all[] = {
        {"param k = 1\nlet y = 2*|\ncoord x = 0", "\"label\":\"k\"", NULL},
        {"param k = 1\nlet y = 2*|\ncoord x = 0", "\"label\":\"x\"", NULL},
        {"coord x = 0\ncoord = =\nlet y = |", "\"label\":\"x\"", NULL},
        {"coord x = 0\nevent e when x > 1 { drop | }\nparam k = 1", "\"label\":\"x\"", "\"label\":\"k\""},
        {"coord x = 0\nevent e when x > 1 { set | }\nparam k = 1", "\"label\":\"x\"", "\"label\":\"k\""},
        {"particle b: mass 1 at [0, 0]\nevent e when t > 1 { free | }\nparam k = 1", "\"label\":\"b\"",
         "\"label\":\"k\""},
        {"event a when t > 1 { stop }\nevent e when t > 2 after |\nparam k = 1", "\"label\":\"a\"", "\"label\":\"k\""},
        {"include <joints>\npart a = |", "\"label\":\"pin\"", "\"label\":\"sin\""},
        {"include <joints>\npart a = pin([0, 0], [1, 0])\nlet x = a.|", "\"label\":\"pin\"", "\"label\":\"sin\""},
        {"contact c: t >= 0\nevent e when c.|", "\"label\":\"impact\"", "\"label\":\"angle\""},
        {"let f(u) = 2*|", "\"label\":\"u\"", NULL},
        {"let f(u) = 2\nlet g = |", NULL, "\"label\":\"u\""},
        {"coord x = 0\ncomponent c(P) {\n  let z = |\n}", "\"label\":\"P\"", "\"label\":\"x\""},
        {"param m = 3 |", "\"label\":\"kg\"", NULL},
        {"param m = 3 m/|", "\"label\":\"s\"", NULL},
    };
    CHECK_ANSWERS("completion", all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_fit_their_place),
                                       cmocka_unit_test(names_fit_their_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
