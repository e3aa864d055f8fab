/* Critical speeds are those of closed forms, located to rounding, and lines that run along a frequency cross nothing.
 */
#include "linear/system.h"

/* A disc that spins at the end of a shaft, in small deflections. */
static const char overhung[] = "param W = 1\ncoord x = 0, y = 0, a = 0, b = 0\n"
                               "kinetic T = 2*(x'^2 + y'^2) + (a'^2 + b'^2)/2 + W*(a*b' - b*a')\n"
                               "potential V = 6*(x^2 + y^2) + 2*(a^2 + b^2) - 6*(x*a + y*b)\n";

static bool has(const linear_study *y, double order, double value) {
    for (size_t k = 0; k < y->resonance_count; k++) {
        const linear_resonance *r = &y->resonances[k];
        if (r->order == order && fabs(r->value - value) < 1e-12 * value && fabs(r->im - order * value) < 1e-12 * value)
            return true;
    }
    return false;
}

static linear_study find(system_of *s, double low, double high, const double *orders, size_t count) {
    assert_non_null(s->p);
    const int param = model_find_param(s->of.m, "W");
    linear_study *y = ARENA_NEW(s->of.memory, linear_study);
    *y = linear_vary(s->p, param, low, high, 60, s->of.memory);
    linear_find_orders(s->p, y, orders, count, s->of.memory);
    return *y;
}

/* (12 - 4 w^2)*(4 - J w^2) = 36 with w = n W and J = 1 - 2/n forwards, 1 + 2/n backwards. */
static void whirls(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    static const double orders[] = {1, 2};
    system_of s = system_begin(overhung, NULL);
    const linear_study y = find(&s, 0.01, 8, orders, 2);
    size_t expected = 0;
    for (int n = 1; n <= 2; n++)
        for (int way = -1; way <= 1; way += 2) {
            const double J = 1 - way * 2.0 / n, a = 4 * J, b = -(12 * J + 16), c = 12;
            for (int sign = -1; sign <= 1; sign += 2) {
                const double square = a != 0 ? (-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a) : sign < 0 ? -c / b : -1;
                if (!(square > 0))
                    continue;
                expected++;
                assert_true(has(&y, n, sqrt(square) / n));
            }
        }
    assert_int_equal(y.resonance_count, expected);
    for (size_t k = 1; k < y.resonance_count; k++)
        assert_true(y.resonances[k - 1].value <= y.resonances[k].value);
    system_end(&s);
}

/* A frequency that is the speed itself. */
static void alongside(void **state) {
    (void)state;
    if (!num_eigen_available())
        skip();
    static const double orders[] = {1};
    system_of s = system_begin("param W = 1\ncoord x = 0\nkinetic T = 3*x'^2/2\npotential V = 3*W^2*x^2/2\n", NULL);
    assert_int_equal(find(&s, 0.1, 7.3, orders, 1).resonance_count, 0);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(whirls), cmocka_unit_test(alongside)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
