/* Names of variables as symbols: Greek letters, subscripts, dots for primes; the rest is escaped. */
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "expr/notation_forms.h"

typedef struct letters {
    const char *at;
    size_t count;
} letters;

/* A symbol with its subscripts; dots stand over the symbol. */
typedef struct symbol {
    letters base;
    VEC(letters) subscripts;
    size_t dots;
} symbol;

typedef struct greek_letter {
    const char *name, *latex;
    uint32_t code, twin; /* twin: another character for the same letter */
} greek_letter;

/* Capitals that look like Latin ones have no commands. */
static const greek_letter greek[] = {
    {"alpha", "\\alpha", 0x3B1, 0},
    {"beta", "\\beta", 0x3B2, 0},
    {"gamma", "\\gamma", 0x3B3, 0},
    {"delta", "\\delta", 0x3B4, 0},
    {"epsilon", "\\epsilon", 0x3F5, 0},
    {"varepsilon", "\\varepsilon", 0x3B5, 0},
    {"zeta", "\\zeta", 0x3B6, 0},
    {"eta", "\\eta", 0x3B7, 0},
    {"theta", "\\theta", 0x3B8, 0},
    {"vartheta", "\\vartheta", 0x3D1, 0},
    {"iota", "\\iota", 0x3B9, 0},
    {"kappa", "\\kappa", 0x3BA, 0x3F0},
    {"lambda", "\\lambda", 0x3BB, 0},
    {"mu", "\\mu", 0x3BC, 0xB5},
    {"nu", "\\nu", 0x3BD, 0},
    {"xi", "\\xi", 0x3BE, 0},
    {"omicron", "o", 0x3BF, 0},
    {"pi", "\\pi", 0x3C0, 0},
    {"varpi", "\\varpi", 0x3D6, 0},
    {"rho", "\\rho", 0x3C1, 0},
    {"varrho", "\\varrho", 0x3F1, 0},
    {"sigma", "\\sigma", 0x3C3, 0},
    {"varsigma", "\\varsigma", 0x3C2, 0},
    {"tau", "\\tau", 0x3C4, 0},
    {"upsilon", "\\upsilon", 0x3C5, 0},
    {"phi", "\\phi", 0x3D5, 0},
    {"varphi", "\\varphi", 0x3C6, 0},
    {"chi", "\\chi", 0x3C7, 0},
    {"psi", "\\psi", 0x3C8, 0},
    {"omega", "\\omega", 0x3C9, 0},
    {"Gamma", "\\Gamma", 0x393, 0},
    {"Delta", "\\Delta", 0x394, 0x2206},
    {"Theta", "\\Theta", 0x398, 0x3F4},
    {"Lambda", "\\Lambda", 0x39B, 0},
    {"Xi", "\\Xi", 0x39E, 0},
    {"Pi", "\\Pi", 0x3A0, 0},
    {"Sigma", "\\Sigma", 0x3A3, 0},
    {"Upsilon", "\\Upsilon", 0x3A5, 0},
    {"Phi", "\\Phi", 0x3A6, 0},
    {"Psi", "\\Psi", 0x3A8, 0},
    {"Omega", "\\Omega", 0x3A9, 0x2126},
    {NULL, "\\mathrm{A}", 0x391, 0},
    {NULL, "\\mathrm{B}", 0x392, 0},
    {NULL, "\\mathrm{E}", 0x395, 0},
    {NULL, "\\mathrm{Z}", 0x396, 0},
    {NULL, "\\mathrm{H}", 0x397, 0},
    {NULL, "\\mathrm{I}", 0x399, 0},
    {NULL, "\\mathrm{K}", 0x39A, 0},
    {NULL, "\\mathrm{M}", 0x39C, 0},
    {NULL, "\\mathrm{N}", 0x39D, 0},
    {NULL, "\\mathrm{O}", 0x39F, 0},
    {NULL, "\\mathrm{P}", 0x3A1, 0},
    {NULL, "\\mathrm{T}", 0x3A4, 0},
    {NULL, "\\mathrm{X}", 0x3A7, 0},
};

