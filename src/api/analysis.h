/* What is known of a model without a long run, kept with its handle. */
#ifndef LGR_API_ANALYSIS_H
#define LGR_API_ANALYSIS_H

#include "analysis/conserved/conserved.h"
#include "analysis/equilibria/equilibria.h"
#include "api/handles.h"

struct analysis {
    arena *memory;
    model *m;       /* a copy, that all of it is about */
    bool has_start; /* else nothing below is there, and findings of the copy say why */
    structure what;
    analysis_setting setting;
    conserved_list conserved;
    equilibria equilibria;
};

/* The numbers of the machine's drawings at every equilibrium. */
const double *const *api_draw_equilibria(const struct analysis *x, arena *a);
/* What is drawn in the course of a mode. */
void api_write_mode(const struct analysis *x, const equilibrium *at, size_t number, out_stream *out);

#endif
