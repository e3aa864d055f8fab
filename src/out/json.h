/* What the JSON writers share. */
#ifndef LGR_OUT_JSON_H
#define LGR_OUT_JSON_H

#include "base/strbuf.h"
#include "diag/diag.h"

/* `"key": `, with a comma before it unless it is the first; clears *first. */
void out_json_key(strbuf *s, const char *key, bool *first);
/* {"error": ...} and a newline. */
void out_json_error_alone(const diag *d, const finding *f, strbuf *s);
/* The first error in the order of the text; NULL if there is none. */
const finding *out_json_first_error(const diag *d);

#endif
