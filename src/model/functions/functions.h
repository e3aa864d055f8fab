/* The built-in functions: lists, one a file, each ended by a row without a name. */
#ifndef LGR_MODEL_FUNCTIONS_FUNCTIONS_H
#define LGR_MODEL_FUNCTIONS_FUNCTIONS_H

#include "model/kinds/kinds.h"

extern const function_row functions_of_numbers[], functions_of_vectors[], functions_of_constraints[],
    functions_of_bodies[], functions_of_reactions[], functions_of_tables[], functions_of_frames[], functions_of_runs[];
extern const function_row *const functions_all[];

/* min, max, hypot, atan2: two scalars of one dimension; the result keeps it or, for atan2, is an angle. */
value functions_pair(builder *b, value x, value y, int op, span at);
/* Warns of tables that lead a motion and bend. */
void functions_check_tables(builder *b);

#endif
