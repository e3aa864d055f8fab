/* The list of all built-in functions. */
#include "model/functions/functions.h"

const function_row *const functions_all[] = {functions_of_numbers, functions_of_vectors,   functions_of_constraints,
                                             functions_of_bodies,  functions_of_reactions, functions_of_tables,
                                             functions_of_frames,  functions_of_runs,      NULL};
