/* Programs of a mode: their slots, the parameters and inputs in them, and the back ends that run them. */
#include <string.h>

#include "sim/dynamics/dynamics.h"

/* Machine code is written when a program has cost about as much as that will: 50 ns for each instruction and 8 us to
   begin with, where an interpreted instruction takes 1 ns. */
static long runs_before_code(const sim *s, const tape *t) {
    enum { PER_INSTRUCTION = 50, AT_ALL = 8000 };
    return s->options.backend ? 0 : PER_INSTRUCTION + AT_ALL / (long)(t->code_count + 1);
}

loaded_tape *dynamics_load_program(sim *s, const tape *t) {
    LGR_ASSERT(t->segment_count > 1 && t->input_count >= s->m->param_count);
    loaded_tape *p = ARENA_NEW(s->a, loaded_tape);
    *p = (loaded_tape){.t = t,
                       .slots = ARENA_ARRAY(s->a, double, t->slot_count + 1),
                       .of = s->m,
                       .version = s->m->block.version - 1,
                       .waits = runs_before_code(s, t)};
    tape_scalar.init(t, p->slots);
    p->code = tape_load(s->a, t, s->options.backend ? s->options.backend : &tape_scalar);
    dynamics_follow_params(p);
    vec_push(s->a, &s->kit->tapes, p);
    return p;
}

void dynamics_follow_params(loaded_tape *p) {
    if (dynamics_is_current(p))
        return;
    p->version = p->of->block.version;
    model_load_values(p->of, p->slots);
    tape_run(p->code, 0, p->slots);
}

void dynamics_copy_inputs(const mode *m, loaded_tape *p) {
    memcpy(p->slots + m->piece_slot, m->slots + m->piece_slot, (m->input_count - m->piece_slot) * sizeof *p->slots);
}

bool dynamics_has_inputs(const mode *m, const loaded_tape *p) {
    return !memcmp(p->slots + m->piece_slot, m->slots + m->piece_slot,
                   (m->input_count - m->piece_slot) * sizeof *p->slots);
}

arena *dynamics_kit_enter(sim *s) {
    arena *run = s->a;
    s->a = s->kit->a;
    return run;
}

void dynamics_kit_leave(sim *s, arena *run) {
    s->a = run;
}

void dynamics_run_program(sim *s, loaded_tape *p) {
    dynamics_follow_params(p);
    if (p->waits && --p->waits == 0)
        p->code = tape_load(s->kit->a, p->t, tape_fastest(1));
    tape_run(p->code, SEG_MOTION, p->slots);
}

void dynamics_evaluate_by(mode *m, loaded_tape *p) {
    LGR_ASSERT(p->t->input_count >= m->input_count);
    if (m->evaluation)
        dynamics_copy_inputs(m, p);
    m->evaluated = false;
    m->segments_run = 0;
    m->evaluation = p;
    m->program = p->t;
    m->slots = p->slots;
}
