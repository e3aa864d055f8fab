/* Extrema over a step of eight motions: those at its ends are recorded, the others are left to the search for one. */
#include "sim/batch/crew.h"

/* x = 2 t - F t^2/2 with F = 1 ... 8: the top is at 2/F. */
#define THROWS "param F = 1\ncoord x = 0\ninitial x' = 2\nkinetic T = x'^2/2\npotential V = F*x\nsimulate until 10\n"

static crew begin(const char *report) {
    char text[300];
    snprintf(text, sizeof text, THROWS "report r = %s\n", report);
    crew c = crew_begin(text);
    for (int l = 0; l < PACK_LANES; l++)
        c.p->greatest[l] = -INFINITY;
    crew_step(&c, 0.5);
    return c;
}

/* Beyond 0.5 for F < 4: there the end is the greatest. */
static void tops_at_the_end(void **state) {
    (void)state;
    crew c = begin("maximum(x)");
    lane_set at_ends = batch_pack_peaks(c.p, EVERYBODY);
    assert_int_equal(at_ends & 0xf7, 0x07);
    for (int l = 0; l < 3; l++)
        assert_near(c.p->greatest[l], 1 - (1 + l) / 8.0, 1e-9);
    assert_true(c.p->greatest[7] == -INFINITY);
    assert_int_equal(batch_pack_peaks(c.p, 0x02), 0x02);
    assert_int_equal(batch_pack_peaks(c.p, 0), 0);
    crew_end(&c);
}

/* What has been greater before settles it. */
static void tops_that_have_been_exceeded(void **state) {
    (void)state;
    crew c = begin("maximum(x)");
    for (int l = 0; l < PACK_LANES; l++)
        c.p->greatest[l] = 5;
    assert_int_equal(batch_pack_peaks(c.p, EVERYBODY), EVERYBODY);
    for (int l = 0; l < PACK_LANES; l++)
        assert_near(c.p->greatest[l], 5, 0);
    crew_end(&c);
}

static void minima_have_their_signs_turned(void **state) {
    (void)state;
    crew c = begin("minimum(3 - x)");
    assert_int_equal(batch_pack_peaks(c.p, EVERYBODY) & 0xf7, 0x07);
    assert_near(c.p->greatest[0], -(3 - (1 - 1 / 8.0)), 1e-9);
    crew_end(&c);
}

/* Without a rate, by what the stages saw: the acceleration is -F everywhere. */
static void solved_quantities_are_seen(void **state) {
    (void)state;
    crew c = begin("maximum(x'')");
    assert_int_equal(batch_pack_peaks(c.p, EVERYBODY), EVERYBODY);
    for (int l = 0; l < PACK_LANES; l++)
        assert_near(c.p->greatest[l], -(1.0 + l), 1e-12);
    crew_end(&c);
}

/* Of what begins at rest everything is even in time: where it begins is the greatest, whatever rounding makes of the
   slope there. */
static void begins_at_rest(void **state) {
    (void)state;
    crew c = crew_begin("param F = 1\ncoord a = 1\nkinetic T = a'^2/2\npotential V = -F*cos(a)\nsimulate until 10\n"
                        "report r = minimum(a'')\n");
    for (int l = 0; l < PACK_LANES; l++)
        c.p->greatest[l] = (1 + l) * sin(1);
    crew_step(&c, 0.1);
    assert_int_equal(batch_pack_peaks(c.p, EVERYBODY), EVERYBODY);
    for (int l = 0; l < PACK_LANES; l++)
        assert_near(c.p->greatest[l], (1 + l) * sin(1), 1e-12);
    crew_end(&c);
}

/* A gap that opens ever faster is greatest at the end of the step, though bounds of its rates leave that open. */
static void gaps_that_open(void **state) {
    (void)state;
    crew c = crew_begin("param F = 1\ncoord x = 0, z = 0\nkinetic T = (x'^2 + z'^2)/2\n"
                        "potential V = -10*exp(x) - 10*exp(z)\ngeneralized f: x = F*(t + 0.001)\n"
                        "contact floor: x - z >= 0\nreport r = maximum(x - z)\nsimulate until 10\n");
    for (int l = 0; l < PACK_LANES; l++)
        c.p->greatest[l] = 0;
    crew_step(&c, 0.03);
    assert_int_equal(batch_pack_peaks(c.p, EVERYBODY), EVERYBODY);
    for (int l = 0; l < PACK_LANES; l++)
        assert_near(c.p->greatest[l], crew_number(c.p->next, 0, l) - crew_number(c.p->next, 1, l), 1e-12);
    crew_end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tops_at_the_end),
        cmocka_unit_test(tops_that_have_been_exceeded),
        cmocka_unit_test(minima_have_their_signs_turned),
        cmocka_unit_test(solved_quantities_are_seen),
        cmocka_unit_test(begins_at_rest),
        cmocka_unit_test(gaps_that_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
