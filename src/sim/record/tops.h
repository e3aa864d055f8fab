/* Quantities whose extrema are required, as a program over a step: bounds, and values anywhere in the step. */
#ifndef LGR_SIM_RECORD_TOPS_H
#define LGR_SIM_RECORD_TOPS_H

#include "num/chebyshev.h"
#include "sim/dynamics/dynamics.h"
#include "tape/bounds/bounds.h"
#include "tape/bounds/discs.h"

/* Points of the motion in a part of a step; number of ellipses tried; how often parts are bisected. */
enum { TOPS_LAST = 8, TOPS_NODES = TOPS_LAST + 1, TOPS_ELLIPSES = 4, TOPS_DEPTH = 44, TOPS_BASES = 6 };

static inline bool record_is_extremum(const model_reducer *r) {
    return r->kind == REDUCE_MAXIMUM || r->kind == REDUCE_MINIMUM;
}

/* An extremum that somebody asks for. */
static inline bool record_is_sought(const sim *s, size_t reducer) {
    return s->judged[reducer] && record_is_extremum(&s->m->reducers[reducer]);
}

/* A branch of a maximum, with the sign that makes a minimum one: max(a, b) has those of a and of b, abs(a) those of a
   and -a, and for sqrt(a) it is a that is examined: on its branches the quantity is smooth much more often. */
typedef struct tops_branch {
    size_t reducer;
    expr_id e;
    double sign;
    bool root, chosen;   /* chosen: a branch of an 'if' */
    expr_id factor;      /* a positive factor, or none */
    bool smooth, curved; /* its rate is known, without accelerations or multipliers; so is its second rate */
    bool jumps, kinks;   /* it, or its rate, is not continuous */
    size_t gap;          /* the event function, from 1, that falls as it rises: see event_rise_can_keep_opening; or 0 */
} tops_branch;

/* Of a branch over a step: its values at both ends, and its rates there times the size of the step. */
typedef struct tops_ends {
    double start, end, leaves, arrives;
} tops_ends;

/* Series of the inputs over a part of the step, [used][TOPS_NODES], and bounds of their second derivatives. */
typedef struct tops_part {
    double a, b, *series, *curvature;
} tops_part;

struct tops {
    loaded_tape *values;
    tape_bounds *bounds;
    tape_disc *discs;
    long version, piece_version; /* of the parameters and choices in them */
    size_t t_slot, used, *input; /* which of q, v, q'', lambda */
    bool solved;                 /* q'' or lambda are among them */
    size_t count;
    tops_branch *branch;
    bool may_jump, may_kink; /* in the guess */
    tops_ends *ends;         /* per branch */
    double *node;            /* [used][TOPS_NODES]: the inputs there, in the part at hand */
    double *series;          /* [used][TOPS_NODES]: their series over it */
    int level;               /* of the part that bounds are taken from: a base */
    tops_part base[TOPS_BASES];
    double (*value)[NUM_SERIES_MOST + 1]; /* per branch: at the points of the part */
    double (*radius)[TOPS_ELLIPSES];      /* per branch: of its discs over the part */
    double *spare;                        /* per branch: the uncertainty due to the tolerance of the motion */
    double error[2][3][TOPS_ELLIPSES];    /* of series through few points and many: of values and both derivatives, by
                                             radius */
    double growth[TOPS_ELLIPSES][TOPS_NODES]; /* of Chebyshev's polynomials in the ellipses */
    int *lists;                               /* of branches, by depth */
};

/* For the present mode, with the present parameters; NULL if no extrema are required in it. */
tops *record_tops_get(sim *s);
/* Bounds of the branches over the step of size h, from both ends; the accelerations there must be at hand. */
void record_tops_guess(sim *s, tops *w, double h);
/* Whether a branch exceeds neither `bar` nor its ends anywhere, by bounds of its first and second rates from the
   guess. */
void record_tops_guess_rates(tops *w);
/* The branches and their rates at an end of the step: ends[]. */
void record_tops_look_at_end(sim *s, tops *w, double h, bool end);
bool record_tops_is_settled(const tops *w, size_t k, double h, double bar);
/* By bounds of rates over a step, times its size and the square of that; `second` may be NULL. */
bool record_tops_peaks_at_end(tape_bounds rate, const tape_bounds *second, const tops_ends *x, double bar);
/* The uncertainty of the branches due to the tolerance: spare[]. */
void record_tops_find_spare(sim *s, tops *w, double h);
/* The values of the inputs at theta of the step, from the dense output; false if there is none. */
bool record_tops_show(sim *s, tops *w, double h, double theta);
/* Evaluates the branches at these values. */
void record_tops_run(sim *s, tops *w);
double record_tops_value(const tops *w, size_t k);
/* The points of the part [a, b], as inputs; false as above. */
bool record_tops_sample(sim *s, tops *w, double h, double a, double b);
/* From now on bounds within the part that was sampled last are taken from its series. */
void record_tops_base(tops *w, int level, double a, double b);
/* Bounds over the part [a, b]; and discs that contain these. */
void record_tops_bound(sim *s, tops *w, double h, double a, double b);
void record_tops_enclose(const tops *w);
/* Discs of all branches on an ellipse about the part that was sampled last. */
void record_tops_continue(sim *s, tops *w, double h, double a, double b, int ellipse);
tape_bounds record_tops_bounds(const tops *w, size_t k);
double record_tops_radius(const tops *w, size_t k);

#endif
