/* NLopt behind one function: S. G. Johnson, The NLopt nonlinear-optimization package; M. J. D. Powell, The BOBYQA
   algorithm, Cambridge NA2009/06, and COBYLA, 1994; T. Rowan, Subplex, 1990. */
#include "study/local.h"

#ifdef LGR_HAVE_NLOPT
#include <nlopt.h>
#endif

static const char *const names[] = {[LOCAL_BOBYQA] = "BOBYQA", [LOCAL_COBYLA] = "COBYLA", [LOCAL_SBPLX] = "SBPLX"};

const char *local_name(local_method method) {
    return names[method];
}

#ifdef LGR_HAVE_NLOPT

typedef struct search {
    nlopt_opt o;
    local_function f;
    void *user;
    size_t limits;
} search;

bool local_available(void) {
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

void local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision, int most,
                  local_function f, void *user) {
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

#else

bool local_available(void) {
    return false;
}

void local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision, int most,
                  local_function f, void *user) {
    (void)method, (void)n, (void)limits, (void)u, (void)step, (void)precision, (void)most, (void)f, (void)user;
}

#endif
