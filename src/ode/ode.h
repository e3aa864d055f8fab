/* Integration of ordinary differential equations with invariants, step by step: the system, and the methods for it. */
#ifndef LGR_ODE_ODE_H
#define LGR_ODE_ODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* y' = f(t, y), whose solutions stay on g(t, y) = 0. What is not a function may change whenever `begin`
   follows, `watched` at any time. */
typedef struct ode_system {
    void *self;      /* handed to the functions */
    size_t capacity; /* the most numbers that y will ever have */
    size_t size;     /* numbers of y */
    size_t measured; /* how many of them, from the first, must have values; others without a value do not count as
                        errors */
    size_t split; /* how many of these, from the first, share one scale in g; the others share a second one: q and q' */
    double tolerance;
    double first_step; /* size of the first step; 0: chosen */
    bool watched;      /* somebody wants to see stages */
    double time_scale; /* over which f changes at the start; it determines the size of the first step */
    /* y' into dy (NULL: the state is evaluated only); false if it is undefined there. */
    bool (*rates)(void *self, double t, const double *y, double *dy);
    /* Projects y onto g = 0, then as `rates`; false if that is not possible. NULL: y is unconstrained. */
    bool (*project)(void *self, double t, double *y, double *dy);
    /* A measure of the distance of the last evaluation from singular configurations, where g = 0 has no unique tangent;
       proportional to the square of the distance. NULL: always 1. */
    double (*regularity)(void *self);
    /* The Taylor coefficients of the solution through y: c[k][i] of number i, k from 1 to `order`, where c[k] points to
       or, if it is made to point elsewhere, there until the next call. Evaluates there first. Returns NULL, or why
       there is no such series, in words. NULL: there never is. */
    const char *(*series)(void *self, double t, const double *y, int order, double **c);
    /* Whether what the last series was made by stays on the same branches over h. NULL: always. */
    bool (*keeps_branches)(void *self, double h);
    /* What a step by a series of this order costs, or (0) an explicit one of twelve evaluations, in operations;
       INFINITY: not known. NULL: nobody knows. */
    double (*cost)(void *self, int order);
    /* The inverse of the error allowed in each number, over a step of size h from one state to another; 0: not
       measured. */
    void (*weigh)(void *self, double h, const double *from, const double *to, double *weight);
    /* The same for a method of low order, which looks ahead: from rates at the last evaluation. */
    void (*weigh_ahead)(void *self, const double *from, const double *to, double *weight);
    /* Observers; NULL: none. A trial step begins (stage 0) or has been evaluated at a stage (`last`: at all). A trial
       over h to the state `to` has been rejected with this error. A method of low order begins. */
    void (*stage)(void *self, int stage, bool last); /* only while `watched` */
    void (*rejected)(void *self, double h, double error, const double *from, const double *to);
    void (*low_order)(void *self);
} ode_system;

typedef struct ode_stepper ode_stepper;

