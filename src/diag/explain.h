/* What a code means, at more length than its title. */
#ifndef LGR_DIAG_EXPLAIN_H
#define LGR_DIAG_EXPLAIN_H

#include "diag/codes.h"

/* A paragraph, and where a few lines can show it, a model after "wrong:" that provokes just this code and a mended one
   after "right:", each line of them indented. */
const char *diag_explain(diag_code code);

#endif
