/* A controller in the loop: it looks at a pendulum on a cart a hundred times a second and sets the force of the drive,
   which stays what it is in between. */
#include <lagrangia/lagrangia.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "param M = 1 kg, m = 0.2 kg, l = 0.6 m\n"
                           "input F = 0 N \"force of the drive\"\n"
                           "coord x = 0 m, theta = 12 deg\n"
                           "gravity 9.81 m/s^2\n"
                           "particle cart: mass M at [x, 0]\n"
                           "particle bob: mass m at [x + l*sin(theta), l*cos(theta)]\n"
                           "generalized drive: x = F\n"
                           "event fallen when abs(theta) > 60 deg { stop }\n";

enum { X, THETA, COORDINATES };

int main(void) {
    lgr_model *model = lgr_model_parse("pendulum on a cart", text, strlen(text), NULL, 0);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        fputs(lgr_model_finding_text(model, i, false), stderr);
    lgr_stepper_options options = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    run.until = INFINITY;
    options.run = &run;
    lgr_stepper *plant = lgr_stepper_create(model, &options);
    size_t force = 0;
    double q[COORDINATES] = {0}, v[COORDINATES] = {0}, most = 0;
    lgr_motion now = {.size = sizeof now, .q = q, .v = v};
    lgr_step step = {.size = sizeof step, .end = LGR_STEP_TIME};
    lgr_model_find(model, LGR_KIND_PARAMETER, "F", &force);
    for (int look = 0; look < 1000 && step.end == LGR_STEP_TIME; look++) {
        lgr_stepper_motion(plant, &now);
        const double F = 2.5 * q[X] + 4 * v[X] + 38 * q[THETA] + 8 * v[THETA];
        most = fmax(most, fabs(F));
        lgr_stepper_set(plant, force, F);
        lgr_stepper_step_to(plant, (look + 1) / 100.0, &step);
    }
    lgr_stepper_motion(plant, &now);
    printf("after %.2f s: x = %.6f m, theta = %.6f rad, at most %.3f N\n", lgr_stepper_time(plant), q[X], q[THETA],
           most);
    lgr_stepper_destroy(plant);
    lgr_model_destroy(model);
    return step.end == LGR_STEP_TIME && fabs(q[THETA]) < 1e-3 && fabs(q[X]) < 1e-2 ? 0 : 1;
}
