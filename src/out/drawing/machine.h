/* How large the machine itself is, whatever it throws away: thicknesses follow it. */
#ifndef LGR_OUT_DRAWING_MACHINE_H
#define LGR_OUT_DRAWING_MACHINE_H

#include "out/drawing/camera.h"

/* The size in all but a tenth of the frames at least; of a single point, the size of its path. In space at least a part
   of the whole motion: less could not be seen. As web/shared/extent.ts has it. */
double out_machine_size(const model *m, const sim_result *r, arena *a);

#endif
