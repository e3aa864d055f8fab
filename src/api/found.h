/* What was found last over a parameter or of periodic motions, which takes long: kept for other formats of the same. */
#ifndef LGR_API_FOUND_H
#define LGR_API_FOUND_H

#include "api/handles.h"

struct api_found {
    arena *memory;
    const model *of; /* the handle's; `page` is about a copy of it */
    model *copy;
    const char *request; /* all that decides what is found */
    out_linear page;
};

/* Out of the handle, so that threads do not wait for each other. NULL, and nothing is kept any more, if the last
   request was another one. */
struct api_found *api_found_take(lgr_model *handle, const char *request);
/* Into the handle, instead of what is there. */
void api_found_keep(lgr_model *handle, struct api_found *x);
/* `of`: what was taken and is not kept again. */
void api_found_dispose(void *of);

#endif
