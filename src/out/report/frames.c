/* Choosing the frames of a report: fewer where a cubic curve through its neighbours shows the same motion. */
#include "out/report/frames.h"

#include <math.h>

#include "base/sort.h"

/* Of the machine's size: a quarter of a pixel where it is 1700 pixels large, and two ends have two errors. */
static const double LENGTH = 1.5e-4, TURN = 1e-3, FORCE = 1e-2, COLUMN = 1e-3; /* of turns: rad; else of the range */
static const double LOOSER = 4, SMALLEST_SIZE = 1e-3;
static const double CONSTANT = 1e-6; /* a range so small beside its values is drawn as a constant */
enum { LEAST = 120, TRIES = 8 };

/* A number of each frame, and the error that it may have. */
typedef struct track {
    const double *at;
    double tolerance;
} track;

typedef struct chooser {
    const model *m;
    const sim_frame *frames;
    size_t count;
    track *tracks;
    size_t track_count;
    bool *kept, *changed; /* changed: the curve up to the next one that is kept is to be looked at again */
    double looseness;
    arena *memory;
} chooser;

static double time_of(const chooser *c, size_t i) {
    return c->frames[i].at.t;
}

/* Between the frame and the next one the motion jumps. */
static bool ends_piece(const chooser *c, size_t i) {
    return i + 1 >= c->count || time_of(c, i + 1) == time_of(c, i);
}

/* ---- What is followed ---- */

static double *new_track(chooser *c, double tolerance) {
    double *at = ARENA_ARRAY(c->memory, double, c->count);
    c->tracks[c->track_count++] = (track){at, tolerance};
    return at;
}

static double range_of(const double *x, size_t count) {
    double low = INFINITY, high = -INFINITY, size = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(x[i])) {
            low = fmin(low, x[i]);
            high = fmax(high, x[i]);
        }
    size = fmax(fabs(low), fabs(high));
    return high - low > CONSTANT * size ? high - low : 0;
}

static void follow_columns(chooser *c, const out_columns *columns) {
    for (size_t k = 0; k < columns->count; k++) {
        double *x = new_track(c, 0);
        for (size_t i = 0; i < c->count; i++)
            x[i] = out_column_value(&columns->at[k], &c->frames[i].at);
        double range = range_of(x, c->count);
        c->tracks[c->track_count - 1].tolerance = fmax(COLUMN * range, columns->at[k].least);
        c->track_count -= range == 0; /* a constant needs no frames */
    }
}

static bool is_longer(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

static double diagonal_of(const chooser *c, const double *drawn) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (size_t k = 0; k < c->m->drawing_count; k++) {
        const model_drawing *d = &c->m->drawings[k];
        for (int place = DRAWN_A; place < DRAWN_SIZE && d->shape != DRAW_GROUND; place++) {
            double x = d->slot[place] < 0 || (d->shape == DRAW_ARROW && place >= DRAWN_B) ? NAN : drawn[d->slot[place]];
            low[place % 3] = fmin(low[place % 3], x);
            high[place % 3] = fmax(high[place % 3], x);
        }
    }
    for (int k = 0; k < 3; k++)
        sum += high[k] > low[k] ? (high[k] - low[k]) * (high[k] - low[k]) : 0;
    return sqrt(sum);
}

/* The size of the machine in all but a tenth of the frames; of what is a point, of its path. */
static double size_of_machine(const chooser *c) {
    double *size = ARENA_ARRAY(c->memory, double, c->count), whole = 0;
    for (size_t i = 0; i < c->count; i++) {
        size[i] = diagonal_of(c, c->frames[i].at.drawn);
        whole = fmax(whole, size[i]);
    }
    base_sort(size, c->count, sizeof *size, is_longer, c->memory);
    double typical = size[c->count / 10];
    return typical > SMALLEST_SIZE * whole ? typical : whole;
}

/* How far all places are from each other over the whole run: the size of a single point's motion. */
static double size_of_motion(const chooser *c) {
    double most = 0;
    for (size_t k = 0; k < c->m->drawing_count; k++) {
        const model_drawing *d = &c->m->drawings[k];
        for (int place = DRAWN_A; place < DRAWN_B && d->shape != DRAW_ARROW && d->shape != DRAW_GROUND; place++) {
            double low = INFINITY, high = -INFINITY;
            for (size_t i = 0; i < c->count && d->slot[place] >= 0; i++) {
                double x = c->frames[i].at.drawn[d->slot[place]];
                low = fmin(low, x);
                high = fmax(high, x);
            }
            most = high > low ? fmax(most, high - low) : most;
        }
    }
    return most;
}

static double tolerance_of(const model_drawing *d, int place, double size, double range) {
    if (d->shape == DRAW_ARROW && place >= DRAWN_B)
        return FORCE * range;
    return place >= DRAWN_ANGLE ? TURN : LENGTH * size;
}

static void follow_drawings(chooser *c) {
    double size = size_of_machine(c);
    if (!(size > SMALLEST_SIZE * size_of_motion(c)))
        size = size_of_motion(c);
    bool *seen = ARENA_ARRAY(c->memory, bool, c->m->drawn_count + 1);
    for (size_t k = 0; k < c->m->drawing_count; k++)
        for (int place = 0; place < DRAWN_NUMBERS; place++) {
            const model_drawing *d = &c->m->drawings[k];
            int slot = d->slot[place];
            if (slot < 0 || seen[slot])
                continue;
            seen[slot] = true;
            double *x = new_track(c, 0);
            for (size_t i = 0; i < c->count; i++)
                x[i] = c->frames[i].at.drawn[slot];
            double range = range_of(x, c->count);
            c->tracks[c->track_count - 1].tolerance = tolerance_of(d, place, size, range);
            c->track_count -= range == 0;
        }
}

