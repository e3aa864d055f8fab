/* Limits of a study: comparisons behind the text of the model. */
#ifndef LGR_API_KEPT_H
#define LGR_API_KEPT_H

#include "api/handles.h"

/* The model with the limits as its last expectations, in *limited, for the caller to destroy; what is wrong with them,
   or NULL. */
const char *api_read_limits(const lgr_model *of, const char *const *limits, size_t count, lgr_model **limited,
                            arena *a);

#endif
