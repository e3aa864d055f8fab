/* Plots on a terminal: a character cell is two dots wide and four high. */
#include <math.h>
#include <string.h>

#include "out/plot/plot.h"
#include "out/values/nice.h"
#include "out/words/styles.h"
#include "out/words/table.h"

enum { NARROWEST = 20, USUAL = 100, DOTS_X = 2, DOTS_Y = 4, BRAILLE = 0x2800, COLOURS = 6 };
enum {
    LINES_ALONE = 18,
    LINES_TWO = 11,
    LINES_MANY = 8,
    TICK_LINES = 3,
    TICK_COLUMNS = 12,
    WIDEST = 120,
    NAME_LINES = 3,
    LEAST_TICKS = 3
};

static const char *const colours[COLOURS] = {"\x1b[34m", "\x1b[31m", "\x1b[32m", "\x1b[35m", "\x1b[33m", "\x1b[36m"};

/* Cells of a panel: which dots are set, by which series last, and whether an event stands there. */
typedef struct cells {
    const plot *p;
    const plot_panel *panel;
    int columns, lines, gutter; /* gutter: columns left of them */
    unsigned char *dots, *series;
    bool *event; /* per column */
    bool color;
    strbuf *out;
} cells;

static void set_dot(cells *c, int x, int y, size_t series) {
    static const unsigned char bits[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || x >= c->columns * DOTS_X || y >= c->lines * DOTS_Y)
        return;
    int cell = y / DOTS_Y * c->columns + x / DOTS_X;
    c->dots[cell] |= bits[y % DOTS_Y][x % DOTS_X];
    c->series[cell] = (unsigned char)(series % COLOURS);
}

static double dot_x(const cells *c, double x) {
    return (x - c->p->low) / (c->p->high - c->p->low) * (c->columns * DOTS_X - 1);
}

static double dot_y(const cells *c, double y) {
    return (c->panel->high - y) / (c->panel->high - c->panel->low) * (c->lines * DOTS_Y - 1);
}

static void set_line(cells *c, double x1, double y1, double x2, double y2, size_t series) {
    int steps = (int)ceil(fmax(fabs(x2 - x1), fabs(y2 - y1)));
    for (int i = 0; i <= steps; i++) {
        double part = steps ? (double)i / steps : 0;
        set_dot(c, (int)lround(x1 + part * (x2 - x1)), (int)lround(y1 + part * (y2 - y1)), series);
    }
}

static void set_series(cells *c, size_t k) {
    const plot_series *s = &c->panel->series[k];
    for (size_t i = 0; i < c->p->count; i++) {
        if (isnan(s->y[i]) || isnan(c->p->x[i]))
            continue;
        size_t from = out_plot_is_joined(c->p, s, i) ? i - 1 : i;
        set_line(c, dot_x(c, c->p->x[from]), dot_y(c, s->y[from]), dot_x(c, c->p->x[i]), dot_y(c, s->y[i]), k);
    }
}

static void add_cell(const cells *c, int line, int column) {
    int at = line * c->columns + column;
    unsigned dots = c->dots[at];
    if (!dots) {
        base_strbuf_add(c->out, c->event[column] ? "\u250a" : " ");
        return;
    }
    unsigned code = BRAILLE + dots;
    char bytes[4] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)), (char)(0x80 | (code & 0x3F)), 0};
    out_style_add(c->out, c->color && c->panel->count > 1, colours[c->series[at]], bytes);
}

