/* The explicit Runge-Kutta method of order 8(5,3) with error control and dense output (Hairer, Norsett, Wanner II.10). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/dop853_table.h"
#include "sim/internal.h"

struct stepper {
    double *k[DOP_ALL_STAGES]; /* k[12]: the derivative at the end of the step */
    double *trial;
    double *polynomial[DOP_DENSE];
    double *origin;            /* the state at the beginning of the step */
    double t, h;
};

stepper *stepper_create(arena *a, size_t size) {
    stepper *p = ARENA_NEW(a, stepper);
    for (int i = 0; i < DOP_ALL_STAGES; i++) p->k[i] = ARENA_ARRAY(a, double, size + 1);
    for (int i = 0; i < DOP_DENSE; i++) p->polynomial[i] = ARENA_ARRAY(a, double, size + 1);
    p->trial = ARENA_ARRAY(a, double, size + 1);
    p->origin = ARENA_ARRAY(a, double, size + 1);
    return p;
}

void stepper_begin(sim *s) {
    size_t size = state_size(s, s->mode);
    s->step->t = s->t;
    memcpy(s->step->origin, s->y, size * sizeof *s->y);
    if (!motion_evaluate(s, s->t, s->y, s->step->k[0])) s->step->k[0][0] = NAN;
}

/* to = from + h * sum of a[j] k[j] */
static void combine(const stepper *p, const double *from, double h, const double *a, int stages, size_t size, double *to) {
    memset(to, 0, size * sizeof *to);
    for (int j = 0; j < stages; j++) {
        double c = h * a[j];
        const double *k = p->k[j];
        if (c != 0)
            for (size_t i = 0; i < size; i++) to[i] += c * k[i];
    }
    for (size_t i = 0; i < size; i++) to[i] += from[i];
}

/* Work is not controlled: it follows the motion. Integrals of reports are. */
static double error_norm(const sim *s, const double *y1, double h) {
    const stepper *p = s->step;
    size_t motion = 2 * (size_t)s->mode->n, size = state_size(s, s->mode), count = 0;
    double e5 = 0, e3 = 0;
    for (size_t i = 0; i < size; i++) {
        if (i == motion) continue;
        double a = 0, b = 0, scale = s->tolerance * (1 + fmax(fabs(p->origin[i]), fabs(y1[i])));
        for (int j = 0; j < DOP_STAGES; j++) {
            a += dop_e5[j] * p->k[j][i];
            b += dop_e3[j] * p->k[j][i];
        }
        e5 += a * a / (scale * scale);
        e3 += b * b / (scale * scale);
        count++;
    }
    if (e5 == 0 && e3 == 0) return 0;
    double e = fabs(h) * e5 / sqrt((e5 + 0.01 * e3) * (double)(count ? count : 1));
    return isfinite(e) ? e : INFINITY;
}

double stepper_guess(sim *s, double limit) {
    const stepper *p = s->step;
    size_t size = 2 * (size_t)s->mode->n;
    double y = 0, f = 0;
    for (size_t i = 0; i < size; i++) {
        double scale = 1 + fabs(p->origin[i]);
        y += p->origin[i] * p->origin[i] / (scale * scale);
        f += p->k[0][i] * p->k[0][i] / (scale * scale);
    }
    double h = f > 1e-20 && y > 1e-20 ? 0.01 * sqrt(y / f) : f > 1e-20 ? 0.01 / sqrt(f) : 1e-3;
    return fmin(h, limit);
}

double stepper_try(sim *s, double h, double *out) {
    stepper *p = s->step;
    size_t size = state_size(s, s->mode);
    if (!isfinite(p->k[0][0])) return INFINITY;
    for (int i = 1; i < DOP_STAGES; i++) {
        combine(p, p->origin, h, dop_a[i], i, size, p->trial);
        if (!motion_evaluate(s, p->t + dop_c[i] * h, p->trial, p->k[i])) return INFINITY;
    }
    combine(p, p->origin, h, dop_b, DOP_STAGES, size, out);
    p->h = h;
    return error_norm(s, out, h);
}

bool stepper_accept(sim *s, double h, double *out) {
    s->step->h = h;
    s->at_end = true;
    return motion_project(s, s->step->t + h, out, s->step->k[DOP_STAGES]);
}

bool stepper_prepare_dense(sim *s, double h, const double *out) {
    stepper *p = s->step;
    size_t size = state_size(s, s->mode);
    for (int i = DOP_STAGES + 1; i < DOP_ALL_STAGES; i++) {
        combine(p, p->origin, h, dop_a[i], i, size, p->trial);
        if (!motion_evaluate(s, p->t + dop_c[i] * h, p->trial, p->k[i])) return false;
    }
    for (size_t i = 0; i < size; i++) {
        double dy = out[i] - p->origin[i];
        p->polynomial[0][i] = dy;
        p->polynomial[1][i] = h * p->k[0][i] - dy;
        p->polynomial[2][i] = 2 * dy - h * (p->k[DOP_STAGES][i] + p->k[0][i]);
        for (int r = 0; r < DOP_DENSE - 3; r++) {
            double sum = 0;
            for (int j = 0; j < DOP_ALL_STAGES; j++) sum += dop_d[r][j] * p->k[j][i];
            p->polynomial[3 + r][i] = h * sum;
        }
    }
    return true;
}

void stepper_dense(const sim *s, double theta, double *y) {
    const stepper *p = s->step;
    size_t size = state_size(s, s->mode);
    for (size_t i = 0; i < size; i++) {
        double x = 0;
        for (int r = DOP_DENSE - 1; r >= 0; r--) x = (x + p->polynomial[r][i]) * (r % 2 ? 1 - theta : theta);
        y[i] = p->origin[i] + x;
    }
}

void stepper_advance(sim *s, double t, const double *out) {
    stepper *p = s->step;
    size_t size = state_size(s, s->mode);
    s->t = p->t = t;
    memcpy(s->y, out, size * sizeof *out);
    memcpy(p->origin, out, size * sizeof *out);
    double *first = p->k[0];
    p->k[0] = p->k[DOP_STAGES];
    p->k[DOP_STAGES] = first;
}

const sim_stepper_info sim_steppers[] = {
    {"dop853", "explicit Runge-Kutta of order 8(5,3) with dense output, for motions that are not stiff", 8},
};
const size_t sim_stepper_count = sizeof sim_steppers / sizeof *sim_steppers;
