/* The files that a command writes, by their extensions. */
#ifndef LAGRANGIA_OUTPUTS_H
#define LAGRANGIA_OUTPUTS_H

#include "tool.h"

/* A file that has been opened but not touched yet: its old content stays until there is something to write. */
typedef struct output {
    const char *path, *format;
    int handle;
    bool made;   /* it was not there before */
    FILE *begun; /* what is written while the command works; NULL: nothing so far */
    bool failed; /* it could not be written */
} output;

/* What is written: the motion of a run, or an analysis. */
typedef enum output_kind { OUTPUT_MOTION, OUTPUT_ANALYSIS, OUTPUT_KIND_COUNT } output_kind;

/* Writes the results of a command in the format of an output. */
typedef lgr_status (*output_writer)(void *of, const output *o, FILE *to);

/* Opens the files of -o, each once; NULL after a message if an ending is unknown, one cannot be opened, or one is the
   model itself. The list is as long as the settings', and outputs_close frees it. */
output *outputs_open(const settings *s, output_kind kind);
/* Adds to a file, whose old content goes away at the first time; false after a message, and from then on. */
bool outputs_add(output *o, const char *data, size_t length);
/* Replaces the content of all files, and finishes those that have been added to; what went wrong has a
   message. */
lgr_status outputs_write(output *o, size_t count, output_writer write, void *of);
/* Whether one of them is stdout. */
bool outputs_use_stdout(const settings *s);
/* The name, without folders, of the first file in a format; NULL if there is none. */
const char *outputs_find(const output *o, size_t count, const char *format);
/* Closes; a file that was made and never written goes away again. */
void outputs_close(output *o, size_t count);

#endif
