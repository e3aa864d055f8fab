/* The identity of a sweep. */
#ifndef LGR_API_SWEEP_KEY_H
#define LGR_API_SWEEP_KEY_H

#include "api/handles.h"
#include "study/sweep.h"

/* Sixteen hexadecimal digits over version, text, tables, parameters, ranges, options and shard; in `a`. Tables that
   cannot be read count as such. */
const char *api_sweep_key(const sweep_job *job, const lgr_model *of, const lgr_sweep_options *o, arena *a);

#endif
