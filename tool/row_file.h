/* The file that a sweep fills row by row, so that it can be stopped at any moment and resumed later. */
#ifndef LAGRANGIA_ROW_FILE_H
#define LAGRANGIA_ROW_FILE_H

#include "hdf5_rows.h"
#include "tool.h"

enum { ROW_FILE_ROOM = 1 << 16 /* bytes of a buffer */ };

/* FILE.part grows, as csv; FILE.key says which sweep it belongs to, and has a checksum for every row; complete, the
   part becomes FILE, or FILE is made of it where that is HDF5. */
typedef struct row_file {
    const char *path; /* FILE */
    hdf5_head head;
    bool is_hdf5;
    char *part, *key; /* their names */
    FILE *rows, *sums;
    char rows_room[ROW_FILE_ROOM], sums_room[ROW_FILE_ROOM];
    size_t waiting; /* bytes of rows in memory */
    double flushed; /* when, in seconds of some clock */
    bool complete;  /* FILE is there already, and belongs to this sweep */
} row_file;

/* Opens the file of -o for a sweep of a model and resumes from its rows. False after a message, with the exit status in
   status: wrong usage if the file belongs to another sweep, or another process writes to it. */
bool row_file_open(row_file *f, const settings *s, const lgr_model *model, lgr_sweep *sweep, int *status);
/* A sink for one line. Rows that took longer than some hundredths of a second to compute survive the end of this
   process from then on. user is the row_file. */
bool row_file_add(void *user, const char *line, size_t length);
/* All rows are there: gives the file its name. False after a message. */
bool row_file_finish(row_file *f, const lgr_sweep *sweep);
/* Closes the file; what was written so far stays. */
void row_file_close(row_file *f);

#endif
