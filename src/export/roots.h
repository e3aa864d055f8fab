/* What the programs of an exported model compute, as expressions. */
#ifndef LGR_EXPORT_ROOTS_H
#define LGR_EXPORT_ROOTS_H

#include "export/machine.h"
#include "mech/solution.h"

/* Inputs: those of the mode, then whether each of its rows acts. Finds the conditions too. */
void export_roots_inputs(export_machine *x, export_shape *p);
/* The coefficient of friction of a row that slides, or `held` at the limit of its static friction; EXPR_NONE: it does
   not rub. */
expr_id export_roots_coefficient(const export_machine *x, const export_shape *p, int row, bool held);
const tape *export_roots_matrices(export_machine *x, export_shape *p);
/* By straight-line code for these rows, with its lean program where nothing switches. */
export_variant export_roots_solution(export_machine *x, export_shape *p, const mech_solution *solution, int *rows,
                                     int count);

/* What is computed of a solved motion. */
typedef struct export_shown {
    tape_group quadratures, results, conditions;
} export_shown;
export_shown export_roots_shown(export_machine *x, export_shape *p);
const tape *export_roots_actions(export_machine *x, export_shape *p);
/* Settings, reports, parameters that others define. */
void export_roots_common(export_machine *x);

#endif
