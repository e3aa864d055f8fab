/* What the tests of runs in steps share: a model from text whose run in steps has begun, moved on and looked at. */
#ifndef LGR_TESTS_SIM_RUN_WALK_H
#define LGR_TESTS_SIM_RUN_WALK_H

#include "mech/support.h"
#include "sim/dynamics/dynamics.h"
#include "sim/run/run.h"
#include "sim/run/steps.h"
#include "sim/run/steps_state.h"

enum { WALK_MOST = 8 };

typedef struct walk {
    bench of;
    arena *memory;
    run_steps *steps;
    const sim_result *result;
    double q[WALK_MOST], v[WALK_MOST], a[WALK_MOST], lambda[WALK_MOST], outputs[WALK_MOST];
    run_steps_view at;
} walk;

static inline walk walk_begin_with(const char *text, sim_options options) {
    walk x = {.of = bench_read(text), .memory = base_arena_create()};
    if (diag_has_errors(x.of.findings)) {
        bench_print_findings(&x.of);
        fail_msg("the model cannot be read");
    }
    assert_true(x.of.m->coord_count <= WALK_MOST && x.of.m->row_count <= WALK_MOST);
    x.steps = run_steps_begin(x.of.m, &options, x.memory);
    x.result = run_steps_result(x.steps);
    return x;
}

static inline walk walk_begin(const char *text) {
    walk x = walk_begin_with(text, sim_options_default());
    if (x.result->start_failed)
        bench_print_findings(&x.of);
    assert_false(x.result->start_failed);
    return x;
}

static inline void walk_end(walk *x) {
    run_steps_end_run(x->steps);
    base_arena_destroy(x->memory);
    bench_destroy(&x->of);
}

static inline int walk_param(const walk *x, const char *name) {
    for (size_t i = 0; i < x->of.m->param_count; i++)
        if (!strcmp(x->of.m->params[i].name, name))
            return (int)i;
    fail_msg("no parameter '%s'", name);
    return -1;
}

static inline void walk_set(walk *x, const char *param, double value) {
    assert_true(run_steps_set_param(x->steps, walk_param(x, param), value));
}

/* Past all events; their number. */
static inline size_t walk_to(walk *x, double t) {
    size_t events = 0;
    run_steps_end end;
    while ((end = run_steps_advance(x->steps, STEPS_TO_TIME, t)) == STEPS_EVENT)
        events += x->result->events.len;
    assert_int_equal(end, STEPS_TIME);
    assert_true(run_steps_time(x->steps) == t);
    return events;
}

static inline void walk_look(walk *x) {
    x->at = (run_steps_view){.q = x->q, .v = x->v, .a = x->a, .lambda = x->lambda, .outputs = x->outputs};
    assert_true(run_steps_look(x->steps, &x->at));
}

#endif
