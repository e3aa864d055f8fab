/* Members, lists and findings, as all JSON writers spell them. */
#include "out/json.h"

#include "base/check.h"

void out_json_key(strbuf *s, const char *key, bool *first) {
    if (!*first)
        strbuf_add(s, ", ");
    *first = false;
    strbuf_add_json_string(s, key);
    strbuf_add(s, ": ");
}

void out_json_number(strbuf *s, const char *key, double x, bool *first) {
    out_json_key(s, key, first);
    strbuf_add_number(s, x);
}

void out_json_count(strbuf *s, const char *key, long n, bool *first) {
    out_json_key(s, key, first);
    strbuf_printf(s, "%ld", n);
}

void out_json_text(strbuf *s, const char *key, const char *text, bool *first) {
    out_json_key(s, key, first);
    strbuf_add_json_string(s, text);
}

void out_json_texts(strbuf *s, const char *key, const char *const *text, size_t count, bool *first) {
    out_json_key(s, key, first);
    strbuf_add(s, "[");
    for (size_t i = 0; i < count; i++) {
        strbuf_add(s, i ? ", " : "");
        strbuf_add_json_string(s, text[i]);
    }
    strbuf_add(s, "]");
}

const finding *out_json_first_error(const diag *d) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return diag_at(d, i);
    return NULL;
}

void out_json_error_alone(const diag *d, const finding *f, strbuf *s) {
    LGR_ASSERT(f);
    strbuf_add(s, "{\"error\": ");
    diag_render_json(d, f, s);
    strbuf_add(s, "}\n");
}

void out_json_warning(strbuf *s, const char *code, const char *message, bool *first) {
    bool first_member = true;
    strbuf_add(s, *first ? "{" : ", {");
    *first = false;
    out_json_text(s, "code", code, &first_member);
    out_json_text(s, "message", message, &first_member);
    strbuf_add(s, "}");
}
