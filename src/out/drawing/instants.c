/* Choosing instants. */
#include "out/drawing/instants.h"

#include <math.h>

#include "base/check.h"

enum { MOST_EVENTS = 8, LEAST_BETWEEN = 2, MOST_CANDIDATES = 500 };
static const double STEADY = 1e-9, MOVED = 1e-6, TIME = 1e-3;

size_t out_instants_frame(const sim_result *r, double t) {
    LGR_ASSERT(r->frames.len > 0);
    size_t low = 0, high = r->frames.len; /* the first frame after t lies in [low, high] */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->frames.at[middle].at.t <= t)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    bool later = low < r->frames.len && r->frames.at[low].at.t - t < t - r->frames.at[low - 1].at.t;
    return later ? low : low - 1;
}

/* Events of one instant count once. */
static size_t count_events(const sim_result *r, double nearest) {
    size_t count = 0;
    for (size_t i = 0; i < r->events.len; i++)
        count += i == 0 || r->events.at[i].t - r->events.at[i - 1].t > nearest;
    return count;
}

/* The i-th of so many equal parts; divided first only where the product would overflow. */
static double part_of(double from, double to, size_t i, size_t parts) {
    double product = (to - from) * (double)i;
    return from + (isfinite(product) ? product / (double)parts : (to - from) * ((double)i / (double)parts));
}

instants out_instants_even(const sim_result *r, size_t count, arena *a) {
    instants list = {.at = ARENA_ARRAY(a, instant, count)};
    LGR_ASSERT(r->frames.len > 0 && count >= 2);
    double begin = r->frames.at[0].at.t, end = r->frames.at[r->frames.len - 1].at.t;
    list.events_left_out = r->events.len;
    for (size_t i = 0; i < count; i++) {
        double t = part_of(begin, end, i, count - 1);
        if (list.count == 0 || t > list.at[list.count - 1].t)
            list.at[list.count++] = (instant){t, out_instants_frame(r, t), NULL};
    }
    return list;
}

/* ---- Instants that are far from each other ---- */

/* What is drawn of a number of frames: each number as a part of its range over the run. */
typedef struct choice {
    const sim_result *r;
    size_t numbers, count;
    size_t *frame; /* of each candidate */
    float *at;     /* [candidate][number] */
    double *near;  /* per candidate: how far it is from the nearest one that was chosen */
    double *low, *range;
    arena *memory;
} choice;

static void find_ranges(choice *c) {
    c->low = ARENA_ARRAY(c->memory, double, c->numbers + 1);
    c->range = ARENA_ARRAY(c->memory, double, c->numbers + 1);
    for (size_t k = 0; k < c->numbers; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < c->r->frames.len; i++) {
            low = fmin(low, c->r->frames.at[i].at.drawn[k]);
            high = fmax(high, c->r->frames.at[i].at.drawn[k]);
        }
        c->low[k] = low;
        c->range[k] = isfinite(high - low) && high - low > STEADY * fmax(fabs(low), fabs(high)) ? high - low : 0;
    }
}

static double part_at(const choice *c, size_t frame, size_t k) {
    return c->range[k] > 0 ? (c->r->frames.at[frame].at.drawn[k] - c->low[k]) / c->range[k] : 0;
}

static choice make_choice(const model *m, const sim_result *r, arena *a) {
    choice c = {.r = r, .numbers = m->drawn_count, .memory = a};
    size_t stride = r->frames.len / MOST_CANDIDATES + 1, most = r->frames.len / stride + 1;
    find_ranges(&c);
    c.frame = ARENA_ARRAY(a, size_t, most);
    c.at = ARENA_ARRAY(a, float, most *c.numbers + 1);
    c.near = ARENA_ARRAY(a, double, most);
    for (size_t i = 0; i < r->frames.len; i += stride) {
        for (size_t k = 0; k < c.numbers; k++)
            c.at[c.count * c.numbers + k] = (float)part_at(&c, i, k);
        c.near[c.count] = INFINITY;
        c.frame[c.count++] = i;
    }
    return c;
}

