/* Numbers of drawings at a state follow coordinates, time and parameters. */
#include "spot.h"

static void places(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "param l = 2\ncoord a = 0\nparticle bob: mass 1 at l*[sin(a), -cos(a)]\ngravity 9.81\n"
                   "draw beam from [0, t] to bob\ndraw ball at bob radius 0.1 + a'^2\n");
    const int *beam = x.of.m->drawings[0].slot, *ball = x.of.m->drawings[1].slot;
    for (int k = 0; k < 3; k++) {
        const double a = 0.3 * k, w = 0.5 * k, t = 0.1 * k;
        assert_true(point_evaluate(x.p, t, &a, &w));
        const double *drawn = point_draw(x.p);
        assert_near(drawn[beam[DRAWN_A + 1]], t, 1e-15);
        assert_near(drawn[beam[DRAWN_B]], 2 * sin(a), 1e-14);
        assert_near(drawn[beam[DRAWN_B + 1]], -2 * cos(a), 1e-14);
        assert_near(drawn[ball[DRAWN_SIZE]], 0.1 + w * w, 1e-14);
    }
    spot_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
