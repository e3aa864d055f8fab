/* The Delassus operator of a tilted body at one contact, and the forces and impulses that follow from it. */
#include "sim/contact/candidates.h"
#include "sim/support.h"

enum { N, T };

/* A body of mass 2 and inertia 3, its foot 5 from its centre at [3, -4]; on request the centre is held on a line. */
#define BODY                                                                                                           \
    "param c = 3, s = -4, mu = 0.5\ncoord x = 0, y = 4, w = 0\ngravity 10\nbody b: mass 2, inertia 3, at [x, y], "     \
    "angle w\n"                                                                                                        \
    "constraint line: y = 4 + x off\n"                                                                                 \
    "contact foot: y + c*sin(w) + s*cos(w) >= 0, restitution 0, friction mu along x + c*cos(w) - s*sin(w)\n"

static const double Jn[] = {0, 1, 3}, Jt[] = {1, 0, 4}, inverse[] = {1 / 2.0, 1 / 2.0, 1 / 3.0};

static double between(const double *a, const double *b) {
    return a[0] * b[0] * inverse[0] + a[1] * b[1] * inverse[1] + a[2] * b[2] * inverse[2];
}

static motion falling(double vx, double vy) {
    motion x = motion_begin(BODY);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "foot", false));
    *motion_v(&x, "x") = vx;
    *motion_v(&x, "y") = vy;
    assert_true(motion_evaluate(&x));
    return x;
}

static reply *reply_of(motion *x, bool impact, contact_law *law) {
    touch_list list = contact_candidates_look(x->s);
    const bool use[] = {true};
    reply *r = contact_candidates_reply(x->s, &list, use, impact);
    assert_non_null(r);
    *law = contact_candidates_laws(x->s, &list, r)[0];
    return r;
}

static void the_operator_is_the_inverse_mass_along_the_directions(void **state) {
    (void)state;
    motion x = falling(7, -6);
    contact_law law;
    const reply *r = reply_of(&x, true, &law);
    assert_near(r->W[0], between(Jn, Jn), 1e-14);
    assert_near(r->W[1], between(Jn, Jt), 1e-14);
    assert_near(r->W[2], between(Jn, Jt), 1e-14);
    assert_near(r->W[3], between(Jt, Jt), 1e-14);
    assert_near(r->u[N], -6, 1e-14);
    assert_near(r->u[T], 7, 1e-14);
    law.slide = 1;
    assert_near(contact_complementarity_compliance(r, &law, 0), between(Jn, Jn) - 0.5 * between(Jn, Jt), 1e-14);
    law.slide = -1;
    assert_near(contact_complementarity_compliance(r, &law, 0), between(Jn, Jn) + 0.5 * between(Jn, Jt), 1e-14);
    law.tangent = -1;
    assert_near(contact_complementarity_compliance(r, &law, 0), between(Jn, Jn), 1e-14);
    motion_end(&x);
}

/* Sliding with u' = -10 for the gap: z (W_nn - slide mu W_nt) = 10, friction against the slip. */
static void forces_while_sliding(void **state) {
    (void)state;
    motion x = falling(7, 0);
    for (int slide = -1; slide <= 1; slide += 2) {
        contact_law law;
        reply *r = reply_of(&x, false, &law);
        assert_near(r->u[N], -10, 1e-13);
        law.slide = (signed char)slide;
        assert_true(contact_complementarity_solve(x.s, r, &law));
        double z = 10 / (between(Jn, Jn) - slide * 0.5 * between(Jn, Jt));
        assert_near(r->z[N], z, 1e-13);
        assert_near(r->z[T], -slide * 0.5 * z, 1e-13);
        assert_near(contact_delassus_left(r, N), 0, 1e-12);
        assert_near(contact_delassus_left(r, T), between(Jn, Jt) * z - slide * 0.5 * z * between(Jt, Jt), 1e-12);
    }
    motion_end(&x);
}

/* An impact that can stick does: both velocities of the foot vanish. With little friction it slides on. */
static void impulses_that_stick_and_that_slide(void **state) {
    (void)state;
    const double det = between(Jn, Jn) * between(Jt, Jt) - between(Jn, Jt) * between(Jn, Jt);
    for (int k = 0; k < 2; k++) {
        motion x = falling(1, -6);
        contact_law law;
        reply *r = reply_of(&x, true, &law);
        law.mu = k ? 0.1 : 5;
        assert_true(contact_complementarity_solve(x.s, r, &law));
        assert_near(contact_delassus_left(r, N), 0, 1e-13);
        if (!k) {
            assert_near(r->z[N], (6 * between(Jt, Jt) + between(Jn, Jt)) / det, 1e-12);
            assert_near(contact_delassus_left(r, T), 0, 1e-12);
            assert_true(fabs(r->z[T]) < law.mu * r->z[N]);
        } else {
            double slip = contact_delassus_left(r, T);
            assert_near(fabs(r->z[T]), 0.1 * r->z[N], 1e-13);
            assert_true(slip * r->z[T] < 0);
        }
        motion_end(&x);
    }
}

