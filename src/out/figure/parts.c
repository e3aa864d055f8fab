/* Scales, the horizontal plane in space, events and the caption of a figure. */
#include "out/figure/figure.h"

#include <math.h>
#include <string.h>

#include "out/values/nice.h"

static const double TICK_ROOM_X = 58, TICK_ROOM_Y = 34, NOTCH = 4, ARM = 26, CORNER = 40, LABEL = 11.5;
static const double STEADY = 1e-9; /* of the distance from the origin: what is smaller is none of the motion's size */
enum {
    FLOOR_LINES = 8,
    LISTED_TIMES = 12,
    PLACES = 8,
    LEAST_TICKS = 3,
    MOST_DECIMALS = 6,
    FARTHEST = 8,
    NEAR = 2,
    STILL = 4
};

static double paper_x(const figure_panel *p, double x) {
    return p->view.x + p->view.scale * x;
}

static double paper_y(const figure_panel *p, double y) {
    return p->view.y - p->view.scale * y;
}

static int most_ticks(double length, double room_of_one) {
    int most = (int)(length / room_of_one);
    return most < LEAST_TICKS ? LEAST_TICKS : most;
}

void out_figure_axis_x(const figure *f, const figure_panel *p) {
    nice_ticks t = out_nice_ticks_find(p->shown.low[0] / f->length, p->shown.high[0] / f->length,
                                       most_ticks(p->width, TICK_ROOM_X));
    double bottom = p->top + p->height;
    for (int i = 0; i < t.count; i++) {
        double at = f->length * out_nice_tick(&t, i), x = paper_x(p, at);
        out_svg_line(f->out, at == 0 ? "zero" : "grid", x, p->top, x, bottom);
        out_svg_line(f->out, "notch", x, bottom, x, bottom + NOTCH);
        out_svg_text(f->out, "tick", x, bottom + 17, SVG_MIDDLE, 0,
                     out_svg_number_text(out_nice_tick_text(&t, i, f->memory), f->memory));
    }
    out_svg_text(f->out, "label", p->left + p->width / 2, bottom + 35, SVG_MIDDLE, 0,
                 out_svg_axis_label("x", f->unit, f->memory));
}

void out_figure_axis_y(const figure *f, const figure_panel *p) {
    nice_ticks t = out_nice_ticks_find(p->shown.low[1] / f->length, p->shown.high[1] / f->length,
                                       most_ticks(p->height, TICK_ROOM_Y));
    double widest = 0;
    for (int i = 0; i < t.count; i++) {
        double at = f->length * out_nice_tick(&t, i), y = paper_y(p, at);
        const char *text = out_nice_tick_text(&t, i, f->memory);
        widest = fmax(widest, out_svg_text_width(text, 11));
        out_svg_line(f->out, at == 0 ? "zero" : "grid", p->left, y, p->left + p->width, y);
        out_svg_line(f->out, "notch", p->left - NOTCH, y, p->left, y);
        out_svg_text(f->out, "tick", p->left - 8, y + 4, SVG_END, 0, out_svg_number_text(text, f->memory));
    }
    out_svg_text(f->out, "label", fmax(p->left - widest - 18, 14), p->top + p->height / 2, SVG_MIDDLE, -90,
                 out_svg_axis_label("y", f->unit, f->memory));
}

void out_figure_axes(const figure *f, const figure_panel *p) {
    out_figure_axis_x(f, p);
    out_figure_axis_y(f, p);
    out_svg_rectangle(f->out, "frame", p->left, p->top, p->width, p->height);
}

static void grow(double low[3], double high[3], const double p[3]) {
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], p[k]);
        high[k] = fmax(high[k], p[k]);
    }
}

/* How far what is round reaches below its place, where this side is upright. */
static double hang(const model_drawing *d, const double *drawn, int side) {
    double axle[3] = {0};
    if (!scene_is_body(d->shape) || !scene_takes(d->shape, FIELD_RADIUS))
        return 0;
    if (d->slot[DRAWN_MATRIX] >= 0)
        out_camera_read(d, drawn, DRAWN_MATRIX + 6, axle);
    return out_camera_reach(d, drawn) * sqrt(fmax(1 - axle[side] * axle[side], 0));
}

/* Two sides that are level, and the upright one: z where there is a ground, else what is nearest to up. */
static void choose_sides(const figure *f, figure_floor *level) {
    const double *up = f->m->up;
    int upright = 0;
    for (int k = 1; k < 3; k++)
        upright = fabs(up[k]) >= fabs(up[upright]) ? k : upright;
    for (size_t i = 0; i < f->m->drawing_count; i++)
        upright = out_camera_is_ground(&f->m->drawings[i]) ? 2 : upright;
    level->side[0] = upright == 0;
    level->side[1] = upright == 2 ? 1 : 2;
    level->side[2] = upright;
    level->is_down = up[upright] < 0;
}

