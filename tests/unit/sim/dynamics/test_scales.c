/* Scales of a motion: its extent, its inertia, its forces, and the errors that they allow. */
#include <float.h>

#include "sim/dynamics/scales.h"
#include "sim/support.h"

#define PAIR "coord x = 1, y = 2\ninitial x' = 3\nkinetic T = (4*x'^2 + 9*y'^2)/2\npotential V = 8*x + 18*y - 2*x\n"

/* M_ii, the root of its inverse, and how strongly the sizes of all terms of a force drive its part. */
static void inertia_and_forces(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    assert_near(x.s->inertia[0], 4, 1e-15);
    assert_near(x.s->inertia[1], 9, 1e-15);
    assert_near(x.s->root_mobility[0], 1 / 2.0, 1e-15);
    assert_int_equal(x.s->mode->parts, 2);
    assert_near(x.s->push[x.s->mode->part[0]], 6 / 2.0, 1e-3);
    assert_near(x.s->push[x.s->mode->part[1]], 18 / 3.0, 1e-3);
    assert_near(x.s->speed[x.s->mode->part[0]], 4 * 9, 1e-14);
    assert_near(x.s->scale_inputs[SCALE_MOBILITY * 2], 1 / 4.0, 1e-15);
    assert_near(x.s->scale_inputs[SCALE_ACCELERATION * 2 + 1], 2, 1e-3);
    motion_end(&x);
}

/* The same of many coordinates, where not all are of the last group. */
static void inertia_of_many(void **state) {
    (void)state;
    motion x = motion_begin("param N = 77\nfor i in 1..N { coord x[i] = i }\n"
                            "kinetic T = sum(i in 1..N: i*x[i]'^2 + sin(x[i])*x[i]'*x[N + 1 - i]'/9)/2\n");
    for (int i = 1; i <= 77; i++)
        assert_near(x.s->inertia[i - 1], i == 39 ? i + sin(i) / 9 : i, 1e-13);
    motion_end(&x);
}

/* Sizes of one machine say nothing about another beside it; a row, a force or inertia in common joins them. */
static void what_moves_one_another_is_one_part(void **state) {
    (void)state;
    static const struct {
        const char *more;
        int parts;
    } cases[] = {{"", 3},
                 {"constraint c: x + y = 3\n", 2},
                 {"potential V = x*z\n", 2},
                 {"kinetic U = (x' + y')^2\ngeneralized f: y = z\n", 1},
                 {"contact floor: x >= -5, friction 0.1 along y\n", 2},
                 {"constraint c: x + y = 3 off\n", 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 1, y = 2, z = 3\nkinetic T = x'^2 + y'^2 + z'^2\n%s", cases[k].more);
        motion x = motion_begin(text);
        assert_int_equal(x.s->mode->parts, cases[k].parts);
        motion_end(&x);
    }
}

/* How far it has been from where it began, and there and back at the present speed. */
static void extent_is_noted(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    assert_near(x.s->extent[0], 0, 0);
    x.s->y[0] = -1;
    dynamics_scales_note(x.s);
    x.s->y[0] = 1.5;
    dynamics_scales_note(x.s);
    assert_near(x.s->extent[0], 2, 0);
    x.s->t = 4;
    dynamics_scales_note(x.s);
    assert_near(x.s->extent[0], THERE_AND_BACK * 4 * 3, 1e-15);
    assert_near(x.s->noted_at, 4, 0);
    x.s->y[2] = 6;
    dynamics_scales_note(x.s);
    assert_near(x.s->speed[x.s->mode->part[0]], 4 * 36, 1e-13);
    x.s->y[2] = 0;
    dynamics_scales_note(x.s);
    assert_near(x.s->speed[x.s->mode->part[0]], 4 * 36, 1e-13);
    motion_end(&x);
}

/* The error allowed in x: tolerance times the way it goes, at least a tenth of what all its energy would do. */
static void errors_are_weighed_by_the_motion(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    const double h = 0.5, end[] = {2.5, 2, 3, 0, 0};
    double weight[5];
    dynamics_scales_weigh(x.s, h, end, weight);
    assert_near(1 / weight[0] / x.s->tolerance, 1.5, 1e-4);
    double energy_of_y = x.s->push[x.s->mode->part[1]] * h / 3; /* as velocity */
    assert_near(1 / weight[1] / x.s->tolerance, 0.1 * h * energy_of_y, 1e-4);
    assert_near(1 / weight[3] / x.s->tolerance, 0.1 * energy_of_y, 1e-4);
    x.s->extent[1] = 7;
    dynamics_scales_weigh(x.s, h, end, weight);
    assert_near(1 / weight[1] / x.s->tolerance, 7, 1e-4);
    motion_end(&x);
}

/* Never less than what rounding does: 16 roundoffs of the number itself. */
static void errors_are_not_below_rounding(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1e9\ninitial x' = 1e-9\nkinetic T = x'^2\n");
    const double end[] = {1e9, 1e-9, 0};
    double weight[3];
    dynamics_scales_weigh(x.s, 1, end, weight);
    assert_near(1 / weight[0], 16 * DBL_EPSILON * 1e9, 1e-8);
    motion_end(&x);
}

/* Only a trial that errs, but not wildly, tells where the motion goes. */
static void rejected_trials_tell_the_extent(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    const double there[] = {6, 2, 3, 0, 0};
    dynamics_scales_note_trial(x.s, 1, 0.5, there);
    assert_near(x.s->extent[0], 0, 0);
    dynamics_scales_note_trial(x.s, 1, 0.031 / x.s->tolerance, there);
    assert_near(x.s->extent[0], 0, 0);
    dynamics_scales_note_trial(x.s, 1, 2, there);
    assert_near(x.s->extent[0], 5, 0);
    motion_end(&x);
}

/* What is held counts beside the forces at the end of the trial; what moves counts beside those that it began with. */
static void forces_grow_on_what_is_at_rest(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\ninitial y' = 1\nkinetic T = (4*x'^2 + y'^2)/2\n"
                            "generalized f: x = 6*t\ngeneralized g: y = t\nconstraint c: x = 0\n");
    const int held = x.s->mode->part[0], moving = x.s->mode->part[1];
    const double end[] = {0, 2, 1e-17, 1, 0};
    assert_near(x.s->push[held], 0, 0);
    dynamics_scales_note_trial(x.s, 2, 1e30, end);
    assert_near(dynamics_scales_push(x.s, held, 0, 2), 6, 1e-3); /* 12/sqrt(4) */
    assert_near(dynamics_scales_push(x.s, held, 1, 2), 0, 0);    /* it moves after all */
    assert_near(dynamics_scales_push(x.s, moving, 0, 2), 0, 0);
    motion_end(&x);
}

