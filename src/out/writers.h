/* The writers of runs, checks, equations and analyses: one table each, with a row for each format. */
#ifndef LGR_OUT_WRITERS_H
#define LGR_OUT_WRITERS_H

#include "out/out.h"
#include "out/stream.h"

typedef struct run_writer {
    const char *name;
    void (*write)(const out_run *run, out_stream *out);
} run_writer;

typedef struct check_writer {
    const char *name;
    void (*write)(const out_check *check, out_stream *out);
} check_writer;

typedef struct derive_writer {
    const char *name;
    void (*write)(const out_derive *derive, out_stream *out);
} derive_writer;

typedef struct analysis_writer {
    const char *name;
    bool draws; /* it needs the machine at every equilibrium */
    void (*write)(const out_analysis *analysis, out_stream *out);
} analysis_writer;

typedef struct linear_writer {
    const char *name;
    size_t instants; /* of a swing, where it draws modes; 0: it draws none */
    bool modes_alone;
    void (*write)(const out_linear *linear, out_stream *out);
} linear_writer;

/* NULL if there is no such format. */
const run_writer *out_run_writer_find(const char *name);
const check_writer *out_check_writer_find(const char *name);
const derive_writer *out_derive_writer_find(const char *name);
/* The i-th format of equations; NULL after the last. */
const char *out_derive_format(size_t i);
const analysis_writer *out_analysis_writer_find(const char *name);
const linear_writer *out_linear_writer_find(const char *name);

#endif
