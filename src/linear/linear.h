/* The equations linearised about any state of a mode: matrices, modes, and how they change with a parameter. */
#ifndef LGR_LINEAR_LINEAR_H
#define LGR_LINEAR_LINEAR_H

#include "analysis/equilibria/equilibria.h"
#include "point/point.h"
#include "sim/sim.h"

/* A model at a state that its start gives, or that is at rest near it; for any values of parameters. */
typedef struct linear_problem linear_problem;

/* Small motions x about a state (q, v, a at t), u the declared inputs and then a generalized force on each coordinate:
   M x'' + C x' + K x + A^T dlambda = B u and A x'' + A_v x' + A_q x = 0, where rows of positions ask for A x = 0 and
   all rows for A x' + R x = 0. Row-major; n coordinates, m rows, k inputs. Of a state of first order x' is its change,
   and its column in K is 0. */
typedef struct linear_about {
    int n, m, k;
    double t, *q, *v, *a;
    bool rest;   /* nothing moves */
    bool steady; /* accelerations are 0, and stay so with the same state matrix while the state moves on evenly; else
                    the matrices belong to this instant alone */
    double *M, *C, *K, *B;
    double *A, *R;
    double *A_value;          /* m: the multipliers */
    const char **row_names;   /* m */
    bool *row_velocity;       /* m */
    const char **coord_names; /* n */
    linear_system system;     /* of independent states; its inputs are the k */
    int *q_free, *v_free;     /* which coordinates (of the n) those are: displacements, then rates */
    int q_count, v_count;
    double *T;          /* n x states: displacements (of first-order states their values) by the states */
    double *dq, *dv;    /* n x states: all changes of q and v by the states */
    double *unit;       /* states: by how much each changes before the equations change their form */
    bool has_modes;     /* LAPACK is there and found them */
    int neutral;        /* eigenvalues 0 */
    linear_mode *modes; /* without conjugates and without drift of neutral displacements */
    size_t mode_count;
    double growth;       /* the greatest real part, in 1/s, beside eigenvalues 0; -INFINITY: there are no others */
    stability stability; /* beside neutral displacements; UNDECIDED where nothing grows and something does not
                            decay, or where modes are missing */
    const char *trouble; /* why there is no linear system: all that follows `a` is empty then; NULL */
    double *re, *im, *shape_re, *shape_im; /* states: all eigenvalues, and their vectors (by rows) in units */
    double scale;                          /* the greatest |eigenvalue| */
    double product; /* of all eigenvalues that are not 0 by themselves, each over the scale; NaN: rank is lost */
} linear_about;

/* `at`: as lgr_analyze_options.at. NULL with *why if the text is wrong; *why is NULL if the model has no start and a
   finding of m says so. Works on m and a copy of it, in `a`. */
linear_problem *linear_create(model *m, const char *at, const char **why, arena *a);
void linear_dispose(linear_problem *p);
/* The state for the present values, with what is linear about it; in `a`. */
linear_about linear_find(linear_problem *p, arena *a);
/* Another value, in SI units, for a parameter; false if the equations would be others. */
bool linear_assign(linear_problem *p, int param, double value);
const model *linear_model(const linear_problem *p);

/* The machine as its modes move it, for pictures: the state itself, and then `each` instants of one oscillation for
   each of `count` modes; those that neither swing nor grow are left out. */
typedef struct linear_film {
    sim_result motion; /* its frames alone */
    size_t *modes;     /* which of x->modes */
    size_t count, each;
} linear_film;

/* Displacements are as large as can be seen well, and still on the constraints. */
linear_film linear_draw(linear_problem *p, const linear_about *x, size_t each, arena *a);

/* Where a mode is drawn about: a state of a mode of the model, and over what distance each coordinate changes things.
 */
typedef struct linear_pose {
    const model *m;
    point *p;
    double t;
    const double *q, *v, *unit; /* n */
} linear_pose;

/* One mode in its course, as far as it swings, decays or grows; its frames alone, the time in swings. */
sim_result linear_draw_mode(const linear_pose *at, const linear_mode *mode, arena *a);

/* The frequency response from an input to an output or a state of the linear system. */
typedef struct linear_response {
    const char *from, *to;
    int input, output, state; /* the row of C, or else the state */
    size_t count;
    double *w, *re, *im;  /* rad/s; in SI units */
    double *gain, *phase; /* phase in rad, without jumps */
    const char *trouble;  /* what is wrong with the text; NULL */
} linear_response;

/* text: "INPUT -> OUTPUT". */
linear_response linear_respond(const linear_about *x, const char *text, arena *a);

/* One eigenvalue as the parameter moves on, by continuity. */
typedef struct linear_track {
    double *re, *im; /* per value; NaN where there is none */
} linear_track;

typedef enum critical_kind { CRITICAL_DIVERGENCE, CRITICAL_FLUTTER } critical_kind;

/* Where stability may change. */
typedef struct linear_critical {
    critical_kind kind;
    double value, im;    /* of the parameter; of the eigenvalue there */
    double below, above; /* the greatest real part on either side */
} linear_critical;

/* Values between which stability is the same. */
typedef struct linear_range {
    double from, to;
    stability stability;
    double growth; /* in its middle */
} linear_range;

/* Where an eigenvalue oscillates as fast as a multiple of the parameter, a speed: a critical speed. */
typedef struct linear_resonance {
    double order, value; /* of the parameter */
    double re, im;       /* of the eigenvalue there */
} linear_resonance;

