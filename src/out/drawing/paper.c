/* From parts of shapes to marks on paper. */
#include "out/drawing/paper.h"

#include <math.h>
#include <string.h>

static const double OUTLINE = 1, THIN = 0.15 /* of a bar */, HATCH_STEP = 9, HATCH_LENGTH = 7, HATCH_WIDTH = 0.8;
enum { MOST_PIECES = 1000 };                           /* of an arc */
static const double COIL_BEGIN = 0.1, STEEPEST = 0.25; /* of a coil's length: where it begins; how far out it may go */
static const double FLAT = 0.05;                       /* of paper: how far pieces of an arc may be off it */

mark *out_paper_add(marks *all, scene_colour ink, size_t count, double width, double depth) {
    mark m = {.ink = ink, .at = ARENA_ARRAY(all->memory, spot, count), .count = count, .width = width, .depth = depth};
    vec_push(all->memory, &all->all, m);
    return &all->all.at[all->all.len - 1];
}

void out_paper_line(marks *all, scene_colour ink, spot from, spot to, double width, double depth) {
    mark *m = out_paper_add(all, ink, 2, width, depth);
    m->at[0] = from;
    m->at[1] = to;
}

void out_paper_disc(marks *all, scene_colour ink, spot at, double radius, double depth) {
    mark *m = out_paper_add(all, ink, 1, OUTLINE, depth);
    m->at[0] = at;
    m->radius = radius;
    m->solid = true;
}

void out_paper_hatch(marks *all, spot from, spot to, double depth) {
    out_paper_line(all, COLOUR_GROUND, from, to, HATCH_WIDTH, depth);
    all->all.at[all->all.len - 1].style = "hatch";
}

/* The frame of a shape. */
typedef struct frame {
    double at[3], axis[3][3]; /* the axes as long as the shape reaches along them */
    double own;               /* the length of the first */
    double sweep;
    bool sized;
} frame;

/* ---- Where the shape is ---- */

static double norm(const double v[3]) {
    return hypot(hypot(v[0], v[1]), v[2]); /* of any size */
}

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void stretch(double v[3], double length) {
    const double now = norm(v), by = now > 0 ? length / now : 0;
    for (int k = 0; k < 3; k++)
        v[k] = isfinite(by) ? v[k] * by : v[k] / now * length;
}

/* From the first end to the second; across it the machine's size. */
static void lay_along(const paper *p, const double to[3], frame *f) {
    for (int k = 0; k < 3; k++)
        f->axis[0][k] = to[k] - f->at[k];
    f->own = norm(f->axis[0]);
    const bool upright = p->space == 3 && fabs(f->axis[0][2]) > 0.9 * f->own;
    const double side[3] = {upright, 0, !upright};
    double along[3] = {f->axis[0][0], f->axis[0][1], f->axis[0][2]};
    stretch(along, 1);
    cross(side, along, f->axis[1]);
    cross(along, f->axis[1], f->axis[2]);
    stretch(f->axis[1], p->machine);
    stretch(f->axis[2], p->machine);
}

/* The axes of a drawing as columns: identity where it has no orientation. False where that is not drawn. */
static bool turn(const paper *p, frame *f) {
    const model_drawing *d = p->d;
    if (d->slot[DRAWN_MATRIX] >= 0) {
        for (int row = 0; row < 3; row++) {
            double line[3];
            if (!out_camera_read(d, p->drawn, DRAWN_MATRIX + 3 * row, line))
                return false;
            for (int k = 0; k < 3; k++)
                f->axis[k][row] = line[k];
        }
        return true;
    }
    const double angle = d->slot[DRAWN_ANGLE] >= 0 ? p->drawn[d->slot[DRAWN_ANGLE]] : 0;
    f->axis[0][0] = f->axis[1][1] = cos(angle);
    f->axis[0][1] = sin(angle);
    f->axis[1][0] = -f->axis[0][1];
    f->axis[2][2] = 1;
    return isfinite(angle);
}

/* How far the shape reaches along its axes. */
static bool read_reach(const paper *p, frame *f, double reach[3]) {
    const shape_row *row = &scene_shapes[p->d->shape];
    f->sized = p->d->slot[DRAWN_SIZE] >= 0;
    if (!f->sized) {
        const double machine = PAPER_SMALLER * row->unsized.part * p->machine;
        reach[0] = reach[1] = reach[2] = fmax(machine, PAPER_FINER * row->unsized.least / p->c->scale);
        return true;
    }
    if (!out_camera_read(p->d, p->drawn, DRAWN_SIZE, reach))
        return false;
    const bool round = scene_takes(p->d->shape, FIELD_RADIUS);
    f->sweep = scene_takes(p->d->shape, FIELD_SWEEP) ? reach[DRAWN_SWEEP - DRAWN_SIZE] : NAN;
    for (int k = 0; k < 3; k++)
        reach[k] = round ? reach[0] : reach[k] / 2;
    return true;
}

