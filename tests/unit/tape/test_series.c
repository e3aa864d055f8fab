/* Tests of power series of programs: closed forms, Cauchy's integrals of every operator and of random expressions,
   branches, and what is left out. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "expr/table.h"
#include "tape/series/recurrence.h"

enum { ORDER = 20, POINTS = 128 };

typedef struct fixture {
    arena *a;
    graph *g;
    uint32_t vars[3];
    expr_id x, y, p; /* p does not move */
} fixture;

static int set_up(void **state) {
    arena *a = base_arena_create();
    fixture *f = ARENA_NEW(a, fixture);
    f->a = a;
    f->g = expr_graph_create(a);
    expr_id *id[] = {&f->x, &f->y, &f->p};
    for (int k = 0; k < 3; k++) {
        *id[k] = expr_new_var(f->g, (const char *[]){"x", "y", "p"}[k]);
        f->vars[k] = expr_node_at(f->g, *id[k])->var;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(((fixture *)*state)->a);
    return 0;
}

/* Of x and y: polynomials of degree 3. */
static const double inputs[2][4] = {{0.6, 0.3, -0.2, 0.1}, {0.9, -0.25, 0.15, 0.05}};
static const double parameter = 1.75;

static double input_at(int which, int k) {
    return k < 4 ? inputs[which][k] : 0;
}

typedef struct outcome {
    double c[ORDER + 1];
    bool switches, keeps[3]; /* signs over 0.4, 0.6, 2 */
} outcome;

/* Machine code of one lane, and of eight for the sums. */
typedef struct machine {
    const tape_backend *one, *eight;
} machine;
static const machine machines[] = {
    {&tape_sse2, &tape_lanes8}, {&tape_avx, &tape_lanes8}, {&tape_avx, &tape_avx512}, {NULL, NULL}};
static bool is_there(const machine *m) {
    return m->one->available() && m->eight->available();
}

static const machine *backend; /* whose machine code is used; NULL: none */

/* The coefficients of a root, with other ones for x if given. */
static outcome series_of(fixture *f, expr_id root, const double *x, int order) {
    outcome o = {{0}, false, {false}};
    const bool moving[] = {true, true, false};
    tape *t = tape_build(f->a, f->g, f->vars, 3, 0, &(tape_group){&root, 1, NULL, 0}, 1);
    tape_series *s = tape_series_create(f->a, t, &(tape_series_plan){.moving = moving, .last = 1, .order = order});
    if (backend) {
        series_write(s, f->a, backend->one, backend->eight);
        assert_true(tape_series_load(s, f->a));
    }
    double *slots = ARENA_ARRAY(f->a, double, t->slot_count + 1);
    slots[2] = parameter;
    tape_scalar.init(t, slots);
    tape_scalar.run(t, 0, slots);
    for (int pass = 0; pass < 2; pass++) { /* nothing is left of what was before */
        tape_series_begin(s, slots);
        for (int k = 0; k <= order; k++) {
            tape_series_next(s, k);
            tape_series_give(s, 0, k, x ? (k < 4 ? x[k] : 0) : input_at(0, k));
            tape_series_give(s, 1, k, input_at(1, k));
            tape_series_run(s, 1, k);
            o.c[k] = tape_series_root(s, 1, 0, k);
        }
    }
    assert_int_equal(tape_series_order(s), order);
    o.switches = tape_series_switches(s, 1);
    for (int i = 0; i < 3; i++)
        o.keeps[i] = tape_series_keeps_signs(s, 1, order, (const double[]){0.4, 0.6, 2}[i]);
    tape_series_unload(s);
    return o;
}

/* --- Values at complex numbers --- */

typedef double complex number;

static number of_one(expr_op op, number u) {
    switch (op) {
    case EXPR_NEG:
        return -u;
    case EXPR_SQRT:
        return csqrt(u);
    case EXPR_SIN:
        return csin(u);
    case EXPR_COS:
        return ccos(u);
    case EXPR_TAN:
        return csin(u) / ccos(u);
    case EXPR_ASIN:
        return casin(u);
    case EXPR_ACOS:
        return cacos(u);
    case EXPR_ATAN:
        return catan(u);
    case EXPR_SINH:
        return csinh(u);
    case EXPR_COSH:
        return ccosh(u);
    case EXPR_TANH:
        return ctanh(u);
    case EXPR_EXP:
        return cexp(u);
    default:
        assert_int_equal(op, EXPR_LOG);
        return clog(u);
    }
}

static number value(const graph *g, expr_id e, const number *values) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_VAR)
        return values[n.var];
    if (expr_op_table[n.op].arity == 0)
        return n.value;
    number u = value(g, n.arg[0], values), v = expr_op_table[n.op].arity > 1 ? value(g, n.arg[1], values) : 0;
    switch (n.op) {
    case EXPR_ADD:
        return u + v;
    case EXPR_SUB:
        return u - v;
    case EXPR_MUL:
        return u * v;
    case EXPR_DIV:
        return u / v;
    case EXPR_POW:
        return cpow(u, v);
    case EXPR_HYPOT:
        return csqrt(u * u + v * v);
    case EXPR_ATAN2:
        return -I * clog((v + I * u) / csqrt(u * u + v * v));
    default:
        return of_one(n.op, u);
    }
}

