/* Floquet multipliers: the eigenvalues of how a period's end answers to its beginning. */
#include <math.h>
#include <string.h>

#include "linear/orbit.h"
#include "num/eigen.h"

static const double on_circle = 1e-6;
/* Of several that are 1 because something is conserved each is known to a root of rounding, the more of them the worse,
   but their mean is not. */
static const double of_pair = 1e-4, of_many = 3e-3;

/* P without what changes along the motion itself, whose multiplier is 1: what is left after a reflection that makes
   that direction the first one. */
static double *leave_out_motion(const double *P, int d, const double *along, arena *a) {
    double *u = ARENA_ARRAY(a, double, d + 1), *B = ARENA_ARRAY(a, double, d *d + 1), size = 0, square = 0;
    for (int i = 0; i < d; i++)
        size += along[i] * along[i];
    size = sqrt(size);
    memcpy(u, along, (size_t)d * sizeof *u);
    u[0] += u[0] < 0 ? -size : size;
    for (int i = 0; i < d; i++)
        square += u[i] * u[i];
    memcpy(B, P, (size_t)(d * d) * sizeof *B);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < d; i++) {
            const int step = side ? 1 : d, from = side ? i * d : i;
            double sum = 0;
            for (int k = 0; k < d; k++)
                sum += u[k] * B[from + k * step];
            for (int k = 0; k < d; k++)
                B[from + k * step] -= 2 * sum / square * u[k];
        }
    double *rest = ARENA_ARRAY(a, double, d *d + 1);
    for (int i = 1; i < d; i++)
        memcpy(rest + (i - 1) * (d - 1), B + i * d + 1, (size_t)(d - 1) * sizeof *rest);
    return rest;
}

/* At least so many about 1 whose mean is 1: they are 1. */
static int settle_ones(linear_periodic *out, double about, int least) {
    double re = 0, im = 0;
    int count = 0;
    for (int k = 0; k < out->count; k++)
        if (hypot(out->re[k] - 1, out->im[k]) < about) {
            re += out->re[k];
            im += out->im[k];
            count++;
        }
    if (count < least || hypot(re / count - 1, im / count) > on_circle * (1 + out->greatest))
        return 0;
    for (int k = 0; k < out->count; k++)
        if (hypot(out->re[k] - 1, out->im[k]) < about) {
            out->re[k] = 1;
            out->im[k] = 0;
        }
    return count;
}

static void sort(linear_periodic *out) {
    for (int i = 1; i < out->count; i++)
        for (int k = i; k > 0 && hypot(out->re[k - 1], out->im[k - 1]) < hypot(out->re[k], out->im[k]) * (1 - 1e-12);
             k--) {
            const double re = out->re[k], im = out->im[k];
            out->re[k] = out->re[k - 1];
            out->im[k] = out->im[k - 1];
            out->re[k - 1] = re;
            out->im[k - 1] = im;
        }
}

void linear_orbit_judge(const orbit *o, const orbit_shot *s, linear_periodic *out, arena *a) {
    const int d = o->driven ? s->d : s->d - 1;
    const double *P = o->driven ? s->P : leave_out_motion(s->P, s->d, s->first, a);
    out->re = ARENA_ARRAY(a, double, d + 1);
    out->im = ARENA_ARRAY(a, double, d + 1);
    out->count = d > 0 ? d : 0;
    out->stability = UNDECIDED;
    out->growth = NAN;
    out->has_multipliers = d < 1 || num_eigen_general(P, d, out->re, out->im, ARENA_ARRAY(a, double, d *d + 1), a);
    if (!out->has_multipliers || d < 1)
        return;
    for (int k = 0; k < d; k++)
        out->greatest = fmax(out->greatest, hypot(out->re[k], out->im[k]));
    out->ones = settle_ones(out, of_many, 3);
    if (!out->ones)
        out->ones = settle_ones(out, of_pair, 1);
    sort(out);
    const double largest = hypot(out->re[0], out->im[0]);
    out->growth = log(largest) / o->period;
    out->stability = largest > 1 + on_circle ? UNSTABLE : largest < 1 - on_circle ? ASYMPTOTICALLY_STABLE : UNDECIDED;
}
