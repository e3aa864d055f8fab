/* Plots as SVG: panels one below the other, with one time axis. */
#include <math.h>
#include <string.h>

#include "out/drawing/svg.h"
#include "out/plot/plot.h"

static const double WIDTH = 720, LEFT = 76, RIGHT = 22, TITLE = 42, NOTE = 20, LEGEND = 20, GAP = 16, AXIS = 46,
                    NOTCH = 4;
static const double TICK_ROOM_X = 70, TICK_ROOM_Y = 32, NAME_ROOM = 13, NEAREST = 0.4, KEY = 26, CLOSEST = 2;
enum { STYLES = 6, LEAST_TICKS = 3 };

/* Where a panel lies on paper. */
typedef struct place {
    const plot *p;
    const plot_panel *panel;
    double left, top, width, height;
    strbuf *out;
} place;

static double paper_x(const place *w, double x) {
    return w->left + w->width * (x - w->p->low) / (w->p->high - w->p->low);
}

static double paper_y(const place *w, double y) {
    return w->top + w->height * (w->panel->high - y) / (w->panel->high - w->panel->low);
}

static int most_ticks(double length, double each) {
    int most = (int)(length / each);
    return most < LEAST_TICKS ? LEAST_TICKS : most;
}

static void scale_x(const place *w, bool last) {
    nice_ticks t = out_nice_ticks_find(w->p->low, w->p->high, most_ticks(w->width, TICK_ROOM_X));
    double bottom = w->top + w->height;
    arena *a = w->out->memory;
    for (int i = 0; i < t.count; i++) {
        double at = out_nice_tick(&t, i), x = paper_x(w, at);
        out_svg_line(w->out, at == 0 && !w->p->over_time ? "zero" : "grid", x, w->top, x, bottom);
        out_svg_line(w->out, "notch", x, bottom, x, bottom + NOTCH);
        if (last)
            out_svg_text(w->out, "tick", x, bottom + 17, SVG_MIDDLE, 0,
                         out_svg_number_text(out_nice_tick_text(&t, i, a), a));
    }
    if (last)
        out_svg_text(w->out, "label", w->left + w->width / 2, bottom + 35, SVG_MIDDLE, 0,
                     out_svg_axis_label(w->p->x_name, w->p->x_unit, a));
}

static void scale_y(const place *w) {
    nice_ticks t = out_nice_ticks_find(w->panel->low, w->panel->high, most_ticks(w->height, TICK_ROOM_Y));
    arena *a = w->out->memory;
    double widest = 0;
    for (int i = 0; i < t.count; i++) {
        double at = out_nice_tick(&t, i), y = paper_y(w, at);
        const char *text = out_nice_tick_text(&t, i, a);
        widest = fmax(widest, out_svg_text_width(text, 11));
        out_svg_line(w->out, at == 0 ? "zero" : "grid", w->left, y, w->left + w->width, y);
        out_svg_line(w->out, "notch", w->left - NOTCH, y, w->left, y);
        out_svg_text(w->out, "tick", w->left - 8, y + 4, SVG_END, 0, out_svg_number_text(text, a));
    }
    const char *label =
        w->panel->count == 1 ? out_svg_axis_label(w->panel->series[0].name, w->panel->unit, a) : w->panel->unit;
    out_svg_text(w->out, "label", fmax(w->left - widest - 18, 14), w->top + w->height / 2, SVG_MIDDLE, -90, label);
}

/* The names of several quantities with the lines they are drawn in. */
static void legend(const place *w) {
    double x = w->left, y = w->top - 7;
    for (size_t k = 0; w->panel->count > 1 && k < w->panel->count; k++) {
        const char *class = base_arena_printf(w->out->memory, "s%d", (int)(k % STYLES)),
                   *name = w->panel->series[k].name;
        out_svg_line(w->out, class, x, y - 4, x + KEY, y - 4);
        out_svg_text(w->out, "small", x + KEY + 6, y, SVG_START, 0, name);
        x += KEY + 6 + out_svg_text_width(name, 11) + 20;
    }
}

static void add_piece(const place *w, const char *class, spot *at, size_t *count) {
    if (*count == 1) /* a single instant shows as a dot */
        at[(*count)++] = (spot){at[0].x + 0.01, at[0].y};
    if (*count > 1)
        out_svg_path(w->out, class, at, *count, false);
    *count = 0;
}

static void curve(const place *w, const plot_series *s, const char *class) {
    const plot *p = w->p;
    spot *at = ARENA_ARRAY(w->out->memory, spot, p->count + 1), waiting = {NAN, NAN};
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (!out_plot_is_joined(p, s, i)) {
            if (isfinite(waiting.x))
                at[count++] = waiting;
            add_piece(w, class, at, &count);
            waiting = (spot){NAN, NAN};
        }
        if (isnan(s->y[i]) || isnan(p->x[i]))
            continue;
        spot here = {paper_x(w, p->x[i]), paper_y(w, s->y[i])};
        bool near = count > 0 && hypot(here.x - at[count - 1].x, here.y - at[count - 1].y) < NEAREST;
        waiting = near ? here : (spot){NAN, NAN};
        if (!near)
            at[count++] = here;
    }
    if (isfinite(waiting.x))
        at[count++] = waiting;
    add_piece(w, class, at, &count);
}

