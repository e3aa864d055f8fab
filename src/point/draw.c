/* What the model's drawings show at a state. */
#include <math.h>

#include "analysis/probe/response.h"
#include "point/parts.h"

static void compile(point *p) {
    const size_t count = p->m->drawn_count;
    const analysis_setting setting = {.m = p->m, .choice = p->choice, .e = p->e, .a = p->a};
    const expr_id none = expr_real(p->m->g, NAN);
    expr_id *of = ARENA_ARRAY(p->a, expr_id, count + 1);
    for (size_t i = 0; i < count; i++)
        of[i] = p->choice.system->drawn[i].i ? p->choice.system->drawn[i] : none;
    expr_id *roots = analysis_results(&setting, of, count, p->a);
    for (size_t i = 0; i < count; i++)
        roots[i] = roots[i].i ? roots[i] : none;
    p->pictures = point_compile(p, &(tape_group){.roots = roots, .count = count}, 1, NULL, 0, 1);
    p->drawn = ARENA_ARRAY(p->a, double, count + 1);
}

/* A drawing that shows what has been let go. */
static bool is_gone(const point *p, const model_drawing *d) {
    return d->switch_index >= 0 && p->choice.switched_off[d->switch_index];
}

const double *point_draw(point *p) {
    if (!p->pictures.t)
        compile(p);
    point_program *x = &p->pictures;
    const size_t n = (size_t)p->n;
    point_put(x, p->t_at, &p->t, 1);
    point_put(x, p->q_at, p->q, n);
    point_put(x, p->v_at, p->v, n);
    point_put(x, p->a_at, p->values + p->at[POINT_ACCELERATION], n);
    point_put(x, p->lambda_at, p->values + p->at[POINT_MULTIPLIER], (size_t)p->rows);
    point_run(p, x);
    for (size_t i = 0; i < p->m->drawn_count; i++)
        p->drawn[i] = x->slots[x->t->segments[1].out_slots[i]];
    for (size_t i = 0; i < p->m->drawing_count; i++)
        for (int k = 0; k < DRAWN_NUMBERS && is_gone(p, &p->m->drawings[i]); k++)
            if (p->m->drawings[i].slot[k] >= 0)
                p->drawn[p->m->drawings[i].slot[k]] = NAN;
    return p->drawn;
}
