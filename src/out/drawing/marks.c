/* From drawings and their numbers to marks. */
#include "out/drawing/marks.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "out/drawing/palette.h"

/* On paper. */
static const double POINT = 3.5, SMALLEST_BALL = 2, JOINT = 2.2, ZIGZAG = 5, BOX_SIDE = 16, BODY = 9, TRIAD = 16;
static const double SUPPORT_HEIGHT = 9, SUPPORT_HALF = 6, HATCH_STEP = 9, HATCH_LENGTH = 7, NEAREST = 0.4;
enum { TEETH = 9, SPOKES = 6, RIM = 48 };

const ink_look out_ink_looks[INK_COUNT] = {
    [INK_GROUND] = {"ground", PALETTE_TEXT, 0, 1.2, false},
    [INK_HATCH] = {"hatch", PALETTE_GROUND, 0, 0.8, false},
    [INK_FLOOR] = {"floor", PALETTE_LINE, 0, 0.7, false},
    [INK_PATH] = {"path", PALETTE_EVENT, 0, 1, false},
    [INK_TRAIL] = {"trail", PALETTE_TRAIL, 0, 1.4, false},
    [INK_BEAM] = {"beam", PALETTE_BEAM, 0, 3.6, false},
    [INK_ROPE] = {"rope", PALETTE_ROPE, 0, 1.3, false},
    [INK_SPRING] = {"spring", PALETTE_SPRING, 0, 1.3, false},
    [INK_BOX] = {"box", PALETTE_BEAM_EDGE, PALETTE_BOX, 1.2, true},
    [INK_SPOKE] = {"spoke", PALETTE_BALL, 0, 0.9, false},
    [INK_RIM] = {"wheel", PALETTE_BALL, 0, 2.2, false},
    [INK_BALL] = {"ball", PALETTE_BEAM_EDGE, PALETTE_BALL, 1, true},
    [INK_BODY] = {"body", PALETTE_BEAM_EDGE, PALETTE_SURFACE, 1.2, true},
    [INK_JOINT] = {"joint", PALETTE_BEAM_EDGE, PALETTE_SURFACE, 1.1, true},
    [INK_SUPPORT] = {"support", PALETTE_BEAM_EDGE, PALETTE_SURFACE, 1.1, true},
};

static mark *add(marks *all, mark_ink ink, const char *name, size_t count) {
    mark m = {.ink = ink, .name = name, .at = ARENA_ARRAY(all->memory, spot, count), .count = count};
    vec_push(all->memory, &all->all, m);
    return &all->all.at[all->all.len - 1];
}

static void add_line(marks *all, mark_ink ink, const char *name, spot from, spot to, double depth) {
    mark *m = add(all, ink, name, 2);
    m->at[0] = from;
    m->at[1] = to;
    m->depth = depth;
}

static void add_disc(marks *all, mark_ink ink, const char *name, spot at, double radius, double depth) {
    mark *m = add(all, ink, name, 1);
    m->at[0] = at;
    m->radius = radius;
    m->depth = depth;
}

/* What a drawer needs to know. */
typedef struct drawer {
    const marks_plan *plan;
    const camera *c;
    const double *drawn;
    size_t index;
    const model_drawing *d;
    marks *all;
    double left, right;
} drawer;

/* The triangle that holds a pivot, on hatched ground. */
static void add_support(const drawer *w, spot at, double depth) {
    double base = at.y + SUPPORT_HEIGHT, half = SUPPORT_HALF;
    mark *m = add(w->all, INK_SUPPORT, w->d->name, 3);
    m->at[0] = at;
    m->at[1] = (spot){at.x + half, base};
    m->at[2] = (spot){at.x - half, base};
    m->depth = depth;
    for (int i = 0; i < 4; i++) {
        double x = at.x - half + 4 * i + 1;
        add_line(w->all, INK_HATCH, NULL, (spot){x, base}, (spot){x - 4, base + 4}, depth);
    }
}

