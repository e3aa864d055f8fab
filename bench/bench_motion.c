/* Times one evaluation of accelerations and multipliers: by matrices and a dense solver, and by elimination beforehand.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/intern.h"
#include "base/vec.h"
#include "mech/solution.h"
#include "num/saddle.h"
#include "syntax/parser.h"
#include "tape/tape.h"

enum { MOST = 200000 };

typedef struct subject {
    arena *a;
    model *m;
    mech_choice choice;
    mech_equations e;
    uint32_t *vars;
    size_t var_count;
    double *state; /* per variable of vars */
} subject;

typedef VEC(expr_id) roots;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What is in force at the start but for contacts, at a state like any other. */
static subject prepare(arena *a, const char *source) {
    subject s = {.a = a};
    intern *names = intern_create(a);
    diag *d = diag_create(a, (diag_source){"bench", source, strlen(source)});
    s.m = model_build(a, names, d, syntax_parse(a, names, d), NULL, 0);
    bool *off = ARENA_ARRAY(a, bool, s.m->switch_count + 1), *dropped = ARENA_ARRAY(a, bool, s.m->coord_count + 1);
    bool *rows = ARENA_ARRAY(a, bool, s.m->row_count + 1);
    for (size_t i = s.m->declared_coords; i < s.m->coord_count; i++)
        dropped[i] = true;
    for (size_t i = 0; i < s.m->row_count; i++)
        rows[i] = !s.m->rows[i].contact;
    s.choice = (mech_choice){.system = s.m->base, .switched_off = off, .dropped = dropped, .rows = rows};
    s.e = mech_derive(s.m, &s.choice, a);
    size_t n = (size_t)s.e.n, k = s.m->param_count;
    s.vars = ARENA_ARRAY(a, uint32_t, k + 1 + 2 * n);
    s.state = ARENA_ARRAY(a, double, k + 1 + 2 * n);
    for (size_t i = 0; i < k; i++) {
        s.vars[i] = s.m->params[i].var;
        s.state[i] = s.m->params[i].value;
    }
    s.vars[k++] = s.m->t;
    for (size_t i = 0; i < 2 * n; i++, k++) {
        const model_coord *c = &s.m->coords[s.e.coords[i % n]];
        s.vars[k] = i < n ? c->q : c->v;
        s.state[k] = i < n ? 0.3 + 0.7 * sin(1.0 + 2.3 * (double)i) : 0.4 * cos((double)i);
    }
    s.var_count = k;
    return s;
}

typedef struct program {
    const tape *t;
    tape_program *code; /* by the fastest way that there is */
    double *slots;
} program;

static program load(const subject *s, const roots *r) {
    tape_group group = {.roots = r->at, .count = r->len};
    program p = {.t = tape_build(s->a, s->m->g, s->vars, s->var_count, s->m->param_count, &group, 1)};
    p.slots = ARENA_ARRAY(s->a, double, p.t->slot_count + 1);
    tape_scalar.init(p.t, p.slots);
    memcpy(p.slots, s->state, s->var_count * sizeof *p.slots);
    p.code = tape_load(s->a, p.t, tape_fastest(1));
    tape_run(p.code, 0, p.slots);
    return p;
}

static void push_all(const subject *s, roots *r, const expr_id *e, int count) {
    for (int i = 0; i < count; i++)
        vec_push(s->a, r, e[i].i ? e[i] : expr_int(s->m->g, 0));
}

typedef struct work {
    program p;
    int n, m;
    double *x, *y;
    saddle *solver;
} work;

static void read(const work *w) {
    tape_run(w->p.code, 1, w->p.slots);
    const uint32_t *out = w->p.t->segments[1].out_slots;
    for (size_t i = 0; i < w->p.t->segments[1].out_count; i++)
        w->x[i] = w->p.slots[out[i]];
}

static void evaluate(const work *w) {
    int n = w->n, m = w->m;
    read(w);
    if (!w->solver)
        return;
    double *h = w->x + n * n, *A = h + n, *gamma = A + n * m;
    saddle_factor(w->solver, w->x, A, n, m);
    saddle_solve(w->solver, h, gamma, w->y, w->y + n, NULL);
}

/* Of one evaluation, in seconds: repeated for 20 ms, the least of five. */
static double time_of(const work *w) {
    double best = INFINITY;
    for (int run = 0; run < 5; run++) {
        long count = 0;
        double begin = now(), end = begin;
        for (; end - begin < 0.02; end = now(), count += 10)
            for (int k = 0; k < 10; k++)
                evaluate(w);
        best = fmin(best, (end - begin) / (double)count);
    }
    return best;
}

static work by_matrices(const subject *s) {
    roots r = {0};
    int n = s->e.n, m = s->e.m;
    push_all(s, &r, s->e.M, n * n);
    push_all(s, &r, s->e.h, n);
    push_all(s, &r, s->e.A, n * m);
    push_all(s, &r, s->e.gamma, m);
    return (work){load(s, &r),
                  n,
                  m,
                  ARENA_ARRAY(s->a, double, r.len),
                  ARENA_ARRAY(s->a, double, n + m),
                  saddle_create(s->a, n, m)};
}

