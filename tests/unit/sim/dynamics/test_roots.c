/* Event functions as expressions: positive where the condition holds, with the contacts' own. */
#include "sim/support.h"

static double value_of(const motion *x, size_t k) {
    assert_true(motion_evaluate(x));
    dynamics_run_segment(x->s, SEG_WATCH);
    return dynamics_segment_value(x->s, SEG_WATCH, 2 * k);
}

static double size_of(const motion *x, size_t k) {
    value_of(x, k);
    return dynamics_segment_value(x->s, SEG_WATCH, 2 * k + 1);
}

/* b - a for a < b, 'and' the least, 'or' the greatest, 'not' the negative. */
static void conditions_are_numbers(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        double value; /* at x = 2, y = 5 */
        bool inclusive;
    } cases[] = {{"x < y", 3, false},
                 {"x > y", -3, false},
                 {"x <= y", 3, true},
                 {"x >= y", -3, true},
                 {"x > 1 and y > 1", 1, false},
                 {"x > 1 or y > 1", 4, false},
                 {"not (x > 1)", -1, true},
                 {"not (x >= 1 and y <= 7)", -1, false},
                 {"x > 1 and (y > 1 or x > 7)", 1, false},
                 {"if x < y then x > 1 else y > 1", 1, false},
                 {"if x > y then x > 1 else y > 1", 4, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 2, y = 5\nkinetic T = x'^2 + y'^2\nevent e when %s { }\n",
                 cases[k].condition);
        motion x = motion_begin(text);
        assert_int_equal(x.s->mode->margin_count, 1);
        assert_near(value_of(&x, 0), cases[k].value, 1e-15);
        assert_int_equal(x.s->mode->margins[0].inclusive, cases[k].inclusive);
        assert_true(x.s->mode->margins[0].smooth && x.s->mode->margins[0].curved);
        motion_end(&x);
    }
}

/* Where comparisons that hold at equality stand beside one that does not, zero must not make that one true. */
static void strict_beside_inclusive(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2, y = 5\nkinetic T = x'^2 + y'^2\nevent e when x > 2 and y >= 5 { }\n"
                            "event f when x >= 2 and y >= 5 { }\nevent g when not (x <= 2 or y < 5) { }\n");
    double moved = value_of(&x, 0);
    assert_true(moved < 0 && moved > -1e-10);
    assert_near(value_of(&x, 1), 0, 0);
    assert_true(value_of(&x, 2) < 0);
    motion_end(&x);
}

#define BOX                                                                                                            \
    "param pull = 3\ncoord x = 0, y = 0\ngravity 10\nparticle box: mass 2 at [x, y]\n"                                 \
    "contact floor: y >= 0, friction 0.5 along x\nforce f: [pull, 0] at box\n"                                         \
    "event high when y > 1 { }\nevent felt when closed(floor) and lambda(floor) < -30 { }\n"

/* Closed: its multiplier, and how much is left until it slips; while sliding, its speed back to rest. */
static void events_of_a_closed_contact(void **state) {
    (void)state;
    motion x = motion_begin(BOX);
    int floor = motion_row(&x, "floor");
    assert_near(value_of(&x, motion_margin(&x, EVENT_OPEN, floor)), -20, 1e-12);
    assert_near(value_of(&x, motion_margin(&x, EVENT_SLIP, floor)), 3 - 10, 1e-12);
    assert_false(x.s->mode->margins[motion_margin(&x, EVENT_SLIP, floor)].smooth);
    assert_near(value_of(&x, motion_margin(&x, EVENT_USER, 0)), -1, 1e-15); /* its gap is 0 */
    assert_near(value_of(&x, motion_margin(&x, EVENT_USER, 1)), -10, 1e-12);
    assert_true(size_of(&x, motion_margin(&x, EVENT_OPEN, floor)) >= 2000);
    motion_end(&x);
    for (int sign = -1; sign <= 1; sign += 2) {
        char text[600];
        snprintf(text, sizeof text, BOX "initial x' = %d\n", 4 * sign);
        x = motion_begin(text);
        assert_near(value_of(&x, motion_margin(&x, EVENT_STICK, floor)), -4, 1e-15);
        motion_end(&x);
    }
}

static void an_open_contact_is_its_gap(void **state) {
    (void)state;
    motion x =
        motion_begin("coord y = 3\ninitial y' = 2\ngravity 10\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 1\n"
                     "event felt when closed(floor) { }\nevent free_ when open(floor) { }\noutput l = lambda(floor)\n");
    int floor = motion_row(&x, "floor");
    assert_near(value_of(&x, motion_margin(&x, EVENT_CLOSE, floor)), -2, 1e-15);
    assert_true(value_of(&x, motion_margin(&x, EVENT_USER, 0)) < -1e299);
    assert_true(value_of(&x, motion_margin(&x, EVENT_USER, 1)) > 1e299);
    assert_near(motion_shown(&x, "l"), 0, 0);
    motion_end(&x);
}

/* Energies in results are those in force; what a mode lacks has no value. */
static void results_of_a_mode(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2, z = 4\ninitial x' = 3\nkinetic T = x'^2\npotential V = x^2\n"
                            "constraint c: z = 2*x\noutput e = energy, k = kinetic, v = potential, z2 = z^2\n");
    assert_near(motion_shown(&x, "e"), 13, 1e-15);
    assert_near(motion_shown(&x, "k"), 9, 1e-15);
    assert_near(motion_shown(&x, "v"), 4, 1e-15);
    assert_near(motion_shown(&x, "z2"), 16, 1e-15);
    const bool dropped[] = {false, true}, rows[] = {false};
    mode *m = dynamics_mode(x.s, x.s->mode->freed, x.s->mode->switched_off, dropped, rows, x.s->mode->slip);
    const bool want[] = {false, false, false, true};
    assert_memory_equal(m->output_null, want, sizeof want);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_numbers),     cmocka_unit_test(strict_beside_inclusive),
        cmocka_unit_test(events_of_a_closed_contact), cmocka_unit_test(an_open_contact_is_its_gap),
        cmocka_unit_test(results_of_a_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
