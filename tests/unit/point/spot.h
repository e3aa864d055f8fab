/* A point of a model from text, with forces on its coordinates that a test can set. */
#ifndef LGR_TESTS_POINT_SPOT_H
#define LGR_TESTS_POINT_SPOT_H

#include "mech/support.h"
#include "point/point.h"

enum { SPOT_MOST = 8 };

typedef struct spot {
    bench of;
    point *p;
    int n, m;
    double load[SPOT_MOST]; /* per model coordinate */
} spot;

static inline void spot_push(void *user, double t, const double *q, const double *v, double *Q, double *Q_q,
                             double *Q_v) {
    const spot *x = user;
    (void)t, (void)q, (void)v, (void)Q_q, (void)Q_v;
    for (size_t i = 0; i < x->of.m->coord_count; i++)
        Q[i] += x->load[i];
}

/* It must not be moved: its forces are those of this place. */
static inline void spot_begin(spot *x, const char *text) {
    *x = (spot){.of = bench_create(text)};
    assert_true(x->of.m->coord_count <= SPOT_MOST);
    x->p = point_create(x->of.m, &x->of.choice, x->of.memory);
    x->n = point_equations(x->p)->n;
    x->m = point_equations(x->p)->m;
    point_add_load(x->p, (mech_load){spot_push, true, x});
}

static inline void spot_end(spot *x) {
    point_dispose(x->p);
    bench_destroy(&x->of);
}

static inline double spot_number(const spot *x, point_quantity what, size_t k) {
    assert_true(k < point_size(x->p, what));
    return point_get(x->p, what)[k];
}

static inline void spot_set(spot *x, int param, double value) {
    assert_true(model_assign(x->of.m, &param, &value, 1));
}

/* Around where a machine may well be. */
static inline void spot_roll(spot *x, double *q, double *v) {
    for (int i = 0; i < x->n; i++) {
        q[i] = 0.6 + 0.4 * bench_random(&x->of);
        v[i] = bench_random(&x->of);
    }
}

#define SPOT_ANGLE                                                                                                     \
    "param m = 2, l = 1.5, g = 9.81\ncoord a = 0\ngravity g\nparticle bob: mass m at [l*sin(a), -l*cos(a)]\n"          \
    "generalized drag: a = -0.3*a'\noutput height = -l*cos(a)\n"
#define SPOT_ROD                                                                                                       \
    "param m = 2, l = 1.5, g = 9.81\ncoord x = 0, y = -l\ngravity g\nparticle bob: mass m at [x, y]\n"                 \
    "constraint rod: x^2 + y^2 = l^2\n"
#define SPOT_DOUBLE                                                                                                    \
    "param m = 0.7, l = 1.2, k = 3\ncoord a = 0.3, b = 0.5\ngravity 9.81\nparticle p: mass 1 at l*dir(a)\n"            \
    "particle q: mass m at l*dir(a) + 0.8*dir(b)\npotential V = k*(a - b)^2/2\ngeneralized f: b = sin(2*t) - b'^3\n"   \
    "output o = sin(a)*b' + t\n"
#define SPOT_SLEIGH                                                                                                    \
    "param I = 2, F = 1\ncoord x = 0, y = 0, w = 0.2\nkinetic T = (3*x'^2 + y'^2 + I*w'^2)/2\n"                        \
    "generalized f: x = F*cos(w)\nconstraint blade: -x'*sin(w) + y'*cos(w) = t/10\noutput u = x'*cos(w)\n"

#endif
