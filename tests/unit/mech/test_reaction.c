/* Reactions as expressions: what holds a length, a place, a turning base, against closed forms at random states. */
#include "mech/reaction.h"

#include "mech/support.h"

typedef struct fixture {
    bench b;
    expr_id R[3];
    int size;
} fixture;

/* The reaction that the only output of the model asks for. */
static fixture react(const char *text) {
    fixture f = {.b = bench_derive(text)};
    model *m = f.b.m;
    assert_int_equal(m->reaction_count, 1);
    bool *freed = ARENA_ARRAY(f.b.memory, bool, m->body_count + 1);
    const model_system *held = model_held_variant(m, 0, freed);
    assert_true(held->ok);
    f.size = m->reactions[0].size;
    mech_reaction(m, &f.b.choice, &f.b.e, held, f.b.memory, f.R);
    double *at = ARENA_ARRAY(f.b.memory, double, expr_var_count(m->g));
    memcpy(at, f.b.at, m->var_count * sizeof *at);
    f.b.at = at;
    return f;
}

static void roll(fixture *f) {
    bench_roll(&f->b);
    for (size_t i = 0; i < f->b.m->coord_count; i++)
        f->b.at[f->b.m->coords[i].a] = 3 * bench_random(&f->b);
    for (size_t i = 0; i < f->b.m->row_count; i++)
        f->b.at[f->b.m->rows[i].lambda] = 5 * bench_random(&f->b);
}

static double acceleration(const fixture *f, const char *name) {
    return f->b.at[f->b.m->coords[bench_coord(&f->b, name)].a];
}

/* The rod of a pendulum of length l pulls by m l w^2 + m g cos(a): a reaction along -l. */
static void the_length_of_a_pendulum(void **state) {
    (void)state;
    fixture f = react("param l = 2, m = 3\ncoord a = 0.4\ngravity 9.81\nparticle p: mass m at l*[sin(a), -cos(a)]\n"
                      "output R = reaction(l)\n");
    for (int k = 0; k < 5; k++) {
        roll(&f);
        double a = *bench_q(&f.b, "a"), w = *bench_v(&f.b, "a");
        assert_near(bench_value(&f.b, f.R[0]), -3 * 2 * w * w - 3 * 9.81 * cos(a), 1e-12);
    }
    bench_destroy(&f.b);
}

/* A pivot that is led: its reaction carries the weight and the inertia, its own motion included. */
static void a_pivot_that_moves(void **state) {
    (void)state;
    fixture f =
        react("coord a = 0.4\nlet O = [sin(3*t), t^2]\ngravity 9.81\nparticle p: mass 3 at O + 2*[sin(a), -cos(a)]\n"
              "force wind: [7, 1] at p\noutput R = reaction(O).x\n");
    assert_int_equal(f.size, 2);
    for (int k = 0; k < 5; k++) {
        roll(&f);
        double a = *bench_q(&f.b, "a"), w = *bench_v(&f.b, "a"), e = acceleration(&f, "a"), t = f.b.at[f.b.m->t];
        double x = -9 * sin(3 * t) + 2 * (cos(a) * e - sin(a) * w * w), y = 2 + 2 * (sin(a) * e + cos(a) * w * w);
        assert_near(bench_value(&f.b, f.R[0]), 3 * x - 7, 1e-12);
        assert_near(bench_value(&f.b, f.R[1]), 3 * (y + 9.81) - 1, 1e-12);
    }
    bench_destroy(&f.b);
}

/* Springs, dampers and rows act on what is let go through every way that it takes part in them. */
static void springs_dampers_and_rows(void **state) {
    (void)state;
    fixture f = react("param c = 0.5, k = 7, d = 2\ncoord x = 1, y = 0\nkinetic T = 2*(x'^2 + y'^2)\n"
                      "potential V = k/2*(x - c)^2\ndissipation D = d/2*(y' + c*x')^2\n"
                      "constraint r: x*c + y^2 = 1\noutput R = reaction(c)\n");
    for (int k = 0; k < 5; k++) {
        roll(&f);
        double x = *bench_q(&f.b, "x");
        double lambda = f.b.at[f.b.m->rows[0].lambda];
        /* V by c: -k (x - c); D does not know c'; the row: lambda x */
        assert_near(bench_value(&f.b, f.R[0]), -7 * (x - 0.5) + lambda * x, 1e-12);
    }
    bench_destroy(&f.b);
}

/* A damper between a coordinate and a led end: the rate of the end is in it. */
static void the_rate_of_what_is_let_go(void **state) {
    (void)state;
    fixture f = react("coord x = 1\nkinetic T = x'^2\nlet s = sin(t)\nlet u = x - s\ndissipation D = 3/2*u'^2\n"
                      "output R = reaction(s)\n");
    for (int k = 0; k < 5; k++) {
        roll(&f);
        assert_near(bench_value(&f.b, f.R[0]), 3 * (cos(f.b.at[f.b.m->t]) - *bench_v(&f.b, "x")), 1e-12);
    }
    bench_destroy(&f.b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_length_of_a_pendulum),
        cmocka_unit_test(a_pivot_that_moves),
        cmocka_unit_test(springs_dampers_and_rows),
        cmocka_unit_test(the_rate_of_what_is_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