static void little_is_beside_the_number_or_its_extent(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    const double y[] = {1, 2, 0, 0, 0}, moves[] = {1e-9, 1e-9}, more[] = {1e-9, 3e-9}, none[] = {NAN, 0};
    assert_true(dynamics_scales_is_little(x.s, moves, 0, y, 1e-9));
    assert_false(dynamics_scales_is_little(x.s, more, 0, y, 1e-9));
    assert_false(dynamics_scales_is_little(x.s, none, 0, y, 1));
    assert_false(dynamics_scales_is_little(x.s, moves, 2, y, 1e-9));
    x.s->extent[2] = x.s->extent[3] = 1;
    assert_true(dynamics_scales_is_little(x.s, moves, 2, y, 1e-9));
    motion_end(&x);
}

/* Programs are told the state on the way too, and are loaded only where something has changed. */
static void programs_are_told(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    mode *m = x.s->mode;
    const double there[] = {11, 2, 30, 0, 0};
    dynamics_scales_tell(x.s, there);
    assert_near(x.s->scale_inputs[SCALE_PLACE * 2], 10, 1e-14);
    assert_near(x.s->scale_inputs[SCALE_RATE * 2], 27, 1e-14);
    dynamics_scales_load(x.s, m);
    assert_near(m->slots[m->scale_slot], 10, 1e-14);
    m->slots[m->scale_slot] = 77;
    dynamics_scales_load(x.s, m);
    assert_near(m->slots[m->scale_slot], 77, 0);
    dynamics_scales_note(x.s);
    dynamics_scales_load(x.s, m);
    assert_true(m->slots[m->scale_slot] < 77);
    motion_end(&x);
}

