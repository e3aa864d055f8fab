/* Choosing instants. */
#include "out/drawing/instants.h"

#include <math.h>

#include "base/check.h"

enum { MOST_EVENTS = 8, LEAST_BETWEEN = 2 };

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

static void add(instants *list, const sim_result *r, double t, const sim_event *e, double nearest) {
    instant *last = list->count ? &list->at[list->count - 1] : NULL;
    if (last && t - last->t <= nearest) {
        last->event = e ? e : last->event;
        last->frame = out_instants_frame(r, t);
        return;
    }
    list->at[list->count++] = (instant){t, out_instants_frame(r, t), e};
}

/* The i-th of so many equal parts; divided first only where the product would overflow. */
static double part_of(double from, double to, size_t i, size_t parts) {
    double product = (to - from) * (double)i;
    return from + (isfinite(product) ? product / (double)parts : (to - from) * ((double)i / (double)parts));
}

/* `parts` - 1 instants strictly between. */
static void add_between(instants *list, const sim_result *r, double from, double to, size_t parts, double nearest) {
    for (size_t i = 1; i < parts; i++)
        add(list, r, part_of(from, to, i, parts), NULL, nearest);
}

instants out_instants_even(const sim_result *r, size_t count, arena *a) {
    instants list = {.at = ARENA_ARRAY(a, instant, count)};
    LGR_ASSERT(r->frames.len > 0 && count >= 2);
    double begin = r->frames.at[0].at.t, end = r->frames.at[r->frames.len - 1].at.t;
    list.events_left_out = r->events.len;
    for (size_t i = 0; i < count; i++) {
        add(&list, r, part_of(begin, end, i, count - 1), NULL, 0);
    }
    return list;
}

/* The stretches of time between start, events and end. */
static size_t count_gaps(const sim_result *r, double begin, double end, double nearest) {
    size_t count = 0;
    double from = begin;
    for (size_t i = 0; i < r->events.len; i++) {
        count += r->events.at[i].t - from > nearest;
        from = r->events.at[i].t;
    }
    return count + (end - from > nearest);
}

instants out_instants_choose(const sim_result *r, size_t about, arena *a) {
    instants list = {0};
    if (r->frames.len == 0)
        return list;
    double begin = r->frames.at[0].at.t, end = r->frames.at[r->frames.len - 1].at.t, nearest = (end - begin) * 1e-9;
    size_t events = count_events(r, nearest), shown = events > MOST_EVENTS ? 0 : events,
           gaps = shown ? count_gaps(r, begin, end, nearest) : 1, parts = about / (gaps ? gaps : 1);
    parts = parts > LEAST_BETWEEN ? parts : LEAST_BETWEEN + 1;
    list.at = ARENA_ARRAY(a, instant, (shown + 1) * (parts + 1) + r->events.len + 2);
    list.events_left_out = events - shown;
    add(&list, r, begin, NULL, nearest);
    double from = begin;
    for (size_t i = 0; shown && i < r->events.len; i++) {
        const sim_event *e = &r->events.at[i];
        if (e->t - from > nearest)
            add_between(&list, r, from, e->t, parts, nearest);
        add(&list, r, e->t, e, nearest);
        from = e->t;
    }
    if (end - from > nearest)
        add_between(&list, r, from, end, parts, nearest);
    add(&list, r, end, NULL, nearest);
    return list;
}
