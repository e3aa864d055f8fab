/* What the processor can do, as far as this build may use it (LGR_INSTRUCTIONS of the build). */
#ifndef LGR_BASE_PROCESSOR_H
#define LGR_BASE_PROCESSOR_H

#include <stdbool.h>

#ifndef LGR_MOST_INSTRUCTIONS
#define LGR_MOST_INSTRUCTIONS 4
#endif

#if defined(__x86_64__) && defined(__has_include)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

/* The loader has asked the processor already, which on a virtual machine takes longer than to read a model. */
#ifdef CPU_FEATURE_ACTIVE
#define PROCESSOR_HAS(rank, feature, name) (LGR_MOST_INSTRUCTIONS >= (rank) && CPU_FEATURE_ACTIVE(name))
#elif defined(__x86_64__) && defined(__GNUC__)
#define PROCESSOR_HAS(rank, feature, name) (LGR_MOST_INSTRUCTIONS >= (rank) && __builtin_cpu_supports(feature) != 0)
#else
#define PROCESSOR_HAS(rank, feature, name) false
#endif

#ifdef __wasm__
#define PROCESSOR_HAS_THREADS false
#else
#define PROCESSOR_HAS_THREADS true
#endif

#define PROCESSOR_HAS_SSE2 PROCESSOR_HAS(1, "sse2", SSE2)
#define PROCESSOR_HAS_AVX PROCESSOR_HAS(2, "avx", AVX)
#define PROCESSOR_HAS_AVX2 (PROCESSOR_HAS(3, "avx2", AVX2) && PROCESSOR_HAS(3, "fma", FMA))
#define PROCESSOR_HAS_AVX512                                                                                           \
    (PROCESSOR_HAS(4, "avx512f", AVX512F) && PROCESSOR_HAS(4, "avx512dq", AVX512DQ) && PROCESSOR_HAS(4, "fma", FMA))

#endif
