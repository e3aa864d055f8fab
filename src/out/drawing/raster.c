/* Coverage by distance: the opacity of a pixel follows from its distance to the edge of a shape, up to half a pixel. */
#include "out/drawing/raster.h"

#include <math.h>
#include <string.h>

#include "base/check.h"

enum { GLYPH_ROWS = 7, GLYPH_COLUMNS = 5, GLYPH_STEP = 6 };
static const double LARGE = 20, SEE_THROUGH = 0.22; /* discs larger than this hide only part of what is below */

/* Rows from the top, the leftmost dot is the highest bit of five. */
static const struct {
    char letter;
    unsigned char rows[GLYPH_ROWS];
} glyphs[] = {
    {'0', {14, 17, 17, 17, 17, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},    {'2', {14, 17, 1, 2, 4, 8, 31}},
    {'3', {31, 2, 4, 2, 1, 17, 14}},     {'4', {2, 6, 10, 18, 31, 2, 2}},   {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},     {'8', {14, 17, 17, 14, 17, 17, 14}},
    {'9', {14, 17, 17, 15, 1, 2, 12}},   {'.', {0, 0, 0, 0, 0, 12, 12}},    {'-', {0, 0, 0, 31, 0, 0, 0}},
    {'=', {0, 0, 31, 0, 31, 0, 0}},      {'t', {8, 8, 28, 8, 8, 9, 6}},     {'s', {0, 0, 15, 16, 14, 1, 30}},
    {'a', {0, 0, 14, 1, 15, 17, 15}},    {'c', {0, 0, 14, 16, 16, 17, 14}}, {'d', {1, 1, 13, 19, 17, 17, 15}},
    {'e', {0, 0, 14, 17, 31, 16, 14}},   {'g', {0, 15, 17, 17, 15, 1, 14}}, {'h', {16, 16, 22, 25, 17, 17, 17}},
    {'i', {4, 0, 12, 4, 4, 4, 14}},      {'m', {0, 0, 26, 21, 21, 17, 17}}, {'n', {0, 0, 22, 25, 17, 17, 17}},
    {'o', {0, 0, 14, 17, 17, 17, 14}},   {'p', {0, 0, 30, 17, 30, 16, 16}}, {'r', {0, 0, 22, 25, 16, 16, 16}},
    {'w', {0, 0, 17, 17, 21, 21, 10}},   {'y', {0, 0, 17, 17, 15, 1, 14}},  {'z', {0, 0, 31, 2, 4, 8, 31}},
    {'H', {17, 17, 17, 31, 17, 17, 17}}, {',', {0, 0, 0, 0, 12, 4, 8}},     {'/', {0, 1, 2, 4, 8, 16, 0}},
    {'+', {0, 4, 4, 31, 4, 4, 0}},
};

raster out_raster_make(int width, int height, arena *a) {
    LGR_ASSERT(width > 0 && height > 0);
    return (raster){width, height, ARENA_ARRAY(a, unsigned char, 3 * (size_t)width * (size_t)height)};
}

static void blend(raster *r, int x, int y, unsigned colour, double cover) {
    unsigned char *p = r->pixels + 3 * ((size_t)y * (size_t)r->width + (size_t)x);
    for (int k = 0; k < 3; k++) {
        double ink = (double)(colour >> (16 - 8 * k) & 0xff);
        p[k] = (unsigned char)lround(p[k] + cover * (ink - p[k]));
    }
}

void out_raster_fill(raster *r, unsigned colour) {
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++)
            blend(r, x, y, colour, 1);
}

/* Pixels that a shape may touch. */
typedef struct block {
    int left, top, right, bottom; /* inclusive */
} block;

static int within(double x, int most) {
    return x < 0 ? 0 : x > most ? most : (int)x;
}

static block block_around(const raster *r, const spot *at, size_t count, double reach) {
    room all = out_box_empty();
    for (size_t i = 0; i < count; i++)
        out_box_add(&all, at[i].x, at[i].y);
    if (all.high[0] + reach < 0 || all.high[1] + reach < 0 || all.low[0] - reach > r->width ||
        all.low[1] - reach > r->height)
        return (block){0, 0, -1, -1};
    return (block){within(all.low[0] - reach - 1, r->width - 1), within(all.low[1] - reach - 1, r->height - 1),
                   within(all.high[0] + reach + 1, r->width - 1), within(all.high[1] + reach + 1, r->height - 1)};
}

/* How much of a pixel lies on the inner side of an edge, its middle being so far outside. */
static double inside(double distance) {
    return distance <= -0.5 ? 1 : distance >= 0.5 ? 0 : 0.5 - distance;
}

static double distance_to_line(double x, double y, spot from, spot to) {
    double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
    double part = square > 0 ? ((x - from.x) * dx + (y - from.y) * dy) / square : 0;
    part = fmin(fmax(part, 0), 1);
    return hypot(x - from.x - part * dx, y - from.y - part * dy);
}

