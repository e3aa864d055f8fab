/* The numbers of sines and cosines, each as often as a vector has numbers. */
#include "tape/sincos/sincos.h"

#define SPREAD(x)                                                                                                      \
    { x, x, x, x }
const double tape_sincos_reduction[4][SINCOS_WIDEST] = {SINCOS_REDUCTION(SPREAD)};
const double tape_sincos_sine_terms[SINCOS_TERMS][SINCOS_WIDEST] = {SINCOS_ODD(SPREAD)};
const double tape_sincos_cosine_terms[SINCOS_TERMS + 2][SINCOS_WIDEST] = {SINCOS_EVEN(SPREAD)};
