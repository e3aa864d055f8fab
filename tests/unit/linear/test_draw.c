/* Pictures of modes: one swing each, on the constraints, as large as can be seen; what does not move is left out. */
#include "linear/system.h"

static const double *frame(const linear_film *f, size_t i) {
    return f->motion.frames.at[i].at.drawn;
}

/* A bob on a rod: to both sides, at its length. */
static void on_the_rod(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    system_of s = system_begin("coord x = 0, y = -2\ngravity 9.81\nparticle bob: mass 1 at [x, y]\n"
                               "constraint rod: x^2 + y^2 = 4\ndraw beam from [0, 0] to bob\n",
                               "rest");
    const linear_about x = linear_find(s.p, s.of.memory);
    const linear_film f = linear_draw(s.p, &x, 8, s.of.memory);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.motion.frames.len, 9);
    const int *slot = s.of.m->drawings[0].slot;
    assert_near(frame(&f, 0)[slot[DRAWN_B + 1]], -2, 1e-12);
    double most = 0;
    for (size_t i = 1; i <= 8; i++) {
        const double *drawn = frame(&f, i), bx = drawn[slot[DRAWN_B]], by = drawn[slot[DRAWN_B + 1]];
        assert_near(hypot(bx, by), 2, 1e-9);
        most = fmax(most, fabs(bx));
        assert_near(bx, -frame(&f, 1 + (i + 3) % 8)[slot[DRAWN_B]], 1e-9);
    }
    assert_true(most > 0.1 && most < 1);
    system_end(&s);
}

/* A particle that nothing holds along x drifts there: only its swing is drawn. */
static void drift_is_left_out(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    system_of s = system_begin("coord x = 0, y = 0\nparticle bob: mass 1 at [x, y]\npotential V = 2*y^2\n"
                               "draw beam from [-1, 0] to bob\n",
                               NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    const linear_film f = linear_draw(s.p, &x, 4, s.of.memory);
    assert_int_equal(f.count, 1);
    const int *slot = s.of.m->drawings[0].slot;
    assert_near(frame(&f, 1)[slot[DRAWN_B]], 0, 1e-12);
    assert_true(fabs(frame(&f, 1)[slot[DRAWN_B + 1]]) > 0.05);
    assert_near(frame(&f, 3)[slot[DRAWN_B + 1]], -frame(&f, 1)[slot[DRAWN_B + 1]], 1e-12);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_the_rod), cmocka_unit_test(drift_is_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
