/* The insides of the search for periodic motions: the run that shoots, and the place where periods begin and end. */
#ifndef LGR_LINEAR_ORBIT_H
#define LGR_LINEAR_ORBIT_H

#include "linear/problem.h"
#include "sim/run/steps.h"

/* A run of its own copy of the model, and a section: an instant of it at which the periods begin. */
typedef struct orbit {
    linear_problem *p; /* of the start */
    linear_problem at; /* of the section's mode */
    arena *a;
    model *m; /* the run's copy */
    run_steps *run;
    const run_snapshot *start, *section;
    mech_choice choice; /* of the section, in the run's copy */
    double t;
    int n;
    double *q, *v; /* n: the state there; of a state of first order v */
    double *unit_q, *unit_v;
    bool *free;  /* n: nothing depends on it */
    bool *turns; /* n: nothing changes when it is 2 pi more */
    bool driven; /* the period is that of the forcing, or */
    bool unsure; /* one given for a forcing that has none that could be found */
    double period;
} orbit;

/* Steps of the method after which a search gives up. */
enum { LINEAR_ORBIT_STEPS = 400000 };

/* What a motion over a period has come to, in units of the independent states `kept`. */
typedef struct orbit_shot {
    linear_about x; /* where it began */
    int d, *kept;   /* d: which states */
    double *P;      /* d x d: how the end answers to the beginning */
    double *off;    /* d: the end less the beginning */
    double *rate;   /* d: at the end */
    double *first;  /* d: at the beginning */
    double size;    /* about the length of the way */
    double far;     /* the end from the beginning, in units, of all coordinates */
    size_t events;  /* on the way */
    double *shift;  /* n: whole turns, and how far coordinates that nothing depends on have come */
} orbit_shot;

/* Which variables decide how the mode moves on up to the next event: per variable of the graph. */
bool *linear_orbit_depends(const model *m, const mech_choice *choice, const mech_equations *e, arena *a);
/* The period of all that depends on time; 0: nothing does; NaN: it has none that could be found. */
double linear_orbit_forcing(model *m, const mech_choice *choice, const mech_equations *e, arena *a);
/* How long a period is to be where what drives the machine has this one: the one wished, which must be a multiple; 0:
   it is to be found. NULL, or what is wrong with the wish. */
const char *linear_orbit_length(const linear_wish *w, double forcing, double *period, arena *a);

/* Begins a run from the problem's start; NULL, or why there is none. */
const char *linear_orbit_begin(orbit *o, linear_problem *p, arena *a);
void linear_orbit_end(orbit *o);
/* Periods begin where the run stands; NULL, or why not. */
const char *linear_orbit_cut(orbit *o);
/* The state in the run's coordinates, per coordinate of the model: the value of a state of first order is its q, its
   rate its v. */
void linear_orbit_look(orbit *o, double *q, double *v, double *a, double *energy);
/* The run stands at the section, with this state; NULL, or why it cannot. */
const char *linear_orbit_rewind(orbit *o, const double *q, const double *v);
/* Follows the motion over a period from a state near the section's, with derivatives if `P` is wanted; NULL, or why it
   cannot be followed. The shot lives in `a`. */
const char *linear_orbit_shoot(orbit *o, const double *q, const double *v, double period, bool slopes, orbit_shot *out,
                               arena *a);

/* periodic.c: the periodic motion near the section's state, which becomes its own; NULL, or why there is none. */
const char *linear_orbit_close(orbit *o, const linear_wish *w, linear_periodic *out, arena *a);
/* returns.c: a section of the motion from the start, or of its late part, and about how long until it comes back.
   `forcing` as above. */
const char *linear_orbit_guess(orbit *o, bool late, double forcing, double period);
/* On from the section to a time, where periods begin now; NULL, or why it does not get there. */
const char *linear_orbit_move_on(orbit *o, double t);
/* multipliers.c: those of P, without the one along the motion unless that is driven. */
void linear_orbit_judge(const orbit *o, const orbit_shot *s, linear_periodic *out, arena *a);

#endif
