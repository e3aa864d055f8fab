/* What tests of whole models share: a model from text, numbers for its expressions, dice. */
#ifndef LGR_TESTS_MECH_SUPPORT_H
#define LGR_TESTS_MECH_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "expr/graph.h"
#include "mech/equations.h"
#include "syntax/parser.h"

/* A model read from text, one point of its variables, and the equations of a choice. */
typedef struct bench {
    arena *memory;
    diag *findings;
    model *m;
    mech_choice choice;
    bool *switched_off, *dropped, *rows;
    mech_equations e;
    double *at; /* per variable of the graph */
    uint64_t dice;
} bench;

static inline bench bench_read(const char *text) {
    bench b = {.memory = base_arena_create(), .dice = 88172645463325252u};
    b.findings = diag_create(b.memory, (diag_source){.name = "test.lgr", .text = text, .length = strlen(text)});
    intern *names = base_intern_create(b.memory);
    syn_tree tree = syntax_parse(b.memory, names, b.findings);
    b.m = model_build(b.memory, names, b.findings, tree, NULL, 0);
    return b;
}

static inline void bench_print_findings(const bench *b) {
    for (size_t i = 0; i < diag_count(b->findings); i++) {
        strbuf s = base_strbuf_make(b->memory);
        diag_render(b->findings, diag_at(b->findings, i), false, &s);
        print_message("%s\n", base_strbuf_text(&s));
    }
}

/* The model without findings, with what is in force at the start (contacts open) and numbers for its parameters. */
static inline bench bench_create(const char *text) {
    bench b = bench_read(text);
    bench_print_findings(&b);
    assert_false(diag_has_errors(b.findings));
    model *m = b.m;
    b.switched_off = ARENA_ARRAY(b.memory, bool, m->switch_count);
    b.dropped = ARENA_ARRAY(b.memory, bool, m->coord_count);
    b.rows = ARENA_ARRAY(b.memory, bool, m->row_count);
    for (size_t i = 0; i < m->switch_count; i++)
        b.switched_off[i] = m->switches[i].off;
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        b.dropped[i] = true;
    for (size_t i = 0; i < m->row_count; i++)
        b.rows[i] = !m->rows[i].contact && !m->rows[i].off;
    b.choice = (mech_choice){.system = m->base, .switched_off = b.switched_off, .dropped = b.dropped, .rows = b.rows};
    b.at = ARENA_ARRAY(b.memory, double, m->var_count);
    for (size_t i = 0; i < m->param_count; i++)
        b.at[m->params[i].var] = model_value_of(m, &m->params[i]);
    return b;
}

/* The same with its equations. */
static inline bench bench_derive(const char *text) {
    bench b = bench_create(text);
    b.e = mech_derive(b.m, &b.choice, b.memory);
    return b;
}

static inline void bench_destroy(bench *b) {
    model_dispose(b->m);
    base_arena_destroy(b->memory);
}

/* Even in [-1, 1), always the same sequence. */
static inline double bench_random(bench *b) {
    b->dice ^= b->dice << 13;
    b->dice ^= b->dice >> 7;
    b->dice ^= b->dice << 17;
    return (double)(b->dice >> 11) * 0x1p-52 - 1.0;
}

static inline int bench_coord(const bench *b, const char *name) {
    for (size_t i = 0; i < b->m->coord_count; i++)
        if (!strcmp(b->m->coords[i].name, name))
            return (int)i;
    fail_msg("no coordinate '%s'", name);
    return -1;
}

static inline double *bench_q(const bench *b, const char *name) {
    return &b->at[b->m->coords[bench_coord(b, name)].q];
}

static inline double *bench_v(const bench *b, const char *name) {
    return &b->at[b->m->coords[bench_coord(b, name)].v];
}

/* A random time, place and velocity. */
static inline void bench_roll(bench *b) {
    b->at[b->m->t] = bench_random(b);
    for (size_t i = 0; i < b->m->coord_count; i++) {
        b->at[b->m->coords[i].q] = 1.5 * bench_random(b);
        b->at[b->m->coords[i].v] = 2 * bench_random(b);
    }
}

static inline double bench_value(const bench *b, expr_id e) {
    return expr_eval(b->m->g, e, b->at);
}

static inline double bench_M(const bench *b, int i, int j) {
    return bench_value(b, b->e.M[i >= j ? i * b->e.n + j : j * b->e.n + i]);
}

static inline double bench_A(const bench *b, int k, int i) {
    return bench_value(b, b->e.A[k * b->e.n + i]);
}

#define assert_near(got, want, tolerance) check_near((got), (want), (tolerance), #got, __FILE__, __LINE__)

static inline void check_near(double got, double want, double tolerance, const char *what, const char *file, int line) {
    if (fabs(got - want) <= tolerance * fmax(1, fabs(want)))
        return;
    print_error("%s is %.17g, not %.17g\n", what, got, want);
    _fail(file, line);
}

#endif
