/* The machine at an instant as marks on paper: lines, discs and polygons, each with its colour. */
#ifndef LGR_OUT_DRAWING_MARKS_H
#define LGR_OUT_DRAWING_MARKS_H

#include "out/drawing/camera.h"

/* A disc or, where it is not solid, a circle (radius > 0, one place), a line, or a closed outline. */
typedef struct mark {
    scene_colour ink;
    bool solid;        /* filled with its colour, with an outline; else a line of its colour */
    const char *style; /* class of its elements beside its colour's, or NULL */
    const char *name;  /* of the drawing; NULL for what is not the first mark of one */
    spot *at;
    size_t count;
    double radius, width; /* of a solid mark: the width of its outline */
    double depth;
} mark;

typedef struct marks {
    VEC(mark) all;
    arena *memory;
} marks;

/* Properties of the drawings over a whole run. */
typedef struct marks_plan {
    const model *m;
    const sim_result *r;
    double machine; /* its size */
    bool *still;    /* per drawing: nothing of it ever changes, nor goes away */
    bool *fixed[2]; /* per drawing: its end a, b stays where it is while something else of it moves */
    bool *repeated; /* per drawing: its path is that of an earlier one, or a trail's */
} marks_plan;

marks_plan out_marks_plan_make(const model *m, const sim_result *r, arena *a);

/* Which drawings: what never moves, what does, and grounds of the plane that never move, which are drawn over both: a
   body that reaches below them does not hide them. */
typedef enum marks_part { MARKS_STILL, MARKS_MOVING, MARKS_LEVEL } marks_part;

/* The drawings of a frame, in their order in the plane, from far to near in space. Grounds are drawn between the
   paper's `left` and `right`. */
marks out_marks_make(const marks_plan *p, const camera *c, const double *drawn, marks_part part, double left,
                     double right, arena *a);
/* The paths of trails (`bodies` false) or of what has none (true), over the frames from `begin` up to `end`. */
marks out_marks_paths(const marks_plan *p, const camera *c, bool bodies, size_t begin, size_t end, arena *a);

#endif
