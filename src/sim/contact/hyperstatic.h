/* Hyperstatic contacts: more of them, or of friction, than it takes, so that they could share their forces in many
   ways. */
#ifndef LGR_SIM_CONTACT_HYPERSTATIC_H
#define LGR_SIM_CONTACT_HYPERSTATIC_H

#include "sim/contact/candidates.h"

/* What becomes of a boundary that the motion slides along: it goes on so, or on one side; held at it or leaving it. */
typedef enum { STANDS, HELD_BELOW, HELD_ABOVE, LEAVES_BELOW, LEAVES_ABOVE } stand;

/* What contacts and constraints with friction do from now on. */
typedef struct fate {
    bool *closed, *stick, *kept; /* kept: at the limit of its friction, where others keep it from slipping */
    bool *idle;                  /* closed, and others carry all that presses */
    signed char *slip;
    stand *stands;  /* per boundary of the Delassus operator */
    double *stress; /* per row of the model: multipliers of friction that holds in two directions; NULL: least norm */
} fate;

/* What has been overcome slips where neither it nor anything beside it has friction left to hold it: alone it would
   stick again. False if nothing has changed. */
bool contact_hyperstatic_slip(sim *s, const touch_list *list, contact_law *laws, const reply *r, const fate *f);
/* From the forces found: what goes on closed, sticking or standing, and what others keep as it is without it. */
void contact_hyperstatic_settle(sim *s, const touch_list *list, const contact_law *laws, const reply *r, fate *f);
/* Of least norm, forces that redundant contacts share may pull where others alone press, as at the foot of a table that
   is farthest from a load beyond the others: such contacts open. In the mode of this fate, or what becomes of it. */
void contact_hyperstatic_open(sim *s, const touch_list *list, fate *f);

#endif
