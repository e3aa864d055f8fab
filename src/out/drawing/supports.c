/* Supports: a triangle on hatched ground under a pivot, a short wall behind the end of a rope or a spring. */
#include "out/drawing/supports.h"

#include <math.h>

static const double HEIGHT = 9, HALF = 6, WALL = 9, LINE = 1.2, HATCH = 4;
enum { HATCHES = 4 };

static void add_triangle(const paper *p, spot at, spot other) {
    (void)other;
    const double base = at.y + HEIGHT, depth = out_paper_depth(p);
    mark *m = out_paper_add(p->all, COLOUR_SURFACE, 3, 1, depth);
    m->solid = true;
    m->style = "support";
    m->at[0] = at;
    m->at[1] = (spot){at.x + HALF, base};
    m->at[2] = (spot){at.x - HALF, base};
    for (int i = 0; i < HATCHES; i++) {
        const double x = at.x - HALF + 4 * i + 1;
        out_paper_hatch(p->all, (spot){x, base}, (spot){x - HATCH, base + HATCH}, depth);
    }
}

/* Across the line to the other end. */
static void add_wall(const paper *p, spot at, spot other) {
    double x = at.x - other.x, y = at.y - other.y, length = hypot(x, y), depth = out_paper_depth(p);
    if (length == 0)
        return;
    x /= length, y /= length;
    const spot from = {at.x - y * WALL, at.y + x * WALL}, to = {at.x + y * WALL, at.y - x * WALL};
    out_paper_line(p->all, COLOUR_TEXT, from, to, LINE, depth);
    for (int i = 0; i < HATCHES; i++) {
        const double part = (i + 0.5) / HATCHES;
        const spot foot = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
        out_paper_hatch(p->all, foot, (spot){foot.x + HATCH * (x + y / 2), foot.y + HATCH * (y - x / 2)}, depth);
    }
}

static void (*const supports[])(const paper *p, spot at, spot other) = {
    [HELD_BY_NOTHING] = NULL,
    [HELD_BY_WALL] = add_wall,
    [HELD_BY_SUPPORT] = add_triangle,
};

void out_supports_add(const paper *p, const bool held[2]) {
    static const int places[2] = {DRAWN_A, DRAWN_B};
    const shape_held by = scene_shapes[p->d->shape].held;
    double at[2][3];
    if (by == HELD_BY_NOTHING || p->space == 3)
        return;
    for (int k = 0; k < 2; k++)
        if (!out_camera_read(p->d, p->drawn, places[k], at[k]))
            return;
    for (int k = 0; k < 2; k++)
        if (held[k] && !p->d->joined[k])
            supports[by](p, out_camera_spot(p->c, at[k]), out_camera_spot(p->c, at[!k]));
}
