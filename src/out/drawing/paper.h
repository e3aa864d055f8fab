/* Parts of shapes (src/scene/shapes.inc) on paper. What a page does on a canvas and in space is in web/shared/draw2d.ts
   and draw3d.ts. */
#ifndef LGR_OUT_DRAWING_PAPER_H
#define LGR_OUT_DRAWING_PAPER_H

#include "out/drawing/marks.h"

/* Limits in pixels, and what follows the machine's size, beside those of a page: many instants lie over each other. */
#define PAPER_FINER 0.7
#define PAPER_SMALLER 0.45

/* What is drawn, and where. */
typedef struct paper {
    const camera *c;
    const double *drawn;
    const model_drawing *d;
    marks *all;
    int space;
    double machine;     /* its size */
    bool still;         /* it never moves */
    double left, right; /* of the paper */
} paper;

mark *out_paper_add(marks *all, scene_colour ink, size_t count, double width, double depth);
void out_paper_line(marks *all, scene_colour ink, spot from, spot to, double width, double depth);
void out_paper_disc(marks *all, scene_colour ink, spot at, double radius, double depth);
/* A hatch of what is solid: the ground, supports. */
void out_paper_hatch(marks *all, spot from, spot to, double depth);

/* All parts of a drawing; nothing where it is not there. */
void out_paper_draw(const paper *p);
/* How near the drawing is to the eye. */
double out_paper_depth(const paper *p);

#endif