static bool find_frame(const paper *p, frame *f) {
    double to[3], reach[3];
    memset(f, 0, sizeof *f);
    if (!out_camera_read(p->d, p->drawn, DRAWN_A, f->at))
        return false;
    if (scene_takes(p->d->shape, FIELD_TO)) {
        if (!out_camera_read(p->d, p->drawn, DRAWN_B, to))
            return false;
        lay_along(p, to, f);
        return true;
    }
    if (!turn(p, f) || !read_reach(p, f, reach))
        return false;
    f->own = reach[0];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            f->axis[k][i] *= reach[k];
    return true;
}

double out_paper_depth(const paper *p) {
    double a[3], b[3];
    const bool ends = scene_takes(p->d->shape, FIELD_TO) && out_camera_read(p->d, p->drawn, DRAWN_B, b);
    if (!out_camera_read(p->d, p->drawn, DRAWN_A, a))
        return 0;
    return ends ? (out_camera_depth(p->c, a) + out_camera_depth(p->c, b)) / 2 : out_camera_depth(p->c, a);
}

/* ---- Parts ---- */

/* A part of a drawing with all that it needs. */
typedef struct piece {
    const paper *paper;
    const frame *f;
    const scene_part *part;
    double depth;
} piece;

static void place(const frame *f, const double u[3], double at[3]) {
    for (int k = 0; k < 3; k++)
        at[k] = f->at[k] + f->axis[0][k] * u[0] + f->axis[1][k] * u[1] + f->axis[2][k] * u[2];
}

static spot spot_at(const piece *x, const double u[3]) {
    double at[3];
    place(x->f, u, at);
    return out_camera_spot(x->paper->c, at);
}

/* On paper, before its limits. */
static double length_of(const piece *x, const scene_measure *m) {
    return m->part * x->paper->c->scale * (m->own ? x->f->own : PAPER_SMALLER * x->paper->machine);
}

static double measure(const piece *x, const scene_measure *m) {
    const double length = fmax(length_of(x, m), PAPER_FINER * m->least);
    return m->most > 0 ? fmin(length, PAPER_FINER * m->most) : length;
}

