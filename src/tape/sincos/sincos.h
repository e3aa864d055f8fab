/* Sine and cosine for programs: the same bits in every back end. */
#ifndef LGR_TAPE_SINCOS_SINCOS_H
#define LGR_TAPE_SINCOS_SINCOS_H

#include "tape/tape.h"

enum { SINCOS_MOST = 4 };

/* of[k] does k + 1 instructions that follow each other, each a SIN, COS or SINCOS, none on the result of another. */
typedef struct tape_trigonometry {
    void (*of[SINCOS_MOST])(const tape_instr *ip, double *slots);
    void (*both[SINCOS_MOST])(const tape_instr *ip, double *slots); /* each a SINCOS */
} tape_trigonometry;

extern const tape_trigonometry tape_sincos_plain, tape_sincos_fma;                       /* 1 lane */
extern const tape_trigonometry tape_sincos_plain8, tape_sincos_avx2, tape_sincos_avx512; /* 8 lanes */

/* The fastest of 1 or 8 lanes on this machine. */
const tape_trigonometry *tape_sincos(int lanes);

/* What angles are reduced by: 2/pi, and -pi/2 in three parts, none of pi/2 negative, which keeps the sign of zero. Then
   the coefficients of the polynomials of the sine and of the cosine of FDLIBM (Sun 1993), k_sin.c and k_cos.c. */
#define SINCOS_REDUCTION(X)                                                                                            \
    X(0x1.45f306dc9c883p-1), X(-0x1.921fb54442d18p+0), X(-0x1.1a62633145c06p-54), X(-0x1.c1cd129024e09p-107)
#define SINCOS_ODD(X)                                                                                                  \
    X(0x1.5d93a5acfd57cp-33), X(0x1.ae5e68a2b9cebp-26), X(0x1.71de357b1fe7dp-19), X(0x1.a01a019c161d5p-13),            \
        X(0x1.111111110f8a6p-7), X(0x1.5555555555549p-3)
#define SINCOS_EVEN(X)                                                                                                 \
    X(0x1.8fae9be8838d4p-37), X(0x1.1ee9ebdb4b1c4p-29), X(0x1.27e4f809c52adp-22), X(0x1.a01a019cb159p-16),             \
        X(0x1.6c16c16c15177p-10), X(0x1.555555555554cp-5), X(0.5), X(1)
enum { SINCOS_TERMS = 6, SINCOS_WIDEST = 4 };
/* Each as often as a vector has numbers, for a few angles: instructions read them as they are. Compilers that know the
   numbers spread each of them anew instead, which pays where many angles share them. */
extern const double tape_sincos_reduction[4][SINCOS_WIDEST], tape_sincos_sine_terms[SINCOS_TERMS][SINCOS_WIDEST],
    tape_sincos_cosine_terms[SINCOS_TERMS + 2][SINCOS_WIDEST];

double tape_sine(double x);
double tape_cosine(double x);

#endif
