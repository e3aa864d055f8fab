/* Sines and cosines of eight angles with instructions of every processor. */
#include <stdbool.h>
#include <stdint.h>

#include "tape/sincos/fused.h"

#define TABLE tape_sincos_plain8
#define LANES 8
#define WIDTH 2
#define TARGET
#define INLINE static inline
typedef double real __attribute__((vector_size(16)));
typedef uint64_t whole __attribute__((vector_size(16)));

static inline real product_and_sum(real a, real b, real c) {
    for (int lane = 0; lane < WIDTH; lane++) {
        a[lane] = sincos_fused(a[lane], b[lane], c[lane]);
    }
    return a;
}

static inline bool any_of(whole bits, uint64_t mask) {
    uint64_t all = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
        all |= bits[lane];
    }
    return (all & mask) != 0;
}

#define FMA product_and_sum
#define ANY_OF any_of
#include "tape/sincos/sincos.inc"
