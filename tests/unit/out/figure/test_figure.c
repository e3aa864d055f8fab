/* The figure of a run: instants over each other, earlier ones paler. */
#include "out/figure/figure.h"
#include "out/figure/writers.h"
#include "out/reading.h"

#define SWING                                                                                                          \
    "model m \"A & B\"\ncoord a = 1\nkinetic T = a'^2\npotential V = -cos(a)*9\nsimulate until 3\n"                    \
    "draw beam from [0, 0] to [sin(a), -cos(a)]\ndraw ball at [sin(a), -cos(a)] radius 0.1\n"

static void instants_become_darker(void **state) {
    (void)state;
    motion x = shown_run(SWING);
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, "A &amp; B");
    size_t drawn = shown_count(text, "<g class=\"instant\"");
    assert_in_range(drawn, 6, 12);
    assert_int_equal(shown_count(text, "class=\"beam\""), drawn);
    assert_int_equal(shown_count(text, "opacity=\"1.00\""), 1);
    const char *first = strstr(text, "opacity=\"0.22\""), *last = strstr(text, "opacity=\"1.00\"");
    assert_true(first && first < last);
    assert_says(text, ">x</text>");
    assert_says(text, "; earlier instants are paler.");
    motion_end(&x);
}

static void what_never_moves_is_drawn_once(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\nkinetic T = a'^2\nsimulate until 1\ndraw beam from [0, 0] to [1, 2]\n");
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_int_equal(shown_count(text, "<g class=\"instant\""), 1);
    assert_int_equal(shown_count(text, "class=\"beam\""), 1);
    motion_end(&x);
}

static void without_drawings_coordinates_are_plotted(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\nkinetic T = a'^2\nsimulate until 1\n");
    assert_says(shown_plainly(&x, out_run_write_figure),
                "The model has nothing to draw; its coordinates are plotted instead.");
    motion_end(&x);
    x = motion_begin(SWING);
    motion_finish(&x);
    assert_says(shown_plainly(&x, out_run_write_figure), "The run recorded no frames");
    motion_end(&x);
}

/* A ground is no picture of what stands on it. */
static void what_stands_on_a_ground_is_drawn(void **state) {
    (void)state;
    static const char *const models[] = {"coord y = 1\nparticle p: mass 1 at [0, y]\ngravity 9.81\ncontact c: y >= 0\n",
                                         "coord z = 1\nparticle p: mass 1 at [0, 0, z]\ngravity 9.81\n"};
    for (size_t i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text, "%sdraw ground at 0\nsimulate until 0.3\n", models[i]);
        motion x = shown_run(text);
        const char *picture = shown_plainly(&x, out_run_write_figure);
        assert_true(shown_count(picture, "class=\"solid-ball\"") > 0);
        assert_true(!strstr(picture, "nothing to draw"));
        motion_end(&x);
    }
}

/* As wide as it may be, no higher, and in the middle. */
static void rooms_are_laid_into_panels(void **state) {
    (void)state;
    const camera plain = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
    const room wide = {{0, 0}, {10, 5}, false}, high = {{0, 0}, {1, 10}, false};
    figure_panel p = out_figure_fit(&plain, &wide, 50, 20, 400, 300);
    assert_near(p.width, 400, 1e-12);
    assert_near(p.height, 200, 1e-12);
    assert_near(p.left, 50, 1e-12);
    p = out_figure_fit(&plain, &high, 50, 20, 400, 300);
    assert_near(p.height, 300, 1e-12);
    assert_near(p.width, 30, 1e-12);
    assert_near(p.left, 50 + 185, 1e-12);
    assert_near(p.view.scale, 30, 1e-12);
}

static void small_machines_have_a_detail(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 0\ninitial x' = 50\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [x, 20*x/50 + 1] radius 0.2\n"
        "draw beam from [0, 0] to [1, 2]\n");
    const char *text = shown_plainly(&x, out_run_write_figure);
    assert_says(text, "id=\"detail\"");
    assert_says(text, "<rect class=\"detail\"");
    motion_end(&x);
    x = shown_run(SWING);
    assert_says_not(shown_plainly(&x, out_run_write_figure), "id=\"detail\"");
    motion_end(&x);
}

