/* The figure of a run: the machine at chosen instants, earlier ones paler, with paths and scales. */
#include "out/figure/figure.h"

#include <math.h>

#include "out/figure/writers.h"
#include "out/plot/plot.h"
#include "out/values/quantity.h"

static const double WIDTH = 720, LEFT = 64, RIGHT = 22, TITLE = 42, AXIS = 46, BOTTOM = 14, BETWEEN = 22;
static const double TALLEST = 520, TALLEST_DETAIL = 400, MARGIN = 0.06, SLIMMEST = 0.36;
static const double LARGE = 0.03;                  /* of the longer side: a disc of such a radius hides others */
static const double FAINTEST = 0.22, FAINT = 0.55; /* of earlier instants */
enum { INSTANTS = 9, INSTANTS_OF_MANY = 6, MANY = 3, INSTANTS_OF_POINTS = 24 }; /* MANY: beams */

figure_panel out_figure_fit(const camera *view, const room *r, double left, double top, double width, double most) {
    figure_panel p = {.view = *view, .shown = *r};
    p.width = fmin(width, most * out_box_width(r) / out_box_height(r));
    p.height = p.width * out_box_height(r) / out_box_width(r);
    p.left = left + (width - p.width) / 2;
    p.top = top;
    out_camera_fit(&p.view, r, p.left, p.top, p.width, p.height);
    return p;
}

/* The more lines, and the larger the discs, that would lie over each other, the fewer instants. */
static size_t suitable_count(const figure *f, const room *whole) {
    size_t lines = 0, large = 0;
    double size = fmax(out_box_width(whole), out_box_height(whole));
    for (size_t i = 0; i < f->m->drawing_count; i++) {
        const model_drawing *d = &f->m->drawings[i];
        if (!f->plan.still[i] && scene_shapes[d->shape].traits & SHAPE_FRAME)
            lines += scene_find_part(d->shape, PART_COIL) ? MANY : 1;
        large += scene_is_body(d->shape) && scene_takes(d->shape, FIELD_RADIUS) &&
                 out_camera_reach(d, f->r->frames.at[0].at.drawn) > LARGE * size;
    }
    return lines >= MANY ? INSTANTS_OF_MANY : lines || large ? INSTANTS : INSTANTS_OF_POINTS;
}

/* The last instant up to which everything is within the room. */
static size_t last_within(const figure *f, const camera *c, const room *r) {
    for (size_t i = 0; i < f->at.count; i++)
        for (size_t k = 0; k < f->m->drawing_count; k++) {
            double p[3];
            const model_drawing *d = &f->m->drawings[k];
            if (d->shape == DRAW_ARROW || !out_camera_has_place(d, DRAWN_A) ||
                !out_camera_read(d, f->r->frames.at[f->at.at[i].frame].at.drawn, DRAWN_A, p))
                continue;
            spot s = out_camera_spot(c, p);
            if (s.x < r->low[0] || s.x > r->high[0] || -s.y < r->low[1] || -s.y > r->high[1])
                return i > 0 ? i - 1 : 0;
        }
    return f->at.count - 1;
}

static double opacity(const figure_panel *p, size_t i) {
    if (i == p->last)
        return 1;
    return FAINTEST + (FAINT - FAINTEST) * (double)(i - p->first) / (double)(p->last - p->first);
}

static void draw_still(const figure *f, const figure_panel *p, marks_part part) {
    marks all =
        out_marks_make(&f->plan, &p->view, f->r->frames.at[0].at.drawn, part, p->left, p->left + p->width, f->memory);
    out_svg_marks(f->out, &all);
}

static void draw_instants(const figure *f, const figure_panel *p) {
    for (size_t i = p->first; i <= p->last; i++) {
        const instant *at = &f->at.at[i];
        marks all = out_marks_make(&f->plan, &p->view, f->r->frames.at[at->frame].at.drawn, MARKS_MOVING, p->left,
                                   p->left + p->width, f->memory);
        base_strbuf_printf(f->out, "<g class=\"instant\" data-t=\"%.6g\" opacity=\"%.2f\">\n", at->t, opacity(p, i));
        out_svg_marks(f->out, &all);
        base_strbuf_add(f->out, "</g>\n");
    }
}

static void draw_panel(const figure *f, const figure_panel *p, const figure_floor *floor) {
    size_t end = f->at.at[p->last].frame + 1;
    base_strbuf_printf(f->out, "<clipPath id=\"%s\">", p->id);
    out_svg_rectangle(f->out, "paper", p->left, p->top, p->width, p->height);
    base_strbuf_printf(f->out, "</clipPath>\n<g clip-path=\"url(#%s)\">\n", p->id);
    if (floor)
        out_figure_floor_draw(f, p, floor);
    marks paths = out_marks_paths(&f->plan, &p->view, true, 0, end, f->memory);
    out_svg_marks(f->out, &paths);
    draw_still(f, p, MARKS_STILL);
    marks trails = out_marks_paths(&f->plan, &p->view, false, 0, end, f->memory);
    out_svg_marks(f->out, &trails);
    draw_instants(f, p);
    draw_still(f, p, MARKS_LEVEL);
    base_strbuf_add(f->out, "</g>\n");
}

