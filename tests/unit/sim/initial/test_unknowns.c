/* Unknown parameters and guesses that accelerations at the start determine, against closed forms. */
#include "sim/initial/unknowns.h"
#include "sim/support.h"

static double found(const motion *x, const char *name) {
    return x->result->found[MOTION_FIND(x, params, param_count, name)];
}

static bool asks(const char *text) {
    bench b = bench_read(text);
    const bool asked = initial_has_unknowns(b.m);
    bench_destroy(&b);
    return asked;
}

#define ONE "coord x = 0.5\nkinetic T = 2*x'^2/2\n"

static void what_asks_for_a_search(void **state) {
    (void)state;
    assert_false(asks("param k = 3\n" ONE "potential V = k*x^2/2\ninitial x' = 1\n"));
    assert_true(asks("param k ~ 3\n" ONE "potential V = k*x^2/2\n"));
    assert_true(asks("coord x ~ 0.5\nkinetic T = x'^2\ninitial x'' = 0\n"));
    assert_false(asks("coord x ~ 0.5\nkinetic T = x'^2\nconstraint c: x^2 = 1\n"));
}

/* A hanging weight rests: k x = m g. What was found is told, and is in force. */
static void a_stiffness_from_a_rest(void **state) {
    (void)state;
    motion x = motion_begin("param k ~ 100, m = 2\n" ONE "potential V = k*x^2/2 - m*9.81*x\ninitial x'' = 0\n");
    assert_near(found(&x, "k"), 2 * 9.81 / 0.5, 1e-9);
    assert_near(model_value_of(x.of.m, &x.of.m->params[MOTION_FIND(&x, params, param_count, "k")]), found(&x, "k"), 0);
    assert_true(isnan(found(&x, "m")));
    assert_near(motion_a(&x, "x"), 0, 1e-9);
    assert_near(*motion_q(&x, "x"), 0.5, 0);
    motion_end(&x);
}

/* The acceleration may be any, and the parameter in it as it likes: a^3 x = -m x'' from guesses on either side; from a
   guess whose slope is next to none the way is long, and with sqrt(a) half of it has no value. */
static void nonlinear_in_the_parameter(void **state) {
    (void)state;
    static const struct {
        const char *potential;
        double guess, rate, want;
    } cases[] = {{"a^3*x^2/2", 1, -2, 2},         {"a^3*x^2/2", 9, -2, 2},      {"a^3*x^2/2", -5, 2, -2},
                 {"exp(a)*x^2/2", 0, -20, 0},     {"exp(a)*x^2/2", 12, -20, 0}, {"sqrt(a)*x^2/2", 1, -2.5e-3, 1e-4},
                 {"sqrt(a)*x^2/2", 1e-6, -5, 400}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "param a ~ %.17g\n" ONE "potential V = %s\ninitial x'' = %.17g\n", cases[k].guess,
                 cases[k].potential, cases[k].rate);
        motion x = motion_begin(text);
        const double want = cases[k].want != 0 ? cases[k].want : log(80);
        if (!(fabs(found(&x, "a") - want) <= 1e-7 * fabs(want)))
            fail_msg("'%s' from %g: %.15g, not %.15g", cases[k].potential, cases[k].guess, found(&x, "a"), want);
        assert_near(motion_a(&x, "x"), cases[k].rate, 1e-7);
        motion_end(&x);
    }
}

