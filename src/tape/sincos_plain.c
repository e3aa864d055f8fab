/* Sine and cosine of one angle with what every processor has; where that is no FMA, the library works it out. */
#define TABLE tape_sincos_plain
#define LANES 1
#define TARGET
#include "tape/sincos.inc"
