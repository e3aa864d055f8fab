/* Friction of a known limit: it holds below the limit, slides above it, and its force is that of the text. */
#include "model/support.h"
#include "sim/support.h"

static motion finished(const char *text) {
    motion x = motion_begin(text);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

/* Pushed by P against a limit F and a static limit G, of mass 2 from rest: it stays, or goes with (P - F)/2. */
static void it_holds_up_to_the_limit(void **state) {
    (void)state;
    static const struct {
        double push;
        const char *hold;
        double rate; /* after 2 s */
    } cases[] = {{2.5, "", 0},
                 {-2.5, "", 0},
                 {3.5, "", 0.5},
                 {-3.5, "", -0.5},
                 {3.5, ", static 4", 0},
                 {4.5, ", static 4", 1.5},
                 {-4.5, ", static 4", -1.5},
                 {0, "", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 0\nkinetic T = 2*x'^2/2\ngeneralized push: x = %g\nfriction rub: limit 3 along x%s\n"
                 "output f = force(rub)\nsimulate until 2\n",
                 cases[k].push, cases[k].hold);
        motion x = finished(text);
        assert_near(x.result->final.v[0], cases[k].rate, 1e-9);
        assert_near(x.result->final.q[0], cases[k].rate, 1e-9);
        /* at rest what balances the push, else the limit against the motion */
        const double want = cases[k].rate == 0 ? -cases[k].push : cases[k].rate > 0 ? -3 : 3;
        assert_near(x.result->final.outputs[0], want, 1e-9);
        motion_end(&x);
    }
}

/* It comes to rest after v m/F, having gone v^2 m/(2 F), and stays there. */
static void it_brings_to_rest(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        char text[300];
        snprintf(
            text, sizeof text,
            "coord x = 1\ninitial x' = %d\nkinetic T = 2*x'^2/2\nfriction rub: limit 3 along x\nsimulate until 9\n",
            4 * side);
        motion x = finished(text);
        assert_near(x.result->final.q[0], 1 + side * 16 / 3.0, 1e-8);
        assert_near(x.result->final.v[0], 0, 1e-12);
        motion_end(&x);
    }
}

/* Along an expression the force on the coordinate is that times its slope; several add up. */
static void along_expressions_and_together(void **state) {
    (void)state;
    motion x = finished("coord x = 0\ninitial x' = 5\nkinetic T = x'^2/2\nfriction a: limit 1 along 2*x\n"
                        "friction b: limit 0.5 along -x\nfriction c: limit 0.5 along x\nsimulate until 1\n"
                        "output fa = force(a), fb = force(b)\n");
    assert_near(x.result->final.v[0], 5 - 3, 1e-10);
    assert_near(x.result->final.outputs[0], -1, 1e-12);
    assert_near(x.result->final.outputs[1], 0.5, 1e-12); /* in the sense in which -x grows */
    motion_end(&x);
}

/* A limit that changes with time lets go when the push exceeds it: 4 - t against 2. */
static void a_limit_that_fades(void **state) {
    (void)state;
    motion x = finished("coord x = 0\nkinetic T = x'^2/2\ngeneralized push: x = 2\nfriction rub: limit 4 - t along x\n"
                        "simulate until 3\n");
    assert_near(x.result->final.v[0], 0.5, 1e-9); /* the integral of t - 2 */
    motion_end(&x);
}

static void what_is_no_friction(void **state) {
    (void)state;
    static const struct {
        const char *friction, *place, *message;
        diag_code code;
    } cases[] = {{"limit -2 along x", "-2", "cannot be negative", DIAG_E0308},
                 {"limit 2 along x, static 1", "1", "cannot be negative", DIAG_E0308},
                 {"limit 2 along x'", "x'", "", DIAG_E0307},
                 {"limit 2 along [x, 0, 0, 0]", "[x, 0, 0, 0]", "", DIAG_E0303}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 0\nkinetic T = x'^2\nfriction f: %s\n", cases[k].friction);
        text_refuse("test.lgr", text, cases[k].code, cases[k].place, cases[k].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_holds_up_to_the_limit),
        cmocka_unit_test(it_brings_to_rest),
        cmocka_unit_test(along_expressions_and_together),
        cmocka_unit_test(a_limit_that_fades),
        cmocka_unit_test(what_is_no_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