static bool by_elimination(const subject *s, work *w, mech_solution *x) {
    roots r = {0};
    int n = s->e.n, m = s->e.m, *rows = ARENA_ARRAY(s->a, int, m + 1);
    for (int k = 0; k < m; k++)
        rows[k] = k;
    if (!mech_solve(s->m, &s->choice, &s->e, rows, m, MOST, s->a, x))
        return false;
    push_all(s, &r, x->a, n);
    push_all(s, &r, x->lambda, m);
    push_all(s, &r, &x->trust, 1);
    *w = (work){load(s, &r), n, m, ARENA_ARRAY(s->a, double, r.len), NULL, NULL};
    return true;
}

static void compare(const char *name, const char *source) {
    arena *a = arena_create();
    subject s = prepare(a, source);
    work dense = by_matrices(&s), direct;
    mech_solution x;
    double begin = now();
    bool found = by_elimination(&s, &direct, &x);
    double making = now() - begin, slow = time_of(&dense);
    if (found) {
        double fast = time_of(&direct), error = 0, size = 0;
        for (int i = 0; i < s.e.n; i++) {
            error = fmax(error, fabs(direct.x[i] - dense.y[i]));
            size = fmax(size, fabs(dense.y[i]));
        }
        printf("%-24s %4d %4d %9zu %9.0f %9zu %9zu %9.0f %8.2f %9.1e\n", name, s.e.n, s.e.m, dense.p.t->code_count,
               1e9 * slow, x.products, direct.p.t->code_count, 1e9 * fast, 1e3 * making, error / size);
    } else
        printf("%-24s %4d %4d %9zu %9.0f  no elimination (%.2f ms)\n", name, s.e.n, s.e.m, dense.p.t->code_count,
               1e9 * slow, 1e3 * making);
    tape_unload(dense.p.code);
    if (found)
        tape_unload(direct.p.code);
    model_dispose(s.m);
    arena_destroy(a);
}

static void compare_file(const char *path) {
    static char text[1 << 20];
    FILE *f = fopen(path, "rb");
    if (!f) {
        printf("%s: not there (run it where the project is)\n", path);
        return;
    }
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    const char *name = strrchr(path, '/');
    compare(name ? name + 1 : path, text);
}

static const char *const chain = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nfor i in 1..N {\n"
                                 "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                 "  particle bob[i]: mass m at p[i]\n}\n";
static const char *const rods = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                "let p[0] = [0, 0]\nfor i in 1..N {\n"
                                "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                "  rod link[i]: mass m, from p[i-1] to p[i]\n}\n";
static const char *const turns = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nlet a[0] = 0\nfor i in 1..N {\n"
                                 "  let a[i] = a[i-1] + theta[i]\n  let p[i] = p[i-1] + l*[sin(a[i]), -cos(a[i])]\n"
                                 "  rod link[i]: mass m, from p[i-1] to p[i]\n}\n";
static const char *const beads = "param N = %d, m = 0.1, l = 0.1\ncoord x[1..N] = 1, y[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nfor i in 1..N {\n  let p[i] = [x[i], y[i]]\n"
                                 "  particle bob[i]: mass m at p[i]\n"
                                 "  constraint link[i]: (p[i].x - p[i-1].x)^2 + (p[i].y - p[i-1].y)^2 = l^2\n}\n";

static void compare_sizes(const char *name, const char *text) {
    static const int sizes[] = {2, 5, 10, 20, 50, 100, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char source[1024], title[64];
        snprintf(source, sizeof source, text, sizes[k]);
        snprintf(title, sizeof title, "%s %d", name, sizes[k]);
        compare(title, source);
    }
}

int main(int argc, char **argv) {
    static const char *const files[] = {
        "examples/pendulum/angle.lgr",
        "examples/pendulum/cartesian.lgr",
        "examples/pendulum/double.lgr",
        "examples/trebuchet/whipper.lgr",
        "bench/launch.lgr",
        "examples/linkage/four-bar.lgr",
        "examples/linkage/four-bar-chain.lgr",
        "examples/linkage/andrews.lgr",
        "examples/linkage/bricard.lgr",
        "examples/space/heavy-top.lgr",
    };
    printf("programs run by %s\n", tape_fastest(1)->name);
    printf("                                    matrices, then dense solver        by elimination\n");
    printf("%-24s %4s %4s %9s %9s %9s %9s %9s %8s %9s\n", "", "n", "m", "code", "ns", "products", "code", "ns",
           "made ms", "differs");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        compare_file(files[k]);
    for (int k = 1; k < argc; k++)
        compare_file(argv[k]);
    compare_sizes("particles in angles", chain);
    compare_sizes("rods in angles", rods);
    compare_sizes("rods, relative angles", turns);
    compare_sizes("particles, x and y", beads);
    return 0;
}
