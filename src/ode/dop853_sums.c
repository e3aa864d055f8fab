/* The sums of dop853_sums.h, two numbers at a time. */
#include "ode/dop853_sums.h"

#include "num/pairs.h"

/* Unrolled wherever it stands: weights of 0 fall away. The order is that of pack_loops.inc. */
static inline __attribute__((always_inline)) void add_up(double *const *k, double h, const double *weights, int stages,
                                                         const double *from, size_t size, double *to) {
    for (size_t i = 0; i < size; i += PAIR) {
        pair sum = {0};
        _Pragma("GCC unroll 16") for (int j = 0; j < stages; j++) if (weights[j] != 0) sum =
            (pair){h * weights[j], h * weights[j]} * PAIR_AT(k[j], i) + sum;
        if (from)
            sum += PAIR_AT(from, i);
        PAIR_AT(to, i) = sum;
    }
}

#define SUM(name, weights, stages)                                                                                     \
    static void name(double *const *k, double h, const double *from, size_t size, double *to) {                        \
        add_up(k, h, weights, stages, from, size, to);                                                                 \
    }
#define STAGE(s) SUM(stage_##s, dop_a[s], s)
STAGE(1)
STAGE(2)
STAGE(3)
STAGE(4)
STAGE(5)
STAGE(6)
STAGE(7)
STAGE(8)
STAGE(9)
STAGE(10)
STAGE(11)
STAGE(12)
STAGE(13)
STAGE(14)
STAGE(15)
SUM(fifth, dop_e5, DOP_STAGES)
SUM(third, dop_e3, DOP_STAGES)
SUM(coefficient_3, dop_d[0], DOP_ALL_STAGES)
SUM(coefficient_4, dop_d[1], DOP_ALL_STAGES)
SUM(coefficient_5, dop_d[2], DOP_ALL_STAGES)
SUM(coefficient_6, dop_d[3], DOP_ALL_STAGES)

dop_sum *const ode_dop853_sums[DOP_SUMS] = {
    NULL,    stage_1, stage_2,       stage_3,       stage_4,       stage_5,      stage_6,  stage_7,
    stage_8, stage_9, stage_10,      stage_11,      stage_12,      stage_13,     stage_14, stage_15,
    fifth,   third,   coefficient_3, coefficient_4, coefficient_5, coefficient_6};
