/* A text page: its run, and how its sections are laid out. */
#ifndef LGR_OUT_TEXT_PAGE_H
#define LGR_OUT_TEXT_PAGE_H

#include "out/out.h"
#include "out/values/groups.h"
#include "out/words/styles.h"
#include "out/words/table.h"

enum {
    MOST_ROWS = 16, /* longer lists are cut */
    LAST_ROWS = 4,  /* of a long list of events, so many from its end */
    NARROW = 72     /* columns; below, values in degrees are left out */
};

typedef struct text_page {
    const out_run *run;
    const model *m;
    const sim_result *r;
    arena *memory;
    strbuf *out;
    bool color;
    out_columns columns; /* which tell what is rounding */
} text_page;

#define PAGE_TABLE(p, columns) out_table_create((p)->memory, (columns), sizeof(columns) / sizeof *(columns))

/* An empty line and the heading of a section. */
void out_page_heading(const text_page *p, const char *text);
void out_page_print(const text_page *p, const out_table *t);
/* Lines of words, broken where the page ends. */
void out_page_words(const text_page *p, const char *text, int indent);
/* The same on any page; lines after the first are indented by two more. */
void out_add_paragraph(const out_page *page, const char *text, int indent, strbuf *s);
/* How many of its entries a list shows, and the line that says that there are more. */
size_t out_page_shown(size_t count);
void out_page_add_more(const text_page *p, size_t count);
const char *out_page_more(const text_page *p, size_t hidden);
/* The unit of a value; angles also in degrees where there is room. "no value" for NaN. */
const char *out_page_unit(const text_page *p, double x, dimension dim, bool angle);

#endif
