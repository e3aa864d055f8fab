/* Operators and products of values: their numbers, their dimensions, and what they refuse. */
#include "model/support.h"

#include "model/value/value.h"

typedef struct scene {
    arena *a;
    graph *g;
    diag *findings;
    value_context c;
} scene;

static const span here = {0, 4};

static scene begin(void) {
    scene x = {.a = base_arena_create()};
    x.g = expr_graph_create(x.a);
    x.findings = diag_create(x.a, (diag_source){.name = "test.lgr", .text = "text", .length = 4});
    x.c = (value_context){.g = x.g, .findings = x.findings, .units = true};
    return x;
}

static value number(scene *x, int64_t n, dimension dim) {
    return value_scalar(expr_int(x->g, n), dim, here);
}

static value vector(scene *x, int size, const int64_t *n, dimension dim) {
    value v = {.size = size, .dim = dim, .at = here};
    for (int k = 0; k < size; k++)
        v.c[k] = expr_int(x->g, n[k]);
    return v;
}

static void is(scene *x, value v, int k, double want) {
    double got = 0;
    assert_true(k < v.size && expr_is_number(x->g, v.c[k], &got));
    assert_true(got == want);
}

static void refused(scene *x, value v, diag_code code) {
    assert_true(value_is_bad(v));
    assert_true(diag_count(x->findings) > 0);
    assert_int_equal(diag_at(x->findings, diag_count(x->findings) - 1)->code, code);
}

static void sums_and_products(void **state) {
    (void)state;
    scene x = begin();
    value l = number(&x, 6, DIM_LENGTH), t = number(&x, 2, DIM_TIME);
    value speed = value_binary(&x.c, SYN_DIV, l, t, here);
    is(&x, speed, 0, 3);
    assert_true(dim_equal(speed.dim, dim_of(0, 1, -1)));
    value sum = value_binary(&x.c, SYN_ADD, l, l, here);
    is(&x, sum, 0, 12);
    assert_true(dim_equal(sum.dim, DIM_LENGTH));
    value cube = value_binary(&x.c, SYN_POW, l, value_number(&x.c, 3, 1, here), here);
    is(&x, cube, 0, 216);
    assert_true(dim_equal(cube.dim, dim_of(0, 3, 0)));
    assert_int_equal(diag_count(x.findings), 0);
    refused(&x, value_binary(&x.c, SYN_ADD, l, t, here), DIAG_E0301);
    refused(&x, value_binary(&x.c, SYN_DIV, l, value_number(&x.c, 0, 1, here), here), DIAG_E0308);
    refused(&x, value_binary(&x.c, SYN_POW, l, l, here), DIAG_E0305);
    base_arena_destroy(x.a);
}

static void a_literal_zero_fits_everywhere(void **state) {
    (void)state;
    scene x = begin();
    value sum = value_binary(&x.c, SYN_SUB, value_number(&x.c, 0, 1, here), number(&x, 5, DIM_MASS), here);
    is(&x, sum, 0, -5);
    assert_true(dim_equal(sum.dim, DIM_MASS) && !sum.any_dim);
    assert_true(
        value_binary(&x.c, SYN_ADD, value_number(&x.c, 0, 1, here), value_number(&x.c, 0, 1, here), here).any_dim);
    base_arena_destroy(x.a);
}

