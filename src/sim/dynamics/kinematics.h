/* Kinematics of contacts and frictions, and constraint residuals of the present mode, with the sizes of their terms:
   evaluated at starts, events and impacts, by one program for each mode. */
#ifndef LGR_SIM_DYNAMICS_KINEMATICS_H
#define LGR_SIM_DYNAMICS_KINEMATICS_H

#include <math.h>

#include "sim/dynamics/dynamics.h"

/* For a contact: values, the sizes of their terms in the same order, and constants. */
typedef enum survey_contact {
    CONTACT_GAP,
    CONTACT_RATE,         /* of the gap */
    CONTACT_ACCELERATION, /* of the gap, with the present active set */
    CONTACT_SLIP,         /* with friction, else 0; so are those below */
    CONTACT_SLIP_ACCELERATION,
    CONTACT_SLIP_ACROSS, /* where friction has two rows */
    CONTACT_SLIP_ACROSS_ACCELERATION,
    CONTACT_SIZED,
    CONTACT_RESTITUTION = 2 * CONTACT_SIZED,
    CONTACT_MU,
    CONTACT_HOLD, /* the coefficient of sticking */
    CONTACT_NUMBERS
} survey_contact;

/* For an active row: f and f_dot, then the sizes of their terms. */
typedef enum survey_row { ROW_F, ROW_F_DOT, ROW_SIZED, ROW_NUMBERS = 2 * ROW_SIZED } survey_row;

typedef struct touch touch; /* contact/candidates.h */

/* Contacts that are not switched off and contain no dropped coordinate, and active constraints with friction, whose gap
   is 0. */
struct survey {
    loaded_tape *program;
    int *contact, contact_count; /* rows of the model */
    bool taken;                  /* at the inputs in its slots, with the present parameters */
    touch *touches;              /* the contact candidates made from it; NULL: not yet */
    int touch_count;             /* -1: the candidates do not belong to the present evaluation */
};

/* With its program, not taken yet; made at the first call. */
survey *dynamics_kinematics_of(sim *s, mode *m);
/* Evaluates contact kinematics of the present mode at the last evaluation; valid until the next state. */
survey *dynamics_kinematics_take(sim *s);
/* Another run begins. */
void dynamics_kinematics_restart(survey *v);

static inline double dynamics_kinematics_root(const survey *v, size_t k) {
    return v->program->slots[v->program->t->segments[1].out_slots[k]];
}

static inline double dynamics_kinematics_of_row(const survey *v, int k, survey_row what) {
    return dynamics_kinematics_root(v, ROW_NUMBERS * (size_t)k + (size_t)what);
}

/* Rows come first. */
static inline double dynamics_kinematics_of_contact(const survey *v, int i, survey_contact what) {
    size_t all = v->program->t->segments[1].out_count;
    return dynamics_kinematics_root(v, all - CONTACT_NUMBERS * (size_t)(v->contact_count - i) + (size_t)what);
}

/* The size by which rounding is judged; an infinite bound counts as none. */
static inline double dynamics_kinematics_size(double size) {
    return isfinite(size) ? size : 0;
}

static inline double dynamics_kinematics_row_size(const survey *v, int k, survey_row what) {
    return dynamics_kinematics_size(dynamics_kinematics_of_row(v, k, (survey_row)(ROW_SIZED + (int)what)));
}

/* Whether it is 0 relative to its terms. */
static inline bool dynamics_kinematics_row_holds(const survey *v, int k, survey_row what, double part) {
    return fabs(dynamics_kinematics_of_row(v, k, what)) <= part * dynamics_kinematics_row_size(v, k, what);
}

static inline double dynamics_kinematics_contact_size(const survey *v, int i, survey_contact what) {
    return dynamics_kinematics_size(dynamics_kinematics_of_contact(v, i, (survey_contact)(CONTACT_SIZED + (int)what)));
}
/* The contact that belongs to a row of the model, -1 if none. */
int dynamics_kinematics_find_contact(const survey *v, int row);
/* The first open contact that is penetrated by more than `tolerance` of its size; -1 if none. */
int dynamics_kinematics_inside_out(const sim *s, const survey *v, double tolerance);

#endif
