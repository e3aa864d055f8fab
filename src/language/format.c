/* The text with its spaces in order: line breaks, comments, paragraphs and what stands in columns stay. */
#include <string.h>

#include "base/utf8.h"
#include "language/book.h"
#include "syntax/parser.h"

enum { STEP = 2, MOST_PASSES = 10, NEAR = 20 };

/* What stands between spaces: a token, or a comment. */
typedef struct piece {
    const char *text;
    size_t length;
    int kind; /* of the token; '#' for a comment */
    language_class class;
    int column, width, gap; /* as it was: from the line's begin on, and spaces before it */
    int before;             /* spaces that it gets */
} piece;

typedef struct line {
    size_t first, count; /* of the pieces */
    int depth;           /* of braces, as its first piece stands */
    bool goes_on;        /* the statement of the line before does */
} line;

typedef struct layout {
    language_book *b;
    VEC(piece) pieces;
    VEC(line) lines;
} layout;

/* ---- Pieces ---- */

static int columns_between(const char *at, const char *end) {
    int count = 0;
    while (at < end) {
        utf8_char c = base_utf8_decode(at, (size_t)(end - at));
        count += c.code == '\t' ? STEP : base_utf8_width(c.code);
        at += c.bytes;
    }
    return count;
}

static void add_piece(layout *l, span at, int kind, language_class class) {
    const language_book *b = l->b;
    line *in = &l->lines.at[language_line_of(b, at.begin)];
    const char *text = b->source + at.begin;
    const piece *last = in->count ? &l->pieces.at[l->pieces.len - 1] : NULL;
    const char *end = last ? last->text + last->length : b->source + b->lines.at[language_line_of(b, at.begin)];
    piece p = {.text = text, .length = at.end - at.begin, .kind = kind, .class = class};
    p.gap = columns_between(end, text);
    p.column = p.gap + (last ? last->column + last->width : 0);
    p.width = columns_between(text, text + p.length);
    if (!in->count)
        in->first = l->pieces.len;
    in->count++;
    vec_push(b->a, &l->pieces, p);
}

/* A power written as x² is several tokens at one place. */
static void find_pieces(layout *l) {
    language_book *b = l->b;
    uint32_t from = 0;
    line empty = {0};
    for (size_t i = 0; i < b->lines.len; i++)
        vec_push(b->a, &l->lines, empty);
    for (size_t i = 0; i < b->tokens.count; i++) {
        const syn_token *t = &b->tokens.at[i];
        span comment;
        while (language_next_comment(b, &from, t->at.begin, &comment))
            add_piece(l, comment, '#', LANGUAGE_COMMENT);
        if (t->at.begin < from && t->kind != TOKEN_END)
            continue;
        bool raised = t->kind == '^' && b->source[t->at.begin] != '^';
        if (t->kind != TOKEN_LINE && t->kind != TOKEN_END)
            add_piece(l, t->at, raised ? TOKEN_NUMBER : t->kind,
                      raised ? LANGUAGE_OPERATOR : (language_class)b->classes[i]);
        if (t->kind != TOKEN_LINE)
            from = t->at.end;
    }
}

static bool is_one_of(int kind, const char *signs) {
    return kind > 0 && kind < TOKEN_LINE && strchr(signs, kind) != NULL;
}

static bool wants_more(const piece *p) {
    return is_one_of(p->kind, "+-*/^<=~,") || (p->kind == '>' && p->class == LANGUAGE_OPERATOR) ||
           (p->kind >= TOKEN_LESS_EQUAL && p->kind <= TOKEN_ELSE && p->kind != TOKEN_NOT && p->kind != TOKEN_IF);
}

static bool is_file(const layout *l, const line *in) {
    return in->count && l->pieces.at[in->first].length == 7 && !memcmp(l->pieces.at[in->first].text, "include", 7);
}

/* Depth of braces, and whether a statement goes on, for each line. */
static void find_depths(layout *l) {
    int braces = 0, brackets = 0;
    bool wants = false;
    for (size_t i = 0; i < l->lines.len; i++) {
        line *in = &l->lines.at[i];
        const piece *first = in->count ? &l->pieces.at[in->first] : NULL;
        bool word = first && (first->kind == TOKEN_THEN || first->kind == TOKEN_ELSE);
        in->goes_on = brackets > 0 || wants || word;
        in->depth = braces - (first && first->kind == '}' && braces > 0);
        for (size_t k = 0; k < in->count; k++) {
            const piece *p = &first[k];
            braces += (p->kind == '{') - (p->kind == '}' && braces > 0);
            brackets += is_one_of(p->kind, "([") - (is_one_of(p->kind, ")]") && brackets > 0);
            if (p->kind != '#')
                wants = wants_more(p) && !is_file(l, in);
        }
    }
}

/* ---- Spaces ---- */

typedef enum space { NO_SPACE, ONE_SPACE, SOME_SPACE } space; /* SOME: one, or as many as align it */

