/* Eight motions of one mode side by side, the first parameter of lane l being 1 + l times that of the text. */
#ifndef LGR_TESTS_SIM_BATCH_CREW_H
#define LGR_TESTS_SIM_BATCH_CREW_H

#include "ode/dop853.h"
#include "sim/batch/pack.h"
#include "sim/support.h"

enum { EVERYBODY = 255 };

typedef struct crew {
    motion x;
    pack *p;
    double params[PACK_LANES][8];
} crew;

static inline crew crew_begin_on(const char *text, const tape_backend *lanes) {
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.lanes = lanes;
    crew c = {.x = motion_begin_with(text, o)};
    sim *s = c.x.s;
    const model *m = c.x.of.m;
    assert_in_range(m->param_count, 1, 8);
    dynamics_explicit_prepare(s, s->mode);
    assert_non_null(s->mode->direct);
    c.p = batch_pack_create(c.x.memory, s);
    c.p->gap_error = s->gap_error;
    for (int l = 0; l < PACK_LANES; l++) {
        for (size_t i = 0; i < m->param_count; i++)
            c.params[l][i] = model_value_of(m, &m->params[i]) * (i ? 1 : 1 + l);
        batch_pack_put(c.p, l, c.params[l], s->t, s->y);
        batch_pack_put_scales(c.p, l, s);
        batch_pack_put_control(c.p, l, (const double *)ode_dop853_control(s->step));
        c.p->tolerance[l] = s->tolerance;
        c.p->end[l] = s->t_end;
    }
    return c;
}

static inline crew crew_begin(const char *text) {
    crew c = crew_begin_on(text, NULL);
    batch_pack_begin(c.p, EVERYBODY);
    return c;
}

static inline void crew_end(crew *c) {
    batch_pack_destroy(c->p);
    motion_end(&c->x);
}

/* A trial step of this size by all lanes, which all have to make. */
static inline void crew_step(crew *c, double h) {
    for (int l = 0; l < PACK_LANES; l++)
        c->p->h[l] = h;
    assert_int_equal(batch_pack_try(c->p, 0), EVERYBODY);
}

/* Number i of a lane. */
static inline double crew_number(const double *x, size_t i, int lane) {
    return x[i * PACK_LANES + (size_t)lane];
}

#endif
