/* A problem of a model from text. */
#ifndef LGR_TESTS_LINEAR_SYSTEM_H
#define LGR_TESTS_LINEAR_SYSTEM_H

#include "linear/linear.h"
#include "mech/support.h"
#include "num/eigen.h"

typedef struct system_of {
    bench of;
    linear_problem *p;
    const char *why;
} system_of;

static inline system_of system_begin(const char *text, const char *at) {
    system_of s = {.of = bench_create(text)};
    s.p = linear_create(s.of.m, at, &s.why, s.of.memory);
    return s;
}

static inline void system_end(system_of *s) {
    if (s->p)
        linear_dispose(s->p);
    bench_destroy(&s->of);
}

#define SYSTEM_HOOP                                                                                                    \
    "param R = 0.5, W = 3, g = 9.81\ncoord th = 0\ngravity g\nparticle bead: mass 1 at "                               \
    "R*[sin(th)*cos(W*t), sin(th)*sin(W*t), -cos(th)]\n"
#define SYSTEM_SWING                                                                                                   \
    "param l = 2, c = 0.3\ninput u = 0\ncoord x = 0, y = -l\ngravity 9.81\nparticle bob: mass 1 at [x, y]\n"           \
    "constraint rod: x^2 + y^2 = l^2\ngeneralized f: x = u - c*x'\noutput pull = force(rod), side = x\n"

#endif
