/* What a run has learnt about its modes: saved, and taken up by the same run or another one of the model. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

#define TWICE                                                                                                          \
    "coord x = 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\ngravity 9.81\nconstraint rod: x^2 + y^2 = 1\n"           \
    "constraint again: 3*x^2 + 3*y^2 = 3\ncontact wall: x >= -2\n"
#define DRY "coord x = 1\nkinetic T = x'^2/2\npotential V = 5*x^2\ngeneralized f: x = -sign(x') - sign(x - 0.5)\n"

typedef struct savings {
    saved_mode *modes;
    size_t count, present;
} savings;

static savings save(motion *x) {
    savings to = {.present = SIZE_MAX};
    to.modes = dynamics_save_modes(x->s, x->memory, &to.count, &to.present);
    assert_true(to.present < to.count);
    return to;
}

static void restore(motion *x, savings from) {
    dynamics_restore_modes(x->s, from.modes, from.count, from.present);
}

/* Rows told twice: which of them are in use is not chosen again. */
static void rows_in_use_are_taken_over(void **state) {
    (void)state;
    motion x = motion_try(TWICE), other = motion_try(TWICE);
    motion_step(&x, 0.01);
    const mode *m = x.s->mode;
    assert_true(m->ranked && m->used_count == 1);
    const int used = m->used[0];
    restore(&other, save(&x));
    const mode *same = other.s->mode;
    assert_true(same->ranked);
    assert_int_equal(same->used_count, 1);
    assert_int_equal(same->used[0], used);
    assert_int_equal(same->direct != NULL, m->direct != NULL);
    assert_int_equal(same->n, 2);
    assert_memory_equal(same->rows, m->rows, x.of.m->row_count * sizeof *m->rows);
    assert_near(same->inconsistency, m->inconsistency, 0);
    assert_int_equal(same->reviews, m->reviews);
    motion_end(&x);
    motion_end(&other);
}

/* Of several modes the present one is entered; those of earlier runs are not saved. */
static void the_present_mode_is_entered(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2\nkinetic T = x'^2/2 + y'^2/2\nconstraint c: y = 2*x off\n"
                            "contact wall: x >= -2\ngeneralized f: x = 3\n");
    mode *first = x.s->mode, *second = motion_mode_with(&x, "wall", true);
    dynamics_enter_mode(x.s, second);
    const savings both = save(&x);
    assert_true(both.count >= 2);
    dynamics_enter_mode(x.s, first);
    assert_ptr_equal(x.s->mode, first);
    restore(&x, both);
    assert_ptr_equal(x.s->mode, second);
    assert_int_equal(first->run, x.s->run); /* prepared too */
    x.s->run = x.kit->present = ++x.kit->runs;
    dynamics_enter_mode(x.s, motion_mode_with(&x, "wall", false));
    assert_ptr_equal(x.s->mode, first);
    assert_int_equal(save(&x).count, 1); /* the other mode belongs to the run before */
    motion_end(&x);
}

/* On which side of each switch the motion is, and that it slides along one. */
static void sides_of_switches_are_taken_over(void **state) {
    (void)state;
    motion x = motion_begin(DRY), other = motion_begin(DRY);
    pieces *p = x.s->mode->pieces;
    assert_int_equal(p->count, 2);
    for (int i = 0; i < p->count; i++) {
        p->ladder[i].index = i;
        p->ladder[i].event = 3 + i;
        p->ladder[i].share = 0.25 + i;
        p->ladder[i].along = 1.5 + i;
    }
    p->ladder[1].slides = true;
    dynamics_pieces_tell(p);
    restore(&other, save(&x));
    const pieces *same = other.s->mode->pieces;
    for (int i = 0; i < p->count; i++) {
        assert_int_equal(same->ladder[i].index, i);
        assert_int_equal(same->ladder[i].event, 3 + i);
        assert_near(same->ladder[i].share, 0.25 + i, 0);
        assert_near(same->ladder[i].along, 1.5 + i, 0);
    }
    assert_true(!same->ladder[0].slides && same->ladder[1].slides);
    assert_int_equal(same->sliding, 1);
    assert_memory_equal(same->values, p->values, p->input_count * sizeof *p->values);
    motion_end(&x);
    motion_end(&other);
}

/* What is restored gives the same bits; a copy is saved, not the memory of the mode. */
static void what_comes_later_does_not_touch_it(void **state) {
    (void)state;
    motion x = motion_try(TWICE);
    motion_step(&x, 0.01);
    const savings at = save(&x);
    const double q[] = {x.s->y[0], x.s->y[1]};
    assert_true(motion_evaluate(&x));
    const double a = motion_a(&x, "x"), l = motion_lambda(&x, "rod");
    dynamics_enter_mode(x.s, motion_mode_with(&x, "again", false));
    x.s->y[0] = 0;
    x.s->y[1] = -1;
    motion_step(&x, 0.01);
    const long run = x.s->run;
    restore(&x, at);
    assert_true(x.s->run == run + 1 && x.kit->present == x.s->run);
    memcpy(x.s->y, q, sizeof q);
    assert_true(motion_evaluate(&x));
    assert_true(motion_a(&x, "x") == a && motion_lambda(&x, "rod") == l);
    motion_end(&x);
}

/* A mode whose rows were found independent is known as such again; one that has never been is not. */
static void regular_rows_are_known_again(void **state) {
    (void)state;
    const char *text = "coord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\ngravity 9.81\n"
                       "constraint rod: x^2 + y^2 = 1\n";
    motion x = motion_begin(text), other = motion_begin(text);
    dynamics_rows_note_regular(x.s, x.s->mode);
    const savings known = save(&x);
    x.s->regular = 0;
    const savings unknown = save(&x);
    restore(&other, known);
    assert_true(dynamics_rows_are_regular(other.s, other.s->mode));
    restore(&other, unknown);
    assert_false(dynamics_rows_are_regular(other.s, other.s->mode));
    motion_end(&x);
    motion_end(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_in_use_are_taken_over),       cmocka_unit_test(the_present_mode_is_entered),
        cmocka_unit_test(sides_of_switches_are_taken_over), cmocka_unit_test(what_comes_later_does_not_touch_it),
        cmocka_unit_test(regular_rows_are_known_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
