/* Trials: a design's result is the same whatever was tried before it, and what cannot be had with other numbers is
   built again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "study/trial.h"
#include "syntax/parser.h"

enum { MOST = 8 };

typedef struct design_row {
    double x[2];
    const char *end; /* start of it */
} design_row;

static study study_of(const char *text, const char *const *varied, size_t count, arena *a) {
    intern *names = base_intern_create(a);
    diag *findings = diag_create(a, (diag_source){.name = "test", .text = text, .length = strlen(text)});
    const model *m = model_build(a, names, findings, syntax_parse(a, names, findings), NULL, 0);
    int *params = ARENA_ARRAY(a, int, count);
    for (size_t i = 0; i < count; i++)
        params[i] = model_find_param(m, varied[i]);
    return (study){.m = m, .params = params, .param_count = count, .options = sim_options_default()};
}

static void same_numbers(const double *x, const double *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_true(x[i] == y[i] || (isnan(x[i]) && isnan(y[i])));
}

/* Each design alone, then all with one trier, forwards and backwards. */
static void check_order(const char *text, const char *const *names, size_t n, const design_row *rows, size_t count,
                        size_t reports) {
    arena *a = base_arena_create();
    study of = study_of(text, names, n, a);
    double alone[16][MOST], again[MOST];
    for (size_t i = 0; i < count; i++) {
        study_evaluator *t = study_evaluator_create(&of);
        study_evaluation out = study_evaluate(t, rows[i].x, alone[i], reports, a);
        if (strncmp(out.failed ? out.note : out.end, rows[i].end, strlen(rows[i].end)) != 0)
            fail_msg("design %zu: '%s' '%s', not '%s'", i, out.end, out.note, rows[i].end);
        study_evaluator_destroy(t);
    }
    study_evaluator *t = study_evaluator_create(&of);
    for (size_t k = 0; k < 2 * count; k++) {
        size_t i = k < count ? k : 2 * count - 1 - k;
        study_evaluation out = study_evaluate(t, rows[i].x, again, reports, a);
        assert_int_equal(strncmp(out.failed ? out.note : out.end, rows[i].end, strlen(rows[i].end)), 0);
        same_numbers(alone[i], again, reports);
    }
    study_evaluator_destroy(t);
    base_arena_destroy(of.m->scratch);
    base_arena_destroy(a);
}

static void events_and_contacts(void **state) {
    (void)state;
    const char *text = "param m = 1 kg, l = 1 m, g = 9.81 m/s^2, e = 0.5\n"
                       "coord x = 0 m\ncoord y = 2*l\nparticle p: mass m at [x, y]\ngravity g\n"
                       "initial x' = 1 m/s\n"
                       "contact floor: p.y >= 0 restitution e\nevent far when x > 2 m { stop }\n"
                       "event kick when x > 1 m { set y' = 1 m/s }\n"
                       "report where = final(y)\nreport last = time(far)\nreport hits = time(floor.impact)\n"
                       "simulate until 5 s\n";
    const char *const names[] = {"l", "e"};
    const design_row rows[] = {{{1, 0.5}, "event far"}, {{0, 0.5}, "event far"},   {{0.2, 1}, "event far"},
                               {{0.2, 1.5}, "E0308"},   {{0.7, 0}, "event far"},   {{-1, 0.5}, "E0405"},
                               {{0.7, -0.1}, "E0308"},  {{0.01, 0.9}, "event far"}};
    check_order(text, names, 2, rows, 8, 3);
}

