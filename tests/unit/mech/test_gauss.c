/* Gauss's split: plain products are masses on places, their accelerations and the rest give Lagrange's forces. */
#include "mech/gauss.h"

#include "expr/diff.h"
#include "mech/support.h"

typedef struct fixture {
    bench b;
    uint32_t v[8];
    velocity_forms forms;
    gauss_parts parts;
} fixture;

static fixture split(const char *text) {
    fixture f = {.b = bench_derive(text)};
    const bench *b = &f.b;
    for (int i = 0; i < b->e.n; i++)
        f.v[i] = b->m->coords[b->e.coords[i]].v;
    f.forms = mech_read_velocities(b->m->g, f.v, b->e.n, b->e.kinetic, NULL, 0, b->memory);
    f.parts = mech_gauss_split(b->m, &b->e, &f.forms, b->e.kinetic, b->memory);
    return f;
}

static size_t plain_count(const fixture *f) {
    size_t count = 0;
    for (size_t k = 0; k < f->forms.products.len; k++)
        count += f->parts.plain[k];
    return count;
}

/* The forces of inertia at q'' = 0, from the plain products: sum of c (J_l u_r' + J_r u_l'). */
static void plain_forces(const fixture *f, double *out) {
    const bench *b = &f->b;
    expr_id left[8], right[8];
    for (int i = 0; i < b->e.n; i++)
        out[i] = 0;
    for (size_t k = 0; k < f->forms.products.len; k++) {
        const velocity_product *p = &f->forms.products.at[k];
        if (!f->parts.plain[k])
            continue;
        expr_reverse(b->m->g, &p->left_node, NULL, 1, f->v, (size_t)b->e.n, left);
        expr_reverse(b->m->g, &p->right_node, NULL, 1, f->v, (size_t)b->e.n, right);
        for (int i = 0; i < b->e.n; i++)
            out[i] += bench_value(b, p->factor) * (bench_value(b, left[i]) * bench_value(b, f->parts.right[k]) +
                                                   bench_value(b, right[i]) * bench_value(b, f->parts.left[k]));
    }
}

/* Without forces h is what inertia asks for, less: plain products and the rest by Lagrange make the whole of it. */
static void both_parts_make_the_whole(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool has_rest;
    } cases[] = {
        {"coord a = 1, b = 2\nlet P = dir(a) + 2*dir(b)\nparticle p: mass 2 at P\nparticle q: mass 3 at P + dir(a)\n",
         false},
        {"coord a = 1\nparticle p: mass 2 at [cos(3*t) + sin(a), a^2*t]\n", false},
        {"coord a = 1, x = 0\nbody p: mass 2, inertia 3, at [x, 0] + dir(a), angle 2*a\n", false},
        {"coord a = 1, x = 0\nparticle p: mass 2 at [x, 0] + dir(a)\nkinetic T = (2 + cos(a))*x'^2\n", true},
        {"coord p = 0.1, s = 0.4, u = 1\nframe A = rotation(z, p)*rotation(x, s)*rotation(z, u)\n"
         "body top: mass 2, inertia [1, 2, 3], at A*[0, 0, 1], frame A\n",
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f = split(cases[i].text);
        const bench *b = &f.b;
        assert_true(plain_count(&f) > 0);
        if (expr_is_zero(b->m->g, f.parts.rest) == cases[i].has_rest)
            fail_msg("%s", cases[i].text);
        expr_id rest[8];
        mech_forces_of(b->m, &b->choice, &b->e, f.parts.rest, b->memory, rest);
        for (int k = 0; k < 5; k++) {
            double plain[8];
            bench_roll(&f.b);
            plain_forces(&f, plain);
            for (int c = 0; c < b->e.n; c++)
                assert_near(bench_value(b, rest[c]) - plain[c], bench_value(b, b->e.h[c]), 1e-11);
        }
        bench_destroy(&f.b);
    }
}

/* A mass that depends on the place, and rates that nobody has derived from a place, are no plain products. */
static void what_is_not_plain(void **state) {
    (void)state;
    static const char *const texts[] = {
        "coord x = 1\nkinetic T = (1 + x^2)*x'^2\n", "coord x = 1\nkinetic T = (sin(x)*x')^2\n",
        "coord x = 1, y = 0\nkinetic T = (x' + x*y')^2\n", "coord x = 1\nkinetic T = t*x'^2\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fixture f = split(texts[i]);
        assert_int_equal(plain_count(&f), 0);
        assert_true(f.parts.rest.i == f.b.e.kinetic.i);
        bench_destroy(&f.b);
    }
    fixture sum = split("param k = 3\ncoord x = 1, y = 0\nkinetic T = k*(2*x' - y'/k)^2 - (-x')*y'\n");
    assert_int_equal(plain_count(&sum), sum.forms.products.len);
    assert_true(expr_is_zero(sum.b.m->g, sum.parts.rest));
    bench_destroy(&sum.b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_parts_make_the_whole),
        cmocka_unit_test(what_is_not_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
