/* What the text says of a declaration: its label, the comment beside it, the comments above it. */
#include <string.h>

#include "language/book.h"

enum { FARTHEST = 2000 }; /* bytes beside a name that are looked at: nobody reads a longer line */

typedef struct line {
    const char *begin, *end; /* without the line's end and without blanks around */
} line;

static line trimmed(const char *begin, const char *end) {
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    return (line){begin, end};
}

/* NULL if that is too far away. */
static const char *line_begin(const char *text, const char *at) {
    const char *least = at - text > FARTHEST ? at - FARTHEST : text;
    while (at > least && at[-1] != '\n')
        at--;
    return at > text && at[-1] != '\n' ? NULL : at;
}

static const char *line_end(const char *at, const char *end) {
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

/* The words behind the '#'. */
static void add_comment(strbuf *out, line l) {
    while (l.begin < l.end && (*l.begin == '#' || *l.begin == ' '))
        l.begin++;
    base_strbuf_add(out, out->len ? "\n" : "");
    base_strbuf_add_bytes(out, l.begin, (size_t)(l.end - l.begin));
}

/* Lines of comments without a gap above a place, the first one first. */
static void add_above(strbuf *out, const char *text, const char *place) {
    const char *first = line_begin(text, place), *at = first;
    while (at && at > text) {
        const char *above = line_begin(text, at - 1);
        if (!above)
            break;
        line l = trimmed(above, at - 1);
        if (l.begin == l.end || *l.begin != '#')
            break;
        at = above;
    }
    while (at && at < first) {
        const char *end = line_end(at, first);
        add_comment(out, trimmed(at, end));
        at = end + 1;
    }
}

/* A comment on the line on which the statement ends; a '#' in quotes is none. */
static void add_beside(strbuf *out, const char *place, const char *end) {
    const char *stop = line_end(place, end - place > FARTHEST ? place + FARTHEST : end);
    bool quoted = false;
    for (const char *at = place; at < stop; at++) {
        quoted = quoted != (*at == '"');
        if (*at == '#' && !quoted) {
            add_comment(out, trimmed(at, stop));
            return;
        }
    }
}

const char *language_comment_of(language_book *b, const language_decl *d) {
    const diag *texts = b->text->findings;
    size_t number = diag_source_of(texts, d->at.begin);
    const diag_source *source = diag_source_at(texts, number);
    const char *text = source->text ? source->text : "", *end = text + source->length;
    uint32_t base = diag_source_base(texts, number), last = d->at.end;
    bool block = d->stmt && (d->stmt->body_count || d->stmt->action_count);
    if (d->stmt && !block && d->stmt->at.end > last)
        last = d->stmt->at.end;
    strbuf out = base_strbuf_make(b->a);
    add_above(&out, text, text + (d->at.begin - base));
    add_beside(&out, text + (last - base), end);
    return out.len ? base_strbuf_text(&out) : NULL;
}
