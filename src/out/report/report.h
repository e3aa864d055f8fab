/* What the parts of the report share: the data of a run, as the page's script reads them (see
   web/shared/data.ts). */
#ifndef LGR_OUT_REPORT_REPORT_H
#define LGR_OUT_REPORT_REPORT_H

#include "out/out.h"

typedef struct report {
    const out_run *run;
    const model *m;
    const sim_result *r;
    const sim_frame *frames; /* those that are shown */
    size_t frame_count;
    model_shown length, force; /* the units of the scene */
    strbuf *out;
    arena *memory;
} report;

/* A number with the digits that a picture needs; null if it has no value. */
void out_report_add_value(strbuf *out, double x);
/* "key": [one number a frame], or the number alone where it never changes. value(frame, of) gives it. */
void out_report_add_series(const report *r, const char *key, double (*value)(const sim_point *p, const void *of),
                           const void *of, bool *first);

/* The members "shapes" and "arrows". */
void out_report_add_scene(const report *r);

#endif
