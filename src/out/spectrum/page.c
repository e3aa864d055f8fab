/* Pages of analyses: a chart, if there is one, and below it the text that people read on a terminal. */
#include "out/spectrum/writers.h"
#include "out/text/writers.h"
#include "out/words/markup.h"

static void begin(const model *m, strbuf *s) {
    base_strbuf_add(s, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    out_markup_add(s, m->title ? m->title : m->name ? m->name : "Model");
    base_strbuf_add(s, "</title>\n<style>body{margin:24px auto;max-width:760px;font:14px/1.45 system-ui,sans-serif;"
                       "color:#1f2630;background:#fdfdfc}svg{max-width:100%;height:auto}pre{overflow-x:auto}"
                       "</style></head>\n<body>\n");
}

static void end(const char *words, strbuf *s) {
    base_strbuf_add(s, "<pre>");
    out_markup_add(s, words);
    base_strbuf_add(s, "</pre>\n</body></html>\n");
}

void out_linear_write_html(const out_linear *linear, out_stream *out) {
    strbuf words = base_strbuf_make(out->text.memory);
    begin(linear->m, &out->text);
    if (linear->film)
        out_modes_write_svg(linear, true, out);
    else
        out_linear_write_svg(linear, out);
    out_linear plain = *linear;
    plain.page.color = false;
    plain.page.width = 0;
    out_stream text = *out;
    text.text = words;
    out_linear_write_text(&plain, &text);
    end(base_strbuf_text(&text.text), &out->text);
}

void out_analysis_write_html(const out_analysis *x, out_stream *out) {
    if (!x->check.what)
        return;
    out_analysis plain = *x;
    plain.check.page.color = false;
    plain.check.page.width = 0;
    out_stream text = *out;
    text.text = base_strbuf_make(out->text.memory);
    out_analysis_write_text(&plain, &text);
    begin(x->check.m, &out->text);
    end(base_strbuf_text(&text.text), &out->text);
}
