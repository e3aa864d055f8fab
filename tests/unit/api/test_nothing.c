/* Every public function that the other test of misuse leaves out, with NULL and with an index out of range. */
#include <float.h>
#include <math.h>

#include "api/support.h"

#define OK LGR_STATUS_OK
#define USAGE LGR_STATUS_USAGE
#define MEMORY LGR_STATUS_MEMORY
#define FAR ((size_t)-1)

static bool sink(void *user, const char *data, size_t length) {
    (void)user, (void)data, (void)length;
    return true;
}

static bool file_sink(void *user, const char *name, const char *data, size_t length) {
    (void)name;
    return sink(user, data, length);
}

/* What the calls work on. */
typedef struct things {
    lgr_model *m;
    lgr_run *run;
    lgr_stepper *stepper;
    lgr_fit *fit;
    lgr_front *front;
    lgr_sweep *sweep;
} things;

/* Statuses: of nothing, then of too far, of an unknown name, of a struct without a size, of no place to write to. */
#define STATUSES(CASE)                                                                                                 \
    CASE(lgr_fit_status(NULL), MEMORY)                                                                                 \
    CASE(lgr_fit_get(NULL, 0, &(lgr_fit_unknown){.size = sizeof(lgr_fit_unknown)}), USAGE)                             \
    CASE(lgr_fit_get(t->fit, FAR, &(lgr_fit_unknown){.size = sizeof(lgr_fit_unknown)}), USAGE)                         \
    CASE(lgr_fit_get(t->fit, 0, &(lgr_fit_unknown){.size = 0}), USAGE)                                                 \
    CASE(lgr_fit_get(t->fit, 0, NULL), USAGE)                                                                          \
    CASE(lgr_fit_write(NULL, "text", false, 0, sink, NULL), USAGE)                                                     \
    CASE(lgr_fit_write(t->fit, NULL, false, 0, sink, NULL), USAGE)                                                     \
    CASE(lgr_fit_write(t->fit, "text", false, 0, NULL, NULL), USAGE)                                                   \
    CASE(lgr_front_status(NULL), MEMORY)                                                                               \
    CASE(lgr_front_write(NULL, "text", false, 0, sink, NULL), USAGE)                                                   \
    CASE(lgr_front_write(t->front, NULL, false, 0, sink, NULL), USAGE)                                                 \
    CASE(lgr_front_write(t->front, "text", false, 0, NULL, NULL), USAGE)                                               \
    CASE(lgr_compare_write(NULL, 2, NULL, "text", false, 0, sink, NULL), USAGE)                                        \
    CASE(lgr_compare_write(&(lgr_compared){NULL, t->run}, 1, NULL, "text", false, 0, sink, NULL), USAGE)               \
    CASE(lgr_compare_write(&(lgr_compared){"a", NULL}, 1, NULL, "text", false, 0, sink, NULL), USAGE)                  \
    CASE(lgr_compare_write(&(lgr_compared){"a", t->run}, 1, NULL, NULL, false, 0, sink, NULL), USAGE)                  \
    CASE(lgr_compare_write(&(lgr_compared){"a", t->run}, 1, NULL, "text", false, 0, NULL, NULL), USAGE)                \
    CASE(lgr_model_export(NULL, "c", NULL, file_sink, NULL), USAGE)                                                    \
    CASE(lgr_model_export(t->m, NULL, NULL, file_sink, NULL), USAGE)                                                   \
    CASE(lgr_model_export(t->m, "morse", NULL, file_sink, NULL), USAGE)                                                \
    CASE(lgr_model_export(t->m, "c", NULL, NULL, NULL), USAGE)                                                         \
    CASE(lgr_model_export(t->m, "c", &(lgr_export_options){.size = 0}, file_sink, NULL), USAGE)                        \
    CASE(lgr_run_summarize(NULL, &(lgr_run_summary){.size = sizeof(lgr_run_summary)}), USAGE)                          \
    CASE(lgr_run_summarize(t->run, NULL), USAGE)                                                                       \
    CASE(lgr_run_summarize(t->run, &(lgr_run_summary){.size = 0}), USAGE)                                              \
    CASE(lgr_run_column_at(NULL, 0, &(lgr_run_column){.size = sizeof(lgr_run_column)}), USAGE)                         \
    CASE(lgr_run_column_at(t->run, FAR, &(lgr_run_column){.size = sizeof(lgr_run_column)}), USAGE)                     \
    CASE(lgr_run_column_at(t->run, 0, NULL), USAGE)                                                                    \
    CASE(lgr_run_column_named(NULL, "t", &(lgr_run_column){.size = sizeof(lgr_run_column)}), USAGE)                    \
    CASE(lgr_run_column_named(t->run, NULL, &(lgr_run_column){.size = sizeof(lgr_run_column)}), USAGE)                 \
    CASE(lgr_run_column_named(t->run, "nothing", &(lgr_run_column){.size = sizeof(lgr_run_column)}), USAGE)            \
    CASE(lgr_run_event(NULL, 0, &(lgr_step_event){.size = sizeof(lgr_step_event)}), USAGE)                             \
    CASE(lgr_run_event(t->run, FAR, &(lgr_step_event){.size = sizeof(lgr_step_event)}), USAGE)                         \
    CASE(lgr_run_initial_state(NULL, &(lgr_run_state){.size = sizeof(lgr_run_state)}), USAGE)                          \
    CASE(lgr_run_initial_state(t->run, NULL), USAGE)                                                                   \
    CASE(lgr_run_final_state(NULL, &(lgr_run_state){.size = sizeof(lgr_run_state)}), USAGE)                            \
    CASE(lgr_run_final_state(t->run, &(lgr_run_state){.size = 1}), USAGE)                                              \
    CASE(lgr_run_scene(NULL, &(lgr_scene){.size = sizeof(lgr_scene)}), USAGE)                                          \
    CASE(lgr_run_scene(t->run, NULL), USAGE)                                                                           \
    CASE(lgr_stepper_status(NULL), MEMORY)                                                                             \
    CASE(lgr_stepper_step(NULL, NULL), USAGE)                                                                          \
    CASE(lgr_stepper_step(t->stepper, &(lgr_step){.size = 0}), USAGE)                                                  \
    CASE(lgr_stepper_step_to(NULL, 1, NULL), USAGE)                                                                    \
    CASE(lgr_stepper_step_to(t->stepper, NAN, NULL), USAGE)                                                            \
    CASE(lgr_stepper_step_to_event(NULL, NULL), USAGE)                                                                 \
    CASE(lgr_stepper_event(NULL, 0, &(lgr_step_event){.size = sizeof(lgr_step_event)}), USAGE)                         \
    CASE(lgr_stepper_event(t->stepper, FAR, &(lgr_step_event){.size = sizeof(lgr_step_event)}), USAGE)                 \
    CASE(lgr_stepper_event(t->stepper, 0, NULL), USAGE)                                                                \
    CASE(lgr_stepper_motion(NULL, &(lgr_motion){.size = sizeof(lgr_motion)}), USAGE)                                   \
    CASE(lgr_stepper_motion(t->stepper, NULL), USAGE)                                                                  \
    CASE(lgr_stepper_set(NULL, 0, 1), USAGE)                                                                           \
    CASE(lgr_stepper_set(t->stepper, FAR, 1), USAGE)                                                                   \
    CASE(lgr_stepper_set(t->stepper, 0, NAN), USAGE)                                                                   \
    CASE(lgr_stepper_set_by_name(NULL, "l", 1), USAGE)                                                                 \
    CASE(lgr_stepper_set_by_name(t->stepper, NULL, 1), USAGE)                                                          \
    CASE(lgr_stepper_set_by_name(t->stepper, "nothing", 1), USAGE)                                                     \
    CASE(lgr_stepper_set_state(NULL, NULL, NULL, NULL), USAGE)                                                         \
    CASE(lgr_stepper_set_state(t->stepper, (const double[]){INFINITY}, NULL, NULL), USAGE)                             \
    CASE(lgr_stepper_restore(NULL, NULL), USAGE)                                                                       \
    CASE(lgr_stepper_restore(t->stepper, NULL), USAGE)                                                                 \
    CASE(lgr_sweep_write_page(NULL, NULL, sink, NULL), USAGE)                                                          \
    CASE(lgr_sweep_write_page(t->sweep, NULL, NULL, NULL), USAGE)                                                      \
    CASE(lgr_sweep_write_page(t->sweep, &(lgr_goal){"nothing", false}, sink, NULL), USAGE)

