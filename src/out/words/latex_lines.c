/* Widths from a table of letters, and line breaks at signs within parentheses as deep as necessary. */
#include "out/words/latex_lines.h"

#include <string.h>

static const double usual = 5.3, extent_of_sign = 12.2, extent_of_relation = 13.3;
enum { QUAD = 10, DEEPEST = 6 };

/* Smaller type in fractions of fractions and in exponents. */
typedef enum type_size { SIZE_DISPLAY, SIZE_TEXT, SIZE_SCRIPT, SIZE_TINY } type_size;

static double scale_of(type_size size) {
    static const double scales[] = {1, 1, 0.7, 0.5};
    return scales[size];
}

static type_size smaller(type_size size, type_size least) {
    type_size next = size < SIZE_TINY ? size + 1 : SIZE_TINY;
    return next < least ? least : next;
}

typedef enum command_kind { COMMAND_FIXED, COMMAND_FRACTION, COMMAND_ENVIRONMENT } command_kind;

static const struct command {
    const char *name;
    command_kind kind;
    double width; /* beside that of its arguments */
} commands[] = {
    {"frac", COMMAND_FRACTION, 2.4},
    {"begin", COMMAND_ENVIRONMENT, 12},
    {"end", COMMAND_ENVIRONMENT, 6},
    {"left", COMMAND_FIXED, 2},
    {"right", COMMAND_FIXED, 2},
    {"dot", COMMAND_FIXED, 0},
    {"ddot", COMMAND_FIXED, 0},
    {"mathrm", COMMAND_FIXED, 0},
    {"mathsf", COMMAND_FIXED, 0},
    {"text", COMMAND_FIXED, 6},
    {"partial", COMMAND_FIXED, 5.8},
    {"sqrt", COMMAND_FIXED, 9},
    {"quad", COMMAND_FIXED, QUAD},
    {"cdot", COMMAND_FIXED, 7.2},
    {"times", COMMAND_FIXED, extent_of_sign},
    {"le", COMMAND_FIXED, extent_of_relation},
    {"sin", COMMAND_FIXED, 15},
    {"cos", COMMAND_FIXED, 16},
    {"tan", COMMAND_FIXED, 18},
    {"infty", COMMAND_FIXED, 10},
};

static double width_of_letter(char c) {
    static const struct {
        const char *letters;
        double width;
    } groups[] = {{"{}^_ &", 0}, {"+-", extent_of_sign}, {"=<>", extent_of_relation}, {"mwMW", 8.8}, {"ijlt|.,;", 3.6},
                  {"()[]", 4},   {"0123456789", 5}};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strchr(groups[i].letters, c))
            return groups[i].width;
    return c >= 'A' && c <= 'Z' ? 7.4 : usual;
}

static double width_of_row(const char **at, type_size size);

/* What stands in braces, or one letter or command. */
static double width_of_argument(const char **at, type_size size);

static double width_of_command(const char **at, type_size size) {
    size_t length = strspn(*at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *name = *at + 1;
    *at += 1 + (length ? length : *name != '\0');
    if (length == 0)
        return *name == ',' ? 1.7 : 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct command *c = &commands[i];
        if (strlen(c->name) != length || memcmp(c->name, name, length) != 0)
            continue;
        if (c->kind == COMMAND_FIXED)
            return c->width * scale_of(size);
        double over = width_of_argument(at, smaller(size, SIZE_TEXT));
        if (c->kind == COMMAND_ENVIRONMENT)
            return c->width;
        double under = width_of_argument(at, smaller(size, SIZE_TEXT));
        return (over > under ? over : under) + c->width;
    }
    return (length > 6 ? usual * (double)length : 5.8) * scale_of(size);
}

static double width_of_argument(const char **at, type_size size) {
    while (**at == ' ')
        ++*at;
    if (**at == '\\')
        return width_of_command(at, size);
    if (**at != '{')
        return **at ? width_of_letter(*(*at)++) * scale_of(size) : 0;
    ++*at;
    double width = width_of_row(at, size);
    *at += **at == '}';
    return width;
}

/* Up to a brace that closes, or the end; of several rows the widest. */
static double width_of_row(const char **at, type_size size) {
    double widest = 0, width = 0;
    while (**at && **at != '}') {
        if (strncmp(*at, "\\\\", 2) == 0) {
            widest = width > widest ? width : widest;
            width = 0;
            *at += 2;
        } else if (**at == '^' || **at == '_') {
            ++*at;
            width += width_of_argument(at, smaller(size, SIZE_SCRIPT));
        } else if (**at == '&') {
            ++*at;
            width += QUAD;
        } else {
            width += width_of_argument(at, size);
        }
    }
    return width > widest ? width : widest;
}