/* The short wall that holds the end of a spring or a rope. */
static void add_wall(const drawer *w, spot at, spot other, double depth) {
    double x = at.x - other.x, y = at.y - other.y, length = hypot(x, y);
    if (length == 0)
        return;
    x /= length, y /= length;
    spot from = {at.x - y * BODY, at.y + x * BODY}, to = {at.x + y * BODY, at.y - x * BODY};
    add_line(w->all, INK_GROUND, NULL, from, to, depth);
    for (int i = 0; i < 4; i++) {
        double part = (i + 0.5) / 4;
        spot foot = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
        add_line(w->all, INK_HATCH, NULL, foot, (spot){foot.x + 4 * (x + y / 2), foot.y + 4 * (y - x / 2)}, depth);
    }
}

static bool read_ends(const drawer *w, spot end[2], double *depth) {
    double a[3], b[3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, a) || !out_camera_read(w->d, w->drawn, DRAWN_B, b))
        return false;
    end[0] = out_camera_spot(w->c, a);
    end[1] = out_camera_spot(w->c, b);
    *depth = (out_camera_depth(w->c, a) + out_camera_depth(w->c, b)) / 2;
    return true;
}

/* Whether its end stays where it is while something else of it moves; shown in the plane only. */
static bool is_held(const drawer *w, int end) {
    return w->plan->fixed[end][w->index] && w->plan->m->space == 2 && !w->d->joined[end];
}

static void add_walls(const drawer *w, const spot end[2], double depth) {
    for (int k = 0; k < 2; k++)
        if (is_held(w, k))
            add_wall(w, end[k], end[!k], depth);
}

static void draw_beam(const drawer *w) {
    spot end[2];
    double depth;
    if (!read_ends(w, end, &depth))
        return;
    for (int k = 0; k < 2; k++)
        if (is_held(w, k))
            add_support(w, end[k], depth);
    add_line(w->all, INK_BEAM, w->d->name, end[0], end[1], depth);
    for (int k = 0; k < 2 && !w->plan->still[w->index]; k++)
        add_disc(w->all, INK_JOINT, NULL, end[k], JOINT, depth);
}

static void draw_rope(const drawer *w) {
    spot end[2];
    double depth;
    if (!read_ends(w, end, &depth))
        return;
    add_walls(w, end, depth);
    add_line(w->all, INK_ROPE, w->d->name, end[0], end[1], depth);
}

/* Part of a circle in the plane; more than one turn looks like one. */
static void draw_arc(const drawer *w) {
    double at[3], size[3], angle[3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, at) || !out_camera_read(w->d, w->drawn, DRAWN_SIZE, size) ||
        !out_camera_read(w->d, w->drawn, DRAWN_ANGLE, angle) || size[1] == 0)
        return;
    const double turn = 2 * acos(-1), sweep = fmin(fmax(size[1], -turn), turn);
    const int pieces = 2 + (int)(fabs(sweep) / turn * RIM);
    mark *m = add(w->all, INK_ROPE, w->d->name, (size_t)pieces + 1);
    for (int k = 0; k <= pieces; k++) {
        const double a = angle[0] + sweep * k / pieces;
        m->at[k] = out_camera_spot(w->c, (double[]){at[0] + size[0] * cos(a), at[1] + size[0] * sin(a), 0});
    }
    m->depth = out_camera_depth(w->c, at);
}

static void draw_spring(const drawer *w) {
    spot end[2];
    double depth;
    if (!read_ends(w, end, &depth))
        return;
    add_walls(w, end, depth);
    double x = end[1].x - end[0].x, y = end[1].y - end[0].y, length = hypot(x, y);
    double high = fmin(ZIGZAG, length / 4), nx = length > 0 ? -y / length * high : 0,
           ny = length > 0 ? x / length * high : 0;
    mark *m = add(w->all, INK_SPRING, w->d->name, TEETH + 4);
    for (int i = 0; i < TEETH + 4; i++) {
        double part = i == 0 ? 0 : i == TEETH + 3 ? 1 : 0.12 + 0.76 * fmin(fmax(i - 1.5, 0), TEETH) / TEETH;
        double side = i < 2 || i > TEETH + 1 ? 0 : i % 2 ? 1 : -1;
        m->at[i] = (spot){end[0].x + x * part + nx * side, end[0].y + y * part + ny * side};
    }
    m->depth = depth;
}

