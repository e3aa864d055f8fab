/* Backward differentiation by SUNDIALS' CVODE, for stiff systems; every step is projected onto the constraints. */
#include "ode/ode.h"

#define NAME "cvode"
#define PART "SUNDIALS"
#define WHAT "backward differentiation formulas of orders 1 to 5 (SUNDIALS), for stiff systems"

#ifndef LGR_HAVE_SUNDIALS

static bool never(void) {
    return false;
}

long ode_cvode_evaluations(const ode_stepper *p) {
    (void)p;
    return 0;
}

const ode_method ode_cvode = {.name = NAME, .what = WHAT, .order = 5, .part = PART, .available = never};

#else

#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "base/call.h"
#include "base/check.h"
#include "base/late.h"
#include "base/memory.h"

/* clang-format off */
#define FUNCTIONS(F) \
    F(CVode) F(CVodeCreate) F(CVodeFree) F(CVodeGetDky) F(CVodeGetNumErrTestFails) F(CVodeInit) F(CVodeReInit) \
    F(CVodeSetErrHandlerFn) F(CVodeSetInitStep) F(CVodeSetLinearSolver) F(CVodeSetMaxNumSteps) F(CVodeSetProjErrEst) \
    F(CVodeSetProjFn) F(CVodeSetStopTime) F(CVodeSetUserData) F(CVodeWFtolerances) F(N_VDestroy) \
    F(N_VGetArrayPointer) F(N_VGetLength) F(N_VLinearSum) F(N_VNew_Serial) F(N_VScale) F(SUNContext_Create) \
    F(SUNContext_Free) F(SUNDenseMatrix) F(SUNLinSolFree) F(SUNLinSol_Dense) F(SUNMatDestroy)
/* clang-format on */
BASE_LIBRARY(sundials, FUNCTIONS, LGR_SUNDIALS_NAMES)

typedef struct cvode {
    ode_stepper base;
    SUNContext context;
    void *memory;
    N_Vector y; /* what CVODE writes its results to */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    double from;         /* where the step held begins */
    double span;         /* of the dense output, from there on */
    long failures;       /* rejected steps counted so far, since the last start */
    long evaluations;    /* and projections, since it was created */
    bool projects;       /* as it was made */
    bool found;          /* rates, or a projection */
    base_outcome broken; /* of a call of ours by CVODE, which must not be jumped over */
    base_taken taken;    /* all that CVODE allocated */
} cvode;

static void release(cvode *p) {
    if (p->memory)
        sundials.CVodeFree(&p->memory);
    if (p->solver)
        sundials.SUNLinSolFree(p->solver);
    if (p->matrix)
        sundials.SUNMatDestroy(p->matrix);
    if (p->y)
        sundials.N_VDestroy(p->y);
    p->memory = NULL;
    p->solver = NULL;
    p->matrix = NULL;
    p->y = NULL;
}

static void give_back(void *of) {
    cvode *p = of;
    release(p);
    if (p->context)
        sundials.SUNContext_Free(&p->context);
}

static ode_stepper *create(const ode_system *f, arena *a) {
    LGR_ASSERT(sundials_loaded());
    cvode *p = ARENA_NEW(a, cvode);
    ode_stepper_init(&p->base, &ode_cvode, f, a);
    base_take(&p->taken, give_back, p);
    return &p->base;
}

static void destroy(ode_stepper *base) {
    base_give_back(&((cvode *)base)->taken);
}

/* A positive result asks CVODE for a smaller step, a negative one to give up. */
static int derivative(sunrealtype t, N_Vector y, N_Vector dy, void *user) {
    cvode *p = user;
    const ode_system *f = p->base.system;
    p->evaluations++;
    BASE_TRY(p->broken,
             p->found = f->rates(f->self, t, sundials.N_VGetArrayPointer(y), sundials.N_VGetArrayPointer(dy)));
    return p->broken != BASE_COMPLETE ? -1 : !p->found;
}

