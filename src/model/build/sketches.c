/* Default drawings of a model, or a part, that has none: bodies, springs, distances, horizontal grounds. */
#include <string.h>

#include "model/build/build.h"

/* A point mass whose energies are written by hand: coordinates called x and y, and z. */
static void sketch_coordinates(builder *b) {
    static const char *const names[] = {"x", "y", "z"};
    value at = {.size = b->m->space};
    int found = 0;
    for (size_t i = 0; i < b->m->declared_coords; i++)
        for (int k = 0; k < b->m->space; k++)
            if (!strcmp(b->coords.at[i].name, names[k]))
                at.c[k] = expr_var(b->m->g, b->coords.at[i].q), found++;
    if (b->bodies.len || found != b->m->space)
        return;
    kinds_begin_drawing(b, DRAW_BALL, "point", (span){0, 0}, true);
    kinds_put_drawn(b, DRAWN_A, at);
}

void build_sketches(builder *b) {
    if (diag_has_errors(b->m->findings))
        return;
    build_step(b, STEP_SKETCH);
    build_step(b, STEP_SKETCH_BODY);
    if (!b->drawn_by_hand)
        sketch_coordinates(b);
    build_step(b, STEP_SKETCH_FORCE);
    build_step(b, STEP_TIE);
}
