/* Modes as pictures: the machine displaced along their shapes. */
#include <math.h>
#include <string.h>

#include "linear/problem.h"
#include "num/vector.h"

enum { MOST_MODES = 12 };
static const double of_machine = 0.14, of_coordinate = 0.45; /* how far things move at most */
static const double probe = 1e-3;                            /* of that, to see how far they do */

typedef struct drawer {
    linear_problem *p;
    const linear_about *x;
    linear_film *film;
    arena *a;
    double *q, *v, *unit; /* unit: of each coordinate */
} drawer;

/* Numbers of the drawings where the mode has this phase; NULL for the state itself. Small displacements need no way
   back to the constraints. */
static const double *look(drawer *d, const linear_mode *mode, double amplitude, double phase, bool far) {
    const linear_about *x = d->x;
    for (int i = 0; i < x->n; i++) {
        d->q[i] = x->q[i];
        d->v[i] = x->v[i];
        if (mode && model_is_place(&d->p->m->coords[point_equations(d->p->p)->coords[i]]))
            d->q[i] += amplitude * (mode->shape_re[i] * cos(phase) - mode->shape_im[i] * sin(phase));
    }
    if (far && x->m)
        point_project(d->p->p, x->t, d->q, d->v);
    point_evaluate(d->p->p, x->t, d->q, d->v);
    return point_draw(d->p->p);
}

static bool is_place_of(const model_drawing *d, int k) {
    return d->shape != DRAW_ARROW && d->slot[k] >= 0 && k < DRAWN_B + 3;
}

/* How large the machine is as it stands. */
static double size_of(const drawer *d, const double *drawn) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0;
    const model *m = d->p->m;
    for (size_t i = 0; i < m->drawing_count; i++)
        for (int k = 0; k < DRAWN_B + 3; k++)
            if (is_place_of(&m->drawings[i], k)) {
                low[k % 3] = fmin(low[k % 3], drawn[m->drawings[i].slot[k]]);
                high[k % 3] = fmax(high[k % 3], drawn[m->drawings[i].slot[k]]);
            }
    for (int k = 0; k < 3; k++)
        size = high[k] > low[k] ? fmax(size, high[k] - low[k]) : size;
    return size;
}

static double moved(const drawer *d, const double *from, const double *to) {
    double most = 0;
    const model *m = d->p->m;
    for (size_t i = 0; i < m->drawing_count; i++)
        for (int k = 0; k < DRAWN_B + 3; k++)
            if (is_place_of(&m->drawings[i], k)) {
                const double by = fabs(to[m->drawings[i].slot[k]] - from[m->drawings[i].slot[k]]);
                most = by > most ? by : most;
            }
    return most;
}

/* So that what is drawn moves by a part of the machine, and no coordinate too far for its own size. */
static double amplitude_of(drawer *d, const linear_mode *mode, const double *rest, double size) {
    double most = INFINITY, way = 0;
    for (int i = 0; i < d->x->n; i++) {
        const double shape = hypot(mode->shape_re[i], mode->shape_im[i]);
        most = shape > 0 ? fmin(most, of_coordinate * d->unit[i] / shape) : most;
    }
    if (!isfinite(most))
        return 0;
    for (int k = 0; k < 2; k++)
        way = fmax(way, moved(d, rest, look(d, mode, probe * most, k * acos(0.0), false)) / (probe * most));
    return way > 0 && size > 0 ? fmin(most, of_machine * size / way) : most;
}

static void add_frame(drawer *d, const double *drawn) {
    const size_t count = d->p->m->drawn_count;
    sim_frame f = {.at = {.t = (double)d->film->motion.frames.len, .drawn = ARENA_ARRAY(d->a, double, count + 1)}};
    memcpy(f.at.drawn, drawn, count * sizeof *drawn);
    vec_push(d->a, &d->film->motion.frames, f);
}

linear_film linear_draw(linear_problem *p, const linear_about *x, size_t each, arena *a) {
    linear_film film = {.modes = ARENA_ARRAY(a, size_t, MOST_MODES), .each = each};
    for (size_t k = 0; k < x->mode_count && film.count < MOST_MODES; k++)
        if (x->modes[k].re != 0 || x->modes[k].im != 0)
            film.modes[film.count++] = k;
    drawer d = {.p = p, .x = x, .film = &film, .a = a};
    double **const all[] = {&d.q, &d.v, &d.unit};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k] = ARENA_ARRAY(a, double, x->n + 1);
    for (int i = 0; i < x->n; i++)
        d.unit[i] = p->scales->q[point_equations(p->p)->coords[i]].near;
    add_frame(&d, look(&d, NULL, 0, 0, false));
    const double *rest = film.motion.frames.at[0].at.drawn;
    for (size_t k = 0; k < film.count; k++) {
        const linear_mode *mode = &x->modes[film.modes[k]];
        const double amplitude = amplitude_of(&d, mode, rest, size_of(&d, rest));
        for (size_t i = 0; i < each; i++)
            add_frame(&d, look(&d, mode, amplitude, 4 * acos(0.0) * (double)i / (double)each, true));
    }
    return film;
}
