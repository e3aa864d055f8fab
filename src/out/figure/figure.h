/* The parts of a figure of a motion, which is one picture in SVG. */
#ifndef LGR_OUT_FIGURE_FIGURE_H
#define LGR_OUT_FIGURE_FIGURE_H

#include "out/drawing/instants.h"
#include "out/drawing/svg.h"
#include "out/out.h"

/* A rectangle of paper that shows a room of the world. */
typedef struct figure_panel {
    const char *id; /* of its clip path */
    camera view;
    double left, top, width, height;
    room shown;
    size_t first, last; /* of the instants */
} figure_panel;

typedef struct figure {
    const model *m;
    const sim_result *r;
    arena *memory;
    strbuf *out;
    marks_plan plan;
    instants at;
    const char *unit; /* of lengths; "" without units */
    double length;    /* its size */
} figure;

/* Lays the room into a panel at (left, top) that is as wide as it may be, no higher than `most`. */
figure_panel out_figure_fit(const camera *view, const room *r, double left, double top, double width, double most);
/* The scales around a panel of the plane. */
void out_figure_axes(const figure *f, const figure_panel *p);
/* The level in space with its grid; the room grows by it. Its step is for the caption. */
typedef struct figure_floor {
    int side[3];  /* two that are level, and the upright one */
    bool is_down; /* which then points down */
    double low[2], high[2], height, step;
    bool ground; /* the model says so */
} figure_floor;
figure_floor out_figure_floor_find(const figure *f, const camera *view, room *r);
void out_figure_floor_draw(const figure *f, const figure_panel *p, const figure_floor *floor);
/* Small x, y, z in the corner. */
void out_figure_triad(const figure *f, const figure_panel *p);
/* Circles with names where the thing that is followed is at the events of the panel's instants, from `first` on. */
void out_figure_events(const figure *f, const figure_panel *p, size_t first);
/* Whether something goes to and fro along a line, so that instants would lie over each other. */
bool out_figure_is_line(const figure *f, const room *whole);
/* Gives each instant a row or a column of its own, with its time. Chooses the instants again; returns where it ends on
   paper. */
double out_figure_rows(figure *f, const camera *view, const room *whole, double top);
/* What the figure shows, in words. */
const char *out_figure_caption(const figure *f, const figure_floor *floor, bool rows);
/* A time with as many decimals as distinguish the instants. */
const char *out_figure_time(const figure *f, double t);
/* The scale of one side of a panel. */
void out_figure_axis_x(const figure *f, const figure_panel *p);
void out_figure_axis_y(const figure *f, const figure_panel *p);

#endif
