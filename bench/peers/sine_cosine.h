/* Sine and cosine together, inlined and free of branches, good for angles below 1e4: the hand-written programs use
 * them. */
#ifndef LGR_BENCH_SINE_COSINE_H
#define LGR_BENCH_SINE_COSINE_H

/* Sine and cosine of a reduced angle r with z = r*r, |r| <= pi/4. */
#define SINE(r, z)                                                                                                     \
    ((r) + (r) * (z) *                                                                                                 \
               (-1.66666666666666324348e-01 +                                                                          \
                (z) * (8.33333333332248946124e-03 +                                                                    \
                       (z) * (-1.98412698298579493134e-04 +                                                            \
                              (z) * (2.75573137070700676789e-06 +                                                      \
                                     (z) * (-2.50507602534068634195e-08 + (z)*1.58969099521155010221e-10))))))
#define COSINE(z)                                                                                                      \
    (1 - 0.5 * (z) +                                                                                                   \
     (z) * (z) *                                                                                                       \
         (4.16666666666666019037e-02 +                                                                                 \
          (z) * (-1.38888888888741095749e-03 +                                                                         \
                 (z) * (2.48015872894767294178e-05 +                                                                   \
                        (z) * (-2.75573143513906633035e-07 +                                                           \
                               (z) * (2.08757232129817482790e-09 + (z) * -1.13596475577881948265e-11))))))

/* Reduction by multiples of pi/2 in two pieces, then polynomials: an error of an ulp or so. */
static inline void sine_cosine(double x, double *s, double *c) {
    double q = (x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52;
    double r = x - q * 0x1.921fb54442d18p0;
    r -= q * 0x1.1a62633145c07p-54;
    long n = (long)q;
    double z = r * r;
    double S = SINE(r, z), K = COSINE(z);
    double a = n & 1 ? K : S, b = n & 1 ? S : K;
    *s = n & 2 ? -a : a;
    *c = (n + 1) & 2 ? -b : b;
}

#endif
