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

static const char *file_of(const diag *d, uint32_t offset) {
    return diag_source_at(d, diag_source_of(d, offset))->name;
}

/* The parts in which it was found, the innermost first. */
static void add_parts(const diag *d, const diag_origin *o, strbuf *out) {
    base_strbuf_add(out, ", \"parts\": [");
    for (const diag_origin *k = o; k != NULL; k = k->outer) {
        int line, column;
        diag_position(d, k->at.begin, &line, &column);
        base_strbuf_add(out, k == o ? "{\"part\": " : ", {\"part\": ");
        base_strbuf_add_json_string(out, k->part);
        base_strbuf_add(out, ", \"file\": ");
        base_strbuf_add_json_string(out, file_of(d, k->at.begin));
        base_strbuf_printf(out, ", \"line\": %d, \"column\": %d}", line, column);
    }
    base_strbuf_add(out, "]");
}

void diag_render_json(const diag *d, const finding *f, strbuf *out) {
    base_strbuf_printf(out, "{\"code\": \"%s\", \"message\": ", diag_code_name(f->code));
    base_strbuf_add_json_string(out, f->message);
    base_strbuf_add(out, ", \"file\": ");
    base_strbuf_add_json_string(out, file_of(d, f->at.begin));
    add_position(d, f, out);
    base_strbuf_add(out, ", \"help\": ");
    add_string_or_null(out, f->help);
    if (f->origin != NULL)
        add_parts(d, f->origin, out);
    base_strbuf_add(out, "}");
}
