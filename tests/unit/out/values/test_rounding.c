/* Rounding is shown as 0, what is merely small is not. */
#include "out/support.h"
#include "out/values/rounding.h"

static const out_column *column_of(const out_columns *all, const char *header) {
    for (size_t i = 0; i < all->count; i++)
        if (!strcmp(all->at[i].header, header))
            return &all->at[i];
    fail_msg("there is no %s", header);
    return NULL;
}

static double shown_at_end(const out_columns *all, const motion *x, const char *header) {
    return out_column_shown(column_of(all, header), &x->result->frames.at[x->result->frames.len - 1].at);
}

static void noise_is_nothing(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2\n"
                         "output big = 1e3*x + 5, noise = 1e-9*x, small = 1e-5*x\nsimulate until 1\n");
    out_columns all = out_columns_for_people(x.of.m, x.memory);
    assert_true(shown_at_end(&all, &x, "noise") > 0);
    out_rounding_hide(&all, x.result, OUT_ROUNDING);
    assert_near(shown_at_end(&all, &x, "noise"), 0, 0);
    assert_true(shown_at_end(&all, &x, "small") > 0);
    assert_true(shown_at_end(&all, &x, "big") > 0);
    motion_end(&x);
}

/* A summary has the ends of a run and its events alone, and hides less; what it does not know stays. */
static void numbers_of_summaries(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1, y = 1e-13\nkinetic T = (x'^2 + y'^2)/2\n"
                         "output big = x, small = 1e-11, noise = 1e-13\nsimulate until 1\n");
    x.result->frames.len = x.result->rows.len = 0;
    out_columns all = out_columns_for_people(x.of.m, x.memory);
    out_rounding_hide(&all, x.result, OUT_ROUNDING_OF_NUMBERS);
    assert_near(out_rounding_of(&all, OUT_POSITIONS, 0, 1), 1, 0);
    assert_near(out_rounding_of(&all, OUT_POSITIONS, 1, -1e-13), 0, 0);
    assert_near(out_rounding_of(&all, OUT_OUTPUTS, 1, 1e-11), 1e-11, 0);
    assert_near(out_rounding_of(&all, OUT_OUTPUTS, 2, 1e-13), 0, 0);
    assert_near(out_rounding_of(&all, OUT_STATES, 0, 1e-30), 1e-30, 0);
    motion_end(&x);
}

/* Of other kinds nothing is said: a length is not small beside a force, nor a coordinate beside another that is a
   billion times as large. */
static void kinds_are_apart(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1e-4 m, far = 1e6 m\nkinetic T = (1 kg)*(x'^2 + far'^2)/2\n"
                         "output force = (1e9 N/m)*far, gap = 1e-3*x\nsimulate until 1 s\n");
    out_columns all = out_columns_for_people(x.of.m, x.memory);
    out_rounding_hide(&all, x.result, OUT_ROUNDING);
    assert_near(shown_at_end(&all, &x, "x"), 1e-4, 0);
    assert_near(shown_at_end(&all, &x, "gap"), 1e-7, 1e-20);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_nothing),
        cmocka_unit_test(numbers_of_summaries),
        cmocka_unit_test(kinds_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
