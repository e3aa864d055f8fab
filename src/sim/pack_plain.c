/* The explicit step of eight motions on any machine. */
#define LOOPS pack_plain
#define RULE
#include "sim/pack_loops.inc"
