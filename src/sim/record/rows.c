/* Rows of the trajectory, recorded at the start, after each step and at the end, as an observer of a run. */
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
