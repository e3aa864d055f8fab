/* Scales, events, the floor and the caption of figures. */
#include "out/figure/figure.h"
#include "out/support.h"

static figure figure_of(motion *x, size_t count) {
    figure f = {.m = x->of.m,
                .length = 1,
                .r = x->result,
                .memory = x->memory,
                .out = ARENA_NEW(x->memory, strbuf),
                .plan = out_marks_plan_make(x->of.m, x->result, x->memory),
                .unit = "m"};
    *f.out = base_strbuf_make(x->memory);
    f.at = out_instants_choose(x->of.m, x->result, count, x->memory);
    return f;
}

static const figure_panel panel = {
    .view = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 10, .x = 100, .y = 200},
    .left = 100,
    .top = 100,
    .width = 100,
    .height = 100,
    .shown = {{0, 0}, {10, 10}}};

#define LINE                                                                                                           \
    "coord x = 0 m\ninitial x' = 4 m/s\nkinetic T = (1 kg)*x'^2\nsimulate until 2 s\ndraw ball at [x, 5 m] radius 1 "  \
    "m\n"                                                                                                              \
    "event there when x > 4 m { }\n"

/* A tick at 5 lies in the middle of 0 to 10. */
static void scales_beside_a_panel(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    figure f = figure_of(&x, 5);
    out_figure_axes(&f, &panel);
    const char *text = base_strbuf_text(f.out);
    assert_says(text, "<line class=\"grid\" x1=\"150\" y1=\"100\" x2=\"150\" y2=\"200\"/>");
    assert_says(text, "<line class=\"grid\" x1=\"100\" y1=\"150\" x2=\"200\" y2=\"150\"/>");
    assert_says(text, "<line class=\"zero\" x1=\"100\" y1=\"100\" x2=\"100\" y2=\"200\"/>");
    assert_says(text, ">x (m)</text>");
    assert_says(text, ">y (m)</text>");
    motion_end(&x);
}

static void times_have_the_decimals_that_tell_them_apart(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    figure f = figure_of(&x, 5);
    assert_string_equal(out_figure_time(&f, 0.25), "0.25");
    assert_string_equal(out_figure_time(&f, 2), "2");
    assert_string_equal(out_figure_time(&f, 0.123456), "0.12");
    motion_end(&x);
}

static void events_are_marked_where_they_happen(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    figure f = figure_of(&x, 5);
    figure_panel p = panel;
    p.last = f.at.count - 1;
    out_figure_events(&f, &p, 0);
    const char *text = base_strbuf_text(f.out);
    assert_says(text, "cx=\"140\" cy=\"150\" r=\"3\"/>");
    assert_says(text, ">there, 1 s</text>");
    motion_end(&x);
}

static void captions_list_times_and_hidden_events(void **state) {
    (void)state;
    motion x = shown_run(LINE);
    figure f = figure_of(&x, 4);
    const char *text = out_figure_caption(&f, NULL, false);
    assert_says(text, "Drawn at t = 0, ");
    assert_says(text, " 2 s; earlier instants are paler.");
    assert_says(out_figure_caption(&f, NULL, true), " 2 s, side by side.");
    motion_end(&x);
    x = shown_run("coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 60\ndraw ball at [x, 0]\nevent e "
                  "when x < 0 { }\n");
    f = figure_of(&x, 30);
    text = out_figure_caption(&f, NULL, false);
    assert_says(text, "Drawn at 31 instants from t = 0 to 60; earlier");
    assert_says(text, " Events that are not marked: e first at 1.57 (10 times).");
    motion_end(&x);
}

/* Whichever side is upright, the level lies below everything. */
static void the_floor_is_below_what_falls(void **state) {
    (void)state;
    static const struct {
        const char *gravity;
        int side;
        double height;
    } cases[] = {
        {"[0, -2, 0]", 1, 1 - 16 - 0.5}, {"[0, 2, 0]", 1, 1 + 16 + 0.5}, {"[2, 0, 0]", 0, 16.5}, {"2", 2, 1.5 - 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 0, y = 1, z = 2\ngravity %s\nparticle p: mass 1 at [x, y, z]\nsimulate until 4\n"
                 "draw ball at p radius 0.5\n",
                 cases[i].gravity);
        motion x = shown_run(text);
        figure f = figure_of(&x, 5);
        camera view = out_camera_choose(x.of.m, x.result);
        room r = out_camera_room(&view, x.of.m, x.result, NULL);
        double height = out_box_height(&r);
        figure_floor level = out_figure_floor_find(&f, &view, &r);
        assert_int_equal(level.side[2], cases[i].side);
        assert_near(level.height, cases[i].height, 1e-6);
        assert_true(out_box_height(&r) > height);
        motion_end(&x);
    }
}

/* The level in space: at the ground, or below everything; with a round step. */
static void the_floor_in_space(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord a = 0\ninitial a' = 1\nkinetic T = a'^2\nsimulate until 7\ndraw ball at [4*cos(a), 4*sin(a), "
                 "3] radius 0.5\n%s",
                 k ? "draw ground at -1\n" : "");
        motion x = shown_run(text);
        figure f = figure_of(&x, 5);
        camera view = out_camera_choose(x.of.m, x.result);
        room r = out_camera_room(&view, x.of.m, x.result, NULL);
        double height = out_box_height(&r);
        figure_floor level = out_figure_floor_find(&f, &view, &r);
        assert_near(level.height, k ? -1 : 2.5, 1e-9);
        assert_int_equal(level.ground, k);
        assert_near(level.step, 1, 1e-12);
        assert_true(level.low[0] <= -4 && level.high[1] >= 4 && level.low[0] >= -6);
        assert_true(out_box_height(&r) > height);
        assert_says(out_figure_caption(&f, &level, false),
                    k ? " The squares on the ground are 1 m wide." : " The squares below are 1 m wide.");
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_beside_a_panel),
        cmocka_unit_test(times_have_the_decimals_that_tell_them_apart),
        cmocka_unit_test(events_are_marked_where_they_happen),
        cmocka_unit_test(captions_list_times_and_hidden_events),
        cmocka_unit_test(the_floor_in_space),
        cmocka_unit_test(the_floor_is_below_what_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
