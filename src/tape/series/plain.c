/* Coefficients of power series on any machine. */
#define LOOP series_loop_plain
#define WIDEST 0
#include "tape/series/loops.inc"
