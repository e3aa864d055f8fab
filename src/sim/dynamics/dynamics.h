/* The motion of one mode: its programs, equations and their solution at one state, and the state of a run. */
#ifndef LGR_SIM_DYNAMICS_DYNAMICS_H
#define LGR_SIM_DYNAMICS_DYNAMICS_H

#include <stdint.h>

#include "base/budget.h"
#include "base/check.h"
#include "mech/equations.h"
#include "num/saddle.h"
#include "num/unsymmetric.h"
#include "sim/dynamics/observer.h"
#include "sim/sim.h"
#include "tape/series/series.h"
#include "tape/tape.h"

/* Of each event function there are programs for its value, its rate, and the rate of that. */
enum { WATCH_ROOTS = 3 };

/* Segments of a mode's program, in this order. */
enum { SEG_MOTION = 1, SEG_RATES, SEG_WATCH, SEG_RESULTS, SEG_PICTURE, SEG_COUNT };

/* An event function: positive when its condition holds. */
typedef struct margin {
    event_part part;
    int index;      /* event, or row of a contact */
    bool smooth;    /* its rate is known: no solved quantity in it */
    bool curved;    /* so is the rate of that */
    bool inclusive; /* an event whose condition holds at equality too */
    bool gap;       /* of a contact, or an event that asks for the same */
} margin;

/* All event functions of a mode at one instant: values, and sizes of their terms for judging rounding. */
typedef struct margin_set {
    double *value, *size;
} margin_set;

typedef struct watch watch;                     /* event/enclosure.h */
typedef struct crossing_search crossing_search; /* localize.c */
typedef struct pieces pieces;                   /* pieces.h */
typedef struct resolution resolution;           /* resolution.h */
typedef struct tops tops;                       /* tops.h */
typedef struct direct direct;                   /* explicit.c */
typedef struct expansion expansion;             /* series.c */
typedef struct survey survey;                   /* kinematics.h */
typedef struct sensitivity sensitivity;         /* sensitivity.h */
typedef struct sensitivity_kit sensitivity_kit; /* sensitivity.h */

/* A program over a mode's inputs, ready to be run. */
typedef struct loaded_tape {
    const tape *t;
    tape_program *code;
    double *slots;
    const model *of; /* whose block of parameters it follows */
    long version;    /* of the block, as in the slots */
    long waits;      /* runs of its first segment before machine code is written; 0: it is, or never will be */
} loaded_tape;

