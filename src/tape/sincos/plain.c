/* Sines and cosines of single angles with instructions of every processor. */
#include <stdbool.h>
#include <stdint.h>

#include "tape/sincos/fused.h"

#define TABLE tape_sincos_plain
#define LANES 1
#define WIDTH 1
#define TARGET
#define INLINE static inline
typedef double real;
typedef uint64_t whole;
#define FMA sincos_fused
#define ANY_OF(bits, mask) (((bits) & (mask)) != 0)
#include "tape/sincos/sincos.inc"
