/* A fit as rows: what was measured beside what the model says. */
#include "out/csv/csv.h"
#include "out/csv/writers.h"

void out_fit_write_csv(const out_fit *f, out_stream *out) {
    strbuf *s = &out->text;
    if (f->trouble)
        return;
    base_strbuf_add(s, "data,quantity,unit,t,measured,model,residual\n");
    for (size_t k = 0; k < f->series_count; k++)
        for (size_t i = 0; i < f->series[k].count; i++) {
            const out_measured *m = &f->series[k];
            const double numbers[] = {m->t[i], m->measured[i], m->model[i], m->measured[i] - m->model[i]};
            out_csv_field(s, m->data);
            base_strbuf_add(s, ",");
            out_csv_field(s, m->quantity);
            base_strbuf_add(s, ",");
            out_csv_field(s, m->unit);
            for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
                base_strbuf_add(s, ",");
                out_csv_value(s, numbers[n]);
            }
            base_strbuf_add(s, "\n");
            out_stream_pass(out);
        }
}
