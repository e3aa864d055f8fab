/* Escaping of characters that are special in HTML. */
#include "out/words/markup.h"

#include <string.h>

#include "base/utf8.h"

void out_markup_add(strbuf *out, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        utf8_char c = base_utf8_decode(text, left);
        const char *escape = c.code == '<'   ? "&lt;"
                             : c.code == '>' ? "&gt;"
                             : c.code == '&' ? "&amp;"
                             : c.code == '"' ? "&quot;"
                                             : NULL;
        if (escape)
            base_strbuf_add(out, escape);
        else if (!c.valid || c.code == 0xFFFE || c.code == 0xFFFF) /* XML knows neither */
            base_strbuf_add(out, UTF8_REPLACEMENT);
        else if (c.code >= 0x20 || c.code == '\n')
            base_strbuf_add_bytes(out, text, c.bytes);
        text += c.bytes;
        left -= c.bytes;
    }
}
