/* Frames: states for pictures from the dense output, at first evenly spread, thinned out when there are too many. */
#include <math.h>

#include "sim/internal.h"

enum { PARTS_OF_STEP = 12, PARTS_OF_RUN = 1500, MOST_FRAMES = 6000 };

/* Leaves out every second one; jumps stay. */
static void thin_out(sim *s) {
    sim_frame *f = s->result->frames.at;
    size_t kept = 0;
    bool leave = false;
    for (size_t i = 0; i < s->result->frames.len; i++) {
        leave = !leave;
        if (f[i].jump || leave || i == 0)
            f[kept++] = f[i];
    }
    s->result->frames.len = kept;
    s->frame_spacing *= 2;
}

void frames_add(sim *s, bool jump) {
    if (!s->options.keep_frames)
        return;
    sim_frame f = {.at = record_point(s), .jump = jump};
    run_segment(s, SEG_PICTURE);
    f.at.drawn = ARENA_ARRAY(s->a, double, s->m->drawn_count + 1);
    for (size_t i = 0; i < s->m->drawn_count; i++)
        f.at.drawn[i] = s->mode->drawn_null[i] ? NAN : segment_value(s, SEG_PICTURE, i);
    vec_push(s->a, &s->result->frames, f);
    if (s->result->frames.len > MOST_FRAMES)
        thin_out(s);
}

void frames_step(sim *s, double t, double h) {
    if (!s->options.keep_frames || h <= 0)
        return;
    if (s->frame_spacing == 0)
        s->frame_spacing = (s->t_end - s->start_time) / PARTS_OF_RUN;
    bool full = s->result->frames.len > MOST_FRAMES / 2;
    double spacing = full ? s->frame_spacing : fmin(s->frame_spacing, h / PARTS_OF_STEP), keep = s->t;
    for (double at = fmax(s->next_frame, t + spacing); at < t + h; at += spacing) {
        stepper_dense(s, (at - t) / h, s->work_y);
        s->t = at;
        if (motion_evaluate(s, at, s->work_y, NULL))
            frames_add(s, false);
        s->next_frame = at + spacing;
    }
    s->t = keep;
}
