/* Projections, and the extent of a motion. */
#include "out/drawing/camera.h"

#include <math.h>

#include "base/check.h"
#include "out/values/nice.h"

enum { MOST_SAMPLES = 400, DIRECTIONS = 24 };

static const double USUAL_AZIMUTH = -60, ELEVATION = 22, DEGREE = 3.14159265358979323846 / 180;
static const double NEAR_GROUND = 0.5;              /* of the longer side */
static const double ON_GROUND = 0.05, BELOW = 0.06; /* of that reach; of the height, below the ground */
static const double DETAIL = 0.3;                   /* of the whole: a smaller machine is hard to see there */
static const double GOOD_ENOUGH = 0.8;              /* of the best spread: then the usual view is kept */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Turns a direction as the shortest way turns z to `up`; half a turn goes about x. web/shared/camera3d.ts does the
   same. */
static void stand_up(double p[3], const double up[3]) {
    double x = p[0], y = p[1], z = p[2], along = up[0] * x + up[1] * y;
    if (up[2] <= -1 + 1e-9) {
        p[1] = -y, p[2] = -z;
        return;
    }
    for (int k = 0; k < 2; k++)
        p[k] += up[k] * (z - along / (1 + up[2]));
    p[2] = up[2] * z - along;
}

/* Angles about what is up, and above what is level. */
static camera look_from(double azimuth, double elevation, const double up[3]) {
    double ca = cos(azimuth * DEGREE), sa = sin(azimuth * DEGREE);
    double ce = cos(elevation * DEGREE), se = sin(elevation * DEGREE);
    camera c = {.right = {-sa, ca, 0}, .up = {-se * ca, -se * sa, ce}, .toward = {ce * ca, ce * sa, se}, .scale = 1};
    stand_up(c.right, up);
    stand_up(c.up, up);
    stand_up(c.toward, up);
    return c;
}

spot out_camera_spot(const camera *c, const double p[3]) {
    return (spot){c->x + c->scale * dot(c->right, p), c->y - c->scale * dot(c->up, p)};
}

double out_camera_depth(const camera *c, const double p[3]) {
    return dot(c->toward, p);
}

bool out_camera_is_ground(const model_drawing *d) {
    return scene_find_part(d->shape, PART_LEVEL);
}

bool out_camera_has_place(const model_drawing *d, int place) {
    return !out_camera_is_ground(d) && d->slot[place] >= 0;
}

bool out_camera_read(const model_drawing *d, const double *drawn, int place, double p[3]) {
    for (int k = 0; k < 3; k++) {
        p[k] = d->slot[place + k] < 0 ? 0 : drawn[d->slot[place + k]];
        if (!out_nice_has_place(p[k]))
            return false;
    }
    return true;
}

bool out_camera_sees_something(const model *m) {
    for (size_t i = 0; i < m->drawing_count; i++)
        if (m->drawings[i].shape != DRAW_ARROW && !out_camera_is_ground(&m->drawings[i]))
            return true;
    return false;
}

room out_box_empty(void) {
    return (room){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, false};
}

bool out_box_is_empty(const room *r) {
    return !(r->low[0] <= r->high[0]);
}

void out_box_add(room *r, double x, double y) {
    r->low[0] = fmin(r->low[0], x);
    r->low[1] = fmin(r->low[1], y);
    r->high[0] = fmax(r->high[0], x);
    r->high[1] = fmax(r->high[1], y);
}

double out_box_width(const room *r) {
    return r->high[0] - r->low[0];
}

double out_box_height(const room *r) {
    return r->high[1] - r->low[1];
}

double out_camera_reach(const model_drawing *d, const double *drawn) {
    double size[3];
    if (d->slot[DRAWN_SIZE] < 0 || !out_camera_read(d, drawn, DRAWN_SIZE, size))
        return 0;
    return scene_takes(d->shape, FIELD_RADIUS) ? size[0] : sqrt(dot(size, size)) / 2;
}

static void add_drawing(room *r, const camera *c, const model_drawing *d, const double *drawn) {
    static const int places[] = {DRAWN_A, DRAWN_B};
    for (int k = 0; k < 2; k++) {
        double p[3];
        if (!out_camera_has_place(d, places[k]) || !out_camera_read(d, drawn, places[k], p))
            continue;
        spot s = out_camera_spot(c, p);
        double around = c->scale * out_camera_reach(d, drawn);
        out_box_add(r, s.x - around, -s.y - around);
        out_box_add(r, s.x + around, -s.y + around);
    }
}

room out_camera_room(const camera *c, const model *m, const sim_result *r, bool (*wanted)(const model_drawing *d)) {
    room all = out_box_empty();
    for (size_t i = 0; i < r->frames.len; i++)
        for (size_t k = 0; k < m->drawing_count; k++) {
            const model_drawing *d = &m->drawings[k];
            if (d->shape != DRAW_ARROW && (!wanted || wanted(d)))
                add_drawing(&all, c, d, r->frames.at[i].at.drawn);
        }
    return all;
}

