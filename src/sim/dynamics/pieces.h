/* Pieces: conditions, signs, minima and maxima in the equations divide the space of (q, q', t) into pieces on which the
   motion is smooth. Within a step the choice is frozen; at a boundary the step ends, located like an event, and the
   next one begins in the other piece, or slides along the boundary where both sides lead back to it (Filippov 1988). */
#ifndef LGR_SIM_DYNAMICS_PIECES_H
#define LGR_SIM_DYNAMICS_PIECES_H

#include <string.h>

#include "expr/table.h"
#include "sim/dynamics/dynamics.h"

/* Steps of stairs up or down that can be told apart: between greater numbers lie no others. */
#define LADDER_STEPS ((int64_t)1 << 52)

/* Where a rung itself belongs, as what switches there has it: x > 1 begins above it, x >= 1 with it,
   a sign is 0 there. */
enum { RUNG_IS_BELOW = 1, RUNG_IS_ABOVE = 2, RUNG_IS_BETWEEN = 4 };

/* A ladder: a switching function with its thresholds, the rungs. Those of whole numbers and of tables are stairs, whose
   rungs follow a rule: the choice is the number of the step. */
typedef struct ladder {
    expr_id base; /* over smooth expressions: switches within it are frozen too */
    expr_id node; /* what switches there, as the model has it */
    bool stairs;
    const expr_table *table; /* of stairs; NULL: whole numbers */
    double *rung;            /* ascending */
    unsigned *there;         /* per rung, where it belongs for what switches there */
    int64_t count;
    uint32_t *above, low, high; /* variables: per rung whether the base lies above it, or the number of the step; the
                                   next rungs below and above */
    int64_t index;              /* rungs below the base; of stairs the number of the step */
    bool slides;                /* along the rung above the lower side, whose index is that above */
    double along;               /* that rung */
    double share;               /* weight of the upper side then */
    int with;    /* while both slide: the ladder that it goes with, as their boundaries are one; -1: none */
    bool turned; /* onto the other side than that */
    bool rubs;   /* it is the slip of friction, at the rung 0 */
    bool eased;  /* at rest there, where friction carries nothing: see dynamics_pieces_ease */
    bool rests;  /* it has a static limit, which is in force while it slides along that */
    bool tried;  /* and while it is asked whether that holds the motion there */
    bool leaves; /* it has let go at this instant, and stays on the side to which it did, ... */
    bool upper;  /* ... of those with one boundary the first: the upper one */
    bool asked;  /* with others or with contacts, at this instant */
    bool held;   /* at its rung, where friction or contacts keep it: it stays on its side, see contact_settle */
    int event;   /* whose condition jumps there too, + 1; 0: none; -1: not looked for yet */
} ladder;

/* Friction of a known limit whose state is asked for, by `sticking` or by its force. */
typedef struct rubbing {
    int switch_index, ladder; /* of its slip; -1: none, it never sticks */
    bool turned;              /* the base of that is against the slip */
    uint32_t sticks, drags;   /* variables: whether it sticks, and VAR_DRAGS */
} rubbing;

/* The direction in which friction with two rows slides, constant within a step: see mech/equations.c. */
typedef struct heading {
    int row;
    uint32_t var[3];
    double at[3];      /* a unit vector, and the slip up to which it counts: of a slip that begins */
    double last, most; /* the slip at the end of the last step, and the greatest since it was set */
} heading;

/* The direction in which several rows press that limit friction together: found with their forces, see pressing.c. */
typedef struct pressing {
    int row, count; /* the first of them */
    uint32_t var[3];
    double at[3];
} pressing;

/* The pieces of one variant of the system. */
struct pieces {
    const model_system *of;
    const model_system *frozen; /* with variables in place of switches */
    ladder *ladder;
    int count, sliding; /* ladders; those that slide */
    rubbing *rubbing;
    int rubbing_count;
    bool weighs; /* what is integrated depends on the force of such friction */
    heading *heading;
    int heading_count;
    pressing *pressing;
    int pressing_count;
    pressing **load_of; /* of pressing.c; NULL: nothing has slid yet */
    double *load_room;
    int *load_ints;
    size_t slip_root; /* in the piece program: the slips of the headings, two each, from here on */
    double *uses;     /* see dynamics_sliding_room */
    double *room;     /* of sliding.c; NULL: nothing has slid yet */
    double *torn;     /* per active coordinate, while something slides: the greatest acceleration of one side alone */
    int *int_room;
    size_t input_count; /* variables: of each ladder its choices, low, high; of what rubs whether it sticks; the rest */
    uint32_t *vars;
    double *values;    /* of these */
    long version;      /* counts changes of the values */
    bool *idle;        /* of asked.c, with the choices of idle_version; NULL: nobody has asked yet */
    long idle_version; /* see dynamics_choices_version */
};

