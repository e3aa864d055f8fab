/* Ladders: switching functions with their thresholds, and the choices that stand in the equations for switches. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

#include <math.h>

static const pieces *pieces_in(const motion *x) {
    assert_non_null(x->s->mode->pieces);
    return x->s->mode->pieces;
}

/* One ladder for all switches of one quantity, or of its negative; its rungs ascend, equal ones are one. */
static void switches_of_one_quantity_share_a_ladder(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0.5\nkinetic T = x'^2/2\npotential V = max(x, 2) + abs(x)\n"
                            "generalized f: x = (if x < -1 then 1 else 0) - sign(-x) + min(2, x)\n");
    const pieces *p = pieces_in(&x);
    assert_int_equal(p->count, 1);
    const ladder *l = &p->ladder[0];
    assert_int_equal(l->count, 3);
    const double under = nextafter(-1, -2); /* -1 belongs above, where x < -1 does not hold */
    const double want[] = {under, 0, 2}, turned[] = {-2, 0, 1};
    bool upright = l->rung[0] == under;
    for (int k = 0; k < 3; k++)
        assert_near(l->rung[k], upright ? want[k] : turned[k], 0);
    assert_int_equal(l->index, upright ? 2 : 1);
    assert_int_equal(p->input_count, 5);
    motion_end(&x);
}

/* Which side is upper follows from the sign of the base: all four kinds, below and above. */
static void choices_give_what_the_text_says(void **state) {
    (void)state;
    static const struct {
        const char *force;
        double below, above; /* at x = -1 and x = 3, rungs at 1 */
    } cases[] = {{"sign(x - 1)", -1, 1},
                 {"abs(x - 1)", 2, 2},
                 {"max(x, 1)", 1, 3},
                 {"min(x, 1)", -1, 1},
                 {"max(1, x)", 1, 3},
                 {"min(2*x, x + 1)", -2, 4},
                 {"if x < 1 then 5 else 7", 5, 7},
                 {"if x >= 1 then 5 else 7", 7, 5}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int side = 0; side < 2; side++) {
            char text[200];
            snprintf(text, sizeof text, "coord x = %d\nkinetic T = x'^2/2\ngeneralized f: x = %s\n", side ? 3 : -1,
                     cases[k].force);
            motion x = motion_begin(text);
            assert_true(motion_evaluate(&x));
            pieces_in(&x);
            assert_near(motion_a(&x, "x"), side ? cases[k].above : cases[k].below, 1e-15);
            motion_end(&x);
        }
}

/* The next rungs below and above are what the step must not cross; along a rung neither. */
static void values_tell_where_the_piece_ends(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0.5\nkinetic T = x'^2/2\ngeneralized f: x = "
                            "(if x > 0 then 1 else 0) + (if x > 2 then 1 else 0)\n");
    pieces *p = x.s->mode->pieces;
    ladder *l = &p->ladder[0];
    const double inside[] = {1, 0, 0, 2}, low[] = {0, 0, -INFINITY, 0}, along[] = {1, 0, -INFINITY, INFINITY};
    assert_memory_equal(p->values, inside, sizeof inside);
    long version = p->version;
    l->index = 0;
    dynamics_pieces_tell(p);
    assert_memory_equal(p->values, low, sizeof low);
    assert_int_equal(p->version, version + 1);
    assert_int_equal(p->sliding, 0);
    l->index = 1;
    l->slides = 1;
    dynamics_pieces_tell(p);
    assert_memory_equal(p->values, along, sizeof along);
    assert_int_equal(p->sliding, 1);
    motion_end(&x);
}

static void what_does_not_move_does_not_switch(void **state) {
    (void)state;
    motion x = motion_begin("param k = -3\ncoord x = 1\nkinetic T = x'^2/2\npotential V = abs(k)*x\n"
                            "contact floor: x >= min(0, k)\noutput o = sign(x)\nevent e when sign(x) < 0 { }\n");
    assert_null(x.s->mode->pieces);
    motion_end(&x);
}