static void what_reading_decides(void **state) {
    (void)state;
    const char *text = "param N = 2, m = 1 kg, T = 1 s\n"
                       "coord q[1..N] = 0.3\n"
                       "let p[0] = [0 m, 0 m]\nfor i in 1..N { let p[i] = p[i-1] + (1 m)*dir(q[i])\n"
                       "particle b[i]: mass m at p[i] }\ngravity 9.81 m/s^2\n"
                       "report e = final(energy)\nreport d = final(q[1])\nsimulate until T\n";
    const char *const names[] = {"N", "m"}, *const other[] = {"m", "T"};
    const design_row rows[] = {{{2, 1}, "until"},  {{3, 1}, "until"},   {{2, 2}, "until"},
                               {{2, -1}, "E0308"}, {{2.5, 1}, "E0206"}, {{1, 3}, "until"}};
    check_order(text, names, 2, rows, 6, 2);
    const design_row times[] = {
        {{1, 1}, "until"}, {{2, 0.5}, "until"}, {{2, -1}, "E0308"}, {{0, 1}, "E0403"}, {{1, 0.1}, "until"}};
    check_order(text, other, 2, times, 5, 2);
}

/* Parameters that follow others keep following them; an orientation stays one whatever the angle. */
static void definitions_follow(void **state) {
    (void)state;
    const char *text = "param a = 0.3, b = a/2, I = 1 kg m^2, J = 2*I\n"
                       "orientation q = [cos(b), sin(b), 0, 0]\nframe B = quaternion(q)\n"
                       "initial omega(B) = (3 rad/s)*B.z\n"
                       "body top: mass 1 kg, inertia [I, I, J], at (1 m)*B.z, frame B\ngravity 9.81 m/s^2\n"
                       "report low = minimum(top.z)\nreport e = initial(energy)\nsimulate until 0.5 s\n";
    const char *const names[] = {"a", "I"};
    const design_row rows[] = {{{0.3, 1}, "until"}, {{0.8, 2}, "until"}, {{0, -1}, "E0308"}, {{0.1, 1}, "until"}};
    check_order(text, names, 2, rows, 4, 2);
}

/* A quaternion that is none for other values is refused for these, also where the model was read with good ones. */
static void orientations_stay_orientations(void **state) {
    (void)state;
    const char *text = "param c = 1, m = 1 kg\norientation q = [c, 0, 0, 0]\nframe B = quaternion(q)\n"
                       "body top: mass m, inertia [1 kg m^2, 1 kg m^2, 1 kg m^2], at [0 m, 0 m, 0 m], frame B\n"
                       "report e = final(energy)\nsimulate until 0.1 s\n";
    const char *const names[] = {"c", "m"};
    const design_row rows[] = {{{1, 1}, "until"}, {{1.1, 1}, "E0308"}, {{1, 2}, "until"}, {{0.9, 1}, "E0308"}};
    check_order(text, names, 2, rows, 4, 1);
}

/* An event that never came is told of once, however many reports wait for it. */
static void events_that_never_came(void **state) {
    (void)state;
    const char *text = "param v = 1 m/s\ncoord x = 0 m\nkinetic T = 1/2*(1 kg)*x'^2\ninitial x' = v\n"
                       "event far when x > 2 m {}\nevent out when x > 3 m {}\nevent near when x > 0.5 m {}\n"
                       "report a = at(far, x)\nreport b = time(far)\nreport c = at(far, x')*time(near)\n"
                       "report d = time(out)\nreport e = time(near)\nsimulate until 1 s\n";
    arena *a = base_arena_create();
    const char *const names[] = {"v"};
    study of = study_of(text, names, 1, a);
    study_evaluator *t = study_evaluator_create(&of);
    double x = 1, reports[5];
    study_evaluation out = study_evaluate(t, &x, reports, 5, a);
    assert_string_equal(out.note, "far never occurred, out never occurred");
    assert_true(isnan(reports[0]) && isnan(reports[2]) && fabs(reports[4] - 0.5) < 1e-12);
    x = 0.1;
    assert_string_equal(study_evaluate(t, &x, reports, 5, a).note,
                        "far never occurred, near never occurred, out never occurred");
    x = 5;
    assert_string_equal(study_evaluate(t, &x, reports, 5, a).note, "");
    study_evaluator_destroy(t);
    base_arena_destroy(of.m->scratch);
    base_arena_destroy(a);
}