/* A mode: one set of active constraints and forces, with its equations, programs and workspace. */
typedef struct mode {
    mech_choice choice;                          /* with switches within the mode frozen: see pieces.h */
    mech_choice told;                            /* the same as in the model, for results */
    bool *freed, *switched_off, *dropped, *rows; /* the key; rows: contacts closed and active constraints */
    signed char *slip;                           /* of the key too: see mech_choice */
    mech_equations eq;
    int n, m;
    bool *state; /* per active coordinate: its velocity is a state, see model_coord; NULL: of none */
    /* What is evaluated at each state; its first segment gives the matrices, or, once steps are made in this mode and
       it pays, accelerations and multipliers at once (explicit.c). `program` and `slots` are those of `evaluation`. */
    const tape *program;
    double *slots;
    loaded_tape *evaluation;
    loaded_tape *matrices;            /* whose first segment gives the matrices; NULL: nobody has asked for them */
    bool at_hand;                     /* the matrices belong to the last evaluation */
    bool evaluated;                   /* all quantities of the state in the slots have been computed */
    unsigned segments_run;            /* segments after the first that have been run at this state, as bits */
    tape_group groups[SEG_COUNT - 1]; /* its roots, over input_vars */
    uint32_t *input_vars;
    size_t input_count;
    direct *direct;      /* NULL: not in use */
    direct *direct_made; /* for rows chosen with matrices; NULL: not made */
    bool direct_tried;
    direct *direct_begun;       /* made before the matrices, for all rows; NULL: with these the mode begins */
    bool decided;               /* whether to make it has been decided */
    long run;                   /* number of the run for which the mode is prepared */
    size_t nth;                 /* of the compiled problem's modes */
    resolution *resolution;     /* NULL: nothing is narrow */
    pieces *pieces;             /* NULL: nothing switches */
    long piece_version;         /* of the choices in its slots */
    loaded_tape *piece_program; /* see dynamics_pieces_look; NULL without pieces */
    size_t piece_slot, t_slot, q_slot, v_slot, a_slot, lambda_slot, scale_slot, load_slot;
    bool loaded;             /* the host has forces: inputs from load_slot on */
    long scale_version;      /* of the sizes in its slots: see dynamics_scales_load */
    int *part, parts;        /* per coordinate: the group of coupled coordinates; known with `sizes` */
    loaded_tape **sets;      /* per event, what a periodic one sets: see quiet.c; NULL: none has come yet */
    loaded_tape *sizes;      /* of inertia and forces: see scales.c; NULL: nobody has asked for them */
    size_t sizes_scale_slot; /* scale_slot among the inputs of that program, which may be another mode's */
    const tape *momenta;     /* beside these, see there; NULL: few coordinates */
    saddle *solver;
    unsymmetric *skew, *skew_full; /* instead of the symmetric solver where friction slides; for all rows */
    unsymmetric *skew_some;        /* for skew_count of them; NULL: not needed yet */
    int skew_count;
    double *M, *A, *C;   /* n*n lower, m*n, m*n (C: NULL unless friction slides): as last loaded; M with the
                            solver once there are matrices */
    double *rhs, *delta; /* n + m each: right sides and corrections */
    margin *margins;
    size_t margin_count;
    watch *watch;                /* NULL without event functions */
    bool stages_watched;         /* accelerations or multipliers are needed at the stages of steps: */
    int *watched, watched_count; /* these, in q'' and lambda; NULL: none */
    expansion *expansion;        /* NULL: nobody has asked for a series yet */
    tops *tops;                  /* NULL: nobody has looked for extrema yet */
    survey *survey;              /* NULL: none has been taken yet */
    struct reply *reply;         /* NULL: nobody has asked for one yet */
    bool *output_null, *reducer_null, *drawn_null;
    double *combined[SEG_COUNT]; /* workspace of sliding.c, first the results of a segment; NULL: it has not slid */
    bool ranked;                 /* the rows to use have been chosen */
    int *used, used_count;       /* independent rows in the solver; the others depend on them */
    bool *independent;           /* room to choose them */
    bool follow_nearby;          /* what was left out at the start follows from those in use near it too */
    int reviews;                 /* of that choice, at one time */
    double reviewed_at;
    double *A_used, *C_used, *spread_matrix, *spread_doubles; /* NULL: no rows have been left out yet */
    double *open; /* what rows left out leave open while friction slides; NULL: it has never slid without some */
    int *open_ints;
    saddle_info info; /* of the last factorisation */
    double inconsistency;
} mode;

typedef struct monitor { /* an event's memory */
    bool armed;          /* has been false since it last fired */
    bool counts;         /* has been examined once: from then on only clearly false counts as false */
    bool fired;          /* at least once */
    double last, pause;  /* when it came last, and how long after the time before */
    int faster;          /* how often in a row that was clearly sooner than the time before */
} monitor;

/* A periodic event of the run: its instants are first + k*period, and `count` is the next k. */
typedef struct tick_clock {
    int event;
    double first, period, count;
} tick_clock;

enum { BETWEEN_NODES = 9 };

/* The time over which a reducer reaches, and what it has met. */
typedef enum window_state { WINDOW_AHEAD, WINDOW_OPENING, WINDOW_OPEN, WINDOW_PAST } window_state;
typedef struct window {
    window_state state;
    double since, integral; /* the time and the integral where it began */
    double best_at;         /* of an extremum: the time of the best so far */
    long seen;              /* occurrences of the event */
} window;

