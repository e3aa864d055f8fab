/* Misuse of the public functions is told by a status or an empty answer, never by a crash. */
#include <math.h>
#include <stdio.h>

#include "api/support.h"

#define OK LGR_STATUS_OK
#define USAGE LGR_STATUS_USAGE
#define MEMORY LGR_STATUS_MEMORY

static const char *const text = "param l = 1 m in [0.5 m, 2 m]\ncoord x = l\nparticle p: mass 1 kg at [x, 0 m]\n"
                                "gravity 9.81 m/s^2\nreport e = final(x)\nsimulate until 0.1 s\n";

/* What the calls work on; each case is one wrong call and the status that it must give. */
typedef struct things {
    lgr_model *m;
    lgr_run *run;
    lgr_sweep *sweep;
    lgr_dynamics *d;
    double x;
    lgr_info info;
    lgr_finding finding;
    size_t i;
} things;

static bool sink(void *user, const char *data, size_t length) {
    (void)user, (void)data, (void)length;
    return true;
}

#define CASES(CASE)                                                                                                    \
    CASE(lgr_model_status(NULL), MEMORY)                                                                               \
    CASE(lgr_model_info(NULL, LGR_KIND_REPORT, 0, &t->info), USAGE)                                                    \
    CASE(lgr_model_info(t->m, LGR_KIND_REPORT, 1, &t->info), USAGE)                                                    \
    CASE(lgr_model_info(t->m, (lgr_kind)99, 0, &t->info), USAGE)                                                       \
    CASE(lgr_model_info(t->m, (lgr_kind)-1, 0, &t->info), USAGE)                                                       \
    CASE(lgr_model_info(t->m, LGR_KIND_REPORT, 0, NULL), USAGE)                                                        \
    CASE(lgr_model_info(t->m, LGR_KIND_REPORT, 0, &(lgr_info){.size = 0}), USAGE)                                      \
    CASE(lgr_model_find(NULL, LGR_KIND_REPORT, "e", &t->i), USAGE)                                                     \
    CASE(lgr_model_find(t->m, LGR_KIND_REPORT, NULL, &t->i), USAGE)                                                    \
    CASE(lgr_model_find(t->m, LGR_KIND_REPORT, "e", NULL), USAGE)                                                      \
    CASE(lgr_model_finding(NULL, 0, &t->finding), USAGE)                                                               \
    CASE(lgr_model_finding(t->m, 0, &t->finding), USAGE)                                                               \
    CASE(lgr_model_finding(t->m, 0, NULL), USAGE)                                                                      \
    CASE(lgr_model_set(NULL, "l", "1 m"), MEMORY)                                                                      \
    CASE(lgr_model_check(NULL, "text", false, 0, sink, NULL), USAGE)                                                   \
    CASE(lgr_model_check(t->m, NULL, false, 0, sink, NULL), USAGE)                                                     \
    CASE(lgr_model_check(t->m, "text", false, 0, NULL, NULL), USAGE)                                                   \
    CASE(lgr_model_check(t->m, "morse", false, 0, sink, NULL), USAGE)                                                  \
    CASE(lgr_model_linearize(NULL, NULL, "text", false, 0, sink, NULL), USAGE)                                         \
    CASE(lgr_model_linearize(t->m, NULL, "pdf", false, 0, sink, NULL), USAGE)                                          \
    CASE(lgr_model_linearize(t->m, NULL, "text", false, 0, NULL, NULL), USAGE)                                         \
    CASE(lgr_model_linearize(t->m,                                                                                     \
                             &(lgr_linear_options){.size = sizeof(lgr_linear_options),                                 \
                                                   .mode = 1,                                                          \
                                                   .vary = &(lgr_axis){"energy", "0.1 J", "1 J", 2}},                  \
                             "text", false, 0, sink, NULL),                                                            \
         USAGE)                                                                                                        \
    CASE(lgr_model_linearize(t->m,                                                                                     \
                             &(lgr_linear_options){.size = sizeof(lgr_linear_options),                                 \
                                                   .mode = -1,                                                         \
                                                   .vary = &(lgr_axis){"energy", "0.1 J", "1 J", 2}},                  \
                             "text", false, 0, sink, NULL),                                                            \
         USAGE)                                                                                                        \
    CASE(lgr_model_linearize(                                                                                          \
             t->m, &(lgr_linear_options){.size = sizeof(lgr_linear_options), .vary = &(lgr_axis){"t", NULL, NULL, 3}}, \
             "text", false, 0, sink, NULL),                                                                            \
         USAGE)                                                                                                        \
    CASE(lgr_model_linearize(                                                                                          \
             t->m,                                                                                                     \
             &(lgr_linear_options){.size = sizeof(lgr_linear_options), .vary = &(lgr_axis){"t", "0 s", "inf s", 3}},   \
             "text", false, 0, sink, NULL),                                                                            \
         USAGE)                                                                                                        \
    CASE(lgr_model_draw_mode(NULL, 0, 0, sink, NULL), USAGE)                                                           \
    CASE(lgr_model_draw_mode(t->m, 0, 0, NULL, NULL), USAGE)                                                           \
    CASE(lgr_model_draw_mode(t->m, 99, 0, sink, NULL), USAGE)                                                          \
    CASE(lgr_model_analyze(NULL, "text", false, 0, sink, NULL), USAGE)                                                 \
    CASE(lgr_model_analyze(t->m, NULL, false, 0, sink, NULL), USAGE)                                                   \
    CASE(lgr_model_analyze(t->m, "text", false, 0, NULL, NULL), USAGE)                                                 \
    CASE(lgr_model_notebook(NULL, NULL, NULL, sink, NULL), USAGE)                                                      \
    CASE(lgr_model_notebook(t->m, NULL, NULL, NULL, NULL), USAGE)                                                      \
    CASE(lgr_model_notebook(t->m, &(lgr_derive_options){.size = 0}, NULL, sink, NULL), USAGE)                          \
    CASE(lgr_model_derive(NULL, NULL, "text", false, 0, sink, NULL), USAGE)                                            \
    CASE(lgr_model_derive(t->m, NULL, NULL, false, 0, sink, NULL), USAGE)                                              \
    CASE(lgr_model_derive(t->m, NULL, "text", false, 0, NULL, NULL), USAGE)                                            \
    CASE(lgr_model_derive(t->m, &(lgr_derive_options){.size = 0}, "text", false, 0, sink, NULL), USAGE)                \
    CASE(lgr_model_derive(t->m, &(lgr_derive_options){.size = 4096}, "text", false, 0, sink, NULL), USAGE)             \
    CASE(lgr_model_derive(t->m, NULL, "text", false, 0, sink, NULL), OK)                                               \
    CASE(lgr_model_check_plot(NULL, "x"), USAGE)                                                                       \
    CASE(lgr_model_check_plot(t->m, NULL), USAGE)                                                                      \
    CASE(lgr_run_status(NULL), MEMORY)                                                                                 \
    CASE(lgr_run_verify(NULL), USAGE)                                                                                  \
    CASE(lgr_run_check_action(NULL), USAGE)                                                                            \
    CASE(lgr_run_differentiate(NULL, NULL, 0), USAGE)                                                                  \
    CASE(lgr_run_differentiate(t->run, NULL, 1), USAGE)                                                                \
    CASE(lgr_run_differentiate(t->run, (const char *[]){NULL}, 1), USAGE)                                              \
    CASE(lgr_run_write(NULL, "json", false, 0, sink, NULL), USAGE)                                                     \
    CASE(lgr_run_write(t->run, NULL, false, 0, sink, NULL), USAGE)                                                     \
    CASE(lgr_run_write(t->run, "json", false, 0, NULL, NULL), USAGE)                                                   \
    CASE(lgr_run_plot(NULL, "x", "svg", false, 0, sink, NULL), USAGE)                                                  \
    CASE(lgr_run_plot(t->run, NULL, "svg", false, 0, sink, NULL), USAGE)                                               \
    CASE(lgr_run_plot(t->run, "x", NULL, false, 0, sink, NULL), USAGE)                                                 \
    CASE(lgr_run_plot(t->run, "x", "svg", false, 0, NULL, NULL), USAGE)                                                \
    CASE(lgr_sweep_status(NULL), MEMORY)                                                                               \
    CASE(lgr_sweep_run(NULL, sink, NULL), USAGE)                                                                       \
    CASE(lgr_sweep_compute(NULL, 0, 0, sink, NULL), USAGE)                                                             \
    CASE(lgr_sweep_compute(t->sweep, 0, 99, sink, NULL), USAGE)                                                        \
    CASE(lgr_sweep_compute(t->sweep, 2, 1, sink, NULL), USAGE)                                                         \
    CASE(lgr_sweep_compute(t->sweep, 0, 1, NULL, NULL), USAGE)                                                         \
    CASE(lgr_sweep_write(NULL, false, 0, sink, NULL), USAGE)                                                           \
    CASE(lgr_sweep_write(t->sweep, false, 0, NULL, NULL), USAGE)                                                       \
    CASE(lgr_dynamics_status(NULL), LGR_STATUS_MEMORY)                                                                 \
    CASE(lgr_dynamics_start(NULL, NULL, NULL, NULL), USAGE)                                                            \
    CASE(lgr_dynamics_start(t->d, NULL, NULL, NULL), OK)                                                               \
    CASE(lgr_dynamics_set(NULL, 0, 1), USAGE)                                                                          \
    CASE(lgr_dynamics_set(t->d, 9, 1), USAGE)                                                                          \
    CASE(lgr_dynamics_add_force(NULL, NULL), USAGE)                                                                    \
    CASE(lgr_dynamics_add_force(t->d, NULL), USAGE)                                                                    \
    CASE(lgr_dynamics_add_force(t->d, &(lgr_force){.size = sizeof(lgr_force)}), USAGE)                                 \
    CASE(lgr_dynamics_derivative(t->d, LGR_QUANTITY_M, LGR_VARIABLE_Q, &t->x, 1), USAGE) /* before an evaluation */    \
    CASE(lgr_dynamics_linearize(t->d, &t->x, NULL, NULL, NULL), USAGE)                                                 \
    CASE(lgr_dynamics_evaluate(NULL, 0, &t->x, &t->x), USAGE)                                                          \
    CASE(lgr_dynamics_evaluate(t->d, 0, NULL, &t->x), USAGE)                                                           \
    CASE(lgr_dynamics_evaluate(t->d, 0, &t->x, NULL), USAGE)                                                           \
    CASE(lgr_dynamics_evaluate(t->d, 0, &t->x, &t->x), OK)                                                             \
    CASE(lgr_dynamics_derivative(t->d, LGR_QUANTITY_M, LGR_VARIABLE_Q, &t->x, 0), USAGE)                               \
    CASE(lgr_dynamics_derivative(t->d, LGR_QUANTITY_M, LGR_VARIABLE_Q, NULL, 1), USAGE)                                \
    CASE(lgr_dynamics_derivative(t->d, (lgr_quantity)99, LGR_VARIABLE_Q, &t->x, 1), USAGE)                             \
    CASE(lgr_dynamics_derivative(t->d, LGR_QUANTITY_M, (lgr_variable)99, &t->x, 1), USAGE)                             \
    CASE(lgr_dynamics_derivative(NULL, LGR_QUANTITY_M, LGR_VARIABLE_Q, &t->x, 1), USAGE)                               \
    CASE(lgr_dynamics_derivative(t->d, LGR_QUANTITY_M, LGR_VARIABLE_Q, &t->x, 1), OK)                                  \
    CASE(lgr_dynamics_accelerate(NULL, 0, &t->x, &t->x, &t->x, NULL), USAGE)                                           \
    CASE(lgr_dynamics_accelerate(t->d, 0, &t->x, &t->x, NULL, NULL), USAGE)                                            \
    CASE(lgr_dynamics_accelerate_many(NULL, 1, &t->x, &t->x, &t->x, &t->x, NULL), USAGE)                               \
    CASE(lgr_dynamics_accelerate_many(t->d, 1, NULL, &t->x, &t->x, &t->x, NULL), USAGE)                                \
    CASE(lgr_dynamics_accelerate_many(t->d, 0, NULL, NULL, NULL, NULL, NULL), OK)                                      \
    CASE(lgr_dynamics_linearize(NULL, NULL, NULL, NULL, NULL), USAGE)                                                  \
    CASE(lgr_dynamics_project(NULL, 0, &t->x, &t->x), USAGE)                                                           \
    CASE(lgr_dynamics_project(t->d, 0, NULL, &t->x), USAGE)                                                            \
    CASE(lgr_dynamics_invert(t->d, 0, &t->x, &t->x, NULL, NULL, &t->x, NULL), USAGE)                                   \
    CASE(lgr_dynamics_invert(NULL, 0, &t->x, &t->x, &t->x, NULL, &t->x, NULL), USAGE)                                  \
    CASE(lgr_dynamics_balance(NULL, 0, &t->x, NULL), USAGE)                                                            \
    CASE(lgr_dynamics_balance(t->d, 0, NULL, NULL), USAGE)                                                             \
    CASE(lgr_optimum_status(NULL), MEMORY)                                                                             \
    CASE(lgr_optimum_write(NULL, "text", false, 0, sink, NULL), USAGE)

