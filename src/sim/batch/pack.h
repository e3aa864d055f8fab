/* Batches of eight motions of one mode, each with its own parameters, time, step size and state, stepped at once by the
   explicit method. */
#ifndef LGR_SIM_BATCH_PACK_H
#define LGR_SIM_BATCH_PACK_H

#include "ode/singular_step.h"
#include "sim/dynamics/explicit.h"
#include "sim/event/localize.h"
#include "sim/record/tops.h"

enum { PACK_LANES = 8 };

/* Which of the lanes: lane l is bit l. */
typedef unsigned lane_set;

/* A program of eight lanes with its slots. */
typedef struct lane_program {
    tape_program *code; /* NULL: not wanted */
    double *slots;
} lane_program;

/* Numbers of lanes stand together: number i of lane l at [i * PACK_LANES + l]. */
typedef struct pack {
    const mode *mode;
    size_t n, rows;      /* coordinates, rows, those in use */
    size_t motion, size; /* numbers in y: q and v, and quadratures after them */
    bool integrates;     /* quadratures are not all zero */
    /* Motion, margins and what runs side by side start with; onto the constraints; margins and their rates anywhere in
       the step; what is to be greatest or least there. */
    lane_program direct, projection, watched, peaks;
    /* Where the roots stand: accelerations, multipliers, trust; rates of quadratures; margins and their
       sizes by turns; f and f_dot; dv and trust; dq. */
    const uint32_t *solved_slots, *rate_slots, *margins_at, *residual_slots, *velocity_slots, *position_slots;
    double *t, *h;                  /* of the step at hand */
    double *y, *next;               /* its start and its end */
    double *k;                      /* [size][13]: rates at the stages and at the end */
    double *landed;                 /* its end before it is moved onto the constraints */
    double *places;                 /* [13][n]: positions at the stages */
    double *multipliers;            /* [13][rows]: at the stages and at the end */
    double *solved, *next_solved;   /* accelerations and multipliers at the start and at the end */
    double *margins, *next_margins; /* values and sizes by turns */
    /* Sizes of the motions: see scales.h and sim.reference. [size] twice, [n] twice, [parts] seven times. */
    double *reference, *extent, *inertia, *root_mobility, *speed, *push, *rounding_push, *part_sums, *step_speed,
        *driven, *fastest;
    double *weight;           /* of errors in the numbers of the step just tried */
    double *error, *factor;   /* of the step at hand, and by how much the next should be longer */
    double *tolerance, *end;  /* of errors, and the time when the motion ends; for who steps to set */
    double *trust;            /* [ODE_SINGULAR_SEEN + 1] in the rows: at the start, at the first stages, at the end: see
                                 ode/singular_step.h */
    double *control;          /* [] numbers of a step_control; for who steps to set */
    double *steps, *rejected; /* counts; for who steps to set */
    lane_set failed;          /* of the last call: without value, not to be trusted, or at a dead point */
    double *bounds;           /* of the watch, of eight lanes: see tape_bounds_run_lanes; NULL without margins */
    tape_bounds_lanes *run_bounds;
    unsigned sampled; /* of the step just tried, a bit for each stage: */
    double *samples; /* [13][2 * margins]: margins and rates at those stages that follow the motion well, and the end */
    lane_set *armed, *waiting; /* per margin: its event has been false since it last fired; waits for another one */
    double gap_error;
    /* Reducers that are maxima or minima: their number in the model, their slots, the sign that makes each a maximum;
       [peaks][PEAK_SAMPLES] samples, the greatest so far, and with the end of the step just tried. */
    size_t peak_count, *peak;
    const uint32_t *peak_slots;
    double *peak_sign, *peak_samples, *greatest, *highest;
    /* What they are looked for on, NULL: all peaks are at ends; the same program for all lanes, its bounds, and values
       at the start, the end, rates there. */
    tops *tops;
    lane_program branches;
    double *branch_bounds, *branch_ends;
    size_t *branch_peak; /* per branch */
    lane_set *peak_at_ends;
    bool filled; /* some motion has been put there */
    const struct pack_loops *loops;
} pack;