int out_latex_width(const char *formula) {
    double width = 0;
    for (const char *at = formula; *at;) {
        width += width_of_row(&at, SIZE_DISPLAY);
        at += *at == '}'; /* of a part of a formula */
    }
    return (int)width + 1;
}

/* A formula being broken. */
typedef struct breaking {
    latex_lines *lines;
    arena *a;
    const char *formula;
    /* By place: how unwelcome the end of a line is before it; -1: there can be none. Twice the parentheses around a
       sign, and one more between factors in parentheses. */
    signed char *level;
    bool may_begin;
} breaking;

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/* No line ends within parentheses as narrow as those of cos(theta - psi). */
static void leave_narrow_parentheses(breaking *b) {
    enum { PART_OF_LINE = 6, MOST_OPEN = 64 };
    size_t open[MOST_OPEN], depth = 0;
    for (size_t i = 0; b->formula[i]; i++) {
        const bool opens = begins(b->formula + i, "\\left("), closes = begins(b->formula + i, "\\right)");
        if (opens && depth < MOST_OPEN)
            open[depth] = i + 1;
        depth += opens;
        if (!closes || depth == 0 || --depth >= MOST_OPEN)
            continue;
        if (out_latex_width(base_arena_copy(b->a, b->formula + open[depth], i - open[depth])) <=
            b->lines->width / PART_OF_LINE)
            memset(b->level + open[depth], -1, i - open[depth]);
    }
}

static void find_places(breaking *b) {
    static const char closing[] = "\\right) ";
    int depth = 0, braces = 0;
    for (size_t i = 0; b->formula[i]; i++) {
        const char *at = b->formula + i;
        braces += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        depth += begins(at, "\\left(") ? 1 : begins(at, "\\right)") ? -1 : 0;
        bool sign = i > 1 && (*at == '+' || *at == '-') && at[-1] == ' ' && at[1] == ' ';
        bool factor = i > strlen(closing) && begins(at, "\\left(") && begins(at - strlen(closing), closing);
        int level = sign ? 2 * depth : factor ? 2 * depth - 1 : -1;
        b->level[i] = (signed char)(braces == 0 && level <= DEEPEST ? level : -1);
    }
    leave_narrow_parentheses(b);
}

static const char *part_of(const breaking *b, size_t from, size_t to) {
    return base_arena_copy(b->a, b->formula + from, to - from);
}

/* The next place of at most that level. */
static size_t next_place(const breaking *b, size_t from, size_t to, int level) {
    size_t at = from + 1;
    while (at < to && (b->level[at] < 0 || b->level[at] > level))
        at++;
    return at < to ? at : to;
}

static void end_line(breaking *b, int level) {
    strbuf *out = b->lines->out;
    const int depth = level / 2;
    for (int k = 0; k < depth; k++)
        base_strbuf_add(out, "\\right.");
    base_strbuf_add(out, " \\\\\n  &\\quad ");
    for (int k = 0; k < depth; k++)
        base_strbuf_add(out, "\\left.");
    base_strbuf_add(out, level % 2 ? "{} \\cdot " : "{} ");
    b->lines->used = QUAD;
}

static void add_piece(breaking *b, size_t from, size_t to) {
    const char *text = part_of(b, from, to);
    int size = out_latex_width(text);
    bool may_break = from > 0 ? b->level[from] >= 0 : b->may_begin;
    if (may_break && b->lines->used + size > b->lines->width)
        end_line(b, from > 0 ? b->level[from] : 0);
    base_strbuf_add(b->lines->out, text);
    b->lines->used += size;
}

static void add_range(breaking *b, size_t from, size_t to, int level) {
    while (from < to) {
        size_t end = next_place(b, from, to, level);
        bool wide = out_latex_width(part_of(b, from, end)) + QUAD > b->lines->width;
        if (wide && level < DEEPEST && next_place(b, from, end, DEEPEST) < end)
            add_range(b, from, end, level + 1);
        else
            add_piece(b, from, end);
        from = end;
    }
}

void out_latex_add_broken(latex_lines *l, const char *formula, bool may_begin) {
    arena *a = base_arena_create();
    size_t length = strlen(formula);
    breaking b = {l, a, formula, ARENA_ARRAY(a, signed char, length + 1), may_begin};
    find_places(&b);
    add_range(&b, 0, length, 0);
    base_arena_destroy(a);
}
