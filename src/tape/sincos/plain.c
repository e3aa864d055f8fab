/* Sines and cosines of single angles with what every processor has; where that is no FMA, the library works it out. */
#include <stdbool.h>
#include <stdint.h>

#define TABLE tape_sincos_plain
#define LANES 1
#define WIDTH 1
#define TARGET
#define INLINE static inline
typedef double real;
typedef uint64_t whole;
#define FMA __builtin_fma
#define ANY_OF(bits, mask) (((bits) & (mask)) != 0)
#include "tape/sincos/sincos.inc"
