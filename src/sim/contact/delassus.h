/* The Delassus operator: the response of the machine to forces or impulses at its contacts, and the complementarity
   problem that decides them. */
#ifndef LGR_SIM_CONTACT_DELASSUS_H
#define LGR_SIM_CONTACT_DELASSUS_H

#include "sim/dynamics/dynamics.h"

/* Directions are the normals of `count` contacts followed by `tangents` directions of friction, and by the `standing`
   boundaries that the motion slides along (see dynamics_sliding_rows): of a switch, or friction of a known limit. */
typedef struct reply {
    int n, bilateral, count, tangents, standing, rubbed, rank;
    int *bilateral_rows, *contact_rows, *tangent_rows; /* model rows */
    int *standing_at;                                  /* ladders */
    int *rubbed_at, *rubbed_rows; /* what has friction besides: its place among bilateral rows, -1 where the limit of
                                     that friction is known; its row of the model */
    bool impact, shared;          /* shared: friction in two directions holds, perhaps in one of several ways */
    double *J, *X, *L; /* per direction: its row (n), the motion by a unit of its force under the bilateral constraints
                          (n), their multipliers */
    double *W; /* the Delassus operator, directions x directions: J X^T, J M^-1 J^T on the null space of the bilateral
                  constraints but for boundaries, whose forces may have other directions than their rows */
    double *gram;         /* J M^-1 J^T for all */
    double *own;          /* per boundary: the motion by a unit of force along its row (n), and the multipliers */
    double *limit, *size; /* per boundary: the greatest force along it, half of what jumps there; of accelerations */
    double *v, *l;        /* motion and bilateral multipliers without contact forces */
    double *u;            /* per direction: its velocity after, or acceleration, without contact forces */
    double *z;            /* per direction: force or impulse, positive along the direction */
    /* room: places of the directions and of the bilateral rows in the mode, the bilateral part of its A and right sides
     */
    int *at, *bilateral_at;
    double *A, *h, *gamma, *zero;
    saddle *solver;
} reply;

/* The law of one contact: w = (motion of the gap) + offset >= 0, z >= 0, one of them zero; friction |z_t| <= mu z. Of
   one bilateral row with friction: |z_t| <= mu |force|. Contacts come first, in their order. */
typedef struct contact_law {
    double offset, mu;
    int tangent, tangents; /* its first direction of friction, or -1; how many there are */
    signed char slide;     /* sign of its slip: friction is then -slide mu z; 0: it sticks if it can */
    double way[2];         /* of two directions that slide: friction is -mu z way */
    bool given;            /* the way is that of its slip; else it is found */
    bool solved;           /* by contact_coulomb_solve */
    double held;           /* what friction has held before such a slip began */
    double small;          /* a slip that counts as none */
    bool rests;            /* the gap neither opens nor closes */
    int bilateral, side;   /* its number among bilateral rows, or -1; the sign that its force is taken to have */
    bool known;       /* what presses is 1, and the limit mu: friction, or a boundary that the motion slides along */
    int presses;      /* more than 1: it and those after it press together, by the size of their force, */
    double toward[3]; /* which is taken to have this direction */
} contact_law;

/* Friction in two directions, which sticks if it can. */
static inline bool contact_law_is_cone(const contact_law *law) {
    return law->tangent >= 0 && law->tangents > 1 && !law->slide;
}

/* From a mode in which bilateral rows, contacts and friction rows are all active, with its matrices at the present
   state: velocities after an impact of the bilateral rows, or accelerations. `rows` (per row of the model): of its rows
   only these; NULL: all of them. NULL if the response is not determined. Valid until the next call for the same mode.
 */
reply *contact_delassus_prepare(sim *s, mode *with, const bool *rows, bool impact);

/* Forces of either sign that stop the motion along these directions (one flag each), and none along the others
   (impact). */
void contact_delassus_stop(sim *s, reply *r, const bool *directions);
/* Adds the change of velocity to v (impact). */
void contact_delassus_motion(const reply *r, double *v);
double contact_delassus_multiplier(const reply *r, int bilateral);
/* The motion that remains along a direction with the forces found. */
double contact_delassus_left(const reply *r, int direction);
/* Whether motion along a direction follows from that along others, which are independent: forces along all of them
   would not be unique. */
bool contact_delassus_follows(sim *s, const reply *r, const int *others, int count, int direction);
/* How many directions, and how many laws, there are. */
static inline int contact_delassus_directions(const reply *r) {
    return r->count + r->tangents + r->standing;
}
static inline int contact_delassus_laws(const reply *r) {
    return r->count + r->rubbed + r->standing;
}
/* The row of the model that a law is of; not of a boundary. */
int contact_delassus_row(const reply *r, int law);
/* The force along a law's row. */
double contact_delassus_force(const reply *r, const contact_law *laws, int law);

/* complementarity.c. Solves the complementarity problem for the forces, and finds the signs of those of bilateral rows
   with friction; false if it has no solution. */
bool contact_complementarity_solve(sim *s, reply *r, contact_law *laws);

/* Whether what rests together with this contact can go on resting, by forces r->z that are shared anew; else `limits`
   (per law) tells which keep it from that. */
bool contact_complementarity_share(sim *s, reply *r, const contact_law *laws, int contact, bool *limits);

/* By how much a unit of force of a bilateral row with friction that slides changes that force by way of its friction:
   it is determined where this is between -1 and 1. */
double contact_complementarity_gain(const reply *r, const contact_law *law);
/* The motion of a contact's gap per unit of its force, friction included. */
double contact_complementarity_compliance(const reply *r, const contact_law *law, int contact);

/* sharing.c: where friction of these laws (per law) that sticks in two directions could be shared otherwise with the
   same effect, the forces (per direction) with the least of it; false where it could not. */
bool contact_sharing_least(sim *s, const reply *r, const contact_law *laws, const bool *wanted, double *z);

/* coulomb.c: the forces r->z of these laws (per law), all of contacts, become those that leave nothing of them in
   motion, deepest within what Coulomb's law allows. The depth, least of what presses and of what friction has left, in
   units of all that presses without friction; negative where none are allowed, and -1 where there are none. `limits`
   (per law): which of them keep it from being greater. */
double contact_coulomb_rest(sim *s, reply *r, const contact_law *laws, const bool *wanted, double most, bool *limits);

/* The same: forces r->z of these laws, all of contacts, by which they stay closed and what may stick sticks: what
   presses has the least norm of all that does not pull. Cones are not looked at. False where there are none, or no
   choice. */
bool contact_coulomb_slide(sim *s, reply *r, const contact_law *laws, const bool *wanted);

/* The same: forces r->z of these laws, all of contacts, by Coulomb's law in full; laws that slide are told so. False
   where none are found. */
bool contact_coulomb_solve(sim *s, reply *r, contact_law *laws, const bool *wanted);

#endif
