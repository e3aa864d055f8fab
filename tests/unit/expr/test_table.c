/* Tests of tables: lookup, knots that repeat, cubics with their derivatives and bounds, formulas. */
#include "expr/support.h"

#include "expr/diff.h"
#include "expr/notation.h"
#include "expr/table.h"

enum { COUNT = 7 };
static const double knots[COUNT] = {-2, -1.5, 0, 0.25, 1, 3, 4};

/* x^3 - x between the knots, with the slope of each end beyond them cut off. */
static void fill(expr_cubic *c, size_t count, const double *x) {
    for (size_t i = 0; i <= count; i++) {
        double o = x[i ? i - 1 : 0];
        bool inside = i > 0 && i < count;
        c[i][TABLE_X] = o;
        c[i][TABLE_Y] = o * o * o - o;
        c[i][TABLE_SLOPE] = inside ? 3 * o * o - 1 : 0;
        c[i][TABLE_SQUARE] = inside ? 3 * o : 0;
        c[i][TABLE_CUBE] = inside ? 1 : 0;
    }
}

typedef struct fixture {
    bench b;
    expr_knots once, again;
    expr_cubic cubics[COUNT + 1];
    const expr_table *curve, *saw;
    expr_id x, e; /* the curve at x */
} fixture;

static fixture *begin(void) {
    static fixture f;
    f.b = bench_create();
    f.once = (expr_knots){knots, COUNT, false};
    f.again = (expr_knots){knots, COUNT, true};
    fill(f.cubics, COUNT, knots);
    f.curve = expr_table_create(f.b.memory, "lift", 0, &f.once, (const expr_cubic *)f.cubics, COUNT + 1);
    f.saw = expr_table_create(f.b.memory, "saw", TABLE_ORDERS, &f.again, (const expr_cubic *)f.cubics, COUNT + 1);
    expr_id t = expr_table_leaf(f.b.g, f.curve), k = expr_binary(f.b.g, EXPR_INTERVAL, t, f.b.x);
    f.e = expr_make(f.b.g, EXPR_CURVE, t, f.b.x, k);
    return &f;
}

static void intervals_are_counted_by_knots(void **state) {
    (void)state;
    fixture *f = begin();
    assert_near(expr_table_interval(f->curve, -7), 0, 0);
    assert_near(expr_table_interval(f->curve, -2), 1, 0);
    assert_near(expr_table_interval(f->curve, 0.2499), 3, 0);
    assert_near(expr_table_interval(f->curve, 0.25), 4, 0);
    assert_near(expr_table_interval(f->curve, 99), COUNT, 0);
    assert_true(isnan(expr_table_interval(f->curve, NAN)));
    assert_true(isinf(expr_table_knot(&f->once, -1)) && isinf(expr_table_knot(&f->once, COUNT)));
    for (int k = 0; k < COUNT; k++)
        assert_near(expr_table_knot(&f->once, k), knots[k], 0);
    bench_destroy(&f->b);
}

/* However far the knots are from each other, and on both sides of each of them. */
static void every_number_has_its_interval(void **state) {
    (void)state;
    enum { MOST = 40 };
    double x[MOST];
    for (size_t count = 1; count <= MOST; count++)
        for (int kind = 0; kind < 3; kind++) {
            for (size_t i = 0; i < count; i++)
                x[i] = kind == 0 ? 0.1 * (double)i - 1.3 : kind == 1 ? pow(3, (double)i) : -1 / (1.0 + (double)i);
            const expr_table t = {.knots = &(expr_knots){x, count, false}};
            for (size_t i = 0; i < count; i++) {
                assert_true(expr_table_interval(&t, x[i]) == (double)(i + 1));
                assert_true(expr_table_interval(&t, nextafter(x[i], -INFINITY)) == (double)i);
                assert_true(expr_table_interval(&t, nextafter(x[i], INFINITY)) == (double)(i + 1));
            }
            assert_true(expr_table_interval(&t, -INFINITY) == 0);
            assert_true(expr_table_interval(&t, INFINITY) == (double)count);
        }
}

static void repeated_intervals_are_counted_on(void **state) {
    (void)state;
    fixture *f = begin();
    dice d = dice_create(42);
    assert_near(expr_table_interval(f->saw, -2), 1, 0);
    assert_near(expr_table_interval(f->saw, 4), COUNT, 0);
    assert_near(expr_table_interval(f->saw, -2 - 1e-9), 0, 0);
    for (int i = 0; i < 20000; i++) {
        double x = dice_between(&d, -1, 1) * (i % 2 ? 20 : 1e7), k = expr_table_interval(f->saw, x);
        assert_true(expr_table_knot(&f->again, (int64_t)k - 1) <= x && x < expr_table_knot(&f->again, (int64_t)k));
        double rounds = floor((x + 2) / 6), o = x - 6 * rounds, near = 1e-8 * fabs(x) + 1e-12;
        if (o - near > -2 && o + near < 4)
            assert_near(expr_table_curve(f->saw, x, k), o * o * o - o, 50 * near);
    }
    bench_destroy(&f->b);
}

