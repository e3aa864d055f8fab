/* Sines and cosines of eight angles with AVX-512. */
#define TABLE tape_sincos_avx512
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define LANES 8
#define WIDTH 8
#define TARGET __attribute__((target("avx512f,avx512dq,fma")))
#define INLINE static inline __attribute__((always_inline))
typedef double real __attribute__((vector_size(64)));
typedef uint64_t whole __attribute__((vector_size(64)));
#define FMA(a, b, c) ((real)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define ANY_OF(bits, mask) (_mm512_test_epi64_mask((__m512i)(bits), _mm512_set1_epi64((long long)(mask))) != 0)

/* Fewer instructions than with what all have. */
TARGET static inline void turn_back(whole quarter, real *sine, real *cosine) {
    enum { A_XOR_B_AND_C = 0x78 };
    const __m512i at = (__m512i)quarter, half = _mm512_slli_epi64(at, 62), s = (__m512i)*sine, c = (__m512i)*cosine;
    const __m512i sign = _mm512_castpd_si512(_mm512_set1_pd(-0.0)),
                  one = _mm512_castpd_si512(_mm512_set1_pd(0x1p-1074));
    const __mmask8 odd = _mm512_test_epi64_mask(at, one);
    const __m512i to_sine = _mm512_mask_mov_epi64(s, odd, c), to_cosine = _mm512_mask_xor_epi64(c, odd, s, sign);
    *sine = (real)_mm512_ternarylogic_epi64(to_sine, half, sign, A_XOR_B_AND_C);
    *cosine = (real)_mm512_ternarylogic_epi64(to_cosine, half, sign, A_XOR_B_AND_C);
}
#define TURN turn_back
#include "tape/sincos/sincos.inc"
#else
#include "tape/sincos/sincos.h"

/* Never chosen. */
const tape_trigonometry TABLE = {{0}, {0}};
#endif
