/* Frames in space: their axes, their angular velocities, their products with vectors and with each other. */
#include "model/value/value.h"

static expr_id dot3(graph *g, const expr_id *a, int step_a, const expr_id *b, int step_b) {
    expr_id sum = expr_mul(g, a[0], b[0]);
    for (int k = 1; k < 3; k++)
        sum = expr_add(g, sum, expr_mul(g, a[k * step_a], b[k * step_b]));
    return sum;
}

value value_frame_axis(value frame, int k) {
    value v = {.size = 3, .c = {frame.c[k], frame.c[3 + k], frame.c[6 + k]}, .at = frame.at};
    return v;
}

value value_frame_rates(const value_context *c, value frame) {
    value v = {.size = 3, .dim = dim_of(0, 0, -1), .at = frame.at};
    for (int k = 0; k < 3; k++)
        v.c[k] = dot3(c->g, frame.c + 3 * k, 1, frame.c + 9, 1);
    return v;
}

value value_frame_product(const value_context *c, value a, value b, span at) {
    graph *g = c->g;
    value r = b;
    r.at = at;
    if (b.size == 3) { /* the vector, from the frame to space */
        for (int i = 0; i < 3; i++)
            r.c[i] = dot3(g, a.c + 3 * i, 1, b.c, 1);
        return r;
    }
    if (b.size != VALUE_FRAME) {
        finding *f = diag_add(c->findings, DIAG_E0303, at, "a frame can be multiplied by a frame or a vector only");
        diag_help(c->findings, f, "B*[0, 0, r] is the vector with these components in B");
        return value_bad(at);
    }
    for (int i = 0; i < 9; i++)
        r.c[i] = dot3(g, a.c + 3 * (i / 3), 1, b.c + i % 3, 3);
    for (int i = 0; i < 3; i++) /* rates: those of the first, seen from the second, and the second's own */
        r.c[9 + i] = expr_add(g, dot3(g, b.c + i, 3, a.c + 9, 1), b.c[9 + i]);
    return r;
}
