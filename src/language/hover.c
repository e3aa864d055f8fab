/* What is at a place: the kind of a name, its declaration, its value; a word, a unit, an error. */
#include <string.h>

#include "diag/explain.h"
#include "language/book.h"

/* The declaration as written, up to its braces. */
static const char *declaration_text(const language_book *b, const language_decl *d) {
    const diag_source *source = diag_source_at(b->text->findings, diag_source_of(b->text->findings, d->at.begin));
    const syn_stmt *s = d->stmt;
    if (!s || d->class == LANGUAGE_LOCAL || s->at.end <= s->at.begin)
        return NULL;
    const char *begin = diag_text_at(b->text->findings, s->at.begin), *end = begin + (s->at.end - s->at.begin);
    bool braces = s->body_count || s->action_count || s->kind == SYN_COMPONENT;
    const char *brace = braces ? memchr(begin, '{', (size_t)(end - begin)) : NULL;
    enum { LONGEST = 400 };
    if (brace)
        end = brace;
    if (end > source->text + source->length)
        end = source->text + source->length;
    if (end - begin > LONGEST)
        end = begin + LONGEST;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\n' || (end[-1] & 0xC0) == 0x80))
        end--;
    const char *keyword = s->at.begin == s->keyword.begin ? "" : syntax_keyword(s->kind);
    if (s->keyword.begin == s->name_at.begin) /* an argument of a component */
        keyword = "";
    return base_arena_printf(b->a, "%s%s%.*s", keyword, *keyword ? " " : "", (int)(end - begin), begin);
}

static const char *noun_of(const language_decl *d) {
    static const char *const nouns[LANGUAGE_CLASS_COUNT] = {[LANGUAGE_PARAMETER] = "parameter",
                                                            [LANGUAGE_COORDINATE] = "coordinate",
                                                            [LANGUAGE_STATE] = "state",
                                                            [LANGUAGE_DEFINITION] = "definition",
                                                            [LANGUAGE_FUNCTION] = "function",
                                                            [LANGUAGE_BODY] = "body",
                                                            [LANGUAGE_ENERGY] = "energy",
                                                            [LANGUAGE_FORCE] = "force",
                                                            [LANGUAGE_CONSTRAINT] = "constraint",
                                                            [LANGUAGE_EVENT] = "event",
                                                            [LANGUAGE_RESULT] = "result",
                                                            [LANGUAGE_COMPONENT] = "component",
                                                            [LANGUAGE_PART] = "part",
                                                            [LANGUAGE_LOCAL] = "local name"};
    bool argument = d->stmt && d->stmt->keyword.begin == d->stmt->name_at.begin;
    if (argument && d->class == LANGUAGE_PARAMETER)
        return "argument";
    bool plain = d->class == LANGUAGE_DEFINITION || d->class == LANGUAGE_LOCAL || d->class == LANGUAGE_FUNCTION ||
                 d->class == LANGUAGE_PARAMETER || d->class == LANGUAGE_COORDINATE || !d->stmt || d->stmt->bad;
    return plain || d->stmt->kind == SYN_FRAME ? nouns[d->class] : syntax_keyword(d->stmt->kind);
}

static void add_code(strbuf *out, const char *code) {
    base_strbuf_printf(out, "```lagrangia\n%s\n```\n", code);
}

static void describe_name(language_book *b, const language_decl *d, strbuf *out) {
    const char *written = declaration_text(b, d), *comment = language_comment_of(b, d);
    if (written)
        add_code(out, written);
    base_strbuf_printf(out, "%s `%s`", noun_of(d), d->name);
    const char *quantity = d->scope == SCOPE_MODEL && d->class != LANGUAGE_LOCAL && b->text->quantity
                               ? b->text->quantity(b->text->user, d->name, b->a)
                               : NULL;
    if (quantity)
        base_strbuf_printf(out, ": %s", quantity);
    size_t number = diag_source_of(b->text->findings, d->at.begin);
    if (number)
        base_strbuf_printf(out, ", in `%s`", diag_source_at(b->text->findings, number)->name);
    if (comment)
        base_strbuf_printf(out, "\n\n%s", comment);
}

static void describe_word(const language_word *word, strbuf *out) {
    if (!word)
        return;
    add_code(out, word->form);
    base_strbuf_printf(out, "%s", word->help);
}

