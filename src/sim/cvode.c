/* Backward differentiation by SUNDIALS' CVODE, for stiff systems; every step is projected onto the constraints. */
#include "sim/scales.h"

#define NAME "cvode"
#define PART "SUNDIALS"
#define WHAT "backward differentiation of orders 1 to 5 (SUNDIALS), for stiff systems"

#ifndef LGR_HAVE_SUNDIALS

const sim_stepper stepper_cvode = {.name = NAME, .what = WHAT, .order = 5, .part = PART, .missing = PART};

#else

#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct cvode {
    stepper base;
    SUNContext context;
    void *memory;
    N_Vector y; /* what CVODE writes its results to */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    double from;   /* where the step held begins */
    double span;   /* of the dense output, from there on */
    long failures; /* rejected steps counted so far, since the last start */
} cvode;

static stepper *create(sim *s) {
    cvode *p = ARENA_NEW(s->a, cvode);
    p->base.kind = &stepper_cvode;
    return &p->base;
}

static void release(cvode *p) {
    if (p->memory)
        CVodeFree(&p->memory);
    if (p->solver)
        SUNLinSolFree(p->solver);
    if (p->matrix)
        SUNMatDestroy(p->matrix);
    if (p->y)
        N_VDestroy(p->y);
    p->memory = NULL;
    p->solver = NULL;
    p->matrix = NULL;
    p->y = NULL;
}

static void destroy(stepper *base) {
    cvode *p = (cvode *)base;
    release(p);
    if (p->context)
        SUNContext_Free(&p->context);
}

/* A positive result asks CVODE for a smaller step. */
static int derivative(sunrealtype t, N_Vector y, N_Vector dy, void *user) {
    return motion_evaluate(user, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy)) ? 0 : 1;
}

static int project(sunrealtype t, N_Vector y, N_Vector correction, sunrealtype tolerance, N_Vector error, void *user) {
    (void)tolerance;
    (void)error;
    N_VScale(1, y, correction);
    if (!motion_project(user, t, N_VGetArrayPointer(correction), NULL))
        return 1;
    N_VLinearSum(1, correction, -1, y, correction);
    return 0;
}

static void keep_quiet(int code, const char *module, const char *function, char *text, void *user) {
    (void)code, (void)module, (void)function, (void)text, (void)user;
}

static bool make(sim *s, cvode *p) {
    sunindextype size = (sunindextype)state_size(s, s->mode);
    if (!p->context && SUNContext_Create(NULL, &p->context) != 0)
        return false;
    p->memory = CVodeCreate(CV_BDF, p->context);
    p->y = N_VNew_Serial(size, p->context);
    p->matrix = SUNDenseMatrix(size, size, p->context);
    if (!p->memory || !p->y || !p->matrix)
        return false;
    p->solver = SUNLinSol_Dense(p->y, p->matrix, p->context);
    return p->solver != NULL;
}

/* What errors are measured by, in the unit of the tolerance. */
static int weigh(N_Vector y, N_Vector weight, void *user) {
    sim *s = user;
    const double *end = N_VGetArrayPointer(y);
    double *w = N_VGetArrayPointer(weight);
    const size_t motion = 2 * (size_t)s->mode->n;
    for (size_t i = 0; i < state_size(s, s->mode); i++)
        w[i] = i == motion ? DBL_MIN : 1 / scales_error_ahead(s, i, end); /* work follows the motion */
    return 0;
}

static bool configure(sim *s, cvode *p) {
    void *c = p->memory;
    int trouble = CVodeSetErrHandlerFn(c, keep_quiet, NULL);
    trouble |= CVodeInit(c, derivative, s->t, p->y);
    trouble |= CVodeWFtolerances(c, weigh);
    trouble |= CVodeSetUserData(c, s);
    trouble |= CVodeSetLinearSolver(c, p->solver, p->matrix);
    trouble |= CVodeSetMaxNumSteps(c, -1);
    if (s->options.first_step > 0)
        trouble |= CVodeSetInitStep(c, fmin(s->options.first_step, s->t_end - s->t));
    if (s->mode->m)
        trouble |= CVodeSetProjFn(c, project) | CVodeSetProjErrEst(c, SUNFALSE);
    return trouble == CV_SUCCESS;
}

/* Starts are rare, and a new mode has other equations: everything is made anew. */
static bool begin(sim *s, stepper *base) {
    cvode *p = (cvode *)base;
    release(p);
    p->failures = 0;
    s->gap_error = s->least_bounce = 10 * s->tolerance; /* the first steps are of order 1 and err as much as they may */
    if (!make(s, p))
        return false;
    size_t size = state_size(s, s->mode);
    motion_look_ahead(s);
    memcpy(N_VGetArrayPointer(p->y), s->y, size * sizeof *s->y);
    return configure(s, p) && motion_evaluate(s, s->t, s->y, NULL);
}

static void count_failures(sim *s, cvode *p) {
    long now = p->failures;
    CVodeGetNumErrTestFails(p->memory, &now);
    s->result->rejected += now - p->failures;
    p->failures = now;
}

static double step(sim *s, stepper *base, double limit) {
    cvode *p = (cvode *)base;
    double t = p->from = s->t;
    CVodeSetStopTime(p->memory, s->t + limit);
    int outcome = CVode(p->memory, s->t + limit, p->y, &t, CV_ONE_STEP);
    count_failures(s, p);
    bool nothing_left = outcome == CV_TOO_CLOSE; /* less than rounding up to the limit */
    if (outcome < 0 && !nothing_left)
        return 0;
    memcpy(s->next_y, nothing_left ? s->y : N_VGetArrayPointer(p->y), state_size(s, s->mode) * sizeof *s->y);
    double taken = nothing_left || outcome == CV_TSTOP_RETURN ? limit : t - s->t;
    s->at_end = true;
    return motion_project(s, s->t + taken, s->next_y, NULL) ? taken : 0;
}

static bool interpolate(const cvode *p, double t, size_t size, double *y) {
    if (CVodeGetDky(p->memory, t, 0, p->y) != CV_SUCCESS)
        return false;
    memcpy(y, N_VGetArrayPointer(p->y), size * sizeof *y);
    return true;
}

/* Not a step of its own: the interpolant, projected. */
static bool again(sim *s, stepper *base, double h, double *out) {
    s->at_end = true;
    const cvode *p = (cvode *)base;
    return interpolate(p, p->from + h, state_size(s, s->mode), out) && motion_project(s, p->from + h, out, NULL);
}

static bool prepare_dense(sim *s, stepper *base, double h, const double *out) {
    (void)s, (void)out;
    ((cvode *)base)->span = h;
    return true;
}

static void dense(const sim *s, const stepper *base, double theta, double *y) {
    const cvode *p = (const cvode *)base;
    size_t size = state_size(s, s->mode);
    if (interpolate(p, p->from + theta * p->span, size, y))
        return;
    for (size_t i = 0; i < size; i++)
        y[i] = NAN;
}

static void advance(sim *s, stepper *base, double t, const double *out) {
    (void)base;
    s->t = t;
    memcpy(s->y, out, state_size(s, s->mode) * sizeof *out);
}

const sim_stepper stepper_cvode = {
    .name = NAME,
    .what = WHAT,
    .order = 5,
    .part = PART,
    .create = create,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .advance = advance,
    .destroy = destroy,
};

#endif
