/* The machine in a report: each drawing with its numbers. */
#include "out/report/report.h"
#include "out/support.h"

static const char *scene_of(motion *x) {
    strbuf *s = ARENA_NEW(x->memory, strbuf);
    *s = base_strbuf_make(x->memory);
    const out_run run = shown_of(x);
    const report r = {.run = &run,
                      .m = x->of.m,
                      .r = x->result,
                      .frames = x->result->frames.at,
                      .frame_count = 1,
                      .tables = &(report_tables){0},
                      .chains = ARENA_ARRAY(x->memory, uint32_t, REPORT_CHAINS),
                      .out = s,
                      .memory = x->memory};
    out_report_add_scene(&r);
    return base_strbuf_text(s);
}

static void shapes_of_the_plane(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 1\ncoord a = 0.5\nkinetic T = x'^2 + a'^2\nsimulate until 1\ndraw beam from [0, 0] to [x, 2]\n"
        "draw ball at [x, 3] radius 4\ndraw box at [5, 6] size [7, 8] angle a\ndraw trail of [x, 9]\n"
        "draw ground at -1\ndraw wheel at [0, 1] radius 2 angle a\n");
    const char *text = scene_of(&x);
    assert_says(text, "{\"kind\": \"beam\", \"name\": ");
    assert_says(text, "\"from\": {\"x\": 0, \"y\": 0}, \"to\": {\"x\": 1, \"y\": 2}}");
    assert_says(text, "\"at\": {\"x\": 1, \"y\": 3}, \"radius\": 4}");
    assert_says(text, "\"at\": {\"x\": 5, \"y\": 6}, \"size\": [7, 8], \"angle\": 0.5}");
    assert_says(text, "\"of\": {\"x\": 1, \"y\": 9}}");
    assert_says(text, "\"height\": -1}");
    assert_says(text, "\"radius\": 2, \"angle\": 0.5}");
    assert_says_not(text, "automatic");
    motion_end(&x);
}

static void default_drawings_and_forces(void **state) {
    (void)state;
    motion x =
        shown_run("coord y = 0 m\ngravity 9.81 m/s^2\nparticle p: mass 2 kg at [0 m, y]\ncontact floor: p.y >= 0 m\n"
                  "simulate until 1 s\n");
    const char *text = scene_of(&x);
    assert_says(text, "\"automatic\": true");
    assert_says(text,
                "\"arrows\": [\n    {\"name\": \"floor\", \"unit\": \"N\", \"at\": {\"x\": 0, \"y\": 0}, \"force\": "
                "{\"x\": 0, \"y\": 19.62}}]");
    motion_end(&x);
}

static void shapes_of_space(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 1\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 2, 3] radius 4\ndraw ground at -1\n");
    assert_says(scene_of(&x), "\"at\": {\"x\": 1, \"y\": 2, \"z\": 3}, \"radius\": 4}");
    assert_says(scene_of(&x), "\"height\": -1}");
    motion_end(&x);
}

/* A body without a shape is the box of its mass and inertia, unless no solid has that inertia. */
static void solids_of_space(void **state) {
    (void)state;
#define WITH_INERTIA(moments)                                                                                          \
    "coord a = 0\nframe F = rotation(z, a)\nbody b: mass 6, inertia [" moments "], at [1, 2, 3], frame F\n"            \
    "simulate until 1\n"
    motion x = shown_run(WITH_INERTIA("5, 5, 8"));
    assert_says(scene_of(&x), "\"size\": [2.82842");
    motion_end(&x);
    x = shown_run(WITH_INERTIA("0.1, 0.1, 8"));
    assert_says_not(scene_of(&x), "\"size\"");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_the_plane),
        cmocka_unit_test(default_drawings_and_forces),
        cmocka_unit_test(shapes_of_space),
        cmocka_unit_test(solids_of_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