/* Against Cauchy's integrals over a circle, within which everything must be analytic; c_k r^k are compared. */
static void check(fixture *f, expr_id root, double radius) {
    const outcome o = series_of(f, root, NULL, ORDER);
    number at[POINTS], values[3];
    double most = 0;
    for (int i = 0; i < POINTS; i++) {
        const number u = radius * cexp(2 * I * acos(-1) * i / POINTS);
        for (int j = 0; j < 2; j++)
            values[f->vars[j]] = inputs[j][0] + u * (inputs[j][1] + u * (inputs[j][2] + u * inputs[j][3]));
        values[f->vars[2]] = parameter;
        at[i] = value(f->g, root, values);
        most = fmax(most, cabs(at[i]));
    }
    for (int k = 0; k <= ORDER; k++) {
        number sum = 0;
        for (int i = 0; i < POINTS; i++)
            sum += at[i] * cexp(-2 * I * acos(-1) * ((i * k) % POINTS) / POINTS);
        const double want = creal(sum) / POINTS, got = o.c[k] * pow(radius, k);
        if (!(fabs(want - got) <= 1e-13 * most))
            fail_msg("coefficient %d is %.17g, not %.17g", k, got, want);
    }
    assert_false(o.switches);
}

static void operators(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    static const expr_op one[] = {EXPR_SQRT, EXPR_SIN,  EXPR_COS,  EXPR_TAN,  EXPR_ASIN, EXPR_ACOS,
                                  EXPR_ATAN, EXPR_SINH, EXPR_COSH, EXPR_TANH, EXPR_EXP,  EXPR_LOG};
    static const expr_op two[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_POW, EXPR_HYPOT, EXPR_ATAN2};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        check(f, expr_unary(g, one[i], f->x), 0.5);
    const expr_id operand[] = {f->x, f->y, f->p};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                if (j < 2 || k < 2)
                    check(f, expr_binary(g, two[i], operand[j], operand[k]), 0.5);
    for (int n = -17; n <= 17; n++)
        check(f, expr_powi(g, f->x, n), 0.5);
    check(f, expr_neg(g, f->x), 0.5);
    expr_id turn = expr_mul(g, expr_unary(g, EXPR_SIN, f->y), expr_unary(g, EXPR_COS, f->y));
    check(f, turn, 0.5); /* both by one instruction */
    check(f, expr_add(g, expr_mul(g, f->x, f->p), expr_mul(g, f->x, f->y)), 0.5);
    check(f, expr_mul(g, expr_unary(g, EXPR_SIN, f->p), f->x), 0.5);
    check(f, expr_int(g, 3), 0.5);
    check(f, f->p, 0.5);
}

