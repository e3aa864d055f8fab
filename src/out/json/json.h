/* What the JSON writers share. */
#ifndef LGR_OUT_JSON_JSON_H
#define LGR_OUT_JSON_JSON_H

#include "base/strbuf.h"
#include "diag/diag.h"

/* `"key": `, with a comma before it unless it is the first; clears *first. */
void out_json_key(strbuf *s, const char *key, bool *first);
/* A member with its key, as above. */
void out_json_number(strbuf *s, const char *key, double x, bool *first);
void out_json_count(strbuf *s, const char *key, long n, bool *first);
void out_json_text(strbuf *s, const char *key, const char *text, bool *first);
void out_json_texts(strbuf *s, const char *key, const char *const *text, size_t count, bool *first);
/* {"error": ...} and a newline. */
void out_json_error_alone(const diag *d, const finding *f, strbuf *s);
/* The same for a study that found nothing: `code` is the command. */
void out_json_trouble(const char *code, const char *message, strbuf *s);
/* {"code": "W0512", "message": ...} in a list. */
void out_json_warning(strbuf *s, const char *code, const char *message, bool *first);
/* The first error in the order of the text; NULL if there is none. */
const finding *out_json_first_error(const diag *d);

#endif
