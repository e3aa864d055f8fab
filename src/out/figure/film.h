/* A run as a film: raster pictures at equal intervals, in real time where its length allows. */
#ifndef LGR_OUT_FIGURE_FILM_H
#define LGR_OUT_FIGURE_FILM_H

#include "out/drawing/raster.h"

/* A room of the world on pixels of its own. */
typedef struct film_view {
    camera camera;
    raster page, ground; /* ground: what never changes */
    raster paths;        /* the ground with the paths up to `drawn_to` */
    size_t drawn_to;     /* frames of the run */
} film_view;

typedef struct film {
    const model *m;
    const sim_result *r;
    arena *memory;
    marks_plan plan;
    film_view whole, detail; /* detail: where the whole shows the machine too small; in a corner where no path is */
    int detail_left, detail_top;
    bool has_detail;
    bool swings;  /* behind each frame stands the first one, faint, and no path is drawn */
    size_t count; /* pictures */
    double rate;  /* pictures a second */
    double speed; /* seconds of the motion in a second of the film */
} film;

/* False if there is nothing to draw. Everything lives in `a`. */
bool out_film_make(film *f, const model *m, const sim_result *r, arena *a);
/* The i-th picture, in f->whole.page until the next call. In order it is fastest. */
const raster *out_film_picture(film *f, size_t i);
/* One frame of the motion with these words and the bar so far along: for films of frames that are no run. */
const raster *out_film_frame(film *f, size_t frame, const char *words, double part);

#endif
