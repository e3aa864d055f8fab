/* Films. */
#include "out/figure/film.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "out/drawing/instants.h"
#include "out/values/nice.h"

static const double RATE = 25, LONGEST = 23.96, SHORTEST = 4, MARGIN = 0.08, SLIMMEST = 0.5,
                    FAINT = 0.22;                                   /* lengths in s; 600 pictures at most */
static const double INSETS[] = {0.62, 0.56, 0.5, 0.44, 0.38, 0.32}; /* of the shorter side of the whole */
enum { LONGER_SIDE = 720, DOT = 2, BORDER = 14, BAR = 4, CLOCK = 30, CORNERS = 4, AROUND = 6, MOST_PLACES = 4000 };
static const unsigned PAPER = 0xffffff;

/* Real time if the film is neither too short nor too long, else the nearest of 1, 2, 5 times a power of ten. */
static void choose_speed(film *f, double length) {
    f->speed = 1;
    if (length > LONGEST)
        f->speed = out_nice_above(length / LONGEST);
    else if (length > 0 && length < SHORTEST)
        f->speed = out_nice_below(length / SHORTEST);
    f->rate = RATE;
    f->count = (size_t)floor(fmin(length / f->speed, LONGEST) * RATE + 1e-9) + 1;
}

static int even(double x) {
    return 2 * (int)ceil(x / 2);
}

static void add_marks(raster *to, const marks *all, double cover) {
    for (size_t i = 0; i < all->all.len; i++)
        out_raster_mark(to, &all->all.at[i], cover);
}

static void copy(raster *to, const raster *from) {
    memcpy(to->pixels, from->pixels, 3 * (size_t)to->width * (size_t)to->height);
}

/* A view of a room whose longer side takes so many pixels. */
static void lay_out(film *f, film_view *v, const room *shown, double side) {
    double longer = fmax(out_box_width(shown), out_box_height(shown));
    int width = even(side * out_box_width(shown) / longer), height = even(side * out_box_height(shown) / longer);
    v->page = out_raster_make(width, height, f->memory);
    v->ground = out_raster_make(width, height, f->memory);
    v->paths = out_raster_make(width, height, f->memory);
    out_camera_fit(&v->camera, shown, 0, 0, width, height);
    out_raster_fill(&v->ground, PAPER);
    arena_mark before = base_arena_get_mark(f->memory);
    marks still = out_marks_make(&f->plan, &v->camera, f->r->frames.at[0].at.drawn, MARKS_STILL, 0, width, f->memory);
    add_marks(&v->ground, &still, 1);
    base_arena_release(f->memory, before);
    copy(&v->paths, &v->ground);
}

/* How often something is drawn within a rectangle of the whole, over the run. */
static size_t count_within(const film *f, double left, double top, double width, double height) {
    size_t count = 0, stride = f->r->frames.len / MOST_PLACES + 1;
    for (size_t k = 0; k < f->m->drawing_count; k++)
        for (size_t i = 0; i < f->r->frames.len; i += stride) {
            const model_drawing *d = &f->m->drawings[k];
            for (int place = DRAWN_A; place <= DRAWN_B; place += DRAWN_B - DRAWN_A) {
                double p[3];
                if (d->shape == DRAW_ARROW || !out_camera_has_place(d, place) ||
                    !out_camera_read(d, f->r->frames.at[i].at.drawn, place, p))
                    continue;
                spot s = out_camera_spot(&f->whole.camera, p);
                count += s.x > left - AROUND && s.x < left + width + AROUND && s.y > top - AROUND &&
                         s.y < top + height + AROUND;
            }
        }
    return count;
}

/* The largest detail that hides nothing, in one of the corners, the upper right one first; else the one that hides
   least. */
static void place_detail(film *f, const room *shown) {
    double longer = fmax(out_box_width(shown), out_box_height(shown)), best = 0;
    size_t least = SIZE_MAX;
    for (size_t n = 0; n < sizeof INSETS / sizeof *INSETS && least > 0; n++) {
        double side = fmin(f->whole.page.width, f->whole.page.height) * INSETS[n];
        int width = even(side * out_box_width(shown) / longer), height = even(side * out_box_height(shown) / longer);
        for (int corner = 0; corner < CORNERS; corner++) {
            int left = corner % 2 ? BORDER : f->whole.page.width - width - BORDER;
            int top = corner / 2 ? f->whole.page.height - height - BORDER : BORDER + (corner % 2 ? CLOCK : 0);
            size_t hidden = count_within(f, left, top, width, height);
            if (hidden >= least)
                continue;
            least = hidden;
            best = side;
            f->detail_left = left;
            f->detail_top = top;
        }
    }
    lay_out(f, &f->detail, shown, best);
}

