/* How what an exported model computes changes as its point moves in one direction: exact derivatives as programs. */
#ifndef LGR_EXPORT_TREND_H
#define LGR_EXPORT_TREND_H

#include "export/machine.h"

/* Segments of the program of a shape after the first. */
enum { TREND_MOTION = 1, TREND_SHOWN, TREND_SEGMENTS };

/* The program of a shape. Its inputs are those of the shape; then the rates of the time, of its places, its velocities
   and the inputs of the model; then those of its accelerations and multipliers. The first segment gives, for
   accelerations and multipliers that are held, the rates of M a + A^T lambda - h, of A a - gamma, of the rows, of the
   coefficients of friction; the second one those of integrands, results, conditions and pieces. */
typedef struct export_trend {
    const tape *t;
    size_t seed_at, solved_at, input_count; /* the first of each kind */
    size_t pieces_at;                       /* in the second segment */
} export_trend;

export_trend export_trend_create(export_machine *x, export_shape *p);
/* Of the reports: inputs are parameters and reducers, then the rates of the reducers and of the inputs of the model. */
const tape *export_trend_reports(export_machine *x);

#endif
