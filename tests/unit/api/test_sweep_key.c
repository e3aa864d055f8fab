/* The key of a sweep: everything that its rows depend on makes another one, and nothing else does. */
#include "api/support.h"

#include <stdio.h>

static const char *const text = "param v = 20 m/s, a = 45 deg, g = 10 m/s^2\n"
                                "coord x = 0 m, y = 0 m\n"
                                "gravity g\n"
                                "particle stone: mass 1 kg at [x, y]\n"
                                "initial x' = v*cos(a), y' = v*sin(a)\n"
                                "report far = final(x)\n"
                                "simulate until 5 s\n";

enum { KEY_LENGTH = 16, MOST_KEYS = 32 };

typedef struct keys {
    char at[MOST_KEYS][KEY_LENGTH + 1];
    int count;
} keys;

static void note(keys *k, const char *model_text, const lgr_override *set, size_t set_count, const lgr_axis *axes,
                 size_t axis_count, const lgr_sweep_options *o) {
    lgr_model *model = lgr_model_parse("key.lgr", model_text, strlen(model_text), set, set_count);
    lgr_sweep_options with = *o;
    with.axes = axes;
    with.axis_count = axis_count;
    lgr_sweep *sweep = lgr_sweep_create(model, &with);
    assert_int_equal(lgr_sweep_status(sweep), LGR_STATUS_OK);
    assert_true(k->count < MOST_KEYS);
    assert_int_equal(strlen(lgr_sweep_key(sweep)), KEY_LENGTH);
    strcpy(k->at[k->count++], lgr_sweep_key(sweep));
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

static void assert_all_differ(const keys *k) {
    for (int i = 0; i < k->count; i++)
        for (int j = 0; j < i; j++)
            if (!strcmp(k->at[i], k->at[j]))
                fail_msg("sweeps %d and %d have the same key %s", j, i, k->at[i]);
}

/* Rows of a sweep with another value given, range, number of steps, setting, shard or text are never taken for its. */
static void all_that_decides_about_rows_counts(void **state) {
    (void)state;
    static const lgr_axis axes[][2] = {
        {{"v", "10", "20", 4}, {"a", "0.1", "0.2", 3}}, {{"v", "11", "20", 4}, {"a", "0.1", "0.2", 3}},
        {{"v", "10", "21", 4}, {"a", "0.1", "0.2", 3}}, {{"v", "10", "20", 5}, {"a", "0.1", "0.2", 3}},
        {{"v", "10", "20", 4}, {"a", "0.1", "0.3", 3}}, {{"v", "10", "20", 3}, {"a", "0.1", "0.2", 4}},
        {{"a", "0.1", "0.2", 3}, {"v", "10", "20", 4}}, {{"v", "10", "20", 4}, {"g", "0.1", "0.2", 3}}};
    static const lgr_override sets[] = {{"g", "9.81"}, {"g", "9.82"}, {"a", "9.81"}};
    const lgr_sweep_options usual = lgr_sweep_options_default();
    keys k = {.count = 0};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        note(&k, text, NULL, 0, axes[i], 2, &usual);
    note(&k, text, NULL, 0, axes[0], 1, &usual);
    for (size_t i = 0; i < 3; i++)
        note(&k, text, &sets[i], 1, axes[0], 1, &usual);
    char other[600];
    snprintf(other, sizeof other, "%sreport high = maximum(y)\n", text);
    note(&k, other, NULL, 0, axes[0], 1, &usual);
    lgr_sweep_options o[7] = {usual, usual, usual, usual, usual, usual, usual};
    lgr_run_options run[5];
    for (size_t i = 0; i < 5; i++) {
        run[i] = lgr_run_options_default();
        o[i].run = &run[i];
    }
    run[0].until = 2;
    run[1].tolerance = 1e-7;
    run[2].first_step = 1e-3;
    run[3].method = "variational";
    run[4].max_steps = 1000;
    o[5].shard = 1;
    o[5].shards = 2;
    o[6].shard = 2;
    o[6].shards = 2;
    for (size_t i = 0; i < 7; i++)
        note(&k, text, NULL, 0, axes[0], 1, &o[i]);
    assert_all_differ(&k);
}

/* The same of samples, where the number that they begin with counts too. */
static void samples_are_told_apart(void **state) {
    (void)state;
    static const lgr_axis axis = {"v", "10", "20", 0};
    const lgr_sweep_options usual = lgr_sweep_options_default();
    lgr_sweep_options o[4] = {usual, usual, usual, usual};
    for (int i = 0; i < 4; i++) {
        o[i].samples = i == 1 ? 9 : 8;
        o[i].sample = i == 2 ? "random" : "sobol";
        o[i].seed = i == 3 ? 5 : 0;
    }
    keys k = {.count = 0};
    for (int i = 0; i < 4; i++)
        note(&k, text, NULL, 0, &axis, 1, &o[i]);
    assert_all_differ(&k);
}

/* How many threads there are, and whether somebody watches, decides about no row. */
static void what_decides_about_no_row_does_not_count(void **state) {
    (void)state;
    static const lgr_axis axis = {"v", "10", "20", 4};
    lgr_sweep_options o = lgr_sweep_options_default();
    keys k = {.count = 0};
    note(&k, text, NULL, 0, &axis, 1, &o);
    o.threads = 3;
    note(&k, text, NULL, 0, &axis, 1, &o);
    assert_string_equal(k.at[0], k.at[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_decides_about_rows_counts),
        cmocka_unit_test(samples_are_told_apart),
        cmocka_unit_test(what_decides_about_no_row_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
