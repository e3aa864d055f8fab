/* The model's outputs as expressions in parameters, t, q, q', q'' and lambda of the active mode. */
#ifndef LGR_ANALYSIS_RESPONSE_H
#define LGR_ANALYSIS_RESPONSE_H

#include "analysis/probe/setting.h"

/* One per output: energies, contacts and reactions replaced by their expressions; EXPR_NONE if the output has no value
   in the mode. */
expr_id *analysis_outputs(const analysis_setting *s, arena *a);
/* The same of other expressions of the model's system. */
expr_id *analysis_results(const analysis_setting *s, const expr_id *of, size_t count, arena *a);

#endif