/* An expression with choices in it reads as it was written again. */
static void thawed_is_as_written(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2\nkinetic T = x'^2/2\ngeneralized f: x = abs(x - 1) + sign(abs(x - 1) - 3)\n");
    const mode *m = x.s->mode;
    expr_id thawed = dynamics_pieces_thaw(x.s, m, m->eq.h[0]);
    double *at = dynamics_values(x.s);
    for (double q = -4.25; q < 6; q += 0.5) {
        at[x.of.m->coords[0].q] = q;
        double size = fabs(q - 1);
        assert_near(dynamics_value(x.s, thawed, at), size + (size > 3 ? 1 : -1), 1e-14);
    }
    motion_end(&x);
}

/* Sticking is told only where something asks, and is to slide along the rung of no slip, whatever else it slides along.
 */
static void friction_that_is_asked_for_tells_whether_it_sticks(void **state) {
    (void)state;
    static const struct {
        const char *more;
        int inputs; /* a choice, low, high; whether it sticks, how it drags */
        size_t of;
        double want; /* NaN: no variable */
    } cases[] = {{"", 3, 0, NAN},
                 {"output o = if sticking(f) then 1 else 0\n", 5, 0, 1},
                 {"generalized p: x = 3\noutput o = if sticking(f) then 1 else 0\n", 5, 0, 0},
                 {"initial x' = 2\ngeneralized p: x = if x' < 2 then 5 else -5\n"
                  "output o = if sliding(f) then 1 else 0\n",
                  6, 0, 0},
                 {"friction other: limit 1 along -3*x\noutput o = if sticking(other) then 1 else 0\n", 5, 1, 1},
                 {"friction other: limit 1 along -3*x\noutput o = if sticking(other) then 1 else 0\n", 5, 0, NAN}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 0\nkinetic T = x'^2/2\nfriction f: limit 1 along x\n%s", cases[k].more);
        motion x = motion_begin(text);
        assert_int_equal(pieces_in(&x)->input_count, cases[k].inputs);
        const rubbing *r = dynamics_pieces_rubbing(x.s->mode, cases[k].of);
        assert_int_equal(r == NULL, isnan(cases[k].want));
        if (r)
            assert_near(dynamics_values(x.s)[r->sticks], cases[k].want, 0);
        motion_end(&x);
    }
}

/* What part of its limit friction has, against the slip as it is written. */
static void friction_that_sticks_drags_as_it_is_pulled(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized p: x = 0.6\n"
                            "friction f: limit 1 along -3*x, static 4/3\noutput o = force(f)^2\n");
    const rubbing *r = dynamics_pieces_rubbing(x.s->mode, 1);
    dynamics_evaluate(x.s, x.s->t, x.s->y, NULL);
    assert_near(dynamics_values(x.s)[r->drags], -0.15, 1e-14); /* 0.6/(3*4/3) */
    dynamics_run_segment(x.s, SEG_RESULTS);
    assert_near(dynamics_segment_value(x.s, SEG_RESULTS, 3), 0.04, 1e-14);
    motion_end(&x);
}

/* A condition that jumps where the motion slides is blind, on either side of the comparison; others are not. */
static void blind_conditions(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        bool blind;
    } cases[] = {{"sign(x') > 0.5", true}, {"sign(-x') > 0.5", true}, {"x > 5", false}, {"sign(x) < 0.5", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = 0.5 - sign(x')\nevent e when %s { }\n",
                 cases[k].condition);
        motion x = motion_begin(text);
        assert_int_equal(x.s->mode->pieces->sliding, 1);
        assert_int_equal(dynamics_pieces_blind_event(x.s), cases[k].blind ? 0 : -1);
        motion_end(&x);
    }
}

/* Stairs have one choice, the number of the step, whichever it is: their rungs are all whole numbers. */
static void stairs_have_rungs_without_end(void **state) {
    (void)state;
    static const double places[] = {-1e6 - 0.25, -2.75, -0.25, 0.25, 3.75, 1e9 + 0.75};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = %.17g\nkinetic T = x'^2/2\ngeneralized f: x = floor(x) + 10*ceil(x) + 100*round(x)\n"
                 "generalized g: x = 1000*mod(x, 1)\n",
                 places[k]);
        motion x = motion_begin(text);
        const pieces *p = pieces_in(&x);
        assert_true(p->ladder[0].stairs && !p->ladder[0].table);
        for (int64_t i = -3; i <= 3; i++)
            assert_near(dynamics_pieces_rung(&p->ladder[0], i), (double)i + 1, 0);
        assert_true(motion_evaluate(&x));
        const double q = places[k], step = floor(q);
        assert_near(motion_a(&x, "x"), step + 10 * ceil(q) + 100 * floor(q + 0.5) + 1000 * (q - step), 1e-12);
        motion_end(&x);
    }
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/* Switches within switches, of several quantities: at any place and speed the choices make what the text says, and the
   text is the same again when they are taken out. */
