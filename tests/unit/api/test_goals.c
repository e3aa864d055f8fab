/* What optima and fronts are told: what is missing or makes no sense is named, ranges are read in the parameter's unit,
   searches begin at the present values, and what people see of them is what the text says. */
#include "api/goals.h"

#include "api/support.h"
#include "study/local.h"

static const char *const text =
    "param v = 5 m/s in [1 m/s, 9 m/s], turn = 30 deg in [10 deg, 80 deg], far = 2 ft, n = 2\n"
    "param heavy in [1 kg, 3 kg], left in m\n"
    "for i in 1..n { coord x[i] = 0 m; particle p[i]: mass heavy at [x[i], far + left] }\n"
    "initial x[1]' = v*cos(turn)\n"
    "report range = final(x[1])\nreport speed = maximum(x[1]')\nsimulate until 2 s\n";

typedef struct room {
    lgr_model *of;
    arena *a;
} room;

static room enter(void) {
    room r = {parse(text), base_arena_create()};
    assert_int_equal(lgr_model_status(r.of), LGR_STATUS_OK);
    return r;
}

static void leave(room r) {
    lgr_model_destroy(r.of);
    base_arena_destroy(r.a);
}

static void check_says(const char *why, const char *says) {
    assert_non_null(why);
    if (!strstr(why, says))
        fail_msg("'%s' does not say '%s'", why, says);
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    const lgr_axis whole = {"v", NULL, NULL, 0}, half = {"v", "1", NULL, 0}, nameless = {NULL, "1", "2", 0};
    assert_null(api_check_over(&whole, 1));
    assert_null(api_check_over(NULL, 0));
    check_says(api_check_over(NULL, 1), "needs a name, and both bounds or none");
    check_says(api_check_over(&half, 1), "both bounds or none");
    check_says(api_check_over(&nameless, 1), "needs a name");
    const char *const limits[] = {"range < 5 m", NULL};
    assert_null(api_check_limits(limits, 1));
    assert_null(api_check_limits(NULL, 0));
    check_says(api_check_limits(limits, 2), "a limit is a comparison");
    check_says(api_check_limits(NULL, 1), "a limit is a comparison");
}

static void reports_are_found_by_name(void **state) {
    (void)state;
    room r = enter();
    size_t report = 7;
    assert_null(api_find_report(r.of, "speed", &report, r.a));
    assert_int_equal(report, 1);
    check_says(api_find_report(r.of, "sped", &report, r.a), "no report 'sped': did you mean 'speed'?");
    check_says(api_find_report(r.of, "", &report, r.a), "no report ''");
    leave(r);
}

static void ranges_are_in_the_units_of_the_parameters(void **state) {
    (void)state;
    room r = enter();
    api_box box;
    const lgr_axis over[] = {{"turn", "20", "0.5 rad", 0}, {"far", "1", "3", 0}, {"v", NULL, NULL, 0}};
    assert_null(api_read_box(r.of, over, 3, &box, r.a));
    assert_int_equal(box.count, 3);
    assert_close(box.axes[0].low, 20 * acos(-1) / 180, 1e-15);
    assert_close(box.axes[0].high, 0.5, 1e-15);
    assert_close(box.axes[1].low, 0.3048, 1e-15);
    assert_close(box.axes[1].high, 3 * 0.3048, 1e-15);
    assert_true(box.axes[2].low == 1 && box.axes[2].high == 9);
    assert_close(box.present[0], acos(-1) / 6, 1e-15);
    assert_close(box.present[1], 2 * 0.3048, 1e-15);
    assert_true(box.present[2] == 5);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(r.of->m->params[box.params[i]].name, over[i].name);
    leave(r);
}

static void a_search_for_what_has_no_number_begins_in_the_middle(void **state) {
    (void)state;
    room r = enter();
    api_box box;
    const lgr_axis over[] = {{"heavy", NULL, NULL, 0}, {"left", "10 cm", "30 cm", 0}, {"v", NULL, NULL, 0}};
    assert_null(api_read_box(r.of, over, 3, &box, r.a));
    assert_close(box.present[0], 2, 1e-15);
    assert_close(box.present[1], 0.2, 1e-15);
    const model *m = r.of->m;
    assert_false(api_gives_numbers(m, box.params, 3));
    assert_true(api_gives_numbers(m, box.params + 2, 1));
    const double *given = api_given_values(m, box.params, box.present, 3, r.a);
    assert_true(isnan(given[0]) && isnan(given[1]) && given[2] == 5);
    assert_true(isnan(api_no_values(2, r.a)[1]));
    assert_int_equal(lgr_model_set(r.of, "heavy", "2.5"), LGR_STATUS_OK);
    assert_true(api_gives_numbers(r.of->m, box.params, 1));
    leave(r);
}

