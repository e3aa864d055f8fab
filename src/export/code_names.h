/* Names of variables in a programming language. */
#ifndef LGR_EXPORT_CODE_NAMES_H
#define LGR_EXPORT_CODE_NAMES_H

#include "export/formulas.h"

/* Per variable of the graph: theta' is theta_dot; unlike each other and unlike the reserved ones (a NULL ends them). */
const char *const *export_code_names(const export_formulas *f, const char *const *reserved);

#endif