static void products_of_vectors(void **state) {
    (void)state;
    scene x = begin();
    value a = vector(&x, 3, (int64_t[]){1, 2, 3}, DIM_LENGTH), b = vector(&x, 3, (int64_t[]){-2, 5, 4}, DIM_FORCE);
    is(&x, value_dot(&x.c, a, b, here), 0, 20);
    value torque = value_cross(&x.c, a, b, here);
    is(&x, torque, 0, -7);
    is(&x, torque, 1, -10);
    is(&x, torque, 2, 9);
    assert_true(dim_is_torque(torque.dim));
    value p = vector(&x, 2, (int64_t[]){3, 4}, DIM_LENGTH), q = vector(&x, 2, (int64_t[]){1, -2}, DIM_LENGTH);
    is(&x, value_cross(&x.c, p, q, here), 0, -10);
    value length = value_norm(&x.c, p, here);
    is(&x, length, 0, 5);
    assert_true(dim_equal(length.dim, DIM_LENGTH));
    is(&x, value_scale(&x.c, p, expr_int(x.g, 2), DIM_TIME), 1, 8);
    assert_int_equal(diag_count(x.findings), 0);
    refused(&x, value_dot(&x.c, a, p, here), DIAG_E0304);
    refused(&x, value_binary(&x.c, SYN_MUL, p, q, here), DIAG_E0303);
    refused(&x, value_binary(&x.c, SYN_ADD, p, length, here), DIAG_E0303);
    base_arena_destroy(x.a);
}

static void conditions(void **state) {
    (void)state;
    scene x = begin();
    value one = number(&x, 1, DIM_TIME), two = number(&x, 2, DIM_TIME);
    value less = value_compare(&x.c, SYN_LT, one, two, here), more = value_compare(&x.c, SYN_GE, one, two, here);
    is(&x, less, 0, 1);
    is(&x, more, 0, 0);
    is(&x, value_logic(&x.c, SYN_AND, less, more, here), 0, 0);
    is(&x, value_logic(&x.c, SYN_OR, less, more, here), 0, 1);
    is(&x, value_logic(&x.c, SYN_NOT, more, more, here), 0, 1);
    is(&x, value_select(&x.c, more, one, two, here), 0, 2);
    assert_int_equal(diag_count(x.findings), 0);
    refused(&x, value_negate(&x.c, less, here), DIAG_E0306);
    refused(&x, value_select(&x.c, one, one, two, here), DIAG_E0306);
    refused(&x, value_compare(&x.c, SYN_LT, one, number(&x, 1, DIM_MASS), here), DIAG_E0301);
    base_arena_destroy(x.a);
}

static void without_units_dimensions_are_not_looked_at(void **state) {
    (void)state;
    scene x = begin();
    x.c.units = false;
    is(&x, value_binary(&x.c, SYN_ADD, number(&x, 1, DIM_TIME), number(&x, 2, DIM_MASS), here), 0, 3);
    assert_int_equal(diag_count(x.findings), 0);
    base_arena_destroy(x.a);
}

/* What comes of an operation stands where the operation does, not where one of its operands is: messages point there.
 */
static void results_stand_where_they_are_made(void **state) {
    (void)state;
    static const span there = {1, 3};
    static const syn_op ops[] = {SYN_ADD, SYN_SUB, SYN_MUL, SYN_DIV, SYN_POW};
    scene x = begin();
    const value s = number(&x, 6, DIM_ANGLE), v = vector(&x, 2, (const int64_t[]){3, 4}, DIM_ANGLE);
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        for (int sides = 0; sides < 4; sides++) {
            const bool left = sides & 1, right = sides >> 1;
            const value r = value_binary(&x.c, ops[k], left ? v : s, right ? v : s, there);
            if (r.at.begin != there.begin || r.at.end != there.end)
                fail_msg("operator %d of %d: [%zu, %zu]", (int)ops[k], sides, (size_t)r.at.begin, (size_t)r.at.end);
        }
    assert_int_equal(value_dot(&x.c, v, v, there).at.begin, there.begin);
    assert_int_equal(value_norm(&x.c, v, there).at.begin, there.begin);
    base_arena_destroy(x.a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products),
        cmocka_unit_test(a_literal_zero_fits_everywhere),
        cmocka_unit_test(products_of_vectors),
        cmocka_unit_test(conditions),
        cmocka_unit_test(without_units_dimensions_are_not_looked_at),
        cmocka_unit_test(results_stand_where_they_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
