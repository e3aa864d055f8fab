/* Contacts: what is drawn of them, their coefficients of restitution, and what velocities have none of. */
#include "model/support.h"

#include "mech/support.h"

#define PARTICLE "coord x = 0, y = 3, z = 1\nparticle P: mass 2 at [x, y]\nkinetic T = z'^2/2\nparam h = 0.5\n"

/* How many grounds are drawn, and the height of the last one. */
static int grounds(const char *text, double *height) {
    bench b = bench_create(text);
    int count = 0;
    for (size_t i = 0; i < b.m->drawing_count; i++) {
        const model_drawing *d = &b.m->drawings[i];
        if (d->shape != DRAW_GROUND)
            continue;
        count++;
        assert_true(d->automatic);
        *height = bench_value(&b, b.m->base->drawn[d->slot[DRAWN_A + b.m->space - 1]]);
    }
    bench_destroy(&b);
    return count;
}

/* A place above a height that stays is above a ground; nothing else is. */
static void a_height_that_stays_is_a_ground(void **state) {
    (void)state;
    static const struct {
        const char *contact;
        int grounds;
        double height;
    } cases[] = {{"P.y >= 0", 1, 0},       {"P.y >= -2*h", 1, -1},         {"P.y >= h + 1", 1, 1.5}, {"P.y >= z", 0, 0},
                 {"P.y >= sin(t)", 0, 0},  {"P.y >= h*z'", 0, 0},          {"P.x >= 0", 0, 0},       {"z >= 0", 0, 0},
                 {"P.y - 0.5 >= 0", 0, 0}, {"P.y >= h + 0.1*cos(x)", 0, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        double height = 0;
        snprintf(text, sizeof text, PARTICLE "contact c: %s\n", cases[k].contact);
        const int found = grounds(text, &height);
        if (found != cases[k].grounds || fabs(height - cases[k].height) > 1e-15)
            fail_msg("'%s': %d grounds, the last at %g", cases[k].contact, found, height);
    }
}

/* In space it is the third coordinate that is a height. */
static void heights_of_space(void **state) {
    (void)state;
    double height = 0;
    assert_int_equal(grounds("coord x = 0, y = 0, z = 3\nparticle P: mass 2 at [x, y, z]\ncontact c: P.z >= 0.25\n"
                             "contact d: P.y >= -7\n",
                             &height),
                     1);
    assert_near(height, 0.25, 0);
}

/* Where the first and the second contact press there are arrows, and none where what is bounded is no place. */
static void forces_are_arrows(void **state) {
    (void)state;
    static const struct {
        const char *contacts;
        int arrows;
    } cases[] = {{"contact a: P.y >= 0", 1},
                 {"contact a: P.y >= 0\ncontact b: P.y >= -1", 2},
                 {"contact a: z >= 0\ncontact b: P.y >= -1", 1},
                 {"contact a: P.y >= 0\ncontact b: z' >= -1", 1},
                 {"contact a: z >= 0\ncontact b: z' >= -1", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, PARTICLE "%s\n", cases[k].contacts);
        bench b = bench_create(text);
        int arrows = 0;
        for (size_t i = 0; i < b.m->drawing_count; i++)
            arrows += b.m->drawings[i].shape == DRAW_ARROW;
        if (arrows != cases[k].arrows)
            fail_msg("'%s': %d arrows", cases[k].contacts, arrows);
        bench_destroy(&b);
    }
}

/* A number of the text, of parameters, of several contacts each its own; 0 where there is none. */
static void restitution_of_each(void **state) {
    (void)state;
    bench b = bench_create(PARTICLE "contact a: y >= 0, restitution 0.8\ncontact b: x >= -1, restitution h/2\n"
                                    "contact c: z >= 0\n");
    const expr_id e[] = {b.m->base->rows[0].restitution, b.m->base->rows[1].restitution,
                         b.m->base->rows[2].restitution};
    assert_near(bench_value(&b, e[0]), 0.8, 0);
    assert_near(bench_value(&b, e[1]), 0.25, 0);
    b.at[b.m->params[0].var] = 1;
    assert_near(bench_value(&b, e[1]), 0.5, 0);
    assert_int_equal(e[2].i, EXPR_NONE.i);
    for (int k = 0; k < 3; k++)
        assert_true(b.m->rows[k].contact);
    bench_destroy(&b);
}

static void what_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *contact, *place, *message;
        diag_code code;
    } cases[] = {{"y >= 0, restitution 1.5", "1.5", "must lie between 0 and 1, not 1.5", DIAG_E0308},
                 {"y >= 0, restitution -h", "-h", "must lie between 0 and 1, not -0.5", DIAG_E0308},
                 {"y' >= 0, restitution 0.5", "restitution", "a contact of velocities has no restitution", DIAG_E0112},
                 {"y' >= 0, friction 0.5 along x", "friction", "a contact of velocities has no friction", DIAG_E0112},
                 {"y >= 0, static 0.5", "static", "'static' needs 'friction' and 'along'", DIAG_E0110}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, PARTICLE "contact c: %s\n", cases[k].contact);
        text_refuse("test.lgr", text, cases[k].code, cases[k].place, cases[k].message);
    }
}

/* Both ends of the range are coefficients. */
static void ends_of_the_range(void **state) {
    (void)state;
    for (int e = 0; e <= 1; e++) {
        char text[300];
        snprintf(text, sizeof text, PARTICLE "contact c: y >= 0, restitution %d\n", e);
        bench b = bench_create(text);
        assert_near(bench_value(&b, b.m->base->rows[0].restitution), e, 0);
        bench_destroy(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_height_that_stays_is_a_ground),
        cmocka_unit_test(heights_of_space),
        cmocka_unit_test(forces_are_arrows),
        cmocka_unit_test(restitution_of_each),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
