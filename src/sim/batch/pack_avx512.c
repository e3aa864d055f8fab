/* The explicit step of eight motions with AVX-512. */
#define LOOPS batch_pack_avx512
#define WIDEST 512
#if defined(__x86_64__) && defined(__GNUC__)
#include "sim/batch/pack_loops.inc"
#else
#include "sim/batch/pack.h"

/* Never chosen. */
const pack_loops LOOPS = {0};
#endif
