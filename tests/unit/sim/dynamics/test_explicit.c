/* The explicit solution and projection against those by matrices and against closed forms. */
#include "sim/dynamics/explicit.h"
#include "sim/support.h"

/* A point of mass 1 on a circle of radius 5, in a plane without forces. */
#define CIRCLE "coord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = 25\n"
#define DOUBLE                                                                                                         \
    "coord a = 1, b = 2\ninitial a' = 0.5\ninitial b' = -0.7\ngravity 9.81\nlet p = [sin(a), -cos(a)]\n"               \
    "particle one: mass 1 at p\nparticle two: mass 3 at p + 2*[sin(b), -cos(b)]\n"

static motion circle(void) {
    motion x = motion_begin(CIRCLE);
    dynamics_explicit_prepare(x.s, x.s->mode);
    assert_non_null(x.s->mode->direct);
    return x;
}

/* The accelerations of free coordinates: both ways at many states. */
static void both_ways_agree(void **state) {
    (void)state;
    motion x = motion_begin(DOUBLE);
    mode *m = x.s->mode;
    double wanted[2], y[5] = {0};
    dynamics_explicit_prepare(x.s, x.s->mode);
    for (int pass = 0; pass < 20; pass++) {
        for (int i = 0; i < 4; i++)
            y[i] = 2 * bench_random(&x.of);
        assert_true(dynamics_evaluate_piece(x.s, 0, y, NULL));
        assert_non_null(m->direct);
        memcpy(wanted, dynamics_accelerations(x.s), sizeof wanted);
        dynamics_load_state(x.s, 0, y);
        assert_true(dynamics_load_matrices(x.s) && dynamics_rows_factor(x.s) && dynamics_solve(x.s, NULL));
        for (int i = 0; i < 2; i++)
            assert_near(wanted[i], dynamics_accelerations(x.s)[i], 1e-12);
    }
    motion_end(&x);
}

static size_t operations_by(const char *method) {
    char text[400];
    snprintf(
        text, sizeof text,
        "param L = 2, m = 3\ncoord a = 1, b = 2\ngravity 9.81\nlet p = L*[sin(a), -cos(a)]\n"
        "particle one: mass 1 at p\nparticle two: mass m at p + L*[sin(b), -cos(b)]\nsimulate until 1, method %s\n",
        method);
    motion x = motion_begin(text);
    dynamics_explicit_prepare(x.s, x.s->mode);
    assert_non_null(x.s->mode->direct);
    const tape_segment *of = &x.s->mode->program->segments[SEG_MOTION];
    const size_t count = of->last - of->first;
    motion_end(&x);
    return count;
}

/* m L^2 (sin^2 + cos^2) is m L^2, which takes some time to see. */
static void programs_are_shorter_where_operations_cost_much(void **state) {
    (void)state;
    assert_true(operations_by("taylor") + 4 < operations_by("dop853"));
}

/* Along the radius, which is where Newton's steps of least norm lead; the velocity keeps its part along the circle. */
static void the_nearest_point_is_found(void **state) {
    (void)state;
    motion x = circle();
    double y[] = {3.3, 4.4, 1, 2, 0};
    assert_true(dynamics_explicit_project(x.s, 0, y));
    const double want[] = {3, 4, 1 - 0.6 * 2.2, 2 - 0.8 * 2.2};
    for (int i = 0; i < 4; i++)
        assert_near(y[i], want[i], 1e-13);
    motion_end(&x);
}

static void where_no_direction_leads_back_it_fails(void **state) {
    (void)state;
    motion x = circle();
    double y[] = {0, 0, 1, 2, 0};
    assert_false(dynamics_explicit_project(x.s, 0, y));
    motion_end(&x);
}

static void residuals_are_the_greatest(void **state) {
    (void)state;
    motion x = circle();
    double position, velocity, y[] = {3, 4.5, 1, 2, 0}, dy[5];
    assert_true(dynamics_evaluate_piece(x.s, 0, y, dy));
    dynamics_explicit_residuals(x.s, &position, &velocity);
    assert_near(position, 9 + 20.25 - 25, 1e-13);
    assert_near(velocity, 2 * 3 * 1 + 2 * 4.5 * 2, 1e-13);
    motion_end(&x);
}