/* Rows that are redundant for some values only. */
static void ranks_differ(void **state) {
    (void)state;
    const char *text =
        "param d = 0.5 m\ncoord x ~ 1 m\ncoord y ~ 0.1 m\nparticle p: mass 1 kg at [x, y]\ngravity 9.81 m/s^2\n"
        "constraint rod: x^2 + y^2 = 1 m^2\n"
        "constraint other: (1 + d/1 m)*(x^2 + y^2 - 1 m^2) + d*(x^2 + y^2 - 1 m^2)*y/1 m^2 = 0 m^2\n"
        "report at = final(y)\nsimulate until 0.7 s\n";
    const char *const names[] = {"d"};
    const design_row rows[] = {{{0.5}, "until"}, {{0}, "until"}, {{1}, "until"}};
    check_order(text, names, 1, rows, 3, 1);
}

/* Designs that are asked for when there is room for them. */
enum { ALL = 90 };
typedef struct supply {
    double x[ALL][2], got[ALL][2];
    study_evaluation out[ALL];
    int given, under_way, most_under_way, times[ALL];
} supply;

static bool next_of(void *user, study_task *task) {
    supply *s = user;
    if (s->given == ALL)
        return false;
    const int i = s->given++;
    s->out[i].reports = s->got[i];
    *task = (study_task){s->x[i], &s->out[i], &s->times[i]};
    s->under_way++;
    s->most_under_way = s->under_way > s->most_under_way ? s->under_way : s->most_under_way;
    return true;
}

static void done_with(void *user, const study_task *task) {
    supply *s = user;
    ++*(int *)task->of;
    s->under_way--;
}

/* Each is done once, with what it gives alone; the next are asked for before the last is done. */
static void designs_that_come(void **state) {
    (void)state;
    const char *const names[] = {"N", "m"};
    for (int alone = 0; alone < 2; alone++) {
        arena *a = base_arena_create();
        study of = study_of("param N = 2, m = 1\ncoord q[1..N] = 0.3\nfor i in 1..N {\nkinetic T[i] = m*q[i]'^2/2\n"
                            "potential V[i] = q[i]^2/2 }\nreport e = final(q[1])\nsimulate until 0.5\n",
                            names, 2, a);
        of.options.keep_trajectory = alone;
        study_evaluator *t = study_evaluator_create(&of), *other = study_evaluator_create(&of);
        supply s = {.given = 0};
        for (int i = 0; i < ALL; i++) {
            s.x[i][0] = i == 0 ? 2.5 : i % 30 == 0 ? 3 : 2; /* some are no model, or another */
            s.x[i][1] = 1 + 0.1 * i;
        }
        study_evaluate_stream(t, &(study_source){next_of, done_with, &s}, 1, a);
        assert_int_equal(s.given, ALL);
        assert_int_equal(s.under_way, 0);
        assert_int_equal(s.most_under_way > 1, !alone);
        for (int i = 0; i < ALL; i++) {
            double want[MOST];
            study_evaluation out = study_evaluate(other, s.x[i], want, 1, a);
            assert_int_equal(s.times[i], 1);
            assert_int_equal(s.out[i].failed, i == 0);
            assert_string_equal(s.out[i].end, out.end);
            assert_true(i == 0 ? isnan(s.got[i][0]) : fabs(s.got[i][0] - want[0]) < 1e-11);
        }
        study_evaluator_destroy(t);
        study_evaluator_destroy(other);
        base_arena_destroy(of.m->scratch);
        base_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_and_contacts),
                                       cmocka_unit_test(what_reading_decides),
                                       cmocka_unit_test(definitions_follow),
                                       cmocka_unit_test(ranks_differ),
                                       cmocka_unit_test(orientations_stay_orientations),
                                       cmocka_unit_test(events_that_never_came),
                                       cmocka_unit_test(designs_that_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