static void find_ends(const piece *x, spot end[2]) {
    double from[3], to[3];
    place(x->f, x->part->from, from);
    place(x->f, x->part->to, to);
    const double way[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, length = norm(way);
    for (int k = 0; k < 3; k++)
        to[k] += length > 0 ? x->part->beyond * PAPER_SMALLER * x->paper->machine * way[k] / length : 0;
    end[0] = out_camera_spot(x->paper->c, from);
    end[1] = out_camera_spot(x->paper->c, to);
}

static void draw_line(const piece *x) {
    spot end[2];
    find_ends(x, end);
    out_paper_line(x->paper->all, x->part->ink, end[0], end[1], measure(x, &x->part->thick), x->depth);
}

static void draw_bar(const piece *x) {
    spot end[2];
    find_ends(x, end);
    const double width = measure(x, &x->part->thick), inner = width - 2 * fmin(OUTLINE, THIN * width);
    out_paper_line(x->paper->all, COLOUR_BEAM_EDGE, end[0], end[1], width, x->depth);
    out_paper_line(x->paper->all, x->part->ink, end[0], end[1], inner, x->depth);
}

static void draw_coil(const piece *x) {
    const spot a = spot_at(x, (double[3]){0}), b = spot_at(x, (double[3]){1});
    const int teeth = 2 * x->part->count;
    const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    const double out = length > 0 ? fmin(measure(x, &x->part->reach) / length, STEEPEST) : 0;
    mark *m = out_paper_add(x->paper->all, x->part->ink, (size_t)teeth + 4, measure(x, &x->part->thick), x->depth);
    for (int i = 0; i < teeth + 4; i++) {
        const double along = fmin(fmax(i - 1.5, 0), teeth) / teeth;
        const double part = i == 0 ? 0 : i == teeth + 3 ? 1 : COIL_BEGIN + (1 - 2 * COIL_BEGIN) * along;
        const double side = i < 2 || i > teeth + 1 ? 0 : i % 2 ? -out : out;
        m->at[i] = (spot){a.x + dx * part + dy * side, a.y + dy * part - dx * side};
    }
}

static void draw_ball(const piece *x) {
    if (x->part->when & PART_DETAIL && length_of(x, &x->part->reach) < PAPER_FINER * x->part->reach.least &&
        x->part->reach.part > 0)
        return;
    out_paper_disc(x->paper->all, x->part->ink, spot_at(x, x->part->from), measure(x, &x->part->reach), x->depth);
}

/* The face on which axis `n` is `side` (1 or -1). */
static void add_face(const piece *x, const double half[3], int n, double side) {
    static const double around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    mark *m = out_paper_add(x->paper->all, x->part->ink, 4, OUTLINE, x->depth);
    m->solid = true;
    for (int i = 0; i < 4; i++) {
        double u[3];
        u[n] = side * half[n];
        u[(n + 1) % 3] = around[i][0] * half[(n + 1) % 3];
        u[(n + 2) % 3] = around[i][1] * half[(n + 2) % 3];
        m->at[i] = spot_at(x, u);
    }
}

static void draw_box(const piece *x) {
    const double least = measure(x, &x->part->reach) / x->paper->c->scale;
    double half[3];
    frame thick = *x->f;
    piece y = *x;
    y.f = &thick;
    for (int k = 0; k < 3; k++) {
        const double reach = norm(thick.axis[k]);
        half[k] = reach > 0 ? fmax(least / reach, 1) : 0;
    }
    for (int n = 0; n < 3; n++) {
        const double facing = out_camera_depth(x->paper->c, thick.axis[n]);
        if (x->paper->space == 2 ? n == 2 : fabs(facing) > 1e-9 * x->f->own)
            add_face(&y, half, n, facing > 0 ? 1 : -1);
    }
}

/* Part of the circle about the third axis, from the first on. */
static void add_round(const piece *x, double sweep, double inside, double width) {
    const int pieces = 2 + (int)fmin(fabs(sweep) * sqrt(x->f->own * x->paper->c->scale / (8 * FLAT)), MOST_PIECES);
    mark *m = out_paper_add(x->paper->all, x->part->ink, (size_t)pieces + 1, width, x->depth);
    for (int k = 0; k <= pieces; k++) {
        const double a = sweep * k / pieces, r = 1 - inside;
        m->at[k] = spot_at(x, (double[3]){r * cos(a), r * sin(a), 0});
    }
}

/* A circle in the plane. */
static void draw_ring(const piece *x) {
    const double width = measure(x, &x->part->thick), radius = x->f->own * x->paper->c->scale;
    const double inside = radius > width ? width / 2 / radius : 0;
    if (x->paper->space == 3) {
        add_round(x, 2 * acos(-1), inside, width);
        return;
    }
    mark *m = out_paper_add(x->paper->all, x->part->ink, 1, width, x->depth);
    m->at[0] = out_camera_spot(x->paper->c, x->f->at);
    m->radius = (1 - inside) * radius;
}

/* More than one turn looks like one. */
static void draw_arc(const piece *x) {
    const double whole = 2 * acos(-1), sweep = fmin(fmax(x->f->sweep, -whole), whole);
    if (sweep != 0)
        add_round(x, sweep, 0, measure(x, &x->part->thick));
}

/* Across the paper of the plane. */
static void draw_level(const piece *x) {
    const paper *p = x->paper;
    const double y = out_camera_spot(p->c, x->f->at).y;
    if (p->space == 3)
        return;
    out_paper_line(p->all, x->part->ink, (spot){p->left, y}, (spot){p->right, y}, measure(x, &x->part->thick), 0);
    for (double at = p->left + HATCH_LENGTH; at <= p->right; at += HATCH_STEP)
        out_paper_hatch(p->all, (spot){at, y}, (spot){at - HATCH_LENGTH, y + HATCH_LENGTH}, 0);
}

/* Trails are out_marks_paths', and forces are not drawn on paper. */
static void (*const drawers[PART_KIND_COUNT])(const piece *x) = {
    [PART_LINE] = draw_line, [PART_BAR] = draw_bar,   [PART_COIL] = draw_coil, [PART_BALL] = draw_ball,
    [PART_BOX] = draw_box,   [PART_RING] = draw_ring, [PART_ARC] = draw_arc,   [PART_LEVEL] = draw_level,
};

void out_paper_draw(const paper *p) {
    frame f;
    if (!find_frame(p, &f))
        return;
    const unsigned where = p->space == 2 ? PART_IN_PLANE : PART_IN_SPACE, how = f.sized ? PART_SIZED : PART_UNSIZED;
    const unsigned is = where | how | (p->still ? 0 : PART_DETAIL);
    const size_t first = p->all->all.len;
    for (const scene_part *part = scene_shapes[p->d->shape].parts; part->kind != PART_END; part++)
        if (drawers[part->kind] && !(part->when & ~is))
            drawers[part->kind](&(piece){p, &f, part, out_paper_depth(p)});
    if (p->all->all.len > first)
        p->all->all.at[first].name = p->d->name;
}
