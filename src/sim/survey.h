/* What contacts and rows of the present mode come to, with the sizes of their terms: asked at starts, events and
   impacts, by one program for each mode. */
#ifndef LGR_SIM_SURVEY_H
#define LGR_SIM_SURVEY_H

#include "sim/internal.h"

/* Of a contact: numbers, the sizes of their terms in the same order, and what does not depend on the motion. */
typedef enum survey_contact {
    CONTACT_GAP,
    CONTACT_RATE,         /* of the gap */
    CONTACT_ACCELERATION, /* of the gap, as things stand now */
    CONTACT_SLIP,         /* with friction, else 0; so are those below */
    CONTACT_SLIP_ACCELERATION,
    CONTACT_SIZED,
    CONTACT_RESTITUTION = 2 * CONTACT_SIZED,
    CONTACT_MU,
    CONTACT_NUMBERS
} survey_contact;

/* Of a row in force: f and f_dot, then the sizes of their terms. */
typedef enum survey_row { ROW_F, ROW_F_DOT, ROW_SIZED, ROW_NUMBERS = 2 * ROW_SIZED } survey_row;

/* Contacts that are not switched off and name no coordinate that is dropped. */
struct survey {
    loaded_tape *program;
    int *contact, contact_count; /* rows of the model */
};

/* Takes the survey of the present mode at the last evaluation; good until the next. */
const survey *survey_take(sim *s);

double survey_of_contact(const survey *v, int i, survey_contact what);
/* The size of the terms, at least 1: near zero nothing is known of the machine's size but SI units. */
double survey_contact_size(const survey *v, int i, survey_contact what);
double survey_of_row(const survey *v, int k, survey_row what);
double survey_row_size(const survey *v, int k, survey_row what);
/* The contact that belongs to a row of the model, -1 if none. */
int survey_find_contact(const survey *v, int row);
/* The first open contact that is inside out by more than `tolerance` of its size; -1 if none. */
int survey_inside_out(const sim *s, const survey *v, double tolerance);

#endif
