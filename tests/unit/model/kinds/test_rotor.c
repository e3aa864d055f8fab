/* Rotors: J (phi' + u.omega)^2/2 in the plane and in space, and what is no rotor. */
#include "mech/support.h"
#include "model/support.h"

static void in_the_plane(void **state) {
    (void)state;
    bench b =
        bench_derive("param J = 0.4, I = 3\ncoord w = 0, phi = 0\nbody arm: mass 2, inertia I, at [1, 0], angle w\n"
                     "rotor wheel: inertia J on arm, angle phi\n");
    assert_near(bench_M(&b, 0, 0), 3.4, 1e-15);
    assert_near(bench_M(&b, 1, 0), 0.4, 1e-15);
    assert_near(bench_M(&b, 1, 1), 0.4, 1e-15);
    bench_destroy(&b);
}

/* About an axis of the body, of any length: only its part along the body's rotation couples. */
static void in_space(void **state) {
    (void)state;
    static const struct {
        const char *axis;
        double along;
    } cases[] = {{"B.z", 1}, {"B.x", 0}, {"-B.z", -1}, {"3*B.z + 4*B.x", 0.6}, {"B.x + B.y", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord w = 0, phi = 0\nframe B = rotation(z, w)\nbody top: mass 1, inertia [1, 2, 3], at [0, 0, 0], "
                 "frame B\nrotor r: inertia 0.5 about %s on top, angle phi\n",
                 cases[k].axis);
        bench b = bench_derive(text);
        bench_roll(&b);
        const double c = cases[k].along;
        assert_near(bench_M(&b, 0, 0), 3 + 0.5 * c * c, 1e-14);
        assert_near(bench_M(&b, 1, 0), 0.5 * c, 1e-14);
        assert_near(bench_M(&b, 1, 1), 0.5, 1e-15);
        bench_destroy(&b);
    }
}

/* An angle that is a formula of coordinates and time: its rate counts. */
static void a_driven_rotor(void **state) {
    (void)state;
    bench b = bench_derive("coord w = 0, x = 0\nbody arm: mass 2, inertia 3, at [1, 0], angle w\nkinetic T = x'^2/2\n"
                           "rotor wheel: inertia 0.5 on arm, angle 2*w - x^2 + 7*t\n");
    bench_roll(&b);
    const double x = *bench_q(&b, "x"), u = *bench_v(&b, "x"), w = *bench_v(&b, "w");
    assert_near(bench_M(&b, 0, 0), 3 + 0.5 * 9, 1e-14);
    assert_near(bench_M(&b, 1, 0), 0.5 * 3 * -2 * x, 1e-14);
    assert_near(bench_M(&b, 1, 1), 1 + 0.5 * 4 * x * x, 1e-14);
    const double spin = 2 * w - 2 * x * u + 7 + w;
    assert_near(bench_value(&b, b.e.kinetic), 3 * w * w / 2 + u * u / 2 + 0.25 * spin * spin, 1e-13);
    bench_destroy(&b);
}

static void what_is_no_rotor(void **state) {
    (void)state;
    text_refuse("test.lgr",
                "coord w = 0, p = 0\nbody b: mass 1, inertia 1, at [0, 0], angle w\n"
                "rotor r: inertia 1 about [1, 0] on b, angle p\n",
                DIAG_E0112, "about", "a rotor of the plane has one axis only");
    text_refuse(
        "test.lgr",
        "coord w = 0, p = 0\nframe B = rotation(z, w)\nbody b: mass 1, inertia [1, 1, 1], at [0, 0, 0], frame B\n"
        "rotor r: inertia 1 on b, angle p\n",
        DIAG_E0110, "r", "a rotor in space needs an axis");
    text_refuse("test.lgr", "coord x = 0, p = 0\nparticle b: mass 1 at [x, 0]\nrotor r: inertia 1 on b, angle p\n",
                DIAG_E0205, "b", "a rotor cannot spin on a particle");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_plane),
        cmocka_unit_test(in_space),
        cmocka_unit_test(a_driven_rotor),
        cmocka_unit_test(what_is_no_rotor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
