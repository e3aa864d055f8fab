/* The numbers of a report, with the digits that a picture needs. */
#include <math.h>
#include <stdint.h>

#include "out/json/json.h"
#include "out/report/report.h"

enum { DIGITS = 8, LONGEST = 32 };
static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11};

/* The digits of a number between 1e-4 and 1e8, from the last one forward; what printf would do takes most of the time
   of a report. */
static void add_digits(strbuf *out, double x) {
    int whole = 0;
    while (whole < DIGITS - 1 && x >= powers[whole])
        whole++;
    while (whole > -3 && whole < 1 && x < 1 / powers[1 - whole])
        whole--;
    int decimals = DIGITS - whole;
    uint64_t digits = (uint64_t)(x * powers[decimals] + 0.5);
    char text[LONGEST], *at = text + LONGEST;
    bool shown = false; /* zeros at the end of the fraction are left out */
    for (int k = 0; k < decimals || digits > 0 || k <= decimals; k++, digits /= 10) {
        if (k == decimals && shown)
            *--at = '.';
        shown = shown || k >= decimals || digits % 10 != 0;
        if (shown)
            *--at = (char)('0' + digits % 10);
    }
    base_strbuf_add_bytes(out, at, (size_t)(text + LONGEST - at));
}

void out_report_add_value(strbuf *out, double x) {
    double size = fabs(x);
    if (!isfinite(x)) {
        base_strbuf_add(out, "null");
    } else if (size == 0) {
        base_strbuf_add(out, "0");
    } else if (size < 1e-4 || size >= 1e7) {
        base_strbuf_printf(out, "%.8g", x);
    } else {
        base_strbuf_add(out, x < 0 ? "-" : "");
        add_digits(out, size);
    }
}

void out_report_add_series(const report *r, const char *key, double (*value)(const sim_point *p, const void *of),
                           const void *of, bool *first) {
    bool constant = r->frame_count > 0;
    for (size_t i = 1; i < r->frame_count && constant; i++)
        constant = value(&r->frames[i].at, of) == value(&r->frames[0].at, of);
    if (key)
        out_json_key(r->out, key, first);
    if (constant) {
        out_report_add_value(r->out, value(&r->frames[0].at, of));
        return;
    }
    base_strbuf_add(r->out, "[");
    for (size_t i = 0; i < r->frame_count; i++) {
        base_strbuf_add(r->out, i ? "," : "");
        out_report_add_value(r->out, value(&r->frames[i].at, of));
    }
    base_strbuf_add(r->out, "]");
}