static int project(sunrealtype t, N_Vector y, N_Vector correction, sunrealtype tolerance, N_Vector error, void *user) {
    (void)tolerance;
    (void)error;
    cvode *p = user;
    const ode_system *f = p->base.system;
    sundials.N_VScale(1, y, correction);
    p->evaluations++;
    BASE_TRY(p->broken, p->found = f->project(f->self, t, sundials.N_VGetArrayPointer(correction), NULL));
    if (p->broken != BASE_COMPLETE || !p->found)
        return p->broken != BASE_COMPLETE ? -1 : 1;
    sundials.N_VLinearSum(1, correction, -1, y, correction);
    return 0;
}

static void keep_quiet(int code, const char *module, const char *function, char *text, void *user) {
    (void)code, (void)module, (void)function, (void)text, (void)user;
}

/* Functions of SUNDIALS read what they have asked for without looking whether it is there: memory for all of them must
   be. */
static void look_for_memory(size_t numbers) {
    static const size_t enough = (size_t)1 << 16;
    if (!base_memory_is_there(enough + numbers * sizeof(double)))
        base_memory_exhausted();
}

/* Only for want of memory do these functions fail. */
static void make(cvode *p) {
    sunindextype size = (sunindextype)p->base.system->size;
    if (!p->context && sundials.SUNContext_Create(NULL, &p->context) != 0)
        base_memory_exhausted();
    p->memory = sundials.CVodeCreate(CV_BDF, p->context);
    p->y = sundials.N_VNew_Serial(size, p->context);
    p->matrix = sundials.SUNDenseMatrix(size, size, p->context);
    if (!p->memory || !p->y || !p->matrix)
        base_memory_exhausted();
    p->solver = sundials.SUNLinSol_Dense(p->y, p->matrix, p->context);
    if (!p->solver)
        base_memory_exhausted();
}

/* What errors are measured by, in the unit of the tolerance; CVODE wants a weight for what is not measured, too. */
static int weigh(N_Vector y, N_Vector weight, void *user) {
    cvode *p = user;
    const ode_system *f = p->base.system;
    double *w = sundials.N_VGetArrayPointer(weight);
    BASE_TRY(p->broken, f->weigh_ahead(f->self, p->base.y, sundials.N_VGetArrayPointer(y), w));
    if (p->broken != BASE_COMPLETE)
        return -1;
    for (size_t i = 0; i < f->size; i++)
        w[i] = w[i] == 0 ? DBL_MIN : w[i];
    return 0;
}

/* None may be asked after one that failed: it would read what is not there. */
static void configure(cvode *p, double limit) {
    const ode_system *f = p->base.system;
    void *c = p->memory;
    const bool ready =
        sundials.CVodeSetErrHandlerFn(c, keep_quiet, NULL) == CV_SUCCESS &&
        sundials.CVodeInit(c, derivative, p->base.t, p->y) == CV_SUCCESS &&
        sundials.CVodeWFtolerances(c, weigh) == CV_SUCCESS && sundials.CVodeSetUserData(c, p) == CV_SUCCESS &&
        sundials.CVodeSetLinearSolver(c, p->solver, p->matrix) == CV_SUCCESS &&
        sundials.CVodeSetMaxNumSteps(c, -1) == CV_SUCCESS &&
        (!(f->first_step > 0) || sundials.CVodeSetInitStep(c, fmin(f->first_step, limit)) == CV_SUCCESS) &&
        (!f->project ||
         (sundials.CVodeSetProjFn(c, project) == CV_SUCCESS && sundials.CVodeSetProjErrEst(c, SUNFALSE) == CV_SUCCESS));
    if (!ready)
        base_memory_exhausted();
}

/* What has the same size and is projected as before, or not as before, starts again in the same memory. */
static bool starts_again(const cvode *p) {
    const ode_system *f = p->base.system;
    return p->memory && (size_t)sundials.N_VGetLength(p->y) == f->size && p->projects == (f->project != NULL);
}

static void start_anew(cvode *p, double limit) {
    enum { VECTORS = 32, MATRICES = 3 };
    const size_t size = p->base.system->size;
    release(p);
    look_for_memory((VECTORS + MATRICES * size) * size);
    make(p);
    memcpy(sundials.N_VGetArrayPointer(p->y), p->base.y, p->base.system->size * sizeof *p->base.y);
    configure(p, limit);
    p->projects = p->base.system->project != NULL;
}

