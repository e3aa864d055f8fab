/* Exchanges of coordinates: which one a function is solved for, what becomes of the forms, and the way back. */
#include "analysis/structure/chart.h"

#include "analysis/probe/setting.h"
#include "mech/support.h"

enum { COLUMNS = 4 }; /* x, y, z and, last, time */

typedef struct fixture {
    bench b;
    uint32_t var[COLUMNS];
    chart c;
} fixture;

/* The outputs of the model are the coefficients of its forms, COLUMNS to each. */
static void set_up(fixture *f, const char *outputs) {
    char text[600];
    snprintf(text, sizeof text,
             "param k = 3\ncoord x = 0.4, y = 0.7, z = 1.2\nkinetic T = x'^2 + y'^2 + z'^2\noutput %s\n", outputs);
    f->b = bench_create(text);
    const model *m = f->b.m;
    for (int i = 0; i < 3; i++)
        f->var[i] = m->coords[i].q;
    f->var[3] = m->t;
    double q[3] = {0.4, 0.7, 1.2}, v[3] = {0};
    bool rows[1];
    analysis_setting s = analysis_setting_make(f->b.m, q, v, rows, false, f->b.memory);
    assert_true(analysis_chart_make(m, m->base->outputs, (int)m->output_count / COLUMNS, COLUMNS, f->var, &s.start,
                                    &f->c, f->b.memory));
    bench_roll(&f->b);
    for (int i = 0; i < 3; i++)
        f->b.at[f->var[i]] = 1.5 + 0.3 * i + 0.1 * bench_random(&f->b);
}

static void done(fixture *f) {
    bench_destroy(&f->b);
}

static expr_id var(const fixture *f, int i) {
    return expr_var(f->b.m->g, f->var[i]);
}

static double value(const fixture *f, expr_id e) {
    return expr_eval(f->b.m->g, e, f->b.at);
}

/* A function of one column alone drops that column from all forms. */
static void one_column_is_dropped(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "a = 1, b = x, c = 2, d = 0, e = y, f = 1, g = 0, h = 3");
    graph *g = f.b.m->g;
    assert_true(analysis_chart_hold(&f.c, expr_mul(g, var(&f, 1), var(&f, 1)), NULL, false));
    assert_true(f.c.held[1] && !f.c.held[0] && f.c.exchange_count == 0);
    assert_true(expr_is_zero(g, f.c.form[1]) && expr_is_zero(g, f.c.form[COLUMNS + 1]));
    assert_true(expr_is_number(g, f.c.form[2], NULL));
    int column[COLUMNS];
    assert_int_equal(analysis_chart_active(&f.c, expr_add(g, var(&f, 1), var(&f, 2)), column), 1);
    assert_int_equal(column[0], 2);
    done(&f);
}

/* x + k y is solved for x (the first with a constant slope), x y + y^2 for x too, though its slope is y; nothing is
   solved for the time. */