/* A method. A step that has been made can be examined and repeated until `advance` makes its end the present state. */
typedef struct ode_method {
    const char *name, *what;
    int order;
    const char *part;        /* the library that it uses; NULL: none */
    bool (*available)(void); /* whether that library is there; NULL: none is needed */
    bool keeps_matrices;     /* works with the matrices of each evaluation and their factors */
    bool expands;            /* the equations cost much for each of their operations */
    /* In `a`; the system outlives it. */
    ode_stepper *(*create)(const ode_system *f, arena *a);
    void (*restart)(ode_stepper *p); /* as it was created; NULL: a new one has to be created */
    /* Starts anew from the present state, p->t and p->y, at most `limit` from the end; it is the state evaluated
       last. */
    bool (*begin)(ode_stepper *p, double limit);
    /* Goes on from the present state, as `begin`, where the rates are a little other ones: steps keep their size.
       NULL: the method has to begin. */
    void (*resume)(ode_stepper *p);
    /* Makes a step, of a size that it chooses, at most `limit`, which ends in `out`, on g = 0 and evaluated there.
       Returns its size, or 0 after a failure. */
    double (*step)(ode_stepper *p, double limit, double *out);
    /* Repeats the step up to h only, which is at most its size: its end in `out`, on g = 0 and evaluated. */
    bool (*again)(ode_stepper *p, double h, double *out);
    /* Prepares `dense` over the step of size h just made, which ends in `out`. */
    bool (*prepare_dense)(ode_stepper *p, double h, const double *out);
    /* The state at this fraction of it. */
    void (*dense)(const ode_stepper *p, double theta, double *y);
    /* Whether the step held is the sum of the series that the system was asked for last, and the dense output as
       accurate as it; NULL: never. */
    bool (*by_series)(const ode_stepper *p);
    /* The measured numbers at a stage of the step of size h, which ends in `out`, and their rates there; returns its
       time. NULL: the method has no stages that approximate the solution. */
    double (*stage)(const ode_stepper *p, int stage, double h, const double *out, double *y, const double **rates);
    /* The steps that follow are at most this long, and grow from there; NULL: that cannot be asked for. */
    void (*shorten)(ode_stepper *p, double size);
    /* Notes that the end of the step has become the present state; NULL: nothing to note. */
    void (*advance)(ode_stepper *p);
    void (*destroy)(ode_stepper *p); /* NULL where everything is in the arena */
    /* All that it needs to go on with the same bits, with the step held: passes pieces of its memory to `piece`, always
       the same ones. False if it cannot, as it is at present; NULL: it never can. */
    bool (*visit)(ode_stepper *p, void (*piece)(void *user, void *at, size_t size), void *user);
} ode_method;

/* The common first part of the state of every method. */
struct ode_stepper {
    const ode_method *method;
    const ode_system *system;
    const char *used;    /* the method in words, with its decisions during the run */
    double t, *y;        /* the present state */
    long rejected;       /* trials since somebody set it to 0 */
    bool errs;           /* the step repeated last has an error above the tolerance */
    ode_stepper *acting; /* itself, or the one that makes its steps at present */
    arena *a;            /* that it is made in */
    void *held;          /* its state as bytes: see ode_stepper_hold */
    size_t held_size;
};

/* Room behind the numbers of a state, so that several can be handled at once. */
enum { ODE_SPARE = 3 };
/* Whether it can be created. */
bool ode_method_is_there(const ode_method *method);
/* For `create`: the common part. */
void ode_stepper_init(ode_stepper *p, const ode_method *method, const ode_system *f, arena *a);
/* The present state becomes this one; `begin` or `resume` follows. */
void ode_stepper_place(ode_stepper *p, double t, const double *y);
/* The functions of its method, for callers that need not know it. */
bool ode_stepper_begin(ode_stepper *p, double t, const double *y, double limit);
void ode_stepper_resume(ode_stepper *p, double t, const double *y);
double ode_stepper_step(ode_stepper *p, double limit, double *out);
bool ode_stepper_again(ode_stepper *p, double h, double *out);
void ode_stepper_advance(ode_stepper *p, double t, const double *out);
void ode_stepper_destroy(ode_stepper *p); /* may be NULL */
/* Its state, with the common part, as bytes: how many; false if it cannot be saved. Loading asks for a stepper of the
   same method on a system of the same capacity. */
bool ode_stepper_measure(ode_stepper *p, size_t *size);
void ode_stepper_save(ode_stepper *p, void *to);
void ode_stepper_load(ode_stepper *p, const void *from);
/* Keeps its state with the step held, to which it returns after that has been repeated; false if it cannot. */
bool ode_stepper_hold(ode_stepper *p);
void ode_stepper_return(ode_stepper *p);
/* Projects onto g = 0, and evaluates there. */
bool ode_land(const ode_system *f, double t, double *y, double *dy);

int ode_taylor_order(const ode_stepper *p); /* of its series */
/* Evaluations and projections of a stepper of ode_cvode, from its first start on. */
long ode_cvode_evaluations(const ode_stepper *p);

extern const ode_method ode_dop853, ode_cvode, ode_auto, ode_taylor;

#endif
