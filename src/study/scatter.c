/* Samples of machines, and what is gathered from them. */
#include "study/scatter.h"

#include <math.h>

#include "base/check.h"
#include "num/normal.h"
#include "study/design.h"

double *study_scatter_sample(size_t count, size_t axis_count, arena *a) {
    double *z = ARENA_ARRAY(a, double, count *axis_count + 1);
    for (size_t k = 0; k < axis_count; k++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < count; i++) {
            const bool few = axis_count <= DESIGN_SOBOL_AXES; /* the first of Sobol's points is the corner */
            const double u = few ? study_design_sobol(i + 1, k) * 0x1p-32 : study_design_random(0, i, k);
            z[i * axis_count + k] = num_normal_quantile(u * (1 - 0x1p-52) + 0x1p-54);
            sum += z[i * axis_count + k];
        }
        for (size_t i = 0; i < count; i++) {
            z[i * axis_count + k] -= sum / (double)count;
            squares += z[i * axis_count + k] * z[i * axis_count + k];
        }
        for (size_t i = 0; i < count; i++)
            z[i * axis_count + k] /= sqrt(squares / (double)(count - 1));
    }
    return z;
}

/* How a value grows by what it was. */
static double factor(const study_scatter *s, size_t i, size_t k) {
    return 1 + s->axes[k].part * s->z[i * s->param_count + k];
}

void study_scatter_point(const study_scatter *s, const double *x, size_t n, size_t i, double *out) {
    for (size_t k = 0; k < s->param_count; k++) {
        const double value = k < n ? x[k] : s->fixed[k - n];
        out[k] = value * factor(s, i, k) + s->axes[k].amount * s->z[i * s->param_count + k];
    }
}

static double mean_of(const study_scatter *s, const double *y, size_t stride) {
    double sum = 0;
    for (size_t i = 0; i < s->count; i++)
        sum += y[i * stride];
    return sum / (double)s->count;
}

static double deviation_of(const study_scatter *s, const double *y, size_t stride, double mean) {
    double squares = 0;
    for (size_t i = 0; i < s->count; i++)
        squares += (y[i * stride] - mean) * (y[i * stride] - mean);
    return sqrt(squares / (double)(s->count - 1));
}

double study_scatter_gather(const study_scatter *s, const double *y, size_t stride, double weight, double *deviation) {
    LGR_ASSERT(s->count >= 2);
    const double mean = mean_of(s, y, stride), own = deviation_of(s, y, stride, mean);
    if (deviation)
        *deviation = own;
    return weight != 0 ? mean + weight * own : mean;
}

double study_scatter_slope(const study_scatter *s, const double *y, size_t stride, const double *slopes,
                           size_t slope_stride, size_t k, double weight) {
    const double mean = mean_of(s, y, stride), own = deviation_of(s, y, stride, mean);
    double sum = 0, products = 0;
    for (size_t i = 0; i < s->count; i++) {
        const double slope = slopes[i * slope_stride] * factor(s, i, k);
        sum += slope;
        products += (y[i * stride] - mean) * slope;
    }
    const double of_deviation = own > 0 ? products / ((double)(s->count - 1) * own) : 0;
    return sum / (double)s->count + (weight != 0 ? weight * of_deviation : 0);
}
