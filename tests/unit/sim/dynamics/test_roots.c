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

/* Event functions of one part, whichever row: how many the mode has. */
static int count_of(const motion *x, event_part part) {
    int count = 0;
    for (size_t k = 0; k < x->s->mode->margin_count; k++)
        count += x->s->mode->margins[k].part == part;
    return count;
}

#define COLLAR                                                                                                         \
    "coord x = 0, y = 0\ninitial x' = %g\nkinetic T = x'^2 + y'^2\npotential V = 6*y\ngeneralized push: x = %g\n"      \
    "constraint guide: y = 0\nfriction rub: coefficient 0.5 of guide along x\n"

/* Friction of a constraint: what it can hold is half the force of the guide; while it slides, that force may turn. */
static void friction_of_a_constraint(void **state) {
    (void)state;
    char text[400];
    snprintf(text, sizeof text, COLLAR, 0., 2.);
    motion x = motion_begin(text);
    const int guide = motion_row(&x, "guide");
    assert_near(value_of(&x, motion_margin(&x, EVENT_SLIP, guide)), 2 - 3, 1e-12);
    assert_near(size_of(&x, motion_margin(&x, EVENT_SLIP, guide)), 100 * (2 + 3 + 2 + 2), 1e-10); /* of the row, too */
    assert_int_equal(count_of(&x, EVENT_OPEN) + count_of(&x, EVENT_CLOSE) + count_of(&x, EVENT_TURN), 0);
    motion_end(&x);
    for (int side = -1; side <= 1; side += 2) {
        snprintf(text, sizeof text, COLLAR, side * 4., 2.);
        x = motion_begin(text);
        assert_near(value_of(&x, motion_margin(&x, EVENT_STICK, guide)), -4, 1e-15);
        assert_near(fabs(value_of(&x, motion_margin(&x, EVENT_TURN, guide))), 6, 1e-12);
        assert_true(value_of(&x, motion_margin(&x, EVENT_TURN, guide)) < 0);
        assert_int_equal(count_of(&x, EVENT_SLIP), 0);
        motion_end(&x);
    }
}

#define PUCK                                                                                                           \
    "coord x = 0, y = 0, z = 0\ninitial x' = %g, y' = %g\ngravity 10\nparticle p: mass 2 at [x, y, z]\n"               \
    "force f: [3, 4, 0] at p\ncontact table: z >= 0, friction 0.5 along [x, y], static 0.75\n"

/* On a surface it is the length of the force that is held, and the speed in the direction of the slip that ends. */
static void friction_on_a_surface(void **state) {
    (void)state;
    char text[400];
    snprintf(text, sizeof text, PUCK, 0., 0.);
    motion x = motion_begin(text);
    const int table = motion_row(&x, "table");
    assert_near(value_of(&x, motion_margin(&x, EVENT_SLIP, table)), 5 - 15, 1e-11);
    motion_end(&x);
    snprintf(text, sizeof text, PUCK, 5., -12.);
    x = motion_begin(text);
    const size_t stick = motion_margin(&x, EVENT_STICK, table);
    assert_near(value_of(&x, stick), -13, 1e-12);
    *motion_v(&x, "x") = -5;
    *motion_v(&x, "y") = 12; /* turned round: as far beyond rest */
    assert_near(value_of(&x, stick), 13, 1e-12);
    *motion_v(&x, "x") = 12;
    *motion_v(&x, "y") = 5; /* across: at its end */
    assert_near(value_of(&x, stick), 0, 1e-12);
    motion_end(&x);
}

/* In the order in which the saddle-point system is read: M by rows below its diagonal, h, A, gamma, f, f_dot. */
static void the_layout_of_matrices(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2, y = 3\ninitial x' = 5\nkinetic T = x'^2 + 2*x'*y' + 2*y'^2\n"
                            "potential V = 7*x + x*y\nconstraint c: y = x^2 - 1\n");
    const mode *m = x.s->mode;
    const tape_group group = dynamics_matrix_roots(x.s, m);
    assert_int_equal(group.count, 3 + 2 + 2 + 1 + 1 + 1);
    bench *b = &x.of;
    b->at = ARENA_ARRAY(b->memory, double, b->m->var_count);
    *bench_q(b, "x") = 2;
    *bench_q(b, "y") = 3.25;
    *bench_v(b, "x") = 5;
    *bench_v(b, "y") = 19;
    double got[10];
    for (int i = 0; i < 10; i++)
        got[i] = bench_value(b, group.roots[i]);
    assert_near(got[0], 2, 0);
    assert_near(got[1], 2, 0);
    assert_near(got[2], 4, 0);
    assert_near(got[3], -(7 + 3.25), 0); /* M a = h + A^T lambda */
    assert_near(got[4], -2, 0);
    const double sign = got[6]; /* of the row */
    assert_near(fabs(sign), 1, 0);
    assert_near(sign * got[5], -4, 0);
    assert_near(sign * got[7], 2 * 25, 0); /* y'' - 2 x x'' = 2 x'^2 */
    assert_near(sign * got[8], 3.25 - 3, 1e-15);
    assert_near(sign * got[9], 19 - 20, 1e-14);
    motion_end(&x);
}

/* Values that quiet events set have programs of their own; of a mode that lacks a name they have no value. */
static void values_that_are_set(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2, y = 5\ninitial x' = 3\nkinetic T = x'^2 + y'^2\nmemory n = 1\n"
                            "event e every 0.1 { set n = n + x*y }\nevent f when x > 9 { set x' = -x' }\n");
    size_t quiet = 0;
    for (size_t i = 0; i < x.of.m->event_count; i++) {
        if (!x.of.m->events[i].quiet)
            continue;
        assert_int_equal(dynamics_set_roots(x.s, x.s->mode, (int)i).count, x.of.m->events[i].action_count);
        quiet++;
    }
    assert_int_equal(quiet, 1);
    motion_end(&x);
}

/* Energies stand for what they are in force; contacts and switches for their state. */
static void states_of_switches_are_known(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2\ninitial x' = 3\nkinetic T = x'^2\npotential V = x^2\n"
                            "spring s: stiffness 3, length 1, from [0, 0] to [x, 0]\n"
                            "event e when energy > 20 and held(s) { }\n"
                            "event f when kinetic - potential > 1 { drop s }\n");
    assert_near(value_of(&x, 0), 9 + 4 + 1.5 - 20, 1e-13);
    assert_near(value_of(&x, 1), 9 - 4 - 1.5 - 1, 1e-13);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_numbers),     cmocka_unit_test(strict_beside_inclusive),
        cmocka_unit_test(events_of_a_closed_contact), cmocka_unit_test(an_open_contact_is_its_gap),
        cmocka_unit_test(results_of_a_mode),          cmocka_unit_test(friction_of_a_constraint),
        cmocka_unit_test(friction_on_a_surface),      cmocka_unit_test(the_layout_of_matrices),
        cmocka_unit_test(values_that_are_set),        cmocka_unit_test(states_of_switches_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
