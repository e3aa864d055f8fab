/* A run of a model from text that can shoot. */
#ifndef LGR_TESTS_LINEAR_SHOOTING_H
#define LGR_TESTS_LINEAR_SHOOTING_H

#include "linear/orbit.h"
#include "linear/system.h"

typedef struct orbit_of {
    system_of of;
    orbit o;
} orbit_of;

static inline orbit_of *orbit_begin(const char *text) {
    orbit_of *x = calloc(1, sizeof *x);
    assert_non_null(x);
    x->of = system_begin(text, NULL);
    assert_non_null(x->of.p);
    assert_null(linear_orbit_begin(&x->o, x->of.p, x->of.of.memory));
    return x;
}

static inline void orbit_end(orbit_of *x) {
    linear_orbit_end(&x->o);
    system_end(&x->of);
    free(x);
}

static inline void need_multipliers(void) {
    if (!num_eigen_available())
        skip();
}

#define ORBIT_PENDULUM "coord th = 1\nkinetic T = th'^2/2\npotential V = -cos(th)\n"
#define ORBIT_WHEEL                                                                                                    \
    "param al = 22.5 deg, gam = 8 deg\ncoord th = gam - al\ninitial th' = 2\nkinetic T = th'^2/2\n"                    \
    "potential V = 9.81*cos(th)\nevent step when th > gam + al { set th = th - 2*al, th' = th'*cos(2*al) }\n"          \
    "simulate until 20\n"

#endif
