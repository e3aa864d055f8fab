/* What the tests of motions share: a model from text whose run has begun, its state by name, steps one by one. */
#ifndef LGR_TESTS_SIM_SUPPORT_H
#define LGR_TESTS_SIM_SUPPORT_H

#include "mech/support.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"
#include "sim/run/run.h"

#define PI 3.14159265358979323846

typedef struct motion {
    bench of;
    arena *memory;
    sim_kit *kit;
    sim *s;
    sim_result *result; /* from the beginning on */
} motion;

/* Begun, whatever becomes of it. */
static inline motion motion_try_with(const char *text, sim_options options) {
    motion x = {.of = bench_read(text), .memory = base_arena_create()};
    if (diag_has_errors(x.of.findings)) {
        bench_print_findings(&x.of);
        fail_msg("the model cannot be read");
    }
    x.kit = sim_kit_create(x.of.m, &options, false, x.memory);
    x.s = run_begin(x.kit, x.memory);
    x.result = x.s->result;
    return x;
}

static inline motion motion_try(const char *text) {
    return motion_try_with(text, sim_options_default());
}

static inline motion motion_begin_with(const char *text, sim_options options) {
    motion x = motion_try_with(text, options);
    if (x.result->start_failed || diag_count(x.of.findings)) {
        bench_print_findings(&x.of);
        fail_msg("the run does not begin as it should");
    }
    return x;
}

static inline motion motion_begin(const char *text) {
    return motion_begin_with(text, sim_options_default());
}

/* Whose first step has this size, if the error control allows it. */
static inline motion motion_begin_stepping(const char *text, double first_step) {
    sim_options o = sim_options_default();
    o.first_step = first_step;
    return motion_begin_with(text, o);
}

static inline void motion_end(motion *x) {
    sim_kit_dispose(x->kit);
    base_arena_destroy(x->memory);
    bench_destroy(&x->of);
}

/* The place of a name in a table of records whose first member is the name. */
static inline int motion_find(const void *table, size_t count, size_t size, const char *name) {
    for (size_t i = 0; i < count; i++) {
        const char *found;
        memcpy(&found, (const char *)table + i * size, sizeof found);
        if (!strcmp(found, name))
            return (int)i;
    }
    fail_msg("the model has no '%s'", name);
    return -1;
}

#define MOTION_FIND(x, table, count, name)                                                                             \
    motion_find((x)->of.m->table, (x)->of.m->count, sizeof *(x)->of.m->table, (name))

static inline int motion_row(const motion *x, const char *name) {
    return MOTION_FIND(x, rows, row_count, name);
}

static inline int motion_event(const motion *x, const char *name) {
    return MOTION_FIND(x, events, event_count, name);
}

static inline expr_id motion_output(const motion *x, const char *name) {
    return x->s->mode->choice.system->outputs[MOTION_FIND(x, outputs, output_count, name)];
}

/* Among the active coordinates, or the active rows, of the present mode. */
static inline int motion_coord(const motion *x, const char *name) {
    const mode *m = x->s->mode;
    int coord = bench_coord(&x->of, name);
    for (int i = 0; i < m->n; i++)
        if (m->eq.coords[i] == coord)
            return i;
    fail_msg("'%s' is not active", name);
    return -1;
}

static inline int motion_active_row(const motion *x, const char *name) {
    const mode *m = x->s->mode;
    for (int k = 0; k < m->m; k++)
        if (m->eq.rows[k] == motion_row(x, name))
            return k;
    fail_msg("'%s' is not active", name);
    return -1;
}

/* In the present state, and in what was evaluated last. */
static inline double *motion_q(const motion *x, const char *name) {
    return &x->s->y[motion_coord(x, name)];
}

static inline double *motion_v(const motion *x, const char *name) {
    return &x->s->y[x->s->mode->n + motion_coord(x, name)];
}

static inline double motion_a(const motion *x, const char *name) {
    return dynamics_accelerations(x->s)[motion_coord(x, name)];
}

static inline double motion_lambda(const motion *x, const char *name) {
    return dynamics_multipliers(x->s)[motion_active_row(x, name)];
}

static inline bool motion_evaluate(const motion *x) {
    return dynamics_evaluate(x->s, x->s->t, x->s->y, NULL);
}

/* Of an output at the present state: results may use what event functions have computed. */
static inline double motion_shown(const motion *x, const char *name) {
    assert_true(motion_evaluate(x));
    dynamics_run_segment(x->s, SEG_WATCH);
    dynamics_run_segment(x->s, SEG_RESULTS);
    return dynamics_segment_value(x->s, SEG_RESULTS, 3 + (size_t)MOTION_FIND(x, outputs, output_count, name));
}

/* The mode that differs from the present one by this constraint or contact, which is active or not. */
static inline mode *motion_mode_with(const motion *x, const char *row, bool active) {
    const mode *m = x->s->mode;
    size_t count = x->of.m->row_count;
    bool *rows = ARENA_ARRAY(x->memory, bool, count + 1);
    memcpy(rows, m->rows, count * sizeof *rows);
    rows[motion_row(x, row)] = active;
    return dynamics_mode(x->s, m->freed, m->switched_off, m->dropped, rows, m->slip);
}

/* Among the event functions of the present mode. */
static inline size_t motion_margin(const motion *x, event_part part, int index) {
    const mode *m = x->s->mode;
    for (size_t k = 0; k < m->margin_count; k++)
        if (m->margins[k].part == part && m->margins[k].index == index)
            return k;
    fail_msg("there is no such event function");
    return 0;
}

/* Makes a step of at most this size, which is not accepted yet: its end is next_y. Returns its size. */
static inline double motion_step(const motion *x, double limit) {
    double h = event_stepper_step(x->s, limit);
    assert_true(h > 0 && h <= limit);
    return h;
}

static inline sim_result *motion_finish(motion *x) {
    while (run_goes_on(x->s))
        run_advance(x->s);
    return run_finish(x->s);
}

static inline double motion_report(const motion *x, const char *name) {
    return x->result->reports[MOTION_FIND(x, reports, report_count, name)];
}

/* The run fails, at its start or later, with this code, and this in the message. */
static inline void motion_fails(const char *text, diag_code code, const char *message) {
    motion x = motion_try(text);
    if (!x.result->start_failed)
        motion_finish(&x);
    const finding *f = x.result->failure;
    if (!f || f->code != code || !strstr(f->message, message)) {
        bench_print_findings(&x.of);
        fail_msg("wanted %s saying '%s'", diag_code_name(code), message);
    }
    motion_end(&x);
}

static inline bool motion_found(const motion *x, diag_code code) {
    for (size_t i = 0; i < diag_count(x->of.findings); i++)
        if (diag_at(x->of.findings, i)->code == code)
            return true;
    bench_print_findings(&x->of);
    return false;
}

#endif
