/* Plain equations with known solutions: see plain.h. */
#include "plain.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void decay(double t, const double *y, double *dy) {
    (void)t;
    dy[0] = -y[0];
}

static void decay_exact(double t, double *y) {
    y[0] = exp(-t);
}

static void oscillator(double t, const double *y, double *dy) {
    (void)t;
    dy[0] = y[1];
    dy[1] = -y[0];
}

static void oscillator_exact(double t, double *y) {
    y[0] = cos(t);
    y[1] = -sin(t);
}

/* Coefficient k of cos(t) about t0. */
static double cosine_term(double t0, int k) {
    const double of[] = {cos(t0), -sin(t0), -cos(t0), sin(t0)};
    return of[k % 4] / tgamma(k + 1.0);
}

static double product_term(double *const *c, size_t a, size_t b, int k) {
    double sum = 0;
    for (int j = 0; j <= k; j++)
        sum += c[j][a] * c[k - j][b];
    return sum;
}

static void decay_series(double t0, int k, double *const *c, double *rate) {
    (void)t0;
    rate[0] = -c[k][0];
}

static void oscillator_series(double t0, int k, double *const *c, double *rate) {
    (void)t0;
    rate[0] = c[k][1];
    rate[1] = -c[k][0];
}

static void forced_series(double t0, int k, double *const *c, double *rate) {
    rate[0] = 0;
    for (int j = 0; j <= k; j++)
        rate[0] += cosine_term(t0, j) * c[k - j][0];
}

static void logistic_series(double t0, int k, double *const *c, double *rate) {
    (void)t0;
    rate[0] = c[k][0] - product_term(c, 0, 0, k);
}

static void stiff_series(double t0, int k, double *const *c, double *rate) {
    rate[0] = -1e4 * (c[k][0] - cosine_term(t0, k)) + (k + 1) * cosine_term(t0, k + 1);
}

static void circle_series(double t0, int k, double *const *c, double *rate) {
    (void)t0;
    rate[0] = -c[k][1] - c[k][0];
    rate[1] = c[k][0] - c[k][1];
    for (int j = 0; j <= k; j++) {
        const double r2 = product_term(c, 0, 0, j) + product_term(c, 1, 1, j);
        rate[0] += r2 * c[k - j][0];
        rate[1] += r2 * c[k - j][1];
    }
}

static void forced(double t, const double *y, double *dy) {
    dy[0] = cos(t) * y[0];
}

static void forced_exact(double t, double *y) {
    y[0] = exp(sin(t));
}

static void logistic(double t, const double *y, double *dy) {
    (void)t;
    dy[0] = y[0] * (1 - y[0]);
}

static void logistic_exact(double t, double *y) {
    y[0] = 1 / (1 + 9 * exp(-t));
}

/* Prothero and Robinson's: stiff, with a smooth solution. */
static void stiff(double t, const double *y, double *dy) {
    dy[0] = -1e4 * (y[0] - cos(t)) - sin(t);
}

static void stiff_exact(double t, double *y) {
    y[0] = cos(t);
}

/* Around the unit circle, whose equations push off it. */
static void circle(double t, const double *y, double *dy) {
    (void)t;
    double r2 = y[0] * y[0] + y[1] * y[1];
    dy[0] = -y[1] + (r2 - 1) * y[0];
    dy[1] = y[0] + (r2 - 1) * y[1];
}

static void circle_exact(double t, double *y) {
    y[0] = cos(t);
    y[1] = sin(t);
}

static double on_circle(const double *y, double *gradient) {
    gradient[0] = 2 * y[0];
    gradient[1] = 2 * y[1];
    return y[0] * y[0] + y[1] * y[1] - 1;
}

const plain plain_equations[] = {
    {"decay", 1, 5, decay, decay_exact, NULL, decay_series},
    {"oscillator", 2, 20, oscillator, oscillator_exact, NULL, oscillator_series},
    {"forced", 1, 12, forced, forced_exact, NULL, forced_series},
    {"logistic", 1, 10, logistic, logistic_exact, NULL, logistic_series},
    {"circle", 2, 20, circle, circle_exact, on_circle, circle_series},
    {"stiff", 1, 10, stiff, stiff_exact, NULL, stiff_series},
};
const size_t plain_count = sizeof plain_equations / sizeof *plain_equations;

const plain *plain_find(const char *name) {
    for (size_t i = 0; i < plain_count; i++)
        if (strcmp(plain_equations[i].name, name) == 0)
            return &plain_equations[i];
    return NULL;
}

