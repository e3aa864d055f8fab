/* One step of the Runge-Kutta method of order 8(5,3), unrolled, for the hand-written programs: any number of unknowns
   that is known when compiled, any type with arithmetic. */
#ifndef LGR_BENCH_STAGES_H
#define LGR_BENCH_STAGES_H

#include "ode/dop853_table.h"

/* sum[i] of the first `stages` rates with coefficients a; all of a is known when compiled, and zeros fall out. */
#define COMBINE(sum, type, i, a, k, stages)                                                                            \
    type sum = (a)[0] * (k)[0][i];                                                                                     \
    _Pragma("GCC unroll 12") for (int j_ = 1; j_ < (stages); j_++) if ((a)[j_] != 0) sum += (a)[j_] * (k)[j_][i];

/* Stage s of a step of size h from y: its state into to[]. */
#define STAGE(type, size, s, y, h, k, to)                                                                              \
    _Pragma("GCC unroll 12") for (int i = 0; i < (size); i++) {                                                        \
        COMBINE(sum_, type, i, dop_a[s], k, s)                                                                         \
        (to)[i] = (y)[i] + (h)*sum_;                                                                                   \
    }

#endif
