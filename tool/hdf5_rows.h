/* The rows of a sweep as HDF5: a dataset for each column. */
#ifndef LAGRANGIA_HDF5_ROWS_H
#define LAGRANGIA_HDF5_ROWS_H

#include "tool.h"

/* The contents of a file besides its rows. */
typedef struct hdf5_head {
    const lgr_model *model;
    char *const *command; /* the command line, ends with NULL */
} hdf5_head;

/* Writes the file from all rows of a finished sweep, lines of csv from the start of `rows` on. False with errno, which
   is 0 where the reason is not known. */
bool hdf5_write(const char *path, FILE *rows, const lgr_sweep *sweep, const hdf5_head *head);
/* Whether the file holds the rows of this sweep; gives them to it. */
bool hdf5_read(const char *path, lgr_sweep *sweep);

#endif