/* Something analytic and not near a singularity, of so many levels. */
static expr_id random_of(fixture *f, unsigned *seed, int depth) {
    graph *g = f->g;
    *seed = *seed * 1664525 + 1013904223;
    const unsigned r = *seed >> 16;
    if (depth == 0)
        return r % 5 == 0 ? f->p : r % 5 == 1 ? expr_rational(g, (int64_t)(r % 7) + 1, 4) : r % 2 ? f->x : f->y;
    const expr_id u = random_of(f, seed, depth - 1), v = random_of(f, seed, depth - 1);
    const expr_id small = expr_unary(g, EXPR_TANH, expr_div(g, u, expr_int(g, 8))); /* below one */
    const expr_id great = expr_add(g, expr_int(g, 3), small);
    switch (r % 13) {
    case 0:
        return expr_div(g, v, great);
    case 1:
        return expr_sqrt(g, great);
    case 2:
        return expr_unary(g, EXPR_LOG, great);
    case 3:
        return expr_unary(g, EXPR_EXP, small);
    case 4:
        return expr_mul(g, expr_unary(g, EXPR_SIN, small), expr_unary(g, EXPR_COS, small));
    case 5:
        return expr_pow(g, great, expr_rational(g, 3, 7));
    case 6:
        return expr_powi(g, great, -3);
    case 7:
        return expr_unary(g, EXPR_ATAN, small);
    case 8:
        return expr_binary(g, EXPR_ATAN2, small, great);
    case 9:
        return expr_add(g, expr_mul(g, small, v), u);
    case 10:
        return expr_sub(g, u, expr_mul(g, great, small));
    case 11:
        return expr_unary(g, EXPR_ASIN, expr_div(g, small, expr_int(g, 3)));
    default:
        return expr_mul(g, small, great);
    }
}

static void random_expressions(void **state) {
    fixture *f = *state;
    unsigned seed = 1;
    for (int i = 0; i < 60; i++)
        check(f, random_of(f, &seed, 2 + i % 3), 0.25);
}

/* By all machine code that this machine knows. */
static void check_bits(fixture *f, expr_id e, const double *x, int order) {
    const outcome want = series_of(f, e, x, order);
    for (size_t i = 0; machines[i].one; i++) {
        backend = is_there(&machines[i]) ? &machines[i] : NULL;
        const outcome got = series_of(f, e, x, order);
        assert_memory_equal(got.c, want.c, sizeof got.c);
    }
    backend = NULL;
}

static void machine_code_gives_the_same_bits(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    unsigned seed = 7;
    for (int i = 0; i < 40; i++)
        check_bits(f, random_of(f, &seed, 2 + i % 4), NULL, 1 + i % ORDER);
    static const expr_op one[] = {EXPR_SQRT, EXPR_SIN,  EXPR_TAN, EXPR_ASIN, EXPR_ACOS, EXPR_ATAN, EXPR_SINH,
                                  EXPR_COSH, EXPR_TANH, EXPR_EXP, EXPR_LOG,  EXPR_ABS,  EXPR_SIGN, EXPR_FLOOR};
    static const expr_op two[] = {EXPR_ADD,   EXPR_SUB,   EXPR_MUL, EXPR_DIV, EXPR_POW,
                                  EXPR_HYPOT, EXPR_ATAN2, EXPR_MIN, EXPR_MAX};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        check_bits(f, expr_unary(g, one[i], f->x), NULL, ORDER);
    const expr_id operand[] = {f->x, f->y, f->p};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                check_bits(f, expr_binary(g, two[i], operand[j], operand[k]), NULL, ORDER);
    const expr_id less = expr_binary(g, EXPR_LT, f->p, expr_int(g, 1));
    check_bits(f, expr_select(g, less, f->x, f->y), NULL, ORDER);
    check_bits(f, expr_powi(g, f->x, -7), NULL, ORDER);
    const expr_id xy = expr_mul(g, f->x, expr_neg(g, f->y)); /* what is added before, beside and after the factors */
    check_bits(f, expr_add(g, xy, f->x), NULL, ORDER);
    check_bits(f, expr_add(g, xy, f->y), NULL, ORDER);
    check_bits(f, expr_add(g, expr_mul(g, f->x, f->y), expr_unary(g, EXPR_COS, f->y)), NULL, ORDER);
    check_bits(f, expr_sub(g, f->p, expr_neg(g, f->x)), NULL, ORDER);
}

