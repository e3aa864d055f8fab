/* Times a run in steps through the public interface (lgr_stepper): frames of a 60th of a second, with nothing set and
   with an input set in each; reading the state, a snapshot, going back to it; the controller and the game of
   examples/embed. */
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

/* The machine of examples/embed/controller.c. */
static const char cart[] = "param M = 1 kg, m = 0.2 kg, l = 0.6 m\n"
                           "input u = 0 N\n"
                           "coord x = 0 m, theta = 12 deg\n"
                           "gravity 9.81 m/s^2\n"
                           "particle cart: mass M at [x, 0]\n"
                           "particle bob: mass m at [x + l*sin(theta), l*cos(theta)]\n"
                           "generalized drive: x = u\n"
                           "event fallen when abs(theta) > 60 deg { stop }\n";

/* That of examples/embed/game.c. */
static const char box[] = "input u = 0 N\n"
                          "coord x = 1 m, y = 1 m\n"
                          "particle ball: mass 0.5 kg at [x, y]\n"
                          "gravity 9.81 m/s^2\n"
                          "force player: [u, 0 N] at ball\n"
                          "contact floor: y >= 0 m, restitution 0.7, friction 0.2 along x\n"
                          "contact left: x >= 0 m, restitution 0.5\n"
                          "contact right: x <= 4 m, restitution 0.5\n";

static double q[2], v[2];
static lgr_motion motion = {.size = sizeof motion, .q = q, .v = v};

typedef struct loop {
    lgr_model *model;
    lgr_stepper *s;
    size_t u;
} loop;

static bool begin_loop(loop *l, const char *of) {
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    run.until = INFINITY;
    o.run = &run;
    l->model = lgr_model_parse("loop", of, strlen(of), NULL, 0);
    l->s = lgr_stepper_create(l->model, &o);
    return lgr_stepper_status(l->s) == LGR_STATUS_OK &&
           lgr_model_find(l->model, LGR_KIND_PARAMETER, "u", &l->u) == LGR_STATUS_OK;
}

static void end_loop(loop *l) {
    lgr_stepper_destroy(l->s);
    lgr_model_destroy(l->model);
}

/* Seconds a frame. */
static double play(loop *l, bool sets, bool reads) {
    const double begin = now(), from = lgr_stepper_time(l->s);
    for (int i = 1; i <= FRAMES; i++) {
        if (sets)
            lgr_stepper_set(l->s, l->u, sin(0.1 * i));
        lgr_stepper_step_to(l->s, from + i / 60.0, NULL);
        if (reads)
            lgr_stepper_motion(l->s, &motion);
    }
    return (now() - begin) / FRAMES;
}

/* Seconds a look of a controller, a hundred a second. */
static double control(loop *l) {
    const double begin = now(), from = lgr_stepper_time(l->s);
    for (int i = 1; i <= FRAMES; i++) {
        lgr_stepper_motion(l->s, &motion);
        lgr_stepper_set(l->s, l->u, 2.5 * q[0] + 4 * v[0] + 38 * q[1] + 8 * v[1]);
        lgr_stepper_step_to(l->s, from + i / 100.0, NULL);
    }
    return (now() - begin) / FRAMES;
}

/* Seconds a frame of a game: to its end, whatever happens on the way. */
static double bounce(loop *l) {
    const double begin = now(), from = lgr_stepper_time(l->s);
    lgr_step step = {.size = sizeof step};
    for (int i = 1; i <= FRAMES; i++) {
        lgr_stepper_set(l->s, l->u, i % 180 < 90 ? 3 : -3);
        do
            lgr_stepper_step_to(l->s, from + i / 60.0, &step);
        while (step.end == LGR_STEP_EVENT);
        lgr_stepper_motion(l->s, &motion);
    }
    return (now() - begin) / FRAMES;
}

static bool time_double_pendulum(void) {
    loop l;
    if (!begin_loop(&l, text))
        return false;
    play(&l, true, true);
    row("double pendulum", "a frame of a 60th of a second", 0, play(&l, false, false), NAN);
    row("double pendulum", "  and its state read", 0, play(&l, false, true), NAN);
    row("double pendulum", "a frame with an input set", 0, play(&l, true, false), NAN);
    row("double pendulum", "  and its state read", 0, play(&l, true, true), NAN);
    lgr_snapshot *p = lgr_stepper_save(l.s);
    double seconds;
    TIME(seconds, lgr_snapshot_destroy(lgr_stepper_save(l.s)));
    row("double pendulum", "a snapshot", 0, seconds, NAN);
    TIME(seconds, lgr_stepper_restore(l.s, p));
    row("double pendulum", "going back to it", 0, seconds, NAN);
    lgr_snapshot_destroy(p);
    end_loop(&l);
    return true;
}

static bool time_loops(void) {
    loop l;
    if (!begin_loop(&l, cart))
        return false;
    control(&l); /* until it stands */
    row("pendulum on a cart", "a look of a controller, a hundredth of a second", 0, control(&l), NAN);
    end_loop(&l);
    if (!begin_loop(&l, box))
        return false;
    row("ball in a box", "a frame with a push and what it hits", 0, bounce(&l), NAN);
    end_loop(&l);
    return true;
}

int main(void) {
    return time_double_pendulum() && time_loops() ? 0 : 1;
}
