/* Selects the implementation of sines and cosines of one angle and of eight. */
#include "tape/sincos/sincos.h"
#include "base/processor.h"

const tape_trigonometry *tape_sincos(int lanes) {
    if (!PROCESSOR_HAS_AVX2) {
        return lanes == 1 ? &tape_sincos_plain : &tape_sincos_plain8;
    }
    if (lanes == 1) {
        return &tape_sincos_fma;
    }
    return PROCESSOR_HAS_AVX512 ? &tape_sincos_avx512 : &tape_sincos_avx2;
}

static double value(tape_op op, double x) {
    double slots[2] = {x};
    tape_sincos(1)->of[0](&(tape_instr){.op = op, .dst = 1}, slots);
    return slots[1];
}

double tape_sine(double x) {
    return value(TAPE_SIN, x);
}

double tape_cosine(double x) {
    return value(TAPE_COS, x);
}
