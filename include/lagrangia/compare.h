/* Several runs side by side: of different models, or of one with different parameters. */
#ifndef LAGRANGIA_COMPARE_H
#define LAGRANGIA_COMPARE_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A run and what it is called beside others. */
typedef struct lgr_compared {
    const char *name;
    const lgr_run *run; /* with keep_frames, if curves are to be smooth */
} lgr_compared;

/* Writes 1 to 100 runs side by side: parameters that differ, and all reports with their differences from the first run.
   "text", "json", "csv"; "svg", "html" and, for a terminal, "plot" with curves of the quantities `plot` of all runs over
   the same axis (NULL: the coordinates that all models have). `color` and `width` apply to texts and terminals.
   LGR_STATUS_USAGE for an unknown format, or if one of the models does not record one of the quantities. */
LGR_API lgr_status lgr_compare_write(const lgr_compared *runs, size_t count, const char *plot, const char *format,
                                     bool color, int width, lgr_sink sink, void *user);

#ifdef __cplusplus
}
#endif

#endif
