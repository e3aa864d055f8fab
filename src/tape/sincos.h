/* Sine and cosine for programs: the same bits in every back end. */
#ifndef LGR_TAPE_SINCOS_H
#define LGR_TAPE_SINCOS_H

/* Of all lanes of a slot, to slots that do not overlap the angles. */
typedef struct tape_trigonometry {
    void (*sine)(double *result, const double *angle);
    void (*cosine)(double *result, const double *angle);
    void (*both)(double *result, const double *angle); /* the cosines in the slot after the sines */
} tape_trigonometry;

extern const tape_trigonometry tape_sincos_plain, tape_sincos_fma;   /* 1 lane */
extern const tape_trigonometry tape_sincos_avx2, tape_sincos_avx512; /* 8 lanes */

/* The faster one of a single lane on this machine. */
const tape_trigonometry *tape_sincos(void);

double tape_sine(double x);
double tape_cosine(double x);

#endif
