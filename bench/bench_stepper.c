/* Times a run in steps through the public interface (lgr_stepper): frames of a 60th of a second, with nothing set and
   with an input set in each; reading the state, a snapshot, going back to it. */
#include "lagrangia/lagrangia.h"
#include "peers/row.h"

#include <math.h>
#include <string.h>

enum { FRAMES = 6000 };

/* The machine of examples/pendulum/double.lgr with a torque at its upper joint. */
static const char text[] = "param m1 = 2 kg, m2 = 1 kg, l1 = 1 m, l2 = 0.8 m\n"
                           "input u = 0 N m\n"
                           "coord theta1 = 90 deg, theta2 = 90 deg\n"
                           "gravity 9.81 m/s^2\n"
                           "let elbow = l1*[sin(theta1), -cos(theta1)]\n"
                           "particle upper: mass m1 at elbow\n"
                           "particle lower: mass m2 at elbow + l2*[sin(theta2), -cos(theta2)]\n"
                           "generalized torque: theta1 = u\n";

static double q[2], v[2];
static lgr_motion motion = {.size = sizeof motion, .q = q, .v = v};

/* Seconds a frame. */
static double play(lgr_stepper *s, size_t u, bool sets, bool reads) {
    const double begin = now(), from = lgr_stepper_time(s);
    for (int i = 1; i <= FRAMES; i++) {
        if (sets)
            lgr_stepper_set(s, u, sin(0.1 * i));
        lgr_stepper_step_to(s, from + i / 60.0, NULL);
        if (reads)
            lgr_stepper_motion(s, &motion);
    }
    return (now() - begin) / FRAMES;
}

int main(void) {
    lgr_model *model = lgr_model_parse("double", text, sizeof text - 1, NULL, 0);
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    run.until = INFINITY;
    o.run = &run;
    size_t u = 0;
    lgr_model_find(model, LGR_KIND_PARAMETER, "u", &u);
    lgr_stepper *s = lgr_stepper_create(model, &o);
    if (lgr_stepper_status(s) != LGR_STATUS_OK)
        return 1;
    play(s, u, true, true);
    row("double pendulum", "a frame of a 60th of a second", 0, play(s, u, false, false), NAN);
    row("double pendulum", "  and its state read", 0, play(s, u, false, true), NAN);
    row("double pendulum", "a frame with an input set", 0, play(s, u, true, false), NAN);
    row("double pendulum", "  and its state read", 0, play(s, u, true, true), NAN);
    lgr_snapshot *p = lgr_stepper_save(s);
    double seconds;
    TIME(seconds, lgr_snapshot_destroy(lgr_stepper_save(s)));
    row("double pendulum", "a snapshot", 0, seconds, NAN);
    TIME(seconds, lgr_stepper_restore(s, p));
    row("double pendulum", "going back to it", 0, seconds, NAN);
    lgr_snapshot_destroy(p);
    lgr_stepper_destroy(s);
    lgr_model_destroy(model);
    return 0;
}