/* More values than registers, each of which is used again. */
static void many_values(void **state) {
    fixture *f = *state;
    expr_id e = f->x, all[40];
    for (int i = 0; i < 40; i++)
        e = all[i] = expr_add(f->g, expr_mul(f->g, e, f->y), expr_unary(f->g, EXPR_COS, e));
    for (int i = 0; i < 40; i++)
        e = expr_mul(f->g, expr_div(f->g, e, expr_add(f->g, expr_int(f->g, 2), f->x)), all[39 - i]);
    check_bits(f, e, NULL, ORDER);
    check_bits(f, e, (const double[]){-1, 0, 1e-3, 0}, 9);
}

/* --- Closed forms --- */

static void check_terms(fixture *f, expr_id root, const double *want, int count) {
    const double x[4] = {0, 1, 0, 0};
    const outcome o = series_of(f, root, x, ORDER);
    for (int k = 0; k < count; k++)
        if (!(fabs(o.c[k] - want[k]) <= 4e-16 * fmax(1, fabs(want[k]))))
            fail_msg("coefficient %d is %.17g, not %.17g", k, o.c[k], want[k]);
}

static void closed_forms(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    double ones[ORDER + 1], factorials[ORDER + 1], factor = 1;
    for (int k = 0; k <= ORDER; k++) {
        ones[k] = 1;
        factorials[k] = factor;
        factor /= k + 1;
    }
    check_terms(f, expr_div(g, expr_int(g, 1), expr_sub(g, expr_int(g, 1), f->x)), ones, ORDER + 1);
    check_terms(f, expr_unary(g, EXPR_EXP, f->x), factorials, ORDER + 1);
    check_terms(f, expr_unary(g, EXPR_SIN, f->x), (const double[]){0, 1, 0, -1.0 / 6, 0, 1.0 / 120, 0, -1.0 / 5040}, 8);
    check_terms(f, expr_unary(g, EXPR_TAN, f->x), (const double[]){0, 1, 0, 1.0 / 3, 0, 2.0 / 15, 0, 17.0 / 315}, 8);
    check_terms(f, expr_unary(g, EXPR_ASIN, f->x), (const double[]){0, 1, 0, 1.0 / 6, 0, 3.0 / 40, 0, 15.0 / 336}, 8);
    check_terms(f, expr_unary(g, EXPR_ATAN, f->x), (const double[]){0, 1, 0, -1.0 / 3, 0, 1.0 / 5, 0, -1.0 / 7}, 8);
    check_terms(f, expr_sqrt(g, expr_add(g, expr_int(g, 1), f->x)),
                (const double[]){1, 0.5, -1.0 / 8, 1.0 / 16, -5.0 / 128, 7.0 / 256}, 6);
    check_terms(f, expr_powi(g, f->x, 5), (const double[]){0, 0, 0, 0, 0, 1, 0, 0}, 8); /* zero is no obstacle */
    double shorter[3];
    const outcome o = series_of(f, expr_unary(g, EXPR_EXP, f->x), (const double[]){0, 1, 0, 0}, 2);
    memcpy(shorter, o.c, sizeof shorter);
    assert_memory_equal(shorter, factorials, sizeof shorter);
}

static void no_series(void **state) {
    fixture *f = *state;
    const double x[4] = {0, 1, 0, 0};
    const expr_id roots[] = {expr_sqrt(f->g, f->x), expr_unary(f->g, EXPR_LOG, f->x), expr_div(f->g, f->y, f->x),
                             expr_pow(f->g, f->x, expr_rational(f->g, 3, 2))};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        const outcome o = series_of(f, roots[i], x, ORDER);
        double total = 0;
        for (int k = 0; k <= ORDER; k++)
            total += o.c[k];
        assert_false(isfinite(total));
    }
}

/* --- Branches --- */

