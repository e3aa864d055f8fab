/* Films: pictures encoded by ffmpeg, which is required only where a film is requested. */
#ifndef LAGRANGIA_FFMPEG_H
#define LAGRANGIA_FFMPEG_H

#include "tool.h"

/* Whether there is an ffmpeg on the PATH. */
bool film_is_possible(void);
/* Writes the film of `path` in the format of its ending, under the name `part`, and says so on stderr where it does not
   run at the motion's own speed; LGR_STATUS_RUN after a message. */
lgr_status film_write(const lgr_run *run, const char *path, const char *part);
/* The same of the modes about a state; what the library refuses, it tells. */
lgr_status film_write_modes(lgr_model *model, const lgr_linear_options *options, const char *path, const char *part);

#endif
