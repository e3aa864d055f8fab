/* What counts in a shape with the choices that a run has made. */
#ifndef LGR_EXPORT_ASKED_H
#define LGR_EXPORT_ASKED_H

#include "export/machine.h"

/* Segments of its program: whether each ladder and each narrow function counts; the arguments of these. */
enum { ASKED_COUNTS = 1, ASKED_ARGUMENTS, ASKED_SEGMENTS };

/* NULL where there are no narrow functions, and all ladders always count. */
const tape *export_asked_program(export_machine *x, const export_shape *p);

#endif
