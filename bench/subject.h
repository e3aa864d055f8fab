/* A model's text made into a program for its accelerations and multipliers, each step on the clock: what benchmarks
 * time. */
#ifndef LGR_BENCH_SUBJECT_H
#define LGR_BENCH_SUBJECT_H

#include "mech/solution.h"
#include "num/saddle.h"
#include "tape/tape.h"

/* READ: text to model; DERIVED: equations of the mode; SOLVED: by elimination; LOWERED: to a program; LOADED: as the
   fastest way that there is wants it, machine code where the processor is known. */
typedef enum { READ, DERIVED, SOLVED, LOWERED, LOADED, PHASES } phase;

/* What is in force at the start but for contacts. */
typedef struct subject {
    arena *a;
    model *m;
    mech_choice choice;
    mech_equations e;
    uint32_t *vars; /* parameters, the time, coordinates, velocities */
    size_t var_count;
    double *state;          /* per variable of vars; may be changed until there is a program */
    double seconds[PHASES]; /* of the steps taken so far */
} subject;

/* Accelerations and multipliers by one program: what it computes lies in x. With a solver x holds M, h, A and gamma,
   and the solution lies in y. */
typedef struct subject_program {
    const tape *t;
    tape_program *code;
    double *slots;
    int n, m;
    double *x, *y;
    saddle *solver;
} subject_program;

/* Processor time in seconds: other work on the machine does not count. */
double subject_clock(void);
/* NULL where it cannot be read, which is said. */
model *subject_read_file(arena *a, const char *path);
/* At a state like any other. */
subject subject_prepare(arena *a, const char *source);
subject_program subject_by_matrices(subject *s);
/* False where no order of elimination is seen. */
bool subject_by_elimination(subject *s, subject_program *p, mech_solution *x);
void subject_evaluate(const subject_program *p);
void subject_unload(subject_program *p);
void subject_dispose(subject *s);

#endif
