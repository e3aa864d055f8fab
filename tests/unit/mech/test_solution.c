/* Accelerations and multipliers as expressions against the dense solver's numbers, at random states. */
#include "expr/walk.h"
#include "mech/support.h"

#include <dirent.h>

#include "mech/solution.h"
#include "num/saddle.h"
#include "num/unsymmetric.h"

enum { STATES = 10, MOST = 200000 };

/* The numbers of M, h, A, gamma at the bench's point, and their dense solution. */
typedef struct dense {
    int n, m;
    double *M, *A, *C, *h, *gamma, *f, *a, *lambda;
    saddle_info info;
} dense;

static double *numbers(bench *b, const expr_id *e, int count) {
    double *x = ARENA_ARRAY(b->memory, double, count + 1);
    for (int i = 0; i < count; i++)
        x[i] = e[i].i ? bench_value(b, e[i]) : 0;
    return x;
}

static void solve_dense(dense *d, const double *h, const double *gamma, arena *a) {
    d->a = ARENA_ARRAY(a, double, d->n + 1);
    d->lambda = ARENA_ARRAY(a, double, d->m + 1);
    saddle *s = num_saddle_create(a, d->n, d->m);
    d->info = num_saddle_factor(s, d->M, d->A, d->n, d->m);
    num_saddle_solve(s, h, gamma, d->a, d->lambda, NULL);
    if (!d->C)
        return;
    unsymmetric *u = num_unsymmetric_create(a, d->n, d->m);
    d->info = num_unsymmetric_factor(u, d->M, d->A, d->C);
    num_unsymmetric_solve(u, h, gamma, d->a, d->lambda, NULL);
}

static dense evaluate(bench *b) {
    const mech_equations *e = &b->e;
    dense d = {.n = e->n, .m = e->m};
    d.M = numbers(b, e->M, d.n * d.n);
    d.A = numbers(b, e->A, d.n * d.m);
    d.C = e->unsymmetric ? numbers(b, e->C, d.n * d.m) : NULL;
    d.h = numbers(b, e->h, d.n);
    d.gamma = numbers(b, e->gamma, d.m);
    d.f = numbers(b, e->f, d.m);
    for (int k = 0; k < d.m; k++)
        d.f[k] = -d.f[k];
    solve_dense(&d, d.h, d.gamma, b->memory);
    return d;
}

static double largest(const double *x, int count) {
    double size = 0;
    for (int i = 0; i < count; i++)
        size = fmax(size, fabs(x[i]));
    return size;
}

static bool is_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static void compare(bench *b, const expr_id *got, const double *want, int count, double tolerance) {
    double size = largest(want, count);
    for (int i = 0; i < count; i++)
        if (!(fabs(bench_value(b, got[i]) - want[i]) <= tolerance * (1e-4 + size)))
            fail_msg("entry %d is %.17g, not %.17g", i, bench_value(b, got[i]), want[i]);
}

/* How many states could be compared: where the dense solver is content and the pivots are trusted. -1: it was content
   nowhere, as with lengths of metres and masses of tons at random. */
static int compare_states(bench *b, const mech_solution *s, double tolerance) {
    int compared = 0, content = 0;
    double *zero = ARENA_ARRAY(b->memory, double, b->e.n + 1);
    for (int k = 0; k < STATES; k++) {
        bench_roll(b);
        dense d = evaluate(b);
        bool usable = is_finite(d.M, d.n * d.n) && is_finite(d.h, d.n) && is_finite(d.A, d.n * d.m) && d.info.regular &&
                      d.info.smallest > 1e-5;
        content += usable;
        if (!usable || !(bench_value(b, s->trust) > 0))
            continue;
        compared++;
        compare(b, s->a, d.a, d.n, tolerance);
        compare(b, s->lambda, d.lambda, d.m, tolerance);
        solve_dense(&d, zero, d.f, b->memory);
        compare(b, s->dq, d.a, d.n, tolerance);
    }
    return content ? compared : -1;
}

static bool shorten; /* all tests are run with and without */

static bool solve_all_rows(bench *b, size_t most, mech_solution *s) {
    int *rows = ARENA_ARRAY(b->memory, int, b->e.m + 1);
    for (int k = 0; k < b->e.m; k++)
        rows[k] = k;
    return mech_solve(b->m, &b->choice, &b->e, rows, b->e.m, most, shorten, b->memory, s);
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static int models; /* compared so far */

static void look_at_model(const char *path) {
    char *text = read_file(path);
    if (strstr(text, "table(")) { /* in a file beside the model */
        free(text);
        return;
    }
    bench b = bench_derive(text);
    mech_solution s;
    bool found = solve_all_rows(&b, MOST, &s);
    int compared = found ? compare_states(&b, &s, 1e-8) : -1;
    if (compared == 0)
        fail_msg("%s could not be compared anywhere", path);
    models += compared > 0;
    bench_destroy(&b);
    free(text);
}

static void look_below(const char *path) {
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char below[512];
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (strstr(entry->d_name, ".lgr"))
            look_at_model(below);
        else if (entry->d_name[0] != '.' && !strchr(entry->d_name, '.'))
            look_below(below);
    }
    closedir(folder);
}

static void every_example(void **state) {
    (void)state;
    look_below("examples");
    assert_true(models > 30);
}