static void curves_have_their_values_and_derivatives(void **state) {
    (void)state;
    fixture *f = begin();
    graph *g = f->b.g;
    expr_id first = expr_derivative(g, f->e, 0), second = expr_derivative(g, first, 0),
            third = expr_derivative(g, second, 0);
    for (double x = -1.97; x < 4; x += 0.11) {
        double at[3] = {x, 0, 0};
        assert_near(expr_eval(g, f->e, at), x * x * x - x, 1e-13);
        assert_near(expr_eval(g, first, at), 3 * x * x - 1, 1e-13);
        assert_near(expr_eval(g, second, at), 6 * x, 1e-13);
        assert_near(expr_eval(g, third, at), 6, 0);
    }
    assert_true(expr_is_zero(g, expr_derivative(g, third, 0)));
    assert_near(expr_eval(g, f->e, (double[]){-50, 0, 0}), -6, 0);
    assert_near(expr_eval(g, f->e, (double[]){50, 0, 0}), 60, 0);
    assert_near(expr_eval(g, first, (double[]){50, 0, 0}), 0, 0);
    /* over numbers it is one */
    expr_id t = expr_table_leaf(g, f->curve);
    assert_true(expr_same(expr_make(g, EXPR_CURVE, t, expr_int(g, 3), expr_int(g, 6)), expr_int(g, 24)));
    bench_destroy(&f->b);
}

static void bounds_hold_and_are_tight(void **state) {
    (void)state;
    fixture *f = begin();
    dice d = dice_create(7);
    for (int i = 0; i < 5000; i++) {
        const expr_table *t = i % 2 ? f->curve : f->saw;
        for (int order = i % TABLE_ORDERS; order > 0; order--)
            t = t->slope;
        double from = dice_between(&d, -9, 9), x[2] = {from, from + dice_between(&d, 0, i % 3 ? 0.3 : 5)}, bounds[2],
               least = INFINITY, greatest = -INFINITY;
        double k[2] = {expr_table_interval(t, x[0]), expr_table_interval(t, x[1])};
        expr_table_bounds(t, x, k, bounds);
        for (int j = 0; j <= 400; j++) {
            double at = x[0] + (x[1] - x[0]) * j / 400, y = expr_table_curve(t, at, expr_table_interval(t, at));
            least = fmin(least, y);
            greatest = fmax(greatest, y);
        }
        assert_true(bounds[0] <= least + 1e-12 && bounds[1] >= greatest - 1e-12);
        assert_true(k[0] != k[1] || bounds[1] - bounds[0] <= greatest - least + 0.05 * (1 + fabs(greatest)));
        assert_true(t->low <= least + 1e-12 && t->high >= greatest - 1e-12);
    }
    bench_destroy(&f->b);
}

static void formulas_name_them(void **state) {
    (void)state;
    fixture *f = begin();
    strbuf out = base_strbuf_make(f->b.memory);
    expr_write(f->b.g, expr_derivative(f->b.g, f->e, 0), NOTATION_TEXT, NULL, &out);
    assert_string_equal(base_strbuf_text(&out), "lift'(x)");
    bench_destroy(&f->b);
}

/* Of a function that is not known there are derivatives of every order, and no numbers. */
static void names_alone_are_symbols(void **state) {
    (void)state;
    fixture *f = begin();
    graph *g = f->b.g;
    const expr_table *v = expr_table_create_free(f->b.memory, "V", -99), *t = v;
    const expr_id leaf = expr_table_leaf(g, v), x = expr_var(g, 0), step = expr_int(g, 0);
    const expr_id at_two = expr_make(g, EXPR_CURVE, leaf, expr_int(g, 2), step);
    assert_false(expr_is_number(g, at_two, NULL));
    const expr_id second = expr_derivative(g, expr_derivative(g, expr_make(g, EXPR_CURVE, leaf, x, step), 0), 0);
    const char *const wanted[] = {"V''(x)", "V''\\left(x\\right)",
                                  "<msup><mi>V</mi><mo>&#x2032;&#x2032;</mo></msup><mo>&#x2061;</mo><mrow><mo>(</mo>"
                                  "<mi>x</mi><mo>)</mo></mrow>"};
    for (int k = NOTATION_TEXT; k <= NOTATION_MATHML; k++) {
        strbuf out = base_strbuf_make(f->b.memory);
        expr_write(g, second, (expr_notation)k, NULL, &out);
        assert_string_equal(base_strbuf_text(&out), wanted[k]);
    }
    for (; t->slope; t = t->slope) {
        const double h = 1e-6, rate = (expr_table_curve(t, 2 + h, 0) - expr_table_curve(t, 2 - h, 0)) / (2 * h);
        assert_true(fabs(rate - expr_table_curve(t->slope, 2, 0)) < 1e-6);
    }
    bench_destroy(&f->b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_are_counted_by_knots),    cmocka_unit_test(every_number_has_its_interval),
        cmocka_unit_test(repeated_intervals_are_counted_on), cmocka_unit_test(curves_have_their_values_and_derivatives),
        cmocka_unit_test(bounds_hold_and_are_tight),         cmocka_unit_test(formulas_name_them),
        cmocka_unit_test(names_alone_are_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