static void which_one_is_solved_for(void **state) {
    (void)state;
    static const struct {
        const char *outputs;
        int column;
    } cases[] = {
        {"F = x + k*y, a = 1, b = k, c = 0", 0},
        {"F = x*y + y^2, a = y, b = x + 2*y, c = 0", 0},
        {"F = x*y + z, a = y, b = x, c = 1", 2},
        {"F = sin(x) + y^2*z, a = cos(x), b = 2*y*z, c = y^2", 2},
        {"F = sin(x) + exp(y), a = cos(x), b = exp(y), c = 0", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f;
        set_up(&f, cases[i].outputs);
        graph *g = f.b.m->g;
        const expr_id *out = f.b.m->base->outputs, form[] = {out[1], out[2], out[3], expr_int(g, 0)};
        assert_false(analysis_chart_hold(&f.c, out[0], NULL, false));
        bool held = analysis_chart_hold(&f.c, out[0], form, false);
        assert_int_equal(held, cases[i].column >= 0);
        if (held) {
            assert_int_equal(f.c.exchanges[0].column, cases[i].column);
            assert_true(f.c.held[cases[i].column]);
            /* the coordinate as it was, of the function's value, and back */
            double was = value(&f, var(&f, cases[i].column)), F = value(&f, out[0]);
            f.b.at[f.var[cases[i].column]] = F;
            assert_near(value(&f, f.c.exchanges[0].old), was, 1e-12);
        }
        done(&f);
    }
    fixture f;
    set_up(&f, "F = sin(x) + 2*t, a = cos(x), b = 0, c = 2");
    graph *g = f.b.m->g;
    const expr_id *out = f.b.m->base->outputs, form[] = {out[1], expr_int(g, 0), expr_int(g, 0), expr_int(g, 2)};
    assert_false(analysis_chart_hold(&f.c, out[0], form, false));
    done(&f);
}

/* Expressions go to the chart and back; a constant of zero leaves no variable. */
static void there_and_back(void **state) {
    (void)state;
    for (int zero = 0; zero < 2; zero++) {
        fixture f;
        set_up(&f, "F = x*y + y^2, a = y, b = x + 2*y, c = z*x^2");
        graph *g = f.b.m->g;
        const expr_id *out = f.b.m->base->outputs, form[] = {out[1], out[2], expr_int(g, 0), expr_int(g, 0)};
        assert_true(analysis_chart_hold(&f.c, out[0], form, zero));
        expr_id in_chart = analysis_chart_from_model(&f.c, out[3]);
        int column[COLUMNS], count = analysis_chart_active(&f.c, in_chart, column);
        assert_int_equal(count, 2); /* y and z; x is a constant now */
        if (!zero)
            assert_near(value(&f, analysis_chart_to_model(&f.c, in_chart)), value(&f, out[3]), 1e-12);
        else
            assert_near(value(&f, in_chart), value(&f, expr_mul(g, var(&f, 2), expr_mul(g, var(&f, 1), var(&f, 1)))),
                        1e-12); /* x = -y */
        done(&f);
    }
}

/* dF = 0 is taken out of every form: where F is constant the rest gives the same along what is left. */
static void forms_lose_the_differential(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "a = z, b = x, c = 1, d = 0");
    graph *g = f.b.m->g;
    /* x + k y constant: dx = -k dy, so z dx + x dy + dz = (x - k z) dy + dz with x = F - k y */
    expr_id k = expr_var(g, f.b.m->params[0].var), F = expr_add(g, var(&f, 0), expr_mul(g, k, var(&f, 1)));
    const expr_id form[] = {expr_int(g, 1), k, expr_int(g, 0), expr_int(g, 0)};
    double x = value(&f, var(&f, 0)), z = value(&f, var(&f, 2)), constant = value(&f, F);
    assert_true(analysis_chart_hold(&f.c, F, form, false));
    f.b.at[f.var[0]] = constant;
    assert_true(expr_is_zero(g, f.c.form[0]));
    assert_near(value(&f, f.c.form[1]), x - 3 * z, 1e-12);
    assert_near(value(&f, f.c.form[2]), 1, 0);
    done(&f);
}

/* y dx + x dy is d(xy); y dx + z dy + x dz is a multiple of no differential. */
static void potentials(void **state) {
    (void)state;
    fixture f;
    set_up(&f, "a = y, b = x, c = 0, d = 0, e = y, f = z, g = x, h = 0");
    expr_id F = analysis_chart_potential(&f.c, f.c.form);
    assert_true(F.i != 0);
    double before = value(&f, F);
    f.b.at[f.var[0]] *= 2;
    f.b.at[f.var[1]] /= 2;
    assert_near(value(&f, F), before, 1e-12);
    f.b.at[f.var[1]] *= 3;
    assert_true(fabs(value(&f, F) - before) > 0.1);
    assert_int_equal(analysis_chart_potential(&f.c, f.c.form + COLUMNS).i, 0);
    done(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_column_is_dropped),
        cmocka_unit_test(which_one_is_solved_for),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(forms_lose_the_differential),
        cmocka_unit_test(potentials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
