/* Contact candidates at the present state, and the contact problems for impacts and for forces. A constraint with
   friction is one too: always closed, with a force of either sign. */
#ifndef LGR_SIM_CONTACT_CANDIDATES_H
#define LGR_SIM_CONTACT_CANDIDATES_H

#include "sim/contact/delassus.h"
#include "sim/dynamics/kinematics.h"

/* Numbers of one contact at the present state. */
struct touch {
    int row;
    double gap, rate, acceleration; /* of the gap; acceleration with the present active set */
    double gap_scale, rate_scale, acceleration_scale;
    double restitution;
    int friction, tangents; /* its first friction row, or -1; how many there are */
    double mu, hold, slip[2], slip_scale, slip_acceleration_scale;
    bool closed, bilateral;
    bool rubs; /* there is friction, if not at this instant */
};

typedef struct touch_list {
    const touch *at;
    int count;
} touch_list;

static const double touch_rounding = 1e-11; /* relative: below it a rate or an acceleration of a gap counts as zero */

/* Whether it touches. A touching contact may penetrate slightly deeper where other touching contacts have been
   closed. */
bool contact_candidate_is_touching(const sim *s, const touch *c);
bool contact_candidate_is_approaching(const sim *s, const touch *c);
bool contact_candidate_is_resting(const sim *s, const touch *c);

/* Evaluates all contacts that are not switched off; the present motion must have been evaluated. Valid while that is
   the present state of the mode; a copy is valid longer. */
touch_list contact_candidates_look(sim *s);
touch_list contact_candidates_keep(sim *s, touch_list list);
/* Whether any contact meets the criterion; asked first, because mostly there is nothing to decide. */
bool contact_candidates_any(const sim *s, const touch_list *list, bool (*is)(const sim *, const touch *));
bool contact_candidates_there(sim *s);
/* The entry of a row of a contact or of its friction; -1: none. */
int contact_candidates_entry(const touch_list *list, int row);
/* That of a law of a Delassus operator; not of a boundary. */
const touch *contact_candidates_of(const touch_list *list, const reply *r, int law);
/* Ends the run with a finding that shows the touching contacts. */
void contact_candidates_fail(sim *s, diag_code code, const char *what);

/* A mode in which these contacts of the list are closed; `stick` and `slip` (per entry) may be NULL for none. */
mode *contact_candidates_mode(sim *s, const touch_list *list, const bool *use, const bool *stick,
                              const signed char *slip);
/* The Delassus operator of the contacts in use, for impulses or for forces; NULL if the response is not determined. */
reply *contact_candidates_reply(sim *s, const touch_list *list, const bool *use, bool impact);
/* The laws of the contacts of a Delassus operator: each has a normal direction and possibly one of friction. */
contact_law *contact_candidates_laws(sim *s, const touch_list *list, const reply *r);

/* active_set.c: the same for forces: what slides does so with sliding friction, what does not sticks as it can. */
contact_law *contact_laws_of_forces(sim *s, const touch_list *list, const reply *r);

#endif
