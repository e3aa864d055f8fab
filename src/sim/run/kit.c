/* Which runs can share a compiled problem. */
#include <string.h>

#include "sim/dynamics/dynamics.h"

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool sim_kit_serves(const sim_kit *k, const sim_options *o) {
    const sim_options *own = &k->options;
    return same_text(own->method, o->method) && own->keep_frames == o->keep_frames && own->backend == o->backend &&
           own->motion_only == o->motion_only && own->judge_from == o->judge_from && own->loads == o->loads &&
           own->load_count == o->load_count;
}

sim_result *sim_kit_run_with(sim_kit *k, const sim_options *o, arena *a) {
    LGR_ASSERT(sim_kit_serves(k, o));
    k->options = *o;
    return sim_kit_run(k, a);
}