static void trim(strbuf *out) {
    while (out->len > 0 && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
}

static int cell_of_tick(const cells *c, const nice_ticks *t, int i) {
    return (int)lround(dot_y(c, out_nice_tick(t, i))) / DOTS_Y;
}

static void add_lines(const cells *c, const nice_ticks *t) {
    for (int line = 0; line < c->lines; line++) {
        const char *text = "";
        for (int i = 0; i < t->count; i++)
            text = cell_of_tick(c, t, i) == line ? out_nice_tick_text(t, i, c->out->memory) : text;
        base_strbuf_printf(c->out, "%*s%s", c->gutter, text, *text ? " \u2524" : " \u2502");
        for (int column = 0; column < c->columns; column++)
            add_cell(c, line, column);
        trim(c->out);
        base_strbuf_add(c->out, "\n");
    }
}

static nice_ticks ticks_below(const cells *c) {
    return out_nice_ticks_find(c->p->low, c->p->high,
                               c->columns / TICK_COLUMNS < LEAST_TICKS ? LEAST_TICKS : c->columns / TICK_COLUMNS);
}

static int column_of_tick(const cells *c, const nice_ticks *t, int i) {
    return (int)lround(dot_x(c, out_nice_tick(t, i))) / DOTS_X;
}

static void add_rule(const cells *c) {
    nice_ticks t = ticks_below(c);
    base_strbuf_printf(c->out, "%*s \u2514", c->gutter, "");
    for (int column = 0, i = 0; column < c->columns; column++) {
        while (i < t.count && column_of_tick(c, &t, i) < column)
            i++;
        base_strbuf_add(c->out, i < t.count && column_of_tick(c, &t, i) == column ? "\u252c" : "\u2500");
    }
    base_strbuf_add(c->out, "\n");
}

/* Texts under each other's columns; one that would run into the text before is left out. */
typedef struct line_of_texts {
    strbuf *out;
    int used;
} line_of_texts;

static bool put_text(line_of_texts *l, int column, const char *text, int limit) {
    int width = out_width(text);
    if (column < l->used + (l->used > 0) || column + width > limit)
        return false;
    base_strbuf_printf(l->out, "%*s", column - l->used, "");
    l->used = column + out_add_safely(l->out, text, width);
    return true;
}

static void add_numbers_below(const cells *c) {
    nice_ticks t = ticks_below(c);
    line_of_texts l = {c->out, 0};
    int begin = c->gutter + 2;
    const char *x = c->p->x_name;
    x = *c->p->x_unit ? base_arena_printf(c->out->memory, "%s (%s)", x, c->p->x_unit) : x;
    int limit = begin + c->columns + 1;
    for (int i = 0; i < t.count; i++) {
        const char *text = out_nice_tick_text(&t, i, c->out->memory);
        int half = out_width(text) / 2;
        put_text(&l, begin + column_of_tick(c, &t, i) - half, text, limit);
    }
    base_strbuf_printf(c->out, "\n%*s%s\n", begin + (c->columns - out_width(x)) / 2, "", x);
}

/* Over other axes than time, and of several runs, none are shown. */
static size_t event_count(const cells *c) {
    return c->p->over_time && c->p->r ? c->p->r->events.len : 0;
}

static void mark_events(cells *c) {
    for (size_t i = 0; i < event_count(c); i++) {
        int column = (int)lround(dot_x(c, c->p->r->events.at[i].t)) / DOTS_X;
        if (column >= 0 && column < c->columns)
            c->event[column] = true;
    }
}

/* One line of names of events above their columns, or before them at the right edge; false if none was left. Those
   that find no room wait for the next line. */
static bool add_event_line(const cells *c, bool *done) {
    line_of_texts l = {c->out, 0};
    int begin = c->gutter + 2, limit = begin + c->columns;
    const char *shown = "";
    for (size_t i = 0; i < event_count(c); i++) {
        const sim_event *e = &c->p->r->events.at[i];
        const char *name = model_event_name(c->p->m, e->ref, c->out->memory);
        int column = begin + (int)lround(dot_x(c, e->t)) / DOTS_X, width = out_width(name);
        if (done[i] || strcmp(name, shown) == 0) {
            done[i] = true;
            continue;
        }
        done[i] = put_text(&l, column, name, limit) || put_text(&l, column - width + 1, name, limit);
        shown = done[i] ? name : shown;
    }
    base_strbuf_add(c->out, l.used ? "\n" : "");
    return l.used > 0;
}

static void add_event_names(const cells *c) {
    bool *done = ARENA_ARRAY(c->out->memory, bool, event_count(c) + 1);
    for (int line = 0; line < NAME_LINES && add_event_line(c, done); line++) {
    }
}

static void add_heading(const cells *c) {
    base_strbuf_printf(c->out, "%*s", c->gutter + 2, "");
    for (size_t k = 0; k < c->panel->count; k++) {
        base_strbuf_add(c->out, k ? ", " : "");
        bool several = c->panel->count > 1;
        out_style_add(c->out, c->color, several ? colours[k % COLOURS] : STYLE_BOLD, c->panel->series[k].name);
    }
    if (*c->panel->unit)
        base_strbuf_printf(c->out, " (%s)", c->panel->unit);
    base_strbuf_add(c->out, "\n");
}

static int lines_of(const plot *p) {
    return p->panel_count == 1 ? LINES_ALONE : p->panel_count == 2 ? LINES_TWO : LINES_MANY;
}

static nice_ticks ticks_beside(const plot *p, const plot_panel *panel) {
    int most = lines_of(p) / TICK_LINES;
    return out_nice_ticks_find(panel->low, panel->high, most < LEAST_TICKS ? LEAST_TICKS : most);
}

/* The columns that the widest number of any panel takes. */
static int widest_number(const plot *p) {
    int widest = 0;
    for (size_t i = 0; i < p->panel_count; i++) {
        nice_ticks t = ticks_beside(p, &p->panels[i]);
        for (int k = 0; k < t.count; k++) {
            int width = out_width(out_nice_tick_text(&t, k, p->memory));
            widest = width > widest ? width : widest;
        }
    }
    return widest + 1;
}

static void add_panel(const plot *p, size_t i, const out_page *page, int width, strbuf *out) {
    cells c = {.p = p, .panel = &p->panels[i], .lines = lines_of(p), .color = page->color, .out = out};
    c.gutter = widest_number(p);
    c.columns = width - c.gutter - 3 < NARROWEST ? NARROWEST : width - c.gutter - 3;
    c.dots = ARENA_ARRAY(p->memory, unsigned char, c.columns *c.lines);
    c.series = ARENA_ARRAY(p->memory, unsigned char, c.columns *c.lines);
    c.event = ARENA_ARRAY(p->memory, bool, c.columns);
    nice_ticks t = ticks_beside(p, c.panel);
    mark_events(&c);
    for (size_t k = 0; k < c.panel->count; k++)
        set_series(&c, k);
    if (i == 0)
        add_event_names(&c);
    add_heading(&c);
    add_lines(&c, &t);
    add_rule(&c);
    if (i + 1 == p->panel_count)
        add_numbers_below(&c);
}

void out_plot_write_text(const plot *p, const out_page *page, strbuf *out) {
    int width = page->width > 0 ? page->width : USUAL;
    for (size_t i = 0; i < p->panel_count; i++)
        add_panel(p, i, page, width > WIDEST ? WIDEST : width, out);
}
