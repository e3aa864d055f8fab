/* A finding as displayed text: headline, place, the source lines with marks under them, help. */
#include <string.h>

#include "base/check.h"
#include "diag/diag.h"
#include "diag/place.h"

enum {
    WIDEST_LINE = 120, /* columns; a longer source line is shown through a window */
    DOTS = 3,          /* the width of "..." where the window cuts */
    WINDOW = WIDEST_LINE - 2 * DOTS,
    LEAD = 40,             /* columns of context before the caret in a window */
    ROW = WIDEST_LINE + 1, /* one more than the line: a caret may stand past its end */
    MARKS = DIAG_MAX_LABELS + 1,
    SMALLEST_GUTTER = 2,
    MOST_PARTS = 4 /* that a finding names */
};

typedef enum style { PLAIN, BOLD, ERROR, WARNING, FRAME, STYLE_COUNT } style;

static const char *const escapes[STYLE_COUNT] = {"\x1b[0m", "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m"};

typedef struct page {
    strbuf *out;
    bool color;
    style alarm; /* of the carets and the headline */
    int gutter;  /* columns of the line numbers */
    const char *text;
    const diag *findings;
} page;

typedef struct mark {
    size_t source; /* the number of its text */
    diag_place place;
    size_t end; /* offset in the text */
    const char *text;
    char sign;       /* '^' or '-' */
    int left, right; /* columns on the shown line: [left, right) */
} mark;

typedef struct window {
    int from, to;  /* columns of the source line */
    int lead, cut; /* columns taken by dots in front and behind */
} window;

static void set_style(const page *p, style s) {
    if (p->color)
        base_strbuf_add(p->out, escapes[s]);
}

static void add_styled(const page *p, style s, const char *text) {
    set_style(p, s);
    base_strbuf_add(p->out, text);
    set_style(p, PLAIN);
}

/* Text of a message: names and quotes from the source may hold anything. */
static void add_safely(strbuf *out, const char *text) {
    for (size_t left = strlen(text); left > 0;) {
        diag_glyph g = diag_next_glyph(text, left, 0);
        if (g.stand_in != NULL)
            base_strbuf_add(out, g.stand_in);
        else
            base_strbuf_add_bytes(out, text, g.bytes);
        text += g.bytes;
        left -= g.bytes;
    }
}

static void add_safely_styled(const page *p, style s, const char *text) {
    set_style(p, s);
    add_safely(p->out, text);
    set_style(p, PLAIN);
}

static void add_headline(const page *p, const finding *f) {
    set_style(p, p->alarm);
    base_strbuf_printf(p->out, "%s[%s]", diag_is_warning(f->code) ? "warning" : "error", diag_code_name(f->code));
    set_style(p, PLAIN);
    set_style(p, BOLD);
    base_strbuf_add(p->out, ": ");
    add_safely(p->out, f->message);
    set_style(p, PLAIN);
    base_strbuf_add(p->out, "\n");
}

/* "  --> file:line:col", or another sign; `place` is NULL if there is none. */
static void add_arrow(const page *p, const char *sign, const char *file, const diag_place *place) {
    set_style(p, FRAME);
    base_strbuf_printf(p->out, "%*s%s", p->gutter, "", sign);
    set_style(p, PLAIN);
    base_strbuf_add(p->out, " ");
    add_safely(p->out, file);
    if (place != NULL)
        base_strbuf_printf(p->out, ":%d:%d", place->line, place->column);
    base_strbuf_add(p->out, "\n");
}

static void add_outer_count(const page *p, const diag_origin *o) {
    int count = 0;
    for (; o != NULL; o = o->outer)
        count++;
    if (count == 0)
        return;
    set_style(p, FRAME);
    base_strbuf_printf(p->out, "%*s =", p->gutter, "");
    set_style(p, PLAIN);
    base_strbuf_printf(p->out, " and in %d part%s around it\n", count, count == 1 ? "" : "s");
}

/* "   = in part 'upper' at file:line:col", the innermost first. */
static void add_origin(const page *p, const diag_origin *o) {
    for (int shown = 0; o != NULL && shown < MOST_PARTS; o = o->outer, shown++) {
        int line, column;
        diag_position(p->findings, o->at.begin, &line, &column);
        set_style(p, FRAME);
        base_strbuf_printf(p->out, "%*s =", p->gutter, "");
        set_style(p, PLAIN);
        base_strbuf_add(p->out, " in part '");
        add_safely(p->out, o->part);
        base_strbuf_add(p->out, "' at ");
        add_safely(p->out, diag_source_at(p->findings, diag_source_of(p->findings, o->at.begin))->name);
        base_strbuf_printf(p->out, ":%d:%d\n", line, column);
    }
    add_outer_count(p, o);
}

static void add_help(const page *p, const char *help) {
    if (help == NULL)
        return;
    set_style(p, FRAME);
    base_strbuf_printf(p->out, "%*s =", p->gutter, "");
    set_style(p, PLAIN);
    base_strbuf_add(p->out, " ");
    add_styled(p, BOLD, "help:");
    base_strbuf_add(p->out, " ");
    add_safely(p->out, help);
    base_strbuf_add(p->out, "\n");
}

