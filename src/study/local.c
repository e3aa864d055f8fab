/* NLopt behind one function: S. G. Johnson, The NLopt nonlinear-optimization package; M. J. D. Powell, The BOBYQA
   algorithm, Cambridge NA2009/06, and COBYLA, 1994; T. Rowan, Subplex, 1990; D. Kraft, A software package for
   sequential quadratic programming, DFVLR-FB 88-28, 1988. */
#include "study/local.h"

#ifdef LGR_HAVE_NLOPT
#include <nlopt.h>
#endif

static const char *const names[] = {
    [LOCAL_BOBYQA] = "BOBYQA", [LOCAL_COBYLA] = "COBYLA", [LOCAL_SBPLX] = "SBPLX", [LOCAL_SLSQP] = "SLSQP"};

const char *study_local_name(local_method method) {
    return names[method];
}

#ifdef LGR_HAVE_NLOPT

typedef struct search {
    nlopt_opt o;
    local_function f;
    void *user;
    size_t limits;
} search;

bool study_local_available(void) {
    return true;
}

static double value_at(unsigned n, const double *u, double *gradient, void *data) {
    (void)n;
    (void)gradient;
    search *s = data;
    double value = 0, limits[LOCAL_MOST_LIMITS];
    if (!s->f(s->user, u, &value, limits))
        nlopt_force_stop(s->o);
    return value;
}

static void limits_at(unsigned m, double *out, unsigned n, const double *u, double *gradient, void *data) {
    (void)m;
    (void)n;
    (void)gradient;
    search *s = data;
    double value;
    if (!s->f(s->user, u, &value, out))
        nlopt_force_stop(s->o);
}

void study_local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision,
                        int most, local_function f, void *user) {
    static const nlopt_algorithm algorithms[] = {
        [LOCAL_BOBYQA] = NLOPT_LN_BOBYQA, [LOCAL_COBYLA] = NLOPT_LN_COBYLA, [LOCAL_SBPLX] = NLOPT_LN_SBPLX};
    search s = {nlopt_create(algorithms[method], (unsigned)n), f, user, limits};
    if (!s.o)
        return;
    double value;
    nlopt_set_lower_bounds1(s.o, 0);
    nlopt_set_upper_bounds1(s.o, 1);
    nlopt_set_min_objective(s.o, value_at, &s);
    if (limits)
        nlopt_add_inequality_mconstraint(s.o, (unsigned)limits, limits_at, &s, NULL);
    nlopt_set_initial_step1(s.o, step);
    nlopt_set_xtol_abs1(s.o, precision);
    nlopt_set_maxeval(s.o, most);
    nlopt_optimize(s.o, u, &value);
    nlopt_destroy(s.o);
}

typedef struct sloped_search {
    nlopt_opt o;
    local_sloped f;
    void *user;
    double value, *limits, *slopes, *limit_slopes; /* room for what is not asked for */
} sloped_search;

static double sloped_value(unsigned n, const double *u, double *gradient, void *data) {
    (void)n;
    sloped_search *s = data;
    double value = 0;
    if (!s->f(s->user, u, &value, s->limits, gradient ? gradient : s->slopes, s->limit_slopes))
        nlopt_force_stop(s->o);
    return value;
}

static void sloped_limits(unsigned m, double *out, unsigned n, const double *u, double *gradient, void *data) {
    (void)m, (void)n;
    sloped_search *s = data;
    if (!s->f(s->user, u, &s->value, out, s->slopes, gradient ? gradient : s->limit_slopes))
        nlopt_force_stop(s->o);
}

bool study_local_descend(size_t n, size_t limits, double *u, double precision, int most, local_sloped f, void *user,
                         arena *a) {
    sloped_search s = {.o = nlopt_create(NLOPT_LD_SLSQP, (unsigned)n), .f = f, .user = user};
    if (!s.o)
        return false;
    s.limits = ARENA_ARRAY(a, double, limits + 1);
    s.slopes = ARENA_ARRAY(a, double, n);
    s.limit_slopes = ARENA_ARRAY(a, double, limits *n + 1);
    nlopt_set_lower_bounds1(s.o, 0);
    nlopt_set_upper_bounds1(s.o, 1);
    nlopt_set_min_objective(s.o, sloped_value, &s);
    if (limits)
        nlopt_add_inequality_mconstraint(s.o, (unsigned)limits, sloped_limits, &s, NULL);
    nlopt_set_xtol_abs1(s.o, precision);
    nlopt_set_maxeval(s.o, most);
    double value;
    nlopt_result result = nlopt_optimize(s.o, u, &value);
    nlopt_destroy(s.o);
    return result == NLOPT_FTOL_REACHED || result == NLOPT_XTOL_REACHED || result == NLOPT_SUCCESS;
}

#else

bool study_local_descend(size_t n, size_t limits, double *u, double precision, int most, local_sloped f, void *user,
                         arena *a) {
    (void)n, (void)limits, (void)u, (void)precision, (void)most, (void)f, (void)user, (void)a;
    return false;
}

bool study_local_available(void) {
    return false;
}

void study_local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision,
                        int most, local_function f, void *user) {
    (void)method, (void)n, (void)limits, (void)u, (void)step, (void)precision, (void)most, (void)f, (void)user;
}

#endif
