/* Operations and times of simplified equations: bench_simplify [--formulas] [MODEL.lgr...], the models of
   bench/simplify/ if none is named. --formulas prints every formula in Python's syntax, before and after. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algebra/algebra.h"
#include "base/files.h"
#include "base/intern.h"
#include "expr/notation.h"
#include "mech/equations.h"
#include "syntax/parser.h"

static const char *const names[] = {"pendulum", "double",       "triple",   "ladle",   "trebuchet", "spherical",
                                    "ring",     "top",          "cart",     "elastic", "atwood",    "hoop",
                                    "parabola", "foucault",     "governor", "wedge",   "coupled",   "bowl",
                                    "charged",  "gyropendulum", "cone",     "support", "rods",      "cylinder"};

/* The equations of one model: formulas in a row, M's lower triangle and h first. */
typedef struct equations {
    arena *memory;
    model *m;
    expr_id *all, *simple;
    const char **names;
    size_t count, dynamics;     /* the first ones are M and h */
    double derived, simplified; /* seconds */
} equations;

/* Time of the processor, which others at work on the machine do not lengthen. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add(equations *q, expr_id e, const char *name, int i, int j) {
    if (e.i == 0)
        return;
    q->all[q->count] = e;
    q->names[q->count++] = base_arena_printf(q->memory, "%s[%d,%d]", name, i, j);
}

static void collect(equations *q, const mech_equations *e) {
    int n = e->n, m = e->m;
    size_t room = (size_t)(n * n + n + m * n + m + 2);
    q->all = ARENA_ARRAY(q->memory, expr_id, room);
    q->simple = ARENA_ARRAY(q->memory, expr_id, room);
    q->names = ARENA_ARRAY(q->memory, const char *, room);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            add(q, e->M[i * n + j], "M", i, j);
    for (int i = 0; i < n; i++)
        add(q, e->h[i], "h", i, 0);
    q->dynamics = q->count;
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            add(q, e->A[k * n + i], "A", k, i);
    for (int k = 0; k < m; k++)
        add(q, e->gamma[k], "gamma", k, 0);
    add(q, e->kinetic, "T", 0, 0);
    add(q, e->potential, "V", 0, 0);
}

static mech_choice at_start(const model *m, arena *a) {
    bool *off = ARENA_ARRAY(a, bool, m->switch_count), *dropped = ARENA_ARRAY(a, bool, m->coord_count);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count);
    for (size_t i = 0; i < m->switch_count; i++)
        off[i] = m->switches[i].off;
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        dropped[i] = true;
    for (size_t i = 0; i < m->row_count; i++)
        rows[i] = !m->rows[i].contact && !m->rows[i].off;
    return (mech_choice){.system = m->base, .switched_off = off, .dropped = dropped, .rows = rows};
}

static equations solve(const char *source, size_t length) {
    double begin = now();
    equations q = {.memory = base_arena_create()};
    diag *d = diag_create(q.memory, (diag_source){.name = "model", .text = source, .length = length});
    intern *words = base_intern_create(q.memory);
    q.m = model_build(q.memory, words, d, syntax_parse(q.memory, words, d), NULL, 0);
    if (diag_has_errors(d)) {
        fprintf(stderr, "the model has errors\n");
        exit(1);
    }
    mech_choice choice = at_start(q.m, q.memory);
    mech_equations e = mech_derive(q.m, &choice, q.memory);
    collect(&q, &e);
    q.derived = now() - begin;
    algebra_simplify(q.m->g, q.all, q.count, q.simple);
    q.simplified = now() - begin - q.derived;
    return q;
}

static void dispose(equations *q) {
    model_dispose(q->m);
    base_arena_destroy(q->memory);
}

static size_t operations(const equations *q, const expr_id *list, size_t first, size_t last) {
    size_t sum = 0;
    for (size_t k = first; k < last; k++)
        sum += algebra_operations(q->m->g, list[k]);
    return sum;
}

/* Powers are ** and a rate is spelt D in Python. */
static void print_python(const equations *q, const char *kind, size_t k, expr_id e) {
    strbuf s = base_strbuf_make(q->memory);
    expr_print(q->m->g, e, 1 << 20, &s);
    printf("%s %s %zu ", kind, q->names[k], algebra_operations(q->m->g, e));
    for (const char *c = base_strbuf_text(&s); *c != '\0'; c++)
        printf(*c == '^' ? "**" : *c == '\'' ? "D" : "%c", *c);
    printf("\n");
}

static void report(const char *name, const char *source, size_t length, bool formulas) {
    equations best = solve(source, length);
    for (int run = 0; run < 5; run++) {
        equations q = solve(source, length);
        best.derived = q.derived < best.derived ? q.derived : best.derived;
        best.simplified = q.simplified < best.simplified ? q.simplified : best.simplified;
        dispose(&q);
    }
    size_t n = best.dynamics, all = best.count;
    printf("%-12s %6zu %6zu %6zu %6zu %10.3f %10.3f\n", name, operations(&best, best.all, 0, n),
           operations(&best, best.simple, 0, n), operations(&best, best.all, n, all),
           operations(&best, best.simple, n, all), 1e3 * best.derived, 1e3 * best.simplified);
    for (size_t k = 0; formulas && k < all; k++) {
        print_python(&best, "before", k, best.all[k]);
        print_python(&best, "after", k, best.simple[k]);
    }
    dispose(&best);
}

static void report_file(const char *name, const char *path, bool formulas) {
    arena *a = base_arena_create();
    const char *why;
    size_t length;
    char *text = base_read_file(a, path, 1 << 20, &length, &why);
    if (text == NULL) {
        fprintf(stderr, "%s: %s\n", path, why);
        exit(1);
    }
    report(name, text, length, formulas);
    base_arena_destroy(a);
}

int main(int argc, char **argv) {
    bool formulas = argc > 1 && !strcmp(argv[1], "--formulas");
    printf("%-12s %6s %6s %6s %6s %10s %10s\n", "system", "M, h", "simple", "rest", "simple", "derived ms",
           "simple ms");
    for (int k = formulas ? 2 : 1; k < argc; k++)
        report_file(argv[k], argv[k], formulas);
    char path[256];
    for (size_t k = 0; argc == 1 + formulas && k < sizeof names / sizeof *names; k++) {
        snprintf(path, sizeof path, "bench/simplify/%s.lgr", names[k]);
        report_file(names[k], path, formulas);
    }
    return 0;
}
