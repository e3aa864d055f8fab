/* Where a name is declared, where it is used, and what it can be renamed to. */
#include <string.h>

#include "base/utf8.h"
#include "language/book.h"
#include "syntax/letters.h"

/* The declaration of the name at a place; -1 if there is none. */
static int declaration_at(const language_book *b, const language_question *q, span *at) {
    int use = language_use_at(b, language_offset(b, q->line, q->character));
    if (use < 0)
        return -1;
    *at = b->uses.at[use].at;
    return b->uses.at[use].decl;
}

void language_reply_definition(language_book *b, const language_question *q, strbuf *out) {
    span at;
    int d = declaration_at(b, q, &at);
    base_strbuf_add(out, "[");
    if (d >= 0) {
        base_strbuf_add(out, "{");
        language_add_location(b, b->decls.at[d].at, out);
        base_strbuf_add(out, "}");
    }
    base_strbuf_add(out, "]");
}

/* A use of the same thing: members of a family are declared together or one by one. */
static bool is_same(const language_book *b, int x, int y) {
    const language_decl *a = &b->decls.at[x], *c = &b->decls.at[y];
    return x == y ||
           (a->space == c->space && a->scope == c->scope && a->space != SPACE_LOCAL && strcmp(a->name, c->name) == 0);
}

void language_reply_uses(language_book *b, const language_question *q, strbuf *out) {
    span at;
    int d = declaration_at(b, q, &at);
    const char *comma = "";
    base_strbuf_add(out, "[");
    for (size_t i = 0; d >= 0 && i < b->uses.len; i++) {
        const language_use *u = &b->uses.at[i];
        if (!is_same(b, u->decl, d))
            continue;
        base_strbuf_printf(out, "%s{\"range\":", comma);
        language_add_range(b, u->at, out);
        base_strbuf_printf(out, ",\"declares\":%s}", u->declares ? "true" : "false");
        comma = ",";
    }
    base_strbuf_add(out, "]");
}

static bool is_digit(uint32_t code) {
    return code >= '0' && code <= '9';
}

static bool is_name(const char *text) {
    size_t left = strlen(text);
    if (!left || is_digit((uint32_t)(unsigned char)*text))
        return false;
    while (left) {
        utf8_char c = base_utf8_decode(text, left);
        if (!c.valid || !(syntax_is_letter(c.code) || is_digit(c.code)))
            return false;
        text += c.bytes;
        left -= c.bytes;
    }
    return true;
}

static bool is_reserved(const char *name) {
    static const char *const words[] = {"and", "or", "not", "if", "then", "else"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

/* Whether a name means something already where this declaration or one of its uses stands. */
static bool is_taken(const language_book *b, int d, const char *name) {
    for (size_t i = 0; i < b->decls.len; i++) {
        const language_decl *other = &b->decls.at[i];
        if (strcmp(other->name, name) != 0 || is_same(b, (int)i, d))
            continue;
        const language_decl *own = &b->decls.at[d];
        if (other->scope == own->scope || other->scope == SCOPE_MODEL || own->scope == SCOPE_MODEL)
            return true;
    }
    return false;
}

/* A name that the text may not have, or that it has given away; NULL: it can be taken. */
static const char *refusal(const language_book *b, int d, const char *name) {
    unit u;
    if (!is_name(name))
        return "a name has letters, digits and '_', and does not begin with a digit";
    if (is_reserved(name))
        return base_arena_printf(b->a, "'%s' is a word of the language", name);
    if (language_is_constant(name))
        return base_arena_printf(b->a, "'%s' is built in", name);
    if (is_taken(b, d, name))
        return base_arena_printf(b->a, "'%s' is the name of something else", name);
    if (b->decls.at[d].space == SPACE_FUNCTION && language_function_help(name))
        return base_arena_printf(b->a, "'%s' is a function of the language", name);
    syn_kind kind;
    syn_word word;
    if (syntax_find_kind(name, &kind) || syntax_find_word(name, &word) || syntax_is_action(name))
        return base_arena_printf(b->a, "'%s' is a word of the language", name);
    return dim_find_unit(name, &u) && strcmp(name, b->decls.at[d].name) != 0
               ? base_arena_printf(b->a, "'%s' is a unit", name)
               : NULL;
}

static void refuse(strbuf *out, const char *why) {
    base_strbuf_add(out, "{\"refused\":");
    base_strbuf_add_json_string(out, why);
    base_strbuf_add(out, "}");
}

static void add_edits(language_book *b, int d, const char *name, strbuf *out) {
    const char *comma = "";
    base_strbuf_add(out, ",\"edits\":[");
    for (size_t i = 0; i < b->uses.len; i++) {
        if (!is_same(b, b->uses.at[i].decl, d))
            continue;
        base_strbuf_printf(out, "%s{\"range\":", comma);
        language_add_range(b, b->uses.at[i].at, out);
        base_strbuf_add(out, ",\"newText\":");
        base_strbuf_add_json_string(out, name);
        base_strbuf_add(out, "}");
        comma = ",";
    }
    base_strbuf_add(out, "]");
}

void language_reply_rename(language_book *b, const language_question *q, strbuf *out) {
    span at;
    int d = declaration_at(b, q, &at);
    if (d < 0) {
        refuse(out, "nothing here has a name that the text gives");
        return;
    }
    const diag *texts = b->text->findings;
    size_t number = diag_source_of(texts, b->decls.at[d].at.begin);
    if (number) {
        refuse(out, base_arena_printf(b->a, "'%s' is declared in %s", b->decls.at[d].name,
                                      diag_source_at(texts, number)->name));
        return;
    }
    const char *why = q->argument ? refusal(b, d, q->argument) : NULL;
    if (why) {
        refuse(out, why);
        return;
    }
    base_strbuf_add(out, "{\"range\":");
    language_add_range(b, at, out);
    base_strbuf_add(out, ",\"placeholder\":");
    base_strbuf_add_json_string(out, b->decls.at[d].name);
    if (q->argument)
        add_edits(b, d, q->argument, out);
    base_strbuf_add(out, "}");
}
