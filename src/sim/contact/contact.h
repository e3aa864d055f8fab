/* Contacts: the active set, and impacts. */
#ifndef LGR_SIM_CONTACT_CONTACT_H
#define LGR_SIM_CONTACT_CONTACT_H

#include "sim/dynamics/dynamics.h"

/* impact.c */
/* Resolves approaching contacts at the present state; velocities change. Impacts are recorded as events. */
bool contact_resolve_impacts(sim *s);
/* The slip of a row that slides in a direction of its surface no longer goes on in the direction that it had: ended if
   that is because it has come to rest, up to the errors of the method; false if it has turned. */
bool contact_end_slip(sim *s, int row);
/* An inelastic impact onto newly activated rows: velocities change, impulses per row are returned (NULL: none
   needed). */
double *contact_catch(sim *s);

/* active_set.c */
/* Determines the active set of the touching contacts by their forces; enters the mode and records openings and
   closings. */
bool contact_settle(sim *s, bool at_start);
/* The same at a start that is looked for: friction at rest, which could carry much or little, carries nothing. */
bool contact_settle_eased(sim *s);
/* The multipliers of friction rows that stick, one or two, at the present state; where there are none yet, those that
   will come. */
void contact_friction_ahead(sim *s, int first, int count, double *out);
/* Where friction in two directions holds a machine at rest on more contacts than it takes, and the contact of this row
   would slip or open: what comes of it when the forces are shared anew. It goes on resting; or all that are at their
   limit slip (must_slip); or contacts that have stopped pressing lift, this one too. */
typedef enum { SHARE_NONE, SHARE_RESTS, SHARE_SLIPS, SHARE_LIFTS } share_end;
share_end contact_share_anew(sim *s, int row);
/* Whether friction at a sliding contact leaves the motion undetermined; a finding says so. */
bool contact_jam(sim *s);
/* Whether an open contact is penetrated at the start of the step, whose event functions are at hand: counted in the
   residual, and a finding if beyond rounding. */
bool contact_inside_out(sim *s);

#endif
