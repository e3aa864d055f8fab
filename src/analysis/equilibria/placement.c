/* Positions and attitudes of all bodies as numbers. */
#include "analysis/equilibria/placement.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"

struct placement {
    analysis_probe *probe;
    size_t count;
    double *extent;
    arena *a;
};

enum { TRIALS = 4 };
static const double least_pivot = 1e-12;

/* By places about the start; a number that stays has the extent of the largest that does not. */
static void measure_extents(placement *p, const analysis_setting *s) {
    analysis_state near = analysis_state_make(s->m, p->a);
    analysis_dice dice = analysis_dice_make();
    double *start = ARENA_ARRAY(p->a, double, p->count + 1), largest = 0;
    p->extent = ARENA_ARRAY(p->a, double, p->count + 1);
    memcpy(start, analysis_probe_at(p->probe, &s->start), p->count * sizeof *start);
    for (int trial = 0; trial < TRIALS; trial++) {
        analysis_state_near(s->m, &s->start, 1, &dice, &near);
        near.pieces = 0;
        const double *x = analysis_probe_at(p->probe, &near);
        for (size_t k = 0; k < p->count; k++)
            if (isfinite(x[k]))
                largest = fmax(largest, p->extent[k] = fmax(p->extent[k], fabs(x[k] - start[k])));
    }
    for (size_t k = 0; k < p->count; k++)
        p->extent[k] = p->extent[k] > 0 ? p->extent[k] : largest;
}

double analysis_placement_extent(const placement *p, size_t k) {
    return p->extent[k];
}

/* An energy of motion written by hand moves something that is no body. */
static bool only_bodies_move(const analysis_setting *s) {
    const model_system *system = s->choice.system;
    for (size_t i = 0; i < system->element_count; i++) {
        const char *word = system->elements[i].keyword;
        if (!strcmp(word, "kinetic") || !strcmp(word, "lagrangian"))
            return false;
    }
    return true;
}

/* See model_system.body_start; an angle counts up to whole turns. */
static size_t list_body(const model *m, const expr_id *start, expr_id *to) {
    size_t count = 0, numbers = m->space == 2 ? 2 : 12;
    for (size_t k = 0; k < numbers; k++)
        if (start[k].i)
            to[count++] = start[k];
    if (m->space == 2 && start[2].i) {
        to[count++] = expr_unary(m->g, EXPR_COS, start[2]);
        to[count++] = expr_unary(m->g, EXPR_SIN, start[2]);
    }
    return count;
}

placement *analysis_placement_make(const analysis_setting *s, arena *a) {
    const model *m = s->m;
    if (!only_bodies_move(s))
        return NULL;
    placement *p = ARENA_NEW(a, placement);
    p->a = a;
    expr_id *roots = ARENA_ARRAY(a, expr_id, 12 * m->body_count + 1);
    for (size_t i = 0; i < m->body_count; i++)
        p->count += list_body(m, s->choice.system->body_start[i], roots + p->count);
    p->probe = analysis_probe_make(m, roots, p->count, a);
    measure_extents(p, s);
    return p;
}

size_t analysis_placement_size(const placement *p) {
    return p->count;
}

const double *analysis_placement_at(placement *p, const balance *b) {
    arena_mark mark = base_arena_get_mark(p->a);
    size_t n = (size_t)b->n;
    double *L = ARENA_ARRAY(p->a, double, n *n + 1);
    for (size_t i = 0; i < n; i++) /* in units of inertia */
        for (size_t j = 0; j <= i; j++)
            L[i * n + j] = b->M[i * n + j] * b->unit[i] * b->unit[j];
    bool told = num_cholesky(L, b->n, ARENA_ARRAY(p->a, int, n + 1), least_pivot);
    base_arena_release(p->a, mark);
    return told ? analysis_probe_at(p->probe, &b->at) : NULL;
}
