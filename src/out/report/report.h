/* What the parts of the report share: the data of a run, as the page's script reads them (see
   web/shared/data.ts). */
#ifndef LGR_OUT_REPORT_REPORT_H
#define LGR_OUT_REPORT_REPORT_H

#include "base/vec.h"
#include "out/out.h"

/* One number of each frame, less `from`. */
typedef struct report_table {
    const float *at;
    double from;
    uint32_t next; /* 1 + the table before it in its chain; 0 ends */
} report_table;

typedef VEC(report_table) report_tables;

typedef struct report {
    const out_run *run;
    const model *m;
    const sim_result *r;
    const sim_frame *frames; /* those that are shown */
    size_t frame_count;
    model_shown length, force; /* the units of the scene */
    double least_force;        /* what is smaller is rounding */
    strbuf *out;
    report_tables *tables; /* NULL: series are lists */
    uint32_t *chains; /* of tables by their numbers, so that equal ones are found: REPORT_CHAINS */
    arena *memory;
} report;

enum { REPORT_CHAINS = 4096 };

/* "key": {"table": its number} or the list, or the number itself where it never changes. value(frame, of) gives it for a frame. */
void out_report_add_series(const report *r, const char *key, double (*value)(const sim_point *p, const void *of),
                           const void *of, bool *first);

/* The words of the report, which are in r->out, the times of its frames and its tables, compressed, in base64. */
void out_report_pack(const report *r, strbuf *out);

/* The members "shapes" and "arrows". */
void out_report_add_scene(const report *r);

#endif
