/* Sines and cosines of single angles with instructions of every processor; without FMA the C library emulates it. */
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
