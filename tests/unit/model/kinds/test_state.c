/* States and memories: what they are in the model, how they start and move, and where they cannot stand. */
#include "model/support.h"
#include "sim/support.h"

static motion finished(const char *text) {
    motion x = motion_begin(text);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

static void their_place_in_the_model(void **state) {
    (void)state;
    read_text r = text_accept("coord x = 0 m\nstate i ~ 2 A, rate -i/(3 s) \"current\"\nmemory m = 4 N\n"
                              "kinetic T = (1 kg)*x'^2\n");
    const model_coord *c = r.m->coords;
    assert_int_equal(r.m->coord_count, 3);
    assert_true(c[0].role != COORD_STATE && c[1].role == COORD_STATE && c[2].role == COORD_MEMORY);
    assert_true(model_is_place(&c[0]) && !model_is_place(&c[1]) && !model_is_place(&c[2]));
    assert_string_equal(c[1].label, "current");
    assert_true(c[1].guessed && !c[2].guessed);
    assert_true(dim_equal(model_rate_dim(&c[2]),
                          (dimension){.e = {[DIM_KG] = DIM_ONE, [DIM_M] = DIM_ONE, [DIM_S] = -2 * DIM_ONE}}));
    assert_int_equal(r.m->initial_count, 2);
    text_drop(&r);
}

/* Equations of first order with closed forms, alone and with coordinates. */
static void they_follow_their_rates(void **state) {
    (void)state;
    static const struct {
        const char *text, *name;
        double want;                                                              /* at t = 2 */
    } cases[] = {{"state i = 3, rate -i/4\n", "i", 1.8195919791379},              /* 3 exp(-1/2) */
                 {"state i = 0, rate (10 - 2*i)/0.5\n", "i", 4.9983226868604874}, /* 5 (1 - exp(-8)) */
                 {"state a = 1, rate -b\nstate b = 0, rate a\n", "a", -0.41614683654714241},
                 {"state s = 0, rate x'\n", "s", 2},
                 {"state s = 0, rate t*x\n", "s", 8 / 3.0},
                 {"memory m = 3\nstate s = 1, rate m\n", "s", 7},
                 {"state s = 2*k, rate k\nparam k = 3\n", "s", 12}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 2\n%sreport r = final(%s)\n",
                 cases[k].text, cases[k].name);
        motion x = finished(text);
        assert_near(motion_report(&x, "r"), cases[k].want, 1e-8);
        motion_end(&x);
    }
}

/* A guess moves so that a condition holds; what is given does not. */
static void how_they_start(void **state) {
    (void)state;
    motion x = finished("coord x = 1\nkinetic T = x'^2\nstate i ~ 2, rate 0\nstate k = 3, rate 0\ninitial i + k = 10\n"
                        "simulate until 1\nreport a = final(i), b = final(k)\n");
    assert_near(motion_report(&x, "a"), 7, 1e-12);
    assert_near(motion_report(&x, "b"), 3, 0);
    motion_end(&x);
}

/* A memory is what an event has set, and moves nothing by itself. */
static void memories_hold(void **state) {
    (void)state;
    motion x = finished("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nmemory m = 5, n = 0\nsimulate until 3.5\n"
                        "event step every 1 from 1 { set m = 2*m + x; set n = m }\n"
                        "report a = final(m), b = final(n), c = initial(m)\n");
    assert_near(motion_report(&x, "a"), 2 * (2 * (2 * 5 + 1) + 2) + 3, 1e-9);
    assert_near(motion_report(&x, "b"), 2 * (2 * 5 + 1) + 2, 1e-9);
    assert_near(motion_report(&x, "c"), 5, 0);
    motion_end(&x);
}

static void where_they_cannot_stand(void **state) {
    (void)state;
    static const struct {
        const char *text, *place;
        diag_code code;
    } cases[] = {{"state i = 0, rate x''\n", "x''", DIAG_E0207},
                 {"state i = 0, rate lambda(c)\nconstraint c: x = 1\n", "lambda(c)", DIAG_E0207},
                 {"state i = 0 s, rate 1 m\n", "1 m", DIAG_E0305}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x ~ 0%s\nkinetic T = %sx'^2\n%s", k == 2 ? " m" : "",
                 k == 2 ? "(1 kg)*" : "", cases[k].text);
        read_text r = text_read("test.lgr", text, NULL, 0);
        bool found = false;
        for (size_t i = 0; i < diag_count(r.findings); i++)
            found = found || diag_at(r.findings, i)->code == cases[k].code;
        if (!found) {
            text_print_findings(&r);
            fail_msg("%s is not refused by %s", cases[k].place, diag_code_name(cases[k].code));
        }
        text_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(their_place_in_the_model), cmocka_unit_test(they_follow_their_rates),
        cmocka_unit_test(how_they_start),           cmocka_unit_test(memories_hold),
        cmocka_unit_test(where_they_cannot_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
