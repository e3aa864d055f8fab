/* Power series: their values at the start, and how they go on, interpreted or by machine code. */
#include "tape/series/series.h"

#include <string.h>

#include "base/check.h"
#include "tape/program/executable.h"
#include "tape/series/recurrence.h"

int tape_series_order(const tape_series *s) {
    return s->order;
}

bool tape_series_switches(const tape_series *s, size_t last) {
    LGR_ASSERT(last < s->segment_count);
    bool any = false;
    for (size_t k = 1; k <= last; k++)
        any = any || s->segments[k].switches;
    return any;
}

void tape_series_begin(tape_series *s, const double *slots) {
    memset(s->numbers + s->sum_place, 0, (s->sum_count + SERIES_BLOCK) * sizeof *s->numbers);
    for (size_t i = 0; i < s->fixed_count; i++)
        series_put(s, s->fixed[i].value, 0, slots[s->fixed[i].slot]);
}

static void call(tape_series *s, series_code *code) {
    code(s->numbers, s->numbers + s->k, s->numbers + s->order - s->k);
}

static void add_up(tape_series *s) {
    if (s->k > 1 && s->code.pages)
        call(s, s->code.sums[series_fours(s->k)]);
}

void tape_series_end(tape_series *s, int k) {
    LGR_ASSERT(k > 0 && k <= s->order);
    s->k = k;
    if (s->code.pages) {
        call(s, s->code.integrals);
        return;
    }
    const double part = s->numbers[s->inverse_place + (uint32_t)k];
    for (size_t i = 0; i < s->integral_count; i++)
        series_put(s, s->integrals[i].to, k, series_at(s, s->integrals[i].from, k - 1) * part);
}

void tape_series_next(tape_series *s, int k) {
    LGR_ASSERT(k >= 0 && k <= s->order);
    s->k = k;
    add_up(s);
    if (k > 0)
        tape_series_end(s, k);
}

void tape_series_give(tape_series *s, size_t input, int k, double x) {
    LGR_ASSERT(input < s->input_count && k <= s->order);
    if (s->input[input])
        series_put(s, s->input[input], k, x);
}

void tape_series_run(tape_series *s, size_t segment, int k) {
    LGR_ASSERT(segment > 0 && segment < s->segment_count && k == s->k);
    const series_segment *at_hand = &s->segments[segment];
    if (at_hand->first == at_hand->last)
        return;
    LGR_ASSERT(k == 0 || !s->code.all);
    if (s->code.pages) {
        call(s, (k ? s->code.next : s->code.start)[segment]);
        return;
    }
    for (const series_step *p = s->steps + at_hand->first, *end = s->steps + at_hand->last; p < end; p++)
        if (k == 0)
            series_start(s, p);
        else
            series_next(s, p);
}

static void run_segments(tape_series *s, int k) {
    tape_series_next(s, k);
    for (size_t segment = 1; segment < s->segment_count; segment++)
        tape_series_run(s, segment, k);
}

static void run_code(tape_series *s, int count) {
    series_code *const *sums = s->code.sums, *all = s->code.all;
    double *numbers = s->numbers, *last = numbers + s->order;
    for (int k = 1; k < count; k++) {
        s->k = k;
        if (k > 1)
            sums[series_fours(k)](numbers, numbers + k, last - k);
        all(numbers, numbers + k, last - k);
    }
}

void tape_series_run_all(tape_series *s, int count) {
    LGR_ASSERT(count > 0 && count <= s->order);
    run_segments(s, 0);
    if (s->code.all)
        run_code(s, count);
    for (int k = 1; k < count && !s->code.all; k++)
        run_segments(s, k);
    tape_series_end(s, count);
}

double tape_series_root(const tape_series *s, size_t segment, size_t root, int k) {
    LGR_ASSERT(segment < s->segment_count);
    return series_at(s, s->segments[segment].out[root], k);
}

const double *tape_series_root_terms(const tape_series *s, size_t segment, size_t root) {
    LGR_ASSERT(segment < s->segment_count && s->segments[segment].out[root]);
    return s->numbers + s->values[s->segments[segment].out[root]].forward;
}

const double *tape_series_input(const tape_series *s, size_t input) {
    LGR_ASSERT(input < s->input_count && s->input[input]);
    return s->numbers + s->values[s->input[input]].forward;
}

void tape_series_clear(tape_series *s) {
    memset(s->numbers, 0, s->last * sizeof *s->numbers);
}

/* --- Machine code --- */

static void free_code(void *of) {
    tape_series *s = of;
    tape_executable_destroy(s->code.pages, s->code.size);
    s->code.pages = NULL;
}

bool tape_series_load(tape_series *s, arena *a) {
    if (!s->code.pages)
        series_write(s, a, tape_fastest(1));
    if (s->code.pages)
        base_take(&s->code.taken, free_code, s);
    return s->code.pages;
}

void tape_series_unload(tape_series *s) {
    if (s->code.pages)
        base_give_back(&s->code.taken);
}
