/* A finished run as numbers: those of its csv and json, without text in between. */
#include "api/support.h"

static const char *const text = "param e = 0.5, s0 = 3 m/s\ncoord y = 1 m, x = 0 m\nstate s = 1 m, rate -s/(1 s)\n"
                                "particle ball: mass 2 kg at [x, y]\ngravity 9.81 m/s^2\ninitial x' = 1 m/s\n"
                                "contact floor: y >= 0 m restitution e\noutput speed = norm(ball')\n"
                                "event late when t > 1 s { stop }\n"
                                "report hit = time(floor.impact)\nreport top = maximum(y)\nreport none = s0\n";

static lgr_model *read_ball(void) {
    lgr_model *m = parse(text);
    if (lgr_model_status(m) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(m, 0, false));
    return m;
}

static lgr_run_column column_named(lgr_run *run, const char *name) {
    lgr_run_column c = {.size = sizeof c};
    if (lgr_run_column_named(run, name, &c) != LGR_STATUS_OK)
        fail_msg("%s", lgr_run_usage_error(run));
    return c;
}

/* The cell of a table as csv, from the top left. */
static double cell(const char *csv, size_t row, size_t column) {
    for (; row; row--)
        csv = strchr(csv, '\n') + 1;
    for (; column; column--)
        csv = strchr(csv, ',') + 1;
    return *csv == ',' || *csv == '\n' ? NAN : strtod(csv, NULL);
}

