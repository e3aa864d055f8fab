/* The back ends that write machine code, from SSE2 to AVX-512. */
#include "base/processor.h"
#include "tape/x86/emit.h"

#define MACHINE(name_, what_, machine_, lanes_, init_from, features)                                                   \
    static bool has_##machine_(void) {                                                                                 \
        return features;                                                                                               \
    }                                                                                                                  \
    static void init_##machine_(const tape *t, double *slots) {                                                        \
        init_from.init(t, slots);                                                                                      \
    }                                                                                                                  \
    const tape_backend tape_##machine_ = {.name = name_,                                                               \
                                          .what = what_,                                                               \
                                          .lanes = lanes_,                                                             \
                                          .available = has_##machine_,                                                 \
                                          .init = init_##machine_,                                                     \
                                          .machine = &machine_,                                                        \
                                          .write = x86_emit};

#if defined(__LP64__) && defined(__unix__)
#define WRITES(has) (has)
#else
#define WRITES(has) false
#endif

static const tape_machine sse2 = {.shape = {FORM_LEGACY, .parts = 1, .registers = 16, .lanes = 1}};
static const tape_machine avx = {.shape = {FORM_VEX, .parts = 1, .registers = 16, .lanes = 1}};
static const tape_machine avx2 = {
    .shape = {FORM_VEX, .packed = true, .length = 1, .parts = 2, .registers = 8, .lanes = 8},
    .trigonometry = &tape_sincos_avx2,
};
static const tape_machine avx512 = {
    .shape = {FORM_EVEX, .packed = true, .length = 2, .parts = 1, .registers = 32, .lanes = 8},
    .trigonometry = &tape_sincos_avx512,
};

MACHINE("sse2", "machine code for any x86-64", sse2, 1, tape_scalar, WRITES(PROCESSOR_HAS_SSE2))
MACHINE("avx", "machine code with AVX", avx, 1, tape_scalar, WRITES(PROCESSOR_HAS_AVX))
MACHINE("avx2", "machine code with AVX2, two registers for eight points", avx2, 8, tape_lanes8,
        WRITES(PROCESSOR_HAS_AVX2))
MACHINE("avx512", "machine code with AVX-512, one register for eight points", avx512, 8, tape_lanes8,
        WRITES(PROCESSOR_HAS_AVX512))
