/* Crossing and mutation stay within bounds, keep the middle of the parents on average, and repeat themselves. */
#include "study/breed.h"
#include "study/support.h"

enum { MANY = 20000 };

static void children_stay_within_bounds(void **state) {
    (void)state;
    breed_dice dice = {7, 0};
    for (int i = 0; i < MANY; i++) {
        double p[3], q[3], child[3], other[3];
        for (int k = 0; k < 3; k++) {
            p[k] = (double)study_breed_choose(&dice, 3) / 2;
            q[k] = study_breed_throw(&dice);
        }
        study_breed_pair(&dice, 3, p, q, child, other);
        for (int k = 0; k < 3; k++)
            assert_true(child[k] >= 0 && child[k] <= 1 && other[k] >= 0 && other[k] <= 1);
    }
}

/* Far from the bounds: the mean of the children is that of the parents, and half of them lie outside of these. */
static void children_surround_their_parents(void **state) {
    (void)state;
    breed_dice dice = {1, 0};
    const double p[] = {0.49}, q[] = {0.51};
    double sum = 0, changed = 0, wide = 0;
    for (int i = 0; i < MANY; i++) {
        double child, other;
        study_breed_pair(&dice, 1, p, q, &child, &other);
        sum += child + other;
        changed += child != p[0] && child != q[0];
        wide += fabs(child - 0.5) > 0.05;
    }
    assert_near(sum / (2 * MANY), 0.5, 0.002); /* a deviation of 0.1 or so over the root of 40 000 */
    assert_true(changed > 0.9 * MANY);
    assert_true(wide > 0.05 * MANY && wide < 0.5 * MANY); /* by mutation, which all have with one number */
}

static void the_same_dice_fall_the_same_way(void **state) {
    (void)state;
    breed_dice one = {3, 0}, same = {3, 0}, other = {4, 0};
    const double p[] = {0.2, 0.9}, q[] = {0.7, 0.1};
    double a[4], b[4], c[4];
    study_breed_pair(&one, 2, p, q, a, a + 2);
    study_breed_pair(&same, 2, p, q, b, b + 2);
    study_breed_pair(&other, 2, p, q, c, c + 2);
    assert_memory_equal(a, b, sizeof a);
    assert_memory_not_equal(a, c, sizeof a);
    assert_true(study_breed_choose(&one, 1) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(children_stay_within_bounds),
                                       cmocka_unit_test(children_surround_their_parents),
                                       cmocka_unit_test(the_same_dice_fall_the_same_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
