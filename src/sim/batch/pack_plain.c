/* The explicit step of eight motions on any machine. */
#define LOOPS batch_pack_plain
#define WIDEST 0
#include "sim/batch/pack_loops.inc"