/* Of a reducer that is a maximum, or a minimum with its sign turned, over the step at hand. */
typedef struct best_top {
    double best, theta;   /* so far, with both ends of the step; where it is within the step, NaN nowhere */
    double spread, first; /* by how much its values differ within the step, where derivatives are wanted */
} best_top;

/* A step that has been made and searched for events, and is not the present state yet. */
typedef struct held_step {
    bool there;
    bool fires;  /* an event at its end */
    bool leaves; /* a boundary that the motion slides along is left there */
    bool cut;    /* it is shorter than the method has made it */
    double h, end;
    margin at; /* that fires */
} held_step;

typedef struct start_plan start_plan;   /* initial/consistent.c */
typedef struct record_plan record_plan; /* record/record.c */
typedef struct sim_room sim_room;

struct sim_kit {
    model *m;
    sim_options options;
    const mode_part *const *parts; /* of modes; both end with NULL */
    const sim_observer *const *observers;
    arena *a;
    bool repeated;
    long runs;    /* begun so far */
    long present; /* the run for which modes are prepared, of several that take turns */
    VEC(mode *) modes;
    VEC(mode *) closed;        /* see dynamics_mode_closed */
    VEC(loaded_tape *) tapes;  /* of all modes */
    VEC(tape_series *) series; /* of those that have one */
    long expanded;             /* series made so far */
    VEC(pieces *) pieces;      /* of all variants of the system */
    sim_room *idle;            /* workspaces of finished runs, for new ones */
    uint32_t *load_vars;       /* per coordinate of the model; NULL: the host has no forces */
    double *load_room;         /* q, v and Q, per coordinate */
    start_plan *start;         /* NULL: no run has begun */
    record_plan *records;      /* NULL: none has ended */
    sensitivity_kit *slopes;   /* NULL: no derivatives have been wanted */
};

