/* Every example by every back end: the same motion to the bit, and the same equations at random states. */
#include <dirent.h>
#include <math.h>
#include <string.h>

#include "base/files.h"
#include "machine.h"
#include "tape/x86/emit.h"

enum { LANES = 8, BATCHES = 4 };

typedef void examination(machine *x, const char *path);

static bool ends_in(const char *name, const char *end) {
    const size_t length = strlen(name), want = strlen(end);
    return length >= want && strcmp(name + length - want, end) == 0;
}

static int examine_folder(arena *a, const char *folder, examination *examine) {
    DIR *d = opendir(folder);
    int count = 0;
    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        const char *path = base_arena_printf(a, "%s/%s", folder, e->d_name), *why;
        if (!ends_in(path, ".lgr"))
            continue;
        size_t length;
        const char *text = base_read_file(a, path, 1 << 20, &length, &why);
        assert_non_null(text);
        if (strstr(text, "table(")) /* in a file beside the model */
            continue;
        machine x = machine_try(0, "%s", text);
        examine(&x, path);
        machine_free(&x);
        count++;
    }
    if (d)
        closedir(d);
    return count;
}

/* Tests run in the project's own folder. */
static void examine_all(examination *examine) {
    arena *a = base_arena_create();
    DIR *d = opendir("examples");
    assert_non_null(d);
    int count = 0;
    for (const struct dirent *e = readdir(d); e; e = readdir(d))
        if (e->d_name[0] != '.')
            count += examine_folder(a, base_arena_printf(a, "examples/%s", e->d_name), examine);
    closedir(d);
    base_arena_destroy(a);
    assert_true(count >= 40);
}

static bool same(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

/* ---- Motion ---- */

typedef struct summary {
    double t, drift, q[200], v[200];
    long steps, evaluations;
} summary;

static summary run_with(machine *x, const tape_backend *b) {
    sim_options o = sim_options_default();
    o.backend = b;
    o.max_steps = 300;
    base_arena_destroy(x->run_memory);
    x->run_memory = base_arena_create();
    const sim_result *r = x->result = sim_run(x->model, &o, x->run_memory); /* it may end for want of steps */
    assert_false(r->start_failed);
    summary s = {.t = r->t, .drift = r->energy_drift, .steps = r->steps, .evaluations = r->evaluations};
    assert_true(x->model->coord_count <= 200);
    memcpy(s.q, r->final.q, x->model->coord_count * sizeof *s.q);
    memcpy(s.v, r->final.v, x->model->coord_count * sizeof *s.v);
    return s;
}

static void check_motion(machine *x, const char *path, const summary *want, const tape_backend *b) {
    const summary got = run_with(x, b);
    bool ok = same(got.t, want->t) && same(got.drift, want->drift) && got.steps == want->steps &&
              got.evaluations == want->evaluations;
    for (size_t i = 0; i < x->model->coord_count; i++)
        ok = ok && same(got.q[i], want->q[i]) && same(got.v[i], want->v[i]);
    if (!ok)
        fail_msg("%s moves otherwise with %s", path, b ? b->name : "a change of back end");
}

static void examine_motion(machine *x, const char *path) {
    const summary want = run_with(x, &tape_scalar);
    for (size_t k = 0; k < tape_backend_count; k++)
        if (tape_backends[k]->lanes == 1)
            check_motion(x, path, &want, tape_backends[k]);
    check_motion(x, path, &want, NULL);
}

static void every_example_moves_alike(void **state) {
    (void)state;
    examine_all(examine_motion);
}

/* ---- Equations ---- */

typedef struct equations {
    arena *a;
    const tape *t;
    size_t inputs, results;
    uint64_t seed;
} equations;

static double draw(equations *e) {
    e->seed ^= e->seed << 13;
    e->seed ^= e->seed >> 7;
    e->seed ^= e->seed << 17;
    return (double)(e->seed >> 11) * 0x1p-51 - 2;
}

/* Every variable of the graph is an input. */
static equations lower(machine *x) {
    equations e = {.a = x->run_memory, .seed = 88172645463325252u};
    const mech_equations eq = mech_derive(x->model, x->result->initial_choice, e.a);
    const size_t n = (size_t)eq.n, m = (size_t)eq.m;
    VEC(expr_id) roots = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            vec_push(e.a, &roots, eq.M[i * n + j]);
    const expr_id *lists[] = {eq.h, eq.A, eq.gamma, eq.f, eq.f_dot, &eq.energy};
    const size_t lengths[] = {n, m * n, m, m, m, 1};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lengths[k]; i++)
            vec_push(e.a, &roots, lists[k][i]);
    e.inputs = expr_var_count(x->model->g);
    e.results = roots.len;
    uint32_t *vars = ARENA_ARRAY(e.a, uint32_t, e.inputs);
    for (uint32_t k = 0; k < e.inputs; k++)
        vars[k] = k;
    const tape_group group = {.roots = roots.at, .count = roots.len};
    e.t = tape_build(e.a, x->model->g, vars, e.inputs, 0, &group, 1);
    return e;
}

/* Results at LANES states, result r of state l in [r * LANES + l]. */
static double *evaluate(const equations *e, const tape_backend *b, const double *inputs) {
    const size_t lanes = (size_t)b->lanes;
    double *slots = ARENA_ARRAY(e->a, double, e->t->slot_count *lanes),
           *results = ARENA_ARRAY(e->a, double, e->results *LANES);
    tape_program *p = tape_load(e->a, e->t, b);
    b->init(e->t, slots);
    for (size_t first = 0; first < LANES; first += lanes) {
        for (size_t k = 0; k < e->inputs * lanes; k++)
            slots[k] = inputs[k / lanes * LANES + first + k % lanes];
        tape_run(p, 0, slots);
        tape_run(p, 1, slots);
        for (size_t k = 0; k < e->results * lanes; k++)
            results[k / lanes * LANES + first + k % lanes] =
                slots[e->t->segments[1].out_slots[k / lanes] * lanes + k % lanes];
    }
    tape_unload(p);
    return results;
}

/* To the bit, sines and eight lanes included. */
static void compare(const equations *e, const char *path, const tape_backend *b, const double *got,
                    const double *want) {
    for (size_t k = 0; k < e->results * LANES; k++)
        if (!same(got[k], want[k]))
            fail_msg("%s: result %zu by %s is %.17g, not %.17g", path, k / LANES, b->name, got[k], want[k]);
}

static void examine_equations(machine *x, const char *path) {
    equations e = lower(x);
    double *inputs = ARENA_ARRAY(e.a, double, e.inputs *LANES);
    for (int batch = 0; batch < BATCHES; batch++) {
        for (size_t k = 0; k < e.inputs * LANES; k++)
            inputs[k] = draw(&e);
        const double *want = evaluate(&e, &tape_scalar, inputs);
        for (size_t b = 0; b < tape_backend_count; b++)
            compare(&e, path, tape_backends[b], evaluate(&e, tape_backends[b], inputs), want);
    }
}

static void every_example_evaluates_alike(void **state) {
    (void)state;
    examine_all(examine_equations);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_moves_alike),
        cmocka_unit_test(every_example_evaluates_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
