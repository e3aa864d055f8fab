/* Draws charts: axes with ticks at round numbers or decades, curves cut to their panels. */
#include "out/spectrum/sheet.h"

#include <math.h>

#include "base/check.h"
#include "out/drawing/svg.h"

static const double WIDTH = 720, LEFT = 76, RIGHT = 22, TITLE = 42, NOTE = 20, GAP = 30, AXIS = 46, HEIGHT = 210,
                    KEY = 26;
static const double TICK_ROOM_X = 80, TICK_ROOM_Y = 34, NEAREST = 0.4, PART = 0.05;
enum { PENS = 6, MOST_TICKS = 24 };
static const unsigned pens[PENS] = {0x1d6fb8, 0xc8572f, 0x2e8b57, 0x8a4fa3, 0xa67c00, 0x138a94};

typedef struct place {
    const sheet *c;
    const sheet_panel *p;
    double top, low, high;
    strbuf *out;
} place;

static double scaled(double x, bool decades) {
    return decades ? log10(x) : x;
}

static double paper_x(const place *w, double x) {
    const double low = scaled(w->c->low, w->c->decades), high = scaled(w->c->high, w->c->decades);
    return LEFT + (WIDTH - LEFT - RIGHT) * (scaled(x, w->c->decades) - low) / (high - low);
}

static double paper_y(const place *w, double y) {
    return w->top + HEIGHT * (w->high - scaled(y, w->p->decades)) / (w->high - w->low);
}

/* The range of what the curves show, a little wider. */
static void find_range(place *w) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < w->p->count; k++)
        for (size_t i = 0; i < w->p->curves[k].count; i++) {
            const double y = scaled(w->p->curves[k].y[i], w->p->decades);
            if (isfinite(y)) {
                low = fmin(low, y);
                high = fmax(high, y);
            }
        }
    if (!(low <= high))
        low = high = 0;
    const double around = high > low ? PART * (high - low) : high != 0 ? fabs(high) / 2 : 1;
    w->low = w->p->low < w->p->high ? scaled(w->p->low, w->p->decades) : low - around;
    w->high = w->p->low < w->p->high ? scaled(w->p->high, w->p->decades) : high + around;
}

/* Ticks of an axis in its own scale: round numbers, or of decades their powers of ten. */
static int find_ticks(double low, double high, bool decades, double length, double each, double *at, const char **text,
                      arena *a) {
    const int most = (int)fmin(fmax(length / each, 3), MOST_TICKS);
    int count = 0;
    if (decades && high - low >= 1) {
        const double step = ceil((high - low) / most);
        for (double x = ceil(low); x <= high && count < MOST_TICKS; x += step) {
            at[count] = x;
            text[count++] = fabs(x) < 4 ? base_arena_printf(a, "%g", pow(10, x)) : base_arena_printf(a, "1e%g", x);
        }
        return count;
    }
    const nice_ticks t = out_nice_ticks_find(decades ? pow(10, low) : low, decades ? pow(10, high) : high, most);
    for (int i = 0; i < t.count && count < MOST_TICKS; i++) {
        at[count] = scaled(out_nice_tick(&t, i), decades);
        text[count++] = out_nice_tick_text(&t, i, a);
    }
    return count;
}