/* In nanometres and in gigametres, far from the origin and with strange names: well-formed, and the same picture. */
static void pictures_of_any_size(void **state) {
    (void)state;
    static const double units[] = {1, 1e-9, 1e9, 1e-3};
    size_t drawn[4];
    for (int k = 0; k < 4; k++) {
        char text[700];
        const double u = units[k];
        snprintf(text, sizeof text,
                 "model m \"<A> & \\\\B\"\nparam u = %g m\ncoord x = 7*u, a = 0 rad\ninitial x' = 2*u/(1 s)\n"
                 "kinetic T = (1 kg)*x'^2 + (1 kg)*u^2*a'^2\npotential V = (1 kg/s^2)*u^2*a^2\nsimulate until 2 s\n"
                 "draw ball at [x, u] radius u/2\ndraw spring from [0 m, 0 m] to [x, u]\ndraw box at [x, -u] size "
                 "[u, u] angle a\ndraw trail of [x, u]\nevent there when x > 9*u { }\n",
                 u);
        motion x = shown_run(text);
        const char *picture = shown_plainly(&x, out_run_write_figure);
        reading_check_elements(picture);
        drawn[k] = shown_count(picture, "<path") + shown_count(picture, "<circle") + shown_count(picture, "<polygon");
        assert_true(drawn[k] > 3);
        assert_says(picture, "&lt;A&gt; &amp; ");
        motion_end(&x);
    }
    for (int k = 1; k < 4; k++)
        assert_int_equal(drawn[k], drawn[0]);
}

/* Shapes of all kinds in space, seen from where everything is in the picture. */
static void shapes_in_space(void **state) {
    (void)state;
    motion x = shown_run("coord w = 0.3, z = 1\ninitial w' = 2\nframe B = rotation(z, w)\ngravity 1\n"
                         "body b: mass 2, inertia [1, 2, 3], at [cos(w), sin(w), z], frame B\nsimulate until 2\n"
                         "draw ball at [0, 0, z] radius 0.2\ndraw beam from [0, 0, 0] to b\n"
                         "draw spring from [1, 1, 0] to b\ncontact floor: z >= 0, restitution 0.5\n");
    const char *picture = shown_plainly(&x, out_run_write_figure);
    reading_check_elements(picture);
    assert_true(shown_count(picture, "class=\"beam\"") > 3);
    motion_end(&x);
}

/* Seen from a little above what is level, whichever way gravity points. */
static void pictures_of_space_stand_upright(void **state) {
    (void)state;
    static const struct {
        const char *gravity;
        double up[3];
    } cases[] = {{"9", {0, 0, 1}},          {"[0, -9, 0]", {0, 1, 0}}, {"[0, 9, 0]", {0, -1, 0}},
                 {"[-g, 0, 0]", {1, 0, 0}}, {"[0, 0, 9]", {0, 0, -1}}, {"[3, 0, -4]", {-0.6, 0, 0.8}},
                 {"[0, 0, 0]", {0, 0, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "param g = 9\ncoord x = 0, y = 0, z = 1\ngravity %s\nparticle p: mass 1 at [x, y, z]\n"
                 "simulate until 1\ndraw ball at p radius 0.1\n",
                 cases[i].gravity);
        motion x = shown_run(text);
        const camera c = out_camera_choose(x.of.m, x.result);
        const double *up = cases[i].up, length = up[0] * c.up[0] + up[1] * c.up[1] + up[2] * c.up[2];
        assert_near(length, cos(22 * 3.14159265358979 / 180), 1e-9);
        assert_near(up[0] * c.right[0] + up[1] * c.right[1] + up[2] * c.right[2], 0, 1e-9);
        for (int k = 0; k < 3; k++) /* right-handed: the picture is not a mirror's */
            assert_near(c.right[(k + 1) % 3] * c.up[(k + 2) % 3] - c.right[(k + 2) % 3] * c.up[(k + 1) % 3],
                        c.toward[k], 1e-9);
        const char *picture = shown_plainly(&x, out_run_write_figure);
        assert_true(shown_count(picture, "class=\"floor\"") > 4);
        motion_end(&x);
    }
}

/* A body that reaches below a ground does not hide it, and a wheel's rim is a circle. */
static void grounds_are_drawn_over_bodies(void **state) {
    (void)state;
    motion x = shown_run("coord x = 0\nkinetic T = x'^2\ninitial x' = 1\nsimulate until 1\ndraw ground at 0\n"
                         "draw box at [x, 0] size [4, 3]\ndraw wheel at [x, 5] radius 1\n");
    const char *picture = shown_plainly(&x, out_run_write_figure), *last = NULL;
    for (const char *at = picture; (at = strstr(at, "class=\"solid-box\"")); at++)
        last = at;
    assert_non_null(last);
    assert_non_null(strstr(last, "class=\"hatch\""));
    assert_non_null(strstr(picture, "<circle class=\"ball\""));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instants_become_darker),
        cmocka_unit_test(what_never_moves_is_drawn_once),
        cmocka_unit_test(without_drawings_coordinates_are_plotted),
        cmocka_unit_test(what_stands_on_a_ground_is_drawn),
        cmocka_unit_test(grounds_are_drawn_over_bodies),
        cmocka_unit_test(rooms_are_laid_into_panels),
        cmocka_unit_test(small_machines_have_a_detail),
        cmocka_unit_test(pictures_of_any_size),
        cmocka_unit_test(shapes_in_space),
        cmocka_unit_test(pictures_of_space_stand_upright),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
