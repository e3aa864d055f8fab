/* A front as rows: parameters and reports of each of its designs. */
#include "out/csv/csv.h"
#include "out/csv/writers.h"

void out_front_write_csv(const out_front *f, out_stream *out) {
    strbuf *s = &out->text;
    if (f->trouble)
        return;
    for (size_t i = 0; i < f->param_count; i++) {
        base_strbuf_add(s, i ? "," : "");
        out_csv_field(s, f->m->params[f->params[i]].name);
    }
    for (size_t i = 0; i < f->m->report_count; i++) {
        base_strbuf_add(s, ",");
        out_csv_field(s, f->m->reports[i].name);
    }
    base_strbuf_add(s, "\n");
    for (size_t k = 0; k < f->count; k++) {
        for (size_t i = 0; i < f->param_count; i++) {
            base_strbuf_add(s, i ? "," : "");
            out_csv_value(s, model_shown_value(f->m->params[f->params[i]].shown, f->points[k].x[i]));
        }
        for (size_t i = 0; i < f->m->report_count; i++) {
            base_strbuf_add(s, ",");
            out_csv_value(s, model_shown_value(f->m->reports[i].shown, f->points[k].reports[i]));
        }
        base_strbuf_add(s, "\n");
    }
}