/* What else there is to answer: nothing. */
#define ANSWERS(CASE)                                                                                                  \
    CASE(lgr_code_name(FAR) == NULL)                                                                                   \
    CASE(lgr_component_file(FAR) == NULL && lgr_component_text(NULL) == NULL && lgr_component_text("") == NULL)        \
    CASE(lgr_derive_form(FAR) == NULL && lgr_derive_format(FAR) == NULL && lgr_export_format(FAR) == NULL)             \
    CASE(lgr_method_name(FAR) == NULL && lgr_method_description(FAR) == NULL)                                          \
    CASE(lgr_fit_unknown_count(NULL) == 0 && isnan(lgr_fit_correlation(NULL, 0, 0)))                                   \
    CASE(isnan(lgr_fit_correlation(t->fit, FAR, 0)) && isnan(lgr_fit_correlation(t->fit, 0, FAR)))                     \
    CASE(lgr_fit_usage_error(NULL) != NULL && lgr_fit_trouble(NULL) == NULL)                                           \
    CASE(lgr_front_usage_error(NULL) != NULL && lgr_front_trouble(NULL) == NULL && lgr_front_count(NULL) == 0)         \
    CASE(isnan(lgr_front_parameter(NULL, 0, 0)) && isnan(lgr_front_report(NULL, 0, 0)))                                \
    CASE(isnan(lgr_front_parameter(t->front, FAR, 0)) && isnan(lgr_front_parameter(t->front, 0, FAR)))                 \
    CASE(isnan(lgr_front_report(t->front, FAR, 0)) && isnan(lgr_front_report(t->front, 0, FAR)))                       \
    CASE(lgr_model_file(NULL, 0) == NULL && lgr_model_file(t->m, FAR) == NULL)                                         \
    CASE(!lgr_model_file_has_changed(NULL, 0) && !lgr_model_file_has_changed(t->m, FAR))                               \
    CASE(lgr_run_column_count(NULL) + lgr_run_event_count(NULL) + lgr_run_row_count(NULL) == 0)                        \
    CASE(lgr_run_reports(NULL, NULL) == NULL)                                                                          \
    CASE(lgr_stepper_save(NULL) == NULL)                                                                               \
    CASE(lgr_stepper_coordinates(NULL, NULL) == 0 && isnan(lgr_stepper_time(NULL)))                                    \
    CASE(isnan(lgr_stepper_parameter(NULL, 0)) && isnan(lgr_stepper_parameter(t->stepper, FAR)))                       \
    CASE(lgr_stepper_usage_error(NULL) != NULL && lgr_stepper_trouble(NULL, false) == NULL)

