/* Plots of recorded quantities: which there are, their values in order, and the panels that they share. */
#ifndef LGR_OUT_PLOT_PLOT_H
#define LGR_OUT_PLOT_PLOT_H

#include "out/out.h"
#include "out/stream.h"
#include "out/values/groups.h"

/* A number of every instant. */
typedef struct plot_quantity {
    const char *name, *unit; /* unit: "rad" for angles, "" for plain numbers and without units */
    double (*value)(const struct plot_quantity *q, const sim_point *p);
    out_column column;
} plot_quantity;

typedef struct plot_quantities {
    plot_quantity *at;
    size_t count;
} plot_quantities;

/* t, coordinates, velocities, multipliers, outputs, kinetic, potential and energy. */
plot_quantities out_plot_quantities_make(const model *m, arena *a);

/* The request: "theta, phi", or "y over x", where the last name is on the horizontal axis. */
typedef struct plot_request {
    plot_quantity *y;
    size_t count;
    plot_quantity x;
    bool over_time;
    const char *unknown; /* a name that there is not; NULL if all are known */
    bool no_names;       /* the request, or a part between two commas, is empty */
} plot_request;

plot_request out_plot_read(const model *m, const char *text, arena *a);

typedef struct plot_series {
    const char *name;
    double *y; /* NaN: no value */
} plot_series;

/* Quantities of one unit. */
typedef struct plot_panel {
    const char *unit;
    plot_series *series;
    size_t count;
    double low, high; /* low < high */
} plot_panel;

typedef struct plot {
    const model *m;
    const sim_result *r; /* NULL: of several runs */
    arena *memory;
    const char *x_name, *x_unit, *note; /* note: NULL or a line below the title */
    bool over_time;
    size_t count; /* of instants */
    double *x, *t;
    double low, high;
    plot_panel *panels;
    size_t panel_count;
} plot;

/* `alone`: a panel for each quantity. */
plot out_plot_make(const out_run *run, const plot_request *what, bool alone, arena *a);
/* Of several runs, whose quantities have a panel each; `alone`: a panel for each run too. They have no events. */
plot out_plot_join(const plot *runs, const char *const *names, size_t count, bool alone, arena *a);
/* Whether the line from instant i - 1 to i is drawn: both have values, and nothing jumps between. */
bool out_plot_is_joined(const plot *p, const plot_series *s, size_t i);

void out_plot_write_svg(const plot *p, strbuf *out);
/* For a terminal: dots in the cells of letters. */
void out_plot_write_text(const plot *p, const out_page *page, strbuf *out);
/* All coordinates over time as SVG, with a note why. */
void out_plot_write_coordinates(const out_run *run, const char *note, out_stream *out);

#endif