typedef struct sim {
    sim_kit *kit;
    const sim_observer *observers[MOST_OBSERVERS + 1]; /* those that want to know of this run; the last is NULL */
    sim_room *room;
    long run; /* of the compiled problem */
    model *m;
    sim_options options;
    arena *a;    /* of this run, or while an event is handled one that is cleared afterwards; what the compiled problem
                    keeps is made in its own: dynamics_kit_enter */
    arena *kept; /* of this run and its results */
    arena *of_events; /* the former, or the one that is cleared once more events have come than are listed */
    budget left;      /* of what is kept */
    sim_result *result;
    mode *mode;
    double t, t_end, tolerance;
    double horizon;                                     /* how long a run without end counts where its length matters */
    double *y;                                          /* present state: q (n), v (n), quadratures: work and the
                                                           integrals of reducers */
    double *work_y, *next_y;                            /* states for trials; the end of the step at hand */
    double *shaken_y;                                   /* a trial's end off by rounding, and the rates of both */
    bool dense_ready;                                   /* the dense output of the present step is available */
    bool at_end;                                        /* the last evaluation was at next_y */
    margin_set margins_start, margins_now, margins_end; /* of the step at hand: its start (kept), a sample, its end */
    double *solved_start, *solved_end;                  /* q'' and lambda at its start (kept) and its end */
    double *solved_low, *solved_high;                   /* their bounds at the stages on its way */
    bool solved_seen;                                   /* these are known */
    double *velocity_nodes;                             /* its velocities at the points of the watch */
    double *between_nodes;                              /* states at Chebyshev's points of its dense output */
    bool between_repeats;                               /* which is not good enough for rows */
    crossing_search *search;
    size_t margin_room;
    long expanded; /* the series asked for last: see series.c */
    double *reference,
        *extent;       /* per number of y: where it began, NaN: not noted yet; how far it has been from there */
    bool unreferenced; /* some of them may be NaN */
    double *nominal;   /* per coordinate of the model: see dynamics_scales_nominal; NULL: none has any */
    double *inertia, *root_mobility; /* per active coordinate: M_ii, and the root of 1/M_ii; 0 where it has none */
    double *scale_inputs;            /* [SCALE_KINDS][n]: see scales.h */
    double *speed, *push;      /* per part: twice the greatest energy of its velocities so far; the root of that of a
                                  second of its forces */
    double *rounding_push;     /* per part: the same as push of what a rounding does to the forces, in units of it */
    double *held_push;         /* per part: as push, of forces that have grown since on what is held at rest */
    double *integral_noise;    /* per quadrature: how fast it grows by what rounding makes of velocities */
    double *part_sums;         /* per part: room */
    double time_scale;         /* in which the motion changed at the start */
    bool timeless;             /* it did not */
    double look_ahead;         /* and where a method of low order began, which looks ahead that far */
    double step_size;          /* of the step taken last */
    bool scales_changed;       /* since scale_inputs were made */
    double noted_at;           /* when extents were noted last */
    long jumps;                /* events so far */
    bool keeps_matrices;       /* the method works with the matrices of each evaluation */
    bool shortens;             /* programs are worth the time that it takes to shorten them */
    bool scaled;               /* inertia and push are those of the active coordinates */
    long scale_version;        /* counts the changes of scale_inputs */
    size_t y_cap, quadratures; /* room in y; number of quadratures */
    int *integral_of;          /* per quadrature after the first: the reducer */
    ode_system system;         /* what the method integrates: the motion in the present mode */
    ode_stepper *step;
    held_step held;
    tick_clock *ticks; /* of periodic events, in the order of the text */
    size_t tick_count;
    bool ticking;                /* a quiet one of them is handled */
    double next_tick;            /* where steps have to end: the next of their instants, or t_end */
    monitor *user_events;        /* per event */
    monitor *events_before;      /* the same before the step held */
    bool *contact_fired[3];      /* per row: open, close, impact have happened */
    int opening;                 /* the row of the contact that opens at present, or -1 */
    double *opened_at;           /* per row: when its contact opened last */
    bool *kept_from_slipping;    /* per row: its friction acts as where it slides, but others keep it from that */
    bool stressed;               /* redundant contacts at rest share forces otherwise than by least norm: */
    double *self_stress;         /* per row: a multiplier that is beside those of least norm */
    bool opened_beside_sticking; /* a contact that could press with others does not, since those stick */
    signed char *must_slip; /* per row: sticking has been overcome at this instant, with this sign of slip; kept while
                               others follow, as each alone would stick again */
    bool *rows_asked;       /* per row: room for the mode that contacts ask for */
    signed char *slips_asked;
    double *reduced;   /* per reducer: value so far, NaN none */
    window *windows;   /* per reducer */
    bool *judged;      /* per reducer: somebody asks for it; of extrema alone, which change nothing else */
    best_top *extrema; /* per reducer */
    bool extrema_told; /* that one changes too fast */
    double start_time;
    double energy_start, energy_jumps, potential_start, energy_scale, energy_worst;
    double next_sample;
    size_t next_instant;            /* of those that the options name */
    long frame_parts, frame_stride; /* parts of steps seen for frames; of how many one is kept */
    VEC(sim_point) frames_left_out; /* whose memory is free for others */
    long samples;                   /* regular samples recorded so far */
    double last_row;                /* its time */
    sim_point passing_row;          /* memory of the row last recorded */
    double event_came; /* of the step searched last: when its event came, after its start; 0: there was none */
    double chatter_since, crowd_since;
    double left_since;   /* the last instant at which friction or a switch let go of the motion along it */
    long chatter, crowd; /* events at one instant; within next to no time */
    int shortened;       /* times that a step has been made shorter because it could not be searched */
    bool going;          /* the run has not ended */
    bool stopped;        /* by an event */
    event_ref stop_event;
    bool gain_told;   /* an impact has added energy */
    uint64_t regular; /* modes in which all rows have been found independent, as bits: see dynamics_rows_restart */
    double gap_tolerance;
    double gap_error;         /* penetration of touching contacts by errors of the method, relative too */
    double least_bounce;      /* bounce height that counts as none, relative to the size of the gap */
    sensitivity *sensitivity; /* NULL: no derivatives are wanted */
} sim;