static bool rates(void *self, double t, const double *y, double *dy) {
    plain_run *x = self;
    double room[PLAIN_MOST];
    x->evaluations++;
    x->of->rates(t, y, dy ? dy : room);
    if (dy && x->system.size > x->of->size)
        dy[x->of->size] = x->more_rate;
    return t <= x->hole;
}

static const char *series(void *self, double t, const double *y, int order, double **c) {
    plain_run *x = self;
    double rate[PLAIN_MOST] = {0};
    if (!x->of->series || t > x->no_series || !rates(self, t, y, c[1]))
        return "none is known";
    memcpy(c[0], y, x->system.size * sizeof *y);
    for (int k = 0; k < order; k++) {
        x->of->series(t, k, c, rate);
        for (size_t i = 0; i < x->of->size; i++)
            c[k + 1][i] = rate[i] / (k + 1);
        if (x->system.size > x->of->size)
            c[k + 1][x->of->size] = k == 0 ? x->more_rate : 0;
    }
    x->expansions++;
    return NULL;
}

static bool project(void *self, double t, double *y, double *dy) {
    plain_run *x = self;
    x->projections++;
    for (int pass = 0; pass < 3; pass++) {
        double a[PLAIN_MOST] = {0}, f = x->of->invariant(y, a), sum = 0;
        for (size_t i = 0; i < x->of->size; i++)
            sum += a[i] * a[i];
        for (size_t i = 0; i < x->of->size; i++)
            y[i] -= f / sum * a[i];
    }
    return rates(self, t, y, dy);
}

static void weigh(void *self, double h, const double *from, const double *to, double *weight) {
    (void)h, (void)from, (void)to;
    const plain_run *x = self;
    for (size_t i = 0; i < x->of->size; i++)
        weight[i] = 1 / x->system.tolerance;
    if (x->system.size > x->of->size)
        weight[x->of->size] = x->more_weight;
}

static void weigh_ahead(void *self, const double *from, const double *to, double *weight) {
    weigh(self, 0, from, to, weight);
}

static void see_stage(void *self, int stage, bool last) {
    plain_run *x = self;
    x->stages += stage > 0;
    x->trials += last;
    x->last = last ? stage : x->last;
}

static void note_rejected(void *self, double h, double error, const double *from, const double *to) {
    (void)h, (void)error, (void)from, (void)to;
    ((plain_run *)self)->rejected++;
}

static void note_low_order(void *self) {
    ((plain_run *)self)->low_orders++;
}

void plain_begin(plain_run *x, const plain *of, double tolerance) {
    *x = (plain_run){.of = of, .hole = INFINITY, .no_series = INFINITY};
    x->system = (ode_system){.self = x,
                             .capacity = of->size + 1,
                             .size = of->size,
                             .measured = of->size,
                             .split = of->size,
                             .tolerance = tolerance,
                             .watched = true,
                             .time_scale = 1,
                             .rates = rates,
                             .series = series,
                             .project = of->invariant ? project : NULL,
                             .weigh = weigh,
                             .weigh_ahead = weigh_ahead,
                             .stage = see_stage,
                             .rejected = note_rejected,
                             .low_order = note_low_order};
}

void plain_follow(plain_run *x, double rate, double weight) {
    x->system.size = x->of->size + 1;
    x->more_rate = rate;
    x->more_weight = weight;
}

void plain_open(plain_case *x, const ode_method *method, const plain *of, double tolerance) {
    if (!ode_method_is_there(method))
        skip();
    x->a = base_arena_create();
    plain_begin(&x->run, of, tolerance);
    x->p = method->create(&x->run.system, x->a);
}

void plain_close(plain_case *x) {
    ode_stepper_destroy(x->p);
    base_arena_destroy(x->a);
}

long plain_go(plain_run *x, ode_stepper *p, double end, double *y) {
    double begin[PLAIN_MOST] = {0};
    x->of->exact(0, begin);
    long steps = 0;
    double out[PLAIN_MOST];
    if (!ode_stepper_begin(p, 0, begin, end))
        return -1;
    while (p->t < end) {
        double left = end - p->t, h = ode_stepper_step(p, left, out);
        if (h == 0)
            return -1;
        ode_stepper_advance(p, h == left ? end : p->t + h, out);
        steps++;
    }
    memcpy(y, p->y, x->of->size * sizeof *y);
    return steps;
}

double plain_error(const plain *of, double t, const double *y) {
    double exact[PLAIN_MOST], most = 0;
    of->exact(t, exact);
    for (size_t i = 0; i < of->size; i++)
        most = fmax(most, fabs(y[i] - exact[i]));
    return most;
}
