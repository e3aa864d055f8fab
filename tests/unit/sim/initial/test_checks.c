/* Checks of an initial state: penetrated contacts, masses too small, redundant rows. */
#include "sim/initial/initial.h"
#include "sim/support.h"

static void a_penetrated_contact_is_refused(void **state) {
    (void)state;
    motion_fails("coord y = 0.5 m\ngravity 9.81 m/s^2\nparticle p: mass 1 kg at [0 m, y]\ncontact floor: y >= 0.75 m\n",
                 DIAG_E0405, "the contact 'floor' is penetrated at the start: its gap is -0.25 m");
    motion x = motion_begin("coord y = 0.75\nkinetic T = y'^2\ncontact floor: y >= 0.75\n");
    motion_end(&x);
}

/* Half the smallest number with all its digits is refused, twice of it is not. */
static void masses_need_all_their_digits(void **state) {
    (void)state;
    motion_fails("coord x = 0\nkinetic T = 0.5e-308*x'^2\n", DIAG_E0403, "the inertia of the coordinate 'x' is 1e-308");
    motion x = motion_begin("coord x = 0\nkinetic T = 2e-308*x'^2\n");
    assert_false(initial_masses_are_tiny(x.s));
    motion_end(&x);
}

/* Each row left out, with those it is a combination of. */
static void redundant_rows_are_named(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1, y = 2, z = 3\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint a: x + y = 3\n"
                          "constraint b: z = 3\nconstraint c: x + y = z\nconstraint d: 2*z = 6\n");
    const char *const want[] = {"'c' is redundant: it follows from 'a', 'b'", "'d' is redundant: it follows from 'b'"};
    assert_false(x.result->start_failed);
    assert_int_equal(diag_count(x.of.findings), 2);
    for (size_t i = 0; i < 2; i++) {
        const finding *f = diag_at(x.of.findings, i);
        assert_int_equal(f->code, DIAG_W0420);
        assert_string_equal(f->message, want[i]);
        assert_int_equal(f->at.begin, x.of.m->rows[2 + i].at.begin);
    }
    motion_end(&x);
}

/* Those of one statement are told together. */
static void rows_of_one_statement_are_named_together(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1, y = 2, z = 3\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint a: [x, y] = [1, 2]\n"
                          "constraint b: [x + y, x - y] = [3, -1]\nconstraint c: z = x + y\n");
    assert_false(x.result->start_failed);
    assert_int_equal(diag_count(x.of.findings), 1);
    assert_string_equal(diag_at(x.of.findings, 0)->message,
                        "'b.x', 'b.y' are redundant: they follow from 'a.x', 'a.y'");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_penetrated_contact_is_refused),
        cmocka_unit_test(masses_need_all_their_digits),
        cmocka_unit_test(redundant_rows_are_named),
        cmocka_unit_test(rows_of_one_statement_are_named_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
