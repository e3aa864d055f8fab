/* Formulas as functions of a programming language: a text of runtime/ whose places are filled in. */
#ifndef LGR_EXPORT_CODE_H
#define LGR_EXPORT_CODE_H

#include "export/formulas.h"

/* How a language writes what all have; in a form \1, \2, \3 are its arguments. */
typedef struct code_language {
    const char *part;      /* the text in runtime/ */
    const char *extension; /* of the file */
    expr_notation notation;
    const char *comment;             /* begins one */
    const char *goes_on;             /* ends a line that the next one continues */
    const char *statement, *between; /* name, value; between several in one line */
    const char *definition;          /* of a long part: name, value */
    const char *entry, *component;   /* of a matrix, of a vector: name, indices */
    const char *matrix;              /* of zeros: name, rows, columns */
    const char *parameter, *value;   /* in the list of all: name, number; its value where it is taken from: name */
    const char *item;                /* between the items of a list */
    const char *quote;               /* around a name as a text */
    int first;                       /* index */
    bool beyond;                     /* 0:3 are three numbers */
    const char *const *reserved;     /* names that variables cannot have */
    const char *const *functions;    /* names to be imported where they are used; NULL: none */
} code_language;

/* One file with the equations of options->mode; none with findings where they cannot be written. In `a`. */
export_files export_code(model *m, const export_options *options, const code_language *l, arena *a);

#endif
