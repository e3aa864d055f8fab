/* A front as charts: each further report over the first, with the designs that were tried around it. */
#include <math.h>

#include "out/chart/chart.h"
#include "out/study/writers.h"
#include "out/values/quantity.h"

static const double around = 0.5; /* what of the designs that were tried is shown: in parts of the front's extent */
enum { SERIES = 3 };

typedef struct extent {
    double low, high;
} extent;

static model_shown seen(const out_front *f, size_t k) {
    const model_report *r = &f->m->reports[f->goals[k].report];
    return out_quantity_seen(f->m, r->shown, r->dim);
}

static double value(const out_front *f, size_t k, const out_design *d) {
    return model_shown_value(seen(f, k), d->reports[f->goals[k].report]);
}

static extent extent_of(const out_front *f, size_t k) {
    extent e = {INFINITY, -INFINITY};
    for (size_t i = 0; i < f->count; i++) {
        e.low = fmin(e.low, value(f, k, &f->points[i]));
        e.high = fmax(e.high, value(f, k, &f->points[i]));
    }
    const double more = around * (e.high > e.low ? e.high - e.low : fmax(fabs(e.low), 1));
    return (extent){e.low - more, e.high + more};
}

static bool is_near(const out_front *f, const out_design *d, const extent *extents) {
    for (size_t k = 0; k < f->goal_count; k++) {
        const double y = value(f, k, d);
        if (!(y >= extents[k].low && y <= extents[k].high))
            return false;
    }
    return d->kept;
}

/* Values of a goal of designs; those that are not near are left out. */
static chart_series series(const out_front *f, size_t k, const char *name, const out_design *d, size_t count,
                           const extent *extents, chart_look look, int ink, arena *a) {
    double *x = ARENA_ARRAY(a, double, count + 1), *y = ARENA_ARRAY(a, double, count + 1);
    size_t there = 0;
    for (size_t i = 0; i < count; i++)
        if (is_near(f, &d[i], extents)) {
            x[there] = value(f, 0, &d[i]);
            y[there++] = value(f, k, &d[i]);
        }
    return (chart_series){name, x, y, there, look, ink};
}

static const char *unit_of(const out_front *f, size_t k, arena *a) {
    return model_shown_unit(f->m, seen(f, k), f->m->reports[f->goals[k].report].dim, a);
}

void out_front_write_svg(const out_front *f, out_stream *out) {
    arena *a = out->text.memory;
    if (f->trouble)
        return;
    extent *extents = ARENA_ARRAY(a, extent, f->goal_count);
    for (size_t k = 0; k < f->goal_count; k++)
        extents[k] = extent_of(f, k);
    chart_panel *panels = ARENA_ARRAY(a, chart_panel, f->goal_count);
    for (size_t k = 1; k < f->goal_count; k++) {
        chart_series *s = ARENA_ARRAY(a, chart_series, SERIES);
        s[0] = series(f, k, "tried", f->tried, f->tried_count, extents, CHART_SPECKS, 5, a);
        s[1] = series(f, k, "front", f->points, f->count, extents, CHART_DISCS, 1, a);
        s[2] = series(f, k, "now", &f->present, 1, extents, CHART_DISCS, 0, a);
        panels[k - 1] = (chart_panel){f->m->reports[f->goals[k].report].name, unit_of(f, k, a), s, SERIES,
                                      f->goal_count == 2 ? 380 : 220};
    }
    out_chart_write(
        &(chart){.title = base_arena_printf(a, "%s: %s", f->m->title ? f->m->title : f->m->name, out_front_title(f, a)),
                 .x_name = f->m->reports[f->goals[0].report].name,
                 .x_unit = unit_of(f, 0, a),
                 .panels = panels,
                 .panel_count = f->goal_count - 1,
                 .names = true},
        &out->text);
}
