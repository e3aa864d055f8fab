/* Times of the backends: nanoseconds per instruction (and per lane) on random graphs of 200 operators. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "tape/tape.h"

enum { VARS = 8, NODES = 200, ROOTS = 40 };

typedef struct mix {
    const char *name;
    const expr_op *ops;
    uint32_t count;
} mix;

static const expr_op arithmetic[] = {EXPR_ADD, EXPR_MUL};
static const expr_op mechanics[] = {EXPR_ADD, EXPR_MUL, EXPR_SUB, EXPR_MUL, EXPR_ADD, EXPR_MUL, EXPR_NEG,    EXPR_ADD,
                                    EXPR_MUL, EXPR_SUB, EXPR_DIV, EXPR_MUL, EXPR_ADD, EXPR_MUL, EXPR_SQRT,   EXPR_SIN,
                                    EXPR_MUL, EXPR_COS, EXPR_ADD, EXPR_MUL, EXPR_SUB, EXPR_LT,  EXPR_SELECT, EXPR_MIN};
static const mix mixes[] = {
    {"add and mul", arithmetic, sizeof arithmetic / sizeof *arithmetic},
    {"mixed", mechanics, sizeof mechanics / sizeof *mechanics},
};

static uint32_t draw(uint64_t *seed, uint32_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % below);
}

static const tape *random_tape(arena *a, const mix *m) {
    graph *g = graph_create(a);
    expr_id nodes[VARS + NODES];
    uint32_t vars[VARS], count = 0;
    uint64_t seed = 2024;
    for (; count < VARS; count++) {
        nodes[count] = expr_new_var(g, "v");
        vars[count] = graph_node(g, nodes[count])->var;
    }
    for (; count < VARS + NODES; count++) {
        const uint32_t near = count < 40 ? count : 40;
        const expr_id x = nodes[count - 1 - draw(&seed, near)], y = nodes[count - 1 - draw(&seed, near)],
                      z = nodes[count - 1 - draw(&seed, near)];
        const expr_op op = m->ops[draw(&seed, m->count)];
        const int arity = expr_op_table[op].arity;
        nodes[count] = expr_make(g, op, x, arity > 1 ? y : EXPR_NONE, arity > 2 ? z : EXPR_NONE);
    }
    return tape_build(a, g, vars, VARS, 0, &(tape_group){nodes + VARS + NODES - ROOTS, ROOTS, NULL, 0}, 1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds per run of segment 1: the best of some repetitions, against other work on the machine. */
static double time_run(const tape_backend *b, const tape *t, double *slots) {
    enum { RUNS = 20000, REPETITIONS = 9 };
    double best = 1e9;
    for (int k = 0; k < REPETITIONS; k++) {
        const double start = now();
        for (int run = 0; run < RUNS; run++) {
            b->run(t, 1, slots);
        }
        const double seconds = (now() - start) / RUNS;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static void report(const mix *m, const tape_backend *b) {
    arena *a = arena_create();
    const tape *t = random_tape(a, m);
    const size_t lanes = (size_t)b->lanes, count = t->segments[1].last - t->segments[1].first;
    double *slots = ARENA_ARRAY(a, double, t->slot_count *lanes);
    b->init(t, slots);
    for (size_t k = 0; k < VARS * lanes; k++) {
        slots[k] = 0.5 + 0.01 * (double)k / (double)lanes;
    }
    const double ns = 1e9 * time_run(b, t, slots) / (double)count;
    printf("%-12s %-8s %5zu instructions %5zu slots %8.2f ns/instruction %8.2f ns/instruction/lane\n", m->name, b->name,
           count, t->slot_count, ns, ns / (double)lanes);
    arena_destroy(a);
}

int main(void) {
    for (size_t k = 0; k < sizeof mixes / sizeof *mixes; k++) {
        for (size_t b = 0; b < tape_backend_count; b++) {
            report(&mixes[k], tape_backends[b]);
        }
    }
    return 0;
}
