/* Which contacts touch, approach and rest; the modes and laws of those in use. */
#include "sim/contact/candidates.h"
#include "sim/support.h"

#define BOX                                                                                                            \
    "coord x = 0, y = 2\ninitial y' = -3\ngravity 10\nparticle p: mass 2 at [x, y]\nconstraint c: x = 0 off\n"         \
    "contact floor: y >= 0, restitution 0.5, friction 0.25 along x\ncontact wall: x >= -7\n"

static void what_touches(void **state) {
    (void)state;
    motion x = motion_begin(BOX);
    x.s->gap_tolerance = 1e-3;
    x.s->gap_error = 1e-2;
    static const struct {
        double gap, rate;
        bool closed, touching, approaching, resting;
    } cases[] = {{0, 0, false, true, false, true},         {1e-3, -1, false, true, true, false},
                 {1.1e-3, -1, false, false, false, false}, {-0.04, -1, false, true, true, false},
                 {-0.041, -1, false, false, false, false}, {5, 1, true, true, false, false},
                 {0, -9e-12, false, true, false, true},    {0, 9e-12, false, true, false, true},
                 {0, -2e-11, false, true, true, false},    {0, 2e-11, false, true, false, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const touch c = {
            .gap = cases[k].gap, .rate = cases[k].rate, .closed = cases[k].closed, .gap_scale = 1, .rate_scale = 1};
        assert_int_equal(contact_candidate_is_touching(x.s, &c), cases[k].touching);
        assert_int_equal(contact_candidate_is_approaching(x.s, &c), cases[k].approaching);
        assert_int_equal(contact_candidate_is_resting(x.s, &c), cases[k].resting);
    }
    motion_end(&x);
}

static void numbers_of_the_present_state(void **state) {
    (void)state;
    motion x = motion_begin(BOX);
    *motion_v(&x, "x") = 4;
    assert_true(motion_evaluate(&x));
    touch_list list = contact_candidates_look(x.s);
    assert_int_equal(list.count, 2);
    const touch *c = &list.at[0];
    assert_int_equal(c->row, motion_row(&x, "floor"));
    assert_int_equal(c->friction, x.of.m->rows[c->row].partner);
    const double got[] = {c->gap, c->rate, c->acceleration, c->restitution, c->mu, c->slip[0]},
                 want[] = {2, -3, -10, 0.5, 0.25, 4};
    for (int k = 0; k < 6; k++)
        assert_near(got[k], want[k], 1e-14);
    assert_false(contact_candidates_there(x.s));
    assert_int_equal(contact_candidates_entry(&list, motion_row(&x, "wall")), 1);
    assert_int_equal(contact_candidates_entry(&list, c->friction), 0);
    assert_int_equal(contact_candidates_entry(&list, motion_row(&x, "c")), -1);
    touch_list kept = contact_candidates_keep(x.s, list);
    assert_ptr_not_equal(kept.at, list.at);
    assert_memory_equal(kept.at, list.at, 2 * sizeof *list.at);
    *motion_q(&x, "y") = 0;
    assert_true(motion_evaluate(&x));
    assert_true(contact_candidates_there(x.s));
    motion_end(&x);
}

/* Contacts and frictions as asked for, other rows as they are. */
static void the_mode_that_is_asked_for(void **state) {
    (void)state;
    motion x = motion_begin(BOX);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "c", true));
    assert_true(motion_evaluate(&x));
    touch_list list = contact_candidates_look(x.s);
    const bool use[] = {true, false}, stick[] = {true, true}, none[] = {false, false};
    const signed char slip[] = {-1, 1};
    const int floor = motion_row(&x, "floor"), wall = motion_row(&x, "wall"), rubs = x.of.m->rows[floor].partner;
    const mode *m = contact_candidates_mode(x.s, &list, use, stick, NULL);
    assert_true(m->rows[floor] && m->rows[rubs] && !m->rows[wall] && m->rows[motion_row(&x, "c")]);
    m = contact_candidates_mode(x.s, &list, use, none, slip);
    assert_true(m->rows[floor] && !m->rows[rubs]);
    assert_int_equal(m->slip[floor], -1);
    assert_int_equal(m->slip[wall], 0);
    m = contact_candidates_mode(x.s, &list, none, stick, slip);
    assert_true(!m->rows[floor] && !m->rows[rubs] && !m->slip[floor]);
    motion_end(&x);
}

