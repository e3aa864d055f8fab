/* An integrator of one's own: the classical Runge-Kutta method of order 4 for a double pendulum, with the equations of
   motion from lgr_dynamics. */
#include <lagrangia/lagrangia.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 2, STEPS = 20000 };

static const char text[] = "param l = 1 m, m = 1 kg\n"
                           "coord theta = 120 deg, phi = 100 deg\n"
                           "let elbow = l*dir(theta - 90 deg), hand = elbow + l*dir(phi - 90 deg)\n"
                           "particle upper: mass m at elbow\n"
                           "particle lower: mass m at hand\n"
                           "gravity 9.81 m/s^2\n";

/* x' for x = (q, v) */
static void rates(lgr_dynamics *d, double t, const double x[2 * N], double dx[2 * N]) {
    memcpy(dx, x + N, N * sizeof *dx);
    lgr_dynamics_accelerate(d, t, x, x + N, dx + N, NULL);
}

static void step(lgr_dynamics *d, double t, double h, double x[2 * N]) {
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double k[2 * N] = {0}, at[2 * N], sum[2 * N] = {0};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 2 * N; i++)
            at[i] = x[i] + part[stage] * h * k[i];
        rates(d, t + part[stage] * h, at, k);
        for (int i = 0; i < 2 * N; i++)
            sum[i] += weight[stage] * k[i] / 6;
    }
    for (int i = 0; i < 2 * N; i++)
        x[i] += h * sum[i];
}

static double energy(lgr_dynamics *d, double t, const double x[2 * N]) {
    lgr_dynamics_evaluate(d, t, x, x + N);
    return lgr_dynamics_get(d, LGR_QUANTITY_ENERGY, NULL)[2];
}

int main(void) {
    lgr_model *model = lgr_model_parse("double pendulum", text, strlen(text), NULL, 0);
    lgr_dynamics *d = lgr_dynamics_create(model, NULL);
    double t, x[2 * N];
    if (lgr_dynamics_status(d) != LGR_STATUS_OK) {
        fprintf(stderr, "%s\n", lgr_dynamics_error(d));
        return 1;
    }
    lgr_dynamics_start(d, &t, x, x + N);
    const double h = 10.0 / STEPS, before = energy(d, t, x);
    for (int i = 0; i < STEPS; i++)
        step(d, t + i * h, h, x);
    const double drift = energy(d, t + 10, x) - before;
    printf("after 10 s: theta = %.6f, phi = %.6f; the energy has drifted by %.1e J\n", x[0], x[1], drift);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(model);
    return fabs(drift) < 1e-6 ? 0 : 1;
}
