/* A parameter study in threads: one model is read, each thread works on a copy with lengths of its own. */
#include <lagrangia/lagrangia.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, LENGTHS = 40 };

static const char text[] = "param l = 1 m\n"
                           "coord theta = 170 deg\n"
                           "particle bob: mass 1 kg at l*dir(theta - 90 deg)\n"
                           "gravity 9.81 m/s^2\n"
                           "event below when theta < 0 { stop }\n"
                           "report fall = time(below)\n";

typedef struct worker {
    pthread_t thread;
    const lgr_model *model;
    int first;
    double *falls;
    int failed;
} worker;

static void *work(void *user) {
    worker *w = user;
    lgr_model *mine = lgr_model_copy(w->model); /* reads nothing again */
    for (int i = w->first; i < LENGTHS; i += THREADS) {
        char length[32];
        snprintf(length, sizeof length, "%d cm", 50 + 5 * i);
        w->failed |= lgr_model_set(mine, "l", length) != LGR_STATUS_OK;
        lgr_run *run = lgr_run_create(mine, NULL);
        w->failed |= lgr_run_status(run) != LGR_STATUS_OK;
        w->falls[i] = lgr_run_report(run, "fall");
        lgr_run_destroy(run);
    }
    lgr_model_destroy(mine);
    return NULL;
}

int main(void) {
    double falls[LENGTHS];
    worker workers[THREADS];
    int failed = 0;
    lgr_model *model = lgr_model_parse("pendulum", text, strlen(text), NULL, 0);
    for (size_t i = 0; i < lgr_model_finding_count(model); i++)
        fputs(lgr_model_finding_text(model, i, false), stderr);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.model = model, .first = i, .falls = falls};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        failed |= workers[i].failed;
    }
    for (int i = 0; i < LENGTHS; i += 13)
        printf("%4.2f m falls for %.6f s\n", 0.5 + 0.05 * i, falls[i]);
    lgr_model_destroy(model);
    const double four = falls[30] / falls[0]; /* four times the length: twice the time */
    return failed || !(four > 1.999999 && four < 2.000001);
}