static void laws_know_their_friction(void **state) {
    (void)state;
    motion x = motion_begin(BOX);
    assert_true(motion_evaluate(&x));
    touch_list list = contact_candidates_look(x.s);
    const bool use[] = {true, true};
    reply *r = contact_candidates_reply(x.s, &list, use, true);
    assert_non_null(r);
    assert_ptr_not_equal(x.s->mode->reply, r); /* the present mode is another one, and is so again */
    const contact_law *laws = contact_candidates_laws(x.s, &list, r);
    assert_near(laws[0].mu, 0.25, 0);
    assert_int_equal(laws[0].tangent, 0);
    assert_int_equal(laws[1].tangent, -1);
    motion_end(&x);
}

/* Rows taken from the matrices with every contact closed are those of the mode that has just these. */
static void some_rows_of_all(void **state) {
    (void)state;
    motion x = motion_begin(BOX "contact steep: y + x/2 >= 0\n");
    dynamics_enter_mode(x.s, motion_mode_with(&x, "c", true));
    *motion_q(&x, "y") = 0;
    assert_true(motion_evaluate(&x));
    touch_list list = contact_candidates_look(x.s);
    const size_t modes = x.kit->modes.len;
    for (int impact = 0; impact < 2; impact++)
        for (int which = 1; which < 8; which++) {
            const bool use[] = {which & 1, which & 2, which & 4};
            const reply *r = contact_candidates_reply(x.s, &list, use, impact), got = r ? *r : (reply){0};
            assert_non_null(r);
            assert_int_equal(x.kit->modes.len, modes);
            mode *with = contact_candidates_mode(x.s, &list, use, use, NULL), *present = x.s->mode;
            x.s->mode = with;
            dynamics_evaluate(x.s, x.s->t, x.s->y, NULL);
            dynamics_matrices(x.s);
            x.s->mode = present;
            const reply *want = contact_delassus_prepare(x.s, with, NULL, impact);
            assert_non_null(want);
            const size_t d = (size_t)(want->count + want->tangents);
            assert_int_equal(got.count, want->count);
            assert_int_equal(got.tangents, want->tangents);
            assert_int_equal(got.bilateral, 1);
            assert_memory_equal(got.W, want->W, d * d * sizeof *got.W);
            assert_memory_equal(got.u, want->u, d * sizeof *got.u);
            x.kit->modes.len = modes; /* forgotten again */
        }
    motion_end(&x);
}

static void a_failure_shows_what_touches(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0, z = 1\nkinetic T = x'^2 + y'^2 + z'^2\ncontact a: x >= 0\n"
                            "contact b: z >= 0\ncontact c: y >= 0\n");
    x.s->t = 1.5;
    assert_true(motion_evaluate(&x));
    contact_candidates_fail(x.s, DIAG_E0503, "too much");
    const finding *f = x.result->failure;
    assert_string_equal(f->message, "too much at t = 1.5 s");
    assert_int_equal(f->at.begin, x.of.m->rows[0].at.begin);
    assert_int_equal(f->label_count, 1);
    assert_int_equal(f->labels[0].at.begin, x.of.m->rows[2].at.begin);
    assert_non_null(strstr(f->help, "restitution"));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_touches),
        cmocka_unit_test(numbers_of_the_present_state),
        cmocka_unit_test(the_mode_that_is_asked_for),
        cmocka_unit_test(laws_know_their_friction),
        cmocka_unit_test(some_rows_of_all),
        cmocka_unit_test(a_failure_shows_what_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
