/* The trebuchet of bench/launch.lgr by hand: arm a, counterweight link b and sling c as absolute angles, the stone on
   the ground while its multiplier is positive, until the sling has turned far enough from the arm. */
#ifndef LGR_BENCH_LAUNCH_H
#define LGR_BENCH_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "row.h"

/* Combinations of the parameters that the equations need. */
enum { M_AA, M_BB, M_CC, BY_AA, BY_BB, BY_CC, M_AB, M_AC, G_A, G_B, G_C, ARM, SLING, RELEASE, CONSTANTS };

typedef struct launch_design {
    double sling, link, weight;
} launch_design;

static const double arm_long = 4, arm_short = 1, arm_mass = 50, stone_mass = 10, pivot = 3, gravity = 9.80665;
static const launch_design launch_default = {3.5, 1, 1000};

static inline void launch_setup(const launch_design *d, double *C, double *y) {
    double middle = (arm_long - arm_short) / 2, length = arm_long + arm_short;
    C[M_AA] = arm_mass * (length * length / 12 + middle * middle) + d->weight * arm_short * arm_short +
              stone_mass * arm_long * arm_long;
    C[M_BB] = d->weight * d->link * d->link;
    C[M_CC] = stone_mass * d->sling * d->sling;
    C[BY_AA] = 1 / C[M_AA], C[BY_BB] = 1 / C[M_BB], C[BY_CC] = 1 / C[M_CC];
    C[M_AB] = d->weight * arm_short * d->link;
    C[M_AC] = stone_mass * arm_long * d->sling;
    C[G_A] = gravity * (arm_mass * middle - d->weight * arm_short + stone_mass * arm_long);
    C[G_B] = gravity * d->weight * d->link;
    C[G_C] = gravity * stone_mass * d->sling;
    C[ARM] = arm_long, C[SLING] = d->sling, C[RELEASE] = -2 * M_PI + 0.6;
    double start[6] = {M_PI + asin(pivot / arm_long), -M_PI / 2, 0, 0, 0, 0};
    memcpy(y, start, sizeof start);
}

/* Where the stone would land on the ground, if it left with this state. */
static inline double launch_range(const launch_design *d, const double *y) {
    double vx = -arm_long * y[3] * sin(y[0]) - d->sling * y[5] * sin(y[2]);
    double vy = arm_long * y[3] * cos(y[0]) + d->sling * y[5] * cos(y[2]);
    double px = arm_long * cos(y[0]) + d->sling * cos(y[2]);
    double py = pivot + arm_long * sin(y[0]) + d->sling * sin(y[2]);
    return px + vx * (vy + sqrt(vy * vy + 2 * gravity * py)) / gravity;
}

/* The rates f of the state y, and the multiplier of the ground as the result, in the arithmetic of the type V, one
   launch or several; `ground` is 1 while the stone lies on it and 0 afterwards. Three divisions have become one. */
#define LAUNCH_RATES(V, SINCOS)                                                                                        \
    static inline __attribute__((always_inline)) V rates(const V *C, V ground, const V *y, V *f) {                     \
        V sa, ca, sb, cb, sc, cc;                                                                                      \
        SINCOS(y[0], &sa, &ca);                                                                                        \
        SINCOS(y[1], &sb, &cb);                                                                                        \
        SINCOS(y[2], &sc, &cc);                                                                                        \
        V wa2 = y[3] * y[3], wb2 = y[4] * y[4], wc2 = y[5] * y[5];                                                     \
        V cab = ca * cb + sa * sb, sab = sa * cb - ca * sb, cac = ca * cc + sa * sc, sac = sa * cc - ca * sc;          \
        V k = C[M_AB], p = C[M_AC], Mab = -k * cab, Mac = p * cac;                                                     \
        V Qa = k * wb2 * sab - p * wc2 * sac - C[G_A] * ca;                                                            \
        V Qb = -k * wa2 * sab - C[G_B] * cb, Qc = p * wa2 * sac - C[G_C] * cc;                                         \
        V eb = Mab * C[BY_BB], ec = Mac * C[BY_CC];                                                                    \
        V D = C[M_AA] - Mab * eb - Mac * ec, ra = Qa - eb * Qb - ec * Qc;                                              \
        V fa = C[ARM] * ca, fc = C[SLING] * cc, gamma = C[ARM] * sa * wa2 + C[SLING] * sc * wc2;                       \
        V na = fa - ec * fc, SD = na * na + D * fc * fc * C[BY_CC];                                                    \
        V r = 1.0 / (D * SD), by_D = r * SD, by_SD = r * D;                                                            \
        V aa = ra * by_D, ac = Qc * C[BY_CC] - ec * aa;                                                                \
        V lambda = ground * ((gamma - fa * aa - fc * ac) * D * by_SD);                                                 \
        V za = na * by_D * lambda;                                                                                     \
        aa += za;                                                                                                      \
        ac += lambda * fc * C[BY_CC] - ec * za;                                                                        \
        f[0] = y[3], f[1] = y[4], f[2] = y[5];                                                                         \
        f[3] = aa, f[4] = Qb * C[BY_BB] - eb * aa, f[5] = ac;                                                          \
        return lambda;                                                                                                 \
    }

/* Lines of sling, link and weight. */
static inline long launch_read(const char *path, launch_design **designs) {
    FILE *file = fopen(path, "r");
    long count = 0, room = 0;
    launch_design d, *all = NULL;
    while (file && fscanf(file, "%lf %lf %lf", &d.sling, &d.link, &d.weight) == 3) {
        if (count == room)
            all = realloc(all, (size_t)(room = 2 * room + 64) * sizeof *all);
        all[count++] = d;
    }
    if (file)
        fclose(file);
    *designs = all;
    return count;
}

#endif
