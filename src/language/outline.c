/* The outline of a text: its coloured tokens, what can be folded, and what it declares. */
#include <string.h>

#include "language/book.h"

/* ---- Tokens ---- */

void language_reply_legend(language_book *b, const language_question *q, strbuf *out) {
    (void)b, (void)q;
    base_strbuf_add(out, "{\"tokenTypes\":[");
    for (int i = 0; i < LANGUAGE_CLASS_COUNT; i++) {
        base_strbuf_add(out, i ? "," : "");
        base_strbuf_add_json_string(out, language_class_name((language_class)i));
    }
    base_strbuf_add(out, "],\"tokenModifiers\":[\"declaration\"]}");
}

typedef struct token_writer {
    language_book *b;
    strbuf *out;
    uint32_t line, character; /* of the token before */
    bool any;
} token_writer;

static void add_token(token_writer *w, span at, language_class class, bool declares) {
    uint32_t line, character, end_line, end;
    if (class == LANGUAGE_NONE || at.end <= at.begin)
        return;
    language_find_place(w->b, at.begin, &line, &character);
    language_find_place(w->b, at.end, &end_line, &end);
    if (end_line != line || end <= character)
        return;
    uint32_t from = line == w->line ? w->character : 0;
    base_strbuf_printf(w->out, "%s%u,%u,%u,%d,%d", w->any ? "," : "", (unsigned)(line - w->line),
                       (unsigned)(character - from), (unsigned)(end - character), (int)class, (int)declares);
    w->line = line;
    w->character = character;
    w->any = true;
}

bool language_next_comment(const language_book *b, uint32_t *from, uint32_t to, span *out) {
    const char *begin = *from < to ? memchr(b->source + *from, '#', to - *from) : NULL;
    if (!begin)
        return false;
    const char *end = memchr(begin, '\n', b->length - (size_t)(begin - b->source));
    out->begin = (uint32_t)(begin - b->source);
    out->end = end ? (uint32_t)(end - b->source) : (uint32_t)b->length;
    while (out->end > out->begin && (b->source[out->end - 1] == '\r' || b->source[out->end - 1] == ' '))
        out->end--;
    *from = end ? (uint32_t)(end - b->source) + 1 : (uint32_t)b->length;
    return true;
}

/* Comments are no tokens: they stand between them. */
static void add_comments(token_writer *w, uint32_t from, uint32_t to) {
    span at;
    while (language_next_comment(w->b, &from, to, &at))
        add_token(w, at, LANGUAGE_COMMENT, false);
}

void language_reply_tokens(language_book *b, const language_question *q, strbuf *out) {
    (void)q;
    token_writer w = {.b = b, .out = out};
    uint32_t from = 0;
    size_t use = 0;
    base_strbuf_add(out, "{\"data\":[");
    for (size_t i = 0; i < b->tokens.count; i++) {
        const syn_token *t = &b->tokens.at[i];
        add_comments(&w, from, t->at.begin);
        while (use < b->uses.len && b->uses.at[use].at.begin < t->at.begin)
            use++;
        bool declares = use < b->uses.len && b->uses.at[use].at.begin == t->at.begin && b->uses.at[use].declares;
        if (t->at.begin >= from)
            add_token(&w, t->at, (language_class)b->classes[i], declares);
        from = t->at.end > from ? t->at.end : from;
    }
    base_strbuf_add(out, "]}");
}

/* ---- Folds ---- */

static void add_fold(strbuf *out, bool *any, uint32_t first, uint32_t last, const char *kind) {
    if (last <= first)
        return;
    base_strbuf_printf(out, "%s{\"startLine\":%u,\"endLine\":%u", *any ? "," : "", (unsigned)first, (unsigned)last);
    if (kind)
        base_strbuf_printf(out, ",\"kind\":\"%s\"", kind);
    base_strbuf_add(out, "}");
    *any = true;
}

static char first_on_line(const language_book *b, size_t line) {
    size_t at = b->lines.at[line];
    while (at < b->length && (b->source[at] == ' ' || b->source[at] == '\t'))
        at++;
    return at < b->length ? b->source[at] : '\0';
}

static void fold_comments(language_book *b, strbuf *out, bool *any) {
    for (size_t i = 0; i < b->lines.len; i++) {
        size_t first = i;
        while (i < b->lines.len && first_on_line(b, i) == '#')
            i++;
        if (i > first + 1)
            add_fold(out, any, (uint32_t)first, (uint32_t)i - 1, "comment");
    }
}

