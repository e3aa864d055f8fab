/* How a run fails, by a finding with the time and the end of the run, or becomes doubtful. */
#include "sim/dynamics/dynamics.h"
#include "sim/sim.h"

finding *dynamics_fail(sim *s, diag_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = base_arena_vprintf(s->a, format, args);
    va_end(args);
    finding *f = diag_add(s->m->findings, code, (span){0, 0}, "%s", text);
    if (!s->result->failure)
        s->result->failure = f;
    s->result->end = SIM_FAILED;
    return f;
}

finding *dynamics_doubt(sim *s, diag_code code, span at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = base_arena_vprintf(s->a, format, args);
    va_end(args);
    finding *f = diag_add(s->m->findings, code, at, "%s", text);
    if (diag_is_kept(s->m->findings, f)) /* else it has been told already */
        vec_push(s->kept, &s->result->doubts, f);
    return f;
}

dimension dynamics_row_dim(const sim *s, int row, bool rate) {
    LGR_ASSERT(row >= 0 && (size_t)row < s->m->row_count);
    bool velocity = s->m->base->rows[row].velocity;
    dimension energy = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = 2 * DIM_ONE, [DIM_S] = -2 * DIM_ONE}};
    dimension second = {.e = {[DIM_S] = DIM_ONE}}, f = dim_div(energy, s->m->rows[row].dim);
    return velocity || rate ? dim_div(f, second) : f;
}
