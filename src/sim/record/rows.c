/* Rows of the trajectory, recorded at the start, after each step and at the end, as an observer of a run. */
#include <float.h>
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/record/record.h"

/* A step may have so many rows that the host wants to end the run between them: it is asked again after the step. */
static bool interrupted(const sim *s) {
    enum { OFTEN = 1 << 16 };
    return s->samples % OFTEN == 0 && s->options.watch &&
           s->options.watch(s->options.user, s->next_sample, s->t_end, s->result->steps);
}

/* Rows at regular times in the step at hand, from t to t + h. */
static void record_samples(sim *s, double t, double h) {
    if (!(s->options.every > 0) || !(s->next_sample <= t + h) || !(h > 0))
        return;
    if (!s->options.keep_trajectory && !s->options.take_row) {
        for (; s->next_sample <= t + h; s->next_sample = (double)++s->samples * s->options.every)
            s->result->row_count++;
        return;
    }
    record_between_prepare(s, h);
    while (s->next_sample <= t + h && !interrupted(s)) {
        if (record_between_go(s, s->next_sample, h, (s->next_sample - t) / h)) {
            s->t = s->next_sample;
            record_row(s);
            s->t = t;
        }
        s->next_sample = (double)++s->samples * s->options.every;
    }
    record_between_leave(s, h);
}

/* Rows so close that the clock could not tell them apart would never come to an end. */
static bool rows_too_close(sim *s) {
    if (s->options.every <= 0 || s->options.every >= 4 * DBL_EPSILON * fmax(fabs(s->t), fabs(s->t_end)))
        return false;
    finding *f =
        dynamics_fail(s, DIAG_E0515, "rows every %.6g s cannot be told apart until %.6g s", s->options.every, s->t_end);
    diag_help(s->m->findings, f, "use a longer interval: reports and events do not depend on it");
    return true;
}

/* Rows at regular times are known beforehand; they must fit in memory. */
bool record_rows_refuse(sim *s) {
    if (rows_too_close(s))
        return true;
    if (s->options.every <= 0 || !s->options.keep_trajectory)
        return false;
    double rows = floor((s->t_end - s->t) / s->options.every) + 1;
    size_t numbers = 2 * s->m->coord_count + s->m->row_count + s->m->output_count;
    if (rows * (double)(sizeof(sim_point) + numbers * sizeof(double)) <= (double)s->options.most_bytes)
        return false;
    finding *f = dynamics_fail(
        s, DIAG_E0515, "a row every %.6g s until %.6g s makes %.0f rows of %zu numbers: more than %.3g GiB",
        s->options.every, s->t_end, rows, numbers, (double)s->options.most_bytes / (1024.0 * 1024.0 * 1024.0));
    diag_help(s->m->findings, f, "use a longer interval: reports and events do not depend on it");
    return true;
}

static void begin(sim *s) {
    s->result->initial = record_point(s);
    s->result->initial_choice = &s->mode->told;
    record_choices(s, 0);
    record_energy(s);
    record_row(s);
    s->samples = 1;
    s->next_sample = s->options.every;
}

static void sample_step(sim *s, double h) {
    record_samples(s, s->t, h);
}

static void note_step(sim *s) {
    record_energy(s);
    if (s->options.every <= 0)
        record_row(s);
}

static void note_jump(sim *s) {
    record_energy(s);
    record_row(s);
}

static void finish(sim *s) {
    if (s->options.every > 0 && s->last_row != s->t)
        record_row(s);
    record_final(s);
    s->result->final_choice = &s->mode->told;
}

const sim_observer record_observer = {.name = "rows",
                                      .begun = begin,
                                      .stepping = sample_step,
                                      .stepped = note_step,
                                      .jumped = note_jump,
                                      .ended = finish};
