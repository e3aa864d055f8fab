/* Frames of space: successive rotations and quaternions, with their rates in their own axes. */
#include "base/check.h"
#include "model/builder.h"

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

/* A turn by an angle about one axis of the parent. */
value frame_rotation(builder *b, int axis, value angle, span at) {
    graph *g = b->m->g;
    value rate = prime(b, angle, at);
    if (value_is_bad(rate))
        return value_bad(at);
    value r = {.size = VALUE_FRAME, .at = at};
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    expr_id c = expr_unary(g, EXPR_COS, angle.c[0]), s = expr_unary(g, EXPR_SIN, angle.c[0]);
    for (int i = 0; i < 12; i++)
        r.c[i] = expr_int(g, 0);
    r.c[4 * axis] = expr_int(g, 1);
    r.c[4 * j] = r.c[4 * k] = c;
    r.c[3 * k + j] = s;
    r.c[3 * j + k] = expr_neg(g, s);
    r.c[9 + axis] = rate.c[0];
    return r;
}

/* a b - c d */
static expr_id minor(graph *g, expr_id a, expr_id b, expr_id c, expr_id d) {
    expr_id left = expr_mul(g, a, b);
    return expr_sub(g, left, expr_mul(g, c, d));
}

static expr_id twice(graph *g, expr_id x) {
    return expr_mul(g, expr_int(g, 2), x);
}

/* The frame of a unit quaternion (w, x, y, z): R = (w^2 - v.v) 1 + 2 v v^T + 2 w [v], rates 2 (w v' - w' v - v x v').
 */
value frame_quaternion(builder *b, const expr_id *q, const expr_id *q_dot, span at) {
    graph *g = b->m->g;
    value r = {.size = VALUE_FRAME, .at = at};
    const expr_id *v = q + 1, *u = q_dot + 1;
    expr_id ww = expr_mul(g, q[0], q[0]), diagonal = expr_sub(g, ww, dot3(g, v, 1, v, 1));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expr_id vv = expr_mul(g, v[i], v[j]), wv = expr_mul(g, q[0], v[k]);
        r.c[4 * i] = expr_add(g, diagonal, twice(g, expr_mul(g, v[i], v[i])));
        r.c[3 * i + j] = twice(g, expr_sub(g, vv, wv));
        r.c[3 * j + i] = twice(g, expr_add(g, vv, wv));
        expr_id cross = minor(g, v[j], u[k], v[k], u[j]), turn = minor(g, q[0], u[i], q_dot[0], v[i]);
        r.c[9 + i] = twice(g, expr_sub(g, turn, cross));
    }
    return r;
}

/* |q|^2 - 1: the condition under which four numbers are an attitude. */
expr_id frame_norm(builder *b, const expr_id *q) {
    graph *g = b->m->g;
    expr_id sum = expr_mul(g, q[0], q[0]);
    return expr_sub(g, expr_add(g, sum, dot3(g, q + 1, 1, q + 1, 1)), expr_int(g, 1));
}
