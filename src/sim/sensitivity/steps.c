/* Sensitivities along the steps: the method's own stages, differentiated. */
#include <math.h>
#include <string.h>

#include "ode/dop853_table.h"
#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/tangent.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

/* --- Stages --- */

/* to = from + h * sum of a[j] K[j]; K and `to` by columns of y_cap. */
static void combine(const sim *s, const double *from, const double *K, size_t columns, double h, const double *a,
                    int stages, double *to) {
    size_t size = dynamics_state_size(s, s->mode), cap = s->y_cap;
    for (size_t c = 0; c < columns; c++) {
        double *sum = to + c * cap;
        for (size_t i = 0; i < size; i++)
            sum[i] = 0;
        for (int j = 0; j < stages; j++) {
            const double *rate = K + ((size_t)j * columns + c) * cap;
            for (size_t i = 0; i < size && a[j] != 0; i++) /* many are 0 */
                sum[i] += a[j] * rate[i];
        }
        for (size_t i = 0; i < size; i++)
            sum[i] = from[c * cap + i] + h * sum[i];
    }
}

/* y' and the rates of all columns at a state. */
static bool rates_at(sim *s, variation *x, double t, const double *y, const double *S, double *dy, double *dS) {
    if (!dynamics_tangent_at(s, x, t, y))
        return false;
    dynamics_tangent_motion(s, x, dy);
    for (size_t i = 0; S && i < s->sensitivity->count; i++) {
        direction d = sensitivity_along(s, i, S);
        dynamics_tangent_along(x, &d);
        dynamics_tangent_rates(s, x, &d, dS + i * s->y_cap);
    }
    return true;
}

/* One step of the method from y and S (NULL: y alone) into y_out and S_out. False where the motion has no value. */
static bool stages(sim *s, double t, const double *y, const double *S, double h, double *y_out, double *S_out) {
    sensitivity *x = s->sensitivity;
    variation *of = sensitivity_variation(s, s->mode);
    size_t cap = s->y_cap, columns = x->count;
    const double *at = y, *S_at = S;
    for (int i = 0; i < DOP_STAGES; i++) {
        if (i) {
            combine(s, y, x->y_K, 1, h, dop_a[i], i, x->trial_y);
            at = x->trial_y;
        }
        if (i && S) {
            combine(s, S, x->K, columns, h, dop_a[i], i, x->trial_S);
            S_at = x->trial_S;
        }
        if (!rates_at(s, of, t + dop_c[i] * h, at, S_at, x->y_K + (size_t)i * cap, x->K + (size_t)i * columns * cap))
            return false;
    }
    combine(s, y, x->y_K, 1, h, dop_b, DOP_STAGES, y_out);
    if (S)
        combine(s, S, x->K, columns, h, dop_b, DOP_STAGES, S_out);
    return true;
}

bool sensitivity_follow(sim *s, double h, double *y_out) {
    LGR_ASSERT(h >= 0);
    return stages(s, s->t, s->y, NULL, h, y_out, NULL);
}

/* Onto the constraints' tangents: the derivative of the projection at the end of a step. */
static void project(sim *s, variation *of, double *S) {
    sensitivity *x = s->sensitivity;
    for (size_t i = 0; of->m && i < x->count; i++) {
        double *q = S + i * s->y_cap, *v = q + of->n;
        direction d = sensitivity_along(s, i, S);
        dynamics_tangent_residuals(of, &d, x->f, x->f_dot);
        dynamics_tangent_correct(of, x->f, x->dx);
        for (int k = 0; k < of->n; k++)
            q[k] += x->dx[k];
        dynamics_tangent_residuals(of, &d, x->f, x->f_dot);
        dynamics_tangent_correct(of, x->f_dot, x->dx);
        for (int k = 0; k < of->n; k++)
            v[k] += x->dx[k];
    }
}

/* The error of S in the step just made, in units of what is allowed. The motion's own steps follow the motion: where
   it is steady its derivatives need not be. */
