/* Bodies by shape: mass and moments of inertia of every shape against the formulas of any table, and drawings. */
#include "mech/support.h"
#include "model/support.h"

#define PI 3.14159265358979323846

/* In the plane: mass, and the moment about the centre. */
static void shapes_in_the_plane(void **state) {
    (void)state;
    static const struct {
        const char *shape;
        double mass, moment;
    } cases[] = {{"box 2 by 3, mass 6", 6, 6 * 13 / 12.0},
                 {"box 2 by 3 by 0.5, density 4", 12, 12 * 13 / 12.0},
                 {"plate 2 by 1, mass 3", 3, 3 * 5 / 12.0},
                 {"plate 2 by 1, thickness 0.1, density 10", 2, 2 * 5 / 12.0},
                 {"disc radius 2, mass 3", 3, 6},
                 {"disc radius 2, hollow 1, mass 3", 3, 7.5},
                 {"disc radius 2, hollow 1, thickness 0.5, density 4", 6 * PI, 15 * PI},
                 {"ball radius 2, mass 5", 5, 8},
                 {"ball radius 2, hollow 1, mass 7", 7, 0.4 * 7 * 31 / 7},
                 {"ball radius 2, density 3", 32 * PI, 0.4 * 32 * PI * 4},
                 {"cylinder radius 1, length 6, mass 4", 4, 4 * (3 + 36) / 12.0},
                 {"cylinder radius 2, hollow 1, length 3, density 2", 18 * PI, 18 * PI * (15 + 9) / 12}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 0, y = 0, w = 0\nbody b: %s, at [x, y], angle w\n", cases[k].shape);
        bench b = bench_derive(text);
        bench_roll(&b);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double want = i != j ? 0 : i < 2 ? cases[k].mass : cases[k].moment, got = bench_M(&b, i, j);
                if (!(fabs(got - want) <= 1e-13 * fmax(1, want)))
                    fail_msg("%s: M[%d,%d] is %.15g, not %.15g", cases[k].shape, i, j, got, want);
            }
        bench_destroy(&b);
    }
}

