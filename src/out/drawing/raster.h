/* Raster pictures: discs, thick lines and polygons with smooth edges, and small text. */
#ifndef LGR_OUT_DRAWING_RASTER_H
#define LGR_OUT_DRAWING_RASTER_H

#include "out/drawing/marks.h"

/* Rows of three bytes a pixel, red, green, blue, from the top. */
typedef struct raster {
    int width, height;
    unsigned char *pixels;
} raster;

raster out_raster_make(int width, int height, arena *a);
void out_raster_fill(raster *r, unsigned colour); /* 0xRRGGBB */
/* A line with round ends; `cover` from 0 to 1 is how much of what is below it hides. */
void out_raster_line(raster *r, spot from, spot to, double width, unsigned colour, double cover);
void out_raster_disc(raster *r, spot middle, double radius, unsigned colour, double cover);
void out_raster_circle(raster *r, spot middle, double radius, double width, unsigned colour, double cover);
/* Convex, in either sense. */
void out_raster_polygon(raster *r, const spot *at, size_t count, unsigned colour, double cover);
/* Digits, '.', ',', '-', '+', '/', '=' and the letters of times and of captions of modes, with the upper left corner
   there, in dots of so many pixels. Others are blank. */
void out_raster_text(raster *r, int left, int top, int dot, const char *text, unsigned colour);
int out_raster_text_width(int dot, const char *text);
/* With the ink's appearance, with opacity `cover`. */
void out_raster_mark(raster *r, const mark *m, double cover);

#endif
