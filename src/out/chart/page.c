/* The frame of pages of studies. */
#include "out/chart/page.h"

#include "out/words/markup.h"

static const char look[] =
    "body{font:15px/1.5 \"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",sans-serif;color:#222;margin:2rem auto;"
    "max-width:60rem;padding:0 1rem}\n"
    "h1{font-size:1.6rem;margin:0 0 .4rem}h2{font-size:1.1rem;margin:1.8rem 0 .5rem;color:#14507f}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}th{text-align:left;font-weight:600}\n"
    "th,td{padding:.2rem .9rem .2rem 0;border-bottom:1px solid #e3e6ea;vertical-align:top}\n"
    "svg{display:block;max-width:100%;height:auto;margin:.6rem 0}footer{margin-top:2rem;color:#777;font-size:13px}\n";

static void add_tagged(strbuf *out, const char *tag, const char *text) {
    base_strbuf_printf(out, "<%s>", tag);
    out_markup_add(out, text);
    base_strbuf_printf(out, "</%s>\n", tag);
}

void out_html_begin(strbuf *out, const char *title, const char *version) {
    base_strbuf_add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width\">\n");
    base_strbuf_printf(out, "<meta name=\"generator\" content=\"lagrangia %s\">\n", version);
    add_tagged(out, "title", title);
    base_strbuf_printf(out, "<style>\n%s</style>\n</head>\n<body>\n", look);
    add_tagged(out, "h1", title);
}

void out_html_end(strbuf *out) {
    base_strbuf_add(out, "</body>\n</html>\n");
}

void out_html_heading(strbuf *out, const char *text) {
    add_tagged(out, "h2", text);
}

void out_html_paragraph(strbuf *out, const char *text) {
    add_tagged(out, "p", text);
}

static void add_row(strbuf *out, const char *tag, const char *const *cells, size_t columns) {
    base_strbuf_add(out, "<tr>");
    for (size_t i = 0; i < columns; i++) {
        base_strbuf_printf(out, "<%s>", tag);
        out_markup_add(out, cells[i] ? cells[i] : "");
        base_strbuf_printf(out, "</%s>", tag);
    }
    base_strbuf_add(out, "</tr>\n");
}

void out_html_table_begin(strbuf *out, const char *const *header, size_t columns) {
    base_strbuf_add(out, "<table>\n");
    add_row(out, "th", header, columns);
}

void out_html_row(strbuf *out, const char *const *cells, size_t columns) {
    add_row(out, "td", cells, columns);
}

void out_html_table_end(strbuf *out) {
    base_strbuf_add(out, "</table>\n");
}
