/* Fields of csv (RFC 4180 with bare newlines). */
#include "out/csv/csv.h"

#include <math.h>
#include <string.h>

void out_csv_field(strbuf *s, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        base_strbuf_add(s, text);
        return;
    }
    base_strbuf_add(s, "\"");
    for (; *text; text++)
        base_strbuf_add_bytes(s, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    base_strbuf_add(s, "\"");
}

void out_csv_value(strbuf *s, double x) {
    if (isfinite(x))
        base_strbuf_add_number(s, x);
}
