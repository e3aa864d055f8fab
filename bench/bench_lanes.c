/* Times steps of one motion and of eight side by side, in every mode that a run comes through, and whole launches of
   different trebuchets by every back end for eight lanes; the latter alone as rows for bench/table.py:
   bench_lanes --rows. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sim/batch/lanes.h"
#include "sim/batch/pack.h"
#include "sim/event/event.h"
#include "sim/run/run.h"
#include "subject.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of a step of one motion, in seconds: the least of some goes. */
static double time_of_one(sim *s, double h) {
    double best = INFINITY;
    for (int go = 0; go < 5; go++) {
        long count = 0;
        double begin = now(), end = begin;
        for (; end - begin < 0.005; end = now(), count++)
            event_stepper_again(s, h, s->next_y);
        best = fmin(best, (end - begin) / (double)count);
    }
    return best;
}

static double time_of_pack(pack *p) {
    double best = INFINITY;
    for (int go = 0; go < 5; go++) {
        long count = 0;
        double begin = now(), end = begin;
        for (; end - begin < 0.005; end = now(), count++)
            batch_pack_try(p, 255);
        best = fmin(best, (end - begin) / (double)count);
    }
    return best;
}

static void fill(const sim *s, pack *p, double h) {
    double *params = ARENA_ARRAY(s->a, double, s->m->param_count + 1);
    model_load_values(s->m, params);
    for (int l = 0; l < PACK_LANES; l++) {
        batch_pack_put(p, l, params, s->t, s->y);
        p->h[l] = h;
        p->tolerance[l] = s->tolerance;
    }
    batch_pack_begin(p, 255);
}

/* The greatest difference of both ends, relative to 1 and their size. */
static double difference(const sim *s, const pack *p) {
    double worst = 0;
    for (size_t i = 0; i < p->motion; i++)
        for (int l = 0; l < PACK_LANES; l++)
            worst = fmax(worst, fabs(p->next[i * PACK_LANES + (size_t)l] - s->next_y[i]) / (1 + fabs(s->next_y[i])));
    return worst;
}

static void compare(const char *name, sim *s, arena *a) {
    mode *m = s->mode;
    if (!m->direct) {
        printf("%-28s %3d %3d  no direct program\n", name, m->n, m->m);
        return;
    }
    double h = event_stepper_step(s, s->t_end - s->t);
    pack *p = batch_pack_create(a, s);
    fill(s, p, h);
    double one = time_of_one(s, h);
    lane_set ended = batch_pack_try(p, 255);
    double eight = time_of_pack(p);
    printf("%-28s %3d %3d %9.0f %9.0f %6.1f %9.1e %s\n", name, m->n, m->m, 1e9 * one, 1e9 * eight / PACK_LANES,
           PACK_LANES * one / eight, difference(s, p), ended == 255 ? "" : "failed");
    batch_pack_destroy(p);
}

static void compare_modes(model *m, const char *name, arena *a) {
    arena *run = base_arena_create();
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.tolerance = 1e-8;
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    sim *s = run_begin(kit, run);
    const mode *seen = NULL;
    for (int steps = 0; run_goes_on(s) && steps < 10000; steps++) {
        run_advance(s);
        if (run_goes_on(s) && s->mode != seen && strcmp(s->step->method->name, "dop853") == 0)
            compare(name, s, a);
        seen = s->mode;
    }
    run_finish(s);
    sim_kit_dispose(kit);
    base_arena_destroy(run);
}

static void compare_file(const char *path) {
    arena *a = base_arena_create();
    model *m = subject_read_file(a, path);
    if (m) {
        compare_modes(m, strrchr(path, '/') + 1, a);
        model_dispose(m);
    }
    base_arena_destroy(a);
}

/* --- Whole runs --- */

enum { DESIGNS = 20000 };

typedef struct designs {
    model *m;
    int params[3];
    long next;
} designs;

/* Points that fill the box evenly: additive recurrence (Roberts 2018). */
static bool next_design(void *user) {
    static const double low[] = {3.2, 0.7, 800}, width[] = {0.6, 0.6, 500},
                        steps[] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    designs *d = user;
    if (d->next == DESIGNS)
        return false;
    double x[3];
    d->next++;
    for (int i = 0; i < 3; i++)
        x[i] = low[i] + width[i] * fmod((double)d->next * steps[i], 1);
    return model_assign(d->m, d->params, x, 3);
}

static void forget(void *user, size_t nth, const sim_result *r) {
    (void)user, (void)nth, (void)r;
}

/* Seconds for one. */
static double time_launches(model *m, const tape_backend *b, arena *a) {
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.tolerance = 1e-8;
    o.lanes = b;
    sim_kit *kit = sim_kit_create(m, &o, true, a);
    sim_lanes *lanes = sim_lanes_create(kit, a);
    designs d = {m, {model_find_param(m, "Ls"), model_find_param(m, "Lc"), model_find_param(m, "M")}, 0};
    double best = INFINITY;
    for (int go = 0; go < 3; go++) {
        double begin = now();
        d.next = 0;
        sim_lanes_run(lanes, &(sim_client){next_design, forget, &d});
        best = fmin(best, (now() - begin) / DESIGNS);
    }
    sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    return best;
}

static void time_all_backends(bool rows) {
    arena *a = base_arena_create();
    model *m = subject_read_file(a, "bench/launch.lgr");
    for (size_t k = 0; m && k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k];
        if (b->lanes != PACK_LANES || !b->available())
            continue;
        double one = time_launches(m, b, a);
        if (rows)
            printf("sweep\t  in the library, by %s\t0\t%.9g\tnan\n", b->name, one);
        else
            printf("%-28s %9.2f us a launch, %6.0f a second on one core\n", b->name, 1e6 * one, 1 / one);
    }
    if (m)
        model_dispose(m);
    base_arena_destroy(a);
}

int main(int argc, char **argv) {
    static const char *const files[] = {
        "bench/launch.lgr",
        "examples/pendulum/double.lgr",
        "examples/trebuchet/whipper.lgr",
        "examples/linkage/four-bar.lgr",
        "examples/linkage/andrews.lgr",
        "examples/linkage/bricard.lgr",
        "examples/space/heavy-top.lgr",
    };
    if (argc == 2 && strcmp(argv[1], "--rows") == 0) {
        time_all_backends(true);
        return 0;
    }
    printf("lanes by %s\n%-28s %3s %3s %9s %9s %6s %9s\n", tape_fastest(PACK_LANES)->name, "nanoseconds for a step",
           "n", "m", "one", "of eight", "ratio", "differs");
    for (size_t k = 0; argc == 1 && k < sizeof files / sizeof *files; k++)
        compare_file(files[k]);
    for (int k = 1; k < argc; k++)
        compare_file(argv[k]);
    if (argc == 1)
        time_all_backends(false);
    return 0;
}