static void branches(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    const double x[4] = {0, 0, -2, 1}, back[4] = {0.5, 1, 0, 0};
    outcome o = series_of(f, expr_unary(g, EXPR_ABS, f->x), x, 5);
    assert_true(o.switches && o.c[1] == 0 && o.c[2] == 2 && o.c[3] == -1);
    o = series_of(f, expr_binary(g, EXPR_MIN, f->x, expr_neg(g, f->x)), x, 5);
    assert_true(o.switches && o.c[2] == -2 && o.c[3] == 1);
    o = series_of(f, expr_binary(g, EXPR_MAX, f->x, f->y), back, 5);
    assert_true(o.switches && o.c[0] == 0.9 && o.c[1] == -0.25);
    o = series_of(f, expr_mul(g, expr_unary(g, EXPR_SIGN, f->x), f->x), back, 5);
    assert_true(o.switches && o.c[0] == 0.5 && o.c[1] == 1);
    o = series_of(f, expr_mul(g, expr_unary(g, EXPR_FLOOR, f->y), f->x), back, 5);
    assert_true(o.switches && o.c[0] == 0 && o.c[1] == 0);
    expr_id less = expr_binary(g, EXPR_LT, f->x, f->y);
    o = series_of(f, expr_select(g, less, f->x, f->y), back, 5);
    assert_true(o.switches && o.c[0] == 0.5 && o.c[1] == 1);
    less = expr_binary(g, EXPR_LT, f->p, expr_int(g, 1)); /* known before */
    o = series_of(f, expr_select(g, less, f->x, f->y), back, 5);
    assert_true(!o.switches && o.c[0] == 0.9 && o.c[1] == -0.25);
}

/* That of a square goes below zero, maybe to come back; squares themselves may. */
static void signs_of_roots(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    const double line[4] = {0.5, -1, 0, 0}, bow[4] = {0.45, -1, 0.5, 0};
    const expr_id square = expr_mul(g, f->x, f->x);
    outcome o = series_of(f, expr_sqrt(g, square), line, ORDER);
    assert_true(o.keeps[0] && !o.keeps[1] && !o.keeps[2]);
    o = series_of(f, expr_sqrt(g, square), bow, ORDER); /* below zero from 0.68 to 1.32 */
    assert_true(o.keeps[0] && o.keeps[1] && !o.keeps[2]);
    o = series_of(f, expr_pow(g, square, expr_rational(g, 3, 2)), line, ORDER);
    assert_true(o.keeps[0] && !o.keeps[1] && !o.keeps[2]);
    o = series_of(f, expr_sqrt(g, expr_add(g, expr_mul(g, square, square), expr_int(g, 1))), line, ORDER);
    assert_true(o.keeps[0] && o.keeps[1]);
    o = series_of(f, square, line, ORDER);
    assert_true(o.keeps[0] && o.keeps[1] && o.keeps[2]);
}

/* 2 - 3 u + u^2/2 + 4 u^3, u = x - 1/4, in the interval of a parameter. */
static void curves(void **state) {
    fixture *f = *state;
    static const double knots[] = {0, 1};
    static const expr_cubic cubics[] = {{0}, {0.25, 2, -3, 0.5, 4}, {0}};
    static const expr_knots k = {knots, 2, false};
    const expr_id table = expr_table_leaf(f->g, expr_table_create(f->a, "t", 1, &k, cubics, 3));
    const expr_id e = expr_make(f->g, EXPR_CURVE, table, f->x, expr_int(f->g, 1)), z = expr_rational(f->g, 1, 4);
    const expr_id u = expr_sub(f->g, f->x, z), square = expr_powi(f->g, u, 2), cube = expr_powi(f->g, u, 3);
    expr_id sum = expr_sub(f->g, expr_int(f->g, 2), expr_mul(f->g, expr_int(f->g, 3), u));
    sum = expr_add(f->g, sum, expr_mul(f->g, expr_rational(f->g, 1, 2), square));
    sum = expr_add(f->g, sum, expr_mul(f->g, expr_int(f->g, 4), cube));
    const outcome got = series_of(f, e, NULL, ORDER), want = series_of(f, sum, NULL, ORDER);
    for (int i = 0; i <= ORDER; i++)
        assert_true(fabs(got.c[i] - want.c[i]) < 1e-14);
    assert_false(got.switches);
    const expr_id interval = expr_make(f->g, EXPR_INTERVAL, table, f->x, EXPR_NONE);
    assert_true(series_of(f, expr_make(f->g, EXPR_CURVE, table, f->x, interval), NULL, 3).switches);
}

