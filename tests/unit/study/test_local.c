/* Local searches: every method finds the top of a smooth hill, at limits and at the walls of the cube. */
#include "study/local.h"
#include "study/support.h"

/* (u - p)^2 with weights, and u0 + u1 <= most. */
typedef struct bowl {
    size_t n, limits;
    double lowest[3], weight[3], most;
    int calls, stop_after;
} bowl;

static double height(const bowl *b, const double *u) {
    double y = 0;
    for (size_t i = 0; i < b->n; i++)
        y += b->weight[i] * (u[i] - b->lowest[i]) * (u[i] - b->lowest[i]);
    return y;
}

static bool go_on(bowl *b, const double *u) {
    for (size_t i = 0; i < b->n; i++)
        assert_true(u[i] >= 0 && u[i] <= 1);
    return ++b->calls != b->stop_after;
}

static bool look(void *user, const double *u, double *value, double *limits) {
    bowl *b = user;
    *value = height(b, u);
    if (b->limits)
        limits[0] = u[0] + u[1] - b->most;
    return go_on(b, u);
}

static bool look_with_slopes(void *user, const double *u, double *value, double *limits, double *slopes,
                             double *limit_slopes) {
    bowl *b = user;
    *value = height(b, u);
    for (size_t i = 0; i < b->n; i++)
        slopes[i] = 2 * b->weight[i] * (u[i] - b->lowest[i]);
    if (b->limits) {
        limits[0] = u[0] + u[1] - b->most;
        for (size_t i = 0; i < b->n; i++)
            limit_slopes[i] = i < 2;
    }
    return go_on(b, u);
}

static const bowl inside = {.n = 2, .lowest = {0.3, 0.8}, .weight = {1, 4}};
static const bowl beyond = {.n = 2, .lowest = {-0.4, 1.7}, .weight = {1, 4}};
/* least on u0 + u1 = 0.5: u0 - 0.6 = -l/2, u1 - 0.8 = -l/2 with l = 0.9 */
static const bowl limited = {.n = 2, .limits = 1, .lowest = {0.6, 0.8}, .weight = {1, 1}, .most = 0.5};

static void every_method_finds_the_lowest_place(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    static const local_method methods[] = {LOCAL_BOBYQA, LOCAL_COBYLA, LOCAL_SBPLX};
    for (size_t k = 0; k < 3; k++) {
        bowl b = inside, walls = beyond;
        double u[2] = {0.5, 0.5}, w[2] = {0.5, 0.5};
        study_local_search(methods[k], 2, 0, u, 0.1, 1e-7, 2000, look, &b);
        assert_near(u[0], 0.3, 1e-4);
        assert_near(u[1], 0.8, 1e-4);
        study_local_search(methods[k], 2, 0, w, 0.1, 1e-7, 2000, look, &walls);
        assert_near(w[0], 0, 1e-6);
        assert_near(w[1], 1, 1e-6);
    }
}

static void limits_are_kept(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    arena *a = base_arena_create();
    bowl b = limited, c = limited;
    double u[2] = {0.1, 0.1}, w[2] = {0.1, 0.1};
    study_local_search(LOCAL_COBYLA, 2, 1, u, 0.1, 1e-8, 2000, look, &b);
    assert_near(u[0], 0.15, 1e-5);
    assert_near(u[1], 0.35, 1e-5);
    assert_true(study_local_descend(2, 1, w, 1e-9, 200, look_with_slopes, &c, a));
    assert_near(w[0], 0.15, 1e-8);
    assert_near(w[1], 0.35, 1e-8);
    assert_true(c.calls < b.calls);
    base_arena_destroy(a);
}

static void slopes_lead_to_the_lowest_place(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    arena *a = base_arena_create();
    bowl b = inside, walls = beyond, one = {.n = 1, .lowest = {0.25}, .weight = {3}};
    double u[2] = {0.5, 0.5}, w[2] = {0.5, 0.5}, v = 0.9;
    assert_true(study_local_descend(2, 0, u, 1e-9, 200, look_with_slopes, &b, a));
    assert_near(u[0], 0.3, 1e-8);
    assert_near(u[1], 0.8, 1e-8);
    assert_true(study_local_descend(2, 0, w, 1e-9, 200, look_with_slopes, &walls, a));
    assert_near(w[0], 0, 1e-9);
    assert_near(w[1], 1, 1e-9);
    assert_true(study_local_descend(1, 0, &v, 1e-9, 200, look_with_slopes, &one, a));
    assert_near(v, 0.25, 1e-8);
    base_arena_destroy(a);
}

/* False from the function, or the last call that is allowed, ends a search: it has not come to rest. */
static void searches_can_be_stopped(void **state) {
    (void)state;
    if (!study_local_available())
        skip();
    arena *a = base_arena_create();
    bowl b = inside, c = inside, d = {.n = 3, .lowest = {0.3, 0.8, 0.1}, .weight = {1, 40, 9}};
    b.stop_after = 5;
    c.stop_after = 2;
    double u[2] = {0.5, 0.5}, w[2] = {0.5, 0.5}, v[3] = {0.9, 0.1, 0.9};
    study_local_search(LOCAL_SBPLX, 2, 0, u, 0.1, 1e-9, 2000, look, &b);
    assert_int_equal(b.calls, 5);
    assert_false(study_local_descend(2, 0, w, 1e-9, 200, look_with_slopes, &c, a));
    assert_int_equal(c.calls, 2);
    study_local_search(LOCAL_BOBYQA, 3, 0, v, 0.1, 1e-9, 12, look, &d);
    assert_true(d.calls <= 12);
    base_arena_destroy(a);
}

static void methods_have_names(void **state) {
    (void)state;
    assert_string_equal(study_local_name(LOCAL_BOBYQA), "BOBYQA");
    assert_string_equal(study_local_name(LOCAL_COBYLA), "COBYLA");
    assert_string_equal(study_local_name(LOCAL_SBPLX), "SBPLX");
    assert_string_equal(study_local_name(LOCAL_SLSQP), "SLSQP");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_finds_the_lowest_place),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(slopes_lead_to_the_lowest_place),
        cmocka_unit_test(searches_can_be_stopped),
        cmocka_unit_test(methods_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