const char *language_unit_help(const char *name, arena *a) {
    unit u;
    if (!dim_find_unit(name, &u))
        return NULL;
    strbuf s = base_strbuf_make(a);
    double pi = 3.14159265358979323846, size = (double)u.num / (double)u.den;
    for (int i = 0; i < u.pi_power; i++)
        size *= pi;
    base_strbuf_printf(&s, "1 %s = ", name);
    base_strbuf_add_number(&s, size);
    base_strbuf_add(&s, " ");
    if (dim_is_angle(u.dim))
        base_strbuf_add(&s, "rad");
    else
        dim_print(u.dim, &s);
    return base_strbuf_text(&s);
}

static void describe_constant(const char *name, strbuf *out) {
    static const char *const known[][2] = {
        {"t", "the time"},
        {"pi", "the number pi, 3.14159..."},
        {"\xCF\x80", "the number pi, 3.14159..."},
        {"energy", "the energy of the whole system, kinetic and potential"},
        {"kinetic", "the kinetic energy of the whole system"},
        {"potential", "the potential energy of the whole system"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            base_strbuf_printf(out, "`%s`: %s", name, known[i][1]);
}

/* What is behind a dot, where no part declares it. */
static void describe_member(const char *name, strbuf *out) {
    static const char *const known[][2] = {
        {"x", "the component along the first axis"},
        {"y", "the component along the second axis"},
        {"z", "the component along the third axis"},
        {"w", "the scalar part of a unit quaternion"},
        {"angle", "the angle of a body"},
        {"open", "the event at which a contact opens"},
        {"close", "the event at which a contact closes"},
        {"impact", "an impact of a contact"},
        {"friction", "the friction of a contact"},
        {"q", "the orientation of a body that was freed"},
        {"norm", "the constraint of a unit quaternion"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            base_strbuf_printf(out, "`.%s`: %s", name, known[i][1]);
}

/* Words begin statements in one place and clauses in another. */
static void describe_keyword(const language_book *b, int i, strbuf *out) {
    const char *name = b->tokens.at[i].name;
    int before = i ? b->tokens.at[i - 1].kind : TOKEN_LINE;
    bool first = before == TOKEN_LINE || before == ';' || before == '{' || before == '}';
    const language_word *statement = language_keyword_help(name), *clause = language_clause_help(name);
    describe_word((first && statement) || !clause ? statement : clause, out);
}

static void describe_token(language_book *b, int i, strbuf *out) {
    const char *name = b->tokens.at[i].name;
    if (b->tokens.at[i].kind != TOKEN_NAME)
        return;
    switch (b->classes[i]) {
    case LANGUAGE_KEYWORD:
        describe_keyword(b, i, out);
        return;
    case LANGUAGE_FUNCTION:
        describe_word(language_function_help(name), out);
        return;
    case LANGUAGE_MEMBER:
        describe_member(name, out);
        return;
    case LANGUAGE_CONSTANT:
        describe_constant(name, out);
        return;
    case LANGUAGE_UNIT: {
        const char *help = language_unit_help(name, b->a);
        base_strbuf_add(out, help ? help : "");
        return;
    }
    default:
        return;
    }
}

/* What the codes of the findings at a place mean; their explanations, without the examples. */
static void describe_findings(language_book *b, uint32_t offset, strbuf *out) {
    for (size_t i = 0; i < diag_count(b->text->findings); i++) {
        const finding *f = diag_at(b->text->findings, i);
        if (!f->at.end || f->at.begin > offset || offset > f->at.end)
            continue;
        const char *more = diag_explain(f->code), *end = strstr(more, "\n\n");
        base_strbuf_printf(out, "%s**%s**: %s\n\n%.*s", out->len ? "\n\n---\n" : "", diag_code_name(f->code),
                           diag_code_title(f->code), end ? (int)(end - more) : (int)strlen(more), more);
    }
}

void language_reply_hover(language_book *b, const language_question *q, strbuf *out) {
    uint32_t offset = language_offset(b, q->line, q->character);
    int token = language_token_at(b, offset), use = language_use_at(b, offset);
    strbuf words = base_strbuf_make(b->a);
    span at = token >= 0 ? b->tokens.at[token].at : (span){offset, offset};
    if (use >= 0)
        describe_name(b, &b->decls.at[b->uses.at[use].decl], &words);
    else if (token >= 0)
        describe_token(b, token, &words);
    describe_findings(b, offset, &words);
    if (!words.len) {
        base_strbuf_add(out, "null");
        return;
    }
    base_strbuf_add(out, "{\"contents\":{\"kind\":\"markdown\",\"value\":");
    base_strbuf_add_json_string(out, base_strbuf_text(&words));
    base_strbuf_add(out, "},\"range\":");
    language_add_range(b, use >= 0 ? b->uses.at[use].at : at, out);
    base_strbuf_add(out, "}");
}