/* Two springs of one body, whose rates along both axes are given: k (x - a), c y. Sizes are a length and a time. */
static void two_parameters_of_two_rates(void **state) {
    (void)state;
    static const double sizes[][2] = {{1, 1}, {1e3, 1}, {1e-4, 10}, {1, 1e-3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double l = sizes[i][0], t = sizes[i][1];
        char text[400];
        snprintf(text, sizeof text,
                 "param k ~ %.17g, c ~ %.17g\ncoord x = %.17g, y = %.17g\nkinetic T = (x'^2 + y'^2)/2\n"
                 "potential V = k*x^2/2 + c*y^2/2 + k*x*y\ninitial x'' = %.17g, y'' = %.17g\n",
                 1 / t / t, 30 / t / t, 0.5 * l, 2 * l, -10 * l / t / t, -14 * l / t / t);
        motion x = motion_begin(text);
        /* k (x + y) = 10, c y + k x = 14 */
        assert_near(found(&x, "k") * t * t, 4, 1e-8);
        assert_near(found(&x, "c") * t * t, 6, 1e-8);
        motion_end(&x);
    }
}

/* A place that is a guess moves to where the body rests: the nearest of the rests on the way, on its own side. */
static void places_of_rest(void **state) {
    (void)state;
    static const double cases[][2] = {{0.8, 1}, {1.7, 1}, {-0.8, -1}, {-3, -1}, {0.1, 0}, {-0.05, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x ~ %g\nkinetic T = x'^2/2\npotential V = x^4/4 - x^2/2\ninitial x'' = 0\n",
                 cases[k][0]);
        motion x = motion_begin(text);
        assert_near(*motion_q(&x, "x"), cases[k][1], 1e-8);
        assert_null(x.result->found);
        motion_end(&x);
    }
    motion x = motion_begin("coord a ~ 3\nkinetic T = a'^2/2\npotential V = -9.81*cos(a)\ninitial a'' = 0\n");
    assert_near(*motion_q(&x, "a"), PI, 1e-9);
    motion_end(&x);
}

/* Two places for one condition: both move, by as little as possible. */
static void several_places_share_the_way(void **state) {
    (void)state;
    motion x = motion_begin("coord x ~ 3, y ~ 4\nkinetic T = (x'^2 + y'^2)/2\npotential V = 2*x + x*y - 9*x\n"
                            "initial x'' = 0\n"); /* y = 7: x may stay */
    assert_near(*motion_q(&x, "y"), 7, 1e-9);
    assert_near(*motion_q(&x, "x"), 3, 1e-9);
    motion_end(&x);
    x = motion_begin("coord x ~ 1, y ~ 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = (x + y - 4)^2/2\n"
                     "initial x'' = 0\n");
    assert_near(*motion_q(&x, "x"), 2, 1e-9);
    assert_near(*motion_q(&x, "y"), 2, 1e-9);
    motion_end(&x);
}

/* A rate that is a guess: on a circle about the centre, r w^2 = mu/r^2, turning as the guess does. */
static void the_rate_of_a_circle(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord r = 2, p = 0\nkinetic T = (r'^2 + r^2*p'^2)/2\npotential V = -10/r\n"
                 "initial r' = 0, p' ~ %d, r'' = 0\n",
                 side);
        motion x = motion_begin(text);
        assert_near(*motion_v(&x, "p"), side * sqrt(10 / 8.), 1e-9);
        motion_finish(&x);
        motion_end(&x);
    }
}

/* Found outside its bounds it is taken and warned of; at their edge it is not. */
static void bounds_are_warned_of(void **state) {
    (void)state;
    static const char *const bounds[] = {"5 in [1, 10]", "55 in [50, 60]", "5 in [1, 60]"};
    for (int k = 0; k < 3; k++) {
        char text[300];
        snprintf(text, sizeof text, "param k ~ %s\n" ONE "potential V = k*x^2/2 - 20*x/2\ninitial x'' = 0\n",
                 bounds[k]);
        motion x = motion_try(text);
        assert_false(x.result->start_failed);
        assert_near(found(&x, "k"), 20, 1e-9);
        assert_int_equal(diag_count(x.of.findings), k < 2);
        if (k < 2)
            assert_true(motion_found(&x, DIAG_W0421));
        motion_end(&x);
    }
}

/* Lengths and coordinates from where points are: an arm from the place of its end, with a given angle and with a
   guessed one; the coupler of a four-bar from the angle of another; two lengths of one point; a length beside a
   stiffness. */
