/* A first run of a model, and the same run again with everything derived and compiled, also by Taylor series and at a
   smaller tolerance, as rows for bench/table.py: bench_run WORK MODEL [--quick]. */

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

/* Everything has been derived and compiled by a first run. */
static void time_again(model *m, const char *work, const char *who, const char *method, double tolerance, bool quick) {
    arena *a = base_arena_create();
    sim_options o = sim_options_default();
    o.method = method;
    o.tolerance = tolerance;
    o.keep_trajectory = false;
    sim_kit *kit = sim_kit_create(m, &o, false, a);
    double value = run(kit), begin = now(), seconds;
    run(kit);
    seconds = now() - begin;
    if (!quick)
        TIME(seconds, run(kit));
    row(work, who, 0, seconds, value);
    sim_kit_dispose(kit);
    base_arena_destroy(a);
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
    time_again(m, argv[1], "the same by Taylor series", "taylor", 1e-8, argc > 3);
    time_again(m, argv[1], "the same run again, tolerance 1e-12", "dop853", 1e-12, argc > 3);
    time_again(m, argv[1], "the same by Taylor series, tolerance 1e-12", "taylor", 1e-12, argc > 3);
    model_dispose(m);
    base_arena_destroy(a);
    return 0;
}
