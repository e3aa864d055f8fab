/* The energy, force or constraint without a finite value is named, with the place where it has none. */
#include "sim/diagnose/diagnose.h"
#include "sim/support.h"

/* At another place than the start. */
static motion placed(const char *text, double q) {
    motion x = motion_begin(text);
    x.s->y[0] = q;
    motion_evaluate(&x);
    return x;
}

static void poles_and_their_derivatives(void **state) {
    (void)state;
    static const char *const laws[] = {"potential V = y/x\n", "potential V = sqrt(abs(x))\n",
                                       "generalized V: y = 1/x\n"};
    for (int k = 0; k < 3; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\n%s", laws[k]);
        motion x = placed(text, 0);
        const finding *f = diagnose_not_finite(x.s, DIAG_E0505, "at the end");
        assert_non_null(f);
        assert_non_null(strstr(f->message, "'V' has no finite value or derivative at the end, where 'x' = 0"));
        assert_non_null(strstr(f->help, "a divisor"));
        assert_true(diagnose_forces_break_down(x.s));
        motion_end(&x);
    }
}

static void rows_are_named_too(void **state) {
    (void)state;
    motion x = placed("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\nconstraint c: y = sqrt(x)\n", 0);
    const finding *f = diagnose_not_finite(x.s, DIAG_E0505, "here");
    assert_non_null(f);
    assert_non_null(strstr(f->message, "'c' has no finite value"));
    assert_false(diagnose_forces_break_down(x.s));
    motion_end(&x);
}

static void too_large_is_not_a_pole(void **state) {
    (void)state;
    motion x = placed("coord x = 1\nkinetic T = x'^2\npotential V = exp(x)\n", 800);
    const finding *f = diagnose_not_finite(x.s, DIAG_E0505, "here");
    assert_non_null(f);
    assert_non_null(strstr(f->help, "largest number"));
    motion_end(&x);
}

static void where_all_is_finite_nothing_is_named(void **state) {
    (void)state;
    motion x = placed("coord x = 1, y = 0\nkinetic T = x'^2 + y'^2\npotential V = y/x\nconstraint c: y = 0\n", 2);
    assert_null(diagnose_not_finite(x.s, DIAG_E0505, "here"));
    assert_false(diagnose_forces_break_down(x.s));
    assert_null(diagnose_idle(x.s, "here"));
    assert_null(x.result->failure);
    motion_end(&x);
}

static void idle_rows_are_refused(void **state) {
    (void)state;
    motion_fails("coord x = 0, y = 1\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 = 0\n", DIAG_E0406,
                 "the gradient of 'c' vanishes at the start");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poles_and_their_derivatives), cmocka_unit_test(rows_are_named_too),
        cmocka_unit_test(too_large_is_not_a_pole),     cmocka_unit_test(where_all_is_finite_nothing_is_named),
        cmocka_unit_test(idle_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