static bool not_at_all(sim *s, double t, const double *y, double *dy) {
    (void)s, (void)t, (void)y, (void)dy;
    return false;
}

/* lambda 2 r = v^2/r: the force that keeps it on the circle; it counts as one evaluation. */
static void rates_in_one_go(void **state) {
    (void)state;
    motion x = circle();
    double y[] = {3, 4, 8, -6, 0}, dy[5], elsewhere[5] = {0};
    dynamics_load_state(x.s, 0, elsewhere);
    x.s->mode->evaluation->waits = 0;
    long before = x.result->evaluations;
    assert_true(dynamics_explicit_rates(x.s, 0, y, dy, not_at_all));
    assert_int_equal(x.result->evaluations, before + 1);
    const double want[] = {8, -6, -12, -16, 0};
    for (int i = 0; i < 5; i++)
        assert_near(dy[i], want[i], 1e-13);
    assert_near(motion_lambda(&x, "c"), 2, 1e-13);
    assert_false(dynamics_explicit_rates(x.s, 0, y, dy, not_at_all)); /* there already */
    double nowhere[] = {NAN, 4, 8, -6, 0};
    assert_false(dynamics_explicit_rates(x.s, 0, nowhere, dy, not_at_all));
    motion_end(&x);
}

/* A bead's pivots vanish at the centre of the circle: again and again, and the matrices take over. */
static void distrust_ends_in_matrices(void **state) {
    (void)state;
    motion x = circle();
    double y[] = {0, 0, 1, 2, 0};
    assert_false(dynamics_explicit_is_distrusted(x.s->mode));
    for (int pass = 1; pass <= 51; pass++) {
        assert_non_null(x.s->mode->direct);
        y[2] = pass;
        dynamics_load_state(x.s, 0, y);
        assert_false(dynamics_explicit_solve(x.s));
        assert_true(pass > 50 || dynamics_explicit_is_distrusted(x.s->mode));
    }
    assert_null(x.s->mode->direct);
    assert_ptr_equal(x.s->mode->evaluation, x.s->mode->matrices);
    motion_end(&x);
}

static void a_mode_returns_to_where_it_began(void **state) {
    (void)state;
    motion x = circle();
    mode *m = x.s->mode;
    assert_ptr_equal(m->evaluation->t, dynamics_explicit_motion(m));
    assert_non_null(dynamics_explicit_projection(m));
    dynamics_explicit_restart(m);
    assert_ptr_equal(m->evaluation, m->matrices);
    motion_end(&x);
    x = motion_begin(DOUBLE);
    assert_null(dynamics_explicit_projection(x.s->mode)); /* no rows, nothing to project onto */
    dynamics_explicit_restart(x.s->mode);
    assert_non_null(x.s->mode->direct);
    motion_end(&x);
}