/* How far a frame is from a candidate; what is there in one of them only is as far as can be. Of equal pictures those
   that are apart in time are the better ones. */
static double distance(const choice *c, size_t frame, size_t candidate) {
    const sim_frame *f = c->r->frames.at;
    double whole = f[c->r->frames.len - 1].at.t - f[0].at.t;
    double late = whole > 0 ? (f[frame].at.t - f[c->frame[candidate]].at.t) / whole : 0, sum = TIME * late * late;
    for (size_t k = 0; k < c->numbers; k++) {
        double d = part_at(c, frame, k) - c->at[candidate * c->numbers + k];
        sum += isnan(d) ? isnan(part_at(c, frame, k)) != isnan(c->at[candidate * c->numbers + k]) : d * d;
    }
    return sum;
}

static void take(choice *c, size_t frame) {
    for (size_t i = 0; i < c->count; i++)
        c->near[i] = fmin(c->near[i], distance(c, frame, i));
}

static size_t farthest(const choice *c) {
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++)
        if (c->near[i] > c->near[best])
            best = i;
    return best;
}

static void insert(instants *list, instant new) {
    size_t i = list->count++;
    for (; i > 0 && list->at[i - 1].t > new.t; i--)
        list->at[i] = list->at[i - 1];
    list->at[i] = new;
}

static size_t first_of_instant(const sim_result *r, size_t frame) {
    while (frame > 0 && r->frames.at[frame - 1].at.t == r->frames.at[frame].at.t)
        frame--;
    return frame;
}

/* Whether something is elsewhere after the event, or there only then. What merely goes away is seen before. */
static bool differs_after(const choice *c, size_t before, size_t after) {
    for (size_t k = 0; k < c->numbers; k++) {
        double x = part_at(c, before, k), y = part_at(c, after, k);
        if ((isnan(x) && !isnan(y)) || fabs(y - x) > MOVED)
            return true;
    }
    return false;
}

/* The machine as it is before the event, and after it if it is another one then. */
static void add_event(instants *list, choice *c, const sim_event *e) {
    size_t after = out_instants_frame(c->r, e->t), before = first_of_instant(c->r, after);
    insert(list, (instant){e->t, before, e});
    take(c, before);
    if (before < after && differs_after(c, before, after)) {
        insert(list, (instant){e->t, after, NULL});
        take(c, after);
    }
}

instants out_instants_choose(const model *m, const sim_result *r, size_t about, arena *a) {
    instants list = {0};
    if (r->frames.len == 0)
        return list;
    size_t last = r->frames.len - 1;
    double begin = r->frames.at[0].at.t, end = r->frames.at[last].at.t, nearest = (end - begin) * 1e-9;
    size_t events = count_events(r, nearest), shown = events > MOST_EVENTS ? 0 : events;
    size_t most = shown * (1 + LEAST_BETWEEN) + 2 > about + 1 ? shown * (1 + LEAST_BETWEEN) + 2 : about + 1;
    choice c = make_choice(m, r, a);
    list.at = ARENA_ARRAY(a, instant, most + 2 * shown + 2);
    list.events_left_out = events - shown;
    insert(&list, (instant){begin, 0, NULL});
    take(&c, 0);
    if (end > begin) {
        insert(&list, (instant){end, last, NULL});
        take(&c, last);
    }
    for (size_t i = 0; shown && i < r->events.len; i++) {
        const sim_event *e = &r->events.at[i], *next = i + 1 < r->events.len ? e + 1 : NULL;
        if (next && next->t - e->t <= nearest)
            continue; /* the last of the instant */
        if (end - e->t <= nearest)
            list.at[list.count - 1].event = e;
        else
            add_event(&list, &c, e);
    }
    while (list.count < most && end > begin) {
        size_t best = farthest(&c);
        if (!(c.near[best] > 0))
            break;
        insert(&list, (instant){r->frames.at[c.frame[best]].at.t, c.frame[best], NULL});
        take(&c, c.frame[best]);
    }
    return list;
}
