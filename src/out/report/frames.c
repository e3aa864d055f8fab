/* Choosing the frames of a report: fewer where a cubic curve through its neighbours shows the same motion. */
#include "out/report/frames.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "out/drawing/camera.h"

/* Of the machine's size: a quarter of a pixel where it is 1700 pixels large, and two ends have two errors. */
static const double LENGTH = 1.5e-4, TURN = 1e-3, FORCE = 1e-2, COLUMN = 1e-3; /* of turns: rad; else of the range */
static const double LOOSER = 4, SMALLEST_SIZE = 1e-3;
static const double CONSTANT = 1e-6; /* a range so small beside its values is drawn as a constant */
enum { LEAST = 120, TRIES = 8 };

/* A number of each frame, by its place among these, and the error that it may have. */
typedef struct track {
    size_t at;
    double tolerance;
} track;

/* Of both ends and of the slopes there in a value between them. */
typedef struct share {
    double of_a, of_b, of_rise, of_fall;
} share;

typedef struct chooser {
    const model *m;
    const sim_frame *frames;
    size_t count, width;
    double *numbers; /* [width][count]: what is followed is looked at frame after frame */
    track *tracks;
    size_t track_count;
    bool *kept, *changed; /* changed: the curve up to the next one that is kept is to be looked at again */
    share *shares;        /* of the stretch that is looked at, for its frames */
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

/* One number, of all frames. */
static double *numbers_of(const chooser *c, size_t at) {
    return c->numbers + at * c->count;
}

/* The columns, then what is drawn. */
static void take_numbers(chooser *c, const out_columns *columns) {
    const size_t drawn = c->m->drawn_count;
    c->width = columns->count + drawn;
    c->numbers = base_arena_alloc(c->memory, (c->count * c->width + 1) * sizeof *c->numbers);
    for (size_t k = 0; k < columns->count; k++)
        for (size_t i = 0; i < c->count; i++)
            numbers_of(c, k)[i] = out_column_value(&columns->at[k], &c->frames[i].at);
    for (size_t k = 0; k < drawn; k++)
        for (size_t i = 0; i < c->count; i++)
            numbers_of(c, columns->count + k)[i] = c->frames[i].at.drawn[k];
}

/* Of each number over all frames; 0 for a constant. */
static double *find_ranges(const chooser *c) {
    double *ranges = ARENA_ARRAY(c->memory, double, c->width + 1);
    for (size_t k = 0; k < c->width; k++) {
        const double *x = numbers_of(c, k);
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < c->count; i++) {
            low = isfinite(x[i]) && x[i] < low ? x[i] : low;
            high = isfinite(x[i]) && x[i] > high ? x[i] : high;
        }
        ranges[k] = high - low > CONSTANT * fmax(fabs(low), fabs(high)) ? high - low : 0;
    }
    return ranges;
}

/* A constant needs no frames. */
static void follow(chooser *c, size_t at, double range, double tolerance) {
    if (range > 0)
        c->tracks[c->track_count++] = (track){at, tolerance};
}

static void follow_columns(chooser *c, const out_columns *columns, const double *ranges) {
    for (size_t k = 0; k < columns->count; k++)
        follow(c, k, ranges[k], fmax(COLUMN * ranges[k], columns->at[k].least));
}

