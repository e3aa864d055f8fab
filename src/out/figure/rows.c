/* Motion along a line: instants in rows or in columns, instead of all in one place. */
#include "out/figure/figure.h"

#include <math.h>

#include "out/values/nice.h"

static const double LEFT = 64, PAPER = 634, TALLEST = 420, AXIS = 46, ROW_GAP = 22, COLUMN_GAP = 8, NOTCH = 4;
static const double THIN = 0.15, TO_AND_FRO = 1.5, PART = 0.25, MARGIN = 0.05;
enum { ROWS = 10, MOST_COLUMNS = 30, TIMES = 10 };

/* Whether a drawing goes farther along a side than between its places, which take up a good part of the whole: not so a
   machine that swings below a long flat throw. */
static bool goes_to_and_fro(const figure *f, const model_drawing *d, int side, double whole) {
    double way = 0, low = INFINITY, high = -INFINITY, before = NAN;
    for (size_t i = 0; i < f->r->frames.len; i++) {
        double p[3];
        if (!out_camera_read(d, f->r->frames.at[i].at.drawn, DRAWN_A, p))
            continue;
        way += isnan(before) ? 0 : fabs(p[side] - before);
        before = p[side];
        low = fmin(low, before);
        high = fmax(high, before);
    }
    return way > 0 && way > TO_AND_FRO * (high - low) && high - low > PART * whole;
}

bool out_figure_is_line(const figure *f, const room *whole) {
    double width = out_box_width(whole), height = out_box_height(whole);
    double duration = f->r->frames.at[f->r->frames.len - 1].at.t - f->r->frames.at[0].at.t;
    if (duration < NICE_LEAST || f->m->space == 3 || !(fmin(width, height) < THIN * fmax(width, height)))
        return false;
    for (size_t i = 0; i < f->m->drawing_count; i++)
        if (out_camera_has_place(&f->m->drawings[i], DRAWN_A) && f->m->drawings[i].shape != DRAW_ARROW &&
            goes_to_and_fro(f, &f->m->drawings[i], width < height, fmax(width, height)))
            return true;
    return false;
}

/* The machine with its place moved by so much of paper. */
static void draw_moved(const figure *f, const figure_panel *p, const instant *at, double x, double y) {
    camera view = p->view;
    view.x += x;
    view.y += y;
    for (marks_part part = MARKS_STILL; part <= MARKS_LEVEL; part++) {
        marks all = out_marks_make(&f->plan, &view, f->r->frames.at[at->frame].at.drawn, part, p->left + x,
                                   p->left + p->width + x, f->memory);
        if (!all.all.len)
            continue;
        base_strbuf_printf(f->out, "<g class=\"instant\" data-t=\"%.6g\">\n", at->t);
        out_svg_marks(f->out, &all);
        base_strbuf_add(f->out, "</g>\n");
    }
}

static const char *time_label(const figure *f) {
    return out_svg_axis_label("t", f->m->has_units ? "s" : "", f->memory);
}

/* Under each other: thin from top to bottom. */
static double draw_rows(figure *f, const camera *view, room one, double top) {
    f->at = out_instants_even(f->r, ROWS, f->memory);
    double margin = MARGIN * out_box_width(&one);
    one.low[0] -= margin;
    one.high[0] += margin;
    figure_panel p = {.view = *view, .shown = one, .left = LEFT, .top = top, .width = PAPER};
    double scale = PAPER / out_box_width(&one), row = scale * out_box_height(&one) + ROW_GAP;
    out_camera_fit(&p.view, &one, LEFT, top, PAPER, row);
    p.height = row * (double)f->at.count;
    out_figure_axis_x(f, &p);
    out_svg_rectangle(f->out, "frame", p.left, p.top, p.width, p.height);
    for (size_t i = 0; i < f->at.count; i++) {
        double y = row * (double)i;
        draw_moved(f, &p, &f->at.at[i], 0, y);
        out_svg_text(f->out, "tick", LEFT - 8, top + y + row / 2 + 4, SVG_END, 0, out_figure_time(f, f->at.at[i].t));
    }
    out_svg_text(f->out, "label", LEFT - 44, top + p.height / 2, SVG_MIDDLE, -90, time_label(f));
    return top + p.height + AXIS;
}

