/* The files that a run writes, by the endings of their names. */
#ifndef LAGRANGIA_OUTPUTS_H
#define LAGRANGIA_OUTPUTS_H

#include "tool.h"

/* A file that has been opened but not touched yet: its old content stays until there is something to write. */
typedef struct output {
    const char *path, *format;
    int handle;
    bool made; /* it was not there before */
} output;

/* Opens a file; false after a message if its ending is unknown or it cannot be opened. */
bool output_open(output *o, const char *path, bool json);
/* Replaces the file's content; false after a message. */
bool output_write(output *o, const lgr_run *run);
/* Closes; a file that was made and never written goes away again. */
void output_close(output *o);

#endif