static double error_of(const sim *s, double h, const double *y, const double *S, const double *S_out) {
    const sensitivity *x = s->sensitivity;
    const double allowed = fmin(1e-6, fmax(1e-10, 10 * s->tolerance));
    size_t size = dynamics_state_size(s, s->mode), cap = s->y_cap, columns = x->count;
    double worst = 0;
    for (size_t c = 0; c < columns; c++) {
        double most = 0, e5 = 0, e3 = 0, param = sensitivity_scale(s, c);
        /* Of a state of size 1 as a whole: below it all is rounding. Directions of the state have its own size. */
        double least = c >= x->param_count ? 0 : 1 / (param > 0 ? param : 1);
        for (size_t i = 0; i < size; i++)
            most = fmax(most, fmax(fabs(S[c * cap + i]), fabs(S_out[c * cap + i])));
        for (size_t i = 0; i < size && most > 0; i++) {
            double a = 0, b = 0;
            double scale = allowed * (fabs(S_out[c * cap + i]) + 1e-2 * most + least * (0.01 + fabs(y[i])));
            for (int j = 0; j < DOP_STAGES; j++) {
                a += dop_e5[j] * x->K[((size_t)j * columns + c) * cap + i];
                b += dop_e3[j] * x->K[((size_t)j * columns + c) * cap + i];
            }
            e5 += a * a / (scale * scale);
            e3 += b * b / (scale * scale);
        }
        if (e5 > 0)
            worst = fmax(worst, h * e5 / sqrt((e5 + 0.01 * e3) * (double)size));
    }
    return worst;
}

bool sensitivity_carry(sim *s, double t, const double *y, const double *S, double h, double *y_out, double *S_out) {
    LGR_ASSERT(h >= 0);
    enum { MOST_PARTS = 2000, ROUGH = 100 };
    sensitivity *x = s->sensitivity;
    double left = h, part = h;
    for (int pass = 0; pass < MOST_PARTS; pass++) {
        if (!stages(s, t + (h - left), y, S, part, y_out, S_out))
            return false;
        double error = error_of(s, part, y_out, S, S_out), factor = 0.9 * pow(error, -0.125);
        if (error > 1 && part > 1e-6 * h) {
            part *= fmax(0.1, fmin(0.5, factor));
            continue;
        }
        if (error > ROUGH) /* parts as short as these do not help: a singular configuration */
            return false;
        left -= part;
        if (!(left > 0))
            return true;
        memcpy(x->part_y, y_out, dynamics_state_size(s, s->mode) * sizeof *y_out);
        memcpy(x->part_S, S_out, x->count * s->y_cap * sizeof *S_out);
        y = x->part_y;
        S = x->part_S;
        part = fmin(left, part * fmin(4, fmax(1, factor)));
    }
    return false;
}

static bool is_explicit(const sim *s) {
    const ode_method *method = s->step->acting->method;
    return method == &ode_dop853 || method == &ode_taylor;
}

/* Whether the derivatives' own steps have come to where the run is: over a singular configuration they may take another
   way. */
static bool came_along(const sim *s, const double *y) {
    const double allowed = 1e3 * fmax(s->tolerance, 1e-9);
    for (int i = 0; i < 2 * s->mode->n; i++)
        if (!(fabs(y[i] - s->next_y[i]) <= allowed * (1 + fabs(s->next_y[i]))))
            return false;
    return true;
}

/* Friction of two rows. */
static bool slides_in_a_direction(const sim *s) {
    const pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->heading_count; i++)
        if (s->mode->slip[p->heading[i].row])
            return true;
    return false;
}

void sensitivity_step(sim *s, double h) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    if (!is_explicit(s)) {
        sensitivity_fail(s, "the method '%s' does not carry derivatives", s->result->method);
        return;
    }
    variation *of = sensitivity_variation(s, s->mode);
    if (of->jumps) {
        sensitivity_fail(s, dynamics_is_pressing(s) ? "friction depends on the size of a force"
                            : slides_in_a_direction(s)
                                ? "friction slides in a direction of its surface, which has no derivative at rest"
                                : "an angle that may pass half a turn, or a switch that depends on an acceleration or a "
                                  "multiplier, has no derivative");
        return;
    }
    LGR_ASSERT(h > 0);
    x->step = h;
    const bool carried =
        !x->count || (sensitivity_carry(s, s->t, s->y, x->S, h, x->next_y, x->next_S) && came_along(s, x->next_y));
    if (!carried || !dynamics_tangent_at(s, of, s->t + h, s->next_y)) {
        sensitivity_fail(s, "the derivatives of the motion are undefined at t = %.6g s", s->t);
        return;
    }
    memcpy(x->S, x->next_S, x->count * s->y_cap * sizeof *x->S);
    project(s, of, x->S);
    double sum = 0;
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < 2 * (size_t)of->n; k++)
            sum += x->S[i * s->y_cap + k];
    if (!isfinite(sum))
        sensitivity_fail(s, "the derivatives of the motion are undefined at t = %.6g s", s->t);
    else if (!of->info.regular && of->info.rank < of->used_count)
        sensitivity_fail(s, "constraints are dependent at t = %.6g s", s->t);
}
