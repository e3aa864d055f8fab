/* Enclosures of the event functions of a mode over a step, and the first that becomes positive. */
#ifndef LGR_SIM_EVENT_ENCLOSURE_H
#define LGR_SIM_EVENT_ENCLOSURE_H

#include "sim/dynamics/dynamics.h"
#include "tape/bounds/bounds.h"
#include "tape/program/narrow.h"

enum { WATCH_NODES = 9, WATCH_DEPTH = 42 };

typedef struct watch_value {
    double g, rate; /* of an event function; per second */
} watch_value;

/* Functions over a step that is the sum of a Taylor series, as polynomials of theta. */
enum { EVENT_MOST_TERMS = 32 };
typedef struct event_series {
    size_t count;
    int degree;
    double h;
    double from, to;             /* the part at hand */
    double *terms;               /* per function, EVENT_MOST_TERMS each */
    double *moved;               /* the same of s from 0 to 1 over the part at hand */
    const double *now;           /* of these two, which are those of the part */
    double *left, *left_of_rate; /* what the terms left out may come to at theta = 1, in the rate: times h */
    double *size;                /* of the largest term */
    tape_bounds *bounds;         /* WATCH_ROOTS lists: values, rates, second rates over the part at hand */
} event_series;

/* The motion over the present step, as polynomials of theta from 0 to 1, those of its series or through WATCH_NODES
   points: the inputs of the event functions that change, in the order q, v, q'', lambda. */
struct watch {
    const tape *program; /* per event function its WATCH_ROOTS roots, from parameters, t, q, v, q'', lambda */
    tape_narrow *some;   /* of the event functions that matter in the step at hand; NULL: never needed yet */
    const tape *now;     /* one of these */
    tape_bounds *bounds;
    double *slots;
    size_t t_slot;
    long version;        /* of the parameters in its slots and bounds */
    long piece_version;  /* of the choices in them */
    size_t used, *input; /* which of q, v, q'', lambda */
    double *node;        /* used * WATCH_NODES: values there */
    double *curvature;   /* per input: bound of the second derivative by theta */
    double *radius;      /* per input: its additional uncertainty */
    double *unseen;      /* per input: its last two Chebyshev terms */
    bool *jumps, *kinks; /* per event function: it, or its rate, is not continuous */
    bool solved; /* an event function contains accelerations or multipliers: they are sampled, not differentiated */
    bool accelerations;   /* some acceleration is used */
    bool scaled;          /* an event function contains sizes of the motion */
    event_series *series; /* of the event functions; NULL: of no use */
    event_series *inputs; /* of the inputs used */
    enum { WATCH_BY_POINTS, WATCH_BY_INPUTS, WATCH_BY_SERIES } way; /* in which the step at hand is described */
};

/* vars: parameters, t, q, v, q'', lambda; roots: all event functions, their rates, and their second rates (of `curved`
   ones). Lives in the run's arena. */
watch *event_enclosure_create(sim *s, const mode *m, const expr_id *roots, const uint32_t *vars, size_t var_count);

/* For event functions of accelerations or multipliers, where the method computes these at its stages: discards the
   values seen so far; adds those of the last evaluation; notes that the step is complete. */
void event_enclosure_look_away(sim *s);
/* Among these inputs (of q, v, q'', lambda) the last two are looked at from now on. */
void event_enclosure_look_for(sim *s, mode *m, const size_t *input, size_t count);
void event_enclosure_look(sim *s);
void event_enclosure_has_seen(sim *s);
/* Bounds from both ends of the step, and for accelerations and multipliers from the values seen, widened for what lies
   between. */
bool event_enclosure_guess(sim *s, double h);
/* How much of the step the series of an event function, or of what it is a function of, describes as well as the
   motion, which may change less quickly. */
double event_enclosure_clear_part(const sim *s, size_t k);
/* Of one input, in the order q, v, q'', lambda. */
tape_bounds event_enclosure_guess_input(const sim *s, size_t i, double h);
/* Bounds over the part [a, b] of the step; true if a result may jump there. */
bool event_enclosure_bounds(sim *s, double h, double a, double b);
/* From here to the end of the search in this step only these event functions matter: others have no bounds and values
   any more, until event_enclosure_widen. */
void event_enclosure_narrow(sim *s, const int *list, int count);
void event_enclosure_widen(const mode *m);
/* The values of all event functions at a point of the step. */
void event_enclosure_values(sim *s, double h, double theta, watch_value *g);
/* The same at a state, from accelerations there; multipliers are those at the end of the step. */
void event_enclosure_values_at(sim *s, double t, const double *y, const double *accelerations, watch_value *g);
/* Makes the polynomials from the dense output, and those of accelerations and multipliers from a few points. False if
   the motion fails there. */
bool event_enclosure_prepare(sim *s, double h);
/* Accelerations and multipliers from all points. */
bool event_enclosure_refine(sim *s, double h);
/* Whether the polynomials are worse than the motion: the sum of a series may have more terms than they have points. */
bool event_enclosure_is_rough(const sim *s);
/* After the bounds of the values, those of the rates over the same part; true if a rate may jump there. */
bool event_enclosure_bound_rates(const mode *m);
/* Bounds of an event function (order 0), its rate (1), its second rate (2: `curved` ones only), per second. */
tape_bounds event_enclosure_margin_bounds(const mode *m, size_t k, int order);
/* Whether rates of an event function are known over the step at hand, and second rates. */
bool event_enclosure_is_smooth(const mode *m, size_t k);
bool event_enclosure_is_curved(const mode *m, size_t k);

/* series.c */
/* Whether the series of event functions tell all that comes within a step; others may hide it. */
bool event_series_tell(const graph *g, const expr_id *roots, size_t margins);
event_series *event_series_create(arena *a, size_t count);
/* Of the event functions, or of these inputs, over the present step, of size h; false if it is not the sum of a series,
   or theirs do not converge. */
bool event_series_take_margins(const sim *s, event_series *x, double h);
bool event_series_take_inputs(const sim *s, event_series *x, const size_t *input, double h);
/* Of the values over a part, then of rates and second rates over the same. */
void event_series_bound(event_series *x, double a, double b);
void event_series_bound_rates(event_series *x);
double event_series_value(const event_series *x, size_t k, double theta);
void event_series_values(const event_series *x, double theta, watch_value *g);

#endif