/* With constraints, frames and loops: at states on and off the rows both ways give accelerations and multipliers. */
static void both_ways_agree_with_constraints(void **state) {
    (void)state;
    static const char *const machines[] = {
        CIRCLE,
        "coord x = 0, y = 0, w = 0.3\ninitial x' = cos(w)\nkinetic T = (3*x'^2 + y'^2 + 2*w'^2)/2\n"
        "constraint blade: -x'*sin(w) + y'*cos(w) = 0\n",
        "coord a = 60 deg, b ~ 20 deg, c ~ 80 deg\nkinetic T = a'^2 + b'^2 + c'^2\npotential V = sin(a)\n"
        "constraint loop: dir(a) + 2*dir(b) = [2, 0] + 1.5*dir(c)\n",
        "coord x = 1, y = 2, z = 3\nkinetic T = x'^2 + y'^2 + z'^2 + x'*y'\npotential V = x*y*z\n"
        "constraint p: x + y*z = 7\n"};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        motion x = motion_begin(machines[k]);
        mode *m = x.s->mode;
        const size_t n = (size_t)m->n, rows = (size_t)m->m;
        double wanted[8], *y = x.s->work_y, start[16];
        memcpy(start, x.s->y, 2 * n * sizeof *start);
        dynamics_explicit_prepare(x.s, m);
        for (int pass = 0; pass < 10 && m->direct; pass++) {
            for (size_t i = 0; i < 2 * n; i++)
                y[i] = start[i] + 0.05 * pass * bench_random(&x.of);
            assert_true(dynamics_evaluate_piece(x.s, 0, y, NULL));
            memcpy(wanted, dynamics_accelerations(x.s), n * sizeof *wanted);
            memcpy(wanted + n, dynamics_multipliers(x.s), rows * sizeof *wanted);
            dynamics_load_state(x.s, 0, y);
            assert_true(dynamics_load_matrices(x.s) && dynamics_rows_factor(x.s) && dynamics_solve(x.s, NULL));
            for (size_t i = 0; i < n; i++)
                assert_near(wanted[i], dynamics_accelerations(x.s)[i], 1e-10);
            for (size_t i = 0; i < rows; i++)
                assert_near(wanted[n + i], dynamics_multipliers(x.s)[i], 1e-10);
        }
        motion_end(&x);
    }
}

/* What rows leave at a state that has been evaluated is told from what that has computed: in numbers, at any state. */
static void residuals_at_any_state(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4, a = 0.2\nkinetic T = (x'^2 + 2*y'^2 + a'^2)/2\npotential V = 9*y\n"
                            "constraint c: x^2 + y^2 = 25\nconstraint d: sin(a)*x = 3*sin(0.2) + t\n");
    dynamics_explicit_prepare(x.s, x.s->mode);
    assert_non_null(x.s->mode->direct);
    for (int pass = 0; pass < 20; pass++) {
        double y[7] = {0}, position, velocity;
        for (int i = 0; i < 6; i++)
            y[i] = (i < 2 ? 3 : 0.4) + bench_random(&x.of);
        const double t = bench_random(&x.of);
        assert_true(dynamics_evaluate_piece(x.s, t, y, NULL));
        if (!x.s->mode->direct || x.s->mode->at_hand)
            continue;
        for (int again = 0; again < 2; again++) {
            dynamics_explicit_residuals(x.s, &position, &velocity);
            assert_near(position, fmax(fabs(y[0] * y[0] + y[1] * y[1] - 25), fabs(sin(y[2]) * y[0] - 3 * sin(0.2) - t)),
                        1e-12);
            assert_near(
                velocity,
                fmax(fabs(2 * y[0] * y[3] + 2 * y[1] * y[4]), fabs(cos(y[2]) * y[5] * y[0] + sin(y[2]) * y[3] - 1)),
                1e-12);
        }
    }
    motion_end(&x);
}

typedef struct other_way {
    int times;
    double t, y[4];
} other_way;
static other_way other;

static bool note_other(sim *s, double t, const double *y, double *dy) {
    (void)s, (void)dy;
    other.times++;
    other.t = t;
    memcpy(other.y, y, sizeof other.y);
    return true;
}

/* The other way is asked at the same state: where there are no numbers, at the state of the last evaluation, and with
   matrices at hand; else it is not. */
static void the_other_way_goes_from_the_same_state(void **state) {
    (void)state;
    motion x = circle();
    mode *m = x.s->mode;
    double y[] = {3, 4, 8, -6, 0}, centre[] = {0, 0, 1, 2, 0}, dy[5];
    m->evaluation->waits = 0;
    other = (other_way){0};
    assert_true(dynamics_explicit_rates(x.s, 0.5, y, dy, note_other));
    assert_int_equal(other.times, 0);
    assert_true(dynamics_explicit_rates(x.s, 0.5, y, dy, note_other)); /* there already */
    assert_int_equal(other.times, 1);
    assert_true(dynamics_explicit_rates(x.s, 0.75, y, dy, note_other)); /* later: somewhere else */
    assert_int_equal(other.times, 1);
    assert_true(dynamics_explicit_rates(x.s, 2.5, centre, dy, note_other)); /* no pivot */
    assert_int_equal(other.times, 2);
    assert_near(other.t, 2.5, 0);
    assert_memory_equal(other.y, centre, sizeof other.y);
    assert_false(m->evaluated);
    m->at_hand = true;
    assert_true(dynamics_explicit_rates(x.s, 3, y, dy, note_other));
    assert_int_equal(other.times, 3);
    assert_memory_equal(other.y, y, sizeof other.y);
    motion_end(&x);
}

