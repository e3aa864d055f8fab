/* Charts of numbers: curves and dots over a horizontal axis, as SVG. */
#ifndef LGR_OUT_CHART_CHART_H
#define LGR_OUT_CHART_CHART_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Rings; discs, for what matters; grey specks behind everything else. */
typedef enum chart_look { CHART_CURVE, CHART_DOTS, CHART_DISCS, CHART_SPECKS } chart_look;

/* NaN: no value; a curve has a gap there. */
typedef struct chart_series {
    const char *name;
    const double *x, *y;
    size_t count;
    chart_look look;
    int ink; /* 0 to 5 */
} chart_series;

typedef struct chart_panel {
    const char *y_name, *y_unit;
    const chart_series *series;
    size_t count;
    double height; /* of paper */
} chart_panel;

/* Panels below each other over one axis. */
typedef struct chart {
    const char *title, *x_name, *x_unit;
    const chart_panel *panels;
    size_t panel_count;
    bool names; /* of the series above each panel */
} chart;

void out_chart_write(const chart *c, strbuf *out);

#endif