static void draw_ball(const drawer *w) {
    double p[3], radius[3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, p))
        return;
    bool has_radius = w->d->slot[DRAWN_SIZE] >= 0 && out_camera_read(w->d, w->drawn, DRAWN_SIZE, radius);
    double r = has_radius ? fmax(w->c->scale * radius[0], SMALLEST_BALL) : POINT;
    add_disc(w->all, INK_BALL, w->d->name, out_camera_spot(w->c, p), r, out_camera_depth(w->c, p));
}

/* The axes of a drawing as columns: identity where it has no orientation. False where that is not drawn. */
static bool read_axes(const drawer *w, double axis[3][3]) {
    double angle[3] = {0};
    memset(axis, 0, 9 * sizeof(double));
    axis[0][0] = axis[1][1] = axis[2][2] = 1;
    if (w->d->slot[DRAWN_MATRIX] >= 0) {
        for (int row = 0; row < 3; row++) {
            double line[3];
            if (!out_camera_read(w->d, w->drawn, DRAWN_MATRIX + 3 * row, line))
                return false;
            for (int k = 0; k < 3; k++)
                axis[k][row] = line[k];
        }
    } else if (w->d->slot[DRAWN_ANGLE] >= 0) {
        angle[0] = w->drawn[w->d->slot[DRAWN_ANGLE]];
        axis[0][0] = axis[1][1] = cos(angle[0]);
        axis[0][1] = sin(angle[0]);
        axis[1][0] = -axis[0][1];
        return isfinite(angle[0]);
    }
    return true;
}

static bool read_half_sides(const drawer *w, double half[3]) {
    if (w->d->slot[DRAWN_SIZE] < 0) {
        half[0] = half[1] = half[2] = BOX_SIDE / 2 / w->c->scale;
        return true;
    }
    if (!out_camera_read(w->d, w->drawn, DRAWN_SIZE, half))
        return false;
    for (int k = 0; k < 3; k++)
        half[k] /= 2;
    return true;
}

static spot corner(const drawer *w, const double at[3], double axis[3][3], const double half[3]) {
    double p[3];
    for (int k = 0; k < 3; k++)
        p[k] = at[k] + axis[0][k] * half[0] + axis[1][k] * half[1] + axis[2][k] * half[2];
    return out_camera_spot(w->c, p);
}

/* The face on which axis `n` is `side` (1 or -1). */
static void add_face(const drawer *w, const double at[3], double axis[3][3], const double half[3], int n, double side) {
    static const double around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    int u = (n + 1) % 3, v = (n + 2) % 3;
    mark *m = add(w->all, INK_BOX, w->d->name, 4);
    for (int i = 0; i < 4; i++) {
        double to[3];
        to[n] = side * half[n];
        to[u] = around[i][0] * half[u];
        to[v] = around[i][1] * half[v];
        m->at[i] = corner(w, at, axis, to);
    }
    m->depth = out_camera_depth(w->c, at);
}

static void draw_box(const drawer *w) {
    double at[3], axis[3][3], half[3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, at) || !read_axes(w, axis) || !read_half_sides(w, half))
        return;
    for (int n = 0; n < 3; n++) {
        double facing = out_camera_depth(w->c, axis[n]);
        if (w->plan->m->space == 2 ? n == 2 : fabs(facing) > 1e-9)
            add_face(w, at, axis, half, n, facing > 0 ? 1 : -1);
    }
}

