/* The machine at its equilibria, still and moving in one of their modes. */
#include <string.h>

#include "analysis/probe/scales.h"
#include "api/analysis.h"
#include "linear/linear.h"
#include "out/notebook/writers.h"
#include "point/point.h"

/* That of the analysis, which takes memories for numbers, with these among the coordinates. */
static mech_choice choose_memories(const struct analysis *x, arena *a) {
    mech_choice all = x->setting.choice;
    bool *dropped = ARENA_ARRAY(a, bool, x->m->coord_count + 1);
    for (size_t i = 0; i < x->m->coord_count; i++)
        dropped[i] = all.dropped[i] && (i >= x->m->declared_coords || x->m->coords[i].role != COORD_MEMORY);
    all.dropped = dropped;
    return all;
}

typedef struct pose {
    point *p;
    double *q, *v;
} pose;

static pose pose_make(const struct analysis *x, arena *a) {
    const mech_choice choice = choose_memories(x, a);
    point *p = point_create(x->m, &choice, a);
    const int n = point_equations(p)->n;
    return (pose){p, ARENA_ARRAY(a, double, n + 1), ARENA_ARRAY(a, double, n + 1)};
}

static void take_up(pose *s, const analysis_state *at) {
    const mech_equations *e = point_equations(s->p);
    for (int i = 0; i < e->n; i++) {
        s->q[i] = at->q[e->coords[i]];
        s->v[i] = at->v[e->coords[i]];
    }
}

const double *const *api_draw_equilibria(const struct analysis *x, arena *a) {
    const double **drawn = ARENA_ARRAY(a, const double *, x->equilibria.count + 1);
    pose s = pose_make(x, a);
    for (size_t k = 0; k < x->equilibria.count; k++) {
        const analysis_state *at = &x->equilibria.at[k].at;
        double *numbers = ARENA_ARRAY(a, double, x->m->drawn_count + 1);
        take_up(&s, at);
        point_evaluate(s.p, at->t, s.q, s.v);
        memcpy(numbers, point_draw(s.p), x->m->drawn_count * sizeof *numbers);
        drawn[k] = numbers;
    }
    point_dispose(s.p);
    return drawn;
}

/* The mode in the coordinates of the pose. */
static linear_mode translate(const struct analysis *x, const linear_mode *of, const mech_equations *e, arena *a) {
    linear_mode mode = *of;
    mode.shape_re = ARENA_ARRAY(a, double, e->n + 1);
    mode.shape_im = ARENA_ARRAY(a, double, e->n + 1);
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < x->setting.e.n; k++)
            if (x->setting.e.coords[k] == e->coords[i]) {
                mode.shape_re[i] = of->shape_re[k];
                mode.shape_im[i] = of->shape_im[k];
            }
    return mode;
}

void api_write_mode(const struct analysis *x, const equilibrium *at, size_t number, out_stream *out) {
    arena *a = out->text.memory;
    pose s = pose_make(x, a);
    mech_equations e = *point_equations(s.p);
    const analysis_scales *scales = analysis_scales_find(x->m, &e, at->at.t, at->at.q, at->at.v, a);
    const linear_mode mode = translate(x, &at->modes[number], &e, a);
    double *unit = ARENA_ARRAY(a, double, e.n + 1);
    take_up(&s, &at->at);
    for (int i = 0; i < e.n; i++)
        unit[i] = scales->q[e.coords[i]].near;
    const linear_pose shown = {x->m, s.p, at->at.t, s.q, s.v, unit};
    const sim_result motion = linear_draw_mode(&shown, &mode, a);
    out_mode_write(x->m, &motion, out);
    point_dispose(s.p);
}
