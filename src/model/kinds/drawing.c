/* The contents of pictures, numbered in the order in which they are read, which is the same in every variant. */
#include "model/kinds/kinds.h"

void kinds_begin_drawing(builder *b, drawing_shape shape, const char *name, span at, bool automatic) {
    size_t index = b->next_drawing++;
    if (index < b->drawings.len)
        return;
    model_drawing d = {.shape = shape, .name = name, .at = at, .automatic = automatic, .switch_index = -1};
    for (int k = 0; k < DRAWN_NUMBERS; k++)
        d.slot[k] = -1;
    vec_push(b->a, &b->drawings, d);
}

void kinds_put_drawn(builder *b, int place, value v) {
    model_drawing *d = &b->drawings.at[b->next_drawing - 1];
    int count = v.size == VALUE_FRAME ? 9 : v.size;
    for (int k = 0; k < count; k++) {
        if (d->slot[place + k] < 0)
            d->slot[place + k] = (int)b->m->drawn_count++;
        while (b->drawn.len < b->m->drawn_count)
            vec_push(b->a, &b->drawn, EXPR_NONE);
        b->drawn.at[d->slot[place + k]] = v.c[k];
    }
}
