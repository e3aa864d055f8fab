/* Velocities that an energy is made of: degrees, factors, shared ones, and that the products make up the energy. */
#include "mech/velocities.h"

#include "expr/diff.h"
#include "mech/support.h"

typedef struct fixture {
    bench b;
    uint32_t v[8];
    int n;
    velocity_forms forms;
} fixture;

/* The outputs of the model are the rates, its kinetic energies the energy. */
static fixture read(const char *text) {
    fixture f = {.b = bench_derive(text)};
    const model *m = f.b.m;
    f.n = f.b.e.n;
    for (int i = 0; i < f.n; i++)
        f.v[i] = m->coords[f.b.e.coords[i]].v;
    expr_id rates[8];
    for (size_t k = 0; k < m->output_count; k++)
        rates[k] = m->base->outputs[k];
    f.forms = mech_read_velocities(m->g, f.v, f.n, f.b.e.kinetic, rates, m->output_count, f.b.memory);
    bench_roll(&f.b);
    return f;
}

static void done(fixture *f) {
    bench_destroy(&f->b);
}

/* The number of a form, with the numbers of the nodes that it is made of. */
static double number_of(const fixture *f, const velocity_form *form) {
    double sum = 0;
    for (size_t t = 0; t < form->len; t++) {
        int of = form->at[t].of;
        double x = of < f->n ? f->b.at[f->v[of]] : number_of(f, &f->forms.nodes.at[of - f->n]);
        sum += bench_value(&f->b, form->at[t].factor) * x;
    }
    return sum;
}

static double energy_of(const fixture *f) {
    double sum = 0;
    for (size_t k = 0; k < f->forms.products.len; k++) {
        const velocity_product *p = &f->forms.products.at[k];
        double left = number_of(f, &p->left), right = number_of(f, &p->right);
        assert_near(left, bench_value(&f->b, p->left_node), 1e-13);
        assert_near(right, bench_value(&f->b, p->right_node), 1e-13);
        assert_near(left * right, bench_value(&f->b, p->node), 1e-13);
        sum += bench_value(&f->b, p->factor) * left * right;
    }
    return sum;
}

static void products_make_up_the_energy(void **state) {
    (void)state;
    static const char *const texts[] = {
        "coord x = 1, y = 2\nkinetic T = 3*x'^2 - x'*y'/2 + y'^2*cos(x)\n",
        "coord x = 1, y = 2\nkinetic T = (x' + 2*y')*(x' - sin(y)*y')\n",
        "coord x = 1\nkinetic T = if x > 0 then x'^2 else 2*x'^2\n",
        "coord a = 1, b = 2\nlet P = dir(a) + 2*dir(b)\nparticle p: mass 2 at P\nparticle q: mass 3 at P + dir(a)\n",
        "coord x = 1, y = 2\nkinetic T = -(x'/3 - y')^2/(2 + x^2)\n",
        "coord x = 1, y = 0, a = 0\nlet P = [x, y] + 2*dir(a)\nkinetic T = norm(P')^2 + 4*dot(P', P')*a^2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fixture f = read(texts[i]);
        assert_true(f.forms.quadratic && f.forms.products.len > 0);
        for (int k = 0; k < 5; k++) {
            bench_roll(&f.b);
            assert_near(energy_of(&f), bench_value(&f.b, f.b.e.kinetic), 1e-12);
        }
        done(&f);
    }
}

/* Rates of the first degree are forms; what remains at rest is left out of them. */
static void rates_are_forms(void **state) {
    (void)state;
    fixture f = read(
        "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\n"
        "output a = 3*x' - y'*cos(x) + 7*t, b = x'*y', c = sin(x), d = sin(x'), e = (x' + y') - (x' - y'), g = x'/y\n");
    const velocity_form *rates = f.forms.rates;
    const bool linear[] = {true, false, true, false, true, true};
    for (int k = 0; k < 6; k++)
        assert_int_equal(f.forms.is_linear[k], linear[k]);
    double x = f.b.at[f.v[0]], y = f.b.at[f.v[1]];
    assert_near(number_of(&f, &rates[0]), 3 * x - y * cos(*bench_q(&f.b, "x")), 1e-14);
    assert_int_equal(rates[2].len, 0);
    assert_near(number_of(&f, &rates[4]), 2 * y, 1e-14);
    assert_near(number_of(&f, &rates[5]), x / *bench_q(&f.b, "y"), 1e-14);
    done(&f);
}

/* x'^3, |x'| and the like are no products of velocities. */
static void energies_of_other_degrees(void **state) {
    (void)state;
    static const char *const others[] = {"x'^4",
                                         "x'^2*y'",
                                         "abs(x'*y')",
                                         "1/(1 + x'^2)",
                                         "sqrt(x'^2 + y'^2)",
                                         "(x'^2 + y')^2",
                                         "2^x'",
                                         "if x' > 0 then x'^2 else 2*x'^2"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\noutput E = %s\n", others[i]);
        bench b = bench_derive(text);
        uint32_t v[] = {b.m->coords[0].v, b.m->coords[1].v};
        velocity_forms forms = mech_read_velocities(b.m->g, v, 2, b.m->base->outputs[0], NULL, 0, b.memory);
        if (forms.quadratic || forms.products.len)
            fail_msg("%s", others[i]);
        bench_destroy(&b);
    }
}

/* A velocity of several parts that several need is an unknown of its own; one of a single part, or that one needs,
   is not. */
static void shared_velocities_get_a_name(void **state) {
    (void)state;
    fixture f = read("coord x = 1, y = 2\nlet u = x' + 2*y'\nkinetic T = u^2\noutput a = 3*u, b = u - x'\n");
    assert_int_equal(f.forms.nodes.len, 1);
    assert_int_equal(f.forms.nodes.at[0].len, 2);
    assert_near(number_of(&f, &f.forms.rates[1]), 2 * f.b.at[f.v[1]], 1e-14);
    assert_int_equal(f.forms.rates[0].len, 1);
    assert_int_equal(f.forms.rates[0].at[0].of, 2);
    done(&f);
    fixture single = read("coord x = 1, y = 2\nlet u = 2*x'\nkinetic T = u^2 + y'^2\noutput a = 3*u, b = u - y'\n");
    assert_int_equal(single.forms.nodes.len, 0);
    done(&single);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_make_up_the_energy),
        cmocka_unit_test(rates_are_forms),
        cmocka_unit_test(energies_of_other_degrees),
        cmocka_unit_test(shared_velocities_get_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