/* A run and its workspace, which belongs to the compiled problem: the next run begins from the blank one. */
struct sim_room {
    sim present, blank;
    void *cleared; /* the arrays of the run, in one piece */
    size_t size;
    ode_stepper *step; /* NULL: none that can be begun again has been made */
    sim_room *next;
};

/* modes.c */
mode *dynamics_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                    const signed char *slip);
/* For impacts and contact forces: the matrices of the present mode with every contact and all friction in it, from
   which those who need some of these rows take them. Nothing moves in this mode: it has no program but this one. */
mode *dynamics_mode_closed(sim *s);
/* The name of something that would be active although it depends on an inactive coordinate, or NULL. */
const char *dynamics_dropped_name(sim *s, const bool *freed, const bool *switched_off, const bool *dropped,
                                  const bool *rows);
void dynamics_enter_mode(sim *s, mode *m);
/* Prepares a mode for the present run. */
void dynamics_prepare_mode(sim *s, mode *m);
/* Parameters have other values from here on. `rows`: in constraint rows too, so that those in use are chosen again. */
void dynamics_renew_params(sim *s, bool rows);
/* From here to dynamics_kit_leave allocations live as long as the compiled problem. */
arena *dynamics_kit_enter(sim *s);
void dynamics_kit_leave(sim *s, arena *run);
/* Copies the state at which a mode was last evaluated, with its accelerations and multipliers, to the inputs of another
   program. */
void dynamics_copy_inputs(const mode *m, loaded_tape *p);
/* Whether these are its inputs already. */
bool dynamics_has_inputs(const mode *m, const loaded_tape *p);
/* The program that computes the matrices, made at the first call; M itself is in m->eq from then on. */
loaded_tape *dynamics_matrices_program(sim *s, mode *m);
/* A program ready to run: slots with the parameters in them, and a back end. */
loaded_tape *dynamics_load_program(sim *s, const tape *t);
/* Whether the parameters in its slots are the present ones. */
static inline bool dynamics_is_current(const loaded_tape *p) {
    return p->version == p->of->block.version;
}
/* Makes it so: loads them and computes what depends on them alone. */
void dynamics_follow_params(loaded_tape *p);
/* Runs the first segment, with the present parameters; a program that is run often is compiled to machine code where
   possible. */
void dynamics_run_program(sim *s, loaded_tape *p);
/* Makes this the program that a mode evaluates; the state is handed over. */
void dynamics_evaluate_by(mode *m, loaded_tape *p);
/* Numbers of the state vector y: q (n), v (n), then quadratures: work and the integrals of reducers. */
static inline size_t dynamics_state_size(const sim *s, const mode *m) {
    return 2 * (size_t)m->n + s->quadratures;
}

/* roots.c: what its programs compute, as expressions */
/* For a mode with its equations: inputs, event functions, undefined quantities, and all groups but the first. Returns
   the event functions, then their first, then their second rates: WATCH_ROOTS lists of margin_count. */
