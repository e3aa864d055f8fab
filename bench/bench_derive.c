/* Times the way from text to machine code, stage by stage: chains of N links in joint angles, and models given as files
   (bench/launch.lgr and the hinged trebuchet without arguments). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/files.h"
#include "base/intern.h"
#include "mech/solution.h"
#include "sim/sim.h"
#include "syntax/parser.h"
#include "tape/tape.h"

enum { RUNS = 15 };

static const char *const chain = "model chain\n"
                                 "param N = %d, m = 0.1, l = 0.1\n"
                                 "coord theta[1..N] = 1\n"
                                 "gravity 9.81\n"
                                 "let p[0] = [0, 0]\n"
                                 "for i in 1..N {\n"
                                 "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                 "  particle bob[i]: mass m at p[i]\n"
                                 "}\n";

/* SOLVED, LOWERED and EMITTED: accelerations and multipliers by elimination, as a program and as machine code. STARTED:
   what a run does with the text read up to accelerations at the start, with all its programs. */
typedef enum { READ, DERIVED, SOLVED, LOWERED, EMITTED, STARTED, STAGES } stage;

typedef struct times {
    double at[STAGES];
    size_t instructions, bytes;
} times;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static model *read_model(arena *a, const char *text) {
    intern *names = base_intern_create(a);
    diag *d = diag_create(a, (diag_source){.name = "bench", .text = text, .length = strlen(text)});
    return model_build(a, names, d, syntax_parse(a, names, d), NULL, 0);
}

/* What is in force at the start, contacts apart. */
static mech_choice choose(const model *m, arena *a) {
    bool *off = ARENA_ARRAY(a, bool, m->switch_count + 1), *dropped = ARENA_ARRAY(a, bool, m->coord_count + 1);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    for (size_t i = 0; i < m->switch_count; i++)
        off[i] = m->switches[i].off;
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        dropped[i] = true;
    for (size_t i = 0; i < m->row_count; i++)
        rows[i] = !off[m->rows[i].element] && !m->rows[i].contact && !m->rows[i].friction;
    return (mech_choice){m->base, off, dropped, rows, ARENA_ARRAY(a, signed char, m->row_count + 1)};
}

static const tape *lower(const model *m, const mech_equations *e, const mech_solution *x, arena *a) {
    size_t n = (size_t)e->n, rows = (size_t)e->m, count = 0;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, m->param_count + 1 + 2 * n);
    for (size_t i = 0; i < m->param_count; i++)
        vars[count++] = m->params[i].var;
    vars[count++] = m->t;
    for (size_t i = 0; i < n; i++) {
        vars[count + i] = m->coords[e->coords[i]].q;
        vars[count + n + i] = m->coords[e->coords[i]].v;
    }
    expr_id *roots = ARENA_ARRAY(a, expr_id, n + rows + 1);
    memcpy(roots, x->a, n * sizeof *roots);
    memcpy(roots + n, x->lambda, rows * sizeof *roots);
    roots[n + rows] = x->trust;
    tape_group group = {.roots = roots, .count = n + rows + 1};
    return tape_build(a, m->g, vars, count + 2 * n, m->param_count, &group, 1);
}

static times take_times(const char *text) {
    times t = {0};
    arena *a = base_arena_create();
    double begin = now();
    model *m = read_model(a, text);
    t.at[READ] = now();
    mech_choice choice = choose(m, a);
    mech_equations e = mech_derive_lean(m, &choice, a);
    t.at[DERIVED] = now();
    int *all = ARENA_ARRAY(a, int, e.m + 1);
    for (int k = 0; k < e.m; k++)
        all[k] = k;
    mech_solution x;
    bool solved = mech_solve(m, &choice, &e, all, e.m, SIZE_MAX, false, a, &x);
    t.at[SOLVED] = now();
    const tape *program = solved ? lower(m, &e, &x, a) : NULL;
    t.at[LOWERED] = now();
    tape_program *code = solved ? tape_load(a, program, tape_fastest(1)) : NULL;
    t.at[EMITTED] = now();
    t.instructions = solved ? program->code_count : 0;
    t.bytes = solved ? tape_code_size(code) : 0;
    for (int k = EMITTED; k >= 0; k--)
        t.at[k] -= k ? t.at[k - 1] : begin;
    if (solved)
        tape_unload(code);
    model_dispose(m);
    base_arena_destroy(a);
    return t;
}

static double time_start(const char *text) {
    arena *a = base_arena_create();
    model *m = read_model(a, text);
    double *q = ARENA_ARRAY(a, double, m->coord_count), *v = ARENA_ARRAY(a, double, m->coord_count);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    double read = now();
    if (!sim_find_start(m, a, q, v, rows))
        printf("a model has no start\n");
    double seconds = now() - read;
    model_dispose(m);
    base_arena_destroy(a);
    return seconds;
}

/* The least of each stage over some runs. */
static void print_row(const char *name, const char *text) {
    times least = take_times(text);
    least.at[STARTED] = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        times t = take_times(text);
        t.at[STARTED] = time_start(text);
        for (int k = 0; k < STAGES; k++)
            least.at[k] = fmin(least.at[k], t.at[k]);
    }
    double total = 0;
    printf("%-13s", name);
    for (int k = 0; k <= EMITTED; k++) {
        total += least.at[k];
        printf(" %9.3f", 1e3 * least.at[k]);
    }
    printf(" %9.3f %9.3f %13zu %9zu\n", 1e3 * total, 1e3 * least.at[STARTED], least.instructions, least.bytes);
}

static void print_chain(int links) {
    char source[1024], name[16];
    snprintf(source, sizeof source, chain, links);
    snprintf(name, sizeof name, "%d", links);
    print_row(name, source);
}

static void print_file(const char *path) {
    arena *a = base_arena_create();
    size_t length;
    const char *name = strrchr(path, '/'), *why, *text = base_read_file(a, path, 1 << 20, &length, &why);
    if (text)
        print_row(name ? name + 1 : path, text);
    else
        printf("%s: %s\n", path, why);
    base_arena_destroy(a);
}

int main(int argc, char **argv) {
    static const int sizes[] = {1, 2, 5, 10, 20, 50, 100, 200};
    static const char *const files[] = {"bench/launch.lgr", "examples/trebuchet/hinged.lgr"};
    printf("ms, least of %d\n%-13s %9s %9s %9s %9s %9s %9s %9s %13s %9s\n", RUNS, "links", "reading", "deriving",
           "solving", "lowering", "emission", "total", "to start", "instructions", "bytes");
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        print_chain(sizes[k]);
    for (int k = 0; argc < 2 && k < 2; k++)
        print_file(files[k]);
    for (int k = 1; k < argc; k++)
        print_file(argv[k]);
    return 0;
}
