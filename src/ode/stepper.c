/* What all methods share: the present state, and the calls of a method through its table. */
#include <string.h>

#include "base/check.h"
#include "ode/ode.h"

void ode_stepper_init(ode_stepper *p, const ode_method *method, const ode_system *f, arena *a) {
    LGR_ASSERT(f->size <= f->capacity);
    p->method = method;
    p->system = f;
    p->used = method->name;
    p->y = ARENA_ARRAY(a, double, f->capacity + ODE_SPARE);
}

void ode_stepper_place(ode_stepper *p, double t, const double *y) {
    p->t = t;
    memcpy(p->y, y, p->system->size * sizeof *y);
}

bool ode_stepper_begin(ode_stepper *p, double t, const double *y, double limit) {
    LGR_ASSERT(p->system->size <= p->system->capacity);
    ode_stepper_place(p, t, y);
    return p->method->begin(p, limit);
}

double ode_stepper_step(ode_stepper *p, double limit, double *out) {
    LGR_ASSERT(limit > 0);
    double taken = p->method->step(p, limit, out);
    LGR_ASSERT(taken >= 0 && taken <= limit);
    return taken;
}

bool ode_stepper_again(ode_stepper *p, double h, double *out) {
    LGR_ASSERT(h >= 0);
    return p->method->again(p, h, out);
}

void ode_stepper_advance(ode_stepper *p, double t, const double *out) {
    LGR_ASSERT(t >= p->t);
    ode_stepper_place(p, t, out);
    if (p->method->advance)
        p->method->advance(p);
}

void ode_stepper_destroy(ode_stepper *p) {
    if (p && p->method->destroy)
        p->method->destroy(p);
}

bool ode_land(const ode_system *f, double t, double *y, double *dy) {
    return f->project ? f->project(f->self, t, y, dy) : f->rates(f->self, t, y, dy);
}