const expr_id *dynamics_describe_mode(sim *s, mode *m);
/* Its inputs alone. */
void dynamics_describe_inputs(sim *s, mode *m);
/* Of these, what becomes known with the accelerations: see tape_group. */
const uint32_t *dynamics_solved_inputs(sim *s, const mode *m, size_t *count);
/* The first group, where it is to give the matrices: M, h, A, gamma, f, f_dot, and C where friction slides. */
tape_group dynamics_matrix_roots(sim *s, const mode *m);
/* Of the ladders of its pieces: bases, sizes of their terms, rates with the accelerations in them. */
const expr_id *dynamics_piece_roots(sim *s, const mode *m, size_t *count);
/* A condition as a number that is positive where it holds; `inclusive`: at zero too. */
expr_id dynamics_condition(sim *s, expr_id condition, bool *inclusive);
/* The size by which the force of the active-th active row is judged. */
expr_id dynamics_force_size(sim *s, const mode *m, int active);
/* What a quiet event sets (see model_event). */
tape_group dynamics_set_roots(sim *s, const mode *m, int event);
/* The argument of a reducer, as the mode's programs have it; 0 for one without a value there. */
expr_id dynamics_reducer(const sim *s, const mode *m, size_t reducer);
/* Whether the expression depends on an inactive coordinate. */
bool dynamics_names_dropped(sim *s, const bool *dropped, expr_id e);

/* kinematics.c */
/* The first friction row of a contact or a constraint whose friction is not switched off; -1: none. */
int dynamics_friction_of(const sim *s, const mode *m, int row);
/* Whether it is an active constraint with friction. */
bool dynamics_is_rubbed(const sim *s, const mode *m, int row);

/* reactions.c: the system of a mode's choice with reaction(...) written out for this mode */
const model_system *dynamics_resolve_reactions(sim *s, const mode *m);

/* saved.c: what a run has learnt about its modes */
typedef struct saved_mode saved_mode;
/* Of all modes that the run has prepared; `count` of them. */
saved_mode *dynamics_save_modes(sim *s, arena *a, size_t *count, size_t *present);
/* Into the same run or another one of the same model, with the parameters of that time. */
void dynamics_restore_modes(sim *s, const saved_mode *saved, size_t count, size_t present);

/* matrices.c: at one state of the present mode */
/* Whether this is the state in the slots. */
bool dynamics_is_loaded(const mode *m, double t, const double *y);
/* Loads it; nothing is evaluated yet. */
void dynamics_load_state(const sim *s, double t, const double *y);
/* Evaluates the matrices, which counts as an evaluation; false if something is not finite. */
bool dynamics_load_matrices(sim *s);
/* Right sides, from the matrices at hand: h (n), gamma, f, f_dot (m each). */
void dynamics_load_h(const mode *m, double *h);
void dynamics_load_gamma(const mode *m, double *gamma);
void dynamics_load_f(const mode *m, double *f);
void dynamics_load_f_dot(const mode *m, double *f);

/* loads.c */
/* For a new compiled problem: inputs for the forces of the host, if it has any. */
void dynamics_loads_create(sim_kit *k);
/* Their values at the state in the slots of a mode. */
void dynamics_loads_put(const sim *s, mode *m);

/* segments.c */
/* Whether the segment shows the sliding combination of both sides: outputs, reports and pictures do. */
bool dynamics_is_combined(const sim *s, int segment);
/* After SEG_RESULTS. */
typedef struct motion_energy {
    double kinetic, potential, total;
} motion_energy;
motion_energy dynamics_energies(const sim *s);

/* evaluate.c */
/* Solves for accelerations and multipliers at the loaded state, with the factors at hand; `dy` as in dynamics_evaluate.
 */
bool dynamics_solve(sim *s, double *dy);

/* motion.c: everything at one state of the present mode */
/* Solves for accelerations and multipliers; false if a value is not finite or the accelerations are not determined.
   `dy` may be NULL if only the multipliers are needed. M, A, C and dynamics_right_side are available after
   dynamics_matrices. */