/* A rim about its third axis, and spokes, which show that it turns: the first has a colour of its own. */
static void draw_wheel(const drawer *w) {
    double at[3], axis[3][3], radius[3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, at) || !read_axes(w, axis) ||
        !out_camera_read(w->d, w->drawn, DRAWN_SIZE, radius))
        return;
    double depth = out_camera_depth(w->c, at), turn = 2 * acos(-1);
    for (int k = 0; k < SPOKES; k++) {
        double to[3] = {radius[0] * cos(turn * k / SPOKES), radius[0] * sin(turn * k / SPOKES), 0};
        add_line(w->all, k == 0 ? INK_TRAIL : INK_SPOKE, NULL, out_camera_spot(w->c, at), corner(w, at, axis, to),
                 depth);
    }
    mark *m = add(w->all, INK_RIM, w->d->name, RIM + 1);
    for (int k = 0; k <= RIM; k++) {
        double to[3] = {radius[0] * cos(turn * k / RIM), radius[0] * sin(turn * k / RIM), 0};
        m->at[k] = corner(w, at, axis, to);
    }
    m->depth = depth;
    add_disc(w->all, INK_JOINT, NULL, out_camera_spot(w->c, at), JOINT, depth);
}

/* A rigid body of unknown shape: a disc with a diameter in the plane; in space its three axes, and the box that has its
   mass and inertia. */
static void draw_body(const drawer *w) {
    double at[3], axis[3][3];
    if (!out_camera_read(w->d, w->drawn, DRAWN_A, at) || !read_axes(w, axis))
        return;
    if (w->plan->m->space == 3 && w->d->slot[DRAWN_SIZE] >= 0)
        draw_box(w);
    spot middle = out_camera_spot(w->c, at);
    double depth = out_camera_depth(w->c, at), length = (w->plan->m->space == 2 ? BODY : TRIAD) / w->c->scale;
    int first = w->plan->m->space == 2 ? 1 : 3;
    if (first == 1)
        add_disc(w->all, INK_BODY, w->d->name, middle, BODY, depth);
    for (int n = 0; n < first; n++) {
        double to[3] = {0};
        to[n] = length;
        spot end = corner(w, at, axis, to);
        add_line(w->all, INK_BEAM, w->d->name, middle, end, depth);
    }
    if (first == 3)
        add_disc(w->all, INK_BODY, w->d->name, middle, POINT, depth);
}

static void draw_ground(const drawer *w) {
    double p[3];
    if (w->plan->m->space == 3 || !out_camera_read(w->d, w->drawn, DRAWN_A, p))
        return;
    double y = out_camera_spot(w->c, p).y;
    add_line(w->all, INK_GROUND, w->d->name, (spot){w->left, y}, (spot){w->right, y}, 0);
    for (double x = w->left + HATCH_LENGTH; x <= w->right; x += HATCH_STEP)
        add_line(w->all, INK_HATCH, NULL, (spot){x, y}, (spot){x - HATCH_LENGTH, y + HATCH_LENGTH}, 0);
}

/* Per shape; trails are out_marks_paths', and forces are not drawn. */
static void (*const drawers[DRAWING_SHAPE_COUNT])(const drawer *w) = {
    [DRAW_BEAM] = draw_beam,     [DRAW_ROPE] = draw_rope,   [DRAW_SPRING] = draw_spring,
    [DRAW_BALL] = draw_ball,     [DRAW_BOX] = draw_box,     [DRAW_BODY] = draw_body,
    [DRAW_GROUND] = draw_ground, [DRAW_WHEEL] = draw_wheel, [DRAW_ARC] = draw_arc,
};

static bool is_behind(const void *a, const void *b) {
    return ((const mark *)a)->depth < ((const mark *)b)->depth;
}

marks out_marks_make(const marks_plan *p, const camera *c, const double *drawn, marks_part part, double left,
                     double right, arena *a) {
    marks all = {.memory = a};
    for (size_t i = 0; i < p->m->drawing_count; i++) {
        drawer w = {p, c, drawn, i, &p->m->drawings[i], &all, left, right};
        if (drawers[w.d->shape] && p->still[i] == (part == MARKS_STILL))
            drawers[w.d->shape](&w);
    }
    if (p->m->space == 3 && all.all.len > 0)
        base_sort(all.all.at, all.all.len, sizeof *all.all.at, is_behind, a);
    return all;
}

