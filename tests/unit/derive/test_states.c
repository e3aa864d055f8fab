/* States on the page of equations: a section of their own, with their rates; none where there are none. */
#include "out/public.h"

static void states_have_a_section(void **state) {
    (void)state;
    written w = written_equations("param R = 2, L = 3, K = 4\ncoord theta = 0\nkinetic T = theta'^2/2\n"
                                  "state i = 0, rate (1 - R*i - K*theta')/L \"current\"\nmemory m = 2\n"
                                  "generalized drive: theta = K*i + m\n",
                                  NULL, false, "text");
    const char *text = WRITTEN_TEXT(w), *from = strstr(text, "\nStates\n");
    assert_non_null(from);
    assert_says(from, "i' = ");
    assert_says(from, "K*theta'");
    assert_says(from, "current");
    assert_says(from, "a memory: events alone change it");
    assert_says(text, "theta'' = K*i + m\n");
    written_end(&w);
}

static void without_states_there_is_none(void **state) {
    (void)state;
    written w = written_equations("coord x = 0\nkinetic T = x'^2/2\n", NULL, true, "text");
    assert_says_not(WRITTEN_TEXT(w), "States");
    written_end(&w);
}

/* In every notation. */
static void in_every_notation(void **state) {
    (void)state;
    static const struct {
        const char *format, *said;
    } cases[] = {{"latex", "States"}, {"json", "\"states\""}, {"mathml", "States"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        written w =
            written_equations("coord x = 0\nkinetic T = x'^2/2\nstate i = 0, rate 3 - i\ngeneralized f: x = i\n", NULL,
                              false, cases[k].format);
        assert_says(WRITTEN_TEXT(w), cases[k].said);
        written_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_have_a_section),
        cmocka_unit_test(without_states_there_is_none),
        cmocka_unit_test(in_every_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