bool dynamics_evaluate(sim *s, double t, const double *y, double *dy);
/* The same in the selected piece, also where the motion slides along its boundary. */
bool dynamics_evaluate_piece(sim *s, double t, const double *y, double *dy);
/* Where an evaluation for rates has left rows out, the multipliers of all of them at its state. */
void dynamics_tell_multipliers(sim *s);
/* The reciprocal condition of the rows at the last evaluation: the smallest pivot, which is proportional to the square
   of the distance from a singular configuration; 1 without rows, and with friction. Comparable for the same rows
   only. */
double dynamics_regularity(const sim *s);
/* Loads the matrices alone, and f (m) of the active rows; false if a gradient or a mass is not finite. */
bool dynamics_rows(sim *s, double t, const double *y, double *f);
/* Ensures that the matrices belong to the last evaluation. */
void dynamics_matrices(sim *s);
/* The right sides that go with them: h (n), A (m*n), gamma (m), f (m), f_dot (m), one after the other. */
double dynamics_right_side(const mode *m, int k);
double *dynamics_accelerations(const sim *s);
double *dynamics_multipliers(const sim *s);
/* Projects q, then v, onto the active constraints in the metric of M; then evaluates. */
bool dynamics_project(sim *s, double t, double *y, double *dy);
void dynamics_residuals(sim *s, double *position, double *velocity);
double dynamics_segment_value(const sim *s, int segment, size_t k);
/* `count` of them from `first` on. */
void dynamics_segment_values(const sim *s, int segment, size_t first, size_t count, double *out);
/* Once for each state. */
void dynamics_run_segment(sim *s, int segment);
/* The same in the selected piece. */
void dynamics_run_side(sim *s, int segment);
/* All variables of the graph at the last evaluation, for expr_eval; in the run's arena. */
double *dynamics_values(sim *s);
/* The same without those of results: what the equations of motion are made of. */
double *dynamics_state_values(sim *s);
double dynamics_value(sim *s, expr_id e, const double *values);

/* explicit.c: accelerations and multipliers by elimination on expressions, without matrices */
/* At the first evaluation for a step in a mode: makes the explicit solution, if it is cheaper. */
void dynamics_explicit_prepare(sim *s, mode *m);
/* At the loaded state; false: the matrices are needed. */
bool dynamics_explicit_solve(sim *s);
/* dynamics_evaluate where nothing has to be decided: half of the time of a small machine would go into that. Elsewhere,
   and where the solution is not to be trusted, `otherwise`. */
typedef bool dynamics_evaluation(sim *s, double t, const double *y, double *dy);
bool dynamics_explicit_rates(sim *s, double t, const double *y, double *dy, dynamics_evaluation *otherwise);
double dynamics_explicit_regularity(const mode *m);
/* Projects q, then v, onto the constraints; false: as before, and y may have moved slightly towards them. */
bool dynamics_explicit_project(sim *s, double t, double *y);
/* The largest of f and of f_dot at the state evaluated last. */
void dynamics_explicit_residuals(sim *s, double *position, double *velocity);
void dynamics_explicit_give_up(sim *s, mode *m);
/* For a new mode: whether its accelerations can be computed without matrices, which are then not made. */
bool dynamics_explicit_begin(sim *s, mode *m);
/* Returns to the solution with which the mode was begun. */
void dynamics_explicit_restart(mode *m);
/* Whether a run uses the solution in a mode, and its experience with it. */
typedef struct explicit_use {
    bool used;
    long solved, distrusted;
} explicit_use;
explicit_use dynamics_explicit_save(const mode *m);
/* For a mode prepared anew, with the rows to use chosen. */
void dynamics_explicit_restore(sim *s, mode *m, explicit_use x);
/* The programs that were made: for the motion instead of the mode's own, and for projections, NULL without rows. */
const tape *dynamics_explicit_motion(const mode *m);
const tape *dynamics_explicit_projection(const mode *m);

/* series.c */
/* The Taylor coefficients of the motion through a state of the present mode: c[k] becomes a state for k up to the
   order, until the next series of the mode is made; it is evaluated first, maybe into c[1]. NULL, or why there is no
   such series. */
