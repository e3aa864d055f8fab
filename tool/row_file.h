/* The file that a sweep fills row by row, so that it can be stopped at any moment and go on later. */
#ifndef LAGRANGIA_ROW_FILE_H
#define LAGRANGIA_ROW_FILE_H

#include "tool.h"

/* FILE.part grows; FILE.key says which sweep it belongs to; complete, the part becomes FILE. */
typedef struct row_file {
    const char *path; /* FILE */
    char *part, *key; /* their names */
    FILE *rows;
    bool complete; /* FILE is there already, and belongs to this sweep */
} row_file;

/* Opens the file for a sweep and gives it the rows that are there already. False after a message, with the exit status
 *in status: wrong usage where what is there belongs to another sweep, or another process writes to it. */
bool row_file_open(row_file *f, const char *path, lgr_sweep *sweep, const char *model, int *status);
/* A sink for one line: afterwards the row survives the end of this process. user is the row_file. */
bool row_file_add(void *user, const char *line, size_t length);
/* All rows are there: gives the file its name. False after a message. */
bool row_file_finish(row_file *f);
/* What was written so far stays. */
void row_file_close(row_file *f);

#endif
