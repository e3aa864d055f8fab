/* SUNDIALS around the hand-written equations: CVODE and ARKODE throw the trebuchet, IDA swings the four-bar linkage. */
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#define SINCOS sincos
#include "fourbar.h"
#include "launch.h"

LAUNCH_RATES(double, sincos)

static const double tolerance = 1e-8;

typedef struct machine {
    double C[CONSTANTS], ground;
} machine;

static int right_side(realtype t, N_Vector y, N_Vector f, void *of) {
    machine *m = of;
    (void)t;
    rates(m->C, m->ground, N_VGetArrayPointer(y), N_VGetArrayPointer(f));
    return 0;
}
static int root_of(realtype t, N_Vector at, realtype *g, void *of) {
    machine *m = of;
    double f[6], *y = N_VGetArrayPointer(at);
    (void)t;
    g[0] = m->ground > 0 ? rates(m->C, 1, y, f) : y[2] - y[0] - m->C[RELEASE];
    return 0;
}

static double by_adams(SUNContext context) {
    machine m = {.ground = 1};
    N_Vector y = N_VNew_Serial(6, context);
    double t = 0;
    launch_setup(&launch_default, m.C, N_VGetArrayPointer(y));
    void *solver = CVodeCreate(CV_ADAMS, context);
    CVodeInit(solver, right_side, 0, y);
    CVodeSStolerances(solver, tolerance, tolerance);
    SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeSetNonlinearSolver(solver, iteration);
    CVodeSetUserData(solver, &m);
    CVodeRootInit(solver, 1, root_of);
    CVodeSetMaxNumSteps(solver, 100000);
    CVode(solver, 5, y, &t, CV_NORMAL);
    m.ground = 0;
    CVodeReInit(solver, t, y);
    CVode(solver, 5, y, &t, CV_NORMAL);
    double range = launch_range(&launch_default, N_VGetArrayPointer(y));
    CVodeFree(&solver);
    SUNNonlinSolFree(iteration);
    N_VDestroy(y);
    return range;
}

static double by_runge_kutta(SUNContext context, ARKODE_ERKTableID table) {
    machine m = {.ground = 1};
    N_Vector y = N_VNew_Serial(6, context);
    double t = 0;
    launch_setup(&launch_default, m.C, N_VGetArrayPointer(y));
    void *solver = ERKStepCreate(right_side, 0, y, context);
    ERKStepSStolerances(solver, tolerance, tolerance);
    ERKStepSetUserData(solver, &m);
    ERKStepSetTableNum(solver, table);
    ERKStepSetInterpolantDegree(solver, 5);
    ERKStepSetMaxNumSteps(solver, 100000);
    ERKStepRootInit(solver, 1, root_of);
    ERKStepEvolve(solver, 5, y, &t, ARK_NORMAL);
    m.ground = 0;
    ERKStepReset(solver, t, y);
    ERKStepEvolve(solver, 5, y, &t, ARK_NORMAL);
    double range = launch_range(&launch_default, N_VGetArrayPointer(y));
    ERKStepFree(&solver);
    N_VDestroy(y);
    return range;
}

/* Residuals of angles, rates, two multipliers and two more that keep the angles on the loop (Gear, Gupta, Leimkuhler).
 */
static int residual(realtype t, N_Vector at, N_Vector rate, N_Vector out, void *of) {
    double *y = N_VGetArrayPointer(at), *p = N_VGetArrayPointer(rate), *r = N_VGetArrayPointer(out);
    double M[3][3], Q[3], s[3], c[3];
    (void)t, (void)of;
    fourbar_terms(y, y + 3, M, Q, s, c);
    r[6] = -2, r[7] = r[8] = r[9] = 0;
    for (int i = 0; i < 3; i++) {
        r[i] = p[i] - y[3 + i] + c[i] * y[8] + s[i] * y[9];
        r[3 + i] = -Q[i] + c[i] * y[6] + s[i] * y[7];
        for (int j = 0; j < 3; j++)
            r[3 + i] += (i > j ? M[i][j] : M[j][i]) * p[3 + j];
        r[6] += s[i], r[7] -= c[i];
        r[8] += c[i] * y[3 + i], r[9] += s[i] * y[3 + i];
    }
    return 0;
}

static double by_ida(SUNContext context) {
    N_Vector y = N_VNew_Serial(10, context), rate = N_VClone(y), differential = N_VClone(y), absolute = N_VClone(y);
    double *at = N_VGetArrayPointer(y), *p = N_VGetArrayPointer(rate), f[6], lambda[2], t;
    N_VConst(0, y), N_VConst(0, rate), N_VConst(1, differential), N_VConst(tolerance, absolute);
    fourbar_start(at);
    fourbar_rates(at, f, lambda);
    memcpy(p, f, sizeof f), memcpy(at + 6, lambda, sizeof lambda);
    for (int i = 6; i < 10; i++)
        N_VGetArrayPointer(differential)[i] = 0, N_VGetArrayPointer(absolute)[i] = 1e6 * tolerance;
    void *solver = IDACreate(context);
    IDAInit(solver, residual, 0, y, rate);
    IDASVtolerances(solver, tolerance, absolute);
    IDASetInitStep(solver, 1e-4);
    IDASetId(solver, differential);
    IDASetSuppressAlg(solver, 1);
    IDASetMaxNumSteps(solver, 1000000);
    SUNMatrix matrix = SUNDenseMatrix(10, 10, context);
    SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
    IDASetLinearSolver(solver, linear, matrix);
    double angle = IDASolve(solver, 10, &t, y, rate, IDA_NORMAL) < 0 ? NAN : at[0];
    IDAFree(&solver);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(y), N_VDestroy(rate), N_VDestroy(differential), N_VDestroy(absolute);
    return angle;
}

int main(void) {
    SUNContext context;
    double seconds, result = 0;
    SUNContext_Create(NULL, &context);
    TIME(seconds, result = by_ida(context));
    row("fourbar", "IDA, index 2, by hand-written equations", 0, seconds, result);
    TIME(seconds, result = by_adams(context));
    row("launch", "CVODE Adams, by hand-written equations", 0, seconds, result);
    TIME(seconds, result = by_runge_kutta(context, ARKODE_VERNER_8_5_6));
    row("launch", "ARKODE Verner 6(5), by hand-written equations", 0, seconds, result);
    TIME(seconds, result = by_runge_kutta(context, ARKODE_FEHLBERG_13_7_8));
    row("launch", "ARKODE Fehlberg 8(7), by hand-written equations", 0, seconds, result);
    SUNContext_Free(&context);
    return 0;
}