const char *dynamics_series(sim *s, double t, const double *y, int order, double **c);
/* Whether roots in the mode's program keep their sign over h as the series asked for last go on. */
bool dynamics_series_keeps_branches(const sim *s, double h);
/* The series of the event functions, roots 2k of SEG_WATCH, at the state asked for last, if that is the present one and
   the step held is the sum of its series; `terms`: how many there are. NULL: there are none. */
const tape_series *dynamics_series_of_margins(const sim *s, int *terms);
/* About what a step by a series of this order costs in the mode in force, or (0) an explicit one. */
double dynamics_series_cost(const sim *s, int order);
/* Of q, v, q'', lambda over the same step: how many terms there are, 0 for none, and the k-th of one of them. */
int dynamics_series_terms(const sim *s);
double dynamics_series_of_input(const sim *s, size_t input, int k);

/* saddle_rows.c: the linear equations at the matrices last loaded */
bool dynamics_rows_factor(sim *s);
/* Selects independent rows, if that has not been done, from the matrices at hand. */
void dynamics_rows_rank(sim *s);
/* For another run, or another turn of this one: the rows must be selected again, unless all are known to be
   independent. */
void dynamics_rows_restart(const sim *s, mode *m);
/* Without a look at them. */
void dynamics_rows_take_all(mode *m);
/* gamma is overwritten; lambda is 0 for rows left out. */
void dynamics_rows_solve(mode *m, const double *h, double *gamma, double *a, double *lambda);
/* The same for the motion: where friction slides on redundant rows these share the forces. */
void dynamics_rows_solve_motion(const sim *s, mode *m, const double *h, double *gamma, double *a, double *lambda);
/* Whether this run has found all rows of the mode independent. */
bool dynamics_rows_are_regular(const sim *s, const mode *m);
void dynamics_rows_note_regular(sim *s, const mode *m);
/* Uses these rows, chosen earlier. */
void dynamics_rows_use(sim *s, mode *m, const int *rows, int count);
/* After a step at whose end rows that were left out do not hold: selects rows anew at its start, or uses all. */
void dynamics_rows_review_rows(sim *s);
/* Returns from using all rows once the configuration that required it has been left; called after every step. True if a
   row in use has been exchanged for one that was left out: then what was made for the former is of no use. */
bool dynamics_rows_leave(sim *s);
/* Whether the rows at the last factorisation are dependent, so that the multipliers are not unique. */
bool dynamics_rows_dependent(const mode *m);
void dynamics_rows_minimum_norm(const sim *s, mode *m, double *lambda);
double dynamics_rows_contradiction(const mode *m, const double *h, const double *a, const double *gamma);
/* A row that was left out as a combination of those in use: its coefficients (used_count), for rows of length 1; false
   if it is not one. */
bool dynamics_rows_combination(sim *s, const mode *m, int row, double *c);
/* The scale of each of n unknowns: from its mass, or if it has none from its entries in the rows. */
void dynamics_rows_scales(const double *M, const double *A, int n, int m, double *scale);
/* Whether the accelerations at hand violate some row, relative to its terms and to those of its gamma. */
bool dynamics_rows_contradict(sim *s, double tolerance);
/* Whether the gradient of a row is rounding wherever the machine is, beside the terms that it is the sum of. */
bool dynamics_row_always_holds(sim *s, int k);
/* An active row that is left out because its gradient vanishes here, so that it has no effect; -1 if there is none. A
   part of a vector that always holds is none. */
int dynamics_idle_row(sim *s);

/* fail.c */
finding *dynamics_fail(sim *s, diag_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A warning that the run is not to be trusted. */
finding *dynamics_doubt(sim *s, diag_code code, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The dimension of a row's left minus right side, or of its rate; the former for rows that contain velocities. */
dimension dynamics_row_dim(const sim *s, int row, bool rate);

#endif
