/* Parts of a polynomial found by the hashes of their monomials, which follow products and quotients. */
#include "algebra/poly/poly.h"
#include "expr/support.h"

enum { GENERATORS = 5, PARTS = 60 };

static algebra *algebra_of(bench *b) {
    algebra *x = ARENA_NEW(b->memory, algebra);
    *x = (algebra){.g = b->g, .memory = b->memory, .work = b->memory, .pool = b->memory, .limit = 2 * PARTS};
    return x;
}

/* Distinct monomials, of which some have negative and half exponents. */
static monomial monomial_of(algebra *x, int k) {
    monomial m = poly_monomial(x, (uint32_t)(k % GENERATORS), k % 7 - 3);
    return poly_monomial_mul(x, m, poly_monomial(x, GENERATORS + (uint32_t)k, 2 * (k % 2) - 1));
}

static void finds_what_is_there_and_nothing_else(void **state) {
    (void)state;
    bench b = bench_create();
    algebra *x = algebra_of(&b);
    poly p = {0};
    for (int k = 0; k < PARTS; k += 2)
        p = poly_add(x, p, poly_of_part(x, (part){NUMBER_ONE, monomial_of(x, k)}), NUMBER_ONE);
    assert_int_equal(p.len, PARTS / 2);
    poly_index index = poly_index_make(x, p);
    for (int k = 0; k < PARTS; k++) {
        monomial m = monomial_of(x, k);
        assert_int_equal(poly_index_find(&index, m.hash), poly_find(p, m));
    }
    poly_index none = poly_index_make(x, (poly){0});
    assert_int_equal(poly_index_find(&none, 0), 0);
    bench_destroy(&b);
}

static void hashes_follow_products(void **state) {
    (void)state;
    bench b = bench_create();
    algebra *x = algebra_of(&b);
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < PARTS; j += 3) {
            monomial m = monomial_of(x, i), n = monomial_of(x, j), product = poly_monomial_mul(x, m, n);
            assert_true(product.hash == m.hash + n.hash);
            assert_true(poly_monomial_div(x, product, n).hash == m.hash);
            assert_true(poly_monomial_is_product(product, m, n));
            assert_false(poly_monomial_is_product(product, m, product));
            assert_true(poly_monomial_common(x, m, n).hash == poly_monomial_common_hash(m, n));
        }
    monomial m = monomial_of(x, 3);
    assert_true(poly_monomial_div(x, m, m).hash == 0);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_is_there_and_nothing_else),
        cmocka_unit_test(hashes_follow_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
