/* The path of a rope: in the plane tangents between discs and points, arcs on the discs; in space straight lines
   between points. */
#ifndef LGR_MODEL_KINDS_ROPE_PATH_H
#define LGR_MODEL_KINDS_ROPE_PATH_H

#include "expr/graph.h"

/* What a rope begins at, passes and ends at. */
typedef struct rope_place {
    expr_id x[3], v[3]; /* position and velocity; the third one is 0 in the plane, or none */
    expr_id radius;     /* of a disc, positive where it lies to the left of the rope; EXPR_NONE: a point */
    expr_id turn, spin; /* of a drum, which the rope is wound on: its angle and angular velocity; else EXPR_NONE */
    expr_id near;       /* an angle within half a turn of the one that is unwound here; of discs and drums */
} rope_place;

/* A tangent from one place to the next. */
typedef struct rope_span {
    expr_id square, length; /* the square is negative where there is no tangent */
    expr_id u[3];           /* its direction; the third one is 0 in the plane */
} rope_span;

rope_span kinds_rope_span(graph *g, const rope_place *from, const rope_place *to);

/* The angle of `to` against `from`, two directions, without its jumps: within half a turn of `near`. */
typedef struct rope_angle {
    expr_id value, beyond; /* beyond: what it is more than `near` */
} rope_angle;
rope_angle kinds_rope_angle(graph *g, const expr_id from[2], const expr_id to[2], expr_id near);

typedef struct rope_path {
    rope_span *spans;   /* one less than places */
    rope_angle *angles; /* per place: how far it turns there, of a drum its direction; of discs and drums */
    expr_id free;       /* its length between the drums */
    expr_id length;     /* with what drums have wound up since their angles and directions were 0 */
    expr_id rate;       /* of the latter */
} rope_path;

/* The path over all places, in the arena of the graph's caller. */
rope_path kinds_rope_path(graph *g, arena *a, const rope_place *places, int count);
/* How far the middle of a disc lies to the left of the tangent from one place to another one. */
expr_id kinds_rope_offset(graph *g, const rope_place *from, const rope_place *to, const rope_place *disc);
/* Where a tangent touches a disc: k = 0, 1 are x and y. */
expr_id kinds_rope_touch(graph *g, const rope_place *disc, const rope_span *s, int k);

#endif