/* Latin letters with accents that LaTeX sets with its first fonts, without further packages; in ascending order. */
static const uint32_t accented[][2] = {{0xC0, 0xCF},   {0xD1, 0xD6},   {0xD8, 0xDD},   {0xDF, 0xEF},   {0xF1, 0xF6},
                                       {0xF8, 0xFD},   {0xFF, 0x103},  {0x106, 0x10F}, {0x112, 0x117}, {0x11A, 0x125},
                                       {0x128, 0x12D}, {0x130, 0x137}, {0x139, 0x13E}, {0x141, 0x148}, {0x14C, 0x165},
                                       {0x168, 0x171}, {0x174, 0x17E}};

/* What means something to TeX, as it can stand in mathematics and in words. */
static const struct {
    char sign;
    const char *latex;
} escapes[] = {{'_', "\\_"},
               {'#', "\\#"},
               {'%', "\\%"},
               {'&', "\\&"},
               {'$', "\\$"},
               {'{', "\\{"},
               {'}', "\\}"},
               {'~', "\\text{\\textasciitilde}"},
               {'\\', "\\text{\\textbackslash}"},
               {'^', "\\text{\\textasciicircum}"}};

static const char *const dot_commands[] = {"", "\\dot", "\\ddot", "\\dddot", "\\ddddot"};
static const char *const dot_characters[] = {"", "&#x2D9;", "&#xA8;", "&#x20DB;", "&#x20DC;"};
enum { MOST_DOTS = 4 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digits(letters l) {
    for (size_t k = 0; k < l.count; k++)
        if (!is_digit(l.at[k]) && !(k == 0 && l.at[k] == '-' && l.count > 1))
            return false;
    return true;
}

static const greek_letter *find_greek(letters l) {
    if (l.count == 0)
        return NULL;
    utf8_char c = base_utf8_decode(l.at, l.count);
    for (size_t k = 0; k < sizeof greek / sizeof *greek; k++) {
        const greek_letter *g = &greek[k];
        if (g->name != NULL && strlen(g->name) == l.count && memcmp(g->name, l.at, l.count) == 0)
            return g;
        if (c.bytes == l.count && c.valid && (c.code == g->code || (g->twin != 0 && c.code == g->twin)))
            return g;
    }
    return NULL;
}

static bool is_accented(uint32_t code) {
    for (size_t k = 0; k < sizeof accented / sizeof *accented; k++)
        if (code >= accented[k][0] && code <= accented[k][1])
            return true;
    return false;
}

static bool is_one_letter(letters l) {
    return l.count > 0 && base_utf8_decode(l.at, l.count).bytes == l.count;
}

static void write_escaped(strbuf *out, char c) {
    for (size_t k = 0; k < sizeof escapes / sizeof *escapes; k++)
        if (escapes[k].sign == c) {
            base_strbuf_add(out, escapes[k].latex);
            return;
        }
    bool is_control = (unsigned char)c < ' ' || c == 0x7F;
    base_strbuf_add_bytes(out, is_control ? "?" : &c, 1);
}

/* True for what can stand in one upright word. */
static bool is_plain(letters l, size_t k) {
    utf8_char c = base_utf8_decode(l.at + k, l.count - k);
    return c.valid && (c.code < 0x80 || is_accented(c.code));
}

/* From `k` to the end of the word; returns where that is. */
static size_t write_word(strbuf *out, letters l, size_t k) {
    size_t end = k;
    bool ascii = true;
    for (; end < l.count && is_plain(l, end); end += base_utf8_decode(l.at + end, l.count - end).bytes)
        ascii = ascii && (unsigned char)l.at[end] < 0x80;
    base_strbuf_add(out, ascii ? "\\mathrm{" : "\\text{");
    for (; k < end; k++)
        write_escaped(out, l.at[k]);
    base_strbuf_add(out, "}");
    return end;
}

/* A character beyond the words; returns where it ends. */
static size_t write_character(strbuf *out, letters l, size_t k) {
    utf8_char c = base_utf8_decode(l.at + k, l.count - k);
    const greek_letter *g = find_greek((letters){l.at + k, c.bytes});
    if (g != NULL)
        base_strbuf_printf(out, "%s ", g->latex);
    else
        base_strbuf_printf(out, "\\text{U+%04X}", (unsigned)c.code);
    return k + c.bytes;
}

static void write_latex_letters(strbuf *out, letters l) {
    const greek_letter *g = find_greek(l);
    if (g != NULL) {
        base_strbuf_add(out, g->latex);
    } else if (is_digits(l) || (l.count == 1 && is_letter(*l.at))) {
        base_strbuf_add_bytes(out, l.at, l.count);
    } else {
        bool mixed = false;
        for (size_t k = 0; k < l.count; k += base_utf8_decode(l.at + k, l.count - k).bytes)
            mixed = mixed || (!is_plain(l, k) && !is_one_letter(l));
        base_strbuf_add(out, mixed ? "{" : "");
        for (size_t k = 0; k < l.count;)
            k = is_plain(l, k) ? write_word(out, l, k) : write_character(out, l, k);
        base_strbuf_add(out, mixed ? "}" : "");
    }
}

static void write_xml_letters(strbuf *out, letters l) {
    const greek_letter *g = find_greek(l);
    const char *tag = is_digits(l) ? "mn" : "mi";
    base_strbuf_printf(out, "<%s>", tag);
    if (g != NULL)
        base_strbuf_printf(out, "&#x%X;", (unsigned)g->code);
    for (size_t k = 0; g == NULL && k < l.count;) {
        utf8_char c = base_utf8_decode(l.at + k, l.count - k);
        if (!c.valid || c.code < ' ')
            base_strbuf_add(out, UTF8_REPLACEMENT);
        else if (strchr("<>&\"", (int)(c.code & 0x7F)) != NULL && c.code < 0x80)
            base_strbuf_printf(out, "&#x%X;", (unsigned)c.code);
        else
            base_strbuf_add_bytes(out, l.at + k, c.bytes);
        k += c.bytes;
    }
    base_strbuf_printf(out, "</%s>", tag);
}

static void add_subscript(symbol *s, arena *memory, const char *begin, const char *end) {
    if (end > begin)
        vec_push(memory, &s->subscripts, (letters){begin, (size_t)(end - begin)});
}

/* m_bar is m with bar below, l2 is l with 2; a name that would lose its letters stays whole. */
static void split_identifier(symbol *s, arena *memory, letters l) {
    const char *end = l.at + l.count, *mark = l.count > 1 ? memchr(l.at + 1, '_', l.count - 1) : NULL;
    if (l.count == 0 || *l.at == '_' || end[-1] == '_')
        mark = NULL;
    const char *stop = mark != NULL ? mark : end, *digits = stop;
    while (digits > l.at + 1 && is_digit(digits[-1]))
        digits--;
    s->base = (letters){l.at, (size_t)(digits - l.at)};
    add_subscript(s, memory, digits, stop);
    while (mark != NULL && mark < end) {
        const char *next = memchr(mark + 1, '_', (size_t)(end - mark - 1));
        next = next != NULL ? next : end;
        add_subscript(s, memory, mark + 1, next);
        mark = next;
    }
}

/* The parts between points, brackets, commas and primes. */
static void add_parts(symbol *s, arena *memory, const char *begin, const char *end) {
    while (begin < end) {
        size_t count = strcspn(begin, ".[](),' ");
        const char *stop = begin + count < end ? begin + count : end;
        add_subscript(s, memory, begin, stop);
        begin = stop + 1;
    }
}

/* Of stone.x the symbol is x; of lambda(rod.x) it is lambda, of q[3] it is q. */
static symbol read_symbol(const char *name, arena *memory) {
    symbol s = {0};
    for (const char *c = name; *c != '\0'; c++)
        s.dots += *c == '\'';
    const char *end = name + strlen(name), *open = strchr(name, '('), *point = open ? NULL : strrchr(name, '.');
    const char *begin = point != NULL ? point + 1 : name;
    const char *stop = begin + strcspn(begin, "[('");
    split_identifier(&s, memory, (letters){begin, (size_t)(stop - begin)});
    add_parts(&s, memory, stop, end);
    if (point != NULL)
        add_parts(&s, memory, name, point);
    if (s.base.count == 0)
        s.base = (letters){name, (size_t)(end - name)};
    return s;
}

static void write_latex_name(const symbol *s, strbuf *out) {
    bool many = s->dots > MOST_DOTS, dotted = s->dots > 0 && !many;
    base_strbuf_printf(out, "%s%s", many ? "{" : "", dotted ? dot_commands[s->dots] : "");
    base_strbuf_add(out, dotted ? "{" : "");
    write_latex_letters(out, s->base);
    base_strbuf_add(out, dotted ? "}" : "");
    for (size_t k = 0; k < s->subscripts.len; k++) {
        base_strbuf_add(out, k == 0 ? "_{" : ",");
        write_latex_letters(out, s->subscripts.at[k]);
    }
    base_strbuf_add(out, s->subscripts.len > 0 ? "}" : "");
    if (many)
        base_strbuf_printf(out, "^{(%d)}}", (int)s->dots);
}

/* Dots stand above the whole letter in their own size: as accents some fonts put them into letters that rise. */
static void write_xml_base(const symbol *s, strbuf *out) {
    if (s->dots == 0 || s->dots > MOST_DOTS) {
        write_xml_letters(out, s->base);
        return;
    }
    base_strbuf_add(out, "<mover>");
    write_xml_letters(out, s->base);
    base_strbuf_printf(out, "<mo scriptlevel=\"-1\">%s</mo></mover>", dot_characters[s->dots]);
}

static void write_xml_subscripts(const symbol *s, strbuf *out) {
    bool several = s->subscripts.len > 1;
    base_strbuf_add(out, several ? "<mrow>" : "");
    for (size_t k = 0; k < s->subscripts.len; k++) {
        base_strbuf_add(out, k > 0 ? "<mo>,</mo>" : "");
        write_xml_letters(out, s->subscripts.at[k]);
    }
    base_strbuf_add(out, several ? "</mrow>" : "");
}

static void write_xml_name(const symbol *s, strbuf *out) {
    bool many = s->dots > MOST_DOTS, below = s->subscripts.len > 0;
    base_strbuf_add(out, many ? "<msup>" : "");
    base_strbuf_add(out, below ? "<msub>" : "");
    write_xml_base(s, out);
    write_xml_subscripts(s, out);
    base_strbuf_add(out, below ? "</msub>" : "");
    if (many)
        base_strbuf_printf(out, "<mrow><mo>(</mo><mn>%d</mn><mo>)</mo></mrow></msup>", (int)s->dots);
}

bool expr_write_name_below(const char *name, strbuf *out) {
    const symbol s = read_symbol(name, out->memory);
    if (s.subscripts.len == 0 || s.dots > MOST_DOTS)
        return false;
    write_xml_base(&s, out);
    write_xml_subscripts(&s, out);
    return true;
}

void expr_write_name(const char *name, expr_notation notation, strbuf *out) {
    if (notation == NOTATION_TEXT || *name == '\0') {
        base_strbuf_add(out, name);
        return;
    }
    symbol s = read_symbol(name, out->memory);
    if (notation == NOTATION_LATEX)
        write_latex_name(&s, out);
    else
        write_xml_name(&s, out);
}

void expr_write_identifier(const char *name, strbuf *out) {
    const size_t from = out->len;
    for (letters rest = {name, strlen(name)}; rest.count > 0;) {
        const utf8_char c = base_utf8_decode(rest.at, rest.count);
        const letters one = {rest.at, c.bytes};
        const greek_letter *g = c.bytes > 1 ? find_greek(one) : NULL;
        if (is_letter(*one.at) || is_digit(*one.at))
            base_strbuf_add_bytes(out, one.at, 1);
        else if (g != NULL && g->name != NULL)
            base_strbuf_add(out, g->name);
        else if (c.bytes > 1)
            base_strbuf_printf(out, "u%04x", (unsigned)c.code);
        else if (out->len > from && out->text[out->len - 1] != '_')
            base_strbuf_add(out, "_");
        rest.at += c.bytes;
        rest.count -= c.bytes;
    }
    if (out->len > from + 1 && out->text[out->len - 1] == '_' && name[strlen(name) - 1] != '_')
        out->text[--out->len] = '\0';
}

bool expr_notation_is_word(const char *name) {
    const char *stop = name + strcspn(name, ".[('_0123456789");
    letters first = {name, (size_t)(stop - name)};
    return *name != '\0' && *stop != '.' && !is_one_letter(first) && find_greek(first) == NULL;
}