/* For the present mode, whose direct program has been made, with all rows in use. In `a`, but for machine code. */
pack *pack_create(arena *a, sim *s);
void pack_destroy(pack *p);
/* A motion at time t with the state y, for the parameters given. pack_begin has to follow for these lanes. */
void pack_put(pack *p, int lane, const double *params, double t, const double *y);
void pack_get(const pack *p, int lane, double *y);
/* The sizes of a motion into a lane, and back. */
void pack_put_scales(pack *p, int lane, sim *s);
void pack_get_scales(const pack *p, int lane, sim *s);
/* Rates and margins at the present states. */
void pack_begin(pack *p, lane_set lanes);
/* A trial step of all lanes by h: `error` of each. Those whose error is at most 1, and those in `anyhow`, are brought
   onto the constraints and evaluated there; returns which. Others that would be moved too far have failed. */
lane_set pack_try(pack *p, lane_set anyhow);
/* The ends of steps become present states, and sizes for the next ones are chosen; the step may be looked at no more.
   Returns the lanes that have come to their end. */
lane_set pack_accept(pack *p, lane_set lanes);
/* Shorter sizes for what was not accepted; returns the lanes where they would be too short. */
lane_set pack_reject(pack *p, lane_set lanes);
/* The sizes of first attempts from the present states. */
void pack_choose_sizes(pack *p, lane_set lanes);
/* Conditions that are clearly false, by these margins, may become true: see margins_rearm. */
void pack_rearm(pack *p, const double *margins, lane_set lanes);
/* Where an open contact is penetrated beyond rounding after the step just tried. */
lane_set pack_inside_out(const pack *p);
/* Numbers of the control of one lane: sizeof(step_control) / sizeof(double) of them. */
enum { PACK_CONTROL = 6 };
void pack_put_control(pack *p, int lane, const double *control);
void pack_get_control(const pack *p, int lane, double *control);

/* Over the step just tried, for the lanes given: the margin that rises, PACK_NOTHING or PACK_DOUBT for each. */
enum { PACK_NOTHING = -1, PACK_DOUBT = -2 };
void pack_watch(pack *p, lane_set lanes, int rising[PACK_LANES]);

/* Where the margin, which rises, is zero, as the samples of the step show it; and its rate there. */
double pack_guess(pack *p, int lane, size_t which, double *rate);

/* Over the step just tried: the lanes where all that is greatest in it is so at its ends, or less than before; for
   these it has been taken in. */
lane_set pack_peaks(pack *p, lane_set lanes);

/* So far beside an end, as a part of the step, it is looked whether a curve rises there. */
#define EXTREMA_BESIDE 1e-6
/* What changes less than so many tolerances within a step is not looked at closer. */
#define EXTREMA_NOISE 100
/* Samples of a peak: the start, those stages that follow the motion well and the end, and beside both. */
enum { PEAK_SAMPLES = 11 };

/* The loops over lanes, for one kind of machine. */
typedef struct pack_loops {
    void (*begin)(pack *p, lane_set lanes);
    lane_set (*attempt)(pack *p, lane_set anyhow);
    lane_set (*accept)(pack *p, lane_set lanes);
    lane_set (*reject)(pack *p, lane_set lanes);
    void (*choose_sizes)(pack *p, lane_set lanes);
    void (*rearm)(pack *p, const double *margins, lane_set lanes);
    lane_set (*inside_out)(const pack *p);
    void (*hold)(pack *p);                            /* bounds of the inputs of the watch over the step just tried */
    void (*sample)(pack *p, size_t stage);            /* margins and rates at a stage of the step just tried */
    lane_set (*open)(const pack *p, size_t k);        /* where bounds of the value of margin k do not settle it */
    void (*peaks_at_end)(pack *p);                    /* `highest`, of the step just tried */
    void (*sample_peaks)(pack *p, lane_set *at_ends); /* per peak: the lanes where samples have it at an end */
    void (*hold_branches)(pack *p);                   /* bounds of the inputs of branches over that step */
    void (*branches_at_ends)(pack *p);                /* `branch_ends` */
} pack_loops;

extern const pack_loops pack_plain, pack_avx2, pack_avx512;

#endif
