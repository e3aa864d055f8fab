/* Modes as pictures: the machine displaced along their shapes. */
#include <math.h>
#include <string.h>

#include "linear/problem.h"
#include "num/vector.h"

enum { MOST_MODES = 12 };
static const double of_machine = 0.14, of_coordinate = 0.45; /* how far things move at most */
static const double probe = 1e-3;                            /* of that, to see how far they do */

typedef struct drawer {
    const linear_pose *at;
    int n;
    bool has_rows;
    arena *a;
    double *q, *v;
    sim_result *motion; /* its frames grow */
} drawer;

/* Numbers of the drawings where the mode has this phase; NULL for the state itself. Small displacements need no way
   back to the constraints. */
static const double *look(drawer *d, const linear_mode *mode, double amplitude, double phase, bool far) {
    const linear_pose *x = d->at;
    for (int i = 0; i < d->n; i++) {
        d->q[i] = x->q[i];
        d->v[i] = x->v[i];
        if (mode && model_is_place(&x->m->coords[point_equations(x->p)->coords[i]]))
            d->q[i] += amplitude * (mode->shape_re[i] * cos(phase) - mode->shape_im[i] * sin(phase));
    }
    if (far && d->has_rows)
        point_project(x->p, x->t, d->q, d->v);
    point_evaluate(x->p, x->t, d->q, d->v);
    return point_draw(x->p);
}

static bool is_place_of(const model_drawing *d, int k) {
    return d->shape != DRAW_ARROW && d->slot[k] >= 0 && k < DRAWN_B + 3;
}

/* How large the machine is as it stands. */
static double size_of(const drawer *d, const double *drawn) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0;
    const model *m = d->at->m;
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
    const model *m = d->at->m;
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
    for (int i = 0; i < d->n; i++) {
        const double shape = hypot(mode->shape_re[i], mode->shape_im[i]);
        most = shape > 0 ? fmin(most, of_coordinate * d->at->unit[i] / shape) : most;
    }
    if (!isfinite(most))
        return 0;
    for (int k = 0; k < 2; k++)
        way = fmax(way, moved(d, rest, look(d, mode, probe * most, k * acos(0.0), false)) / (probe * most));
    return way > 0 && size > 0 ? fmin(most, of_machine * size / way) : most;
}

static void add_frame(drawer *d, double t, const double *drawn) {
    const size_t count = d->at->m->drawn_count;
    sim_frame f = {.at = {.t = t, .drawn = ARENA_ARRAY(d->a, double, count + 1)}};
    memcpy(f.at.drawn, drawn, count * sizeof *drawn);
    vec_push(d->a, &d->motion->frames, f);
}

static drawer drawer_make(const linear_pose *at, sim_result *motion, arena *a) {
    const int n = point_equations(at->p)->n;
    return (drawer){.at = at,
                    .n = n,
                    .has_rows = point_size(at->p, POINT_F) > 0,
                    .a = a,
                    .motion = motion,
                    .q = ARENA_ARRAY(a, double, n + 1),
                    .v = ARENA_ARRAY(a, double, n + 1)};
}

linear_film linear_draw(linear_problem *p, const linear_about *x, size_t each, arena *a) {
    linear_film film = {.modes = ARENA_ARRAY(a, size_t, MOST_MODES), .each = each};
    for (size_t k = 0; k < x->mode_count && film.count < MOST_MODES; k++)
        if (x->modes[k].re != 0 || x->modes[k].im != 0)
            film.modes[film.count++] = k;
    double *unit = ARENA_ARRAY(a, double, x->n + 1);
    for (int i = 0; i < x->n; i++)
        unit[i] = p->scales->q[point_equations(p->p)->coords[i]].near;
    const linear_pose at = {p->m, p->p, x->t, x->q, x->v, unit};
    drawer d = drawer_make(&at, &film.motion, a);
    add_frame(&d, 0, look(&d, NULL, 0, 0, false));
    const double *rest = film.motion.frames.at[0].at.drawn;
    for (size_t k = 0; k < film.count; k++) {
        const linear_mode *mode = &x->modes[film.modes[k]];
        const double amplitude = amplitude_of(&d, mode, rest, size_of(&d, rest));
        for (size_t i = 0; i < each; i++)
            add_frame(&d, (double)film.motion.frames.len,
                      look(&d, mode, amplitude, 4 * acos(0.0) * (double)i / (double)each, true));
    }
    return film;
}

/* ---- One mode in its course ---- */

/* How a mode is shown: so many swings (of what does not swing, as long), the logarithm of what each takes away from the
   one before, and frames in each. */
typedef struct course {
    double swings, decrement;
    size_t each;
} course;

static course course_of(const linear_mode *mode) {
    enum { FRAMES = 16, MOST_FRAMES = 64, MOST_SWINGS = 6 };
    const double little = 0.01, gone = 3; /* exp(-3) is next to nothing */
    if (mode->im == 0)
        return (course){2, mode->re == 0 ? 0 : -copysign(gone / 2, mode->re), FRAMES};
    const double decrement = -4 * acos(0.0) * mode->re / mode->im, size = fabs(decrement);
    const double swings = size < little ? 1 : fmin(fmax(ceil(gone / size), 1), MOST_SWINGS);
    return (course){swings, decrement, (size_t)fmin(FRAMES + 2 * size, MOST_FRAMES)};
}

sim_result linear_draw_mode(const linear_pose *at, const linear_mode *mode, arena *a) {
    sim_result motion = {0};
    drawer d = drawer_make(at, &motion, a);
    double *rest = ARENA_ARRAY(a, double, at->m->drawn_count + 1);
    memcpy(rest, look(&d, NULL, 0, 0, false), at->m->drawn_count * sizeof *rest);
    const double amplitude = amplitude_of(&d, mode, rest, size_of(&d, rest));
    const course c = course_of(mode);
    const bool swings = mode->im != 0 || mode->re == 0;
    const double whole = c.decrement < 0 ? c.swings : 0; /* what grows ends with the whole amplitude */
    for (size_t i = 0; (double)i <= c.swings * (double)c.each; i++) {
        const double t = (double)i / (double)c.each;
        add_frame(&d, t, look(&d, mode, amplitude * exp(-c.decrement * (t - whole)), swings * 4 * acos(0.0) * t, true));
    }
    return motion;
}