/* ---- Curves between frames; web/shared/sample.ts draws the same ---- */

/* The slope at the second of three places of the parabola through them. */
static double slope_amid(const double t[3], const double x[3]) {
    double a = (x[1] - x[0]) / (t[1] - t[0]), b = (x[2] - x[1]) / (t[2] - t[1]), part = (t[1] - t[0]) / (t[2] - t[0]);
    return a + (b - a) * part;
}

/* Four neighbours, of which the curve joins the second and the third; `has`: the first and the last are there. */
typedef struct curve {
    size_t at[4];
    double t[4];
    bool has[2];
} curve;

static double value_on(const curve *c, const double *all, double t) {
    double x[4], h = c->t[2] - c->t[1], slope[2];
    for (int k = 0; k < 4; k++)
        x[k] = all[c->at[k]];
    bool before = c->has[0] && isfinite(x[0]), after = c->has[1] && isfinite(x[3]);
    double straight = (x[2] - x[1]) / h;
    slope[0] = before ? slope_amid(c->t, x) : NAN;
    slope[1] = after ? slope_amid(c->t + 1, x + 1) : NAN;
    if (!before) /* the parabola through those that are there */
        slope[0] = after ? 2 * straight - slope[1] : straight;
    if (!after)
        slope[1] = before ? 2 * straight - slope[0] : straight;
    double s = (t - c->t[1]) / h, r = 1 - s;
    return x[1] * r * r * (1 + 2 * s) + slope[0] * h * s * r * r + x[2] * s * s * (1 + 2 * r) -
           slope[1] * h * s * s * r;
}

/* Whether the curve passes all frames that it leaves out. */
static bool fits(const chooser *c, const curve *v) {
    for (size_t k = 0; k < c->track_count; k++) {
        const double *x = c->tracks[k].at;
        if (!isfinite(x[v->at[1]]) || !isfinite(x[v->at[2]]))
            continue;
        for (size_t i = v->at[1] + 1; i < v->at[2]; i++)
            if (fabs(value_on(v, x, time_of(c, i)) - x[i]) > c->looseness * c->tracks[k].tolerance)
                return false;
    }
    return true;
}

static size_t next_kept(const chooser *c, size_t i) {
    for (i++; i < c->count && !c->kept[i]; i++) {
    }
    return i;
}

static curve curve_from(const chooser *c, size_t before, size_t i, size_t next) {
    size_t after = ends_piece(c, next) ? next : next_kept(c, next);
    curve v = {.at = {before, i, next, after}, .has = {before != i, after != next}};
    for (int k = 0; k < 4; k++)
        v.t[k] = time_of(c, v.at[k]);
    return v;
}

/* The frame nearest to the middle of the time between two. */
static size_t middle_of(const chooser *c, size_t from, size_t to) {
    double t = time_of(c, from) + (time_of(c, to) - time_of(c, from)) / 2;
    size_t i = from + 1;
    while (i + 1 < to && time_of(c, i) < t)
        i++;
    return i;
}

/* Divides each stretch that needs it once. False if none did. */
static bool divide(chooser *c) {
    bool any = false;
    for (size_t i = 0, before = 0; i < c->count;) {
        size_t next = next_kept(c, i), two_before = before;
        before = i;
        if (ends_piece(c, i)) {
            i = before = next;
            continue;
        }
        if (c->changed[i] && next > i + 1) {
            curve v = curve_from(c, two_before, i, next);
            bool fine = fits(c, &v);
            c->changed[i] = false;
            if (!fine) {
                size_t middle = middle_of(c, i, next);
                c->kept[middle] = c->changed[i] = c->changed[middle] = any = true;
                c->changed[two_before] = c->changed[next] = true;
                before = middle;
            }
        }
        i = next;
    }
    return any;
}

static size_t choose(chooser *c) {
    double gap = (time_of(c, c->count - 1) - time_of(c, 0)) / LEAST, last = -INFINITY;
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        bool edge = i == 0 || ends_piece(c, i) || ends_piece(c, i - 1) || c->frames[i].jump;
        c->kept[i] = edge || time_of(c, i) - last >= gap;
        c->changed[i] = true;
        last = c->kept[i] ? time_of(c, i) : last;
    }
    while (divide(c)) {
    }
    for (size_t i = 0; i < c->count; i++)
        count += c->kept[i];
    return count;
}

report_frames out_report_choose_frames(const model *m, const sim_result *r, const out_columns *columns, size_t most,
                                       arena *a) {
    chooser c = {.m = m, .frames = r->frames.at, .count = r->frames.len, .memory = a, .looseness = 1};
    if (c.count == 0)
        return (report_frames){0};
    size_t numbers = m->drawn_count + columns->count;
    c.tracks = ARENA_ARRAY(a, track, numbers + 1);
    c.kept = ARENA_ARRAY(a, bool, c.count);
    c.changed = ARENA_ARRAY(a, bool, c.count);
    follow_columns(&c, columns);
    follow_drawings(&c);
    for (int i = 0; i < TRIES && choose(&c) * (numbers + 4) > most; i++)
        c.looseness *= LOOSER;
    sim_frame *kept = ARENA_ARRAY(a, sim_frame, c.count);
    report_frames all = {.at = kept};
    for (size_t i = 0; i < c.count; i++)
        if (c.kept[i])
            kept[all.count++] = c.frames[i];
    return all;
}
