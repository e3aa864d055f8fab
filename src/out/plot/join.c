/* Plots of several runs as one, over the same axes. */
#include <math.h>
#include <string.h>

#include "out/plot/plot.h"

/* Behind each other, so that nothing joins one run with the next. */
static double *behind(const plot *runs, const double *const *values, size_t count, size_t all, arena *a) {
    double *to = ARENA_ARRAY(a, double, all + 1);
    size_t at = 0;
    for (size_t k = 0; k < count; k++) {
        memcpy(to + at, values[k], runs[k].count * sizeof *to);
        at += runs[k].count;
    }
    return to;
}

/* The values of run k in its own place, none in those of the others. */
static double *in_place(const plot *runs, size_t k, const double *y, size_t all, arena *a) {
    double *to = ARENA_ARRAY(a, double, all + 1);
    size_t at = 0;
    for (size_t i = 0; i < k; i++)
        at += runs[i].count;
    for (size_t i = 0; i < all; i++)
        to[i] = NAN;
    memcpy(to + at, y, runs[k].count * sizeof *to);
    return to;
}

/* The i-th quantity, of run k; over the range of all. */
static void add_series(const plot *runs, size_t k, size_t i, const char *name, size_t all, plot_panel *to, arena *a) {
    const plot_panel *from = &runs[k].panels[i];
    to->unit = from->unit;
    to->series[to->count++] = (plot_series){base_arena_printf(a, "%s of %s", from->series[0].name, name),
                                            in_place(runs, k, from->series[0].y, all, a)};
}

static void find_range(const plot *runs, size_t count, size_t i, double *low, double *high) {
    *low = runs[0].panels[i].low;
    *high = runs[0].panels[i].high;
    for (size_t k = 1; k < count; k++) {
        *low = fmin(*low, runs[k].panels[i].low);
        *high = fmax(*high, runs[k].panels[i].high);
    }
}

plot out_plot_join(const plot *runs, const char *const *names, size_t count, bool alone, arena *a) {
    const size_t panels = runs[0].panel_count, each = alone ? count : 1;
    const double **x = ARENA_ARRAY(a, const double *, count), **t = ARENA_ARRAY(a, const double *, count);
    plot p = runs[0];
    p.r = NULL;
    p.count = 0;
    for (size_t k = 0; k < count; k++) {
        x[k] = runs[k].x;
        t[k] = runs[k].t;
        p.count += runs[k].count;
        p.low = fmin(p.low, runs[k].low);
        p.high = fmax(p.high, runs[k].high);
    }
    p.x = behind(runs, x, count, p.count, a);
    p.t = behind(runs, t, count, p.count, a);
    p.panel_count = panels * each;
    p.panels = ARENA_ARRAY(a, plot_panel, p.panel_count + 1);
    for (size_t i = 0; i < p.panel_count; i++)
        find_range(runs, count, i / each, &p.panels[i].low, &p.panels[i].high);
    for (size_t i = 0; i < p.panel_count; i++)
        p.panels[i].series = ARENA_ARRAY(a, plot_series, count);
    for (size_t i = 0; i < panels; i++)
        for (size_t k = 0; k < count; k++)
            add_series(runs, k, i, names[k], p.count, &p.panels[i * each + (alone ? k : 0)], a);
    return p;
}