static inline bool dynamics_is_sliding(const sim *s) {
    return s->mode->pieces && s->mode->pieces->sliding;
}

/* Along a motion. */
static inline bool dynamics_pieces_changes(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & (1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY | 1u << VAR_STATE)) != 0;
}

/* piece_roots.c: a root, a power that is no whole number, or a logarithm. */
bool dynamics_pieces_is_root(const graph *g, expr_id e);
/* The sign of a size, or of what the condition compares (EXPR_NONE: no condition), which holds or does not; 0: none. */
int dynamics_pieces_sign_of(graph *g, expr_id e, expr_id condition, bool holds);
/* Whether its argument changes, and each factor of it that does has such a sign. */
bool dynamics_pieces_is_guarded(graph *g, expr_id root, expr_id condition, bool holds);

/* Of the variant, made at the first call; NULL where nothing switches, no slip has a heading, and no rows press
   together. */
pieces *dynamics_pieces_of(sim *s, const model_system *system);
/* False with E0109 where more switches are nested or side by side in the equations than can be followed. */
bool dynamics_pieces_are_few(sim *s, const model_system *system);
/* All expressions that determine the motion of a system, and the integrands of its quadratures. */
const expr_id *dynamics_pieces_moving_roots(sim *s, const model_system *x, size_t *count);
/* The friction of this switch, of a known limit, in a mode; NULL: it is off, or never sticks. */
const rubbing *dynamics_pieces_rubbing(const mode *m, size_t switch_index);
/* An expression of a mode with its switches restored, for code that has no values for the choices. */
expr_id dynamics_pieces_thaw(sim *s, const mode *m, expr_id e);
/* The values into the inputs of a program over those of the mode. */
static inline void dynamics_pieces_copy(const mode *m, double *slots) {
    if (m->pieces)
        memcpy(slots + m->piece_slot, m->pieces->values, m->pieces->input_count * sizeof *slots);
}
/* Into those of what it evaluates. */
void dynamics_pieces_load(mode *m);
static inline bool dynamics_pieces_are_stale(const mode *m) {
    return m->pieces && m->piece_version != m->pieces->version;
}

/* The index of an event at a boundary: the ladder, and whether it is left downwards. */
static inline int dynamics_pieces_event(int which, bool down) {
    return 2 * which + down;
}

/* The rung that has so many below it; infinite where there is none. */
double dynamics_pieces_rung(const ladder *l, int64_t index);
/* All choices as before any run: what the last one chose may have no value where the next begins. */
void dynamics_pieces_begin(sim *s);
/* Stores the present choices in the values. */
void dynamics_pieces_tell(pieces *p);
/* The forces of friction that sticks, after the weights of the sides have been found. */
void dynamics_pieces_weigh(mode *m);
/* For each ladder at the state evaluated last: its switching function, the rounding error of that
   (dynamics_scales_rounding), its rate. */
typedef enum piece_number { PIECE_BASE, PIECE_SIZE, PIECE_RATE, PIECE_NUMBERS } piece_number;
void dynamics_pieces_look(sim *s);
double dynamics_pieces_seen(const sim *s, piece_number what, int which);

/* Chooses the piece in which the motion continues from the present state; `fired`: the event that led to a boundary,
   NULL for none. */
void dynamics_pieces_settle(sim *s, const margin *fired);
/* All but what has been asked together. */
void dynamics_pieces_settle_others(sim *s);
/* The same where other forces have changed; what slides goes on so. */
void dynamics_pieces_follow(sim *s);
/* For whoever decides about other forces at once: those at their rungs slide along them from now on, also those that
   have just let go. What all have done before, in the run's arena; NULL: none is there. */
ladder *dynamics_pieces_stand(sim *s);
/* Frictions that stand at once hold each other, and each has been asked with what the others did before: whether some
   would move, or cannot hold what they have to, and all have to be asked together. */
bool dynamics_pieces_disagree(sim *s);
/* All, or those of one boundary that did not slide, as they were. Whether any is different. */
void dynamics_pieces_restore(sim *s, const ladder *before);
bool dynamics_pieces_restore_one(sim *s, const ladder *before, int which);
/* Nothing holds them but what is asked next, and none has been asked. */
void dynamics_pieces_release(sim *s);
/* Friction that is at rest, and could carry much or little, carries nothing until all choices are made anew. */
void dynamics_pieces_ease(sim *s);
/* What stands is looked at again where velocities have jumped, lest a projection takes from it what it has been given.
 */
void dynamics_sliding_renew(sim *s);
/* The user event whose condition jumps at a boundary that the motion slides along; -1: none. */
int dynamics_pieces_blind_event(sim *s);

