/* The steps of reading: each for all statements, in the order of the text. */
#include <string.h>

#include "model/build/build.h"

/* Vectors in results do not say in which world the model lies. */
static void read_as_result(builder *b, const statement *s, kind_step step) {
    span vectors[2] = {b->vectors[0], b->vectors[1]};
    s->row->step[step](b, s);
    memcpy(b->vectors, vectors, sizeof vectors);
}

/* Whether the picture of the model, or of a part that holds the statement, is drawn by hand. */
static bool is_drawn(const builder *b, const scope *env) {
    bool drawn = b->drawn_by_hand;
    for (const instance *p = scope_part(env); p; p = p->outer)
        drawn = drawn || p->drawn;
    return drawn;
}

void build_step(builder *b, kind_step step) {
    bool sketch = step == STEP_SKETCH || step == STEP_SKETCH_BODY;
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement s = b->statements.at[i];
        bool sound = !s.stmt->bad && (!s.row->named || s.decl >= 0);
        if (!s.row->step[step] || (b->held >= 0 && !s.row->mechanical) || (step >= STEP_READ && !sound) ||
            (sketch && is_drawn(b, s.env)))
            continue;
        const diag_origin *origin = eval_enter(b, s.env);
        if (s.row->result)
            read_as_result(b, &s, step);
        else
            s.row->step[step](b, &s);
        diag_set_origin(b->m->findings, origin);
    }
}
