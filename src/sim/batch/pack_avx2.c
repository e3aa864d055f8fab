/* The explicit step of eight motions with AVX2. */
#define LOOPS batch_pack_avx2
#define WIDEST 256
#if defined(__x86_64__) && defined(__GNUC__)
#include "sim/batch/pack_loops.inc"
#else
#include "sim/batch/pack.h"

/* Never chosen. */
const pack_loops LOOPS = {0};
#endif
