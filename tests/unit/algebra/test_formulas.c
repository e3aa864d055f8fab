/* The equations of every example, simplified: the same numbers at random states, with no more operations. */
#include "mech/support.h"

#include <glob.h>

#include "algebra/algebra.h"
#include "base/files.h"
#include "expr/walk.h"

enum { STATES = 6 };

/* Everything that equations have to say, in one row. */
static size_t collect(const mech_equations *e, expr_id *all) {
    size_t count = 0;
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j <= i; j++)
            all[count++] = e->M[i * e->n + j];
    for (int i = 0; i < e->n; i++)
        all[count++] = e->h[i];
    for (int k = 0; k < e->m * e->n; k++)
        all[count++] = e->A[k];
    for (int k = 0; k < e->m; k++)
        all[count++] = e->gamma[k];
    all[count++] = e->kinetic;
    all[count++] = e->potential;
    all[count++] = e->power;
    size_t some = 0;
    for (size_t k = 0; k < count; k++)
        if (all[k].i != 0)
            all[some++] = all[k];
    return some;
}

static void check_states(bench *b, const expr_id *all, const expr_id *simple, const expr_id *size, size_t count,
                         const char *path) {
    for (int s = 0; s < STATES; s++) {
        bench_roll(b);
        for (size_t k = 0; k < count; k++) {
            double want = bench_value(b, all[k]), got = bench_value(b, simple[k]);
            if (isfinite(want) && !(fabs(got - want) <= 1e-12 * fmax(bench_value(b, size[k]), fabs(want))))
                fail_msg("%s: formula %zu is %.17g, simplified %.17g", path, k, want, got);
        }
    }
}

static void check_model(const char *path) {
    arena *a = base_arena_create();
    const char *why;
    size_t length;
    char *text = base_read_file(a, path, 1 << 20, &length, &why);
    assert_non_null(text);
    if (strstr(text, "table(")) { /* in a file beside the model */
        base_arena_destroy(a);
        return;
    }
    bench b = bench_derive(text);
    size_t n = (size_t)b.e.n, m = (size_t)b.e.m, room = n * n + n + m * n + m + 3;
    expr_id *all = ARENA_ARRAY(b.memory, expr_id, 3 * room), *simple = all + room, *size = simple + room;
    size_t count = collect(&b.e, all);
    algebra_simplify(b.m->g, all, count, simple);
    for (size_t k = 0; k < count; k++) {
        assert_true(algebra_operations(b.m->g, simple[k]) <= algebra_operations(b.m->g, all[k]));
        size[k] = expr_magnitude_bound(b.m->g, all[k]);
    }
    check_states(&b, all, simple, size, count, path);
    bench_destroy(&b);
    base_arena_destroy(a);
}

static void all_examples(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("examples/*/*.lgr", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 30);
    for (size_t k = 0; k < found.gl_pathc; k++)
        check_model(found.gl_pathv[k]);
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
