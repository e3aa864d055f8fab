/* Times of the backends, and of a C compiler where there is one: until a program is ready, and per instruction and
   lane; for random graphs of 200 operators and for the equations of chains of rods. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/intern.h"
#include "mech/equations.h"
#include "syntax/parser.h"
#include "tape/interpreter/meaning.h"
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
    graph *g = expr_graph_create(a);
    expr_id nodes[VARS + NODES];
    uint32_t vars[VARS], count = 0;
    uint64_t seed = 2024;
    for (; count < VARS; count++) {
        nodes[count] = expr_new_var(g, "v");
        vars[count] = expr_node_at(g, nodes[count])->var;
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

static const char *const chain_text = "model chain\n"
                                      "param N = %d, m = 0.1, l = 0.1\n"
                                      "coord theta[1..N] = 1\n"
                                      "gravity 9.81\n"
                                      "let p[0] = [0, 0]\n"
                                      "for i in 1..N {\n"
                                      "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                      "  particle bob[i]: mass m at p[i]\n"
                                      "}\n";

/* Mass matrix and forces of a chain of `links` rods: every variable is an input. */
static const tape *chain_tape(arena *a, int links) {
    const char *source = base_arena_printf(a, chain_text, links);
    intern *names = base_intern_create(a);
    diag *d = diag_create(a, (diag_source){.name = "chain", .text = source, .length = strlen(source)});
    model *m = model_build(a, names, d, syntax_parse(a, names, d), NULL, 0);
    const mech_choice choice = {.system = m->base,
                                .switched_off = ARENA_ARRAY(a, bool, 1),
                                .dropped = ARENA_ARRAY(a, bool, m->coord_count),
                                .rows = ARENA_ARRAY(a, bool, 1),
                                .slip = ARENA_ARRAY(a, signed char, 1)};
    const mech_equations eq = mech_derive(m, &choice, a);
    const size_t n = (size_t)eq.n, inputs = expr_var_count(m->g);
    expr_id *roots = ARENA_ARRAY(a, expr_id, n * (n + 3) / 2);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            roots[count++] = eq.M[i * n + j];
        }
        roots[count++] = eq.h[i];
    }
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, inputs);
    for (uint32_t k = 0; k < inputs; k++) {
        vars[k] = k;
    }
    return tape_build(a, m->g, vars, inputs, 0, &(tape_group){roots, count, NULL, 0}, 1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Measuring ---- */

typedef void function(double *slots);

/* What is timed: a program, or a function from a C compiler. */
typedef struct candidate {
    const char *name;
    size_t lanes;
    double ready; /* seconds until it could be run */
    const tape_program *program;
    function *compiled;
} candidate;

static void run_once(const candidate *c, double *slots) {
    if (c->program) {
        tape_run(c->program, 1, slots);
    } else {
        c->compiled(slots);
    }
}

/* Seconds per run of segment 1: the best of some repetitions, against other work on the machine. */
static double time_run(const candidate *c, const tape *t, double *slots) {
    enum { REPETITIONS = 9 };
    const size_t runs = 1 + 3000000 / (t->code_count * c->lanes);
    double best = 1e9;
    for (int k = 0; k < REPETITIONS; k++) {
        const double start = now();
        for (size_t run = 0; run < runs; run++) {
            run_once(c, slots);
        }
        const double seconds = (now() - start) / (double)runs;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static double *make_slots(arena *a, const tape *t, const tape_backend *b) {
    const size_t lanes = (size_t)b->lanes;
    double *slots = ARENA_ARRAY(a, double, t->slot_count *lanes + 8);
    slots += (64 - (uintptr_t)slots % 64) / sizeof *slots % 8; /* lines of memory hold whole slots */
    b->init(t, slots);
    for (size_t k = 0; k < t->input_count * lanes; k++) {
        slots[k] = 0.5 + 0.01 * (double)k / (double)lanes;
    }
    return slots;
}

static void report(arena *a, const char *what, const tape *t, const candidate *c) {
    double *slots = make_slots(a, t, c->lanes == 1 ? &tape_scalar : &tape_lanes8);
    const size_t count = t->segments[1].last - t->segments[1].first;
    const double seconds = time_run(c, t, slots);
    printf("%-12s %6zu  %-8s %12.1f us %12.3f us %8.2f ns %8.3f ns\n", what, count, c->name, 1e6 * c->ready,
           1e6 * seconds, 1e9 * seconds / (double)count, 1e9 * seconds / (double)(count * c->lanes));
}

static void report_backend(arena *a, const char *what, const tape *t, const tape_backend *b) {
    candidate c = {.name = b->name, .lanes = (size_t)b->lanes, .ready = 1e9};
    for (int k = 0; k < 9; k++) {
        const double start = now();
        tape_program *p = tape_load(a, t, b);
        const double seconds = now() - start;
        c.ready = seconds < c.ready ? seconds : c.ready;
        tape_unload(p);
    }
    tape_program *p = tape_load(a, t, b);
    c.program = p;
    report(a, what, t, &c);
    tape_unload(p);
}

/* ---- The same program by a C compiler ---- */

#define SPELLING(op, value) [TAPE_##op] = #value,
static const char *const spellings[TAPE_OP_COUNT] = {TAPE_MEANING(SPELLING, SPELLING, SPELLING)};

static void write_operand(FILE *f, char name, const uint32_t *writer, uint32_t slot) {
    if (writer[slot] == UINT32_MAX) {
        fprintf(f, "const double %c = s[%u]; ", name, slot);
    } else {
        fprintf(f, "const double %c = v%u_%u; ", name, writer[slot], slot);
    }
}

/* Each result is a variable of its own, so that the compiler is free to keep it where it likes. */
static void write_instruction(FILE *f, const tape_instr *ip, uint32_t i, uint32_t *writer) {
    fprintf(f, ip->op == TAPE_SINCOS ? "double v%u_%u, v%u_%u; { " : "double v%u_%u; { ", i, ip->dst, i, ip->dst + 1);
    write_operand(f, 'x', writer, ip->a);
    if (ip->op == TAPE_SINCOS) {
        fprintf(f, "v%u_%u = sin(x); v%u_%u = cos(x); }\n", i, ip->dst, i, ip->dst + 1);
        writer[ip->dst + 1] = i;
    } else if (ip->op == TAPE_POWI) {
        fprintf(f, "v%u_%u = __builtin_powi(x, %d); }\n", i, ip->dst, (int)ip->b);
    } else {
        write_operand(f, 'y', writer, ip->b);
        write_operand(f, 'z', writer, ip->c);
        fprintf(f, "v%u_%u = %s; }\n", i, ip->dst, spellings[ip->op]);
    }
    writer[ip->dst] = i;
}

static void write_c(arena *a, FILE *f, const tape *t) {
    uint32_t *writer = ARENA_ARRAY(a, uint32_t, t->slot_count);
    memset(writer, 0xff, t->slot_count * sizeof *writer);
    const tape_segment *s = &t->segments[1];
    fprintf(f, "#include <math.h>\nvoid run(double *s) {\n");
    for (size_t i = s->first; i < s->last; i++) {
        write_instruction(f, &t->code[i], (uint32_t)i, writer);
    }
    for (size_t r = 0; r < s->out_count; r++) {
        const uint32_t slot = s->out_slots[r];
        if (writer[slot] != UINT32_MAX) {
            fprintf(f, "s[%u] = v%u_%u;\n", slot, writer[slot], slot);
        }
    }
    fprintf(f, "}\n");
}

static function *compile(const char *folder, candidate *c) {
    char text[512];
    snprintf(text, sizeof text, "cc -w -O2 -march=native -ffp-contract=off -shared -fPIC -o %s/p.so %s/p.c -lm", folder,
             folder);
    const double start = now();
    if (system(text) != 0) {
        return NULL;
    }
    snprintf(text, sizeof text, "%s/p.so", folder);
    void *library = dlopen(text, RTLD_NOW);
    void *place = library ? dlsym(library, "run") : NULL;
    c->ready = now() - start;
    unlink(text);
    memcpy(&c->compiled, &place, sizeof place);
    return c->compiled;
}

static void report_compiler(arena *a, const char *what, const tape *t) {
    char folder[] = "/tmp/bench_tape_XXXXXX", name[64];
    if (!mkdtemp(folder)) {
        return;
    }
    snprintf(name, sizeof name, "%s/p.c", folder);
    FILE *f = fopen(name, "w");
    if (f) {
        write_c(a, f, t);
        fclose(f);
        candidate c = {.name = "cc -O2", .lanes = 1};
        if (compile(folder, &c)) {
            report(a, what, t, &c);
        }
        unlink(name);
    }
    rmdir(folder);
}

static void report_all(arena *a, const char *what, const tape *t) {
    for (size_t b = 0; b < tape_backend_count; b++) {
        if (tape_backends[b]->available()) {
            report_backend(a, what, t, tape_backends[b]);
        }
    }
    report_compiler(a, what, t);
}

int main(void) {
    printf("program       instr. backend         ready           one run   per instruction  and lane\n");
    arena *a = base_arena_create();
    for (size_t k = 0; k < sizeof mixes / sizeof *mixes; k++) {
        report_all(a, mixes[k].name, random_tape(a, &mixes[k]));
    }
    report_all(a, "10 rods", chain_tape(a, 10));
    report_all(a, "50 rods", chain_tape(a, 50));
    base_arena_destroy(a);
    return 0;
}