static double draw_detail(const figure *f, const camera *view, const room *detail, double top, size_t *shown) {
    double width = WIDTH - LEFT - RIGHT;
    figure_panel p = out_figure_fit(view, detail, LEFT, top, width, TALLEST_DETAIL);
    p.id = "detail";
    p.last = last_within(f, view, detail);
    out_figure_axes(f, &p);
    draw_panel(f, &p, NULL);
    out_figure_events(f, &p, 0);
    *shown = p.last;
    return top + p.height + AXIS + BETWEEN;
}

static void mark_detail(const figure *f, const figure_panel *p, const room *detail) {
    double x = p->view.x + p->view.scale * detail->low[0], y = p->view.y - p->view.scale * detail->high[1];
    out_svg_rectangle(f->out, "detail", x, y, p->view.scale * out_box_width(detail),
                      p->view.scale * out_box_height(detail));
}

static double draw_whole(const figure *f, const camera *view, const room *whole, const room *detail,
                         const figure_floor *floor, double top, size_t shown) {
    figure_panel p = out_figure_fit(view, whole, LEFT, top, WIDTH - LEFT - RIGHT, TALLEST);
    p.id = "whole";
    p.last = f->at.count - 1;
    if (!floor)
        out_figure_axes(f, &p);
    draw_panel(f, &p, floor);
    out_figure_events(f, &p, detail ? shown + 1 : 0);
    if (floor)
        out_figure_triad(f, &p);
    if (detail)
        mark_detail(f, &p, detail);
    return top + p.height + (floor ? 12 : AXIS);
}

static const char *title_of(const model *m) {
    return m->title ? m->title : m->name ? m->name : "Motion";
}

/* All instants over each other, what is small beside its flight in a panel of its own. Returns where it ends. */
static double draw_machine(const figure *f, const camera *view, room whole, const figure_floor *level) {
    room detail;
    if (!level)
        out_camera_add_grounds(&whole, f->m, f->r);
    bool has_detail = out_camera_detail(view, f->m, f->r, &whole, &detail);
    detail = out_box_rounded(detail, SLIMMEST, 2 * MARGIN);
    whole = out_box_rounded(whole, SLIMMEST, MARGIN);
    size_t shown = 0;
    double top = has_detail ? draw_detail(f, view, &detail, TITLE, &shown) : TITLE;
    return draw_whole(f, view, &whole, has_detail ? &detail : NULL, level, top, shown);
}

static bool nothing_moves(const figure *f) {
    for (size_t i = 0; i < f->m->drawing_count; i++)
        if (f->m->drawings[i].shape != DRAW_ARROW && !f->plan.still[i])
            return false;
    return true;
}

/* The body is made first: only then it is known how high the paper is. */
static void write_figure(figure *f, out_stream *out) {
    strbuf body = base_strbuf_make(f->memory);
    f->out = &body;
    camera view = out_camera_choose(f->m, f->r);
    room whole = out_camera_room(&view, f->m, f->r, NULL);
    figure_floor floor;
    const figure_floor *level = f->m->space == 3 ? &floor : NULL;
    if (level)
        floor = out_figure_floor_find(f, &view, &whole);
    f->at = out_instants_choose(f->m, f->r, suitable_count(f, &whole), f->memory);
    if (nothing_moves(f))
        f->at.count = 1;
    bool rows = out_figure_is_line(f, &whole);
    double below = rows ? out_figure_rows(f, &view, &whole, TITLE) : draw_machine(f, &view, whole, level);
    below += BOTTOM;
    below = out_svg_words(&body, "caption", LEFT, below, WIDTH - LEFT - RIGHT, out_figure_caption(f, level, rows));
    out_svg_begin(&out->text, WIDTH, below, title_of(f->m));
    out_svg_title(&out->text, LEFT, TITLE - 16, WIDTH - LEFT - RIGHT, title_of(f->m));
    base_strbuf_add_bytes(&out->text, body.text, body.len);
    out_svg_end(&out->text);
}

void out_run_write_figure(const out_run *run, out_stream *out) {
    const sim_result *r = run->result;
    arena *a = out->text.memory;
    if (!r || r->start_failed)
        return;
    if (!out_camera_sees_something(run->m) || r->frames.len == 0) {
        const char *why = out_camera_sees_something(run->m)
                              ? "The run recorded no frames; its coordinates are plotted instead."
                              : "The model has nothing to draw; its coordinates are plotted instead.";
        out_plot_write_coordinates(run, why, out);
        return;
    }
    figure f = {.m = run->m, .r = r, .memory = a, .plan = out_marks_plan_make(run->m, r, a)};
    const model_shown length = model_usual_unit(run->m, DIM_LENGTH);
    f.unit = length.unit ? length.unit : run->m->has_units ? "m" : "";
    f.length = length.unit ? length.size : 1;
    write_figure(&f, out);
}
