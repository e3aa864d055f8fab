/* The explicit step of eight motions with AVX-512. */
#define LOOPS batch_pack_avx512
#define WIDEST 512
#include "sim/batch/pack_loops.inc"
