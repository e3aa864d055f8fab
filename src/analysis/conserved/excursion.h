/* A short motion integrated by the analysis itself, without events, over about the size of the machine. */
#ifndef LGR_ANALYSIS_EXCURSION_H
#define LGR_ANALYSIS_EXCURSION_H

#include "analysis/probe/manifold.h"

typedef struct excursion {
    analysis_state *at;
    size_t count;
    double extent; /* the longest path of a coordinate, relative to its scale */
} excursion;

/* From a state on the constraints, which are kept; errors are relative to the scales of the coordinates. Ends when a
   coordinate has travelled twice its scale, or with the effort. Lives in `a`. */
excursion analysis_excursion_make(const analysis_setting *s, analysis_manifold *rows, const analysis_state *from,
                                  arena *a);

#endif
