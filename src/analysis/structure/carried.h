/* Bodies carried along by a prescribed motion: their kinetic energy has terms of first and zeroth degree in the
   velocities, and Jacobi's integral is conserved instead of the energy. */
#ifndef LGR_ANALYSIS_CARRIED_H
#define LGR_ANALYSIS_CARRIED_H

#include "analysis/probe/setting.h"

/* "particle bead is carried along by a prescribed motion, which does work": the elements by which T + V changes
   although Jacobi's integral may be conserved; returns the number of texts, which live in `out`. None if T + V is
   conserved all the same. */
size_t analysis_carried_elements(const analysis_setting *s, const char **texts, arena *out);
/* The place of some body, or a kinetic energy, is stated with t. */
bool analysis_carried_with_time(const model *m, const model_system *system);

#endif
