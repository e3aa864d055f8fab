/* Interval arithmetic of eight lanes on any machine. */
#define LANES_TABLE tape_bounds_plain
#define WIDEST 0
#define SINCOS tape_sincos_plain8
#include "tape/bounds/lanes.inc"
