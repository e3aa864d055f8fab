/* Letters by exclusion: beyond ASCII everything is a letter except the ranges of signs, spaces and digits listed
   here. */
#include "syntax/letters.h"

#include <stddef.h>

typedef struct range {
    uint32_t first, last;
} range;

/* In ascending order. */
static const range no_letters[] = {
    {0x0080, 0x00A9}, /* controls, no-break space, currency, section, copyright */
    {0x00AB, 0x00B4}, /* quotes, not, degree, plus-minus, superscripts, accent */
    {0x00B6, 0x00B9}, /* paragraph, middle dot, cedilla, superscript one */
    {0x00BB, 0x00BF}, /* quote, fractions, inverted question mark */
    {0x00D7, 0x00D7}, /* times */
    {0x00F7, 0x00F7}, /* divided by */
    {0x037E, 0x037E}, /* Greek question mark */
    {0x0387, 0x0387}, /* Greek semicolon */
    {0x1680, 0x1680}, /* Ogham space */
    {0x180E, 0x180E}, /* Mongolian separator */
    {0x2000, 0x20FF}, /* spaces, punctuation, super- and subscripts, currency */
    {0x2150, 0x2BFF}, /* fractions, arrows, operators, boxes, pictures */
    {0x2E00, 0x2E7F}, /* more punctuation */
    {0x3000, 0x3004}, /* ideographic space and punctuation */
    {0x3008, 0x3020}, /* brackets */
    {0xD800, 0xF8FF}, /* surrogates, private use */
    {0xFE00, 0xFE6F}, /* variation selectors, presentation forms of punctuation */
    {0xFEFF, 0xFF20}, /* byte order mark, full-width punctuation and digits */
    {0xFF3B, 0xFF40},     {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, /* full-width signs, specials */
    {0x1D6C1, 0x1D6C1},                                       /* nabla */
    {0x1D7CE, 0x1D7FF},                                       /* mathematical digits */
    {0x1F000, 0x1FAFF},                                       /* pictures */
    {0xE0000, UINT32_MAX}                                     /* tags, private use */
};

bool syntax_is_letter(uint32_t code) {
    if (code < 0x80)
        return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '_';
    for (size_t i = 0; i < sizeof no_letters / sizeof *no_letters && code >= no_letters[i].first; i++)
        if (code <= no_letters[i].last)
            return false;
    return true;
}

static const struct {
    uint32_t code;
    const char *plain;
    const char *sign; /* to write in its place, if that is all; else NULL */
} look_alikes[] = {
    {0x00A0, "a plain space", " "},
    {0x2009, "a plain space", " "},
    {0x202F, "a plain space", " "},
    {0x00B0, "'deg'", NULL},
    {0x00F7, "'/'", "/"},
    {0x2013, "'-'", "-"},
    {0x2014, "'-'", "-"},
    {0x2018, "a plain prime", "'"},
    {0x2019, "a plain prime", "'"},
    {0x201C, "'\"'", "\""},
    {0x201D, "'\"'", "\""},
    {0x2032, "a plain prime", "'"},
    {0x2033, "two plain primes", "''"},
    {0x2248, "'=', with 'within' and a tolerance behind,", NULL},
    {0x221A, "'sqrt(...)'", NULL},
    {0x2261, "'='", "="},
    {'!', "'not'", NULL},
    {'?', "'if ... then ... else ...'", NULL},
    {'&', "'and'", NULL},
    {'|', "abs(...) for a size, 'or' between conditions,", NULL},
    {'\\', "a plain formula such as 1/2*m*x'^2, and names without a backslash,", NULL},
};

const char *syntax_plain_spelling(uint32_t code) {
    for (size_t i = 0; i < sizeof look_alikes / sizeof *look_alikes; i++)
        if (look_alikes[i].code == code)
            return look_alikes[i].plain;
    return NULL;
}

const char *syntax_plain_sign(uint32_t code) {
    for (size_t i = 0; i < sizeof look_alikes / sizeof *look_alikes; i++)
        if (look_alikes[i].code == code)
            return look_alikes[i].sign;
    return NULL;
}