void out_camera_add_grounds(room *r, const model *m, const sim_result *result) {
    double reach = NEAR_GROUND * fmax(out_box_width(r), out_box_height(r)), low = r->low[1], high = r->high[1];
    for (size_t i = 0; m->space == 2 && i < m->drawing_count && !out_box_is_empty(r); i++) {
        double p[3];
        const model_drawing *d = &m->drawings[i];
        bool ground = out_camera_is_ground(d) && out_camera_read(d, result->frames.at[0].at.drawn, DRAWN_A, p);
        if (!ground || !(p[1] > low - reach && p[1] < high + reach))
            continue;
        out_box_add(r, r->low[0], p[1]);
        r->on_ground = r->on_ground || r->low[1] > p[1] - ON_GROUND * reach;
    }
}

static bool is_machine(const model_drawing *d) {
    return scene_shapes[d->shape].traits & SHAPE_FRAME;
}

bool out_camera_detail(const camera *c, const model *m, const sim_result *r, const room *whole, room *detail) {
    *detail = out_camera_room(c, m, r, is_machine);
    if (m->space == 3 || out_box_is_empty(detail))
        return false;
    double size = fmax(out_box_width(detail), out_box_height(detail));
    out_camera_add_grounds(detail, m, r);
    return size < DETAIL * fmax(out_box_width(whole), out_box_height(whole));
}

/* The determinant of the covariance of all drawn places on paper: the square of the area over which they spread. */
static double spread(const camera *c, const model *m, const sim_result *r) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    size_t stride = r->frames.len / MOST_SAMPLES + 1;
    for (size_t i = 0; i < r->frames.len; i += stride)
        for (size_t k = 0; k < m->drawing_count; k++) {
            double p[3];
            const model_drawing *d = &m->drawings[k];
            if (d->shape == DRAW_ARROW || !out_camera_has_place(d, DRAWN_A) ||
                !out_camera_read(d, r->frames.at[i].at.drawn, out_camera_has_place(d, DRAWN_B) ? DRAWN_B : DRAWN_A, p))
                continue;
            spot s = out_camera_spot(c, p);
            n++, x += s.x, y += s.y, xx += s.x * s.x, xy += s.x * s.y, yy += s.y * s.y;
        }
    if (n == 0)
        return 0;
    x /= n, y /= n;
    double a = xx / n - x * x, b = xy / n - x * y, d = yy / n - y * y;
    return a * d - b * b;
}

camera out_camera_choose(const model *m, const sim_result *r) {
    if (m->space == 2)
        return (camera){.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}, .scale = 1};
    camera usual = look_from(USUAL_AZIMUTH, ELEVATION, m->up), best = usual;
    double most = spread(&usual, m, r) / GOOD_ENOUGH / GOOD_ENOUGH;
    for (int i = 1; i < DIRECTIONS; i++) {
        camera other = look_from(USUAL_AZIMUTH + 360.0 / DIRECTIONS * i, ELEVATION, m->up);
        double s = spread(&other, m, r);
        if (s > most)
            most = s, best = other;
    }
    return best;
}

static void widen(room *r, int side, double length) {
    double more = length - (r->high[side] - r->low[side]);
    double below = side == 1 && r->on_ground ? 0 : more / 2;
    if (more > 0)
        r->low[side] -= below, r->high[side] += more - below;
}

room out_box_rounded(room r, double part, double margin) {
    if (out_box_is_empty(&r))
        r = (room){{0, 0}, {0, 0}, false};
    double longer = fmax(out_box_width(&r), out_box_height(&r));
    if (!(longer > fmax(1e-12 * (fabs(r.low[0]) + fabs(r.low[1])), NICE_LEAST)))
        longer = fmax(fabs(r.low[0]) + fabs(r.low[1]), 1);
    for (int k = 0; k < 2; k++) {
        widen(&r, k, part * longer);
        double height = out_box_height(&r), below = k == 1 && r.on_ground ? fmin(margin * longer, BELOW * height) : 0;
        r.low[k] -= below > 0 ? below : margin * longer;
        r.high[k] += margin * longer;
    }
    return r;
}

void out_camera_fit(camera *c, const room *r, double left, double top, double width, double height) {
    LGR_ASSERT(!out_box_is_empty(r));
    c->scale = fmin(width / out_box_width(r), height / out_box_height(r));
    c->x = left + width / 2 - c->scale * (r->low[0] + r->high[0]) / 2;
    c->y = top + height / 2 + c->scale * (r->low[1] + r->high[1]) / 2;
}
