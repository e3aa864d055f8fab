/* Sine and cosine for programs: the same bits in every back end. */
#ifndef LGR_TAPE_SINCOS_SINCOS_H
#define LGR_TAPE_SINCOS_SINCOS_H

#include "tape/tape.h"

enum { SINCOS_MOST = 4 };

/* of[k] does k + 1 instructions that follow each other, each a SIN, COS or SINCOS, none on the result of another. */
typedef struct tape_trigonometry {
    void (*of[SINCOS_MOST])(const tape_instr *ip, double *slots);
} tape_trigonometry;

extern const tape_trigonometry tape_sincos_plain, tape_sincos_fma;                       /* 1 lane */
extern const tape_trigonometry tape_sincos_plain8, tape_sincos_avx2, tape_sincos_avx512; /* 8 lanes */

/* The fastest of 1 or 8 lanes on this machine. */
const tape_trigonometry *tape_sincos(int lanes);

double tape_sine(double x);
double tape_cosine(double x);

#endif
