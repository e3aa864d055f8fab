/* NLopt behind one function: S. G. Johnson, The NLopt nonlinear-optimization package; M. J. D. Powell, The BOBYQA
   algorithm, Cambridge NA2009/06, and COBYLA, 1994; T. Rowan, Subplex, 1990; D. Kraft, A software package for
   sequential quadratic programming, DFVLR-FB 88-28, 1988. */
#include "study/local.h"

#include "base/call.h"
#include "base/check.h"
#include "base/late.h"
#include "base/memory.h"

#ifdef LGR_HAVE_NLOPT
#include <nlopt.h>
#endif

static const char *const names[] = {
    [LOCAL_BOBYQA] = "BOBYQA", [LOCAL_COBYLA] = "COBYLA", [LOCAL_SBPLX] = "SBPLX", [LOCAL_SLSQP] = "SLSQP"};

const char *study_local_name(local_method method) {
    return names[method];
}

#ifdef LGR_HAVE_NLOPT

/* clang-format off */
#define FUNCTIONS(F) \
    F(nlopt_add_inequality_mconstraint) F(nlopt_create) F(nlopt_destroy) F(nlopt_force_stop) F(nlopt_optimize) \
    F(nlopt_set_initial_step1) F(nlopt_set_lower_bounds1) F(nlopt_set_maxeval) F(nlopt_set_min_objective) \
    F(nlopt_set_upper_bounds1) F(nlopt_set_xtol_abs1)
/* clang-format on */
BASE_LIBRARY(nlopt, FUNCTIONS, LGR_NLOPT_NAMES)

/* A search under way. NLopt must not be jumped over: an evaluation that is broken off stops it. */
typedef struct search {
    nlopt_opt o;
    local_function f;
    local_sloped sloped;
    void *user;
    bool goes_on;
    base_outcome broken;
    double *limits, *slopes, *limit_slopes; /* room for what is not asked for */
    base_taken taken;
} search;

bool study_local_available(void) {
    return nlopt_loaded();
}

/* A search that is broken off may ask once more before it stops. */
static void ask(search *s, const double *u, double *value, double *limits, double *slopes, double *limit_slopes) {
    if (s->broken != BASE_COMPLETE)
        return;
    s->goes_on = false;
    if (s->sloped)
        BASE_TRY(s->broken, s->goes_on = s->sloped(s->user, u, value, limits, slopes, limit_slopes));
    else
        BASE_TRY(s->broken, s->goes_on = s->f(s->user, u, value, limits));
    if (!s->goes_on)
        nlopt.nlopt_force_stop(s->o);
}

static double value_at(unsigned n, const double *u, double *gradient, void *data) {
    (void)n;
    search *s = data;
    double value = 0;
    ask(s, u, &value, s->limits, gradient ? gradient : s->slopes, s->limit_slopes);
    return value;
}

static void limits_at(unsigned m, double *out, unsigned n, const double *u, double *gradient, void *data) {
    (void)n;
    search *s = data;
    double value;
    for (unsigned k = 0; k < m; k++)
        out[k] = 0;
    ask(s, u, &value, out, s->slopes, gradient ? gradient : s->limit_slopes);
}

static void destroy(void *of) {
    nlopt.nlopt_destroy(((search *)of)->o);
}

/* Only for want of memory do NLopt's settings fail. */
static void set(nlopt_result result) {
    if (result != NLOPT_SUCCESS)
        base_memory_exhausted();
}

static void begin(search *s, nlopt_algorithm algorithm, size_t n, size_t limits, int most) {
    LGR_ASSERT(nlopt_loaded());
    s->o = nlopt.nlopt_create(algorithm, (unsigned)n);
    if (!s->o)
        base_memory_exhausted();
    base_take(&s->taken, destroy, s);
    set(nlopt.nlopt_set_lower_bounds1(s->o, 0));
    set(nlopt.nlopt_set_upper_bounds1(s->o, 1));
    set(nlopt.nlopt_set_min_objective(s->o, value_at, s));
    if (limits)
        set(nlopt.nlopt_add_inequality_mconstraint(s->o, (unsigned)limits, limits_at, s, NULL));
    set(nlopt.nlopt_set_maxeval(s->o, most));
}

static nlopt_result finish(search *s, double *u) {
    double value;
    nlopt_result result = nlopt.nlopt_optimize(s->o, u, &value);
    base_give_back(&s->taken);
    if (s->broken != BASE_COMPLETE)
        base_call_break(s->broken);
    if (result == NLOPT_OUT_OF_MEMORY)
        base_memory_exhausted();
    return result;
}

void study_local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision,
                        int most, local_function f, void *user) {
    static const nlopt_algorithm algorithms[] = {
        [LOCAL_BOBYQA] = NLOPT_LN_BOBYQA, [LOCAL_COBYLA] = NLOPT_LN_COBYLA, [LOCAL_SBPLX] = NLOPT_LN_SBPLX};
    double room[LOCAL_MOST_LIMITS];
    search s = {.f = f, .user = user, .limits = room};
    begin(&s, algorithms[method], n, limits, most);
    set(nlopt.nlopt_set_initial_step1(s.o, step));
    set(nlopt.nlopt_set_xtol_abs1(s.o, precision));
    finish(&s, u);
}

bool study_local_descend(size_t n, size_t limits, double *u, double precision, int most, local_sloped f, void *user,
                         arena *a) {
    search s = {.sloped = f, .user = user};
    s.limits = ARENA_ARRAY(a, double, limits + 1);
    s.slopes = ARENA_ARRAY(a, double, n);
    s.limit_slopes = ARENA_ARRAY(a, double, limits *n + 1);
    begin(&s, NLOPT_LD_SLSQP, n, limits, most);
    set(nlopt.nlopt_set_xtol_abs1(s.o, precision));
    nlopt_result result = finish(&s, u);
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