/* The box around all places; the height of a ground if there is one. */
static bool find_box(const figure *f, const figure_floor *level, double low[3], double high[3], double *ground) {
    const int side = level->side[2];
    bool found = false;
    for (int k = 0; k < 3; k++)
        low[k] = INFINITY, high[k] = -INFINITY;
    for (size_t i = 0; i < f->r->frames.len; i++)
        for (size_t k = 0; k < f->m->drawing_count; k++) {
            const model_drawing *d = &f->m->drawings[k];
            const double *drawn = f->r->frames.at[i].at.drawn;
            double p[3];
            if (d->shape == DRAW_ARROW || !out_camera_read(d, drawn, DRAWN_A, p))
                continue;
            if (out_camera_is_ground(d)) {
                *ground = p[2];
                found = true;
                continue;
            }
            grow(low, high, p);
            if (level->is_down)
                high[side] = fmax(high[side], p[side] + hang(d, drawn, side));
            else
                low[side] = fmin(low[side], p[side] - hang(d, drawn, side));
            if (out_camera_has_place(d, DRAWN_B) && out_camera_read(d, drawn, DRAWN_B, p))
                grow(low, high, p);
        }
    return found;
}

/* A place by its numbers along the level sides and its height. */
static void place_on(const figure_floor *level, double a, double b, double p[3]) {
    p[level->side[0]] = a;
    p[level->side[1]] = b;
    p[level->side[2]] = level->height;
}

figure_floor out_figure_floor_find(const figure *f, const camera *view, room *r) {
    figure_floor level = {0};
    double low[3], high[3], ground = NAN;
    choose_sides(f, &level);
    level.ground = find_box(f, &level, low, high, &ground);
    double size = 0, far = 0;
    for (int k = 0; k < 3; k++) {
        if (!(low[k] <= high[k])) /* nothing has a place */
            low[k] = high[k] = 0;
        size = fmax(size, high[k] - low[k]);
        far = fmax(far, fmax(fabs(low[k]), fabs(high[k])));
    }
    if (!(size > fmax(STEADY * far, NICE_LEAST)))
        size = fmax(far, 1);
    level.height = level.ground ? ground : level.is_down ? high[level.side[2]] : low[level.side[2]];
    level.step = f->length * out_nice_above(size / FLOOR_LINES / f->length);
    for (int k = 0; k < 2; k++) {
        const double least = low[level.side[k]], most = high[level.side[k]];
        double middle = (least + most) / 2, half = fmax(most - least, 0.6 * size) / 2;
        level.low[k] = level.step * floor((middle - half) / level.step);
        level.high[k] = level.step * ceil((middle + half) / level.step);
    }
    for (int i = 0; i < 4; i++) {
        double p[3];
        place_on(&level, i & 1 ? level.low[0] : level.high[0], i & 2 ? level.low[1] : level.high[1], p);
        spot s = out_camera_spot(view, p);
        out_box_add(r, s.x, -s.y);
    }
    return level;
}

static void floor_line(const figure *f, const figure_panel *p, const figure_floor *level, const double at[4]) {
    double from[3], to[3];
    place_on(level, at[0], at[1], from);
    place_on(level, at[2], at[3], to);
    spot a = out_camera_spot(&p->view, from), b = out_camera_spot(&p->view, to);
    out_svg_line(f->out, "floor", a.x, a.y, b.x, b.y);
}

static int lines_between(const figure_floor *level, int side) {
    return (int)lround((level->high[side] - level->low[side]) / level->step);
}

void out_figure_floor_draw(const figure *f, const figure_panel *p, const figure_floor *level) {
    const double *low = level->low, *high = level->high;
    for (int i = 0; i <= lines_between(level, 0); i++) {
        double x = low[0] + i * level->step;
        floor_line(f, p, level, (double[]){x, low[1], x, high[1]});
    }
    for (int i = 0; i <= lines_between(level, 1); i++) {
        double y = low[1] + i * level->step;
        floor_line(f, p, level, (double[]){low[0], y, high[0], y});
    }
}

void out_figure_triad(const figure *f, const figure_panel *p) {
    static const char *const names[] = {"x", "y", "z"};
    camera c = p->view;
    c.scale = ARM;
    c.x = p->left + CORNER;
    c.y = p->top + p->height - CORNER / 2;
    for (int k = 0; k < 3; k++) {
        double tip[3] = {0}, beyond[3] = {0};
        tip[k] = 1;
        beyond[k] = 1.4;
        spot end = out_camera_spot(&c, tip), name = out_camera_spot(&c, beyond);
        out_svg_line(f->out, "axis", c.x, c.y, end.x, end.y);
        out_svg_text(f->out, "small", name.x, name.y + 4, SVG_MIDDLE, 0, names[k]);
    }
}

