/* How a run fails: a finding with the time, and the end of the run. */
#include "sim/internal.h"

finding *run_fail(sim *s, diag_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(s->m->memory, format, args);
    va_end(args);
    finding *f = diag_add(s->m->findings, code, (span){0, 0}, "%s", text);
    if (!s->result->failure)
        s->result->failure = f;
    s->result->end = SIM_FAILED;
    return f;
}
