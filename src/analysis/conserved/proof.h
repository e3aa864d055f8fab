/* Laws that hold as identities of formulas, not only at random states. */
#ifndef LGR_ANALYSIS_PROOF_H
#define LGR_ANALYSIS_PROOF_H

#include "analysis/conserved/noether.h"

/* Whether each of these is zero whatever its variables are, as far as rules of algebra and sin^2 + cos^2 = 1 tell. What
   is too large to be multiplied out is not. */
bool analysis_proof_vanish(graph *g, const expr_id *x, int count);
/* The determining equations of this displacement. */
bool analysis_proof_of_symmetry(const noether *w, const symmetry *it, arena *a);
/* H - work is kept: no row moves by itself, and the work has the whole power. */
bool analysis_proof_of_energy(const noether *w, expr_id work, arena *a);
/* What each row says where nothing moves (e.m): A v is its opposite wherever the rows hold. */
void analysis_proof_drift(const noether *w, expr_id *drift, arena *a);
/* The rate of a function of the coordinates. */
expr_id analysis_proof_rate(const noether *w, expr_id of_places, arena *a);

#endif
