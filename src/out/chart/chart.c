/* Drawing charts: the extent of what is shown, axes with round numbers, curves, dots. */
#include "out/chart/chart.h"

#include <math.h>

#include "out/drawing/svg.h"
#include "out/values/nice.h"

static const double WIDTH = 760, LEFT = 84, RIGHT = 22, TITLE = 40, NAMES = 20, GAP = 18, AXIS = 46, NOTCH = 4;
static const double TICK_ROOM_X = 70, TICK_ROOM_Y = 30, KEY = 26, NEAREST = 0.3;
static const double MARGIN = 0.04; /* of the extent, beyond it */
enum { MOST_DOTS = 5000 };

typedef struct extent {
    double low, high;
} extent;

/* Where a panel lies on paper. */
typedef struct place {
    const chart_panel *panel;
    extent x, y;
    double left, top, width, height;
    strbuf *out;
} place;

static extent wider(extent e, double x) {
    if (!isfinite(x) || !out_nice_has_place(x))
        return e;
    return (extent){fmin(e.low, x), fmax(e.high, x)};
}

static extent with_margin(extent e) {
    if (!(e.low <= e.high))
        return (extent){0, 1};
    const double more = e.high > e.low ? MARGIN * (e.high - e.low) : fmax(fabs(e.low), 1) * 0.1;
    return (extent){e.low - more, e.high + more};
}

static extent x_extent(const chart *c) {
    extent e = {INFINITY, -INFINITY};
    for (size_t p = 0; p < c->panel_count; p++)
        for (size_t k = 0; k < c->panels[p].count; k++)
            for (size_t i = 0; i < c->panels[p].series[k].count; i++)
                e = wider(e, c->panels[p].series[k].x[i]);
    return with_margin(e);
}

static extent y_extent(const chart_panel *p) {
    extent e = {INFINITY, -INFINITY};
    for (size_t k = 0; k < p->count; k++)
        for (size_t i = 0; i < p->series[k].count; i++)
            e = wider(e, p->series[k].y[i]);
    return with_margin(e);
}

static double paper_x(const place *w, double x) {
    return w->left + w->width * (x - w->x.low) / (w->x.high - w->x.low);
}

static double paper_y(const place *w, double y) {
    return w->top + w->height * (w->y.high - y) / (w->y.high - w->y.low);
}

static int most_ticks(double length, double each) {
    return length / each < 3 ? 3 : (int)(length / each);
}

static void add_x_axis(const place *w, const chart *c, bool last) {
    const nice_ticks t = out_nice_ticks_find(w->x.low, w->x.high, most_ticks(w->width, TICK_ROOM_X));
    const double bottom = w->top + w->height;
    arena *a = w->out->memory;
    for (int i = 0; i < t.count; i++) {
        const double x = paper_x(w, out_nice_tick(&t, i));
        out_svg_line(w->out, "grid", x, w->top, x, bottom);
        out_svg_line(w->out, "notch", x, bottom, x, bottom + NOTCH);
        if (last)
            out_svg_text(w->out, "tick", x, bottom + 17, SVG_MIDDLE, 0,
                         out_svg_number_text(out_nice_tick_text(&t, i, a), a));
    }
    if (last)
        out_svg_text(w->out, "label", w->left + w->width / 2, bottom + 35, SVG_MIDDLE, 0,
                     out_svg_axis_label(c->x_name, c->x_unit, a));
}

static void add_y_axis(const place *w) {
    const nice_ticks t = out_nice_ticks_find(w->y.low, w->y.high, most_ticks(w->height, TICK_ROOM_Y));
    arena *a = w->out->memory;
    for (int i = 0; i < t.count; i++) {
        const double at = out_nice_tick(&t, i), y = paper_y(w, at);
        out_svg_line(w->out, at == 0 ? "zero" : "grid", w->left, y, w->left + w->width, y);
        out_svg_line(w->out, "notch", w->left - NOTCH, y, w->left, y);
        out_svg_text(w->out, "tick", w->left - 8, y + 4, SVG_END, 0,
                     out_svg_number_text(out_nice_tick_text(&t, i, a), a));
    }
    out_svg_text(w->out, "label", 16, w->top + w->height / 2, SVG_MIDDLE, -90,
                 out_svg_axis_label(w->panel->y_name, w->panel->y_unit, a));
}

static const char *ink(const place *w, const chart_series *s) {
    return base_arena_printf(w->out->memory, "s%d", s->ink % 6);
}

