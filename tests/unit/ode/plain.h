/* Plain equations with known solutions, as systems for the methods of ode/. */
#ifndef LGR_TESTS_UNIT_ODE_PLAIN_H
#define LGR_TESTS_UNIT_ODE_PLAIN_H

#include "ode/ode.h"

enum { PLAIN_MOST = 4 };

typedef struct plain {
    const char *name;
    size_t size;
    double end; /* it is followed from 0 to here */
    void (*rates)(double t, const double *y, double *dy);
    void (*exact)(double t, double *y);
    /* g(y) = 0, with its gradient; NULL: none */
    double (*invariant)(const double *y, double *gradient);
    /* The rates as a series of powers of t - t0: coefficient k from those of y up to k; NULL: none */
    void (*series)(double t0, int k, double *const *c, double *rate);
} plain;

extern const plain plain_equations[];
extern const size_t plain_count;
const plain *plain_find(const char *name);

/* One run of it. */
typedef struct plain_run {
    const plain *of;
    ode_system system;
    long evaluations, expansions, projections, stages, trials, rejected, low_orders;
    int last;         /* the stage after which all have been seen */
    double more_rate; /* of a number behind those of the equation: see plain_follow */
    double more_weight;
    double no_series; /* beyond this time there is none; INFINITY: it is everywhere */
    double hole;      /* beyond this time there are no rates; INFINITY: everywhere there are */
} plain_run;

/* Fills x->system, whose errors are measured beside 1. */
void plain_begin(plain_run *x, const plain *of, double tolerance);
/* One number more is integrated, at this rate, and measured with this weight; it does not decide about steps. */
void plain_follow(plain_run *x, double rate, double weight);
/* A run with a method of its own, everything in its own arena. */
typedef struct plain_case {
    arena *a;
    plain_run run;
    ode_stepper *p;
} plain_case;

/* The test is skipped where the build has not got the method. */
void plain_open(plain_case *x, const ode_method *method, const plain *of, double tolerance);
void plain_close(plain_case *x);
/* From 0 to the end, the last state in y; the number of steps, or -1 after a failure. */
long plain_go(plain_run *x, ode_stepper *p, double end, double *y);
/* The greatest difference from the solution. */
double plain_error(const plain *of, double t, const double *y);

#endif
