/* Accelerations and multipliers as expressions against the dense solver's numbers, at random states. */
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
    saddle *s = saddle_create(a, d->n, d->m);
    d->info = saddle_factor(s, d->M, d->A, d->n, d->m);
    saddle_solve(s, h, gamma, d->a, d->lambda, NULL);
    if (!d->C)
        return;
    unsymmetric *u = unsymmetric_create(a, d->n, d->m);
    d->info = unsymmetric_factor(u, d->M, d->A, d->C);
    unsymmetric_solve(u, h, gamma, d->a, d->lambda, NULL);
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

/* How many states could be compared: where the dense solver is content and the pivots are trusted. */
static int compare_states(bench *b, const mech_solution *s, double tolerance) {
    int compared = 0;
    arena_mark mark = arena_get_mark(b->memory);
    double *zero = ARENA_ARRAY(b->memory, double, b->e.n + 1);
    for (int k = 0; k < STATES; k++) {
        bench_roll(b);
        dense d = evaluate(b);
        bool usable = is_finite(d.M, d.n * d.n) && is_finite(d.h, d.n) && is_finite(d.A, d.n * d.m) &&
                      d.info.regular && d.info.smallest > 1e-5;
        if (!usable || !(bench_value(b, s->trust) > 0))
            continue;
        compared++;
        compare(b, s->a, d.a, d.n, tolerance);
        compare(b, s->lambda, d.lambda, d.m, tolerance);
        solve_dense(&d, zero, d.f, b->memory);
        compare(b, s->dq, d.a, d.n, tolerance);
    }
    (void)mark;
    return compared;
}

static bool solve_all_rows(bench *b, size_t most, mech_solution *s) {
    int *rows = ARENA_ARRAY(b->memory, int, b->e.m + 1);
    for (int k = 0; k < b->e.m; k++)
        rows[k] = k;
    return mech_solve(b->m, &b->choice, &b->e, rows, b->e.m, most, b->memory, s);
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
    bench b = bench_derive(text);
    mech_solution s;
    bool found = solve_all_rows(&b, MOST, &s);
    int compared = found ? compare_states(&b, &s, 1e-8) : -1;
    print_message("%-50s n %3d m %3d products %6d compared %d\n", path, b.e.n, b.e.m, found ? (int)s.products : -1,
                  compared);
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
    assert_true(models > 10);
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

static void chains_cost_in_proportion(void **state) {
    (void)state;
    size_t ten = products_of_chain(10), twenty = products_of_chain(20), forty = products_of_chain(40);
    print_message("%zu %zu %zu\n", ten, twenty, forty);
    assert_int_equal(forty - twenty, 2 * (twenty - ten));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example),
        cmocka_unit_test(chains_cost_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