static void columns_are_those_of_csv(void **state) {
    (void)state;
    lgr_model *m = read_ball();
    lgr_run *run = lgr_run_create(m, NULL);
    output csv = {0};
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_write(run, "csv", false, 0, gather, &csv), LGR_STATUS_OK);
    const size_t rows = lgr_run_row_count(run), columns = lgr_run_column_count(run);
    assert_true(rows > 4);
    for (size_t i = 0; i + 3 < columns; i++) { /* then kinetic, potential, energy: csv has the last of them */
        lgr_run_column c = {.size = sizeof c};
        assert_int_equal(lgr_run_column_at(run, i, &c), LGR_STATUS_OK);
        assert_int_equal(c.count, rows);
        assert_int_equal(c.stride, columns);
        for (size_t k = 0; k < rows; k++) {
            const double want = cell(csv.text, k + 1, i), have = c.values[k * c.stride];
            assert_true(have == want || (isnan(have) && isnan(want)));
        }
    }
    clear(&csv);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void columns_have_names_and_units(void **state) {
    (void)state;
    lgr_model *m = read_ball();
    lgr_run *run = lgr_run_create(m, NULL);
    static const char *const names[][2] = {{"t", "s"},       {"y", "m"}, {"y'", "m/s"},    {"lambda(floor)", "N"},
                                           {"speed", "m/s"}, {"s", "m"}, {"kinetic", "J"}, {"potential", "J"},
                                           {"energy", "J"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(column_named(run, names[i][0]).unit, names[i][1]);
    lgr_run_column t = column_named(run, "t"), s = column_named(run, "s"), speed = column_named(run, "speed");
    lgr_run_column T = column_named(run, "kinetic"), V = column_named(run, "potential"),
                   E = column_named(run, "energy");
    for (size_t k = 0; k < t.count; k++) {
        assert_close(s.values[k * s.stride], exp(-t.values[k * t.stride]), 1e-8);
        assert_close(T.values[k * T.stride], speed.values[k * speed.stride] * speed.values[k * speed.stride], 1e-12);
        assert_close(E.values[k * E.stride], T.values[k * T.stride] + V.values[k * V.stride], 1e-12);
    }
    lgr_run_column c = {.size = sizeof c};
    assert_int_equal(lgr_run_column_named(run, "sped", &c), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_run_usage_error(run), "did you mean 'speed'?"));
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void events_have_states_before_and_after(void **state) {
    (void)state;
    lgr_model *m = read_ball();
    lgr_run *run = lgr_run_create(m, NULL);
    lgr_step_event e = {.size = sizeof e};
    const double t = sqrt(2 / 9.81), v = -9.81 * t;
    assert_true(lgr_run_event_count(run) >= 3);
    assert_int_equal(lgr_run_event(run, 0, &e), LGR_STATUS_OK);
    assert_string_equal(e.name, "floor.impact");
    assert_string_equal(e.kind, "impact");
    assert_close(e.t, t, 1e-9);
    assert_close(e.v_before[0], v, 1e-9);
    assert_close(e.v_after[0], -v / 2, 1e-9);
    assert_close(e.q_after[2], exp(-t), 1e-8); /* the state's value, as the coordinate */
    assert_true(isnan(e.v_after[2]) && isnan(e.v_before[2]));
    assert_close(fabs(e.impulse[0]), 2 * 1.5 * -v, 1e-8);
    assert_close(e.energy_before - e.energy_after, 0.75 * v * v, 1e-8);
    const size_t last = lgr_run_event_count(run) - 1;
    assert_int_equal(lgr_run_event(run, last, &e), LGR_STATUS_OK);
    assert_string_equal(e.name, "late");
    assert_null(e.impulse);
    assert_int_equal(lgr_run_event(run, last + 1, &e), LGR_STATUS_USAGE);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void reports_states_and_the_end_are_told(void **state) {
    (void)state;
    lgr_model *m = read_ball();
    lgr_run *run = lgr_run_create(m, NULL);
    size_t count;
    const double *reports = lgr_run_reports(run, &count);
    assert_int_equal(count, 3);
    assert_true(reports[0] == lgr_run_report(run, "hit") && reports[1] == lgr_run_report(run, "top"));
    lgr_run_summary end = {.size = sizeof end};
    lgr_run_state first = {.size = sizeof first}, last = {.size = sizeof last};
    assert_int_equal(lgr_run_summarize(run, &end), LGR_STATUS_OK);
    assert_string_equal(end.end, "event");
    assert_string_equal(end.event, "late");
    assert_string_equal(end.method, "dop853");
    assert_close(end.t, 1, 1e-9);
    assert_true(end.steps > 0 && end.evaluations > end.steps && end.tolerance == 1e-9);
    assert_int_equal(lgr_run_initial_state(run, &first), LGR_STATUS_OK);
    assert_int_equal(lgr_run_final_state(run, &last), LGR_STATUS_OK);
    assert_true(first.t == 0 && last.t == end.t);
    assert_true(first.q[0] == 1 && first.q[2] == 1 && first.v[1] == 1);
    assert_close(last.q[1], 1, 1e-9);
    assert_close(last.q[2], exp(-1), 1e-8);
    assert_close(first.energy, 2 * 9.81 + 1, 1e-12);
    assert_true(isnan(first.v[2]));
    assert_close(last.outputs[0], hypot(last.v[0], last.v[1]), 1e-12);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

static void without_results_there_are_no_numbers(void **state) {
    (void)state;
    lgr_model *wrong = parse("coord x = 1\nparticle p: mass 1 at [x, 0]\nconstraint c: x = 2\n");
    lgr_run *runs[] = {lgr_run_create(wrong, NULL), NULL};
    for (size_t i = 0; i < 2; i++) {
        lgr_run_column c = {.size = sizeof c};
        lgr_step_event e = {.size = sizeof e};
        lgr_run_state s = {.size = sizeof s};
        lgr_run_summary u = {.size = sizeof u};
        size_t count = 9;
        assert_int_equal(lgr_run_row_count(runs[i]) + lgr_run_column_count(runs[i]) + lgr_run_event_count(runs[i]), 0);
        assert_int_equal(lgr_run_column_at(runs[i], 0, &c), LGR_STATUS_USAGE);
        assert_int_equal(lgr_run_column_named(runs[i], "t", &c), LGR_STATUS_USAGE);
        assert_int_equal(lgr_run_event(runs[i], 0, &e), LGR_STATUS_USAGE);
        assert_int_equal(lgr_run_initial_state(runs[i], &s), LGR_STATUS_USAGE);
        assert_int_equal(lgr_run_final_state(runs[i], &s), LGR_STATUS_USAGE);
        assert_int_equal(lgr_run_summarize(runs[i], &u), LGR_STATUS_USAGE);
        assert_null(lgr_run_reports(runs[i], &count));
        assert_int_equal(count, 0);
    }
    lgr_run_destroy(runs[0]);
    lgr_model_destroy(wrong);
    lgr_model *m = read_ball();
    lgr_run *run = lgr_run_create(m, NULL);
    assert_int_equal(lgr_run_column_at(run, 0, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_column_at(run, 0, &(lgr_run_column){.size = 0}), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_column_at(run, 99, &(lgr_run_column){.size = sizeof(lgr_run_column)}), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_event(run, 0, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_final_state(run, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_summarize(run, NULL), LGR_STATUS_USAGE);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_those_of_csv),
        cmocka_unit_test(columns_have_names_and_units),
        cmocka_unit_test(events_have_states_before_and_after),
        cmocka_unit_test(reports_states_and_the_end_are_told),
        cmocka_unit_test(without_results_there_are_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