static void what_cannot_be_varied_is_refused(void **state) {
    (void)state;
    static const struct {
        lgr_axis first, second;
        const char *says;
    } rows[] = {
        {{"v", NULL, NULL, 0}, {"v", "1", "2", 0}, "'v' is named twice"},
        {{"v", NULL, NULL, 0}, {"trun", "1", "2", 0}, "did you mean 'turn'?"},
        {{"v", NULL, NULL, 0}, {"n", "1", "3", 0}, "'n' is structural"},
        {{"v", NULL, NULL, 0}, {"far", NULL, NULL, 0}, "'far' has no bounds: give them, far=LO..HI"},
        {{"v", NULL, NULL, 0}, {"far", "3", "1", 0}, "the range of 'far' is empty: it goes from 3 ft to 1 ft"},
        {{"v", NULL, NULL, 0}, {"far", "1", "1", 0}, "is empty"},
        {{"v", NULL, NULL, 0}, {"far", "1 s", "2 s", 0}, "far"},
        {{"v", NULL, NULL, 0}, {"far", "nonsense", "2", 0}, "nonsense"},
    };
    room r = enter();
    api_box box;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_says(api_read_box(r.of, (lgr_axis[]){rows[i].first, rows[i].second}, 2, &box, r.a), rows[i].says);
    check_says(api_read_box(r.of, NULL, 0, &box, r.a), "no parameters to optimize");
    leave(r);
    const lgr_override set = {"v", "3"};
    lgr_model *of = lgr_model_parse("test.lgr", text, strlen(text), &set, 1);
    arena *a = base_arena_create();
    check_says(api_read_box(of, (lgr_axis[]){{"v", NULL, NULL, 0}}, 1, &box, a), "cannot be both set and optimized");
    base_arena_destroy(a);
    lgr_model_destroy(of);
}

static void there_are_few_limits(void **state) {
    (void)state;
    room r = enter();
    const char *limits[LOCAL_MOST_LIMITS + 1];
    lgr_model *limited = NULL;
    for (size_t i = 0; i <= LOCAL_MOST_LIMITS; i++)
        limits[i] = "range < 5 m";
    check_says(api_read_few_limits(r.of, limits, LOCAL_MOST_LIMITS + 1, &limited, r.a), "too many limits");
    assert_null(api_read_few_limits(r.of, limits, 2, &limited, r.a));
    assert_int_equal(limited->m->expect_count, 2);
    lgr_model_destroy(limited);
    leave(r);
}

static const char *read_one_scatter(room r, const char *name, const char *amount) {
    study of = {0};
    const lgr_axis axis = {name, NULL, amount, 0};
    return api_read_machines(r.of, &(api_machines){&axis, 1, 10, 2}, &of, NULL, r.a);
}

static void what_scatters_does_so_by_an_amount_or_a_part(void **state) {
    (void)state;
    room r = enter();
    study of = {0};
    const lgr_axis two[] = {{"far", NULL, "0.1", 0}, {"v", NULL, "2 %", 0}};
    assert_null(api_read_machines(r.of, &(api_machines){two, 2, 10, 2}, &of, NULL, r.a));
    const study_scatter *s = of.scatter;
    assert_int_equal(s->param_count, 2);
    assert_close(s->axes[0].amount, 0.03048, 1e-15);
    assert_true(s->axes[0].part == 0);
    assert_true(s->axes[1].part == 0.02 && s->axes[1].amount == 0);
    assert_string_equal(r.of->m->params[s->params[1]].name, "v");
    static const struct {
        const char *name, *amount, *says;
    } rows[] = {{"w", "1%", "w"},
                {"n", "1%", "'n' is structural: it cannot scatter"},
                {"v", "0", "the scatter of 'v' must be above 0, not 0"},
                {"v", "-2%", "must be above 0"},
                {"v", "1e999%", "must be above 0"},
                {"v", "1 kg", "v"},
                {"v", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_says(read_one_scatter(r, rows[i].name, rows[i].amount), rows[i].says);
    leave(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(reports_are_found_by_name),
        cmocka_unit_test(ranges_are_in_the_units_of_the_parameters),
        cmocka_unit_test(a_search_for_what_has_no_number_begins_in_the_middle),
        cmocka_unit_test(what_cannot_be_varied_is_refused),
        cmocka_unit_test(there_are_few_limits),
        cmocka_unit_test(what_scatters_does_so_by_an_amount_or_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