static const char *const text =
    "param l = 1 m in [0.5 m, 2 m]\ncoord x = l\nparticle p: mass 1 kg at [x, 0 m]\n"
    "gravity 9.81 m/s^2\nreport e = final(x)\nreport f = maximum(x)\nsimulate until 0.1 s\n";

/* Options without anything in them: the handles are there and say so. */
static things make(void) {
    const lgr_axis axis = {"l", "1 m", "2 m", 2};
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    things t = {.m = parse(text)};
    t.run = lgr_run_create(t.m, NULL);
    t.stepper = lgr_stepper_create(t.m, NULL);
    t.fit = lgr_model_fit(t.m, NULL);
    t.front = lgr_model_front(t.m, NULL);
    t.sweep = lgr_sweep_create(t.m, &o);
    assert_int_equal(lgr_run_status(t.run), OK);
    assert_int_equal(lgr_stepper_status(t.stepper), OK);
    assert_int_equal(lgr_fit_status(t.fit), USAGE);
    assert_int_equal(lgr_front_status(t.front), USAGE);
    return t;
}

static void end(things *t) {
    lgr_sweep_destroy(t->sweep);
    lgr_front_destroy(t->front);
    lgr_fit_destroy(t->fit);
    lgr_stepper_destroy(t->stepper);
    lgr_run_destroy(t->run);
    lgr_model_destroy(t->m);
}

