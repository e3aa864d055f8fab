/* Frames: states for pictures from the dense output. Each step is divided into parts of which every n-th is kept; n
   doubles when there are many, but no gap exceeds a small part of the run. What is left out lends its memory to what
   comes. */
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/event/event.h"
#include "sim/record/record.h"
#include "sim/sim.h"

#ifndef LGR_PARTS_OF_STEP /* fewer where pictures follow key strokes */
#define LGR_PARTS_OF_STEP 12
#endif
enum {
    PARTS_OF_STEP = LGR_PARTS_OF_STEP,
    FRAMES_OF_PART = 4,
    MOST_PARTS = 1500,
    MOST_FRAMES = 60000,
    LEAST_FRAMES = 200,
    LEAST_PARTS = 300
};
enum { MOST_NUMBERS = 8000000, MOST_OPERATIONS = 30000000 };

/* Fewer where each has many numbers. */
static size_t most_frames(const sim *s) {
    size_t numbers = 2 * s->m->coord_count + s->m->row_count + s->m->output_count + s->m->drawn_count + 1;
    size_t most = MOST_NUMBERS / numbers;
    return most > MOST_FRAMES ? MOST_FRAMES : most < LEAST_FRAMES ? LEAST_FRAMES : most;
}

/* Fewer where each takes many operations. */
static size_t parts_of_run(const sim *s) {
    size_t parts = most_frames(s) / FRAMES_OF_PART;
    size_t most = MOST_OPERATIONS / (s->mode->program->code_count + 1);
    most = most > MOST_PARTS ? MOST_PARTS : most < LEAST_PARTS ? LEAST_PARTS : most;
    return parts < most ? parts : most;
}

static double longest_gap(const sim *s) {
    return (s->t_end - s->start_time) / (double)parts_of_run(s);
}

/* Where they are most of the frames nobody can tell them apart. */
static void forget_many_jumps(sim *s) {
    size_t jumps = 0;
    for (size_t i = 0; i < s->result->frames.len; i++)
        jumps += s->result->frames.at[i].jump;
    for (size_t i = 0; i < s->result->frames.len && jumps > s->result->frames.len / 2; i++)
        s->result->frames.at[i].jump = false;
}

/* Leaves out every second one where others are near; jumps stay. */
static void thin_out(sim *s) {
    static const long longest_stride = 1L << 30;
    sim_frame *f = s->result->frames.at;
    size_t kept = 1, count = s->result->frames.len;
    bool leave = false;
    LGR_ASSERT(count > 0);
    forget_many_jumps(s);
    for (size_t i = 1; i < count; i++) {
        bool near = i + 1 < count && f[i + 1].at.t - f[kept - 1].at.t <= longest_gap(s);
        leave = !leave && near && !f[i].jump;
        if (leave)
            vec_push(s->kept, &s->frames_left_out, f[i].at);
        else
            f[kept++] = f[i];
    }
    s->result->frames.len = kept;
    LGR_ASSERT(kept <= count);
    if (s->frame_stride < longest_stride)
        s->frame_stride *= 2;
}

static sim_point present_point(sim *s) {
    if (!s->frames_left_out.len) {
        sim_point p = record_point(s);
        p.drawn = ARENA_ARRAY(s->kept, double, s->m->drawn_count + 1);
        return p;
    }
    sim_point p = s->frames_left_out.at[--s->frames_left_out.len];
    record_point_again(s, &p);
    return p;
}

static void frames_add(sim *s, bool jump) {
    sim_frame f = {.at = present_point(s), .jump = jump};
    dynamics_run_segment(s, SEG_PICTURE);
    for (size_t i = 0; i < s->m->drawn_count; i++)
        f.at.drawn[i] = s->mode->drawn_null[i] ? NAN : dynamics_segment_value(s, SEG_PICTURE, i);
    vec_push(s->kept, &s->result->frames, f);
    if (s->result->frames.len > most_frames(s))
        thin_out(s);
}

/* Where the motion is at theta of the step, which is prepared for that when the first frame within it is due. */
static bool go_within(sim *s, double h, double theta, double at) {
    s->at_end = false;
    s->dense_ready = s->dense_ready || event_stepper_prepare_dense(s, h, s->next_y);
    if (!s->dense_ready)
        return false;
    event_stepper_dense(s, theta, s->work_y);
    return dynamics_evaluate(s, at, s->work_y, NULL);
}

static void look_at_step(sim *s, double h) {
    if (h <= 0)
        return;
    const double gap = longest_gap(s), keep = s->t;
    const long parts = lround(fmin(fmax(PARTS_OF_STEP, ceil(h / gap)), (double)parts_of_run(s)));
    LGR_ASSERT(parts > 0);
    if (s->frame_stride == 0)
        s->frame_stride = 1;
    for (long k = 1; k < parts; k++) {
        const double theta = (double)k / (double)parts, at = keep + h * (double)k / (double)parts;
        size_t count = s->result->frames.len;
        bool far = count == 0 || at - s->result->frames.at[count - 1].at.t >= gap;
        if (++s->frame_parts % s->frame_stride != 0 && !far)
            continue;
        if (!go_within(s, h, theta, at))
            continue;
        s->t = at;
        frames_add(s, false);
        s->t = keep;
    }
}

static void add_present(sim *s) {
    frames_add(s, false);
}

static void add_before_jump(sim *s, const margin *at) {
    (void)at;
    frames_add(s, true);
}

static void add_after_jump(sim *s) {
    frames_add(s, true);
}

static bool wanted(const sim *s) {
    return s->options.keep_frames;
}

const sim_observer record_frames_observer = {.name = "frames",
                                             .wanted = wanted,
                                             .begun = add_present,
                                             .stepping = look_at_step,
                                             .reached = add_before_jump,
                                             .jumped = add_after_jump,
                                             .ended = add_present};