/* From the line of a '{' to the line before its '}', which stays to be seen. */
static void fold_braces(language_book *b, strbuf *out, bool *any) {
    VEC(uint32_t) open = {0};
    for (size_t i = 0; i < b->tokens.count; i++) {
        uint32_t line, character;
        int kind = b->tokens.at[i].kind;
        if (kind != '{' && kind != '}')
            continue;
        language_find_place(b, b->tokens.at[i].at.begin, &line, &character);
        if (kind == '{')
            vec_push(b->a, &open, line);
        else if (open.len && line > open.at[--open.len])
            add_fold(out, any, open.at[open.len], line - 1, NULL);
    }
}

void language_reply_folds(language_book *b, const language_question *q, strbuf *out) {
    (void)q;
    bool any = false;
    base_strbuf_add(out, "[");
    fold_braces(b, out, &any);
    fold_comments(b, out, &any);
    base_strbuf_add(out, "]");
}

/* ---- Symbols ---- */

/* SymbolKind of the protocol. */
int language_symbol_kind(language_class class) {
    enum {
        MODULE = 2,
        CLASS = 5,
        FIELD = 8,
        FUNCTION = 12,
        VARIABLE = 13,
        CONSTANT = 14,
        NUMBER = 16,
        OBJECT = 19,
        KEY = 20,
        STRUCT = 23,
        EVENT = 24,
        OPERATOR = 25
    };
    static const unsigned char kinds[LANGUAGE_CLASS_COUNT] = {
        [LANGUAGE_PARAMETER] = CONSTANT, [LANGUAGE_COORDINATE] = VARIABLE, [LANGUAGE_STATE] = VARIABLE,
        [LANGUAGE_DEFINITION] = FIELD,   [LANGUAGE_FUNCTION] = FUNCTION,   [LANGUAGE_BODY] = OBJECT,
        [LANGUAGE_ENERGY] = OPERATOR,    [LANGUAGE_FORCE] = OPERATOR,      [LANGUAGE_CONSTRAINT] = KEY,
        [LANGUAGE_EVENT] = EVENT,        [LANGUAGE_RESULT] = NUMBER,       [LANGUAGE_COMPONENT] = CLASS,
        [LANGUAGE_PART] = STRUCT,        [LANGUAGE_LOCAL] = VARIABLE,      [LANGUAGE_TITLE] = MODULE};
    return kinds[class] ? kinds[class] : VARIABLE;
}

static void add_symbols(language_book *b, syn_stmt *const *stmts, size_t count, strbuf *out);

static void add_symbol(language_book *b, const syn_stmt *s, language_class class, strbuf *out) {
    span whole = span_join(s->at, s->name_at);
    base_strbuf_add(out, "{\"name\":");
    base_strbuf_add_json_string(out, s->name);
    base_strbuf_add(out, ",\"detail\":");
    base_strbuf_add_json_string(out, s->label ? s->label : syntax_keyword(s->kind));
    base_strbuf_printf(out, ",\"kind\":%d,\"class\":\"%s\",\"range\":", language_symbol_kind(class),
                       language_class_name(class));
    language_add_range(b, whole, out);
    base_strbuf_add(out, ",\"selectionRange\":");
    language_add_range(b, s->name_at, out);
    base_strbuf_add(out, ",\"children\":[");
    if (s->kind == SYN_COMPONENT)
        add_symbols(b, s->body, s->body_count, out);
    base_strbuf_add(out, "]}");
}

/* Those of a loop are shown beside it. */
static void add_symbols(language_book *b, syn_stmt *const *stmts, size_t count, strbuf *out) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        language_class class = LANGUAGE_TITLE;
        language_space space;
        bool named = s->kind == SYN_MODEL ? s->name != NULL : language_what_declares(s, &class, &space);
        if (named) {
            char last = out->len ? out->text[out->len - 1] : '[';
            base_strbuf_add(out, last == '}' ? "," : "");
            add_symbol(b, s, class, out);
        }
        if (s->kind == SYN_FOR)
            add_symbols(b, s->body, s->body_count, out);
    }
}

void language_reply_symbols(language_book *b, const language_question *q, strbuf *out) {
    (void)q;
    base_strbuf_add(out, "[");
    add_symbols(b, b->text->tree.stmts, b->text->tree.count, out);
    base_strbuf_add(out, "]");
}
