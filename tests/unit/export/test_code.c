/* Tests of formulas as functions of languages: names, units, choices, lines that go on, the same bytes each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <lagrangia/lagrangia.h>

static char text[1 << 16], first[1 << 16], file[64];

static bool keep(void *user, const char *name, const char *data, size_t length) {
    (void)user;
    assert_true(length < sizeof text);
    memcpy(text, data, length);
    text[length] = '\0';
    strcpy(file, name);
    return true;
}

static void export_as(const char *format, const char *source) {
    lgr_model *m = lgr_model_parse("subject", source, strlen(source), NULL, 0);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    assert_int_equal(lgr_model_export(m, format, NULL, keep, NULL), LGR_STATUS_OK);
    lgr_model_destroy(m);
}

static void assert_holds(const char *what) {
    if (!strstr(text, what))
        fail_msg("no '%s' in\n%s", what, text);
}

static const char model_text[] =
    "model swing \"A swing\"\nparam L = 2 m in [1 m, 3 m] \"length\", end_mass = 1 kg, from = 3*end_mass\n"
    "input push = 0 N \"of a hand\"\ncoord state = 10 deg \"angle\"\ngravity 9.81 m/s^2\n"
    "particle bob: mass from at [L*sin(state), -L*cos(state)]\n"
    "generalized hand: state = if state < 0 then push*L else max(push, 0 N)*L\noutput turn = state'\nsimulate until 3 "
    "s\n";

static void test_octave(void **state) {
    (void)state;
    export_as("octave", model_text);
    assert_string_equal(file, "swing_equations.m");
    assert_holds("function model = swing_equations()");
    assert_holds("  par.L = 2;");
    assert_holds("% m, length; from 1 to 3");
    assert_holds("% N, of a hand; an input");
    assert_holds("  from = 3*end_mass;"); /* follows, and is no parameter of its own */
    assert_null(strstr(text, "par.from"));
    assert_holds("state_ = state(1);"); /* the argument has its name */
    assert_holds("choose(state_ < 0, ");
    assert_holds("function x = choose(condition, yes, no)");
    strcpy(first, text);
    export_as("octave", model_text);
    assert_string_equal(first, text);
}

static void test_julia(void **state) {
    (void)state;
    export_as("julia", model_text);
    assert_string_equal(file, "swing_equations.jl");
    assert_holds("(state_ < 0 ? ");
    assert_holds("M[1, 1] = ");
}

static void test_sympy(void **state) {
    (void)state;
    export_as("sympy", model_text);
    assert_string_equal(file, "swing_equations.py");
    assert_holds("state_ = dynamicsymbols(\"state_\", real=True)");
    assert_holds("from_ = 3*end_mass"); /* a word of the language */
    assert_holds("Piecewise((");
    assert_holds("L**2");
}

static void test_latex(void **state) {
    (void)state;
    export_as("latex", model_text);
    assert_string_equal(file, "swing_equations.tex");
    assert_holds("\\documentclass");
    assert_holds("\\end{document}");
}

static void test_one_mode_is_asked_for(void **state) {
    (void)state;
    static const char drop[] = "coord y = 1\nkinetic T = y'^2\npotential V = 20*y\nconstraint wire: y = 1\n"
                               "event cut when t > 1 { drop wire }\nsimulate until 2\n";
    lgr_model *m = lgr_model_parse("drop", drop, strlen(drop), NULL, 0);
    lgr_export_options options = lgr_export_options_default();
    options.mode = "cut";
    assert_int_equal(lgr_model_export(m, "octave", &options, keep, NULL), LGR_STATUS_OK);
    assert_holds("The equations of motion after 'cut'");
    assert_null(strstr(text, "lambda"));
    options.mode = "never";
    assert_int_equal(lgr_model_export(m, "octave", &options, keep, NULL), LGR_STATUS_USAGE);
    options.mode = "cut";
    assert_int_equal(lgr_model_export(m, "c", &options, keep, NULL), LGR_STATUS_USAGE);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_octave),
        cmocka_unit_test(test_julia),
        cmocka_unit_test(test_sympy),
        cmocka_unit_test(test_latex),
        cmocka_unit_test(test_one_mode_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