const char *out_figure_time(const figure *f, double t) {
    double least = INFINITY;
    for (size_t i = 1; i < f->at.count; i++)
        if (f->at.at[i].t > f->at.at[i - 1].t)
            least = fmin(least, f->at.at[i].t - f->at.at[i - 1].t);
    int decimals = isfinite(least) && least > 0 ? (int)fmin(fmax(1 - floor(log10(least)), 0), MOST_DECIMALS) : 3;
    char *text = base_arena_printf(f->memory, "%.*f", decimals, t);
    size_t length = strlen(text);
    while (decimals > 0 && text[length - 1] == '0')
        text[--length] = '\0', decimals--;
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
    return text;
}

static const char *second_of(const figure *f) {
    return f->m->has_units ? " s" : "";
}

/* Where what is followed is: the first trail that is drawn, else the first body, in the order of the shapes. */
static bool followed(const figure *f, size_t frame, double p[3]) {
    for (int trails = 1; trails >= 0; trails--)
        for (int shape = 0; shape < DRAWING_SHAPE_COUNT; shape++)
            for (size_t i = 0; i < f->m->drawing_count; i++) {
                const model_drawing *d = &f->m->drawings[i];
                bool wanted = trails ? scene_find_part(d->shape, PART_TRAIL) != NULL : scene_is_body(d->shape);
                if ((int)d->shape == shape && wanted && !f->plan.still[i] &&
                    out_camera_read(d, f->r->frames.at[frame].at.drawn, DRAWN_A, p))
                    return true;
            }
    return false;
}

/* A label on paper. */
typedef struct label {
    double left, top, width, height;
} label;

static double overlap(const label *a, const label *b) {
    double x = fmin(a->left + a->width, b->left + b->width) - fmax(a->left, b->left);
    double y = fmin(a->top + a->height, b->top + b->height) - fmax(a->top, b->top);
    return x > 0 && y > 0 ? x * y : 0;
}

static bool is_inside(const label *l, const figure_panel *p) {
    return l->left >= p->left && l->left + l->width <= p->left + p->width && l->top >= p->top &&
           l->top + l->height <= p->top + p->height;
}

enum { AROUND = 48 }; /* places of a circle */

static bool is_circle(const mark *m) {
    return m->radius > 0 && !m->solid;
}

static size_t place_count(const mark *m) {
    return is_circle(m) ? AROUND : m->count;
}

static spot place_of(const mark *m, size_t k) {
    const double turn = 2 * acos(-1) * (double)k / AROUND;
    if (!is_circle(m))
        return m->at[k];
    return (spot){m->at[0].x + m->radius * cos(turn), m->at[0].y + m->radius * sin(turn)};
}

/* How much of what is drawn lies under it: places of paths and of the machine. */
static double covered(const label *l, const marks *all) {
    double count = 0;
    for (size_t i = 0; i < all->all.len; i++)
        for (size_t k = 0; k < place_count(&all->all.at[i]); k++) {
            spot s = place_of(&all->all.at[i], k);
            double around = all->all.at[i].solid ? all->all.at[i].radius : 0;
            count += s.x > l->left - around && s.x < l->left + l->width + around && s.y > l->top - around &&
                     s.y < l->top + l->height + around;
        }
    return fmin(count, 100);
}

static label place_label(const figure *f, const figure_panel *p, spot at, double width, const label *others,
                         size_t count) {
    static const double to[PLACES][2] = {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}};
    marks paths = out_marks_paths(&f->plan, &p->view, false, 0, f->at.at[p->last].frame + 1, f->memory);
    marks still = out_marks_make(&f->plan, &p->view, f->r->frames.at[0].at.drawn, MARKS_STILL, p->left,
                                 p->left + p->width, f->memory);
    marks levels = out_marks_make(&f->plan, &p->view, f->r->frames.at[0].at.drawn, MARKS_LEVEL, p->left,
                                  p->left + p->width, f->memory);
    marks last = out_marks_make(&f->plan, &p->view, f->r->frames.at[f->at.at[p->last].frame].at.drawn, MARKS_MOVING, 0,
                                0, f->memory);
    label best = {0};
    double least = INFINITY;
    for (int far = 1; far <= FARTHEST; far++)
        for (int i = 0; i < PLACES; i++) {
            double x = at.x + to[i][0] * 9 * far, y = at.y + to[i][1] * 12 * far;
            label l = {x - (1 - to[i][0]) / 2 * width, y - 8, width, 14};
            double cost = (is_inside(&l, p) ? 0 : 1e6) + covered(&l, &paths) +
                          STILL * (covered(&l, &still) + covered(&l, &levels)) + 3 * covered(&l, &last) + far +
                          0.05 * i;
            for (size_t k = 0; k < count; k++)
                cost += 100 * overlap(&l, &others[k]);
            if (cost < least)
                least = cost, best = l;
        }
    return best;
}