/* A chain of n links in absolute angles, joints found one after the other. */
static size_t products_of_chain(int links) {
    char text[1024];
    snprintf(text, sizeof text,
             "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\nlet p[0] = [0, 0]\n"
             "for i in 1..N {\n  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
             "  particle bob[i]: mass m at p[i]\n}\n",
             links);
    bench b = bench_derive(text);
    mech_solution s;
    assert_true(solve_all_rows(&b, MOST, &s));
    assert_true(compare_states(&b, &s, 1e-9) > 0);
    size_t products = s.products;
    bench_destroy(&b);
    return products;
}

/* Operations that depend on the state. */
static size_t operations_of(const char *text) {
    bench b = bench_derive(text);
    mech_solution s;
    assert_true(solve_all_rows(&b, MOST, &s));
    const uint32_t *found;
    size_t all = expr_nodes_below(b.m->g, s.a, (size_t)b.e.n, &found), moving = 0;
    for (size_t k = 0; k < all; k++) {
        const expr_id e = {found[k]};
        moving += (expr_kinds(b.m->g, e) & ~(1u << VAR_PARAM)) && expr_node_at(b.m->g, e)->op != EXPR_VAR;
    }
    bench_destroy(&b);
    return moving;
}

/* Two links in absolute angles need few operations: the square of the second's radius turns with neither. */
static void shorter_where_it_is_wanted(void **state) {
    (void)state;
    size_t count = operations_of("param m = 2, l = 3\ncoord a = 1, c = 2\ngravity 9.81\nlet P = l*dir(a)\n"
                                 "particle p: mass m at P\nparticle q: mass m at P + l*dir(c)\n");
    assert_true(shorten ? count < 45 : count > 55);
}

static void chains_cost_in_proportion(void **state) {
    (void)state;
    size_t ten = products_of_chain(10), twenty = products_of_chain(20), forty = products_of_chain(40);
    assert_int_equal(forty - twenty, 2 * (twenty - ten));
}

/* Friction of contacts that slide: forces along C, not A. */
static void sliding_contacts(void **state) {
    (void)state;
    bench b = bench_create("param mu = 0.3\ncoord x = 0, y = 0, a = 0\ngravity 9.81\n"
                           "body beam: mass 2, inertia 0.4, at [x, y], angle a\nlet foot = [x, y] + 0.7*dir(a)\n"
                           "let hand = [x, y] - 0.6*dir(a)\ncontact floor: foot.y >= -1, friction mu along foot.x\n"
                           "contact wall: hand.x >= -1, friction mu along hand.y\n");
    signed char *slip = ARENA_ARRAY(b.memory, signed char, b.m->row_count);
    for (size_t i = 0; i < b.m->row_count; i++) {
        b.rows[i] = b.m->rows[i].contact;
        slip[i] = b.rows[i] ? (i % 2 ? 1 : -1) : 0;
    }
    b.choice.slip = slip;
    b.e = mech_derive(b.m, &b.choice, b.memory);
    assert_true(b.e.unsymmetric);
    assert_int_equal(b.e.m, 2);
    mech_solution s;
    assert_true(solve_all_rows(&b, MOST, &s));
    assert_true(compare_states(&b, &s, 1e-8) > STATES / 2);
    bench_destroy(&b);
}

/* Energies that are no masses on places: factors that change, no quadratic form, branches, turning in space. */
static void energies_of_other_kinds(void **state) {
    (void)state;
    static const char *const texts[] = {
        "coord r = 1, u = 0\nkinetic T = 1/2*(2 + sin(r))*r'^2 + 1/2*r^2*u'^2 + r*u*r'*u'/5\npotential V = r^2 + u^2\n",
        "coord x = 1, y = 1\nlagrangian L = -sqrt(1 - x'^2/9 - y'^2/16) + x*y' - x^2 - y^2\n",
        "coord x = 1, y = 2\nkinetic T = if x > 0 then x'^2 + y'^2 else 2*x'^2 + y'^2 + x'*y'\n",
        "coord x = 1, y = 2\nlet P = [abs(x), y + t^2]\nparticle p: mass 2 at P\nparticle q: mass 1 at P + dir(x*y)\n",
        "coord x = 1, y = 2\nkinetic T = 1/2*(2 + sin(t))*(x' + y*y')^2 + y'^2\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        bench b = bench_derive(texts[k]);
        mech_solution s;
        assert_true(solve_all_rows(&b, MOST, &s));
        assert_true(compare_states(&b, &s, 1e-8) > STATES / 2);
        bench_destroy(&b);
    }
}

/* Masses on places are solved without M; an energy that is no sum of products needs it. */
static void without_inertia(void **state) {
    (void)state;
    mech_solution s;
    bench b = bench_create("coord a = 1, c = 2\nparticle p: mass 2 at dir(a)\nparticle q: mass 1 at dir(a) + dir(c)\n");
    b.e = mech_derive_lean(b.m, &b.choice, b.memory);
    assert_true(solve_all_rows(&b, MOST, &s));
    mech_inertia(b.m, &b.e, b.memory);
    assert_true(compare_states(&b, &s, 1e-10) > STATES / 2);
    bench_destroy(&b);
    b = bench_create("coord x = 1\nkinetic T = sqrt(1 + x'^2)\n");
    b.e = mech_derive_lean(b.m, &b.choice, b.memory);
    assert_false(solve_all_rows(&b, MOST, &s));
    mech_inertia(b.m, &b.e, b.memory);
    assert_true(solve_all_rows(&b, MOST, &s));
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example),    cmocka_unit_test(chains_cost_in_proportion),
        cmocka_unit_test(sliding_contacts), cmocka_unit_test(energies_of_other_kinds),
        cmocka_unit_test(without_inertia),  cmocka_unit_test(shorter_where_it_is_wanted),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shorten = true;
    models = 0;
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