typedef struct linear_study {
    const model *m;
    int param;
    size_t count;
    double *values;       /* in SI units */
    const char **trouble; /* per value; NULL: there are eigenvalues */
    double *growth;       /* per value */
    stability *stability; /* per value */
    linear_track *tracks; /* without those that are conjugates throughout or 0 throughout */
    size_t track_count;
    int neutral; /* eigenvalues that are 0 throughout */
    linear_critical *criticals;
    size_t critical_count;
    linear_range *ranges;
    size_t range_count;
    bool steady, rest;    /* at all values */
    const double *orders; /* multiples of the parameter, as lines of a Campbell diagram */
    size_t order_count;
    linear_resonance *resonances; /* by their value */
    size_t resonance_count;
} linear_study;

/* `count` values from low to high; count >= 2. */
linear_study linear_vary(linear_problem *p, int param, double low, double high, size_t count, arena *a);
/* Adds to a study where frequencies are `count` multiples of its parameter, 1/s, located to rounding. */
void linear_find_orders(linear_problem *p, linear_study *y, const double *orders, size_t count, arena *a);

/* The equations linearised at instants of the run from the problem's start, without a look at kinks. */
typedef struct linear_along {
    const model *m;
    size_t count;
    double *t;        /* s */
    linear_about *at; /* with modes of the instant; `trouble` where the run does not come */
} linear_along;

/* `count` instants from low to high; count >= 2. */
linear_along linear_follow_run(linear_problem *p, double low, double high, size_t count, arena *a);

/* --- Periodic motions --- */

typedef struct linear_wish {
    double period; /* s: of a machine that is driven the period itself, else about it; 0: found */
    int multiple;  /* of that of what drives it; 0: what the period says */
    bool has_energy;
    double energy; /* that the motion must have */
} linear_wish;

/* A motion that is where it was after a period, but for coordinates that nothing depends on, and whole turns. */
typedef struct linear_periodic {
    const char *trouble; /* why there is none; NULL */
    double t, period;    /* where it begins, s */
    bool driven;         /* the period is that of what depends on time */
    int n;
    const char **coord_names;
    bool *state;        /* n: it is a state of first order, whose value is in q */
    double *q, *v;      /* n: at t */
    double *shift;      /* n: how much further they are after a period */
    double *low, *high; /* n: the least and greatest value */
    double energy;      /* at t */
    double open;        /* what is left open, of the way */
    size_t events;      /* in a period */
    bool has_multipliers;
    int count; /* of multipliers, largest first, without the 1 of the motion itself where nothing drives it */
    double *re, *im, greatest;
    int ones;            /* how many of them are 1, since something is conserved or depends on nothing */
    double growth;       /* of the largest, in 1/s */
    stability stability; /* of the motion as a whole, whatever becomes of its phase; UNDECIDED: none grows, and some do
                            not decay */
} linear_periodic;

/* Near the motion from the problem's start, or near where that has come to late. */
linear_periodic linear_find_periodic(linear_problem *p, const linear_wish *w, arena *a);

linear_periodic linear_periodic_copy(const linear_periodic *x, arena *a);

/* By which multiplier a motion becomes unstable: 1, -1 (another of twice its period begins there), or a pair. */
typedef enum critical_multiplier { CRITICAL_FOLD, CRITICAL_FLIP, CRITICAL_TORUS } critical_multiplier;

typedef struct linear_crossing {
    critical_multiplier kind;
    double value;
    bool below; /* it is unstable below, else above */
} linear_crossing;

/* Periodic motions over a parameter, or over their energy above that of an equilibrium. */
typedef struct linear_family {
    const model *m;
    int param; /* -1: the energy */
    size_t count;
    double *values;
    linear_periodic *at; /* with `trouble` where there is none */
    linear_crossing *criticals;
    size_t critical_count;
} linear_family;

/* `count` values from low to high; count >= 2. */
linear_family linear_vary_periodic(linear_problem *p, const linear_wish *w, int param, double low, double high,
                                   size_t count, arena *a);
/* A nonlinear normal mode: the motions that small ones in a mode of the equilibrium near the start grow into, 0 < low.
   Modes count from 1, in the order of linear_about. *why: why there are none. */
linear_family linear_vary_energy(linear_problem *p, int mode, double low, double high, size_t count, const char **why,
                                 arena *a);

/* --- Equilibria over a parameter --- */

typedef enum special_kind {
    SPECIAL_FOLD,   /* two equilibria meet and vanish */
    SPECIAL_BRANCH, /* branches cross: a pitchfork, or an exchange of stability */
    SPECIAL_HOPF    /* oscillation begins to grow */
} special_kind;

typedef struct linear_special {
    special_kind kind;
    double value, *q, im;
    size_t branch; /* that it was found on */
} linear_special;

/* Equilibria that go on into each other; value and places by point. */
typedef struct linear_branch {
    size_t count;
    double *values, *q; /* count; count x n, of a state its value */
    stability *stability;
    double *growth;
} linear_branch;

typedef struct linear_branches {
    const model *m;
    int param, n;
    double low, high;
    const char **coord_names;
    const int *coords; /* of the model */
    linear_branch *at;
    size_t count;
    linear_special *specials;
    size_t special_count;
    const char *note; /* what was left out; NULL: nothing */
} linear_branches;

/* An equilibrium from which a branch is followed. */
typedef struct linear_seed {
    double value;
    const double *q; /* n: of a state its value */
} linear_seed;

/* Equilibria for values from low to high: followed from the seeds through folds, and onto the branches that cross
   them. */
linear_branches linear_follow(linear_problem *p, int param, double low, double high, const linear_seed *seeds,
                              size_t seed_count, arena *a);
/* Whether equilibria of the model are searched for: not of one with states. */
bool linear_can_search(const linear_problem *p);
/* Equilibria by a search (analysis/equilibria) for the present values of a copy of the model: places of n active
   coordinates; in `a`. The problem's start must be that of the model. */
size_t linear_search(linear_problem *p, int param, double value, linear_seed *out, size_t room, arena *a);

#endif