/* "14 |", or without a number "   |" */
static void add_gutter(const page *p, int line) {
    set_style(p, FRAME);
    if (line > 0)
        base_strbuf_printf(p->out, "%*d |", p->gutter, line);
    else
        base_strbuf_printf(p->out, "%*s |", p->gutter, "");
    set_style(p, PLAIN);
}

static int column_of(const page *p, const diag_place *line, size_t offset) {
    int column = 0;
    for (size_t i = line->line_begin; i < offset;) {
        diag_glyph g = diag_next_glyph(p->text + i, line->line_end - i, column);
        column += g.width;
        i += g.bytes;
    }
    return column;
}

static window choose_window(int width, int focus) {
    if (width <= WIDEST_LINE)
        return (window){0, width, 0, 0};
    int from = focus > LEAD ? focus - LEAD : 0;
    if (from > width - WINDOW)
        from = width - WINDOW;
    int to = from + WINDOW;
    return (window){from, to, from > 0 ? DOTS : 0, to < width ? DOTS : 0};
}

/* Where a column of the source line is on the shown line; what the window cuts off is moved to its edge. */
static int shown_column(const window *w, int column) {
    int shown = column < w->from ? w->from : column > w->to ? w->to : column;
    return shown - w->from + w->lead;
}

static void add_visible(const page *p, const diag_place *line, const window *w) {
    int column = 0;
    for (size_t i = line->line_begin; i < line->line_end && column < w->to;) {
        diag_glyph g = diag_next_glyph(p->text + i, line->line_end - i, column);
        int end = column + g.width;
        if (column >= w->from && end <= w->to)
            base_strbuf_add_bytes(p->out, g.stand_in != NULL ? g.stand_in : p->text + i,
                                  g.stand_in != NULL ? strlen(g.stand_in) : g.bytes);
        else /* a wide character or a tab that the window cuts */
            for (int c = column; c < end; c++)
                if (c >= w->from && c < w->to)
                    base_strbuf_add(p->out, " ");
        column = end;
        i += g.bytes;
    }
}

static void add_source_line(const page *p, const diag_place *line, const window *w) {
    add_gutter(p, line->line);
    if (w->to > w->from)
        base_strbuf_add(p->out, " ");
    if (w->lead > 0)
        add_styled(p, FRAME, "...");
    add_visible(p, line, w);
    if (w->cut > 0)
        add_styled(p, FRAME, "...");
    base_strbuf_add(p->out, "\n");
}

static style sign_style(const page *p, char sign) {
    return sign == '^' ? p->alarm : FRAME;
}

static int row_end(const char row[ROW]) {
    int end = ROW;
    while (end > 0 && row[end - 1] == ' ')
        end--;
    return end;
}

/* A row below the source line: equal signs are coloured together. */
static void add_row(const page *p, const char row[ROW]) {
    add_gutter(p, 0);
    base_strbuf_add(p->out, " ");
    for (int i = 0, end = row_end(row); i < end;) {
        int next = i + 1;
        while (next < end && row[next] == row[i])
            next++;
        if (row[i] != ' ')
            set_style(p, sign_style(p, row[i]));
        base_strbuf_add_bytes(p->out, row + i, (size_t)(next - i));
        if (row[i] != ' ')
            set_style(p, PLAIN);
        i = next;
    }
}

static void place_marks(const page *p, mark *marks, size_t count, const window *w) {
    for (size_t i = 0; i < count; i++) {
        mark *m = &marks[i];
        size_t end = m->end < m->place.line_end ? m->end : m->place.line_end;
        m->left = shown_column(w, column_of(p, &m->place, m->place.offset));
        m->right = shown_column(w, column_of(p, &m->place, end));
        if (m->right <= m->left)
            m->right = m->left + 1;
        LGR_ASSERT(m->left >= 0 && m->right <= ROW);
    }
}

/* Carets are drawn last: the primary place wins over a label around it. */
static void draw_signs(char row[ROW], const mark *marks, size_t count) {
    memset(row, ' ', ROW);
    for (int carets = 0; carets <= 1; carets++)
        for (size_t i = 0; i < count; i++)
            if ((marks[i].sign == '^') == (carets == 1))
                memset(row + marks[i].left, marks[i].sign, (size_t)(marks[i].right - marks[i].left));
}

/* The bars that lead down to the texts of these marks, as far as they stand left of `limit`. */
static void draw_bars(char row[ROW], const mark *marks, size_t count, int limit) {
    memset(row, ' ', ROW);
    for (size_t i = 0; i < count; i++)
        if (marks[i].text[0] != '\0' && marks[i].left < limit)
            row[marks[i].left] = '|';
}

