/* Styles of text on a terminal; without colour none is written. */
#ifndef LGR_OUT_WORDS_STYLES_H
#define LGR_OUT_WORDS_STYLES_H

#include <stdbool.h>

#include "base/strbuf.h"

#define STYLE_PLAIN "\x1b[0m"
#define STYLE_BOLD "\x1b[1m"
#define STYLE_FAINT "\x1b[2m"
#define STYLE_HEADING "\x1b[1;34m"
#define STYLE_WARNING "\x1b[1;33m"
#define STYLE_ERROR "\x1b[1;31m"

static inline void out_style_add(strbuf *out, bool color, const char *style, const char *text) {
    base_strbuf_add(out, color ? style : "");
    base_strbuf_add(out, text);
    base_strbuf_add(out, color ? STYLE_PLAIN : "");
}

/* A heading on a line of its own, after an empty one. */
static inline void out_style_add_heading(strbuf *out, bool color, const char *text) {
    base_strbuf_add(out, "\n");
    out_style_add(out, color, STYLE_HEADING, text);
    base_strbuf_add(out, "\n");
}

#endif
