/* A finding as one JSON object, for editors and scripts. */
#include "diag/diag.h"

static void add_string_or_null(strbuf *out, const char *text) {
    if (text == NULL)
        base_strbuf_add(out, "null");
    else
        base_strbuf_add_json_string(out, text);
}

static void add_position(const diag *d, const finding *f, strbuf *out) {
    if (f->at.end == 0) {
        base_strbuf_add(out, ", \"line\": null, \"column\": null");
        return;
    }
    int line, column;
    diag_position(d, f->at.begin, &line, &column);
    base_strbuf_printf(out, ", \"line\": %d, \"column\": %d", line, column);
}

void diag_render_json(const diag *d, const finding *f, strbuf *out) {
    base_strbuf_printf(out, "{\"code\": \"%s\", \"message\": ", diag_code_name(f->code));
    base_strbuf_add_json_string(out, f->message);
    base_strbuf_add(out, ", \"file\": ");
    base_strbuf_add_json_string(out, diag_get_source(d)->name);
    add_position(d, f, out);
    base_strbuf_add(out, ", \"help\": ");
    add_string_or_null(out, f->help);
    base_strbuf_add(out, "}");
}