static bool ends_operand(const piece *p) {
    return p->kind == TOKEN_NUMBER || p->kind == TOKEN_STRING || is_one_of(p->kind, ")]'") ||
           (p->kind == TOKEN_NAME && p->class != LANGUAGE_KEYWORD);
}

static bool is_comparison(int kind) {
    return is_one_of(kind, "=~<>") || kind == TOKEN_LESS_EQUAL || kind == TOKEN_GREATER_EQUAL || kind == TOKEN_SAME;
}

static bool is_arithmetic(const piece *p) {
    return is_one_of(p->kind, "+-*/^") && p->class == LANGUAGE_OPERATOR;
}

/* '-' in front of an operand. */
static bool is_sign(const layout *l, const line *in, size_t k) {
    const piece *p = &l->pieces.at[in->first + k];
    return is_one_of(p->kind, "+-") && (k == 0 ? !in->goes_on : !ends_operand(p - 1));
}

/* Around an operator: both sides as the wider one; at the end of a line there is one side only. */
static space around(const layout *l, const line *in, size_t k) {
    const piece *p = &l->pieces.at[in->first + k];
    bool left = k > 0 && p->gap > 0, right = k + 1 < in->count && p[1].gap > 0 && p[1].kind != '#';
    if (is_one_of(p->kind, "*/^"))
        return (left || k == 0) && (right || k + 1 >= in->count || p[1].kind == '#') ? SOME_SPACE : NO_SPACE;
    return left || right ? SOME_SPACE : NO_SPACE;
}

static bool names_file(const piece *p) {
    return p->kind == TOKEN_NAME && p->class == LANGUAGE_STRING;
}

static bool is_degree(const piece *p) {
    return p->length == 2 && !memcmp(p->text, "\xC2\xB0", 2);
}

/* Between a piece and the one before it, which are both no operators. */
static space between(const piece *a, const piece *p) {
    bool word = a->class == LANGUAGE_KEYWORD;
    if (is_one_of(p->kind, ",;)].':%") || is_one_of(a->kind, "([.") || p->kind == TOKEN_RANGE || a->kind == TOKEN_RANGE)
        return NO_SPACE;
    if (is_one_of(p->kind, "(["))
        return a->kind == TOKEN_NAME && !word ? NO_SPACE : SOME_SPACE;
    if (p->kind == TOKEN_NUMBER && p->class == LANGUAGE_OPERATOR)
        return NO_SPACE;
    if ((a->kind == '<' && names_file(p)) || (names_file(a) && p->kind == '>'))
        return NO_SPACE;
    if (is_degree(p) || (a->kind == '{' && p->kind == '}'))
        return p->gap ? ONE_SPACE : NO_SPACE;
    return SOME_SPACE;
}

static space space_before(const layout *l, const line *in, size_t k) {
    const piece *p = &l->pieces.at[in->first + k], *a = p - 1;
    if (p->kind == '#')
        return SOME_SPACE;
    if (is_arithmetic(a))
        return is_sign(l, in, k - 1) ? NO_SPACE : around(l, in, k - 1);
    if (is_arithmetic(p) && !is_sign(l, in, k))
        return around(l, in, k);
    if (is_comparison(p->kind) && !names_file(a))
        return SOME_SPACE;
    return between(a, p);
}

/* Whether a line has a piece that begins or ends where this one does, and one of both was moved there by spaces. */
static bool is_aligned_with(const layout *l, size_t number, const piece *p) {
    const line *in = &l->lines.at[number];
    for (size_t k = 1; k < in->count; k++) {
        const piece *other = &l->pieces.at[in->first + k];
        bool same = other->column == p->column || other->column + other->width == p->column + p->width;
        if (same && (p->gap > 1 || other->gap > 1))
            return true;
        if (other->column > p->column + p->width)
            return false;
    }
    return false;
}

/* Of the lines of the same paragraph, those near it. */
static bool is_aligned(const layout *l, size_t number, const piece *p) {
    for (size_t i = number; i > 0 && i + NEAR > number && l->lines.at[i - 1].count; i--)
        if (is_aligned_with(l, i - 1, p))
            return true;
    for (size_t i = number + 1; i < l->lines.len && i < number + NEAR && l->lines.at[i].count; i++)
        if (is_aligned_with(l, i, p))
            return true;
    return false;
}

/* Where it was before, if that is a column of the lines around it; `at` is where the piece before it ends now. */
static int aligned_gap(const layout *l, size_t number, const piece *p, int at, int shift) {
    if (!is_aligned(l, number, p))
        return p->kind == '#' || p->kind == TOKEN_STRING ? p->gap : 1;
    int gap = p->column + shift - at;
    return gap > 1 ? gap : 1;
}

static void space_line(layout *l, size_t number, int indent) {
    const line *in = &l->lines.at[number];
    int at = 0, shift = 0;
    for (size_t k = 0; k < in->count; k++) {
        piece *p = &l->pieces.at[in->first + k];
        if (k == 0) {
            p->before = indent;
            shift = indent - p->column;
        } else {
            space s = space_before(l, in, k);
            p->before = s == NO_SPACE ? 0 : s == ONE_SPACE ? 1 : aligned_gap(l, number, p, at, shift);
            if (p->before == 0 && s == SOME_SPACE)
                p->before = 1;
        }
        at += p->before + p->width;
    }
}

