/* The machine at an instant as marks on paper: lines, discs and polygons with the ink that each is drawn in. */
#ifndef LGR_OUT_DRAWING_MARKS_H
#define LGR_OUT_DRAWING_MARKS_H

#include "out/drawing/camera.h"

typedef enum mark_ink {
    INK_GROUND,
    INK_HATCH, /* what is solid: the ground, supports */
    INK_FLOOR, /* a grid that shows the level in space */
    INK_PATH,  /* where a body went */
    INK_TRAIL,
    INK_BEAM,
    INK_ROPE,
    INK_SPRING,
    INK_BOX,
    INK_SPOKE,
    INK_RIM,
    INK_BALL,
    INK_BODY,
    INK_JOINT,
    INK_SUPPORT,
    INK_COUNT
} mark_ink;

/* The appearance of an ink; colours are 0xRRGGBB. */
typedef struct ink_look {
    const char *name; /* the class of its elements */
    unsigned stroke, fill;
    double width; /* of its lines on paper */
    bool filled;  /* lines are outlines */
} ink_look;

extern const ink_look out_ink_looks[INK_COUNT];

/* A disc (radius > 0, one place), a line, or a closed outline. */
typedef struct mark {
    mark_ink ink;
    const char *name; /* of the drawing; NULL for what belongs to several */
    spot *at;
    size_t count;
    double radius;
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
    bool *still;    /* per drawing: nothing of it ever changes, nor goes away */
    bool *fixed[2]; /* per drawing: its end a, b stays where it is while something else of it moves */
    bool *repeated; /* per drawing: its path is that of an earlier one, or a trail's */
} marks_plan;

marks_plan out_marks_plan_make(const model *m, const sim_result *r, arena *a);

/* Which drawings: what never moves, what does. */
typedef enum marks_part { MARKS_STILL, MARKS_MOVING } marks_part;

/* The drawings of a frame, in their order in the plane, from far to near in space. Grounds are drawn between the
   paper's `left` and `right`. */
marks out_marks_make(const marks_plan *p, const camera *c, const double *drawn, marks_part part, double left,
                     double right, arena *a);
/* The paths of trails (`bodies` false) or of what has none (true), over the frames from `begin` up to `end`. */
marks out_marks_paths(const marks_plan *p, const camera *c, bool bodies, size_t begin, size_t end, arena *a);

#endif
