/* Builds, runs and looks into models given as text. */
#include "machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "num/eigen.h"
#include "syntax/parser.h"

/* By which the tests run, one after the other. */
static const char *const methods[] = {"dop853", "taylor"};
static const char *method;

static machine read_text(const char *format, va_list args) {
    machine x = {.memory = base_arena_create()};
    const char *text = base_arena_vprintf(x.memory, format, args);
    intern *names = base_intern_create(x.memory);
    x.findings = diag_create(x.memory, (diag_source){.name = "machine.lgr", .text = text, .length = strlen(text)});
    syn_tree tree = syntax_parse(x.memory, names, x.findings);
    x.model = model_build(x.memory, names, x.findings, tree, NULL, 0);
    return x;
}

static void print_findings(const machine *x) {
    for (size_t i = 0; i < diag_count(x->findings); i++) {
        strbuf text = base_strbuf_make(x->memory);
        diag_render(x->findings, diag_at(x->findings, i), false, &text);
        print_error("%s\n", base_strbuf_text(&text));
    }
}

void machine_again(machine *x, sim_options options) {
    if (x->run_memory)
        base_arena_destroy(x->run_memory);
    x->run_memory = base_arena_create();
    if (!options.method && !x->model->method)
        options.method = method;
    x->result = diag_has_errors(x->findings) ? NULL : sim_run(x->model, &options, x->run_memory);
}

static void demand_success(const machine *x) {
    if (diag_count(x->findings)) {
        print_findings(x);
        fail_msg("the model has findings");
    }
    assert_true(x->result && (x->result->end == SIM_UNTIL || x->result->end == SIM_EVENT));
}

machine machine_run(double until, double tolerance, const char *format, ...) {
    va_list args;
    va_start(args, format);
    machine x = read_text(format, args);
    va_end(args);
    sim_options options = sim_options_default();
    options.until = until;
    if (tolerance > 0)
        options.tolerance = tolerance;
    machine_again(&x, options);
    demand_success(&x);
    return x;
}

machine machine_run_with(sim_options options, const char *format, ...) {
    va_list args;
    va_start(args, format);
    machine x = read_text(format, args);
    va_end(args);
    machine_again(&x, options);
    demand_success(&x);
    return x;
}

machine machine_try(double until, const char *format, ...) {
    va_list args;
    va_start(args, format);
    machine x = read_text(format, args);
    va_end(args);
    sim_options options = sim_options_default();
    options.until = until;
    machine_again(&x, options);
    return x;
}

void machine_free(machine *x) {
    model_dispose(x->model);
    if (x->run_memory)
        base_arena_destroy(x->run_memory);
    base_arena_destroy(x->memory);
}

bool machine_found(const machine *x, diag_code code) {
    for (size_t i = 0; i < diag_count(x->findings); i++)
        if (diag_at(x->findings, i)->code == code)
            return true;
    print_findings(x);
    return false;
}

/* The place of a name in a table of records whose first member is the name. */
static size_t find(const void *table, size_t count, size_t size, const char *name) {
    for (size_t i = 0; i < count; i++) {
        const char *found;
        memcpy(&found, (const char *)table + i * size, sizeof found);
        if (!strcmp(found, name))
            return i;
    }
    fail_msg("the model has no '%s'", name);
    return 0;
}

#define FIND(table, count, name) find((table), (count), sizeof *(table), (name))

double point_q(const machine *x, const sim_point *p, const char *name) {
    return p->q[FIND(x->model->coords, x->model->coord_count, name)];
}

double point_v(const machine *x, const sim_point *p, const char *name) {
    return p->v[FIND(x->model->coords, x->model->coord_count, name)];
}

double point_lambda(const machine *x, const sim_point *p, const char *name) {
    return p->lambda[FIND(x->model->rows, x->model->row_count, name)];
}

double point_output(const machine *x, const sim_point *p, const char *name) {
    return p->outputs[FIND(x->model->outputs, x->model->output_count, name)];
}

double machine_q(const machine *x, const char *name) {
    return point_q(x, &x->result->final, name);
}
double machine_v(const machine *x, const char *name) {
    return point_v(x, &x->result->final, name);
}
double machine_lambda(const machine *x, const char *name) {
    return point_lambda(x, &x->result->final, name);
}
double machine_output(const machine *x, const char *name) {
    return point_output(x, &x->result->final, name);
}

double machine_report(const machine *x, const char *name) {
    return x->result->reports[FIND(x->model->reports, x->model->report_count, name)];
}

static const sim_event *nth_event(const machine *x, const char *name, int nth, int *count) {
    *count = 0;
    for (size_t i = 0; i < x->result->events.len; i++) {
        const sim_event *e = &x->result->events.at[i];
        if (!strcmp(model_event_name(x->model, e->ref, x->memory), name) && (*count)++ == nth)
            return e;
    }
    return NULL;
}

int machine_event_count(const machine *x, const char *name) {
    int count;
    nth_event(x, name, -1, &count);
    return count;
}

const sim_event *machine_event(const machine *x, const char *name, int nth) {
    int count;
    const sim_event *e = nth_event(x, name, nth, &count);
    if (!e)
        fail_msg("'%s' came %d times only", name, count);
    return e;
}

double machine_impulse(const machine *x, const sim_event *e, const char *row) {
    assert_non_null(e->impulse);
    return e->impulse[FIND(x->model->rows, x->model->row_count, row)];
}

void machine_assert_near(double got, double want, double tolerance, const char *what, const char *file, int line) {
    if (fabs(got - want) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g: off by %.3g, allowed %.3g\n", what, got, want, got - want, tolerance);
    _fail(file, line);
}

void machine_assert_close(double got, double want, double tolerance, const char *what, const char *file, int line) {
    machine_assert_near(got, want, tolerance * fabs(want), what, file, line);
}

void machine_assert_below(double got, double limit, const char *what, const char *file, int line) {
    if (got < limit)
        return;
    print_error("%s is %.17g, not below %.17g\n", what, got, limit);
    _fail(file, line);
}

void machine_assert_no_value(double got, const char *what, const char *file, int line) {
    if (isnan(got))
        return;
    print_error("%s is %.17g, not null\n", what, got);
    _fail(file, line);
}

static bool is_listed(const char *name, const char *const *list) {
    for (; list && *list; list++)
        if (!strcmp(name, *list))
            return true;
    return false;
}

int machine_run_tests(const struct CMUnitTest *tests, size_t count, const char *const *first_only) {
    arena *a = base_arena_create();
    struct CMUnitTest *chosen = ARENA_ARRAY(a, struct CMUnitTest, count + 1);
    int failed = 0;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        size_t left = 0;
        for (size_t k = 0; k < count; k++)
            if (i == 0 || !is_listed(tests[k].name, first_only))
                chosen[left++] = tests[k];
        method = methods[i];
        failed += _cmocka_run_group_tests(method, chosen, left, NULL, NULL);
    }
    base_arena_destroy(a);
    return failed;
}

int machine_skip_without_lapack(int failed) {
    enum { SKIPPED = 77 };
    if (failed || num_eigen_available())
        return failed;
    printf("skipped: this build has no LAPACK; places were looked at, stability and modes were not\n");
    return SKIPPED;
}

void machine_print(char *out, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    base_print(out, room, format, args);
    va_end(args);
}