static double begin_of(const figure *f) {
    return f->at.at[0].t;
}

static double end_of(const figure *f) {
    return f->at.at[f->at.count - 1].t;
}

/* Where the bodies went in time, through all columns. */
static void draw_paths(const figure *f, const figure_panel *p) {
    for (size_t k = 0; k < f->m->drawing_count; k++) {
        const model_drawing *d = &f->m->drawings[k];
        spot *at = ARENA_ARRAY(f->memory, spot, f->r->frames.len);
        size_t count = 0;
        for (size_t i = 0; i < f->r->frames.len && !f->plan.repeated[k] && !f->plan.still[k]; i++) {
            const sim_point *now = &f->r->frames.at[i].at;
            double place[3], part = (now->t - begin_of(f)) / (end_of(f) - begin_of(f));
            if (d->shape == DRAW_ARROW || !out_camera_has_place(d, DRAWN_A) ||
                !out_camera_read(d, now->drawn, DRAWN_A, place))
                continue;
            spot s = out_camera_spot(&p->view, place);
            at[count++] = (spot){s.x + part * (PAPER - p->width), s.y};
        }
        if (count > 1)
            out_svg_path(f->out, "path", at, count, false);
    }
}

static void draw_times(const figure *f, const figure_panel *all, double column) {
    nice_ticks t = out_nice_ticks_find(begin_of(f), end_of(f), TIMES);
    double bottom = all->top + all->height;
    for (int i = 0; i < t.count; i++) {
        double part = (out_nice_tick(&t, i) - begin_of(f)) / (end_of(f) - begin_of(f));
        double x = all->left + column / 2 + part * (all->width - column);
        out_svg_line(f->out, "notch", x, bottom, x, bottom + NOTCH);
        out_svg_text(f->out, "tick", x, bottom + 17, SVG_MIDDLE, 0,
                     out_svg_number_text(out_nice_tick_text(&t, i, f->memory), f->memory));
    }
}

/* Beside each other: thin from left to right. */
static double draw_columns(figure *f, const camera *view, room one, double top) {
    double margin = MARGIN * out_box_height(&one);
    one.low[1] -= margin;
    one.high[1] += margin;
    double scale = TALLEST / out_box_height(&one), least = fmax(scale * out_box_width(&one), COLUMN_GAP) + COLUMN_GAP;
    size_t count = (size_t)fmax(2, fmin(MOST_COLUMNS, floor(PAPER / least)));
    f->at = out_instants_even(f->r, count, f->memory);
    double column = PAPER / (double)f->at.count;
    figure_panel p = {.view = *view, .shown = one, .left = LEFT, .top = top, .width = column, .height = TALLEST};
    out_camera_fit(&p.view, &one, LEFT, top, fmax(column, scale * out_box_width(&one)), TALLEST);
    figure_panel all = p;
    all.width = PAPER;
    out_figure_axis_y(f, &all);
    out_svg_rectangle(f->out, "frame", all.left, all.top, all.width, all.height);
    draw_paths(f, &p);
    for (size_t i = 0; i < f->at.count; i++)
        draw_moved(f, &p, &f->at.at[i], column * (double)i, 0);
    draw_times(f, &all, column);
    out_svg_text(f->out, "label", LEFT + PAPER / 2, top + TALLEST + 35, SVG_MIDDLE, 0, time_label(f));
    return top + TALLEST + AXIS;
}

double out_figure_rows(figure *f, const camera *view, const room *whole, double top) {
    return out_box_width(whole) > out_box_height(whole) ? draw_rows(f, view, *whole, top)
                                                        : draw_columns(f, view, *whole, top);
}
