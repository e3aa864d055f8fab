/* Pages of a study: HTML that needs nothing beside it, of headings, tables and charts. */
#ifndef LGR_OUT_CHART_PAGE_H
#define LGR_OUT_CHART_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

void out_html_begin(strbuf *out, const char *title, const char *version);
void out_html_end(strbuf *out);
void out_html_heading(strbuf *out, const char *text);
void out_html_paragraph(strbuf *out, const char *text);
/* `header`: the names of columns; then rows of as many cells. */
void out_html_table_begin(strbuf *out, const char *const *header, size_t columns);
void out_html_row(strbuf *out, const char *const *cells, size_t columns);
void out_html_table_end(strbuf *out);

#endif
