/* Contacts: the active set, and impacts. */
#ifndef LGR_SIM_CONTACT_CONTACT_H
#define LGR_SIM_CONTACT_CONTACT_H

#include "sim/dynamics/dynamics.h"

/* impacts.c */
/* Resolves approaching contacts at the present state; velocities change. Impacts are recorded as events. */
bool impacts_resolve(sim *s);
/* An inelastic impact onto rows newly in force: velocities change, impulses per row are returned (NULL: none needed).
 */
double *impacts_catch(sim *s);
/* contacts.c */
/* Which touching contacts are closed from now on, by their forces; enters the mode and records open and close. */
bool contacts_settle(sim *s, bool at_start);
/* Whether a sliding contact has come to where friction leaves the motion undetermined; a finding says so. */
bool contacts_jam(sim *s);
/* Whether an open contact is penetrated at the start of the step, whose margins are at hand: into the residual, and
   with a finding beyond rounding. */
bool contacts_inside_out(sim *s);

#endif
