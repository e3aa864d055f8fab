/* Event functions over a step of eight motions: which rises, where, and what is left to the search for one. */
#include "sim/batch/crew.h"

/* x = 1 - 2 t - F t^2/2 with F = 1 ... 8 */
#define FALLS "param F = 1\ncoord x = 1\ninitial x' = -2\nkinetic T = x'^2/2\npotential V = F*x\nsimulate until 10\n"

/* Within 0.4 it has come down to 0.2 - 0.08 F. */
static void rising_functions_are_found(void **state) {
    (void)state;
    crew c = crew_begin(FALLS "event low when x < 0 { }\n");
    int rising[PACK_LANES];
    c.p->armed[0] = EVERYBODY;
    crew_step(&c, 0.4);
    batch_pack_watch(c.p, EVERYBODY, rising);
    for (int l = 0; l < PACK_LANES; l++)
        assert_int_equal(rising[l], 0.08 * (1 + l) > 0.2 ? 0 : PACK_NOTHING);
    batch_pack_watch(c.p, 0x0f, rising);
    assert_int_equal(rising[7], PACK_NOTHING); /* nobody asked */
    for (int l = 2; l < PACK_LANES; l++) {
        double rate, F = 1 + l, at = (sqrt(4 + 2 * F) - 2) / F, guess = batch_pack_guess(c.p, l, 0, &rate);
        assert_near(guess, at, 1e-3);
        assert_near(rate, 2 + F * at, 1e-2);
    }
    crew_end(&c);
}

/* What has been true from the start on, and what waits for another event; two that rise are for the search for one. */
static void what_does_not_count(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        crew c = crew_begin(k ? FALLS "event low when x < 0 { }\nevent fast when x' < -2.5 { }\n"
                              : FALLS "event low when x < 2 { }\nevent fast when x' < -2.5 { }\n");
        int rising[PACK_LANES];
        c.p->armed[0] = k ? EVERYBODY : 0;
        c.p->armed[1] = EVERYBODY;
        crew_step(&c, 0.4);
        if (k) {
            batch_pack_watch(c.p, EVERYBODY, rising);
            assert_int_equal(rising[7], PACK_DOUBT);
            c.p->waiting[0] = EVERYBODY;
        }
        batch_pack_watch(c.p, EVERYBODY, rising);
        for (int l = 0; l < PACK_LANES; l++)
            assert_int_equal(rising[l], 0.4 * (1 + l) > 0.5 ? 1 : PACK_NOTHING);
        crew_end(&c);
    }
}

/* Inclusive conditions and those that begin above zero are for the search for one. */
static void special_cases_are_left_in_doubt(void **state) {
    (void)state;
    crew c = crew_begin(FALLS "event low when x <= 0 { }\n");
    int rising[PACK_LANES];
    c.p->armed[0] = EVERYBODY;
    crew_step(&c, 0.4);
    batch_pack_watch(c.p, EVERYBODY, rising);
    assert_int_equal(rising[7], PACK_DOUBT);
    assert_int_equal(rising[0], PACK_NOTHING);
    crew_end(&c);
}

/* A contact force that rises without turning back opens its contact where it comes through zero: N = 10 - F t. */
static void forces_that_vanish(void **state) {
    (void)state;
    crew c = crew_begin("param F = 10\ncoord y = 0\ngravity 10\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 0\n"
                        "force up: [0, F*t] at p\nsimulate until 10\n");
    int rising[PACK_LANES];
    size_t opens = motion_margin(&c.x, EVENT_OPEN, 0);
    crew_step(&c, 0.3);
    batch_pack_watch(c.p, EVERYBODY, rising);
    for (int l = 0; l < PACK_LANES; l++)
        assert_int_equal(rising[l], l > 2 ? (int)opens : PACK_NOTHING); /* 9 of 10 at 2 */
    double rate;
    assert_near(batch_pack_guess(c.p, 7, opens, &rate), 1 / 8.0, 1e-9);
    assert_near(rate, 80, 1e-6);
    crew_end(&c);
}

/* A gap that begins at zero and opens ever faster does not close; nor does what asks for the same come. */
static void gaps_that_open(void **state) {
    (void)state;
    crew c = crew_begin("param F = 1\ncoord x = 0\nkinetic T = x'^2/2\npotential V = -F*x\ncontact floor: x >= 0\n"
                        "event below when x < 0 { }\nsimulate until 10\n");
    int rising[PACK_LANES];
    c.p->armed[motion_margin(&c.x, EVENT_USER, 0)] = EVERYBODY;
    crew_step(&c, 0.5);
    batch_pack_watch(c.p, EVERYBODY, rising);
    for (int l = 0; l < PACK_LANES; l++)
        assert_int_equal(rising[l], PACK_NOTHING);
    crew_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rising_functions_are_found),
        cmocka_unit_test(what_does_not_count),
        cmocka_unit_test(special_cases_are_left_in_doubt),
        cmocka_unit_test(forces_that_vanish),
        cmocka_unit_test(gaps_that_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