void out_figure_events(const figure *f, const figure_panel *p, size_t first) {
    label *labels = ARENA_ARRAY(f->memory, label, f->at.count);
    size_t count = 0;
    for (size_t i = first; i <= p->last; i++) {
        const instant *at = &f->at.at[i];
        double place[3];
        if (!at->event || !followed(f, at->frame, place))
            continue;
        spot s = out_camera_spot(&p->view, place);
        const char *text = base_arena_printf(f->memory, "%s, %s%s", model_event_name(f->m, at->event->ref, f->memory),
                                             out_figure_time(f, at->t), second_of(f));
        label l = place_label(f, p, s, out_svg_text_width(text, LABEL), labels, count);
        labels[count++] = l;
        base_strbuf_add(f->out, "<g class=\"happening\">\n");
        double x = fmin(fmax(s.x, l.left), l.left + l.width), y = fmin(fmax(s.y, l.top), l.top + l.height);
        if (hypot(x - s.x, y - s.y) > NEAR * l.height)
            out_svg_line(f->out, "leader", s.x, s.y, x, y);
        base_strbuf_add(f->out, "<circle class=\"place\" cx=\"");
        out_svg_add_number(f->out, s.x);
        base_strbuf_add(f->out, "\" cy=\"");
        out_svg_add_number(f->out, s.y);
        base_strbuf_add(f->out, "\" r=\"3\"/>\n");
        out_svg_text(f->out, "name halo", l.left, l.top + 11, SVG_START, 0, text);
        base_strbuf_add(f->out, "</g>\n");
    }
}

static void add_times(const figure *f, bool rows, strbuf *s) {
    size_t last = f->at.count - 1;
    if (f->at.count > LISTED_TIMES) {
        base_strbuf_printf(s, "Drawn at %zu instants from t = %s to %s%s", f->at.count,
                           out_figure_time(f, f->at.at[0].t), out_figure_time(f, f->at.at[last].t), second_of(f));
    } else {
        base_strbuf_add(s, "Drawn at t = ");
        for (size_t i = 0; i <= last; i++)
            if (i == 0 || f->at.at[i].t > f->at.at[i - 1].t)
                base_strbuf_printf(s, "%s%s", i ? ", " : "", out_figure_time(f, f->at.at[i].t));
        base_strbuf_add(s, second_of(f));
    }
    base_strbuf_add(s, rows ? ", side by side." : last > 0 ? "; earlier instants are paler." : ".");
}

/* How often the i-th event comes; 0 unless it is the first of its name. */
static size_t count_of(const figure *f, size_t i) {
    const sim_event *e = f->r->events.at;
    size_t count = 0;
    for (size_t k = 0; k < f->r->events.len; k++) {
        bool same = e[k].ref.part == e[i].ref.part && e[k].ref.index == e[i].ref.index;
        if (same && k < i)
            return 0;
        count += same;
    }
    return count;
}

/* Events that are not marked one by one. */
static void add_events(const figure *f, strbuf *s) {
    bool any = false;
    for (size_t i = 0; f->at.events_left_out && i < f->r->events.len; i++) {
        size_t count = count_of(f, i);
        if (count == 0)
            continue;
        base_strbuf_printf(s, "%s%s %s %s%s", any ? ", " : " Events that are not marked: ",
                           model_event_name(f->m, f->r->events.at[i].ref, s->memory), count > 1 ? "first at" : "at",
                           out_figure_time(f, f->r->events.at[i].t), second_of(f));
        if (count > 1)
            base_strbuf_printf(s, " (%zu times)", count);
        any = true;
    }
    base_strbuf_add(s, any ? "." : "");
}

const char *out_figure_caption(const figure *f, const figure_floor *level, bool rows) {
    strbuf s = base_strbuf_make(f->memory);
    add_times(f, rows, &s);
    add_events(f, &s);
    if (level)
        base_strbuf_printf(&s, " The squares %s are %g%s%s wide.", level->ground ? "on the ground" : "below",
                           level->step / f->length, *f->unit ? " " : "", f->unit);
    return base_strbuf_text(&s);
}
