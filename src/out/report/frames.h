/* Which frames a report keeps. */
#ifndef LGR_OUT_REPORT_FRAMES_H
#define LGR_OUT_REPORT_FRAMES_H

#include "out/values/groups.h"

typedef struct report_frames {
    const sim_frame *at;
    size_t count;
} report_frames;

/* As few of a run's frames as show its motion and its columns: between them the page draws cubic curves, whose error
   nobody sees. Jumps, the start and the end are always kept. `most`: numbers of all frames together; if that is not
   enough, the error grows. */
report_frames out_report_choose_frames(const model *m, const sim_result *r, const out_columns *columns, size_t most,
                                       arena *a);

#endif
