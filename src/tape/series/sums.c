/* The sums of power series on any machine. */
#define SUMS series_sums_plain
#define WIDTH 2
#define RULE
#include "tape/series/sums.inc"
