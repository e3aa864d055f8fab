/* Pages of studies: options that are kept, numbers in the units in which they are shown, the run of one design. */
#include "api/designs.h"

#include "api/support.h"
#include "out/report/writers.h"

static const char *const text =
    "param l = 2 ft, turn = 30 deg, m = 1 kg\ncoord theta = turn\n"
    "particle bob: mass m at l*dir(theta - 90 deg)\ngravity 9.81 m/s^2\n"
    "report low = minimum(theta) in deg\nreport end = final(theta')\nsimulate until 0.1 s\n";

static void options_are_kept_without_their_callbacks(void **state) {
    (void)state;
    arena *a = base_arena_create();
    char method[] = "dop853";
    lgr_run_options given = lgr_run_options_default();
    given.until = 3;
    given.tolerance = 1e-7;
    given.first_step = 0.01;
    given.max_steps = 77;
    given.method = method;
    given.keep_frames = true;
    given.user = &given;
    const lgr_run_options kept = api_keep_run_options(&given, a);
    method[0] = 'x'; /* the caller's text may go */
    assert_true(kept.until == 3 && kept.tolerance == 1e-7 && kept.first_step == 0.01);
    assert_int_equal(kept.max_steps, 77);
    assert_string_equal(kept.method, "dop853");
    assert_null(kept.user);
    assert_null(kept.watch);
    assert_false(kept.keep_frames);
    given.method = NULL;
    assert_null(api_keep_run_options(&given, a).method);
    base_arena_destroy(a);
}

static void designs_are_shown_in_their_units(void **state) {
    (void)state;
    arena *a = base_arena_create();
    lgr_model *handle = parse(text);
    const model_param *all = handle->m->params;
    assert_string_equal(all[0].name, "l");
    const int params[] = {0, 1};
    const double x[2][2] = {{0.3048, acos(-1)}, {3 * 0.3048, acos(-1) / 2}}, y[2][2] = {{-acos(-1), 2}, {0, NAN}};
    const double *shown = api_show_parameters(handle->m, params, x[0], 2, a);
    assert_true(shown[0] == 1 && shown[1] == 180);
    const out_design designs[] = {{x[0], y[0], true}, {x[1], y[1], false}};
    out_designs page = {.m = handle->m, .params = params, .param_count = 2, .count = 2};
    api_show_designs(&page, designs, a);
    assert_null(page.kept); /* no limits */
    assert_true(page.x[0] == 1 && page.x[1] == 180 && page.x[2] == 3 && page.x[3] == 90);
    assert_true(page.reports[0] == -180 && page.reports[1] == 2 && page.reports[2] == 0 && isnan(page.reports[3]));
    page.limit_count = 1;
    api_show_designs(&page, designs, a);
    assert_true(page.kept[0] && !page.kept[1]);
    lgr_model_destroy(handle);
    base_arena_destroy(a);
}

static void a_design_is_run_with_pictures(void **state) {
    (void)state;
    lgr_model *handle = parse(text);
    const int params[] = {0, 1};
    const lgr_run_options o = lgr_run_options_default();
    api_drawn d = api_draw(handle, params, (double[]){3, 60}, 2, &o);
    assert_int_equal(lgr_run_status(d.run), LGR_STATUS_OK);
    assert_close(model_value_of(d.model->m, &d.model->m->params[0]), 3 * 0.3048, 1e-15);
    assert_true(d.run->result->frames.len > 1);
    assert_close(model_value_of(handle->m, &handle->m->params[0]), 2 * 0.3048, 1e-15); /* the model is as it was */
    const double x[] = {3, 60}, y[] = {0, 0};
    const out_designs page = {
        .m = handle->m, .what = "sweep", .params = params, .param_count = 2, .x = x, .reports = y, .count = 1};
    output out = {0};
    const lgr_status done = api_write_designs(&page, &d, gather, &out);
    assert_int_equal(done, out_report_is_there() ? LGR_STATUS_OK : LGR_STATUS_USAGE);
    clear(&out);
    api_drawn_destroy(&d);
    d = api_draw(handle, params, (double[]){NAN, 60}, 2, &o); /* what is no number cannot be drawn */
    assert_null(d.run);
    assert_false(d.exhausted);
    assert_int_equal(api_write_designs(&page, &d, gather, &out), done); /* but the page has all the rest */
    d.exhausted = true; /* and is no other page because memory was short */
    assert_int_equal(api_write_designs(&page, &d, gather, &out), out_report_is_there() ? LGR_STATUS_MEMORY : done);
    d.exhausted = false;
    out.refuse = true;
    assert_int_equal(api_write_designs(&page, &d, gather, &out), out_report_is_there() ? LGR_STATUS_RUN : done);
    clear(&out);
    api_drawn_destroy(&d);
    lgr_model_destroy(handle);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(options_are_kept_without_their_callbacks),
                                       cmocka_unit_test(designs_are_shown_in_their_units),
                                       cmocka_unit_test(a_design_is_run_with_pictures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
