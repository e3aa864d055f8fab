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

/* The numbers of all lanes are adjacent: number i of lane l is at [i * PACK_LANES + l]. */
typedef struct pack {
    const mode *mode;
    size_t n, rows;      /* coordinates, rows, those in use */
    size_t motion, size; /* numbers in y: q and v, and quadratures after them */
    bool integrates;     /* quadratures are not all zero */
    /* Motion, event functions and initial data; projection onto the constraints; event functions and their rates
       anywhere in the step; quantities whose extrema are required. */
    lane_program direct, projection, watched, peaks;
    /* Slots of the roots: accelerations, multipliers, reciprocal condition; rates of quadratures; event functions and
       their sizes alternating; f and f_dot; dv and reciprocal condition; dq. */
    const uint32_t *solved_slots, *rate_slots, *margins_at, *residual_slots, *velocity_slots, *position_slots;
    double *t, *h;                  /* of the present step */
    double *y, *next;               /* its start and its end */
    double *k;                      /* [size][13]: rates at the stages and at the end */
    double *landed;                 /* its end before projection onto the constraints */
    double *places;                 /* [13][n]: positions at the stages */
    double *multipliers;            /* [13][rows]: at the stages and at the end */
    double *solved, *next_solved;   /* accelerations and multipliers at the start and at the end */
    double *margins, *next_margins; /* values and sizes by turns */
    /* Sizes of the motions: see scales.h and sim.reference. [size] twice, [n] twice, [parts] seven times. */
    double *reference, *extent, *inertia, *root_mobility, *speed, *push, *rounding_push, *part_sums, *step_speed,
        *driven, *fastest;
    double *nominal;          /* [n]: see dynamics_scales_nominal; NULL: none has any */
    double *weight;           /* of errors in the numbers of the step just tried */
    double *error, *factor;   /* of the step at hand, and by how much the next should be longer */
    double *tolerance, *end;  /* of errors, and the time when the motion ends; set by the caller */
    double *trust;            /* [ODE_SINGULAR_SEEN + 1] in the rows: at the start, at the first stages, at the end: see
                                 ode/singular_step.h */
    double *control;          /* [] numbers of a step_control; set by the caller */
    double *steps, *rejected; /* counts; set by the caller */
    lane_set failed;          /* of the last call: without a value, in doubt, or at a singular configuration */
    double *bounds; /* of the enclosures, of eight lanes: see tape_bounds_run_lanes; NULL without event functions */
    tape_bounds_lanes *run_bounds;
    unsigned sampled; /* of the step just tried, a bit for each stage: */
    double *samples;  /* [13][2 * margins]: event functions and rates at the stages that approximate the motion
                         well, and the end */
    lane_set *armed,
        *waiting; /* per event function: its event has been false since it last fired; waits for another one */
    double gap_error;
    /* Reducers that are maxima or minima: their number in the model, their slots, the sign that makes each a maximum;
       [peaks][PEAK_SAMPLES] samples, the greatest so far, and with the end of the step just tried. */
    size_t peak_count, *peak;
    const uint32_t *peak_slots;
    double *peak_sign, *peak_samples, *greatest, *highest;
    /* The quantities whose extrema are searched for, NULL: all are at ends; the same program for all lanes, its bounds,
       and values at the start, the end, rates there. */
    tops *tops;
    lane_program branches;
    double *branch_bounds, *branch_ends;
    size_t *branch_peak; /* per branch */
    lane_set *peak_at_ends;
    bool filled; /* the lane contains a motion */
    const struct pack_loops *loops;
} pack;

/* For the present mode, whose explicit solution has been compiled, with all rows in use. In `a`, except for machine
   code. */
pack *batch_pack_create(arena *a, sim *s);
void batch_pack_destroy(pack *p);
/* A motion at time t with the state y, for the parameters given. batch_pack_begin has to follow for these lanes. */
void batch_pack_put(pack *p, int lane, const double *params, double t, const double *y);
void batch_pack_get(const pack *p, int lane, double *y);
/* Copies the scales of a motion into a lane, and back. */
void batch_pack_put_scales(pack *p, int lane, sim *s);
void batch_pack_get_scales(const pack *p, int lane, sim *s);
/* Rates and event functions at the present states. */
void batch_pack_begin(pack *p, lane_set lanes);
/* A trial step of all lanes by h: `error` of each. Those whose error is at most 1, and those in `anyhow`, are projected
   onto the constraints and evaluated there; returns which. Those that would be moved too far have failed. */
lane_set batch_pack_try(pack *p, lane_set anyhow);
/* The ends of steps become present states, and the next step sizes are chosen; the step can no longer be examined.
   Returns the lanes whose motions have ended. */
lane_set batch_pack_accept(pack *p, lane_set lanes);
/* Chooses smaller steps for lanes that were not accepted; returns those where they would be too small. */
lane_set batch_pack_reject(pack *p, lane_set lanes);
/* The sizes of first attempts from the present states. */
void batch_pack_choose_sizes(pack *p, lane_set lanes);
/* Re-arms conditions that are clearly false by these event functions: see event_functions_rearm. */
void batch_pack_rearm(pack *p, const double *margins, lane_set lanes);
/* Where an open contact is penetrated beyond rounding after the step just tried, or its gap has lost its value. */
lane_set batch_pack_inside_out(const pack *p);
/* Numbers of the control of one lane: sizeof(step_control) / sizeof(double) of them. */
enum { PACK_CONTROL = 6 };
void batch_pack_put_control(pack *p, int lane, const double *control);
void batch_pack_get_control(const pack *p, int lane, double *control);

/* Over the step just tried, for the given lanes: the event function that becomes positive, PACK_NOTHING or PACK_DOUBT
   for each. */
enum { PACK_NOTHING = -1, PACK_DOUBT = -2 };
void batch_pack_watch(pack *p, lane_set lanes, int rising[PACK_LANES]);

/* Whether the stages saw an event function fall ever faster in the step just tried, if it is one that asks for a gap: see
   event_rise_can_keep_opening. */
bool batch_pack_keeps_opening(pack *p, size_t which, size_t lane);

/* The zero of a rising event function, estimated from the samples of the step; and its rate there. */
double batch_pack_guess(pack *p, int lane, size_t which, double *rate);

/* Over the step just tried: the lanes where all extrema are at its ends, or do not exceed earlier ones; for these they
   have been recorded. */
lane_set batch_pack_peaks(pack *p, lane_set lanes);

/* The distance from an end, as a fraction of the step, at which it is tested whether a curve rises there. */
#define EXTREMA_BESIDE 1e-6
/* Quantities that change by less than this many tolerances within a step are not examined further. */
#define EXTREMA_NOISE 100
/* Samples of a peak: the start, the stages that approximate the motion well, the end, and points close to both ends. */
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
    void (*hold)(pack *p);                     /* bounds of the inputs of the enclosures over the step just tried */
    void (*sample)(pack *p, size_t stage);     /* event functions and rates at a stage of the step just tried */
    lane_set (*open)(const pack *p, size_t k); /* where bounds of the value of event function k do not decide */
    void (*peaks_at_end)(pack *p);             /* `highest`, of the step just tried */
    void (*sample_peaks)(pack *p, lane_set *at_ends); /* per peak: the lanes where samples have it at an end */
    void (*hold_branches)(pack *p);                   /* bounds of the inputs of branches over that step */
    void (*branches_at_ends)(pack *p);                /* `branch_ends` */
} pack_loops;

extern const pack_loops batch_pack_plain, batch_pack_avx2, batch_pack_avx512;

#endif
