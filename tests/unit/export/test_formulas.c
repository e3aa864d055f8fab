/* Tests of exported formulas: what they are, which parameters others define, how long a mode lasts, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/handles.h"
#include "export/formulas.h"

typedef struct subject {
    arena *a;
    lgr_model *handle;
    model *m;
    export_mode mode;
    export_formulas f;
    bool suits;
} subject;

static subject begin(const char *text, const char *mode) {
    subject s = {.a = base_arena_create()};
    s.handle = lgr_model_parse("subject", text, strlen(text), NULL, 0);
    assert_int_equal(lgr_model_status(s.handle), LGR_STATUS_OK);
    s.m = model_copy(s.handle->m, s.a);
    api_mode at;
    assert_int_equal(api_find_mode(s.handle, s.m, mode, &at, s.a), LGR_STATUS_OK);
    s.mode = (export_mode){mode, at.choice, at.t, at.q, at.v};
    s.suits = export_formulas_find(&s.f, s.m, &s.mode, s.a);
    return s;
}

static void end(subject *s) {
    model_dispose(s->m);
    base_arena_destroy(s->a);
    lgr_model_destroy(s->handle);
}

static const char *text_of(const subject *s, expr_id e) {
    strbuf out = base_strbuf_make(s->a);
    expr_write(s->m->g, e, NOTATION_TEXT, s->f.rank, &out);
    return base_strbuf_text(&out);
}

static const char ball[] =
    "param m = 2, k = 2*m\ncoord x = 1/4, y = 0\ngravity 10\nparticle b: mass m at [x, y]\n"
    "potential V = k*x^2/2\nconstraint wire: x = 1/4\ncontact floor: y >= 0\n"
    "event late when t > 1 { drop wire }\nevent far when x > 3 or y < -1 { stop }\n"
    "state s = 1, rate -s*x'\noutput rate_of_s = s' + energy\nsimulate until 2\n";

static void test_equations_and_rates(void **state) {
    (void)state;
    subject s = begin(ball, "start");
    assert_true(s.suits);
    assert_int_equal(s.f.n, 2);
    assert_int_equal(s.f.rows, 2);
    assert_int_equal(s.f.states, 1);
    const formula_set *e = &s.f.sets[FORMULA_EQUATIONS];
    assert_int_equal(e->count, 4);
    assert_string_equal(text_of(&s, e->all[0].e[0]), "m");
    assert_string_equal(text_of(&s, e->all[1].e[0]), "-k*x");
    assert_string_equal(text_of(&s, s.f.sets[FORMULA_RATES].all[0].e[0]), "-x'*s");
    assert_false(s.f.redundant);
    assert_true(e->uses[s.m->params[1].var]); /* and with it what it is made of */
    assert_true(e->uses[s.m->params[0].var]);
    assert_int_equal(export_formulas_definition(s.m, 0).i, 0);
    assert_int_not_equal(export_formulas_definition(s.m, 1).i, 0);
    end(&s);
}

static void test_a_mode_lasts_while_these_are_positive(void **state) {
    (void)state;
    subject s = begin(ball, "start");
    assert_int_equal(s.f.ends.len, 3);
    assert_string_equal(text_of(&s, s.f.sets[FORMULA_ENDS].all[0].e[0]), "1 - t");
    assert_string_equal(text_of(&s, s.f.sets[FORMULA_ENDS].all[0].e[2]), "-lambda(floor)");
    end(&s);
    s = begin(ball, "late");
    assert_int_equal(s.f.rows, 1);
    end(&s);
}

static void test_rates_of_states_stand_in_outputs(void **state) {
    (void)state;
    subject s = begin(ball, "start");
    assert_int_equal(s.f.output_count, 1);
    const formula_set *out = &s.f.sets[FORMULA_OUTPUTS];
    assert_false(out->uses[s.m->coords[2].a]);
    end(&s);
}

static void test_rows_that_say_the_same_are_redundant(void **state) {
    (void)state;
    subject s =
        begin("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint a: x = 0\nconstraint b: 2*x = 0\n", "start");
    assert_true(s.f.redundant);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations_and_rates),
        cmocka_unit_test(test_a_mode_lasts_while_these_are_positive),
        cmocka_unit_test(test_rates_of_states_stand_in_outputs),
        cmocka_unit_test(test_rows_that_say_the_same_are_redundant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
