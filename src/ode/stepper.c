/* What all methods share: the present state, and the calls of a method through its table. */
#include <string.h>

#include "base/check.h"
#include "ode/ode.h"

bool ode_method_is_there(const ode_method *method) {
    return !method->available || method->available();
}

void ode_stepper_init(ode_stepper *p, const ode_method *method, const ode_system *f, arena *a) {
    LGR_ASSERT(f->size <= f->capacity);
    p->method = method;
    p->system = f;
    p->used = method->name;
    p->acting = p;
    p->a = a;
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

void ode_stepper_resume(ode_stepper *p, double t, const double *y) {
    LGR_ASSERT(p->method->resume);
    ode_stepper_place(p, t, y);
    p->method->resume(p);
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

/* --- Saving --- */

static void visit_common(ode_stepper *p, void (*piece)(void *user, void *at, size_t size), void *user) {
    piece(user, &p->t, sizeof p->t);
    piece(user, p->y, (p->system->capacity + ODE_SPARE) * sizeof *p->y);
    piece(user, &p->rejected, sizeof p->rejected);
    piece(user, &p->errs, sizeof p->errs);
}

static void add_size(void *user, void *at, size_t size) {
    (void)at;
    *(size_t *)user += size;
}

bool ode_stepper_measure(ode_stepper *p, size_t *size) {
    *size = 0;
    visit_common(p, add_size, size);
    return p->method->visit && p->method->visit(p, add_size, size);
}

static void save_piece(void *user, void *at, size_t size) {
    char **to = user;
    memcpy(*to, at, size);
    *to += size;
}

void ode_stepper_save(ode_stepper *p, void *to) {
    char *next = to;
    visit_common(p, save_piece, &next);
    p->method->visit(p, save_piece, &next);
}

static void load_piece(void *user, void *at, size_t size) {
    const char **from = user;
    memcpy(at, *from, size);
    *from += size;
}

void ode_stepper_load(ode_stepper *p, const void *from) {
    const char *next = from;
    visit_common(p, load_piece, &next);
    p->method->visit(p, load_piece, &next);
}

bool ode_stepper_hold(ode_stepper *p) {
    size_t size;
    if (!ode_stepper_measure(p, &size))
        return false;
    if (size > p->held_size) {
        p->held = base_arena_alloc(p->a, size);
        p->held_size = size;
    }
    ode_stepper_save(p, p->held);
    return true;
}

void ode_stepper_return(ode_stepper *p) {
    LGR_ASSERT(p->held);
    ode_stepper_load(p, p->held);
}

bool ode_land(const ode_system *f, double t, double *y, double *dy) {
    return f->project ? f->project(f->self, t, y, dy) : f->rates(f->self, t, y, dy);
}