/* From mode to mode sizes stay with their coordinates; what becomes active begins anew. */
static void sizes_stay_with_their_coordinates(void **state) {
    (void)state;
    motion x = motion_begin("coord z = 2, x = 1\ninitial x' = 3\nkinetic T = 2*x'^2\nconstraint c: z = 2*x\n"
                            "report a = integral(x)\n");
    mode *all = x.s->mode;
    for (int i = 0; i < 6; i++)
        x.s->extent[i] = i + 1;
    const bool dropped[] = {true, false}, rows[] = {false};
    dynamics_enter_mode(x.s, dynamics_mode(x.s, all->freed, all->switched_off, dropped, rows, all->slip));
    const double fewer[] = {2, 4, 5, 6};
    assert_memory_equal(x.s->extent, fewer, sizeof fewer);
    assert_near(x.s->reference[0], 1, 0);
    assert_near(x.s->reference[1], 3, 0);
    assert_near(x.s->speed[0], 36, 1e-13);
    assert_false(x.s->scaled);
    dynamics_enter_mode(x.s, all);
    const double more[] = {0, 2, 0, 4, 5, 6};
    assert_memory_equal(x.s->extent, more, sizeof more);
    assert_true(isnan(x.s->reference[0]) && isnan(x.s->reference[2]));
    assert_near(x.s->reference[3], 3, 0);
    motion_end(&x);
}

/* What becomes active begins where it is when it is noted first; the others keep where they began, and how far they
   have been. What has no value then begins later. */
static void what_becomes_active_begins_anew(void **state) {
    (void)state;
    motion x = motion_begin(PAIR);
    x.s->y[0] = 6;
    dynamics_scales_note(x.s);
    assert_near(x.s->reference[0], 1, 0);
    assert_near(x.s->extent[0], 5, 0);
    assert_false(x.s->unreferenced);
    for (int pass = 0; pass < 3; pass++) {
        x.s->reference[1] = pass < 2 ? NAN : x.s->reference[1];
        x.s->extent[1] = pass < 2 ? 0 : x.s->extent[1];
        x.s->unreferenced = true;
        x.s->y[1] = pass ? 40 : NAN;
        dynamics_scales_note(x.s);
        assert_int_equal(x.s->unreferenced, pass == 0);
        assert_int_equal(isnan(x.s->reference[1]), pass == 0);
        assert_near(x.s->extent[1], 0, 0);
    }
    assert_near(x.s->reference[0], 1, 0);
    assert_near(x.s->reference[1], 40, 0);
    x.s->y[1] = 37;
    dynamics_scales_note(x.s);
    assert_near(x.s->extent[1], 3, 0);
    motion_end(&x);
}

/* Modes that differ in their rows have the same sizes; one with another force has others. */
static void modes_of_the_same_forces_share_a_program(void **state) {
    (void)state;
    motion x = motion_begin(
        "coord x = 1, y = 2\nkinetic T = (4*x'^2 + 9*y'^2)/2\npotential V = 18*y + 2*x\n"
        "contact floor: x >= 0\nlet P = [x, 0], Q = [0, y]\nspring s: from P to Q, stiffness 3, length 1\n");
    mode *high = x.s->mode;
    const bool rows[] = {true}, off[] = {true, true, true};
    dynamics_enter_mode(x.s, dynamics_mode(x.s, high->freed, high->switched_off, high->dropped, rows, high->slip));
    dynamics_scales_renew(x.s);
    assert_ptr_equal(x.s->mode->sizes, high->sizes);
    assert_int_equal(x.s->mode->parts, 1);
    assert_near(x.s->inertia[1], 9, 1e-15);
    dynamics_enter_mode(x.s, dynamics_mode(x.s, high->freed, off, high->dropped, high->rows, high->slip));
    dynamics_scales_renew(x.s);
    assert_ptr_not_equal(x.s->mode->sizes, high->sizes);
    assert_near(x.s->inertia[1], 9, 1e-15);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inertia_and_forces),
        cmocka_unit_test(inertia_of_many),
        cmocka_unit_test(what_moves_one_another_is_one_part),
        cmocka_unit_test(extent_is_noted),
        cmocka_unit_test(errors_are_weighed_by_the_motion),
        cmocka_unit_test(errors_are_not_below_rounding),
        cmocka_unit_test(rejected_trials_tell_the_extent),
        cmocka_unit_test(forces_grow_on_what_is_at_rest),
        cmocka_unit_test(little_is_beside_the_number_or_its_extent),
        cmocka_unit_test(programs_are_told),
        cmocka_unit_test(sizes_stay_with_their_coordinates),
        cmocka_unit_test(what_becomes_active_begins_anew),
        cmocka_unit_test(modes_of_the_same_forces_share_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
