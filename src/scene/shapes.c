/* The tables of shapes and colours, as C reads them. */
#include "scene/scene.h"

const colour_row scene_colours[COLOUR_COUNT] = {
#define COLOUR(id, name, light, dark) {name, light, dark},
#include "scene/palette.inc"
#undef COLOUR
};

const field_row scene_fields[FIELD_COUNT] = {
#define FIELD(id, name, clause, kind, first) {name, clause, FIELD_IS_##kind, DRAWN_##first},
#define SHAPE(...)
#include "scene/shapes.inc"
#undef FIELD
#undef SHAPE
};

/* The words of the table. */
enum {
#define FIELD(id, ...) id = 1 << FIELD_##id,
#define SHAPE(...)
#include "scene/shapes.inc"
#undef FIELD
#undef SHAPE
};
enum { ALWAYS = 0, PLANE = PART_IN_PLANE, SPACE = PART_IN_SPACE, SIZED = PART_SIZED, UNSIZED = PART_UNSIZED };
enum { DETAIL = PART_DETAIL, BODY = SHAPE_BODY, AXLE = SHAPE_AXLE, FRAME = SHAPE_FRAME };

#define P(x, y, z)                                                                                                     \
    { x, y, z }
#define MACHINE(part, least, most)                                                                                     \
    { part, false, least, most }
#define OWN(part, least, most)                                                                                         \
    { part, true, least, most }
#define PX(pixels)                                                                                                     \
    { 0, false, pixels, pixels }
#define PART(k, w, i) .kind = PART_##k, .when = w, .ink = COLOUR_##i
#define LINE(w, i, a, b, more, t)                                                                                      \
    { PART(LINE, w, i), .from = a, .to = b, .beyond = more, .thick = t }
#define BAR(w, i, a, b, more, t)                                                                                       \
    { PART(BAR, w, i), .from = a, .to = b, .beyond = more, .thick = t }
#define COIL(w, i, turns, aside, t)                                                                                    \
    { PART(COIL, w, i), .count = turns, .reach = aside, .thick = t }
#define BALL(w, i, at, radius)                                                                                         \
    { PART(BALL, w, i), .from = at, .reach = radius }
#define BOX(w, i, thinnest)                                                                                            \
    { PART(BOX, w, i), .reach = thinnest }
#define RING(w, i, t)                                                                                                  \
    { PART(RING, w, i), .thick = t }
#define ARC(w, i, t)                                                                                                   \
    { PART(ARC, w, i), .thick = t }
#define TRAIL(w, i, t)                                                                                                 \
    { PART(TRAIL, w, i), .thick = t }
#define LEVEL(w, i, t, hatching)                                                                                       \
    { PART(LEVEL, w, i), .thick = t, .other = COLOUR_##hatching }
#define ARROW(w, i)                                                                                                    \
    { PART(ARROW, w, i) }

const shape_row scene_shapes[DRAWING_SHAPE_COUNT] = {
#define FIELD(...)
#define SHAPE(id, name, needs, may_have, sample, traits, held, unsized, ...)                                           \
    {name,   needs,          may_have, sample,                                                                         \
     traits, HELD_BY_##held, unsized,  (const scene_part[]){__VA_ARGS__, {.kind = PART_END}}},
#include "scene/shapes.inc"
};

bool scene_takes(drawing_shape shape, scene_field field) {
    return (scene_shapes[shape].needs | scene_shapes[shape].may_have) >> field & 1;
}

bool scene_is_body(drawing_shape shape) {
    return scene_shapes[shape].traits & SHAPE_BODY;
}

const scene_part *scene_find_part(drawing_shape shape, part_kind kind) {
    for (const scene_part *p = scene_shapes[shape].parts; p->kind != PART_END; p++)
        if (p->kind == kind)
            return p;
    return NULL;
}

bool scene_is_inked(scene_colour colour, bool solid) {
    for (int k = 0; k < DRAWING_SHAPE_COUNT; k++)
        for (const scene_part *p = scene_shapes[k].parts; p->kind != PART_END; p++)
            if (p->ink == colour && solid == (p->kind == PART_BALL || p->kind == PART_BOX))
                return true;
    return false;
}
