/* From positions in the plane or in space to positions on paper. */
#ifndef LGR_OUT_DRAWING_CAMERA_H
#define LGR_OUT_DRAWING_CAMERA_H

#include "sim/sim.h"

/* A place on paper: x to the right, y downward. */
typedef struct spot {
    double x, y;
} spot;

/* A rectangle, in lengths along `right` and `up` of a camera. Empty: low > high. */
typedef struct room {
    double low[2], high[2];
    bool on_ground; /* its low side is the ground: what is left of a picture goes above */
} room;

/* A parallel projection. */
typedef struct camera {
    double right[3], up[3], toward[3]; /* unit vectors; `toward` points to the eye */
    double scale;                      /* paper over length */
    double x, y;                       /* where the origin lies on paper */
} camera;

/* The plane as it is; of space a view from above that spreads the motion, upright as the model is. Scale 1, origin at 0. */
camera out_camera_choose(const model *m, const sim_result *r);
spot out_camera_spot(const camera *c, const double p[3]);
double out_camera_depth(const camera *c, const double p[3]); /* greater is nearer to the eye */

/* Three numbers of a drawing; false where it is not drawn. Numbers that it has not are 0. */
bool out_camera_read(const model_drawing *d, const double *drawn, int place, double p[3]);
/* Whether it is all that is as high as its place. */
bool out_camera_is_ground(const model_drawing *d);
/* How far it reaches around its place; 0 where it has no size, or none now. */
double out_camera_reach(const model_drawing *d, const double *drawn);
/* Whether the drawing has a place at all: grounds have a height only. */
bool out_camera_has_place(const model_drawing *d, int place);

/* Whether the model has anything to draw but grounds and forces. */
bool out_camera_sees_something(const model *m);

room out_box_empty(void);
bool out_box_is_empty(const room *r);
void out_box_add(room *r, double x, double y);
double out_box_width(const room *r);
double out_box_height(const room *r);

/* The extent of the drawings that `wanted` selects (NULL: all but forces), over all frames. */
room out_camera_room(const camera *c, const model *m, const sim_result *r, bool (*wanted)(const model_drawing *d));
/* Grounds near the room belong to a picture of it; of the plane only. */
void out_camera_add_grounds(room *r, const model *m, const sim_result *result);
/* The room of beams, ropes, springs and boxes in the plane, with near grounds; true if it is so small a part of the
   whole that it deserves a picture of its own. */
bool out_camera_detail(const camera *c, const model *m, const sim_result *r, const room *whole, room *detail);
/* Makes a side at least the fraction `part` of the other, and adds a margin of the fraction `margin` of the longer one
   all around; never empty afterwards. */
room out_box_rounded(room r, double part, double margin);
/* Fits the room into a rectangle of paper, in its middle. */
void out_camera_fit(camera *c, const room *r, double left, double top, double width, double height);

#endif
