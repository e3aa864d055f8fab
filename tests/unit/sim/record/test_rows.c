/* Rows of the trajectory: at the start, after each step or at regular times, around events, at the end. */
#include "sim/support.h"

static motion recorded(double every, bool keep, const char *more) {
    char text[300];
    snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 1\n%s", more);
    sim_options o = sim_options_default();
    o.every = every;
    o.keep_trajectory = keep;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    return x;
}

static void a_row_after_each_step(void **state) {
    (void)state;
    motion x = recorded(0, true, "");
    assert_int_equal(x.result->rows.len, x.result->steps + 1);
    assert_near(x.result->rows.at[0].t, 0, 0);
    assert_near(x.result->rows.at[x.result->rows.len - 1].t, 1, 0);
    motion_end(&x);
}

/* As accurate as the steps, and the end once. */
static void rows_at_regular_times(void **state) {
    (void)state;
    static const double every[] = {0.25, 0.3};
    static const size_t count[] = {5, 5};
    for (int k = 0; k < 2; k++) {
        motion x = recorded(every[k], true, "");
        assert_int_equal(x.result->rows.len, count[k]);
        for (size_t i = 0; i < count[k]; i++) {
            const sim_point *p = &x.result->rows.at[i];
            assert_near(p->t, i + 1 < count[k] ? (double)i * every[k] : 1, 1e-15);
            assert_near(p->q[0], cos(p->t), 1e-9);
            assert_near(p->v[0], -sin(p->t), 1e-9);
        }
        motion_end(&x);
    }
}

static void events_have_rows_of_their_own(void **state) {
    (void)state;
    motion x = recorded(0.25, true, "event e when t > 0.3 { set x' = 0 }\n");
    assert_int_equal(x.result->rows.len, 6);
    assert_near(x.result->rows.at[2].t, 0.3, 1e-12);
    assert_near(x.result->rows.at[2].v[0], 0, 0);
    motion_end(&x);
}

static void without_a_trajectory_the_ends_are_kept(void **state) {
    (void)state;
    motion x = recorded(0.25, false, "");
    assert_int_equal(x.result->rows.len, 0);
    assert_near(x.result->initial.q[0], 1, 0);
    assert_near(x.result->final.q[0], cos(1), 1e-9);
    assert_near(x.result->t, 1, 0);
    assert_ptr_equal(x.result->initial_choice, x.result->final_choice);
    motion_end(&x);
}

static void rows_must_fit_in_memory(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.every = 1e-9;
    motion x = motion_try_with("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n", o);
    assert_int_equal(x.result->failure->code, DIAG_E0515);
    assert_false(run_goes_on(x.s));
    motion_end(&x);
}

/* What a taker has been given: their number, the last, and whether one came too early. */
typedef struct taken {
    size_t count;
    double last;
    bool in_order;
} taken;

static void take(void *taker, const sim_point *p) {
    taken *x = taker;
    x->in_order = x->in_order && (x->count == 0 || p->t > x->last);
    x->last = p->t;
    x->count++;
}

/* Rows that are handed over are not kept, and are as many as those that are counted. */
static void rows_are_handed_over(void **state) {
    (void)state;
    static const double every[] = {0, 0.001, 0.25, 1, 7};
    static const size_t count[] = {0, 1001, 5, 2, 2};
    for (int k = 0; k < 5; k++) {
        taken all = {.in_order = true};
        sim_options o = sim_options_default();
        o.every = every[k];
        o.keep_trajectory = false;
        o.take_row = take;
        o.taker = &all;
        motion x = motion_begin_with("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 1\n", o);
        motion_finish(&x);
        assert_int_equal(x.result->rows.len, 0);
        assert_int_equal(all.count, x.result->row_count);
        assert_int_equal(all.count, count[k] ? count[k] : (size_t)x.result->steps + 1);
        assert_true(all.in_order);
        assert_near(all.last, 1, 0);
        motion_end(&x);
    }
}

/* Far more rows than steps: multiples of the interval to the last bit, and the motion at each of them. */
static void many_rows_in_a_step(void **state) {
    (void)state;
    motion x = recorded(1 / 700.0, true, "");
    assert_true(x.result->rows.len == 701 && x.result->steps < 60);
    for (size_t i = 0; i < 700; i++) {
        const sim_point *p = &x.result->rows.at[i];
        assert_true(p->t == (double)i * (1 / 700.0));
        assert_near(p->q[0], cos(p->t), 1e-8);
        assert_near(p->energy, 0.5, 1e-8);
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_after_each_step),         cmocka_unit_test(rows_at_regular_times),
        cmocka_unit_test(events_have_rows_of_their_own), cmocka_unit_test(without_a_trajectory_the_ends_are_kept),
        cmocka_unit_test(rows_must_fit_in_memory),       cmocka_unit_test(rows_are_handed_over),
        cmocka_unit_test(many_rows_in_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