static lgr_sweep *sweep_of(lgr_model *m) {
    lgr_axis axis = {"l", "1 m", "2 m", 2};
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    return lgr_sweep_create(m, &o);
}

static void wrong_calls_have_a_status(void **state) {
    (void)state;
    things all = {.m = parse(text), .info = {.size = sizeof(lgr_info)}, .finding = {.size = sizeof(lgr_finding)}};
    things *t = &all;
    t->run = lgr_run_create(t->m, NULL);
    t->sweep = sweep_of(t->m);
    t->d = lgr_dynamics_create(t->m, NULL);
    assert_int_equal(lgr_dynamics_status(t->d), OK);
    assert_int_equal(lgr_run_status(t->run), OK);
    assert_int_equal(lgr_sweep_status(t->sweep), OK);
#define CASE(call, status)                                                                                             \
    if ((call) != (status))                                                                                            \
        fail_msg("%s is %d", #call, (int)(call));
    CASES(CASE)
#undef CASE
    lgr_dynamics_destroy(t->d);
    lgr_sweep_destroy(t->sweep);
    lgr_run_destroy(t->run);
    lgr_model_destroy(t->m);
}

static void handles_of_nothing_answer_nothing(void **state) {
    (void)state;
    bool present;
    assert_non_null(lgr_model_usage_error(NULL));
    assert_string_equal(lgr_model_name(NULL), "");
    assert_null(lgr_model_text(NULL, NULL));
    assert_int_equal(lgr_model_finding_count(NULL), 0);
    assert_null(lgr_model_finding_text(NULL, 0, false));
    assert_false(lgr_model_finding_is_error(NULL, 0));
    assert_int_equal(lgr_model_count(NULL, LGR_KIND_REPORT), 0);
    assert_non_null(lgr_run_usage_error(NULL));
    assert_int_equal(lgr_run_verified_digits(NULL), -1);
    assert_null(lgr_run_verify_trouble(NULL, false));
    assert_true(isnan(lgr_run_slope(NULL, "e", "l")));
    assert_true(isnan(lgr_run_action_variation(NULL)));
    assert_non_null(lgr_run_format_trouble(NULL));
    assert_true(isnan(lgr_run_report(NULL, "e")));
    assert_int_equal(lgr_run_unmet_count(NULL), 0);
    assert_null(lgr_run_unmet_text(NULL, 0, false));
    assert_null(lgr_film_create(NULL));
    assert_int_equal(lgr_film_about(NULL).count, 0);
    assert_null(lgr_film_picture(NULL, 0));
    assert_non_null(lgr_sweep_usage_error(NULL));
    assert_string_equal(lgr_sweep_key(NULL), "");
    assert_int_equal(lgr_sweep_count(NULL) + lgr_sweep_done(NULL) + lgr_sweep_column_count(NULL), 0);
    assert_string_equal(lgr_sweep_column(NULL, 0).name, "");
    assert_string_equal(lgr_sweep_header(NULL), "");
    assert_false(lgr_sweep_resume(NULL, "", 0));
    assert_false(lgr_sweep_resume_values(NULL, NULL, "", ""));
    assert_non_null(lgr_optimum_usage_error(NULL));
    assert_null(lgr_optimum_trouble(NULL));
    assert_true(isnan(lgr_optimum_value(NULL)) && isnan(lgr_optimum_parameter(NULL, 0)));
    assert_null(lgr_code_title(NULL));
    assert_null(lgr_explain(NULL));
    assert_int_equal(lgr_model_ask(NULL, NULL, 0, 0, NULL, NULL, NULL), LGR_STATUS_USAGE);
    assert_null(lgr_model_question(99));
    assert_non_null(lgr_version_part(0, NULL));
    assert_null(lgr_version_part(99, &present));
    char digits[LGR_NUMBER_ROOM];
    assert_true(isnan(lgr_number_read(NULL, NULL)));
    assert_int_equal(lgr_number_write(1, 18, digits) + lgr_number_write(1, 1, NULL), 0);
    assert_non_null(lgr_dynamics_error(NULL));
    assert_int_equal(lgr_dynamics_coordinate_count(NULL) + lgr_dynamics_row_count(NULL), 0);
    assert_int_equal(lgr_dynamics_coordinate(NULL, 3) + lgr_dynamics_row(NULL, 3), 0);
    assert_null(lgr_dynamics_get(NULL, LGR_QUANTITY_M, NULL));
    lgr_dynamics_destroy(NULL);
    lgr_run_destroy(NULL);
    lgr_film_destroy(NULL);
    lgr_sweep_destroy(NULL);
    lgr_optimum_destroy(NULL);
}

static void nothing_can_be_made_of_nothing(void **state) {
    (void)state;
    lgr_model *m = parse(text);
    lgr_model *none[] = {lgr_model_parse(NULL, "", 0, NULL, 0), lgr_model_parse("a", NULL, 3, NULL, 0),
                         lgr_model_parse("a", "", 0, NULL, 1),
                         lgr_model_parse("a", "", 0, &(lgr_override){"l", NULL}, 1), lgr_model_copy(NULL)};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(lgr_model_status(none[i]), USAGE);
        assert_non_null(lgr_model_usage_error(none[i]));
        lgr_run *run = lgr_run_create(none[i], NULL);
        lgr_dynamics *d = lgr_dynamics_create(none[i], NULL);
        assert_int_equal(lgr_dynamics_status(d), USAGE);
        assert_non_null(lgr_dynamics_error(d));
        lgr_dynamics_destroy(d);
        lgr_sweep *sweep = sweep_of(none[i]);
        assert_int_equal(lgr_run_status(run), USAGE);
        assert_int_equal(lgr_sweep_status(sweep), USAGE);
        lgr_sweep_destroy(sweep);
        lgr_run_destroy(run);
        lgr_model_destroy(none[i]);
    }
    lgr_run *run = lgr_run_create(NULL, NULL);
    assert_int_equal(lgr_run_write(run, "json", false, 0, sink, NULL), lgr_run_status(run));
    assert_int_equal(lgr_run_plot(run, "t", "svg", false, 0, sink, NULL), lgr_run_status(run));
    lgr_sweep *sweeps[] = {
        lgr_sweep_create(NULL, NULL), lgr_sweep_create(m, NULL), lgr_sweep_create(m, &(lgr_sweep_options){.size = 0}),
        lgr_sweep_create(m, &(lgr_sweep_options){.size = sizeof(lgr_sweep_options), .axis_count = 1})};
    lgr_optimum *optima[] = {lgr_optimum_create(NULL, NULL), lgr_optimum_create(m, NULL),
                             lgr_optimum_create(m, &(lgr_optimize_options){.size = 0}),
                             lgr_optimum_create(m, &(lgr_optimize_options){.size = sizeof(lgr_optimize_options)})};
    assert_int_equal(lgr_run_status(run), MEMORY);
    for (size_t i = 0; i < 4; i++) { /* without a model there was no memory for it */
        assert_int_equal(lgr_sweep_status(sweeps[i]), i ? USAGE : MEMORY);
        assert_int_equal(lgr_optimum_status(optima[i]), i ? USAGE : MEMORY);
        assert_int_equal(lgr_sweep_write(sweeps[i], false, 0, sink, NULL), lgr_sweep_status(sweeps[i]));
        assert_int_equal(lgr_sweep_run(sweeps[i], sink, NULL), lgr_sweep_status(sweeps[i]));
        assert_int_equal(lgr_sweep_compute(sweeps[i], 0, 1, sink, NULL), USAGE);
        assert_int_equal(lgr_sweep_write_page(sweeps[i], NULL, sink, NULL), USAGE);
        assert_false(lgr_sweep_resume(sweeps[i], "a", 1));
        assert_int_not_equal(lgr_optimum_write(optima[i], "text", false, 0, sink, NULL), OK);
        assert_non_null(lgr_sweep_usage_error(sweeps[i]));
        assert_non_null(lgr_optimum_usage_error(optima[i]));
        lgr_sweep_destroy(sweeps[i]);
        lgr_optimum_destroy(optima[i]);
    }
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

/* Of a later version, of none, and of an earlier one that knew fewer members. */
static void sizes_of_options_are_checked(void **state) {
    (void)state;
    lgr_model *m = parse(text);
    const size_t fewer = offsetof(lgr_run_options, max_steps);
    const struct {
        size_t size;
        lgr_status status;
    } cases[] = {{0, USAGE},
                 {sizeof(size_t), USAGE},
                 {fewer, OK},
                 {sizeof(lgr_run_options), OK},
                 {sizeof(lgr_run_options) + 8, USAGE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lgr_run_options o = lgr_run_options_default();
        o.size = cases[i].size;
        if (cases[i].size == fewer)
            o.max_steps = -1; /* is not looked at */
        lgr_run *run = lgr_run_create(m, &o);
        assert_int_equal(lgr_run_status(run), cases[i].status);
        assert_true((lgr_run_usage_error(run) != NULL) == (cases[i].status == USAGE));
        lgr_run_destroy(run);
    }
    lgr_model_destroy(m);
}

static void equations_need_a_mode_and_a_start(void **state) {
    (void)state;
    lgr_model *m = parse(text), *bad = parse("coord x = 1\nparticle p: mass 1 at [x, 0]\nconstraint c: x = 2\n");
    lgr_dynamics_options sizes[] = {
        {.size = 0}, {.size = 999}, {.size = sizeof(lgr_dynamics_options), .mode = "never"}};
    for (size_t i = 0; i < 3; i++) {
        lgr_dynamics *d = lgr_dynamics_create(m, &sizes[i]);
        assert_int_equal(lgr_dynamics_status(d), USAGE);
        assert_non_null(lgr_dynamics_error(d));
        assert_int_equal(lgr_dynamics_balance(d, 0, &(double){0}, NULL), USAGE);
        lgr_dynamics_destroy(d);
    }
    lgr_dynamics *none = lgr_dynamics_create(bad, NULL);
    assert_int_equal(lgr_dynamics_status(none), LGR_STATUS_MODEL);
    assert_true(lgr_model_finding_count(bad) > 0);
    lgr_dynamics_destroy(none);
    lgr_model_destroy(bad);
    lgr_model_destroy(m);
}

static void init_writes_what_the_caller_has_room_for(void **state) {
    (void)state;
    lgr_run_options o;
    memset(&o, 7, sizeof o);
    const long before = o.max_steps;
    lgr_run_options_init(&o, offsetof(lgr_run_options, max_steps));
    assert_int_equal(o.size, offsetof(lgr_run_options, max_steps));
    assert_true(isnan(o.until) && o.max_steps == before);
    lgr_run_options_init(NULL, sizeof o);
    assert_int_equal(lgr_derive_options_default().size, sizeof(lgr_derive_options));
    assert_null(lgr_sweep_options_default().run);
    assert_int_equal(lgr_optimize_options_default().size, sizeof(lgr_optimize_options));
}

static void the_header_and_the_library_are_of_one_version(void **state) {
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", LGR_VERSION_MAJOR, LGR_VERSION_MINOR, LGR_VERSION_PATCH);
    assert_string_equal(lgr_version(), version);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls_have_a_status),
        cmocka_unit_test(handles_of_nothing_answer_nothing),
        cmocka_unit_test(nothing_can_be_made_of_nothing),
        cmocka_unit_test(sizes_of_options_are_checked),
        cmocka_unit_test(equations_need_a_mode_and_a_start),
        cmocka_unit_test(init_writes_what_the_caller_has_room_for),
        cmocka_unit_test(the_header_and_the_library_are_of_one_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
