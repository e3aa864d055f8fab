/* UTF-8 decoding, strict, and the widths of characters on a terminal. */
#include "base/utf8.h"

#include "base/check.h"

/* Lead bytes by length: the fixed bits, their mask, and the smallest code that needs this length. */
static const struct {
    unsigned char mask, lead;
    uint32_t least;
} forms[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

static const utf8_char invalid = {0xFFFD, 1, false};

static bool is_scalar(uint32_t code) {
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

utf8_char base_utf8_decode(const char *text, size_t length) {
    LGR_ASSERT(length > 0);
    unsigned char lead = (unsigned char)text[0];
    size_t form = 0;
    while (form < 4 && (lead & forms[form].mask) != forms[form].lead)
        form++;
    if (form == 4 || form >= length)
        return invalid;
    uint32_t code = (uint32_t)lead & (0xFFu ^ forms[form].mask);
    for (size_t i = 1; i <= form; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80)
            return invalid;
        code = code << 6 | (next & 0x3Fu);
    }
    if (code < forms[form].least || !is_scalar(code))
        return invalid;
    return (utf8_char){code, form + 1, true};
}

typedef struct range {
    uint32_t first, last;
} range;

static const range narrow_to_nothing[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
};

static const range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

static bool is_within(const range *ranges, size_t count, uint32_t code) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

int base_utf8_width(uint32_t code) {
    if (code < 0x300)
        return 1;
    if (is_within(narrow_to_nothing, sizeof narrow_to_nothing / sizeof *narrow_to_nothing, code))
        return 0;
    return is_within(wide, sizeof wide / sizeof *wide, code) ? 2 : 1;
}
