/* The explicit step of eight motions with AVX2. */
#define LOOPS batch_pack_avx2
#define WIDEST 256
#include "sim/batch/pack_loops.inc"