static void draw_axes(const place *w, bool last) {
    double at[MOST_TICKS];
    const char *text[MOST_TICKS];
    arena *a = w->out->memory;
    const double low = scaled(w->c->low, w->c->decades), high = scaled(w->c->high, w->c->decades),
                 bottom = w->top + HEIGHT;
    int count = find_ticks(low, high, w->c->decades, WIDTH - LEFT - RIGHT, TICK_ROOM_X, at, text, a);
    for (int i = 0; i < count; i++) {
        const double x = LEFT + (WIDTH - LEFT - RIGHT) * (at[i] - low) / (high - low);
        out_svg_line(w->out, "grid", x, w->top, x, bottom);
        if (last)
            out_svg_text(w->out, "tick", x, bottom + 17, SVG_MIDDLE, 0, out_svg_number_text(text[i], a));
    }
    count = find_ticks(w->low, w->high, w->p->decades, HEIGHT, TICK_ROOM_Y, at, text, a);
    double widest = 0;
    for (int i = 0; i < count; i++) {
        const double y = w->top + HEIGHT * (w->high - at[i]) / (w->high - w->low);
        widest = fmax(widest, out_svg_text_width(text[i], 11));
        out_svg_line(w->out, at[i] == 0 && !w->p->decades ? "zero" : "grid", LEFT, y, WIDTH - RIGHT, y);
        out_svg_text(w->out, "tick", LEFT - 8, y + 4, SVG_END, 0, out_svg_number_text(text[i], a));
    }
    out_svg_text(w->out, "label", fmax(LEFT - widest - 18, 14), w->top + HEIGHT / 2, SVG_MIDDLE, -90, w->p->label);
    if (last)
        out_svg_text(w->out, "label", LEFT + (WIDTH - LEFT - RIGHT) / 2, bottom + 35, SVG_MIDDLE, 0, w->c->x_label);
}

static void draw_band(const place *w, const sheet_band *b) {
    const double from = paper_x(w, fmax(b->from, w->c->low)), to = paper_x(w, fmin(b->to, w->c->high));
    if (!(to > from))
        return;
    base_strbuf_add(w->out, "<rect style=\"fill:#2e8b57;fill-opacity:.13;stroke:none\" x=\"");
    out_svg_add_number(w->out, from);
    base_strbuf_add(w->out, "\" y=\"");
    out_svg_add_number(w->out, w->top);
    base_strbuf_add(w->out, "\" width=\"");
    out_svg_add_number(w->out, to - from);
    base_strbuf_printf(w->out, "\" height=\"%g\"/>\n", HEIGHT);
}

static void begin_path(const place *w, const sheet_curve *c, bool alone) {
    base_strbuf_printf(w->out, "<path style=\"stroke:#%06x;stroke-width:%s%s\" d=\"", pens[c->pen % PENS],
                       alone ? "3" : "1.5", c->dashed ? ";stroke-dasharray:5 4" : "");
}

static void add_spot(strbuf *out, char letter, double x, double y) {
    base_strbuf_printf(out, "%c", letter);
    out_svg_add_number(out, x);
    base_strbuf_add(out, " ");
    out_svg_add_number(out, y);
}

/* Where a straight line between two points crosses the upper or lower edge. */
static double cut(const place *w, double x1, double y1, double x2, double y2, double edge) {
    (void)w;
    return x1 + (x2 - x1) * (edge - y1) / (y2 - y1);
}

/* One line from its first point to its last, in paper units; pieces outside of the panel are left out. */
static void draw_curve(const place *w, const sheet_curve *c) {
    const double top = w->top, bottom = w->top + HEIGHT;
    double x1 = NAN, y1 = NAN;
    bool open = false;
    for (size_t i = 0; i < c->count; i++) {
        double x = paper_x(w, c->x[i]), y = paper_y(w, c->y[i]);
        if (!isfinite(x) || !isfinite(y)) {
            x1 = y1 = NAN;
            base_strbuf_add(w->out, open ? "\"/>\n" : "");
            open = false;
            continue;
        }
        const bool out1 = !(y1 >= top && y1 <= bottom), out2 = y < top || y > bottom;
        if (isnan(x1) && !out2) {
            begin_path(w, c, false);
            add_spot(w->out, 'M', x, y);
            add_spot(w->out, 'L', x + 0.01, y);
            open = true;
        } else if (!isnan(x1) && !(out1 && out2)) {
            if (out1) {
                begin_path(w, c, false);
                const double edge = y1 < top ? top : bottom;
                add_spot(w->out, 'M', cut(w, x1, y1, x, y, edge), edge);
            }
            const double edge = y < top ? top : bottom;
            if (out1 || out2 || hypot(x - x1, y - y1) >= NEAREST || i + 1 == c->count)
                add_spot(w->out, 'L', out2 ? cut(w, x1, y1, x, y, edge) : x, out2 ? edge : y);
            else
                continue;
            base_strbuf_add(w->out, out2 ? "\"/>\n" : "");
            open = !out2;
        }
        x1 = x;
        y1 = y;
    }
    base_strbuf_add(w->out, open ? "\"/>\n" : "");
}