static bool has_spot(const chart_series *s, size_t i) {
    return isfinite(s->x[i]) && isfinite(s->y[i]) && out_nice_has_place(s->x[i]) && out_nice_has_place(s->y[i]);
}

static spot spot_of(const place *w, const chart_series *s, size_t i) {
    return (spot){paper_x(w, s->x[i]), paper_y(w, s->y[i])};
}

static void add_curve(const place *w, const chart_series *s) {
    spot *at = ARENA_ARRAY(w->out->memory, spot, s->count + 1);
    size_t count = 0;
    for (size_t i = 0; i <= s->count; i++) {
        const bool there = i < s->count && has_spot(s, i);
        const spot here = there ? spot_of(w, s, i) : (spot){0, 0};
        const bool last = i + 1 >= s->count;
        if (there && (last || count == 0 || hypot(here.x - at[count - 1].x, here.y - at[count - 1].y) > NEAREST))
            at[count++] = here;
        if (!there && count == 1) /* alone between gaps: a dot, by the round ends of lines */
            at[count++] = (spot){at[0].x + 0.01, at[0].y};
        if (!there && count > 1)
            out_svg_path(w->out, ink(w, s), at, count, false);
        if (!there)
            count = 0;
    }
}

/* A disc is a ring as thick as its radius: series have the colours of lines. */
static const struct dot {
    const char *class;
    double radius;
} dots[] = {[CHART_DOTS] = {"dot", 2}, [CHART_DISCS] = {"disc", 2}, [CHART_SPECKS] = {"speck", 1.5}};

static void add_dot(const place *w, const chart_series *s, spot at) {
    base_strbuf_printf(w->out, "<circle class=\"%s %s\" cx=\"", ink(w, s), dots[s->look].class);
    out_svg_add_number(w->out, at.x);
    base_strbuf_add(w->out, "\" cy=\"");
    out_svg_add_number(w->out, at.y);
    base_strbuf_printf(w->out, "\" r=\"%g\"/>\n", dots[s->look].radius);
}

static void add_dots(const place *w, const chart_series *s) {
    const size_t stride = s->count / MOST_DOTS + 1;
    for (size_t i = 0; i < s->count; i += stride)
        if (has_spot(s, i))
            add_dot(w, s, spot_of(w, s, i));
}

static void add_names(const place *w) {
    double x = w->left;
    const double y = w->top - 7;
    for (size_t k = 0; k < w->panel->count; k++) {
        const chart_series *s = &w->panel->series[k];
        if (s->look != CHART_CURVE)
            add_dot(w, s, (spot){x + KEY / 2, y - 4});
        else
            out_svg_line(w->out, ink(w, s), x, y - 4, x + KEY, y - 4);
        out_svg_text(w->out, "small", x + KEY + 6, y, SVG_START, 0, s->name);
        x += KEY + 6 + out_svg_text_width(s->name, 11) + 20;
    }
}

static void add_panel(const place *w, const chart *c, bool last) {
    static void (*const draw[])(const place *w, const chart_series *s) = {add_curve, add_dots, add_dots, add_dots};
    add_x_axis(w, c, last);
    add_y_axis(w);
    out_svg_rectangle(w->out, "frame", w->left, w->top, w->width, w->height);
    for (size_t k = 0; k < w->panel->count; k++)
        draw[w->panel->series[k].look](w, &w->panel->series[k]);
    if (c->names)
        add_names(w);
}

void out_chart_write(const chart *c, strbuf *out) {
    double y = TITLE, total = TITLE + AXIS;
    const double lead = c->names ? NAMES : 0;
    for (size_t i = 0; i < c->panel_count; i++)
        total += c->panels[i].height + lead + (i ? GAP : 0);
    out_svg_begin(out, WIDTH, total, c->title);
    base_strbuf_add(out, "<style>.dot,.disc{stroke-dasharray:none;stroke-width:1}.disc{stroke-width:5}"
                         ".speck{fill:#c9ccd1;stroke:none}</style>\n");
    out_svg_title(out, LEFT, TITLE - 16, WIDTH - LEFT - RIGHT, c->title);
    const extent x = x_extent(c);
    for (size_t i = 0; i < c->panel_count; i++) {
        y += lead + (i ? GAP : 0);
        const place w = {&c->panels[i],       x,  y_extent(&c->panels[i]), LEFT, y, WIDTH - LEFT - RIGHT,
                         c->panels[i].height, out};
        add_panel(&w, c, i + 1 == c->panel_count);
        y += c->panels[i].height;
    }
    out_svg_end(out);
}
