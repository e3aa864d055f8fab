/* What holds, on paper, the end of a drawing that stays where it is while the rest of it moves. */
#ifndef LGR_OUT_DRAWING_SUPPORTS_H
#define LGR_OUT_DRAWING_SUPPORTS_H

#include "out/drawing/paper.h"

/* For the ends of the drawing that are held; in the plane only. */
void out_supports_add(const paper *p, const bool held[2]);

#endif