static bool is_body(drawing_shape shape) {
    return shape == DRAW_BALL || shape == DRAW_BOX || shape == DRAW_WHEEL || shape == DRAW_BODY;
}

static bool has_path(const marks_plan *p, size_t i, bool bodies) {
    drawing_shape shape = p->m->drawings[i].shape;
    return !p->still[i] && (bodies ? is_body(shape) && !p->repeated[i] : shape == DRAW_TRAIL);
}

/* Appends a place of a path unless it can hardly be told from the one before. */
static void extend(mark *m, spot s, bool last) {
    if (m->count > 0 && !last && hypot(s.x - m->at[m->count - 1].x, s.y - m->at[m->count - 1].y) < NEAREST)
        return;
    m->at[m->count++] = s;
}

static void add_path(marks *all, const marks_plan *p, const camera *c, size_t drawing, size_t begin, size_t end) {
    const model_drawing *d = &p->m->drawings[drawing];
    mark *m = NULL;
    for (size_t i = begin; i < end; i++) {
        double at[3];
        if (!out_camera_read(d, p->r->frames.at[i].at.drawn, DRAWN_A, at)) {
            m = NULL;
            continue;
        }
        if (!m) {
            m = add(all, d->shape == DRAW_TRAIL ? INK_TRAIL : INK_PATH, d->name, end - i);
            m->count = 0;
        }
        extend(m, out_camera_spot(c, at), i + 1 == end);
    }
}

marks out_marks_paths(const marks_plan *p, const camera *c, bool bodies, size_t begin, size_t end, arena *a) {
    marks all = {.memory = a};
    for (size_t i = 0; i < p->m->drawing_count; i++)
        if (has_path(p, i, bodies))
            add_path(&all, p, c, i, begin, end);
    return all;
}

/* Whether the numbers from `place` on stay what they are at first, up to rounding. */
static bool keeps(const marks_plan *p, const model_drawing *d, int place, int count) {
    const double *first = p->r->frames.at[0].at.drawn;
    for (int k = place; k < place + count; k++)
        for (size_t i = 0; d->slot[k] >= 0 && i < p->r->frames.len; i++) {
            double x = first[d->slot[k]], now = p->r->frames.at[i].at.drawn[d->slot[k]];
            if (!(fabs(now - x) <= 1e-9 * (1 + fabs(x))))
                return false;
        }
    return true;
}

static bool same_place(const model *m, const model_drawing *a, const model_drawing *b) {
    for (int k = 0; k < m->space; k++)
        if (a->slot[k] < 0 || b->slot[k] < 0 || !expr_same(m->base->drawn[a->slot[k]], m->base->drawn[b->slot[k]]))
            return false;
    return true;
}

static bool is_repeated(const model *m, size_t i) {
    for (size_t k = 0; k < m->drawing_count; k++) {
        drawing_shape shape = m->drawings[k].shape;
        bool earlier = k < i && is_body(shape);
        if ((shape == DRAW_TRAIL || earlier) && same_place(m, &m->drawings[i], &m->drawings[k]))
            return true;
    }
    return false;
}

marks_plan out_marks_plan_make(const model *m, const sim_result *r, arena *a) {
    marks_plan p = {.m = m, .r = r};
    p.still = ARENA_ARRAY(a, bool, m->drawing_count);
    p.repeated = ARENA_ARRAY(a, bool, m->drawing_count);
    for (int k = 0; k < 2; k++)
        p.fixed[k] = ARENA_ARRAY(a, bool, m->drawing_count);
    for (size_t i = 0; i < m->drawing_count && r->frames.len > 0; i++) {
        const model_drawing *d = &m->drawings[i];
        p.still[i] = keeps(&p, d, 0, DRAWN_NUMBERS);
        p.repeated[i] = is_repeated(m, i);
        p.fixed[0][i] = !p.still[i] && keeps(&p, d, DRAWN_A, 3);
        p.fixed[1][i] = !p.still[i] && keeps(&p, d, DRAWN_B, 3);
    }
    return p;
}