static bool is_longer(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

static double diagonal_of(const chooser *c, const double *drawn) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (size_t k = 0; k < c->m->drawing_count; k++) {
        const model_drawing *d = &c->m->drawings[k];
        if (out_camera_is_ground(d))
            continue;
        for (int place = DRAWN_A; place < DRAWN_SIZE; place++) {
            double x = d->slot[place] < 0 || (d->shape == DRAW_ARROW && place >= DRAWN_B) ? NAN : drawn[d->slot[place]];
            low[place % 3] = x < low[place % 3] ? x : low[place % 3];
            high[place % 3] = x > high[place % 3] ? x : high[place % 3];
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
        for (int place = DRAWN_A; place < DRAWN_B && d->shape != DRAW_ARROW && !out_camera_is_ground(d); place++) {
            double low = INFINITY, high = -INFINITY;
            for (size_t i = 0; i < c->count && d->slot[place] >= 0; i++) {
                double x = c->frames[i].at.drawn[d->slot[place]];
                low = x < low ? x : low;
                high = x > high ? x : high;
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

static void follow_drawings(chooser *c, size_t first, const double *ranges) {
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
            const size_t at = first + (size_t)slot;
            follow(c, at, ranges[at], tolerance_of(d, place, size, ranges[at]));
        }
}

/* ---- Curves between frames; web/shared/sample.ts draws the same ---- */

/* Frames that follow each other, up to three on either side; the curve is between those in the middle. */
enum { SIDE = 3, NODES = 2 * SIDE, LEFT = SIDE - 1, RIGHT = SIDE, MOST_NEAR = 5 };
typedef struct curve {
    size_t at[NODES];
    double t[NODES];
    int low, high; /* the first and the last that are there */
    /* The slopes at both ends are sums of the nodes' numbers with these weights. */
    double from[NODES], to[NODES];
} curve;

static bool is_there(const curve *c, const double *x, int i) {
    return i >= c->low && i <= c->high && isfinite(x[i]);
}

/* At one of the nodes, the slope of the polynomial through it and up to two neighbours on either side. It is linear in
   the numbers, which are mostly all there: then it is a sum with weights (weigh). */
static double slope_at(const curve *c, const double *x, int k) {
    int near[MOST_NEAR] = {k}, count = 1;
    bool before = is_there(c, x, k - 1), after = is_there(c, x, k + 1);
    if (before)
        near[count++] = k - 1;
    if (after)
        near[count++] = k + 1;
    if (before && is_there(c, x, k - 2))
        near[count++] = k - 2;
    if (after && is_there(c, x, k + 2))
        near[count++] = k + 2;
    double d[MOST_NEAR], slope = 0, product = 1; /* Newton's divided differences */
    for (int i = 0; i < count; i++)
        d[i] = x[near[i]];
    for (int level = 1; level < count; level++)
        for (int i = count - 1; i >= level; i--)
            d[i] = (d[i] - d[i - 1]) / (c->t[near[i]] - c->t[near[i - level]]);
    for (int i = 1; i < count; i++) {
        slope += d[i] * product;
        product *= c->t[k] - c->t[near[i]];
    }
    return slope;
}

/* The weights of the slope at node k: derivatives of Lagrange's polynomials of it and up to two neighbours on either
   side. */
static void weigh_at(const curve *v, int k, double *weights) {
    const int first = k - 2 > v->low ? k - 2 : v->low, last = k + 2 < v->high ? k + 2 : v->high;
    for (int i = v->low; i <= v->high; i++)
        weights[i] = 0;
    for (int i = first; i <= last; i++) {
        double above = 1, below = v->t[i] - v->t[k];
        for (int j = first; j <= last; j++)
            if (j != i && j != k) {
                above *= v->t[k] - v->t[j];
                below *= v->t[i] - v->t[j];
            }
        if (i != k) {
            weights[i] = above / below;
            weights[k] -= weights[i]; /* of what is constant the slope is 0 */
        }
    }
}

static void weigh(curve *v) {
    weigh_at(v, LEFT, v->from);
    weigh_at(v, RIGHT, v->to);
}

static bool are_there(const curve *v, const double *x) {
    bool all = true;
    for (int i = v->low; i <= v->high; i++)
        all = all && isfinite(x[i]);
    return all;
}

static double sum_of(const curve *v, const double *weights, const double *x) {
    double sum = 0;
    for (int i = v->low; i <= v->high; i++)
        sum += weights[i] * x[i];
    return sum;
}

/* Whether the curve of one number passes all frames that it leaves out. */
static bool passes(const chooser *c, const curve *v, const track *of) {
    const double *all_of = numbers_of(c, of->at);
    double x[NODES], h = v->t[RIGHT] - v->t[LEFT];
    for (int i = v->low; i <= v->high; i++)
        x[i] = all_of[v->at[i]];
    if (!isfinite(x[LEFT]) || !isfinite(x[RIGHT]))
        return true;
    const bool all = are_there(v, x);
    const double from = all ? sum_of(v, v->from, x) : slope_at(v, x, LEFT);
    const double to = all ? sum_of(v, v->to, x) : slope_at(v, x, RIGHT);
    const double a = x[LEFT], b = x[RIGHT], rise = from * h, fall = to * h, most = c->looseness * of->tolerance;
    for (size_t i = v->at[LEFT] + 1; i < v->at[RIGHT]; i++) {
        const share *s = &c->shares[i];
        if (fabs(a * s->of_a + b * s->of_b + rise * s->of_rise - fall * s->of_fall - all_of[i]) > most)
            return false;
    }
    return true;
}

/* On the way from a to b, the shares that these and the slopes there have in a cubic curve. */
static share shares_at(double s) {
    const double r = 1 - s;
    return (share){
        .of_a = r * r * (1 + 2 * s), .of_b = s * s * (1 + 2 * r), .of_rise = s * r * r, .of_fall = s * s * r};
}

/* What does not pass is looked at first from then on: it is likely not to pass the next curve either. */
static bool fits(chooser *c, const curve *v) {
    for (size_t i = v->at[LEFT] + 1; i < v->at[RIGHT]; i++)
        c->shares[i] = shares_at((time_of(c, i) - v->t[LEFT]) / (v->t[RIGHT] - v->t[LEFT]));
    for (size_t k = 0; k < c->track_count; k++)
        if (!passes(c, v, &c->tracks[k])) {
            track first = c->tracks[k];
            c->tracks[k] = c->tracks[0];
            c->tracks[0] = first;
            return false;
        }
    return true;
}

/* The curve that begins at the i-th of the frames that are kept. */
static curve curve_from(const chooser *c, const size_t *kept, size_t count, size_t i) {
    curve v = {.low = LEFT, .high = RIGHT};
    while (v.low > 0 && i + (size_t)v.low > LEFT && !ends_piece(c, kept[i + (size_t)v.low - LEFT - 1]))
        v.low--;
    while (v.high + 1 < NODES && i + (size_t)v.high - LEFT + 1 < count &&
           !ends_piece(c, kept[i + (size_t)v.high - LEFT]))
        v.high++;
    for (int k = v.low; k <= v.high; k++) {
        v.at[k] = kept[i + (size_t)k - LEFT];
        v.t[k] = time_of(c, v.at[k]);
    }
    weigh(&v);
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

/* Divides each stretch that needs it once; the curves around it change too. False if none did. */
static bool divide(chooser *c, size_t *kept) {
    size_t count = 0;
    bool any = false;
    for (size_t i = 0; i < c->count; i++)
        if (c->kept[i])
            kept[count++] = i;
    for (size_t i = 0; i + 1 < count; i++) {
        if (!c->changed[kept[i]] || kept[i + 1] == kept[i] + 1 || ends_piece(c, kept[i]))
            continue;
        curve v = curve_from(c, kept, count, i);
        c->changed[kept[i]] = false;
        if (fits(c, &v))
            continue;
        size_t middle = middle_of(c, kept[i], kept[i + 1]);
        c->kept[middle] = c->changed[middle] = any = true;
        for (int k = v.low; k <= v.high; k++)
            c->changed[v.at[k]] = true;
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
    size_t *kept = ARENA_ARRAY(c->memory, size_t, c->count);
    while (divide(c, kept)) {
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
    c.shares = ARENA_ARRAY(a, share, c.count);
    take_numbers(&c, columns);
    const double *ranges = find_ranges(&c);
    follow_columns(&c, columns, ranges);
    follow_drawings(&c, columns->count, ranges);
    for (int i = 0; i < TRIES && choose(&c) * (numbers + 4) > most; i++)
        c.looseness *= LOOSER;
    sim_frame *kept = ARENA_ARRAY(a, sim_frame, c.count);
    report_frames all = {.at = kept};
    for (size_t i = 0; i < c.count; i++)
        if (c.kept[i])
            kept[all.count++] = c.frames[i];
    return all;
}
