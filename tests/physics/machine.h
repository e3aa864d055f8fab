/* A model given as text, its run, and everything the run left behind, by name. */
#ifndef LGR_TESTS_PHYSICS_MACHINE_H
#define LGR_TESTS_PHYSICS_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/sim.h"

typedef struct machine {
    arena *memory, *run_memory;
    diag *findings;
    model *model;
    sim_result *result; /* NULL if the text has errors */
} machine;

/* Reads the text (printf-like), runs it to `until` and demands that there is no finding at all and that the run ends
   well. A tolerance of 0 leaves the one of the model. */
machine machine_run(double until, double tolerance, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same with all settings. */
machine machine_run_with(sim_options options, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same without any demand: for models that must be refused. */
machine machine_try(double until, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Runs the model once more, in fresh memory. */
void machine_again(machine *x, sim_options options);
void machine_free(machine *x);

bool machine_found(const machine *x, diag_code code);

/* Values at the end. A name that the model does not have fails the test. */
double machine_q(const machine *x, const char *coord);
double machine_v(const machine *x, const char *coord);
double machine_lambda(const machine *x, const char *row);
double machine_output(const machine *x, const char *output);
double machine_report(const machine *x, const char *report);

/* The same of any recorded point. */
double point_q(const machine *x, const sim_point *p, const char *coord);
double point_v(const machine *x, const sim_point *p, const char *coord);
double point_lambda(const machine *x, const sim_point *p, const char *row);
double point_output(const machine *x, const sim_point *p, const char *output);

/* Events of one name, counted from 0. */
int machine_event_count(const machine *x, const char *event);
const sim_event *machine_event(const machine *x, const char *event, int nth);
double machine_impulse(const machine *x, const sim_event *e, const char *row);

/* Fails with both numbers unless |got - want| <= tolerance. */
#define assert_near(got, want, tolerance) machine_assert_near(got, want, tolerance, #got, __FILE__, __LINE__)
/* The same, relative to the wanted value. */
#define assert_close(got, want, tolerance) machine_assert_close(got, want, tolerance, #got, __FILE__, __LINE__)
#define assert_below(got, limit) machine_assert_below(got, limit, #got, __FILE__, __LINE__)
#define assert_no_value(got) machine_assert_no_value(got, #got, __FILE__, __LINE__)
void machine_assert_near(double got, double want, double tolerance, const char *what, const char *file, int line);
void machine_assert_close(double got, double want, double tolerance, const char *what, const char *file, int line);
void machine_assert_below(double got, double limit, const char *what, const char *file, int line);
void machine_assert_no_value(double got, const char *what, const char *file, int line);

/* As snprintf, with a decimal point in every locale. */
void machine_print(char *out, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What `main` returns: how many tests failed, by each method of a table where neither they nor their models name one.
   `first_only`, ended by NULL, names those that count the steps or rows of the first method or ask for as many digits
   as it happens to have; NULL: none. */
#define MACHINE_RUN_TESTS(tests, first_only) machine_run_tests(tests, sizeof(tests) / sizeof *(tests), first_only)
int machine_run_tests(const struct CMUnitTest *tests, size_t count, const char *const *first_only);

/* What `main` returns: `failed` tests, or the status of a test that was skipped where this build has no LAPACK, and
   says that stability and modes have not been looked at. */
int machine_skip_without_lapack(int failed);

#define PI 3.14159265358979323846

#endif