/* Masses in a row on threads of length 1. */
#define THREADS                                                                                                        \
    "param N = 70\ngravity 9.81\nlet P[0] = [0, 0]\nfor i in 1..N { coord x[i] = i, y[i] = 0\n"                        \
    "let P[i] = [x[i], y[i]]\nconstraint c[i]: norm(P[i] - P[i-1]) = 1\nparticle b[i]: mass 1 at P[i] }\n"

/* The accelerations of both ways: all fall freely, but for the pull along the row, which is none. */
static void large_machines_need_no_matrices(void **state) {
    (void)state;
    motion x = motion_begin(THREADS);
    mode *m = x.s->mode;
    assert_int_equal(m->used_count, 70);
    assert_null(m->matrices);
    assert_true(m->direct && m->direct == m->direct_begun);
    assert_true(dynamics_rows_are_regular(x.s, m));
    double wanted[140];
    x.s->y[1] = 0.01;
    x.s->y[140 + 3] = 2;
    assert_true(dynamics_evaluate_piece(x.s, 0, x.s->y, NULL));
    memcpy(wanted, dynamics_accelerations(x.s), sizeof wanted);
    dynamics_matrices(x.s);
    assert_true(dynamics_rows_factor(x.s) && dynamics_solve(x.s, NULL));
    for (int i = 0; i < 140; i++)
        assert_near(wanted[i], dynamics_accelerations(x.s)[i], 1e-10);
    motion_end(&x);
}

static void dependent_rows_of_large_machines_are_left_out(void **state) {
    (void)state;
    motion x = motion_try(THREADS "constraint again: dot(P[7] - P[6], P[7] - P[6]) = 1\n");
    mode *m = x.s->mode;
    assert_non_null(m->matrices);
    assert_true(m->ranked && m->m == 71 && m->used_count == 70);
    assert_int_equal(m->used[69], 69);
    assert_false(dynamics_rows_are_regular(x.s, m));
    dynamics_explicit_prepare(x.s, m);
    assert_true(m->direct && m->direct != m->direct_begun);
    motion_end(&x);
}

/* As when the same run is made again. */
static void large_machines_begin_anew(void **state) {
    (void)state;
    motion x = motion_try(THREADS "constraint again: dot(P[7] - P[6], P[7] - P[6]) = 1\n");
    mode *m = x.s->mode;
    x.s->run = x.s->kit->present = ++x.s->kit->runs;
    dynamics_prepare_mode(x.s, m);
    assert_true(m->direct == m->direct_begun && m->used_count == 71);
    assert_true(dynamics_evaluate_piece(x.s, 0, x.s->y, NULL));
    assert_true(!m->direct && m->used_count == 70);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(programs_are_shorter_where_operations_cost_much),
        cmocka_unit_test(the_nearest_point_is_found),
        cmocka_unit_test(where_no_direction_leads_back_it_fails),
        cmocka_unit_test(residuals_are_the_greatest),
        cmocka_unit_test(rates_in_one_go),
        cmocka_unit_test(distrust_ends_in_matrices),
        cmocka_unit_test(a_mode_returns_to_where_it_began),
        cmocka_unit_test(both_ways_agree_with_constraints),
        cmocka_unit_test(residuals_at_any_state),
        cmocka_unit_test(the_other_way_goes_from_the_same_state),
        cmocka_unit_test(large_machines_need_no_matrices),
        cmocka_unit_test(dependent_rows_of_large_machines_are_left_out),
        cmocka_unit_test(large_machines_begin_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
