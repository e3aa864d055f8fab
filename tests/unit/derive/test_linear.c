/* Small motions as formulas: about any state that is named, with states and inputs; and thresholds that are some. */
#include "out/public.h"

static written small_motions(const char *text, const char *at) {
    written w = written_begin(text);
    lgr_derive_options o = lgr_derive_options_default();
    o.form = "linear";
    o.at = at;
    assert_int_equal(lgr_model_derive(w.model, &o, "text", false, 0, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

static const char hoop[] = "param R = 0.5, W = 6, g = 9.81\ncoord th = 1\ngravity g\nparticle bead: mass 1 at "
                           "R*[sin(th)*cos(W*t), sin(th)*sin(W*t), -cos(th)]\n";

static void about_a_state_that_is_named(void **state) {
    static const struct {
        const char *at, *K, *threshold;
    } all[] = {{NULL, "K = [ R*(g*cos(th) - R*W^2*cos(2*th)) ]", "g*cos(th) - R*W^2*cos(2*th) = 0"},
               {"th = 0", "K = [ R*(g - R*W^2) ]", "g - R*W^2 = 0"},
               {"th = pi", "K = [ -R*(R*W^2 + g) ]", NULL},
               {"th = acos(g/(R*W^2))", "K = [ R^2*W^2 - g^2/W^2 ]", "R^2*W^2 - g^2/W^2 = 0"}};
    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        written w = small_motions(hoop, all[k].at);
        assert_says(WRITTEN_TEXT(w), all[k].K);
        if (all[k].threshold)
            assert_says(WRITTEN_TEXT(w), all[k].threshold);
        else
            assert_says_not(WRITTEN_TEXT(w), "Where stability changes");
        if (all[k].at)
            assert_says(WRITTEN_TEXT(w), all[k].at);
        written_end(&w);
    }
}

/* What is not named gives way where constraints do not allow it; rates are named too. */
static void on_constraints_and_in_motion(void **state) {
    (void)state;
    written w = small_motions("param l = 2\ncoord x = 0, y = -2\nparticle bob: mass 1 at [x, y]\ngravity 9.81\n"
                              "constraint rod: x^2 + y^2 = l^2\n",
                              "x = l, y = 0");
    assert_says(WRITTEN_TEXT(w), "A = [ 2*l   0 ]");
    written_end(&w);
    w = small_motions("param w = 3\ncoord x = 0.2, y = 0\nkinetic T = (x'^2 + x^2*y'^2)/2\n", "y' = w, x = 1");
    assert_says(WRITTEN_TEXT(w), "K = [ -w^2   0 ]");
    written_end(&w);
}

static void with_states_and_inputs(void **state) {
    (void)state;
    written w =
        small_motions("param L = 2, r = 3, k = 4\ninput U = 0\ncoord x = 0\nstate i = 0, rate (U - r*i - k*x')/L\n"
                      "memory m = 2\nkinetic T = x'^2/2\npotential V = x^2\ngeneralized f: x = k*i + m*U\n",
                      NULL);
    static const char *const said[] = {"= E z + B u and z' = P x' + Z z + J u",
                                       "z those of i, u those of U",
                                       "E = [ k ]   what states add",
                                       "B = [ m ]   what inputs add",
                                       "P = [ -k/L ]",
                                       "Z = [ -r/L ]",
                                       "J = [ 1/L ]"};
    for (size_t k = 0; k < sizeof said / sizeof *said; k++)
        assert_says(WRITTEN_TEXT(w), said[k]);
    assert_says_not(WRITTEN_TEXT(w), "F = [");
    written_end(&w);
}

/* Products of what is never 0, and what depends on time, are none. */
static void thresholds_can_be_met(void **state) {
    static const char *const none[] = {
        "param m = 2, k = 3\ncoord x = 0\nkinetic T = m*x'^2/2\npotential V = m*k^2*x^2\n",
        "param m = 2, k = 3\ncoord x = 0\nkinetic T = m*x'^2/2\npotential V = -(m + k)*x^2\n",
        "param k = 3\ncoord x = 0\nkinetic T = x'^2/2\npotential V = (k - cos(t))*x^2\n"};
    (void)state;
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        written w = small_motions(none[k], NULL);
        assert_says_not(WRITTEN_TEXT(w), "Where stability changes");
        written_end(&w);
    }
    written w = small_motions("param m = 2, k = 3\ncoord a = 1\nkinetic T = m*a'^2/2\npotential V = -k*cos(a)\n", NULL);
    assert_says(WRITTEN_TEXT(w), "  cos(a) = 0");
    written_end(&w);
}

/* Numbers that all terms have, and denominators, are no part of it. */
static void thresholds_have_small_numbers(void **state) {
    (void)state;
    written w = small_motions("param m = 2, c = 3, F = 1, l = 2\ncoord a = 0\nkinetic T = m*l^2*a'^2\n"
                              "potential V = 2*c*a^2 + 2*F*l*cos(a)\n",
                              NULL);
    assert_says(WRITTEN_TEXT(w), "  2*c - F*l = 0");
    written_end(&w);
    w = small_motions("param m = 2, c = 3, F = 1\ncoord a = 0\nkinetic T = m*a'^2\n"
                      "potential V = c*a^2/3 + F*cos(a)/4\n",
                      NULL);
    assert_says(WRITTEN_TEXT(w), "  8*c - 3*F = 0");
    written_end(&w);
    w = small_motions("param c = 3, F = 1, l = 2\ncoord a = 0, b = 0\nkinetic T = a'^2 + b'^2\n"
                      "potential V = c*a^2/2 + c*(b - a)^2/2 + F*l*(cos(a) + cos(b))\n",
                      NULL);
    assert_says(WRITTEN_TEXT(w), "  c^2 - 3*c*F*l + (F*l)^2 = 0");
    written_end(&w);
}

static void other_forms_have_no_state(void **state) {
    (void)state;
    written w = written_begin(hoop);
    lgr_derive_options o = lgr_derive_options_default();
    static const char *const wrong[][4] = {{"lagrange", "th = 0", NULL, "--form linear"},
                                           {"linear", "tt = 0", NULL, "there is no coordinate 'tt'"},
                                           {"linear", "th = 0", "end", "one of the mode at the start"}};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        o.form = wrong[k][0];
        o.at = wrong[k][1];
        o.mode = wrong[k][2];
        assert_int_equal(lgr_model_derive(w.model, &o, "text", false, 0, shown_take, &w.all), LGR_STATUS_USAGE);
        assert_says(lgr_model_usage_error(w.model), wrong[k][3]);
    }
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(about_a_state_that_is_named), cmocka_unit_test(on_constraints_and_in_motion),
        cmocka_unit_test(with_states_and_inputs),      cmocka_unit_test(thresholds_can_be_met),
        cmocka_unit_test(thresholds_have_small_numbers),
        cmocka_unit_test(other_forms_have_no_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
