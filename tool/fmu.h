/* The files of an FMU: its binary for this platform is made of its sources, and all are packed. */
#ifndef LAGRANGIA_FMU_H
#define LAGRANGIA_FMU_H

#include "tool.h"

typedef struct fmu_file {
    char *name, *data;
    size_t length;
} fmu_file;

typedef struct fmu {
    fmu_file files[10];
    size_t count;
    bool failed;
} fmu;

/* An lgr_file_sink; user is the fmu. */
bool fmu_keep(void *user, const char *name, const char *data, size_t length);
/* The name of its program; empty if there is none. */
void fmu_name(const fmu *f, char *name, size_t room);
/* Compiles the sources with $CC, or cc, and $CFLAGS, and adds the binary; without a compiler it says so and goes on.
   False after a message. */
bool fmu_compile(fmu *f, int version);
/* Adds a picture of the model at its start, where there is something to draw. False after a message. */
bool fmu_add_icon(fmu *f, lgr_model *model, int version);
/* Whether it could be written there, without touching anything; false after a message. */
bool fmu_may_write(const char *path);
/* False after a message. */
bool fmu_write(const fmu *f, const char *path);
void fmu_dispose(fmu *f);

#endif
