/* What digits cost: the same run again of a model, everything derived and compiled, at one tolerance after the other;
   rows for bench/precision.py: bench_precision MODEL METHOD TOLERANCE... [--quick]. */

#include <string.h>

#include "peers/row.h"
#include "sim/sim.h"
#include "subject.h"

/* The first report; NaN if the run has failed. */
static double run(sim_kit *kit) {
    arena *a = base_arena_create();
    const sim_result *r = sim_kit_run(kit, a);
    const double value = r->failure ? NAN : r->reports[0];
    base_arena_destroy(a);
    return value;
}

static void measure(model *m, const char *method, const char *tolerance, bool quick) {
    enum { WARM = 100 }; /* runs until all programs are machine code, if they are short */
    arena *a = base_arena_create();
    sim_options o = sim_options_default();
    o.method = method;
    o.tolerance = strtod(tolerance, NULL);
    o.keep_trajectory = false;
    sim_kit *kit = sim_kit_create(m, &o, false, a);
    double value = run(kit), begin = now(), seconds;
    for (int i = 0; i < WARM && now() - begin < 0.02 && !quick; i++)
        value = run(kit);
    begin = now();
    value = run(kit);
    seconds = now() - begin;
    if (!quick)
        TIME(seconds, run(kit));
    row(tolerance, method, 0, seconds, value);
    sim_kit_dispose(kit);
    base_arena_destroy(a);
}

int main(int argc, char **argv) {
    arena *a = base_arena_create();
    const bool quick = argc > 1 && !strcmp(argv[argc - 1], "--quick");
    model *m = argc > 3 ? subject_read_file(a, argv[1]) : NULL;
    if (!m || !m->report_count)
        return 1;
    for (int i = 3; i < argc - quick; i++)
        measure(m, argv[2], argv[i], quick);
    model_dispose(m);
    base_arena_destroy(a);
    return 0;
}
