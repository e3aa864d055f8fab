/* Findings as an editor shows them: at their place in this text, with what mends them. */
#include "language/book.h"

/* Where this text includes another one. */
static span include_of(const language_book *b, size_t source) {
    for (size_t i = 0; i < b->text->tree.count; i++) {
        const syn_stmt *s = b->text->tree.stmts[i];
        if (s->kind == SYN_INCLUDE && s->source == source)
            return s->name_at;
    }
    return (span){0, 0};
}

/* The place in source 0: the finding's own, that of the part in whose component it lies, or that of the file. */
static span place_here(const language_book *b, const finding *f) {
    const diag *texts = b->text->findings;
    size_t source = f->at.end ? diag_source_of(texts, f->at.begin) : 0;
    if (!source)
        return f->at;
    for (const diag_origin *o = f->origin; o; o = o->outer)
        if (o->at.end && diag_source_of(texts, o->at.begin) == 0)
            return o->at;
    return include_of(b, source);
}

static void add_related(language_book *b, const finding *f, strbuf *out) {
    const char *comma = "";
    base_strbuf_add(out, ",\"related\":[");
    if (f->at.end && diag_source_of(b->text->findings, f->at.begin)) {
        base_strbuf_add(out, "{\"message\":\"it is here\",");
        language_add_location(b, f->at, out);
        base_strbuf_add(out, "}");
        comma = ",";
    }
    for (size_t i = 0; i < f->label_count; i++) {
        base_strbuf_printf(out, "%s{\"message\":", comma);
        base_strbuf_add_json_string(out, f->labels[i].text);
        base_strbuf_add(out, ",");
        language_add_location(b, f->labels[i].at, out);
        base_strbuf_add(out, "}");
        comma = ",";
    }
    base_strbuf_add(out, "]");
}

/* What replaces a place, if the finding says it so exactly that nobody needs to read it. */
static void add_fix(language_book *b, const finding *f, strbuf *out) {
    bool here = f->fix && diag_source_of(b->text->findings, f->fix_at.begin) == 0;
    if (!here) {
        base_strbuf_add(out, ",\"fix\":null");
        return;
    }
    const char *title = *f->fix ? base_arena_printf(b->a, "write '%s'", f->fix) : "delete it";
    base_strbuf_add(out, ",\"fix\":{\"title\":");
    base_strbuf_add_json_string(out, title);
    base_strbuf_add(out, ",\"edits\":[{\"range\":");
    language_add_range(b, f->fix_at, out);
    base_strbuf_add(out, ",\"newText\":");
    base_strbuf_add_json_string(out, f->fix);
    base_strbuf_add(out, "}]}");
}

static void add_text(strbuf *out, const char *key, const char *text) {
    base_strbuf_printf(out, ",\"%s\":", key);
    base_strbuf_add_json_string(out, text ? text : "");
}

static void add_finding(language_book *b, const finding *f, strbuf *out) {
    base_strbuf_printf(out,
                       "{\"code\":\"%s\",\"severity\":%d,\"source\":\"lagrangia\",\"range\":", diag_code_name(f->code),
                       diag_is_warning(f->code) ? 2 : 1);
    language_add_range(b, place_here(b, f), out);
    add_text(out, "title", diag_code_title(f->code));
    add_text(out, "message", f->message);
    add_text(out, "note", f->primary);
    add_text(out, "help", f->help);
    add_fix(b, f, out);
    add_related(b, f, out);
    base_strbuf_add(out, "}");
}

void language_reply_findings(language_book *b, const language_question *q, strbuf *out) {
    (void)q;
    base_strbuf_add(out, "[");
    for (size_t i = 0; i < diag_count(b->text->findings); i++) {
        base_strbuf_add(out, i ? "," : "");
        add_finding(b, diag_at(b->text->findings, i), out);
    }
    base_strbuf_add(out, "]");
}
