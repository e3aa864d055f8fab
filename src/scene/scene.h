/* What pictures are made of: the shapes that can be drawn, with their numbers and parts, and the colours. The tables
   are shapes.inc and palette.inc, of which this is how C reads them. */
#ifndef LGR_SCENE_SCENE_H
#define LGR_SCENE_SCENE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum scene_colour {
#define COLOUR(id, ...) COLOUR_##id,
#include "scene/palette.inc"
#undef COLOUR
    COLOUR_COUNT
} scene_colour;

typedef enum drawing_shape {
#define FIELD(...)
#define SHAPE(id, ...) DRAW_##id,
#include "scene/shapes.inc"
#undef FIELD
#undef SHAPE
    DRAWING_SHAPE_COUNT
} drawing_shape;

typedef enum scene_field {
#define FIELD(id, ...) FIELD_##id,
#define SHAPE(...)
#include "scene/shapes.inc"
#undef FIELD
#undef SHAPE
    FIELD_COUNT
} scene_field;

/* The numbers that a drawing may have: places, what it measures, an angle, and a matrix by rows that turns from the
   shape to space. */
enum {
    DRAWN_A = 0,
    DRAWN_B = 3,
    DRAWN_SIZE = 6, /* its sides, or its radius */
    DRAWN_SWEEP = 7,
    DRAWN_ANGLE = 9,
    DRAWN_MATRIX = 10,
    DRAWN_NUMBERS = 19
};

typedef enum field_kind {
    FIELD_IS_PLACE,
    FIELD_IS_HEIGHT, /* the last of the numbers of a place */
    FIELD_IS_LENGTH,
    FIELD_IS_SIDES,
    FIELD_IS_TURN,
    FIELD_IS_AXES
} field_kind;

typedef struct field_row {
    const char *name, *clause; /* in reports; of the statement 'draw', "" if it has none */
    field_kind kind;
    int first; /* of its numbers: DRAWN_... */
} field_row;

extern const field_row scene_fields[FIELD_COUNT];

/* A length: a part of the machine's size, or of the shape's own, between limits in pixels (most 0: none). */
typedef struct scene_measure {
    double part;
    bool own;
    double least, most;
} scene_measure;

typedef enum part_kind {
    PART_END, /* after the last of a shape */
    PART_LINE,
    PART_BAR,
    PART_COIL,
    PART_BALL,
    PART_BOX,
    PART_RING,
    PART_ARC,
    PART_TRAIL,
    PART_LEVEL,
    PART_ARROW,
    PART_KIND_COUNT
} part_kind;

/* What must be true for a part to be drawn: bits. */
enum { PART_IN_PLANE = 1, PART_IN_SPACE = 2, PART_SIZED = 4, PART_UNSIZED = 8, PART_DETAIL = 16 };

typedef struct scene_part {
    part_kind kind;
    unsigned when;
    scene_colour ink;
    double from[3], to[3], beyond;
    scene_measure thick; /* of lines */
    scene_measure reach; /* of balls, coils; of boxes: the least */
    int count;           /* of turns */
    scene_colour other;  /* of hatching */
} scene_part;

typedef enum shape_held { HELD_BY_NOTHING, HELD_BY_WALL, HELD_BY_SUPPORT } shape_held;

/* Bits of shape_row.traits. */
enum { SHAPE_BODY = 1, SHAPE_AXLE = 2, SHAPE_FRAME = 4 };

typedef struct shape_row {
    const char *name;
    unsigned needs, may_have; /* bits of fields */
    const char *sample;       /* of its statement; "" where 'draw' does not know it */
    unsigned traits;
    shape_held held;
    scene_measure unsized;
    const scene_part *parts; /* up to PART_END */
} shape_row;

extern const shape_row scene_shapes[DRAWING_SHAPE_COUNT];

typedef struct colour_row {
    const char *name;
    unsigned light, dark; /* 0xRRGGBB */
} colour_row;

extern const colour_row scene_colours[COLOUR_COUNT];

/* Whether the shape needs or may have the field. */
bool scene_takes(drawing_shape shape, scene_field field);
bool scene_is_body(drawing_shape shape);
/* The first part of the kind, NULL if the shape has none. */
const scene_part *scene_find_part(drawing_shape shape, part_kind kind);
/* Whether a part of some shape is drawn in this colour: as something solid, or as a line. */
bool scene_is_inked(scene_colour colour, bool solid);

#endif