static void places_tell(void **state) {
    (void)state;
    motion x = motion_begin("param l ~ 1\ncoord a = pi/6\nlet P = l*dir(a)\ninitial P.y = 0.7\ngravity 9.81\n"
                            "particle p: mass 1 at P\n");
    assert_near(found(&x, "l"), 1.4, 1e-9);
    assert_near(*motion_q(&x, "a"), acos(-1) / 6, 0);
    motion_end(&x);
    x = motion_begin("param l ~ 1\ncoord a ~ 2\nlet P = l*dir(a)\ninitial P = [-900, 1200]\ngravity 9.81\n"
                     "particle p: mass 1 at P\n");
    assert_near(found(&x, "l"), 1500, 1e-6);
    assert_near(fabs(remainder(*motion_q(&x, "a") - atan2(1200, -900), 2 * acos(-1))), 0, 1e-9);
    motion_end(&x);
    x = motion_begin("param l ~ 2\ncoord a = 0.7, b ~ 0.2, c ~ 1\nlet B = dir(a) + l*dir(b)\n"
                     "constraint loop: B = [2.5, 0] + 1.5*dir(c)\ninitial b = 0.1\nrod r: mass 1, from [0, 0] to B\n");
    const double c = *motion_q(&x, "c"), l = found(&x, "l");
    assert_near(*motion_q(&x, "b"), 0.1, 1e-9);
    assert_near(cos(0.7) + l * cos(0.1), 2.5 + 1.5 * cos(c), 1e-9);
    assert_near(sin(0.7) + l * sin(0.1), 1.5 * sin(c), 1e-9);
    motion_end(&x);
    x = motion_begin("param l ~ 1, h ~ 0\ncoord a = pi/6\nlet P = [0, h] + l*dir(a)\n"
                     "initial P = [3*cos(pi/6), 2]\ngravity 9.81\nparticle p: mass 1 at P\n");
    assert_near(found(&x, "l"), 3, 1e-9);
    assert_near(found(&x, "h"), 0.5, 1e-9);
    motion_end(&x);
    x = motion_begin("param l ~ 1, k ~ 10\ncoord a = 0\nlet P = l*dir(a)\ninitial P.x = 2, a'' = 0\ngravity 9.81\n"
                     "particle p: mass 1 at P\ntorsion coil: angle a, stiffness k, rest 0.5\n");
    assert_near(found(&x, "l"), 2, 1e-9);
    assert_near(found(&x, "k"), 2 * 9.81 / 0.5, 1e-6);
    motion_end(&x);
    motion_fails(
        "param l ~ 1\ncoord a = 0\nlet P = l*dir(a)\ninitial P.y = 0.7\ngravity 9.81\nparticle p: mass 1 at P\n",
        DIAG_E0414, "cannot be reached");
}

static void what_is_not_determined(void **state) {
    (void)state;
    motion_fails("param k ~ 3\n" ONE "potential V = 3*x^2/2\ninitial x'' = -0.75\n", DIAG_E0419,
                 "nothing at the start determines the parameter 'k'");
    motion_fails("param k ~ 3\n" ONE "potential V = k*x^2/2\n", DIAG_E0419, "nothing at the start determines");
    motion_fails("param k ~ 3, c ~ 2\n" ONE "potential V = (k + c)*x^2/2\ninitial x'' = -1\n", DIAG_E0419,
                 "determines only 1 of 2 unknown parameters");
}

static void what_cannot_be_reached(void **state) {
    (void)state;
    motion_fails("coord x = 1\nkinetic T = x'^2/2\npotential V = x\ninitial x'' = 2\n", DIAG_E0414,
                 "cannot be reached: it is off by");
    motion_fails("param k ~ 1\n" ONE "potential V = (k^2 + 1)*x\ninitial x'' = 1\n", DIAG_E0414, "cannot be reached");
}

/* Without a contact it would fall: what holds before contacts close need not hold with them. */
static void contacts_have_their_say(void **state) {
    (void)state;
    motion_fails("coord y = 0\nkinetic T = y'^2/2\npotential V = 9.81*y\ncontact floor: y >= 0\ninitial y'' = -9.81\n",
                 DIAG_E0414, "off by");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_asks_for_a_search),
        cmocka_unit_test(a_stiffness_from_a_rest),
        cmocka_unit_test(places_tell),
        cmocka_unit_test(nonlinear_in_the_parameter),
        cmocka_unit_test(two_parameters_of_two_rates),
        cmocka_unit_test(places_of_rest),
        cmocka_unit_test(several_places_share_the_way),
        cmocka_unit_test(the_rate_of_a_circle),
        cmocka_unit_test(bounds_are_warned_of),
        cmocka_unit_test(what_is_not_determined),
        cmocka_unit_test(what_cannot_be_reached),
        cmocka_unit_test(contacts_have_their_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