static const char *event_name(const place *w, size_t i) {
    return model_event_name(w->p->m, w->p->r->events.at[i].ref, w->out->memory);
}

/* Thin lines at the times of events. */
static void event_lines(const place *w) {
    double last = -INFINITY;
    for (size_t i = 0; w->p->over_time && i < w->p->r->events.len; i++) {
        double x = paper_x(w, w->p->r->events.at[i].t);
        if (x - last < CLOSEST)
            continue;
        out_svg_line(w->out, "event", x, w->top, x, w->top + w->height);
        last = x;
    }
}

/* Their names beside them: the first time that each comes, where there is room. */
static void event_names(const place *w) {
    double last = -INFINITY;
    const char *shown = "";
    for (size_t i = 0; w->p->over_time && i < w->p->r->events.len; i++) {
        double x = paper_x(w, w->p->r->events.at[i].t);
        const char *name = event_name(w, i);
        if (x - last < NAME_ROOM || strcmp(name, shown) == 0)
            continue;
        last = x;
        shown = name;
        bool fits = x < w->left + w->width - NAME_ROOM;
        out_svg_text(w->out, "name halo", fits ? x + 11 : x - 4, w->top + 5, SVG_END, -90, name);
    }
}

/* Where the motion begins, in a plot without time. */
static void start(const place *w) {
    for (size_t k = 0; !w->p->over_time && w->p->count && k < w->panel->count; k++) {
        if (isnan(w->p->x[0]) || isnan(w->panel->series[k].y[0]))
            continue;
        spot at = {paper_x(w, w->p->x[0]), paper_y(w, w->panel->series[k].y[0])};
        base_strbuf_add(w->out, "<circle class=\"place\" cx=\"");
        out_svg_add_number(w->out, at.x);
        base_strbuf_add(w->out, "\" cy=\"");
        out_svg_add_number(w->out, at.y);
        base_strbuf_add(w->out, "\" r=\"3\"/>\n");
        out_svg_text(w->out, "name halo", at.x + 6, at.y - 6, SVG_START, 0, "start");
    }
}

static void draw_panel(const place *w, bool first, bool last) {
    scale_x(w, last);
    scale_y(w);
    out_svg_rectangle(w->out, "frame", w->left, w->top, w->width, w->height);
    legend(w);
    event_lines(w);
    for (size_t k = 0; k < w->panel->count; k++)
        curve(w, &w->panel->series[k], base_arena_printf(w->out->memory, "s%d", (int)(k % STYLES)));
    start(w);
    if (first)
        event_names(w);
}

static double panel_height(const plot *p) {
    if (!p->over_time && p->panel_count == 1)
        return 460;
    return p->panel_count == 1 ? 320 : p->panel_count == 2 ? 200 : 150;
}

static double panel_lead(const plot *p, size_t i) {
    return (i ? GAP : 0) + (p->panels[i].count > 1 ? LEGEND : 0);
}

void out_plot_write_svg(const plot *p, strbuf *out) {
    const char *title = p->m->title ? p->m->title : p->m->name ? p->m->name : "Motion";
    double y = TITLE + (p->note ? NOTE : 0), height = panel_height(p), total = y + AXIS;
    for (size_t i = 0; i < p->panel_count; i++)
        total += panel_lead(p, i) + height;
    out_svg_begin(out, WIDTH, total, title);
    out_svg_title(out, LEFT, TITLE - 16, WIDTH - LEFT - RIGHT, title);
    if (p->note)
        out_svg_text(out, "caption", LEFT, TITLE + 4, SVG_START, 0, p->note);
    for (size_t i = 0; i < p->panel_count; i++) {
        y += panel_lead(p, i);
        place w = {p, &p->panels[i], LEFT, y, WIDTH - LEFT - RIGHT, height, out};
        draw_panel(&w, i == 0, i + 1 == p->panel_count);
        y += height;
    }
    out_svg_end(out);
}

/* Those that are coordinates or states come first. */
static size_t count_coordinates(const plot_quantities *all) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const out_group *g = all->at[i].column.group;
        if (g == &out_groups[OUT_POSITIONS] || g == &out_groups[OUT_STATES]) {
            const plot_quantity next = all->at[i];
            memmove(&all->at[count + 1], &all->at[count], (i - count) * sizeof next);
            all->at[count++] = next;
        }
    }
    return count;
}

void out_plot_write_coordinates(const out_run *run, const char *note, out_stream *out) {
    arena *a = out->text.memory;
    plot_quantities all = out_plot_quantities_make(run->m, a);
    plot_request what = {.y = all.at, .count = count_coordinates(&all), .x = all.at[all.count - 1], .over_time = true};
    plot p = out_plot_make(run, &what, false, a);
    p.note = note;
    out_plot_write_svg(&p, &out->text);
}
