/* Films. */
#include "out/figure/film.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "out/drawing/instants.h"
#include "out/values/nice.h"

static const double RATE = 25, LONGEST = 23.96, SHORTEST = 4, MARGIN = 0.08,
                    SLIMMEST = 0.5; /* lengths in s; 600 pictures at most */
static const double INSET = 0.62;   /* of the shorter side of the whole */
enum { LONGER_SIDE = 720, DOT = 2, BORDER = 14, BAR = 4 };
static const unsigned PAPER = 0xffffff, WORDS = 0x333333, PAST = 0x2a6db0, FUTURE = 0xe4e8ec, FRAME = 0x9aa0a6;

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

static void add_marks(raster *to, const marks *all) {
    for (size_t i = 0; i < all->all.len; i++)
        out_raster_mark(to, &all->all.at[i], 1);
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
    add_marks(&v->ground, &still);
    base_arena_release(f->memory, before);
    copy(&v->paths, &v->ground);
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
        double side = fmin(f->whole.page.width, f->whole.page.height) * INSET;
        lay_out(f, &f->detail, &detail, side);
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
        add_marks(&v->paths, &paths);
    }
    v->drawn_to = end;
}

static void draw_view(film *f, film_view *v, size_t frame) {
    draw_paths(f, v, frame + 1);
    copy(&v->page, &v->paths);
    marks now = out_marks_make(&f->plan, &v->camera, f->r->frames.at[frame].at.drawn, MARKS_MOVING, 0, v->page.width,
                               f->memory);
    add_marks(&v->page, &now);
}

/* The detail in the upper right corner, with a line around it. */
static void put_detail(film *f) {
    raster *to = &f->whole.page, *from = &f->detail.page;
    int left = to->width - from->width - BORDER;
    for (int y = 0; y < from->height; y++)
        memcpy(to->pixels + 3 * ((size_t)(y + BORDER) * (size_t)to->width + (size_t)left),
               from->pixels + 3 * (size_t)y * (size_t)from->width, 3 * (size_t)from->width);
    spot a = {left, BORDER}, b = {left + from->width, BORDER + from->height};
    spot corners[] = {a, {b.x, a.y}, b, {a.x, b.y}, a};
    for (int i = 0; i < 4; i++)
        out_raster_line(to, corners[i], corners[i + 1], 1, FRAME, 1);
}

/* The time in the corner, and a bar below that shows how much has passed. */
static void draw_clock(film *f, double t, double begin, double end) {
    double part = end > begin ? (t - begin) / (end - begin) : 1, step = f->speed / f->rate;
    int decimals = (int)fmin(fmax(ceil(-log10(step)), 0), 6);
    raster *p = &f->whole.page;
    out_raster_text(p, BORDER, BORDER, DOT,
                    base_arena_printf(f->memory, f->m->has_units ? "t = %.*f s" : "t = %.*f", decimals, t), WORDS);
    double y = p->height - BAR;
    spot from = {0, y}, now = {part * p->width, y}, to = {p->width, y};
    out_raster_line(p, from, to, BAR, FUTURE, 1);
    out_raster_line(p, from, now, BAR, PAST, 1);
}

const raster *out_film_picture(film *f, size_t i) {
    LGR_ASSERT(i < f->count);
    arena_mark before = base_arena_get_mark(f->memory);
    double begin = f->r->frames.at[0].at.t, end = f->r->frames.at[f->r->frames.len - 1].at.t;
    double t = fmin(begin + (double)i * f->speed / f->rate, end);
    size_t frame = out_instants_frame(f->r, t);
    draw_view(f, &f->whole, frame);
    if (f->has_detail) {
        draw_view(f, &f->detail, frame);
        put_detail(f);
    }
    draw_clock(f, t, begin, end);
    base_arena_release(f->memory, before);
    return &f->whole.page;
}
