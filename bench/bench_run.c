/* A first run of a model, and the same run again with everything derived and compiled, as rows for bench/table.py:
   bench_run WORK MODEL [--quick]. */

#include "peers/row.h"
#include "sim/sim.h"
#include "subject.h"

/* The first report. */
static double run(sim_kit *kit) {
    arena *a = base_arena_create();
    double value = sim_kit_run(kit, a)->reports[0];
    base_arena_destroy(a);
    return value;
}

int main(int argc, char **argv) {
    arena *a = base_arena_create();
    model *m = argc > 2 ? subject_read_file(a, argv[2]) : NULL;
    if (!m || !m->report_count)
        return 1;
    sim_options o = sim_options_default();
    o.tolerance = 1e-8;
    o.keep_trajectory = false;
    double begin = now(), value, first, again;
    sim_kit *kit = sim_kit_create(m, &o, false, a);
    value = run(kit);
    first = now() - begin;
    begin = now();
    run(kit);
    again = now() - begin;
    if (argc == 3)
        TIME(again, run(kit));
    row(argv[1], "a first run", 0, first, value);
    row(argv[1], "  of it deriving and compiling", 0, first - again, NAN);
    row(argv[1], "the same run again", 0, again, run(kit));
    sim_kit_dispose(kit);
    model_dispose(m);
    base_arena_destroy(a);
    return 0;
}
