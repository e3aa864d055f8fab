/* Quantities that a mode computes after accelerations and multipliers: segments of its program, each run at most once
   for a state. */
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"

/* Outputs, reports and pictures show the combination that slides, not one of its sides. */
bool dynamics_is_combined(const sim *s, int segment) {
    return segment >= SEG_RESULTS && dynamics_is_sliding(s);
}

void dynamics_run_side(sim *s, int segment) {
    mode *m = s->mode;
    LGR_ASSERT(segment >= SEG_MOTION && (size_t)segment < m->program->segment_count);
    const tape_segment *x = &m->program->segments[segment];
    if (m->segments_run >> segment & 1)
        return;
    m->segments_run |= 1u << segment;
    if (segment == SEG_WATCH && m->margin_count) /* sizes of event functions are all that asks for scales */
        dynamics_scales_load(s, m);
    if (x->first < x->last)
        tape_run(m->evaluation->code, (size_t)segment, m->slots);
}

motion_energy dynamics_energies(const sim *s) {
    const mode *m = s->mode;
    if (dynamics_is_combined(s, SEG_RESULTS))
        return (motion_energy){m->combined[SEG_RESULTS][0], m->combined[SEG_RESULTS][1], m->combined[SEG_RESULTS][2]};
    const uint32_t *out = m->program->segments[SEG_RESULTS].out_slots;
    return (motion_energy){m->slots[out[0]], m->slots[out[1]], m->slots[out[2]]};
}

void dynamics_segment_values(const sim *s, int segment, size_t first, size_t count, double *out) {
    const mode *m = s->mode;
    const uint32_t *slots = m->program->segments[segment].out_slots + first;
    const bool combined = dynamics_is_combined(s, segment);
    for (size_t i = 0; i < count; i++)
        out[i] = combined ? m->combined[segment][first + i] : m->slots[slots[i]];
}

double dynamics_segment_value(const sim *s, int segment, size_t k) {
    const mode *m = s->mode;
    return dynamics_is_combined(s, segment) ? m->combined[segment][k]
                                            : m->slots[m->program->segments[segment].out_slots[k]];
}
