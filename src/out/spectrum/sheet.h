/* Charts of curves over one axis: panels one below the other, as SVG. */
#ifndef LGR_OUT_SPECTRUM_SHEET_H
#define LGR_OUT_SPECTRUM_SHEET_H

#include <stdbool.h>

#include "base/strbuf.h"

/* A curve; it is broken where y is NaN. `pen`: which of the six colours. */
typedef struct sheet_curve {
    const double *x, *y;
    size_t count;
    int pen;
    bool dashed;
    const char *name; /* in the legend; NULL: not there */
} sheet_curve;

/* A dot with a word beside it. */
typedef struct sheet_dot {
    double x, y;
    const char *text; /* NULL: none */
} sheet_dot;

typedef struct sheet_panel {
    const char *label;
    const sheet_curve *curves;
    size_t count;
    const sheet_dot *dots;
    size_t dot_count;
    double low, high; /* low >= high: as the curves need; what lies outside is cut off */
    bool decades;     /* y is shown by its logarithm */
} sheet_panel;

/* A stretch of the x-axis that is shaded, and a line across all panels with a word. */
typedef struct sheet_band {
    double from, to;
} sheet_band;
typedef struct sheet_line {
    double x;
    const char *text;
} sheet_line;

typedef struct sheet {
    const char *title, *note, *x_label;
    double low, high; /* of x */
    bool decades;     /* x is shown by its logarithm: low > 0 */
    const sheet_panel *panels;
    size_t panel_count;
    const sheet_band *bands;
    size_t band_count;
    const sheet_line *lines;
    size_t line_count;
} sheet;

void out_spectrum_write(const sheet *c, strbuf *out);

#endif