/* In space about each axis of the body, from its rotation about it. */
static void shapes_in_space(void **state) {
    (void)state;
    static const struct {
        const char *shape;
        double mass, moment[3];
    } cases[] = {{"box 1 by 2 by 3, mass 12", 12, {13, 10, 5}},
                 {"plate 1 by 2, mass 12", 12, {4, 1, 5}},
                 {"cylinder radius 1, length 6, mass 4", 4, {2, 13, 13}},
                 {"cylinder radius 2, hollow 1, length 3, mass 12", 12, {30, 24, 24}},
                 {"disc radius 2, mass 4", 4, {4, 4, 8}},
                 {"disc radius 2, hollow 1, mass 4", 4, {5, 5, 10}},
                 {"ball radius 2, mass 5", 5, {8, 8, 8}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int axis = 0; axis < 3; axis++) {
            char text[300];
            snprintf(text, sizeof text,
                     "coord x = 0, w = 0\nframe B = rotation(%c, w)\nbody b: %s, at [x, 0, 0], frame B\n", "xyz"[axis],
                     cases[k].shape);
            bench b = bench_derive(text);
            bench_roll(&b);
            assert_near(bench_M(&b, 0, 0), cases[k].mass, 1e-14);
            assert_near(bench_M(&b, 1, 0), 0, 1e-14);
            if (!(fabs(bench_M(&b, 1, 1) - cases[k].moment[axis]) <= 1e-12))
                fail_msg("%s about %c: %.15g", cases[k].shape, "xyz"[axis], bench_M(&b, 1, 1));
            bench_destroy(&b);
        }
}

/* Between two ends the centre is in the middle and the first axis leads along them: (l^2 + c^2)/12 + (l/2)^2. */
static void between_two_ends(void **state) {
    (void)state;
    bench b = bench_derive("coord a = 0\nbody arm: box 4 by 2, mass 3, from [0, 0] to 4*dir(a)\n");
    bench_roll(&b);
    assert_near(bench_M(&b, 0, 0), 3 * (20 / 12.0 + 4), 1e-13);
    bench_destroy(&b);
    b = bench_derive("coord a = 0\nbody arm: cylinder radius 1, density 2, from [0, 0] to 4*dir(a)\n");
    bench_roll(&b);
    assert_near(bench_M(&b, 0, 0), 8 * PI * ((3 + 16) / 12.0 + 4), 1e-12);
    bench_destroy(&b);
}

/* In space they lie along the line between their ends, wherever that is in their frame; the second size is then along
   the second axis of the frame as far as that is across, or along the third. About the first end: with Steiner's share.
 */
static void between_ends_in_space(void **state) {
    (void)state;
    static const struct {
        const char *shape;
        double moment[3]; /* of a mass of 3 and a length of 4: along the line, and about its second and third axis */
    } shapes[] = {{"box 4 by 2 by 1, mass 3", {5 / 4.0, 17 / 4.0, 5}},
                  {"plate 4 by 2, mass 3", {1, 4, 5}},
                  {"cylinder radius 1, mass 3", {3 / 2.0, 19 / 4.0, 19 / 4.0}},
                  {"ball radius 1, mass 3", {6 / 5.0, 6 / 5.0, 6 / 5.0}}};
    static const struct {
        const char *line;
        double axis[3][3];
    } lines[] = {{"4*B.x", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                 {"-4*B.z", {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
                 {"4*B.y", {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}},
                 {"B*[12/5, 0, 16/5]", {{0.6, 0, 0.8}, {0, 1, 0}, {-0.8, 0, 0.6}}},
                 {"4*(B*[cos(lean), sin(lean), 0])", {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}}}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
            for (int axis = 0; axis < 3; axis++) {
                char text[400];
                snprintf(
                    text, sizeof text,
                    "param lean = atan2(4, 3)\ncoord x = 0, w = 0, c = 0.3\nkinetic T = x'^2 + c'^2\n"
                    "frame B = rotation(z, c)*rotation(%c, w)\nbody b: %s, from [x, 0, 0] to [x, 0, 0] + %s, frame B\n",
                    "xyz"[axis], shapes[k].shape, lines[i].line);
                bench b = bench_derive(text);
                bench_roll(&b);
                double moment = 3 * 4 * (1 - lines[i].axis[0][axis] * lines[i].axis[0][axis]);
                for (int e = 0; e < 3; e++)
                    moment += shapes[k].moment[e] * lines[i].axis[e][axis] * lines[i].axis[e][axis];
                if (!(fabs(bench_M(&b, 1, 1) - moment) <= 1e-12))
                    fail_msg("%s, %s, about %c: %.15g instead of %.15g", shapes[k].shape, lines[i].line, "xyz"[axis],
                             bench_M(&b, 1, 1), moment);
                bench_destroy(&b);
            }
}

/* Sizes and masses may be formulas: the moment follows them. */
static void sizes_are_formulas(void **state) {
    (void)state;
    bench b = bench_create("param a = 2, r = 3\ncoord w = 0\nbody b: box a by 2*a, mass r*a, at [0, 0], angle w\n");
    b.e = mech_derive(b.m, &b.choice, b.memory);
    for (int k = 1; k < 5; k++) {
        const double a = 0.5 * k;
        b.at[b.m->params[0].var] = a;
        assert_near(bench_M(&b, 0, 0), 3 * a * 5 * a * a / 12, 1e-14);
    }
    bench_destroy(&b);
}

static void what_is_no_shape(void **state) {
    (void)state;
    static const struct {
        const char *body, *place, *message;
        diag_code code;
    } cases[] = {
        {"box 2, mass 1, at [0, 0], angle w", "2", "a box has two or three sizes", DIAG_E0304},
        {"plate 2 by 1 by 1, mass 1, at [0, 0], angle w", "2 by 1 by 1", "a plate has two sizes", DIAG_E0304},
        {"box 2 by 1, mass 1, density 2, at [0, 0], angle w", "b", "a mass or a density, not both", DIAG_E0112},
        {"box 2 by 1, at [0, 0], angle w", "b", "needs a mass or a density", DIAG_E0110},
        {"box 2 by 1, mass 1, angle w", "b", "needs its place", DIAG_E0110},
        {"box 2 by 1, mass 1, at [0, 0]", "b", "this body needs an angle", DIAG_E0110},
        {"box 2 by 1, density 1, at [0, 0], angle w", "b", "needs a third size", DIAG_E0110},
        {"cylinder radius 1, mass 1, at [0, 0], angle w", "b", "needs a length", DIAG_E0110},
        {"disc radius 1, density 1, at [0, 0], angle w", "b", "needs a thickness", DIAG_E0110}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord w = 0\nkinetic T = w'^2\nbody b: %s\n", cases[k].body);
        text_refuse("test.lgr", text, cases[k].code, cases[k].place, cases[k].message);
    }
    text_refuse("test.lgr", "coord w = 0\nbody b: disc radius -1, mass 1, at [0, 0], angle w\n", DIAG_E0308, "-1",
                "cannot be negative");
    text_refuse("test.lgr", "coord w = 0\nbody b: disc radius 1, hollow 2, mass 1, at [0, 0], angle w\n", DIAG_E0308,
                "2", "the wall of a hollow body cannot be negative: it is -1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_in_the_plane), cmocka_unit_test(shapes_in_space),
        cmocka_unit_test(between_two_ends),    cmocka_unit_test(between_ends_in_space),
        cmocka_unit_test(sizes_are_formulas),  cmocka_unit_test(what_is_no_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
