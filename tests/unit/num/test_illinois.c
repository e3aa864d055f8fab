/* Roots of functions of known roots, to the last digits, in few evaluations. */
#include "num/random.h"

#include "num/illinois.h"

typedef double function(double x);

static double bent(double x) {
    return exp(x) - 3;
}

static double falling(double x) {
    return 1 - x * x * x;
}

static double locate(function *f, double low, double high, int *count) {
    num_illinois s = num_illinois_begin(low, f(low), high, f(high));
    double at;
    for (*count = 0; num_illinois_next(&s, &at); ++*count) {
        assert_true(at > s.low && at < s.high);
        const bool lower = num_illinois_put(&s, at, f(at));
        assert_true((lower ? s.low : s.high) == at);
        assert_true((f(s.low) > 0) != (f(s.high) > 0) || f(s.low) == 0 || f(s.high) == 0);
    }
    return fabs(f(s.low)) < fabs(f(s.high)) ? s.low : s.high;
}

static void finds_roots(void **state) {
    (void)state;
    int count;
    assert_true(fabs(locate(bent, -4, 5, &count) - log(3.0)) < 1e-15);
    assert_true(count < 30); /* plain regula falsi takes more than a hundred */
    assert_true(fabs(locate(falling, 0.1, 20, &count) - 1) < 1e-15);
    assert_true(count < 40);
}

static void ends_at_an_end(void **state) {
    (void)state;
    double at;
    num_illinois s = num_illinois_begin(1, 0, 2, 5);
    assert_false(num_illinois_next(&s, &at));
    s = num_illinois_begin(1, -1, nextafter(1, 2), 1);
    assert_false(num_illinois_next(&s, &at));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_roots), cmocka_unit_test(ends_at_an_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