static void nested_switches(void **state) {
    (void)state;
    motion x =
        motion_begin("param k = 0.5\ncoord x = 0.1, y = 0.1\nkinetic T = (x'^2 + y'^2)/2\n"
                     "generalized f: x = max(abs(x - 1), k*abs(y)) - (if abs(x) < 2*abs(y') then sign(y) else x)\n"
                     "generalized g: y = min(sign(x - y), abs(abs(x') - 1)) + floor(3*x)*sign(x')\n");
    for (int trial = 0; trial < 200; trial++) {
        for (int i = 0; i < 4; i++)
            x.s->y[i] = 4 * bench_random(&x.of);
        const double q = x.s->y[0], y = x.s->y[1], u = x.s->y[2], w = x.s->y[3];
        dynamics_pieces_settle(x.s, NULL);
        assert_true(motion_evaluate(&x));
        const double side = y > 0 ? 1 : -1, over = q > y ? 1 : -1, way = u > 0 ? 1 : -1;
        assert_near(motion_a(&x, "x"), fmax(fabs(q - 1), 0.5 * fabs(y)) - (fabs(q) < 2 * fabs(w) ? side : q), 1e-12);
        assert_near(motion_a(&x, "y"), least(over, fabs(fabs(u) - 1)) + floor(3 * q) * way, 1e-12);
    }
    motion_end(&x);
}

/* More than can be followed one by one are refused at the place of most. */
static void too_many_are_refused(void **state) {
    (void)state;
    for (int many = 0; many < 2; many++) {
        char text[200];
        snprintf(text, sizeof text,
                 "coord x = 0.5\nkinetic T = x'^2/2\ngeneralized f: x = sum(i in 1..%d: abs(x*i - x^2))\n",
                 many ? 1001 : 30);
        motion x = motion_try(text);
        assert_int_equal(diag_has_errors(x.of.findings), many);
        if (many)
            assert_true(motion_found(&x, DIAG_E0109));
        motion_end(&x);
    }
}

/* Along a motion: a ball between two walls that push with their depth, each for half a period of its spring. */
static void pieces_follow_each_other(void **state) {
    (void)state;
    static const double ends[] = {0.5, 1.2, 2, 3.4, 4, 4.6};
    const double w = PI / 10;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        sim_options o = sim_options_default();
        o.until = ends[k];
        motion x = motion_begin_with("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                                     "potential V = 50*(max(0, x - 1)^2 + max(0, -1 - x)^2)\nsimulate until 4\n",
                                     o);
        motion_finish(&x);
        assert_null(x.result->failure);
        /* on the way back and after it: half a turn later, mirrored */
        const double half = ends[k] < 2 + w ? 0 : 2 + w, sign = half > 0 ? -1 : 1, t = ends[k] - half;
        const bool within = t > 1 && t < 1 + w;
        const double q = within ? 1 + sin(10 * (t - 1)) / 10 : t <= 1 ? t : 2 + w - t;
        assert_near(x.result->final.q[0], sign * q, 1e-7);
        assert_near(x.result->final.v[0], sign * (within ? cos(10 * (t - 1)) : t <= 1 ? 1 : -1), 1e-7);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches_of_one_quantity_share_a_ladder),
        cmocka_unit_test(choices_give_what_the_text_says),
        cmocka_unit_test(values_tell_where_the_piece_ends),
        cmocka_unit_test(what_does_not_move_does_not_switch),
        cmocka_unit_test(thawed_is_as_written),
        cmocka_unit_test(friction_that_is_asked_for_tells_whether_it_sticks),
        cmocka_unit_test(friction_that_sticks_drags_as_it_is_pulled),
        cmocka_unit_test(blind_conditions),
        cmocka_unit_test(stairs_have_rungs_without_end),

        cmocka_unit_test(nested_switches),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(pieces_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