/* Another one whenever a parameter or a choice is another one. */
static inline long dynamics_choices_version(const sim *s) {
    return s->m->block.version + (s->mode->pieces ? s->mode->pieces->version : 0);
}

/* asked.c */
/* Marks the nodes of the moving roots that count with the parameters and choices: not those in an arm that is not
 * chosen. */
void dynamics_pieces_mark_asked(sim *s, bool *asked, arena *scratch);
/* The same for all choices and parameters, per node that there is: where it counts, as an expression of these,
   EXPR_NONE for what stands nowhere in the roots. In `a`. */
expr_id *dynamics_pieces_asked_when(sim *s, const mode *m, arena *a);
/* Whether a ladder does. */
bool dynamics_pieces_asks(sim *s, int which);

/* headings.c */
/* The slip of the row is in this direction from here on. `begins`: it has none of its own yet, and will have one when
   it is greater than 1e-8 of what this acceleration makes of it in a step, and than 30 times the tolerance of slips
   of this scale. */
void dynamics_headings_set(sim *s, int row, const double *way, double begins, double scale);
/* The direction that a slip of the row has had so far, and what is added to it; NULL without one. */
const double *dynamics_headings_at(const sim *s, int row);
/* What is added to a slip of the row that has just begun, in its direction; else 0. */
double dynamics_headings_added(const sim *s, int row);
/* After a step, at the state evaluated last: headings follow slips that have turned, and those that have begun, as soon
   as they are greater than what was added to them; then the rates there are other ones. False if none has. */
bool dynamics_headings_follow(sim *s);
/* After a step: the row of a slip that has come down to what the tolerance leaves of it, where its direction is noise
   and short steps would follow that for ever; -1: none. */
int dynamics_headings_lost(sim *s);

/* pressing.c */
/* Whether friction slides that the size of a force of several rows limits. */
bool dynamics_is_pressing(const sim *s);
/* As dynamics_evaluate, with the directions of these forces. */
bool dynamics_pressing_evaluate(sim *s, double t, const double *y, double *dy);

/* boundaries.c: the rate of each base as a function of the accelerations: drift (count) + by (count x n) a. */
void dynamics_pieces_gradients(sim *s, double *by, double *drift);
/* Of those that stand, per ladder the first one whose boundary is the same there, and whether it lies
   turned to that: where the gradients of both by the velocities, and their rates, are multiples of each other. Friction
   (`rubs`) does not go with other friction, and what has a kink there is by itself. */
void dynamics_find_boundaries(sim *s, const bool *stands, int *first, bool *turned);

/* sliding.c: the ladder, and what slides with it, onto its upper side from the lower one, or back. */
void dynamics_sliding_turn(pieces *p, int which, bool upper);
/* As dynamics_evaluate for a motion that slides along boundaries: Filippov's combination of both sides. */
bool dynamics_sliding_evaluate(sim *s, double t, const double *y, double *dy);
/* The same combination of the results of a later segment, into modes.combined, at the state of the last evaluation. */
void dynamics_sliding_run_segment(sim *s, int segment);
/* Projects the velocities onto the boundaries; the state must be evaluated again. */
void dynamics_sliding_project(sim *s, double *y);
/* How far the weights of the sides at the last evaluation lie outside [0, 1], or what static friction makes of it: not
 * positive while sliding continues. */
double dynamics_sliding_excess(const sim *s);
/* Of ladder `which`, at the last evaluation: by what part of the limit, with its sign, its boundary is held; 0 where it
   does not slide. */
double dynamics_sliding_use(const sim *s, int which);
/* Room for `count` numbers of each ladder. */
double *dynamics_sliding_room(sim *s, int count);
/* What keeps the present motion on its boundaries, for whoever decides about other forces: `count` rows whose
   accelerations, gradient . a + drift, stay 0, each by a multiple of a force of its own. Matrices are those of the
   piece at hand afterwards. */
typedef struct boundary_rows {
    int count, *at;                   /* their ladders */
    double *gradient, *force, *drift; /* [count][n], [count][n], [count] */
} boundary_rows;
boundary_rows dynamics_sliding_rows(sim *s);
/* The ladder, with all that slide with it, goes on on its upper side, or the lower; `held`: at its rung. */
void dynamics_sliding_end(sim *s, int which, bool upper, bool held);
/* It is to let go so, while it is still looked at as sliding. False where friction does not act with less then. */
bool dynamics_sliding_weaken(sim *s, int which, bool upper);
/* Sliding ends at the present state; what lets go is not asked again at this instant. */
void dynamics_sliding_leave(sim *s);
/* For another instant. */
void dynamics_sliding_left(sim *s);

#endif
