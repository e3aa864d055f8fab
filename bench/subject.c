/* A model's text made into a program for its accelerations and multipliers, each step on the clock. */
#include "subject.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/files.h"
#include "base/intern.h"
#include "base/vec.h"
#include "syntax/parser.h"

enum { MOST = 200000 };

typedef VEC(expr_id) roots;

double subject_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static model *read_text(arena *a, const char *name, const char *text, size_t length) {
    intern *names = base_intern_create(a);
    diag *d = diag_create(a, (diag_source){.name = name, .text = text, .length = length});
    return model_build(a, names, d, syntax_parse(a, names, d), NULL, 0);
}

model *subject_read_file(arena *a, const char *path) {
    size_t length;
    const char *why, *text = base_read_file(a, path, 1 << 20, &length, &why);
    if (!text)
        fprintf(stderr, "%s: %s (run it where the project is)\n", path, why);
    return text ? read_text(a, path, text, length) : NULL;
}

static void derive(subject *s) {
    const model *m = s->m;
    bool *off = ARENA_ARRAY(s->a, bool, m->switch_count + 1), *dropped = ARENA_ARRAY(s->a, bool, m->coord_count + 1);
    bool *rows = ARENA_ARRAY(s->a, bool, m->row_count + 1);
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        dropped[i] = true;
    for (size_t i = 0; i < m->row_count; i++)
        rows[i] = !m->rows[i].contact;
    s->choice = (mech_choice){.system = m->base, .switched_off = off, .dropped = dropped, .rows = rows};
    s->e = mech_derive_lean(m, &s->choice, s->a);
}

static void choose_state(subject *s) {
    size_t n = (size_t)s->e.n, k = s->m->param_count;
    s->vars = ARENA_ARRAY(s->a, uint32_t, k + 1 + 2 * n);
    s->state = ARENA_ARRAY(s->a, double, k + 1 + 2 * n);
    for (size_t i = 0; i < k; i++)
        s->vars[i] = s->m->params[i].var;
    model_load_values(s->m, s->state);
    s->vars[k++] = s->m->t;
    for (size_t i = 0; i < 2 * n; i++, k++) {
        const model_coord *c = &s->m->coords[s->e.coords[i % n]];
        s->vars[k] = i < n ? c->q : c->v;
        s->state[k] = i < n ? 0.3 + 0.7 * sin(1.0 + 2.3 * (double)i) : 0.4 * cos((double)i);
    }
    s->var_count = k;
}

subject subject_prepare(arena *a, const char *source) {
    subject s = {.a = a};
    double begin = subject_clock();
    s.m = read_text(a, "bench", source, strlen(source));
    double read = subject_clock();
    derive(&s);
    s.seconds[READ] = read - begin;
    s.seconds[DERIVED] = subject_clock() - read;
    choose_state(&s);
    return s;
}

static subject_program load(subject *s, const roots *r) {
    tape_group group = {.roots = r->at, .count = r->len};
    double begin = subject_clock();
    subject_program p = {.n = s->e.n, .m = s->e.m};
    p.t = tape_build(s->a, s->m->g, s->vars, s->var_count, s->m->param_count, &group, 1);
    double lowered = subject_clock();
    p.code = tape_load(s->a, p.t, tape_fastest(1));
    s->seconds[LOADED] = subject_clock() - lowered;
    s->seconds[LOWERED] = lowered - begin;
    p.slots = ARENA_ARRAY(s->a, double, p.t->slot_count + 1);
    tape_scalar.init(p.t, p.slots);
    memcpy(p.slots, s->state, s->var_count * sizeof *p.slots);
    tape_run(p.code, 0, p.slots);
    p.x = ARENA_ARRAY(s->a, double, r->len);
    return p;
}

static void push_all(const subject *s, roots *r, const expr_id *e, int count) {
    for (int i = 0; i < count; i++)
        vec_push(s->a, r, e[i].i ? e[i] : expr_int(s->m->g, 0));
}

subject_program subject_by_matrices(subject *s) {
    roots r = {0};
    int n = s->e.n, m = s->e.m;
    mech_inertia(s->m, &s->e, s->a);
    push_all(s, &r, s->e.M, n * n);
    push_all(s, &r, s->e.h, n);
    push_all(s, &r, s->e.A, n * m);
    push_all(s, &r, s->e.gamma, m);
    subject_program p = load(s, &r);
    p.y = ARENA_ARRAY(s->a, double, n + m);
    p.solver = num_saddle_create(s->a, n, m);
    return p;
}

bool subject_by_elimination(subject *s, subject_program *p, mech_solution *x) {
    roots r = {0};
    int n = s->e.n, m = s->e.m, *rows = ARENA_ARRAY(s->a, int, m + 1);
    for (int k = 0; k < m; k++)
        rows[k] = k;
    double begin = subject_clock();
    if (!mech_solve(s->m, &s->choice, &s->e, rows, m, MOST, false, s->a, x))
        return false;
    s->seconds[SOLVED] = subject_clock() - begin;
    push_all(s, &r, x->a, n);
    push_all(s, &r, x->lambda, m);
    push_all(s, &r, &x->trust, 1);
    *p = load(s, &r);
    return true;
}

void subject_evaluate(const subject_program *p) {
    int n = p->n, m = p->m;
    tape_run(p->code, 1, p->slots);
    const uint32_t *out = p->t->segments[1].out_slots;
    for (size_t i = 0; i < p->t->segments[1].out_count; i++)
        p->x[i] = p->slots[out[i]];
    if (!p->solver)
        return;
    double *h = p->x + n * n, *A = h + n, *gamma = A + n * m;
    num_saddle_factor(p->solver, p->x, A, n, m);
    num_saddle_solve(p->solver, h, gamma, p->y, p->y + n, NULL);
}

void subject_unload(subject_program *p) {
    tape_unload(p->code);
}

void subject_dispose(subject *s) {
    model_dispose(s->m);
    base_arena_destroy(s->a);
}
