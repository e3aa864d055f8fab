/* Members, lists and findings, as all JSON writers spell them. */
#include "out/json/json.h"

#include "base/check.h"

void out_json_key(strbuf *s, const char *key, bool *first) {
    if (!*first)
        base_strbuf_add(s, ", ");
    *first = false;
    base_strbuf_add_json_string(s, key);
    base_strbuf_add(s, ": ");
}

void out_json_number(strbuf *s, const char *key, double x, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add_number(s, x + 0.0); /* -0 is 0 */
}

void out_json_count(strbuf *s, const char *key, long n, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_printf(s, "%ld", n);
}

void out_json_text(strbuf *s, const char *key, const char *text, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add_json_string(s, text);
}

void out_json_texts(strbuf *s, const char *key, const char *const *text, size_t count, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add(s, "[");
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_json_string(s, text[i]);
    }
    base_strbuf_add(s, "]");
}

const finding *out_json_first_error(const diag *d) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return diag_at(d, i);
    return NULL;
}

void out_json_error_alone(const diag *d, const finding *f, strbuf *s) {
    LGR_ASSERT(f);
    base_strbuf_add(s, "{\"error\": ");
    diag_render_json(d, f, s);
    base_strbuf_add(s, "}\n");
}

void out_json_trouble(const char *code, const char *message, strbuf *s) {
    base_strbuf_printf(s, "{\"error\": {\"code\": \"%s\", \"message\": ", code);
    base_strbuf_add_json_string(s, message);
    base_strbuf_add(s, ", \"file\": null, \"line\": null, \"column\": null, \"help\": null}}\n");
}

void out_json_warning(strbuf *s, const char *code, const char *message, bool *first) {
    bool first_member = true;
    base_strbuf_add(s, *first ? "{" : ", {");
    *first = false;
    out_json_text(s, "code", code, &first_member);
    out_json_text(s, "message", message, &first_member);
    base_strbuf_add(s, "}");
}
