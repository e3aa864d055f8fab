/* What the sections of a text page share: headings, truncated lists, line breaks. */
#include "out/text/page.h"

#include <math.h>

#include "out/values/quantity.h"

void out_page_heading(const text_page *p, const char *text) {
    out_style_add_heading(p->out, p->color, text);
}

void out_page_print(const text_page *p, const out_table *t) {
    out_table_print(t, p->color, p->run->page.width, p->out);
}

void out_page_words(const text_page *p, const char *text, int indent) {
    base_strbuf_printf(p->out, "%*s", indent, "");
    out_add_words(p->out, text, indent, indent, p->run->page.width);
    base_strbuf_add(p->out, "\n");
}

void out_add_paragraph(const out_page *page, const char *text, int indent, strbuf *s) {
    base_strbuf_printf(s, "%*s", indent, "");
    out_add_words(s, text, indent, indent + 2, page->width);
    base_strbuf_add(s, "\n");
}

size_t out_page_shown(size_t count) {
    return count > MOST_ROWS ? MOST_ROWS : count;
}

const char *out_page_more(const text_page *p, size_t hidden) {
    return base_arena_printf(p->memory, "... and %zu more (--json has all)", hidden);
}

void out_page_add_more(const text_page *p, size_t count) {
    if (count > MOST_ROWS)
        base_strbuf_printf(p->out, "  %s\n", out_page_more(p, count - MOST_ROWS));
}

const char *out_page_unit(const text_page *p, double x, dimension dim, bool angle) {
    int width = p->run->page.width;
    if (isnan(x))
        return "no value";
    if (!angle)
        return out_quantity_unit(p->m, dim, p->memory);
    return width > 0 && width < NARROW ? "rad" : out_quantity_angle(x, p->memory);
}
