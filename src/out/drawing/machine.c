/* The size of the machine. */
#include "out/drawing/machine.h"

#include <float.h>
#include <math.h>

#include "base/sort.h"

static const double SMALLEST = 1e-3, VISIBLE = 0.3; /* of the whole motion */

typedef struct block {
    double low[3], high[3];
} block;

static const block nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void add_place(block *b, const model_drawing *d, const double *drawn, int place) {
    double p[3];
    if (!out_camera_has_place(d, place) || !out_camera_read(d, drawn, place, p))
        return;
    const double reach = out_camera_reach(d, drawn);
    for (int k = 0; k < 3; k++) {
        b->low[k] = fmin(b->low[k], p[k] - reach);
        b->high[k] = fmax(b->high[k], p[k] + reach);
    }
}

static block block_of(const model *m, const double *drawn) {
    block b = nothing;
    for (size_t k = 0; k < m->drawing_count; k++) {
        const model_drawing *d = &m->drawings[k];
        add_place(&b, d, drawn, DRAWN_A);
        if (d->shape != DRAW_ARROW)
            add_place(&b, d, drawn, DRAWN_B);
    }
    return b;
}

static void join(block *all, const block *b) {
    for (int k = 0; k < 3; k++) {
        all->low[k] = fmin(all->low[k], b->low[k]);
        all->high[k] = fmax(all->high[k], b->high[k]);
    }
}

/* Places have three numbers in the plane too, and the reach of a disc is not across it. */
static double diagonal_of(const model *m, const block *b) {
    double all = 0;
    for (int k = 0; k < m->space; k++)
        all = b->high[k] > b->low[k] ? hypot(all, b->high[k] - b->low[k]) : all;
    return fmin(all, DBL_MAX);
}

static bool is_longer(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

double out_machine_size(const model *m, const sim_result *r, arena *a) {
    const size_t count = r->frames.len;
    if (count == 0)
        return 0;
    double *size = ARENA_ARRAY(a, double, count);
    block all = nothing;
    for (size_t i = 0; i < count; i++) {
        const block now = block_of(m, r->frames.at[i].at.drawn);
        size[i] = diagonal_of(m, &now);
        join(&all, &now);
    }
    base_sort(size, count, sizeof *size, is_longer, a);
    const double whole = diagonal_of(m, &all), typical = size[count / 10];
    const double machine = typical > SMALLEST * whole ? typical : whole;
    return m->space == 3 ? fmax(machine, VISIBLE * whole) : machine;
}