static void draw_dot(const place *w, const sheet_dot *d) {
    const double x = paper_x(w, d->x), y = paper_y(w, d->y);
    if (!(y >= w->top && y <= w->top + HEIGHT && x >= LEFT && x <= WIDTH - RIGHT))
        return;
    base_strbuf_add(w->out, "<circle class=\"place\" cx=\"");
    out_svg_add_number(w->out, x);
    base_strbuf_add(w->out, "\" cy=\"");
    out_svg_add_number(w->out, y);
    base_strbuf_add(w->out, "\" r=\"3.5\"/>\n");
    if (d->text) {
        const bool fits = x + 8 + out_svg_text_width(d->text, 11) < WIDTH - RIGHT;
        out_svg_text(w->out, "name halo", fits ? x + 7 : x - 7, y - 6, fits ? SVG_START : SVG_END, 0, d->text);
    }
}

static void draw_legend(const place *w) {
    double x = LEFT;
    for (size_t k = 0; k < w->p->count; k++) {
        const sheet_curve *c = &w->p->curves[k];
        if (!c->name)
            continue;
        begin_path(w, c, false);
        add_spot(w->out, 'M', x, w->top - 11);
        add_spot(w->out, 'L', x + KEY, w->top - 11);
        base_strbuf_add(w->out, "\"/>\n");
        out_svg_text(w->out, "small", x + KEY + 6, w->top - 7, SVG_START, 0, c->name);
        x += KEY + 6 + out_svg_text_width(c->name, 11) + 20;
    }
}

static void draw_lines(const place *w, bool first) {
    double last = -INFINITY;
    for (size_t k = 0; k < w->c->line_count; k++) {
        const double x = paper_x(w, w->c->lines[k].x);
        if (!(x >= LEFT && x <= WIDTH - RIGHT))
            continue;
        out_svg_line(w->out, "event", x, w->top, x, w->top + HEIGHT);
        if (first && w->c->lines[k].text && x - last > 13)
            out_svg_text(w->out, "name halo", x > LEFT + 16 ? x - 4 : x + 11, w->top + 5, SVG_END, -90,
                         w->c->lines[k].text);
        last = x;
    }
}

static void draw_panel(const sheet *c, size_t i, double top, strbuf *out) {
    place w = {.c = c, .p = &c->panels[i], .top = top, .out = out};
    find_range(&w);
    for (size_t k = 0; k < c->band_count; k++)
        draw_band(&w, &c->bands[k]);
    draw_axes(&w, i + 1 == c->panel_count);
    out_svg_rectangle(out, "frame", LEFT, top, WIDTH - LEFT - RIGHT, HEIGHT);
    draw_legend(&w);
    for (size_t k = 0; k < w.p->count; k++)
        draw_curve(&w, &w.p->curves[k]);
    draw_lines(&w, i == 0);
    for (size_t k = 0; k < w.p->dot_count; k++)
        draw_dot(&w, &w.p->dots[k]);
}

void out_spectrum_write(const sheet *c, strbuf *out) {
    LGR_ASSERT(c->low < c->high);
    double y = TITLE + (c->note ? NOTE : 0);
    const double total = y + (double)c->panel_count * (HEIGHT + GAP) - GAP + AXIS;
    out_svg_begin(out, WIDTH, total, c->title);
    out_svg_title(out, LEFT, TITLE - 16, WIDTH - LEFT - RIGHT, c->title);
    if (c->note)
        out_svg_text(out, "caption", LEFT, TITLE + 4, SVG_START, 0, c->note);
    for (size_t i = 0; i < c->panel_count; i++, y += HEIGHT + GAP)
        draw_panel(c, i, y, out);
    out_svg_end(out);
}
