/* Bodies carried along by a prescribed motion: whether that exchanges energy with them, and by which of them. */
#include "out/public.h"
#include "out/reading.h"

static void check_verdict(const char *text, bool conservative) {
    written w = written_check(text, "json", 0);
    const bool got = reading_begins(reading_at(WRITTEN_TEXT(w), "conservative"), "true");
    if (got != conservative)
        fail_msg("%s is %sconservative", text, got ? "" : "not ");
    written_end(&w);
}

/* In a frame that moves evenly the energy lacks the momentum times its speed: kept where the momentum is. */
static void frames_that_move_evenly(void **state) {
    (void)state;
    static const struct {
        const char *energies;
        bool conservative;
    } cases[] = {
        {"coord a = 1\nkinetic T = 2*(a' + V)^2/2\n", true},
        {"coord a = 1\nkinetic T = 2*(a' + V)^2/2\npotential U = a^2\n", false},
        {"coord a = 1, b = 2\nkinetic T = (2*(a' + V)^2 + (b' + V)^2)/2\npotential U = (a - b)^2\n", true},
        {"coord a = 1, b = 2\nkinetic T = (2*(a' + V)^2 + (b' + V)^2)/2\npotential U = (a - b)^4 + b\n", false},
        {"coord a = 1, b = 2\nkinetic T = (2*(a' + V)^2 + (b' + V)^2)/2\nconstraint c: b - a = 1\n", true},
        {"coord a = 1, b = 2\nkinetic T = (2*(a' + V)^2 + (b' + V)^2)/2\nconstraint c: b = 2*a^2\n", false},
        {"coord a = 1, y = 2\nkinetic T = ((a' + V)^2 + y'^2)/2\npotential U = 9.81*y\n", true},
        {"coord a = 1, b = 2, c = 3\nkinetic T = ((a' + V)^2 + (b' + V)^2 + (c' + V)^2)/2\n"
         "potential U = (a - b)^2 + cos(b - c)\n",
         true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "param V = 3\n%s", cases[k].energies);
        check_verdict(text, cases[k].conservative);
    }
}

/* A frame that turns evenly exchanges energy, unless the angular momentum is kept. */
static void frames_that_turn(void **state) {
    (void)state;
    check_verdict("param W = 2\ncoord r = 1\nkinetic T = (r'^2 + W^2*r^2)/2\n", false);
    check_verdict("param W = 2\ncoord r = 1, w = 0\nkinetic T = (r'^2 + r^2*(w' + W)^2)/2\npotential U = r^2\n", true);
    check_verdict("param W = 2\ncoord r = 1, w = 0\nkinetic T = (r'^2 + r^2*(w' + W)^2)/2\npotential U = r*cos(w)\n",
                  false);
}

/* Who is carried along is said by name. */
static void they_are_named(void **state) {
    (void)state;
    written w =
        written_analysis("param W = 2\ncoord r = 1\nkinetic idle = r'^2/2\nkinetic swung = W^2*r^2/2\n", "json");
    const char *why = reading_at(WRITTEN_TEXT(w), "why");
    assert_says(why, "kinetic swung is carried along by a prescribed motion, which does work");
    assert_says_not(why, "kinetic idle is carried");
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_that_move_evenly),
        cmocka_unit_test(frames_that_turn),
        cmocka_unit_test(they_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
