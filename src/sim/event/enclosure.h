/* Enclosures of the event functions of a mode over a step, and the first that becomes positive. */
#ifndef LGR_SIM_EVENT_ENCLOSURE_H
#define LGR_SIM_EVENT_ENCLOSURE_H

#include "sim/dynamics/dynamics.h"
#include "tape/bounds/bounds.h"

enum { WATCH_NODES = 9, WATCH_DEPTH = 42 };

typedef struct watch_value {
    double g, rate; /* of a margin; per second */
} watch_value;

/* The motion over the step at hand, as polynomials of theta from 0 to 1 through WATCH_NODES points: those inputs of the
   margins that change. In the order q, v, q'', lambda. */
struct watch {
    const tape *program; /* per margin its WATCH_ROOTS roots, from parameters, t, q, v, q'', lambda */
    tape_bounds *bounds;
    double *slots;
    size_t t_slot;
    long piece_version;  /* of the choices in its slots and bounds */
    size_t used, *input; /* which of q, v, q'', lambda */
    double *node;        /* used * WATCH_NODES: values there */
    double *curvature;   /* per input: most of the second derivative by theta */
    double *radius;      /* per input: how uncertain it is besides */
    bool *jumps, *kinks; /* per margin: it, or its rate, is not continuous */
    bool solved;         /* a margin names accelerations or multipliers: they are sampled, not derived */
    bool accelerations;  /* some acceleration is used */
};

/* vars: parameters, t, q, v, q'', lambda; roots: the values of all margins, their rates, and
   the rates of those (of `curved` ones). Lives in the run's arena. */
watch *watch_create(sim *s, const mode *m, const expr_id *roots, const uint32_t *vars, size_t var_count);
/* The present values of parameters into its programs. */
void watch_load_params(const sim *s, watch *w);

/* Where a margin names solved quantities, for steppers that solve for them on the way: forgets what was seen; takes in
   those at the last evaluation; says that all of the step has been seen. */
void watch_look_away(sim *s);
void watch_look(sim *s);
void watch_has_seen(sim *s);
/* Bounds from both ends of the step, and of solved quantities what was seen, with a margin for what lies between. */
bool watch_guess(sim *s, double h);
/* Of one input, in the order q, v, q'', lambda. */
tape_bounds watch_guess_input(const sim *s, size_t i, double h);
/* Bounds over the part [a, b] of the step; true if a result may jump there. */
bool watch_bounds(sim *s, double h, double a, double b);
/* The values of all margins at a point of the step. */
void watch_values(sim *s, double h, double theta, watch_value *g);
/* The same at a state, from accelerations there; multipliers are those at the end of the step. */
void watch_values_at(sim *s, double t, const double *y, const double *accelerations, watch_value *g);
/* Makes the polynomials from the dense output; solved quantities from a few points. False if the motion fails there. */
bool watch_prepare(sim *s, double h);
/* Solved quantities from all points. */
bool watch_refine(sim *s, double h);
/* After the bounds of the values, those of the rates over the same part; true if a rate may jump there. */
bool watch_bound_rates(const mode *m);
/* Of a margin (order 0), its rate (1), the rate of that (2: `curved` ones only), per second. */
tape_bounds watch_margin_bounds(const mode *m, size_t k, int order);

#endif
