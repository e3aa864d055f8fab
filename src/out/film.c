/* Films. */
#include "out/film.h"

#include <math.h>

#include "base/check.h"
#include "out/instants.h"
#include "out/nice.h"

static const double RATE = 25, LONGEST = 23.96, SHORTEST = 4, MARGIN = 0.08,
                    SLIMMEST = 0.5; /* lengths in s; 600 pictures at most */
enum { LONGER_SIDE = 720, DOT = 2, BORDER = 14, BAR = 4 };
static const unsigned PAPER = 0xffffff, WORDS = 0x333333, PAST = 0x2a6db0, FUTURE = 0xe4e8ec;

/* Real time if the film is neither too short nor too long, else the nearest of 1, 2, 5 times a power of ten. */
static void choose_speed(film *f, double length) {
    f->speed = 1;
    if (length > LONGEST)
        f->speed = nice_above(length / LONGEST);
    else if (length > 0 && length < SHORTEST)
        f->speed = nice_below(length / SHORTEST);
    f->rate = RATE;
    f->count = (size_t)floor(length / f->speed * RATE + 1e-9) + 1;
}

static int even(double x) {
    return 2 * (int)ceil(x / 2);
}

/* Grounds near the machine belong to the picture. */
static void add_grounds(const film *f, room *all) {
    double reach = fmax(room_width(all), room_height(all)) / 2, low = all->low[1], high = all->high[1];
    for (size_t i = 0; f->m->space == 2 && i < f->m->drawing_count; i++) {
        double p[3];
        if (f->m->drawings[i].shape == DRAW_GROUND &&
            camera_read(&f->m->drawings[i], f->r->frames.at[0].at.drawn, DRAWN_A, p) && p[1] > low - reach &&
            p[1] < high + reach)
            room_add(all, all->low[0], p[1]);
    }
}

static void lay_out(film *f) {
    f->view = camera_choose(f->m, f->r);
    room all = camera_room(&f->view, f->m, f->r, NULL);
    if (!room_is_empty(&all))
        add_grounds(f, &all);
    all = room_rounded(all, SLIMMEST, MARGIN);
    double longer = fmax(room_width(&all), room_height(&all));
    int width = even(LONGER_SIDE * room_width(&all) / longer), height = even(LONGER_SIDE * room_height(&all) / longer);
    f->page = raster_make(width, height, f->memory);
    f->ground = raster_make(width, height, f->memory);
    f->paths = raster_make(width, height, f->memory);
    camera_fit(&f->view, &all, 0, 0, width, height);
}

static void add_marks(raster *to, const marks *all) {
    for (size_t i = 0; i < all->all.len; i++)
        raster_mark(to, &all->all.at[i], 1);
}

static void copy(raster *to, const raster *from) {
    for (size_t i = 0; i < 3 * (size_t)to->width * (size_t)to->height; i++)
        to->pixels[i] = from->pixels[i];
}

bool film_make(film *f, const model *m, const sim_result *r, arena *a) {
    *f = (film){.m = m, .r = r, .memory = a};
    if (r->frames.len == 0 || !camera_sees_something(m))
        return false;
    f->plan = marks_plan_make(m, r, a);
    lay_out(f);
    choose_speed(f, r->frames.at[r->frames.len - 1].at.t - r->frames.at[0].at.t);
    raster_fill(&f->ground, PAPER);
    arena_mark before = arena_get_mark(a);
    marks still = marks_make(&f->plan, &f->view, r->frames.at[0].at.drawn, MARKS_STILL, 0, f->page.width, a);
    add_marks(&f->ground, &still);
    arena_release(a, before);
    copy(&f->paths, &f->ground);
    return true;
}

/* Paths grow by what is new since the picture before. */
static void draw_paths(film *f, size_t end) {
    if (end < f->drawn_to) {
        copy(&f->paths, &f->ground);
        f->drawn_to = 0;
    }
    size_t begin = f->drawn_to > 0 ? f->drawn_to - 1 : 0;
    for (int bodies = 1; bodies >= 0; bodies--) {
        marks paths = marks_paths(&f->plan, &f->view, bodies, begin, end, f->memory);
        add_marks(&f->paths, &paths);
    }
    f->drawn_to = end;
}

/* The time in the corner, and a bar below that shows how much has passed. */
static void draw_clock(film *f, double t, double begin, double end) {
    double part = end > begin ? (t - begin) / (end - begin) : 1, step = f->speed / f->rate;
    int decimals = (int)fmin(fmax(ceil(-log10(step)), 0), 6);
    raster *p = &f->page;
    raster_text(p, BORDER, BORDER, DOT,
                arena_printf(f->memory, f->m->has_units ? "t = %.*f s" : "t = %.*f", decimals, t), WORDS);
    double y = p->height - BAR;
    spot from = {0, y}, now = {part * p->width, y}, to = {p->width, y};
    raster_line(p, from, to, BAR, FUTURE, 1);
    raster_line(p, from, now, BAR, PAST, 1);
}

const raster *film_picture(film *f, size_t i) {
    LGR_ASSERT(i < f->count);
    arena_mark before = arena_get_mark(f->memory);
    double begin = f->r->frames.at[0].at.t, end = f->r->frames.at[f->r->frames.len - 1].at.t;
    double t = fmin(begin + (double)i * f->speed / f->rate, end);
    size_t frame = instants_frame(f->r, t);
    draw_paths(f, frame + 1);
    copy(&f->page, &f->paths);
    marks now =
        marks_make(&f->plan, &f->view, f->r->frames.at[frame].at.drawn, MARKS_MOVING, 0, f->page.width, f->memory);
    add_marks(&f->page, &now);
    draw_clock(f, t, begin, end);
    arena_release(f->memory, before);
    return &f->page;
}
