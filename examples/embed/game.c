/* A game loop at 60 frames a second: a ball in a box that the player pushes about. Every frame sets the push, goes on
   by exactly a sixtieth of a second, tells what has been hit, and draws. A checkpoint brings the game back. */
#include <lagrangia/lagrangia.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "input push = 0 N\n"
                           "coord x = 1 m, y = 1 m\n"
                           "particle ball: mass 0.5 kg at [x, y]\n"
                           "gravity 9.81 m/s^2\n"
                           "force player: [push, 0 N] at ball\n"
                           "contact floor: y >= 0 m, restitution 0.7, friction 0.2 along x\n"
                           "contact left: x >= 0 m, restitution 0.5\n"
                           "contact right: x <= 4 m, restitution 0.5\n";

typedef struct game {
    lgr_stepper *world;
    size_t push;
    double q[2], v[2];
    int hits;
} game;

/* A frame; false if the game is over. */
static bool play(game *g, int frame, double push) {
    lgr_step step = {.size = sizeof step};
    lgr_motion now = {.size = sizeof now, .q = g->q, .v = g->v};
    lgr_stepper_set(g->world, g->push, push);
    do {
        if (lgr_stepper_step_to(g->world, frame / 60.0, &step) != LGR_STATUS_OK)
            return false;
        for (size_t i = 0; i < step.event_count; i++) {
            lgr_step_event e = {.size = sizeof e};
            lgr_stepper_event(g->world, i, &e);
            g->hits += strcmp(e.kind, "impact") == 0; /* a sound, as loud as e.impulse says */
        }
    } while (step.end == LGR_STEP_EVENT);
    return lgr_stepper_motion(g->world, &now) == LGR_STATUS_OK;
}

static double keys(int frame) {
    return frame % 180 < 90 ? 3 : -3;
}

int main(void) {
    lgr_model *model = lgr_model_parse("ball", text, strlen(text), NULL, 0);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        fputs(lgr_model_finding_text(model, i, false), stderr);
    lgr_stepper_options options = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    run.until = INFINITY;
    options.run = &run;
    game g = {.world = lgr_stepper_create(model, &options)};
    lgr_model_find(model, LGR_KIND_PARAMETER, "push", &g.push);
    lgr_snapshot *checkpoint = NULL;
    double x[2] = {0};
    for (int lives = 0; lives < 2; lives++) {
        for (int frame = lives ? 301 : 1; frame <= 600; frame++) {
            if (!play(&g, frame, keys(frame)))
                return 1;
            if (frame == 300 && !lives)
                checkpoint = lgr_stepper_save(g.world);
        }
        x[lives] = g.q[0];
        printf("%d hits; the ball is at [%.6f, %.6f]\n", g.hits, g.q[0], g.q[1]);
        lgr_stepper_restore(g.world, checkpoint);
    }
    lgr_snapshot_destroy(checkpoint);
    lgr_stepper_destroy(g.world);
    lgr_model_destroy(model);
    return x[0] == x[1] && g.hits > 3 ? 0 : 1; /* the same keys from the same place */
}
