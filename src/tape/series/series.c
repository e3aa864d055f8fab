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
    for (size_t i = 0; i < s->fixed_count; i++)
        s->numbers[s->values[s->fixed[i].value].at] = slots[s->fixed[i].slot];
}

void tape_series_give_state(tape_series *s, const double *first) {
    for (size_t i = 0; i < s->state_count; i++)
        series_put(s, s->state[i], 0, first[i]);
}

double *tape_series_state(const tape_series *s) {
    return s->numbers + (s->state_count ? s->values[s->state[0]].at : 0);
}

static double *row_of(const tape_series *s, int k) {
    return s->numbers + (size_t)k * s->width;
}

static void call(tape_series *s, series_code *code) {
    double *row = row_of(s, s->k);
    code(s->numbers, row, row - (s->k ? s->width : 0));
}

static void integrate(tape_series *s) {
    const double part = row_of(s, s->k)[SERIES_PART];
    for (size_t i = 0; i < s->integral_count; i++) {
        const series_integral *x = &s->integrals[i];
        const double from = series_at(s, x->from, s->k - 1) * part;
        series_put(s, x->to, s->k, x->opposite ? -from : from);
    }
}

void tape_series_end(tape_series *s, int k) {
    LGR_ASSERT(k > 0 && k <= s->order);
    s->k = k;
    if (s->code.pages)
        call(s, s->code.integrals);
    else
        integrate(s);
}

static void add_up(tape_series *s) {
    s->add_up(&s->groups, s->numbers, s->k, s->numbers + s->sum_place);
}

void tape_series_next(tape_series *s, int k) {
    LGR_ASSERT(k >= 0 && k <= s->order);
    s->k = k;
    if (k > 0) {
        add_up(s);
        tape_series_end(s, k);
    }
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
    enum { FEW = 3 }; /* terms without neighbours */
    double *numbers = s->numbers, *second = row_of(s, 2), *before = numbers, *row = before;
    for (int k = 1; k < count; k++, before = row) {
        row = before + s->width;
        s->k = k;
        if (k < FEW || !s->code.sum_count)
            add_up(s);
        for (size_t i = 0; i < s->code.sum_count && k >= FEW; i++)
            s->code.sums[i](numbers, before - s->width, second, numbers + s->width);
        s->code.all(numbers, row, before);
    }
}

void tape_series_run_all(tape_series *s, int count) {
    LGR_ASSERT(count > 0 && count <= s->order);
    run_segments(s, 0);
    if (s->code.run && count == s->order)
        s->code.run(s->numbers, NULL, NULL);
    else if (s->code.all)
        run_code(s, count);
    for (int k = 1; k < count && !s->code.all; k++)
        run_segments(s, k);
    tape_series_end(s, count);
}

double tape_series_root(const tape_series *s, size_t segment, size_t root, int k) {
    LGR_ASSERT(segment < s->segment_count);
    return series_at(s, s->segments[segment].out[root], k);
}

size_t tape_series_stride(const tape_series *s) {
    return s->width;
}

const double *tape_series_root_terms(const tape_series *s, size_t segment, size_t root) {
    LGR_ASSERT(segment < s->segment_count && s->segments[segment].out[root]);
    return s->numbers + s->values[s->segments[segment].out[root]].at;
}

const double *tape_series_input(const tape_series *s, size_t input) {
    LGR_ASSERT(input < s->input_count && s->input[input]);
    return s->numbers + s->values[s->input[input]].at;
}

/* Steps of a coefficient wait for each other, sums are vectors: measured over examples. */
double tape_series_cost(const tape_series *s, int order) {
    static const double of_step = 2.3, of_term = 0.16;
    return order * (of_step * (double)s->step_count + 0.5 * order * of_term * (double)s->groups.lanes);
}

/* --- Machine code --- */

static void free_code(void *of) {
    tape_series *s = of;
    tape_executable_destroy(s->code.pages, s->code.size);
    s->code.pages = NULL;
}

bool tape_series_load(tape_series *s, arena *a) {
    if (!s->code.pages)
        series_write(s, a, tape_fastest(1), tape_fastest(SERIES_GROUP));
    if (s->code.pages)
        base_take(&s->code.taken, free_code, s);
    return s->code.pages;
}

void tape_series_unload(tape_series *s) {
    if (s->code.pages)
        base_give_back(&s->code.taken);
}