/* --- Segments --- */

/* The second segment uses results of the first, and an input that is known only then: y' = x y, x = 1 + u. What is not
   wanted is not computed: here a logarithm without a value. */
static void segments_one_by_one(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    const expr_id first[] = {expr_add(g, f->x, f->p), expr_unary(g, EXPR_LOG, expr_neg(g, f->x))};
    const expr_id second[] = {expr_mul(g, expr_unary(g, EXPR_SIN, expr_add(g, f->x, f->p)), f->y)};
    const tape_group groups[] = {{first, 2, NULL, 0}, {second, 1, &f->vars[1], 1}};
    const tape *t = tape_build(f->a, g, f->vars, 3, 0, groups, 2);
    const bool moving[] = {true, true, false}, some[] = {true, false}, *wanted[] = {NULL, some, NULL};
    const tape_series_plan plan = {.moving = moving, .last = 2, .wanted = wanted, .order = 6};
    tape_series *s = tape_series_create(f->a, t, &plan);
    double *slots = ARENA_ARRAY(f->a, double, t->slot_count + 1);
    tape_scalar.init(t, slots);
    for (int pass = 0; pass < 3; pass++) {
        slots[2] = pass;
        tape_scalar.run(t, 0, slots);
        tape_series_begin(s, slots);
        for (int k = 0; k <= 6; k++) {
            tape_series_next(s, k);
            tape_series_give(s, 0, k, k == 1 ? 1 : 0);
            tape_series_run(s, 1, k);
            assert_true(tape_series_root(s, 1, 0, k) == (k == 0 ? pass : k == 1));
            tape_series_give(s, 1, k, k == 0 ? 2 : 0);
            tape_series_run(s, 2, k);
            const double wave = k % 2 ? cos(pass) : sin(pass), sign = k / 2 % 2 ? -1 : 1;
            assert_true(fabs(tape_series_root(s, 2, 0, k) - 2 * sign * wave / tgamma(k + 1.0)) < 1e-15);
        }
    }
}

/* y'' = -p y: x is y', y is y, of which the second segment knows the second derivative as p, which is a coefficient of
   nothing there. By machine code and without, segment by segment and all at once. */
static void links(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    const uint32_t vars[] = {f->vars[0], f->vars[1], f->vars[2]};
    const expr_id first[] = {expr_neg(g, expr_mul(g, expr_int(g, 4), f->y))}, second[] = {expr_mul(g, f->p, f->p)};
    const tape_group groups[] = {{first, 1, NULL, 0}, {second, 1, &f->vars[2], 1}};
    const tape *t = tape_build(f->a, g, vars, 3, 0, groups, 2);
    const bool moving[] = {true, true, true};
    const tape_series_link list[] = {{1, 0, 0, true}, {0, 1, 0, true}, {2, 1, 0, false}};
    tape_series_plan plan = {.moving = moving, .last = 2, .order = ORDER, .links = list, .link_count = 3};
    for (int way = 0; way < 4; way++) {
        const bool code = way % 2;
        plan.flows = way / 2;
        tape_series *s = tape_series_create(f->a, t, &plan);
        double *slots = ARENA_ARRAY(f->a, double, t->slot_count + 1);
        tape_scalar.init(t, slots);
        if (code)
            tape_series_load(s, f->a);
        tape_series_begin(s, slots);
        tape_series_give(s, 0, 0, 0);
        tape_series_give(s, 1, 0, 1);
        if (plan.flows)
            tape_series_run_all(s, ORDER);
        for (int k = 0; k < ORDER && !plan.flows; k++) {
            tape_series_next(s, k);
            tape_series_run(s, 1, k);
            tape_series_run(s, 2, k);
        }
        if (!plan.flows)
            tape_series_end(s, ORDER);
        for (int k = 0; k <= ORDER; k += 2) { /* cos 2t, and 16 cos^2 2t = 8 + 8 cos 4t */
            const double sign = k / 2 % 2 ? -1 : 1, one = sign * pow(2, k) / tgamma(k + 1.0);
            const double two = 8 * (k == 0) + 8 * sign * pow(4, k) / tgamma(k + 1.0);
            assert_true(fabs(tape_series_input(s, 1)[(size_t)k * tape_series_stride(s)] - one) <= 1e-15);
            if (k < ORDER)
                assert_true(fabs(tape_series_root(s, 2, 0, k) - two) <= 1e-13);
        }
        tape_series_unload(s);
    }
}