static void start_again(cvode *p, double limit) {
    const ode_system *f = p->base.system;
    memcpy(sundials.N_VGetArrayPointer(p->y), p->base.y, f->size * sizeof *p->base.y);
    int trouble = sundials.CVodeReInit(p->memory, p->base.t, p->y);
    if (f->first_step > 0)
        trouble |= sundials.CVodeSetInitStep(p->memory, fmin(f->first_step, limit));
    if (trouble != CV_SUCCESS)
        base_memory_exhausted();
}

static bool begin(ode_stepper *base, double limit) {
    cvode *p = (cvode *)base;
    const ode_system *f = base->system;
    p->failures = 0;
    if (f->low_order)
        f->low_order(f->self);
    if (starts_again(p))
        start_again(p, limit);
    else
        start_anew(p, limit);
    return f->rates(f->self, base->t, base->y, NULL);
}

static void count_failures(cvode *p) {
    long now = p->failures;
    sundials.CVodeGetNumErrTestFails(p->memory, &now);
    p->base.rejected += now - p->failures;
    p->failures = now;
}

/* The linear solver allocates the last of its memory at the first step. */
static bool lacks_memory(int outcome) {
    return outcome == CV_MEM_FAIL || outcome == CV_LINIT_FAIL;
}

static double step(ode_stepper *base, double limit, double *out) {
    cvode *p = (cvode *)base;
    double t = p->from = base->t;
    LGR_ASSERT(p->memory);
    look_for_memory(0); /* a Jacobian matrix takes a few small pieces */
    sundials.CVodeSetStopTime(p->memory, base->t + limit);
    int outcome = sundials.CVode(p->memory, base->t + limit, p->y, &t, CV_ONE_STEP);
    count_failures(p);
    if (p->broken != BASE_COMPLETE)
        base_call_break(p->broken);
    if (lacks_memory(outcome))
        base_memory_exhausted();
    bool nothing_left = outcome == CV_TOO_CLOSE; /* less than rounding up to the limit */
    if (outcome < 0 && !nothing_left)
        return 0;
    memcpy(out, nothing_left ? base->y : sundials.N_VGetArrayPointer(p->y), base->system->size * sizeof *out);
    double taken = nothing_left || outcome == CV_TSTOP_RETURN ? limit : t - base->t;
    return ode_land(base->system, base->t + taken, out, NULL) ? taken : 0;
}

static bool interpolate(const cvode *p, double t, size_t size, double *y) {
    LGR_ASSERT(p->memory);
    if (sundials.CVodeGetDky(p->memory, t, 0, p->y) != CV_SUCCESS)
        return false;
    memcpy(y, sundials.N_VGetArrayPointer(p->y), size * sizeof *y);
    return true;
}

/* Not a step of its own: the interpolant, projected. */
static bool again(ode_stepper *base, double h, double *out) {
    const cvode *p = (cvode *)base;
    return interpolate(p, p->from + h, base->system->size, out) && ode_land(base->system, p->from + h, out, NULL);
}

static bool prepare_dense(ode_stepper *base, double h, const double *out) {
    (void)out;
    ((cvode *)base)->span = h;
    return true;
}

static void dense(const ode_stepper *base, double theta, double *y) {
    const cvode *p = (const cvode *)base;
    size_t size = base->system->size;
    if (interpolate(p, p->from + theta * p->span, size, y))
        return;
    for (size_t i = 0; i < size; i++)
        y[i] = NAN;
}

long ode_cvode_evaluations(const ode_stepper *base) {
    LGR_ASSERT(base->method == &ode_cvode);
    return ((const cvode *)base)->evaluations;
}

const ode_method ode_cvode = {
    .name = NAME,
    .what = WHAT,
    .order = 5,
    .part = PART,
    .available = sundials_loaded,
    .create = create,
    .begin = begin,
    .step = step,
    .again = again,
    .prepare_dense = prepare_dense,
    .dense = dense,
    .destroy = destroy,
};

#endif
