/* Escaping of characters that are special in LaTeX, or that it cannot set. */
#include "out/words/latex.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

static const struct {
    char letter;
    const char *latex;
} special[] = {{'\\', "\\textbackslash{}"},
               {'{', "\\{"},
               {'}', "\\}"},
               {'$', "\\$"},
               {'&', "\\&"},
               {'#', "\\#"},
               {'%', "\\%"},
               {'_', "\\_"},
               {'^', "\\^{}"},
               {'~', "\\~{}"},
               {'<', "\\textless{}"},
               {'>', "\\textgreater{}"}};

static const char *escape_of(char c) {
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].letter == c)
            return special[i].latex;
    return NULL;
}

/* Western letters are in the fonts of T1. */
static bool can_be_set(uint32_t code) {
    return code < 0x180 && code != 0xad && !(code >= 0x80 && code < 0xa1);
}

void out_latex_add(strbuf *out, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        utf8_char c = base_utf8_decode(text, left);
        const char *escape = c.code < 0x80 ? escape_of((char)c.code) : NULL;
        if (escape)
            base_strbuf_add(out, escape);
        else if (c.code < 0x20 || c.code == 0x7f)
            base_strbuf_add(out, " ");
        else if (can_be_set(c.code))
            base_strbuf_add_bytes(out, text, c.bytes);
        else
            base_strbuf_printf(out, "(U+%04X)", (unsigned)c.code);
        text += c.bytes;
        left -= c.bytes;
    }
}
