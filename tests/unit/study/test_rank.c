/* Dominance, fronts, crowding, and an even choice. */
#include "study/rank.h"
#include "study/support.h"

static rank_point at(const double *costs, double excess) {
    return (rank_point){.costs = costs, .excess = excess};
}

static void who_dominates(void **state) {
    (void)state;
    const double a[] = {1, 2}, b[] = {1, 3}, c[] = {0, 4}, nothing[] = {NAN, NAN};
    const rank_point p = at(a, 0), q = at(b, 0), r = at(c, 0), broken = at(c, 0.1), worse = at(a, 0.2),
                     none = at(nothing, INFINITY);
    assert_true(study_rank_dominates(&p, &q, 2));
    assert_false(study_rank_dominates(&q, &p, 2) || study_rank_dominates(&p, &p, 2));
    assert_false(study_rank_dominates(&p, &r, 2) || study_rank_dominates(&r, &p, 2));
    assert_true(study_rank_dominates(&q, &broken, 2) && study_rank_dominates(&broken, &worse, 2));
    assert_true(study_rank_dominates(&worse, &none, 2));
    assert_false(study_rank_dominates(&none, &worse, 2) || study_rank_dominates(&none, &none, 2));
}

static void fronts_and_crowding(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const double costs[][2] = {{0, 4}, {1, 2}, {2, 1}, {4, 0}, {3, 3}, {5, 5}};
    rank_point p[7];
    for (int i = 0; i < 6; i++)
        p[i] = at(costs[i], 0);
    p[6] = at(costs[0], 0.5);
    study_rank_sort(p, 7, 2, a);
    for (int i = 0; i < 4; i++)
        assert_int_equal(p[i].front, 0);
    assert_int_equal(p[4].front, 1);
    assert_int_equal(p[5].front, 2);
    assert_int_equal(p[6].front, 3);
    assert_true(isinf(p[0].crowding) && isinf(p[3].crowding) && isinf(p[5].crowding));
    assert_near(p[1].crowding, 2.0 / 4 + 3.0 / 4, 1e-15);
    assert_near(p[2].crowding, 3.0 / 4 + 2.0 / 4, 1e-15);
    assert_true(study_rank_is_better(&p[1], &p[4]) && study_rank_is_better(&p[0], &p[1]));
    base_arena_destroy(a);
}

/* Of 101 points on a line from (0, 1) to (1, 0), of which the middle is missing: the ends, then evenly. */
static void an_even_choice(void **state) {
    (void)state;
    arena *a = base_arena_create();
    rank_point p[101];
    size_t chosen[20];
    for (int i = 0; i < 101; i++) {
        double *costs = ARENA_ARRAY(a, double, 2);
        costs[0] = i / 100.0;
        costs[1] = 1000 * (1 - i / 100.0);
        p[i] = at(costs, 0);
    }
    assert_int_equal(study_rank_spread(p, 101, 2, 5, chosen, a), 5);
    static const size_t want[] = {0, 100, 50, 25, 75};
    assert_memory_equal(chosen, want, sizeof want);
    assert_int_equal(study_rank_spread(p, 101, 2, 1, chosen, a), 1);
    for (int i = 1; i < 101; i++)
        p[i] = p[0];
    assert_int_equal(study_rank_spread(p, 101, 2, 20, chosen, a), 1);
    assert_int_equal(study_rank_spread(p, 0, 2, 20, chosen, a), 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_dominates), cmocka_unit_test(fronts_and_crowding),
                                       cmocka_unit_test(an_even_choice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
