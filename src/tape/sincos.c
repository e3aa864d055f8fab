/* The choice among sines and cosines of one angle. */
#include "tape/sincos.h"

const tape_trigonometry *tape_sincos(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("fma"))
        return &tape_sincos_fma;
#endif
    return &tape_sincos_plain;
}

double tape_sine(double x) {
    double result;
    tape_sincos()->sine(&result, &x);
    return result;
}

double tape_cosine(double x) {
    double result;
    tape_sincos()->cosine(&result, &x);
    return result;
}
