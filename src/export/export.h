/* Models as programs for others: C, FMUs. */
#ifndef LGR_EXPORT_EXPORT_H
#define LGR_EXPORT_EXPORT_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "mech/equations.h"

/* The mode of which equations are wanted, and a state in it. */
typedef struct export_mode {
    const char *name; /* "start", or the event after which it is active */
    const mech_choice *choice;
    double t;
    const double *q, *v; /* per model coordinate */
} export_mode;

typedef struct export_options {
    const char *version;     /* of this library */
    bool single;             /* float in place of double */
    int fmi;                 /* version of the interface of an FMU: 2 or 3; without one 0 */
    const export_mode *mode; /* of exported equations */
} export_options;

typedef struct export_file {
    const char *name, *text;
    size_t length;
} export_file;

typedef VEC(export_file) export_files;

/* The model in C: NAME.h, NAME.c, NAME_main.c, CMakeLists.txt, README.md; none with findings in the model where it
   cannot be exported. In `a`. */
export_files export_c(model *m, const export_options *options, arena *a);
/* The files of an FMU: modelDescription.xml and sources/; what they are packed into is the caller's business. */
export_files export_fmu(model *m, const export_options *options, arena *a);
/* The equations of one mode as functions of a language, one file. */
export_files export_octave(model *m, const export_options *options, arena *a);
export_files export_julia(model *m, const export_options *options, arena *a);
export_files export_sympy(model *m, const export_options *options, arena *a);

#endif