/* x' = y, y' = e: all at once by machine code, which keeps in registers what nobody else reads, and one by one without.
 */
static void check_ways(fixture *f, expr_id e) {
    const tape *t = tape_build(f->a, f->g, f->vars, 3, 0, &(tape_group){&e, 1, NULL, 0}, 1);
    const bool moving[] = {true, true, false};
    const tape_series_link list[] = {{0, 0, 1, true}, {1, 1, 0, true}};
    tape_series_plan plan = {.moving = moving,
                             .last = 1,
                             .order = ORDER,
                             .links = list,
                             .link_count = 2,
                             .integrated = 1,
                             .integrated_count = 1};
    double first[ORDER];
    for (size_t way = 0; !way || machines[way - 1].one; way++) {
        const machine *m = way ? &machines[way - 1] : NULL;
        plan.flows = m;
        tape_series *s = tape_series_create(f->a, t, &plan);
        double *slots = ARENA_ARRAY(f->a, double, t->slot_count + 1);
        slots[2] = parameter;
        tape_scalar.init(t, slots);
        tape_scalar.run(t, 0, slots);
        if (m && is_there(m)) {
            series_write(s, f->a, m->one, m->eight);
            assert_true(tape_series_load(s, f->a));
        }
        tape_series_begin(s, slots);
        tape_series_give_state(s, (const double[]){0.3, 0.2, 0.1});
        tape_series_run_all(s, ORDER);
        double terms[ORDER];
        for (int k = 0; k < ORDER; k++)
            terms[k] = tape_series_root_terms(s, 1, 0)[(size_t)k * tape_series_stride(s)];
        if (way)
            assert_memory_equal(first, terms, sizeof first);
        memcpy(first, terms, sizeof first);
        assert_true(isfinite(first[ORDER - 1]) && first[ORDER - 1] != 0);
        for (int k = 1; k <= ORDER; k++) { /* the integral of e is y, but for where it begins */
            const double *row = tape_series_state(s) + (size_t)k * tape_series_stride(s);
            assert_true(row[2] == row[1] && row[0] == tape_series_input(s, 0)[(size_t)k * tape_series_stride(s)]);
        }
        tape_series_unload(s);
    }
}

/* A long formula with more values than registers, and steps that are interpreted. */
static void all_at_once_gives_the_same_bits(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    expr_id one = f->x, other = f->y;
    for (int i = 0; i < 30; i++) {
        const expr_id wave = expr_unary(g, EXPR_COS, expr_mul(g, expr_int(g, i + 1), f->x));
        const expr_id part = expr_mul(g, expr_add(g, f->y, expr_int(g, i)), wave); /* no factor of another product */
        one = expr_add(g, one, part);
        other = expr_sub(g, expr_mul(g, expr_rational(g, 1, 3), other), part);
    }
    const expr_id e[] = {
        expr_div(g, one, expr_add(g, expr_int(g, 1000), other)), expr_unary(g, EXPR_COS, expr_mul(g, f->x, f->y)),
        expr_mul(g, expr_unary(g, EXPR_ATAN, f->y), expr_pow(g, expr_unary(g, EXPR_COSH, f->x), f->p))};
    for (size_t i = 0; i < sizeof e / sizeof *e; i++)
        check_ways(f, e[i]);
}

/* Sines and cosines of every kind of angle that has a rate, x' = y, y' = -x/4, against recurrences: there x and y are
   given. */
