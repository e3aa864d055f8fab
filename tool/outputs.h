/* The files that a command writes, by their extensions. */
#ifndef LAGRANGIA_OUTPUTS_H
#define LAGRANGIA_OUTPUTS_H

#include "draft.h"

/* A file that can be written, as far as could be seen, and was not touched yet; or stdout. */
typedef struct output {
    const char *path, *format;
    bool to_stdout;
    bool begun;  /* something was written already, while the command works */
    bool failed; /* it could not be written, and a message has said so */
    draft file;
} output;

/* What is written: the motion of a run, an analysis, a fit, a front, runs side by side, equations. */
typedef enum output_kind {
    OUTPUT_MOTION,
    OUTPUT_ANALYSIS,
    OUTPUT_FIT,
    OUTPUT_FRONT,
    OUTPUT_COMPARISON,
    OUTPUT_EQUATIONS,
    OUTPUT_KIND_COUNT
} output_kind;

/* Writes the results of a command in the format of an output, in order. */
typedef lgr_status (*output_writer)(void *of, const output *o, lgr_sink sink, void *user);

/* Looks at the files of -o, so that a bad one is found before the work; NULL after a message if an ending is unknown,
   one cannot be written, is named twice, or is what the model was read from. The list is as long as the settings', and
   outputs_close frees it. */
output *outputs_open(const settings *s, output_kind kind, const lgr_model *model);
/* Adds to a file, which is not seen under its name before outputs_write; false after a message, and from then on. */
bool outputs_add(output *o, const char *data, size_t length);
/* Gives all files their content, each as a whole or not at all: what has been added, or what `write` writes. What went
   wrong has a message. */
lgr_status outputs_write(output *o, size_t count, output_writer write, void *of);
/* Whether one of them is stdout. */
bool outputs_use_stdout(const settings *s);
/* The name, without folders, of the first file in a format; NULL if there is none. */
const char *outputs_find(const output *o, size_t count, const char *format);
void outputs_close(output *o, size_t count);
/* Whether a path is a file that the model was read from, under whatever name: says so. */
bool outputs_would_overwrite(const settings *s, const lgr_model *model, const char *path);

#endif