bool out_film_make(film *f, const model *m, const sim_result *r, arena *a) {
    *f = (film){.m = m, .r = r, .memory = a};
    if (r->frames.len == 0 || !out_camera_sees_something(m))
        return false;
    f->plan = out_marks_plan_make(m, r, a);
    f->whole.camera = f->detail.camera = out_camera_choose(m, r);
    room all = out_camera_room(&f->whole.camera, m, r, NULL), detail;
    out_camera_add_grounds(&all, m, r);
    f->has_detail = out_camera_detail(&f->detail.camera, m, r, &all, &detail);
    all = out_box_rounded(all, SLIMMEST, MARGIN);
    lay_out(f, &f->whole, &all, LONGER_SIDE);
    if (f->has_detail) {
        detail = out_box_rounded(detail, SLIMMEST, 2 * MARGIN);
        place_detail(f, &detail);
    }
    choose_speed(f, r->frames.at[r->frames.len - 1].at.t - r->frames.at[0].at.t);
    return true;
}

/* Paths grow by what is new since the picture before. */
static void draw_paths(film *f, film_view *v, size_t end) {
    if (end < v->drawn_to) {
        copy(&v->paths, &v->ground);
        v->drawn_to = 0;
    }
    size_t begin = v->drawn_to > 0 ? v->drawn_to - 1 : 0;
    for (int bodies = 1; bodies >= 0; bodies--) {
        marks paths = out_marks_paths(&f->plan, &v->camera, bodies, begin, end, f->memory);
        add_marks(&v->paths, &paths, 1);
    }
    v->drawn_to = end;
}

static void draw_frame(film *f, film_view *v, size_t frame, double cover) {
    marks now = out_marks_make(&f->plan, &v->camera, f->r->frames.at[frame].at.drawn, MARKS_MOVING, 0, v->page.width,
                               f->memory);
    add_marks(&v->page, &now, cover);
}

static void draw_levels(film *f, film_view *v) {
    marks all =
        out_marks_make(&f->plan, &v->camera, f->r->frames.at[0].at.drawn, MARKS_LEVEL, 0, v->page.width, f->memory);
    add_marks(&v->page, &all, 1);
}

static void draw_view(film *f, film_view *v, size_t frame) {
    if (!f->swings)
        draw_paths(f, v, frame + 1);
    copy(&v->page, &v->paths);
    if (f->swings)
        draw_frame(f, v, 0, FAINT);
    draw_frame(f, v, frame, 1);
    draw_levels(f, v);
}

/* The detail in its corner, with a line around it. */
static void put_detail(film *f) {
    raster *to = &f->whole.page, *from = &f->detail.page;
    int left = f->detail_left, top = f->detail_top;
    for (int y = 0; y < from->height; y++)
        memcpy(to->pixels + 3 * ((size_t)(y + top) * (size_t)to->width + (size_t)left),
               from->pixels + 3 * (size_t)y * (size_t)from->width, 3 * (size_t)from->width);
    spot a = {left, top}, b = {left + from->width, top + from->height};
    spot corners[] = {a, {b.x, a.y}, b, {a.x, b.y}, a};
    for (int i = 0; i < 4; i++)
        out_raster_line(to, corners[i], corners[i + 1], 1, scene_colours[COLOUR_EVENT].light, 1);
}

/* Words in the corner, and a bar below that shows how much has passed. */
static void draw_words(film *f, const char *words, double part) {
    raster *p = &f->whole.page;
    int dot = out_raster_text_width(DOT, words) > p->width - 2 * BORDER ? 1 : DOT;
    out_raster_text(p, BORDER, BORDER, dot, words, scene_colours[COLOUR_TEXT].light);
    double y = p->height - BAR;
    spot from = {0, y}, now = {part * p->width, y}, to = {p->width, y};
    out_raster_line(p, from, to, BAR, scene_colours[COLOUR_LINE].light, 1);
    out_raster_line(p, from, now, BAR, scene_colours[COLOUR_ACCENT].light, 1);
}

static const char *clock_words(const film *f, double t) {
    int decimals = (int)fmin(fmax(ceil(-log10(f->speed / f->rate)), 0), 6);
    return base_arena_printf(f->memory, f->m->has_units ? "t = %.*f s" : "t = %.*f", decimals, t);
}

static void draw_views(film *f, size_t frame) {
    draw_view(f, &f->whole, frame);
    if (f->has_detail) {
        draw_view(f, &f->detail, frame);
        put_detail(f);
    }
}

const raster *out_film_frame(film *f, size_t frame, const char *words, double part) {
    arena_mark before = base_arena_get_mark(f->memory);
    draw_views(f, frame);
    draw_words(f, words, part);
    base_arena_release(f->memory, before);
    return &f->whole.page;
}

const raster *out_film_picture(film *f, size_t i) {
    LGR_ASSERT(i < f->count);
    arena_mark before = base_arena_get_mark(f->memory);
    double begin = f->r->frames.at[0].at.t, end = f->r->frames.at[f->r->frames.len - 1].at.t;
    double t = fmin(begin + (double)i * f->speed / f->rate, end);
    draw_views(f, out_instants_frame(f->r, t));
    if (end > begin)
        draw_words(f, clock_words(f, t), (t - begin) / (end - begin));
    base_arena_release(f->memory, before);
    return &f->whole.page;
}
