/* The sums of a step with what every processor has. */
#define SUMS dop_sums_plain
#define RULE
#define FUSED(a, b, c) ((a) * (b) + (c))
#include "sim/dop853_sums.inc"