/* With restitution e as offset e u-: the gap leaves with -e u-. */
static void offsets_are_restitution(void **state) {
    (void)state;
    motion x = falling(0, -6);
    contact_law law;
    reply *r = reply_of(&x, true, &law);
    law.mu = 0;
    law.offset = 0.5 * -6;
    assert_true(contact_complementarity_solve(x.s, r, &law));
    assert_near(contact_delassus_left(r, N), 3, 1e-13);
    double v[3] = {0, -6, 0};
    contact_delassus_motion(r, v);
    assert_near(v[1] + 3 * v[2], 3, 1e-13);
    assert_near(v[1], -6 + 9 / between(Jn, Jn) / 2, 1e-13);
    motion_end(&x);
}

/* Bilateral rows answer too: on the line y = x only the mass along it and the turning are left. */
static void bilateral_rows_take_part(void **state) {
    (void)state;
    motion x = falling(0, 0);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "line", true));
    *motion_v(&x, "x") = *motion_v(&x, "y") = -2;
    assert_true(motion_evaluate(&x));
    contact_law law;
    reply *r = reply_of(&x, true, &law);
    assert_int_equal(r->bilateral, 1);
    assert_near(r->W[0], 1 / 4.0 + 9 / 3.0, 1e-14); /* J along [1, 1]/sqrt 2 is 1/sqrt 2, mass 2 */
    law.mu = 0;
    assert_true(contact_complementarity_solve(x.s, r, &law));
    assert_near(r->z[N], 2 / (1 / 4.0 + 3), 1e-13);
    /* x gets half of z/2: 2 dx = -l f_x with f = y - 4 - x */
    assert_near(contact_delassus_multiplier(r, 0), r->z[N] / 2, 1e-13);
    motion_end(&x);
}

/* What the rows hold gives way to nothing, not even by rounding. */
static void what_is_held_has_no_compliance(void **state) {
    (void)state;
    motion x = motion_try("coord x = 0.1, y = 0.3\nkinetic T = x'^2 + y'^2\nconstraint a: 3*x + 7*y = 2.4\n"
                          "contact c: 0.3*x + 0.7*y >= 0.24\n");
    assert_true(motion_evaluate(&x));
    contact_law law;
    const reply *r = reply_of(&x, true, &law);
    assert_near(r->W[0], 0, 0);
    motion_end(&x);
}

static void forces_that_stop(void **state) {
    (void)state;
    motion x = falling(7, -6);
    contact_law law;
    reply *r = reply_of(&x, true, &law);
    const bool both[] = {true, true}, normal[] = {true, false};
    contact_delassus_stop(x.s, r, both);
    assert_near(contact_delassus_left(r, N), 0, 1e-13);
    assert_near(contact_delassus_left(r, T), 0, 1e-13);
    contact_delassus_stop(x.s, r, normal);
    assert_near(r->z[N], 6 / between(Jn, Jn), 1e-13);
    assert_near(r->z[T], 0, 0);
    motion_end(&x);
}

/* Three feet of a body in the plane: the third follows from two. */
static void what_follows_from_others(void **state) {
    (void)state;
    motion x = motion_try("coord y = 0, w = 0\nkinetic T = y'^2 + w'^2\ncontact a: y - w >= 0\ncontact b: y + w >= 0\n"
                          "contact c: y + 3*w >= 0\n");
    assert_true(motion_evaluate(&x));
    touch_list list = contact_candidates_look(x.s);
    const bool use[] = {true, true, true};
    const reply *r = contact_candidates_reply(x.s, &list, use, true);
    const int others[] = {0, 1};
    assert_true(contact_delassus_follows(x.s, r, others, 2, 2));
    assert_false(contact_delassus_follows(x.s, r, others, 1, 2));
    assert_false(contact_delassus_follows(x.s, r, others, 0, 0));
    assert_true(contact_delassus_follows(x.s, r, others, 1, 0));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_operator_is_the_inverse_mass_along_the_directions),
        cmocka_unit_test(forces_while_sliding),
        cmocka_unit_test(impulses_that_stick_and_that_slide),
        cmocka_unit_test(offsets_are_restitution),
        cmocka_unit_test(bilateral_rows_take_part),
        cmocka_unit_test(what_is_held_has_no_compliance),
        cmocka_unit_test(forces_that_stop),
        cmocka_unit_test(what_follows_from_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
