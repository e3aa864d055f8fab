/* Runs side by side through the public interface. */
#include <string.h>

#include "api/handles.h"
#include "out/csv/writers.h"
#include "out/json/writers.h"
#include "out/plot/plot.h"
#include "out/study/writers.h"
#include "out/text/writers.h"

enum { MOST_RUNS = 100 };

typedef struct compare_writer {
    const char *name;
    void (*write)(const out_compare *c, out_stream *out);
} compare_writer;

static const compare_writer writers[] = {{"text", out_compare_write_text}, {"json", out_compare_write_json},
                                         {"csv", out_compare_write_csv},   {"svg", out_compare_write_svg},
                                         {"plot", out_compare_write_plot}, {"html", out_compare_write_html}};

static const compare_writer *find_writer(const char *format) {
    for (size_t i = 0; format && i < sizeof writers / sizeof *writers; i++)
        if (strcmp(writers[i].name, format) == 0)
            return &writers[i];
    return NULL;
}

/* Whether all of them can be shown, with these quantities. */
static bool is_fit(const lgr_compared *runs, size_t count, const char *what, arena *a) {
    for (size_t k = 0; k < count; k++) {
        const lgr_run *r = runs[k].run;
        if (!r || !runs[k].name || !r->m || !r->result || r->status == LGR_STATUS_USAGE ||
            r->status == LGR_STATUS_MODEL)
            return false;
        const plot_request wanted = out_plot_read(r->m, what ? what : "t", a);
        if (wanted.unknown || wanted.no_names)
            return false;
    }
    return true;
}

static lgr_status write_compared(const lgr_compared *runs, size_t count, const char *what, const char *format,
                                 bool color, int width, lgr_sink sink, void *user) {
    const compare_writer *writer = find_writer(format);
    if (!runs || count < 1 || count > MOST_RUNS || !writer || !sink)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    const bool fit = is_fit(runs, count, what, a);
    bool written = true;
    if (fit) {
        out_compared *all = ARENA_ARRAY(a, out_compared, count);
        for (size_t k = 0; k < count; k++)
            all[k] = (out_compared){runs[k].name, api_written(runs[k].run)};
        out_stream out = out_stream_make(a, sink, user);
        writer->write(&(out_compare){.runs = all,
                                     .count = count,
                                     .plot = what,
                                     .page = {.version = LGR_VERSION, .color = color, .width = width}},
                      &out);
        written = out_stream_flush(&out);
    }
    base_arena_destroy(a);
    return !fit ? LGR_STATUS_USAGE : written ? LGR_STATUS_OK : LGR_STATUS_RUN;
}

lgr_status lgr_compare_write(const lgr_compared *runs, size_t count, const char *what, const char *format, bool color,
                             int width, lgr_sink sink, void *user) {
    API_RETURN_STATUS(write_compared(runs, count, what, format, color, width, sink, user));
}