static void angles_with_a_rate(void **state) {
    fixture *f = *state;
    graph *g = f->g;
    const expr_id x = f->x, y = f->y, p = f->p, half = expr_rational(g, 1, 2);
    const expr_id angles[] = {x,
                              expr_neg(g, x),
                              expr_add(g, x, p),
                              expr_sub(g, p, x),
                              expr_mul(g, p, x),
                              expr_div(g, x, p),
                              expr_add(g, expr_mul(g, p, x), expr_mul(g, half, x)),
                              expr_add(g, x, y), /* its rate is known too */
                              expr_mul(g, x, y)};
    const bool moving[] = {true, true, false};
    const tape_series_link list[] = {{0, 0, 1, true}, {1, 1, 0, true}};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const expr_id wave = expr_unary(g, EXPR_SIN, angles[i]), other = expr_unary(g, EXPR_COS, angles[i]);
        const expr_id roots[] = {expr_neg(g, expr_mul(g, expr_rational(g, 1, 4), x)),
                                 expr_add(g, wave, expr_mul(g, y, other)), expr_mul(g, y, wave)};
        const tape *t = tape_build(f->a, g, f->vars, 3, 0, &(tape_group){roots, 3, NULL, 0}, 1);
        tape_series_plan plan = {.moving = moving, .last = 1, .order = ORDER};
        tape_series *given = tape_series_create(f->a, t, &plan);
        plan.links = list;
        plan.link_count = 2;
        tape_series *s = tape_series_create(f->a, t, &plan);
        double *slots = ARENA_ARRAY(f->a, double, t->slot_count + 1);
        slots[2] = parameter;
        tape_scalar.init(t, slots);
        tape_scalar.run(t, 0, slots);
        tape_series_begin(s, slots);
        tape_series_begin(given, slots);
        tape_series_give(s, 0, 0, 0.6);
        tape_series_give(s, 1, 0, 0.9);
        for (int k = 0; k < ORDER; k++) {
            tape_series_next(s, k);
            tape_series_run(s, 1, k);
            tape_series_next(given, k);
            for (size_t input = 0; input < 2; input++)
                tape_series_give(given, input, k, tape_series_input(s, input)[(size_t)k * tape_series_stride(s)]);
            tape_series_run(given, 1, k);
            for (size_t r = 1; r < 3; r++)
                assert_true(fabs(tape_series_root(s, 1, r, k) - tape_series_root(given, 1, r, k)) < 1e-14);
        }
    }
}

/* However many are added up at once. */
static void sums_have_the_same_bits(void **state) {
    fixture *f = *state;
    enum { LANES = 5 * SERIES_GROUP, WIDE = 2 * LANES + SERIES_GROUP, ROWS = 12, ROOM = ROWS * WIDE + SERIES_GROUP };
    double *numbers = ARENA_ARRAY(f->a, double, ROOM), sums[3][LANES] __attribute__((aligned(64)));
    unsigned seed = 3;
    for (int i = 0; i < ROOM; i++, seed = seed * 1664525 + 1013904223)
        numbers[i] = (double)(seed >> 8) / 1e7 - 0.8;
    const series_groups x = {.lanes = LANES, .f = SERIES_GROUP, .g = SERIES_GROUP + LANES, .width = WIDE};
    for (int k = 1; k < ROWS; k++) {
        series_sums_plain(&x, numbers, k, sums[0]);
        (tape_avx2.available() ? series_sums_avx2 : series_sums_plain)(&x, numbers, k, sums[1]);
        (tape_avx512.available() ? series_sums_avx512 : series_sums_plain)(&x, numbers, k, sums[2]);
        assert_memory_equal(sums[0], sums[1], sizeof *sums);
        assert_memory_equal(sums[0], sums[2], sizeof *sums);
        for (size_t i = 0; i < LANES; i++) {
            double want = 0;
            for (int j = 1; j < k; j++)
                want += numbers[j * WIDE + x.f + i] * numbers[(k - j) * WIDE + x.g + i];
            assert_true(fabs(sums[0][i] - want) < 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(angles_with_a_rate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sums_have_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(operators, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_expressions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(machine_code_gives_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_at_once_gives_the_same_bits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(closed_forms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_series, set_up, tear_down),
        cmocka_unit_test_setup_teardown(signs_of_roots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(branches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(curves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(segments_one_by_one, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
