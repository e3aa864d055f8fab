/* Times the writing of numbers, beside the C library's "%.17g", and of a sweep's rows. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "out/csv/writers.h"

enum { NUMBERS = 1 << 12, ROUNDS = 100, TIMES = 4, PARAMS = 3, REPORTS = 3, CELLS = PARAMS + REPORTS };

typedef void writer(strbuf *s, const double *x);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void write_numbers(strbuf *s, const double *x) {
    for (int i = 0; i < NUMBERS; i++)
        base_strbuf_add_number(s, x[i]);
}

static void write_by_library(strbuf *s, const double *x) {
    char text[32];
    for (int i = 0; i < NUMBERS; i++)
        base_strbuf_add_bytes(s, text, (size_t)snprintf(text, sizeof text, "%.17g", x[i]));
}

static void write_rows(strbuf *s, const double *x) {
    model m = {.report_count = REPORTS};
    out_sweep sweep = {.m = &m, .param_count = PARAMS};
    for (size_t i = 0; i + CELLS <= NUMBERS; i += CELLS) {
        out_sweep_row row = {
            .design = 100000 + i, .x = x + i, .reports = x + i + PARAMS, .end = "event landing", .note = ""};
        out_sweep_csv_row(&sweep, &row, s);
    }
}

/* The best of some rounds, in ns for each number. */
static double measure(writer *write, const double *x, strbuf *s) {
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = now();
        for (int i = 0; i < TIMES; i++) {
            s->len = 0;
            write(s, x);
        }
        double took = (now() - begun) / ((double)NUMBERS * TIMES);
        best = took < best ? took : best;
    }
    return best;
}

static void show(const char *name, const double *x, strbuf *s) {
    double library = measure(write_by_library, x, s), ours = measure(write_numbers, x, s);
    double row = measure(write_rows, x, s) * CELLS;
    printf("%-14s  %6.1f ns   %5.1f ns   %5.1f   %6.0f ns  %9.0f\n", name, library, ours, library / ours, row,
           1e9 / row);
}

int main(void) {
    arena *memory = base_arena_create();
    strbuf s = base_strbuf_make(memory);
    double all[NUMBERS], few[NUMBERS], small[NUMBERS], whole[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        all[i] = 100.0 * sin(i + 1.0);
        few[i] = (i % 1000 + 1) / 100.0;
        small[i] = exp(-30.0 + 20.0 * sin(i + 1.0));
        whole[i] = i;
    }
    printf("Numbers            %%.17g       ours   ratio  row of six      rows/s\n");
    show("all digits", all, &s);
    show("few digits", few, &s);
    show("small", small, &s);
    show("integers", whole, &s);
    base_arena_destroy(memory);
    return 0;
}