/* A line thinner than a pixel is a fainter one. */
void out_raster_line(raster *r, spot from, spot to, double width, unsigned colour, double cover) {
    double half = fmax(width, 1) / 2;
    cover *= fmin(width, 1);
    block b = block_around(r, (spot[]){from, to}, 2, half + 1);
    bool steep = fabs(to.y - from.y) > fabs(to.x - from.x);
    for (int y = b.top; y <= b.bottom; y++) {
        int left = b.left, right = b.right;
        if (steep) { /* only the pixels of this row that are near */
            double x = from.x + (to.x - from.x) * (y + 0.5 - from.y) / (to.y - from.y);
            left = (int)fmax(left, x - 2 * half - 3);
            right = (int)fmin(right, x + 2 * half + 3);
        }
        for (int x = left; x <= right; x++) {
            double covered = inside(distance_to_line(x + 0.5, y + 0.5, from, to) - half);
            if (covered > 0)
                blend(r, x, y, colour, cover * covered);
        }
    }
}

void out_raster_disc(raster *r, spot middle, double radius, unsigned colour, double cover) {
    block b = block_around(r, &middle, 1, radius + 1);
    for (int y = b.top; y <= b.bottom; y++)
        for (int x = b.left; x <= b.right; x++) {
            double covered = inside(hypot(x + 0.5 - middle.x, y + 0.5 - middle.y) - radius);
            if (covered > 0)
                blend(r, x, y, colour, cover * covered);
        }
}

void out_raster_circle(raster *r, spot middle, double radius, double width, unsigned colour, double cover) {
    block b = block_around(r, &middle, 1, radius + width / 2 + 1);
    for (int y = b.top; y <= b.bottom; y++)
        for (int x = b.left; x <= b.right; x++) {
            double out = hypot(x + 0.5 - middle.x, y + 0.5 - middle.y) - radius;
            double covered = inside(fabs(out) - width / 2);
            if (covered > 0)
                blend(r, x, y, colour, cover * covered);
        }
}

/* Twice the area, with its sign. */
static double turn_of(const spot *at, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        spot a = at[i], b = at[(i + 1) % count];
        sum += a.x * b.y - b.x * a.y;
    }
    return sum;
}

/* How far a place is outside: the largest distance over the edges. */
static double distance_outside(double x, double y, const spot *at, size_t count, double sign) {
    double far = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        spot a = at[i], b = at[(i + 1) % count];
        double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
        if (length > 0)
            far = fmax(far, sign * ((x - a.x) * dy - (y - a.y) * dx) / length);
    }
    return far;
}

void out_raster_polygon(raster *r, const spot *at, size_t count, unsigned colour, double cover) {
    double turn = turn_of(at, count);
    if (turn == 0)
        return;
    block b = block_around(r, at, count, 1);
    for (int y = b.top; y <= b.bottom; y++)
        for (int x = b.left; x <= b.right; x++) {
            double covered = inside(distance_outside(x + 0.5, y + 0.5, at, count, turn > 0 ? 1 : -1));
            if (covered > 0)
                blend(r, x, y, colour, cover * covered);
        }
}

static void add_glyph(raster *r, int left, int top, int dot, const unsigned char *rows, unsigned colour) {
    for (int y = 0; y < GLYPH_ROWS * dot; y++)
        for (int x = 0; x < GLYPH_COLUMNS * dot; x++) {
            bool set = rows[y / dot] >> (GLYPH_COLUMNS - 1 - x / dot) & 1;
            if (set && left + x >= 0 && left + x < r->width && top + y >= 0 && top + y < r->height)
                blend(r, left + x, top + y, colour, 1);
        }
}

void out_raster_text(raster *r, int left, int top, int dot, const char *text, unsigned colour) {
    for (; *text; text++, left += GLYPH_STEP * dot)
        for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
            if (glyphs[i].letter == *text)
                add_glyph(r, left, top, dot, glyphs[i].rows, colour);
}

int out_raster_text_width(int dot, const char *text) {
    return (int)strlen(text) * GLYPH_STEP * dot;
}

void out_raster_mark(raster *r, const mark *m, double cover) {
    const unsigned ink = scene_colours[m->ink].light, line = m->solid ? scene_colours[COLOUR_BEAM_EDGE].light : ink;
    if (m->radius > 0 && !m->solid) {
        out_raster_circle(r, m->at[0], m->radius, m->width, ink, cover);
        return;
    }
    if (m->radius > 0) {
        double through = m->radius > LARGE ? SEE_THROUGH : 1;
        unsigned rim = through < 1 ? ink : line; /* two colours through each other would be a third */
        out_raster_disc(r, m->at[0], m->radius + m->width / 2, rim, cover * through);
        out_raster_disc(r, m->at[0], m->radius - m->width / 2, ink, cover * through);
        return;
    }
    if (m->solid)
        out_raster_polygon(r, m->at, m->count, ink, cover);
    for (size_t i = 1; i < m->count + m->solid; i++)
        out_raster_line(r, m->at[i - 1], m->at[i % m->count], m->width, line, cover);
}