/* The texts that do not fit behind the signs hang below them, the rightmost first. */
static void add_hanging_texts(const page *p, const mark *marks, size_t count) {
    char row[ROW];
    draw_bars(row, marks, count, ROW);
    if (row_end(row) == 0)
        return;
    add_row(p, row);
    base_strbuf_add(p->out, "\n");
    for (size_t i = count; i-- > 0;) {
        if (marks[i].text[0] == '\0')
            continue;
        draw_bars(row, marks, i, marks[i].left);
        add_row(p, row);
        base_strbuf_printf(p->out, "%*s", marks[i].left - row_end(row), "");
        add_safely_styled(p, sign_style(p, marks[i].sign), marks[i].text);
        base_strbuf_add(p->out, "\n");
    }
}

/* The text of the rightmost mark stands behind it, unless another mark reaches further right. */
static bool fits_behind(const mark *marks, size_t count) {
    const mark *last = &marks[count - 1];
    for (size_t i = 0; i + 1 < count; i++)
        if (marks[i].right > last->right)
            return false;
    return last->text[0] != '\0';
}

/* One source line with its marks, which are sorted from left to right. */
static void add_marked_line(const page *p, mark *marks, size_t count) {
    const diag_place *line = &marks[0].place;
    size_t focus = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].sign == '^')
            focus = i;
    window w = choose_window(column_of(p, line, line->line_end), column_of(p, line, marks[focus].place.offset));
    add_source_line(p, line, &w);
    place_marks(p, marks, count, &w);
    char row[ROW];
    draw_signs(row, marks, count);
    add_row(p, row);
    size_t hanging = count;
    if (fits_behind(marks, count)) {
        hanging--;
        base_strbuf_add(p->out, " ");
        add_safely_styled(p, sign_style(p, marks[hanging].sign), marks[hanging].text);
    }
    base_strbuf_add(p->out, "\n");
    add_hanging_texts(p, marks, hanging);
}

static mark make_mark(const diag *d, const diag_label *label, char sign) {
    size_t source = diag_source_of(d, label->at.begin);
    uint32_t base = diag_source_base(d, source);
    return (mark){.source = source,
                  .place = diag_locate(diag_source_at(d, source), label->at.begin - base),
                  .end = label->at.end - base,
                  .text = label->text,
                  .sign = sign};
}

/* The text of the finding comes first, then the others; in each the lines in order, and from left to right. */
static bool stands_behind(const mark *a, const mark *b, size_t first) {
    if (a->source != b->source)
        return a->source != first && (b->source == first || a->source > b->source);
    return a->place.offset > b->place.offset;
}

static void insert_mark(mark *marks, size_t *count, mark m, size_t first) {
    size_t i = (*count)++;
    for (; i > 0 && stands_behind(&marks[i - 1], &m, first); i--)
        marks[i] = marks[i - 1];
    marks[i] = m;
}

static size_t collect_marks(const diag *d, const finding *f, mark marks[MARKS]) {
    size_t count = 0;
    mark primary = make_mark(d, &(diag_label){f->at, f->primary}, '^');
    insert_mark(marks, &count, primary, primary.source);
    for (size_t i = 0; i < f->label_count; i++)
        if (f->labels[i].at.end > 0)
            insert_mark(marks, &count, make_mark(d, &f->labels[i], '-'), primary.source);
    return count;
}

static bool is_on_line(const mark *m, const mark *of) {
    return m->source == of->source && m->place.line == of->place.line;
}

/* The marked lines of each text below its name. */
static void add_marked_lines(page *p, mark *marks, size_t count) {
    for (size_t i = 0, next; i < count; i = next) {
        const diag_source *source = diag_source_at(p->findings, marks[i].source);
        p->text = source->text;
        for (next = i + 1; next < count && is_on_line(&marks[next], &marks[i]);)
            next++;
        if (i == 0 || marks[i].source != marks[i - 1].source) {
            if (i > 0)
                add_arrow(p, ":::", source->name, &marks[i].place);
            add_gutter(p, 0);
            base_strbuf_add(p->out, "\n");
        } else if (marks[i].place.line > marks[i - 1].place.line + 1)
            add_styled(p, FRAME, "...\n");
        add_marked_line(p, marks + i, next - i);
    }
}

static int count_digits(int number) {
    int digits = 1;
    while ((number /= 10) > 0)
        digits++;
    return digits;
}

void diag_render(const diag *d, const finding *f, bool color, strbuf *out) {
    style alarm = diag_is_warning(f->code) ? WARNING : ERROR;
    page p = {.out = out, .color = color, .alarm = alarm, .gutter = SMALLEST_GUTTER, .findings = d};
    add_headline(&p, f);
    if (f->at.end == 0) {
        add_arrow(&p, "-->", diag_get_source(d)->name, NULL);
    } else {
        mark marks[MARKS];
        size_t count = collect_marks(d, f, marks);
        for (size_t i = 0; i < count; i++)
            if (count_digits(marks[i].place.line) > p.gutter)
                p.gutter = count_digits(marks[i].place.line);
        mark primary = make_mark(d, &(diag_label){f->at, ""}, '^');
        add_arrow(&p, "-->", diag_source_at(d, primary.source)->name, &primary.place);
        add_marked_lines(&p, marks, count);
    }
    add_origin(&p, f->origin);
    add_help(&p, f->help);
}
