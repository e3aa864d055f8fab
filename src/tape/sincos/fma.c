/* Sines and cosines of up to four single angles at once with AVX2 and FMA. */
#define TABLE tape_sincos_fma
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES 1
#define WIDTH 4
#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline))
typedef double real __attribute__((vector_size(32)));
typedef uint64_t whole __attribute__((vector_size(32)));
#define FMA(a, b, c) ((real)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define ANY_OF(bits, mask) (!_mm256_testz_si256((__m256i)(bits), _mm256_set1_epi64x((long long)(mask))))
#include "tape/sincos/sincos.inc"
#else
#include "tape/sincos/sincos.h"

/* Never chosen. */
const tape_trigonometry TABLE = {{0}, {0}};
#endif
