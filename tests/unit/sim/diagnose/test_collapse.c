/* Why a motion cannot go on, in terms of the text: expressions that end, switches, constraints that meet. */
#include "sim/diagnose/diagnose.h"
#include "sim/support.h"

static void the_innermost_expression_is_told(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\noutput a = 1 + sin(y*sqrt(x - 1))/3\n"
                            "output b = x/(y - 2)\n");
    double *at = dynamics_values(x.s);
    expr_node n = *expr_node_at(x.of.m->g, diagnose_innermost(x.s, motion_output(&x, "b"), at));
    assert_int_equal(n.op, EXPR_DIV);
    at[x.of.m->coords[0].q] = 0.5;
    n = *expr_node_at(x.of.m->g, diagnose_innermost(x.s, motion_output(&x, "a"), at));
    assert_int_equal(n.op, EXPR_SQRT);
    motion_end(&x);
}

/* A little way ahead something has no value any more: which, where, and what its operand is there. */
static void values_that_end(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\n");
    assert_false(diagnose_values_end(x.s));
    x.s->t = 1;
    assert_true(diagnose_values_end(x.s));
    const finding *f = x.result->failure;
    assert_int_equal(f->code, DIAG_E0501);
    assert_non_null(strstr(f->message, "' in 'f' has no value from t = 1 s on: '1 - t' becomes 0 there"));
    motion_end(&x);
}

static void switches_are_named_with_their_element(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = abs(x - 3)\n"
                            "generalized f: x = -2*sign(x')\noutput o = sign(x)\n");
    const model *m = x.of.m;
    finding *f = diagnose_switching(x.s, DIAG_E0517, m->base->elements[1].energy, "the energy jumps");
    assert_int_equal(f->at.begin, m->base->elements[1].at.begin);
    assert_non_null(strstr(f->message, "the energy jumps where '"));
    assert_non_null(strstr(f->message, "' in 'V' switches, at t = 0 s"));
    f = diagnose_switching(x.s, DIAG_E0514, motion_output(&x, "o"), "endless switching");
    assert_non_null(strstr(f->message, "in 'the equations of motion' switches"));
    assert_int_equal(f->at.end, 0);
    motion_end(&x);
}

static void constraints_that_become_dependent(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n"
                            "constraint l: y = 4*x/3\n");
    assert_false(diagnose_constraints_meet(x.s));
    motion_end(&x);
    x = motion_begin("coord x = 3, y = 4, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint c: x^2 + y^2 = 25\n"
                     "constraint l: 3*x + 4.0001*y = 25.0004\n");
    assert_true(diagnose_constraints_meet(x.s));
    assert_non_null(strstr(x.result->failure->message, "'l' follows from the others"));
    motion_end(&x);
}

/* Of every function that ends somewhere: which, where it ends, and what its operand is there. */
static void everything_that_ends(void **state) {
    (void)state;
    static const struct {
        const char *force, *said;
        double t;
    } cases[] = {{"sqrt(2 - t)", "'sqrt(2 - t)' in 'f' has no value from t = 2 s on", 2},
                 {"log(1.5 - t)", "in 'f' has no value from t = 1.5 s on", 1.5},
                 {"asin(t)", "'asin(t)' in 'f' has no value from t = 1 s on: 't' is 1 there", 1},
                 {"acos(t - 1)", "'acos(t - 1)' in 'f' has no value from t = 2 s on: 't - 1' is 1 there", 2},
                 {"(1 - t)^0.5", "in 'f' has no value from t = 1 s on", 1},
                 {"1 + 2*sqrt(1 - x)", "'sqrt(1 - x)' in 'f' has no value from", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = %s\nsimulate until 3\n",
                 cases[k].force);
        motion x = motion_try(text);
        motion_finish(&x);
        assert_non_null(x.result->failure);
        assert_int_equal(x.result->failure->code, DIAG_E0501);
        if (!strstr(x.result->failure->message, cases[k].said))
            fail_msg("%s: %s", cases[k].force, x.result->failure->message);
        if (cases[k].t > 0)
            assert_near(x.result->t, cases[k].t, 1e-6);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_innermost_expression_is_told),
        cmocka_unit_test(values_that_end),
        cmocka_unit_test(switches_are_named_with_their_element),
        cmocka_unit_test(constraints_that_become_dependent),
        cmocka_unit_test(everything_that_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