static void wrong_calls_are_told(void **state) {
    (void)state;
    things all = make(), *t = &all;
#define CASE(call, status)                                                                                             \
    if ((call) != (status))                                                                                            \
        print_error("%s is %d\n", #call, (int)(call)), wrong++;
    int wrong = 0;
    STATUSES(CASE)
#undef CASE
#define CASE(answer)                                                                                                   \
    if (!(answer))                                                                                                     \
        print_error("not: %s\n", #answer), wrong++;
    ANSWERS(CASE)
#undef CASE
    assert_int_equal(wrong, 0);
    end(t);
}

static void nothing_is_made_of_nothing(void **state) {
    (void)state;
    lgr_fit *fit = lgr_model_fit(NULL, NULL);
    lgr_front *front = lgr_model_front(NULL, NULL);
    lgr_stepper *stepper = lgr_stepper_create(NULL, NULL);
    assert_int_equal(lgr_fit_status(fit), MEMORY);
    assert_int_equal(lgr_front_status(front), MEMORY);
    assert_int_equal(lgr_stepper_status(stepper), USAGE);
    lgr_fit_destroy(fit);
    lgr_front_destroy(front);
    lgr_stepper_destroy(stepper);
    stepper = lgr_stepper_clone(NULL);
    assert_int_equal(lgr_stepper_status(stepper), USAGE);
    lgr_stepper_destroy(stepper);
    lgr_fit_destroy(NULL);
    lgr_front_destroy(NULL);
    lgr_stepper_destroy(NULL);
    lgr_snapshot_destroy(NULL);
    lgr_model *m = lgr_model_parse_with("a", NULL, 3, NULL, 0, NULL);
    assert_int_equal(lgr_model_status(m), USAGE);
    lgr_model_destroy(m);
    m = lgr_model_parse_with("a", "", 0, NULL, 0, &(lgr_parse_options){.size = 0});
    assert_int_equal(lgr_model_status(m), USAGE);
    lgr_model_destroy(m);
}

static void defaults_are_written_nowhere_if_there_is_no_room(void **state) {
    (void)state;
    size_t none = 7; /* no more than the size of it is written */
    lgr_derive_options_init(NULL, 99);
    lgr_dynamics_options_init(NULL, 99);
    lgr_export_options_init(NULL, 99);
    lgr_fit_options_init(NULL, 99);
    lgr_front_options_init(NULL, 99);
    lgr_library_options_init(NULL, 99);
    lgr_linear_options_init(NULL, 99);
    lgr_optimize_options_init(NULL, 99);
    lgr_parse_options_init(NULL, 99);
    lgr_stepper_options_init(NULL, 99);
    lgr_sweep_options_init(NULL, 99);
    lgr_front_options_init((lgr_front_options *)(void *)&none, 0);
    assert_int_equal(none, 7);
    assert_int_equal(lgr_library_configure(&(lgr_library_options){.size = 0}), USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_calls_are_told),
        cmocka_unit_test(nothing_is_made_of_nothing),
        cmocka_unit_test(defaults_are_written_nowhere_if_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