/* Lines of one statement keep their places below its first one. */
static void space_lines(layout *l) {
    int shift = 0;
    for (size_t i = 0; i < l->lines.len; i++) {
        const line *in = &l->lines.at[i];
        if (!in->count)
            continue;
        int column = l->pieces.at[in->first].column, indent = STEP * in->depth;
        if (in->goes_on)
            indent = column + shift > indent ? column + shift : indent;
        else
            shift = indent - column;
        space_line(l, i, indent);
    }
}

/* ---- The text ---- */

static void add_spaces(strbuf *out, int count) {
    while (count-- > 0)
        base_strbuf_add_bytes(out, " ", 1);
}

/* Empty lines part paragraphs: one is enough, and none is needed at the ends. */
static void write_lines(const layout *l, const char *line_end, strbuf *out) {
    bool empty = false;
    for (size_t i = 0; i < l->lines.len; i++) {
        const line *in = &l->lines.at[i];
        if (!in->count) {
            empty = true;
            continue;
        }
        if (empty && out->len)
            base_strbuf_add(out, line_end);
        empty = false;
        for (size_t k = 0; k < in->count; k++) {
            const piece *p = &l->pieces.at[in->first + k];
            add_spaces(out, p->before);
            base_strbuf_add_bytes(out, p->text, p->length);
        }
        base_strbuf_add(out, line_end);
    }
}

static bool can_be_read(const diag_source *source, arena *a) {
    diag *d = diag_create(a, *source);
    syntax_parse(a, base_intern_create(a), d);
    return !diag_has_errors(d);
}

/* Without the end of the last line. */
static size_t token_count(const language_book *b) {
    size_t count = b->tokens.count - 1;
    return count - (count > 0 && b->tokens.at[count - 1].kind == TOKEN_LINE);
}

/* The same tokens in the same order, whatever is between them. */
static bool is_same(const language_book *x, const language_book *y) {
    if (token_count(x) != token_count(y))
        return false;
    for (size_t i = 0; i < token_count(x); i++) {
        const syn_token *s = &x->tokens.at[i], *t = &y->tokens.at[i];
        size_t length = s->at.end - s->at.begin;
        if (s->kind != t->kind || length != t->at.end - t->at.begin ||
            (s->kind != TOKEN_LINE && memcmp(x->source + s->at.begin, y->source + t->at.begin, length) != 0))
            return false;
    }
    return true;
}

static const char *formatted_once(language_book *b, const char *line_end, size_t *length) {
    layout l = {.b = b};
    find_pieces(&l);
    find_depths(&l);
    space_lines(&l);
    strbuf out = base_strbuf_make(b->a);
    write_lines(&l, line_end, &out);
    *length = out.len;
    return base_strbuf_text(&out);
}

static language_book *open_text(const language_text *like, const char *text, size_t length, arena *a) {
    language_text *own = ARENA_NEW(a, language_text);
    diag *d =
        diag_create(a, (diag_source){.name = diag_source_at(like->findings, 0)->name, .text = text, .length = length});
    *own = (language_text){.findings = d};
    own->tree = syntax_parse(a, base_intern_create(a), d);
    return language_open(own, a);
}

/* A column that could not be kept lets others fall: until nothing moves. NULL if the text would mean something else. */
static const char *formatted(language_book *b, size_t *length) {
    const char *first_end = memchr(b->source, '\n', b->length);
    const char *line_end = first_end && first_end > b->source && first_end[-1] == '\r' ? "\r\n" : "\n";
    language_book *now = b;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        size_t count;
        const char *text = formatted_once(now, line_end, &count);
        if (count == now->length && !memcmp(text, now->source, count))
            break;
        now = open_text(b->text, text, count, b->a);
    }
    *length = now->length;
    return is_same(b, now) ? now->source : NULL;
}

/* Comments may hold zeros. */
static void add_json_text(strbuf *out, const char *text, size_t length) {
    base_strbuf_add_json_string(out, text);
    for (size_t at = strlen(text); at < length; at += 1 + strlen(text + at + 1)) {
        out->len--; /* the quote */
        base_strbuf_add(out, "\\u0000");
        size_t quote = out->len;
        base_strbuf_add_json_string(out, text + at + 1);
        memmove(out->text + quote, out->text + quote + 1, out->len-- - quote);
    }
}

void language_reply_format(language_book *b, const language_question *q, strbuf *out) {
    (void)q;
    size_t length;
    const diag_source source = {.name = "", .text = b->source, .length = b->length};
    const char *text = b->length < diag_source_at(b->text->findings, 0)->length ? NULL
                       : can_be_read(&source, b->a)                             ? formatted(b, &length)
                                                                                : NULL;
    if (!text) {
        base_strbuf_add(out, "null");
        return;
    }
    base_strbuf_add(out, "{\"text\":");
    add_json_text(out, text, length);
    base_strbuf_add(out, "}");
}
