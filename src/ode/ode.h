/* Integration of ordinary differential equations with invariants, step by step: the system, and the methods for it. */
#ifndef LGR_ODE_ODE_H
#define LGR_ODE_ODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* y' = f(t, y), whose solutions stay on g(t, y) = 0. What is not a function may change whenever `begin` follows. */
typedef struct ode_system {
    void *self;      /* handed to the functions */
    size_t capacity; /* the most numbers that y will ever have */
    size_t size;     /* numbers of y */
    size_t measured; /* the first so many must have values; where others have none they do not count as errors */
    size_t split; /* of these the first so many are on one scale when g mixes them, the others on a second: q and q' */
    double tolerance;
    double first_step; /* size of the first step; 0: chosen */
    bool watched;      /* somebody wants to see stages */
    double time_scale; /* in which f changes at the start: the size is chosen by it */
    /* y' into dy (NULL: y' is not wanted, but the state is evaluated); false if it has no value there. */
    bool (*rates)(void *self, double t, const double *y, double *dy);
    /* Moves y onto g = 0, then as `rates`; false where that can't be done. NULL: y is free. */
    bool (*project)(void *self, double t, double *y, double *dy);
    /* How far the last evaluation was from where g = 0 has no unique tangent: falls with the square of the distance.
       NULL: always 1. */
    double (*regularity)(void *self);
    /* One over the error allowed in each number, over a step of size h from one state to another; 0: not measured. */
    void (*weigh)(void *self, double h, const double *from, const double *to, double *weight);
    /* The same for a method of low order, which looks ahead: from rates at the last evaluation. */
    void (*weigh_ahead)(void *self, const double *from, const double *to, double *weight);
    /* Observers; NULL: nobody looks. Of a trial step: it begins (stage 0), has been evaluated at a stage; `last`: all
       are. A trial to the state `to` has been rejected with this error. A method of low order begins. */
    void (*stage)(void *self, int stage, bool last); /* only while `watched` */
    void (*rejected)(void *self, double error, const double *from, const double *to);
    void (*low_order)(void *self);
} ode_system;

typedef struct ode_stepper ode_stepper;

/* A method: a step is held, and may be looked at and repeated, until `advance` makes its end the present state. */
typedef struct ode_method {
    const char *name, *what;
    int order;
    const char *part;    /* the library that it is made with; NULL: none */
    const char *missing; /* that library where this build lacks it; NULL: it can be chosen */
    bool keeps_matrices; /* works with the matrices of each evaluation and their factors */
    /* In `a`; the system outlives it. */
    ode_stepper *(*create)(const ode_system *f, arena *a);
    void (*restart)(ode_stepper *p); /* as it was created; NULL: a new one has to be created */
    /* The present state, p->t and p->y, is a new start, at most `limit` from the end; it is evaluated last. */
    bool (*begin)(ode_stepper *p, double limit);
    /* Holds a step of a size of its own choice, at most `limit`, that ends in `out`, on g = 0 and evaluated there; its
       size, or 0 after a failure. */
    double (*step)(ode_stepper *p, double limit, double *out);
    /* The same step up to h only, no longer than the one held: its end in `out`, on g = 0 and evaluated. */
    bool (*again)(ode_stepper *p, double h, double *out);
    /* Readies `dense` over the step of size h just taken, which ends in `out`. */
    bool (*prepare_dense)(ode_stepper *p, double h, const double *out);
    /* The state at this part of it. */
    void (*dense)(const ode_stepper *p, double theta, double *y);
    /* The measured numbers at a stage of the step held, of size h, which ends in `out`, and their rates there; returns
       its time. NULL: there are no stages that follow the solution. */
    double (*stage)(const ode_stepper *p, int stage, double h, const double *out, double *y, const double **rates);
    /* The present state is another, the end of the step held; NULL: nothing more follows from that. */
    void (*advance)(ode_stepper *p);
    void (*destroy)(ode_stepper *p); /* NULL where everything is in the arena */
} ode_method;

/* What the state of every method begins with. */
struct ode_stepper {
    const ode_method *method;
    const ode_system *system;
    const char *used; /* the method in words, with what it has decided on the way */
    double t, *y;     /* the present state */
    long rejected;    /* trials since somebody set it to 0 */
    bool errs;        /* the step repeated last errs by more than the tolerance */
};

/* For `create`: the common part. */
void ode_stepper_init(ode_stepper *p, const ode_method *method, const ode_system *f, arena *a);
/* The present state becomes this one; `begin` follows, or a `resume` of the method's own. */
void ode_stepper_place(ode_stepper *p, double t, const double *y);
/* The functions of its method, for callers that need not know it. */
bool ode_stepper_begin(ode_stepper *p, double t, const double *y, double limit);
double ode_stepper_step(ode_stepper *p, double limit, double *out);
bool ode_stepper_again(ode_stepper *p, double h, double *out);
void ode_stepper_advance(ode_stepper *p, double t, const double *out);
void ode_stepper_destroy(ode_stepper *p); /* may be NULL */
/* Onto g = 0, evaluated there. */
bool ode_land(const ode_system *f, double t, double *y, double *dy);

extern const ode_method ode_dop853, ode_cvode, ode_auto;

#endif
