/* Work that needs libraries which are slow to load is done by a second program, lagrangia-large, in the same folder. */
#ifndef LAGRANGIA_LARGE_H
#define LAGRANGIA_LARGE_H

#include "tool.h"

/* Optional parts of the tool, "MPI" and "HDF5", i from 0; NULL after the last. *present: this build has it. */
const char *large_part(size_t i, bool *present);

/* How many processes were started together, as mpirun and the like say it; 1 without them. *variable is what says so,
 *rank the number of this one. */
int large_processes(const char **variable, int *rank);

/* Whether a file is to be written as HDF5, by its ending. */
bool large_is_hdf5(const char *path);

/* Whether the settings need something that this program cannot do itself. Then *status is the exit status, after a
   message or from the other program, which replaces this one. */
bool large_is_elsewhere(const settings *s, int *status);

#endif
