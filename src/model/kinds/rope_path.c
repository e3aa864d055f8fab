/* The path of a rope: tangents and arcs in the plane, straight lines in space. */
#include "model/kinds/rope_path.h"

#include "base/vec.h"

static expr_id dot(graph *g, const expr_id a[2], const expr_id b[2]) {
    const expr_id x = expr_mul(g, a[0], b[0]), y = expr_mul(g, a[1], b[1]);
    return expr_add(g, x, y);
}

static expr_id cross(graph *g, const expr_id a[2], const expr_id b[2]) {
    const expr_id x = expr_mul(g, a[0], b[1]), y = expr_mul(g, a[1], b[0]);
    return expr_sub(g, x, y);
}

/* Of vectors of three. */
static expr_id product(graph *g, const expr_id a[3], const expr_id b[3]) {
    const expr_id plane = dot(g, a, b), height = expr_mul(g, a[2], b[2]);
    return expr_add(g, plane, height);
}

static void difference(graph *g, const expr_id to[3], const expr_id from[3], expr_id out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = to[k].i && from[k].i ? expr_sub(g, to[k], from[k]) : expr_int(g, 0);
}

static expr_id radius_of(graph *g, const rope_place *p) {
    return p->radius.i ? p->radius : expr_int(g, 0);
}

/* With D from one middle to the other, D = h u + d n where n is to the left of u and d the difference of the radii. */
rope_span kinds_rope_span(graph *g, const rope_place *from, const rope_place *to) {
    rope_span s;
    expr_id D[3];
    difference(g, to->x, from->x, D);
    const expr_id second = radius_of(g, to), d = expr_sub(g, second, radius_of(g, from));
    const expr_id whole = product(g, D, D);
    s.square = expr_sub(g, whole, expr_mul(g, d, d));
    s.length = expr_sqrt(g, s.square);
    const expr_id side[3] = {D[1], expr_neg(g, D[0]), expr_int(g, 0)};
    for (int k = 0; k < 3; k++) {
        const expr_id along = expr_mul(g, s.length, D[k]), across = expr_mul(g, d, side[k]);
        s.u[k] = expr_is_zero(g, d) ? expr_div(g, D[k], s.length) : expr_div(g, expr_add(g, along, across), whole);
    }
    return s;
}

rope_angle kinds_rope_angle(graph *g, const expr_id from[2], const expr_id to[2], expr_id near) {
    const expr_id c = expr_unary(g, EXPR_COS, near), s = expr_unary(g, EXPR_SIN, near);
    const expr_id x = dot(g, from, to), y = cross(g, from, to);
    const expr_id yc = expr_mul(g, y, c), xs = expr_mul(g, x, s), xc = expr_mul(g, x, c), ys = expr_mul(g, y, s);
    const expr_id across = expr_sub(g, yc, xs), along = expr_add(g, xc, ys);
    rope_angle a = {.beyond = expr_binary(g, EXPR_ATAN2, across, along)};
    a.value = expr_add(g, near, a.beyond);
    return a;
}

static rope_angle angle_at(graph *g, const rope_path *p, const rope_place *places, int count, int i) {
    const expr_id axis[2] = {expr_int(g, 1), expr_int(g, 0)};
    const bool drum = places[i].turn.i != 0;
    const expr_id *from = drum ? axis : p->spans[i - 1].u, *to = p->spans[i < count - 1 ? i : i - 1].u;
    return kinds_rope_angle(g, from, to, places[i].near);
}

/* A drum at the end winds up what it turns against the direction in which the rope comes; one at the beginning pays
   out. Where the directions change, tangents and arcs together grow by what the ends move along them. */
static void add_place(graph *g, rope_path *p, const rope_place *places, int count, int i) {
    const rope_place *x = &places[i];
    if (!x->radius.i)
        return;
    p->angles[i] = angle_at(g, p, places, count, i);
    if (!x->turn.i) {
        const expr_id arc = expr_mul(g, x->radius, p->angles[i].value);
        p->free = expr_add(g, p->free, arc);
        p->length = expr_add(g, p->length, arc);
        return;
    }
    const expr_id radius = i == 0 ? expr_neg(g, x->radius) : x->radius;
    const expr_id wound = expr_mul(g, radius, expr_sub(g, x->turn, p->angles[i].value));
    p->length = expr_add(g, p->length, wound);
    p->rate = expr_add(g, p->rate, expr_mul(g, radius, x->spin));
}

rope_path kinds_rope_path(graph *g, arena *a, const rope_place *places, int count) {
    rope_path p = {.spans = ARENA_ARRAY(a, rope_span, count), .angles = ARENA_ARRAY(a, rope_angle, count)};
    p.free = p.length = p.rate = expr_int(g, 0);
    for (int i = 0; i + 1 < count; i++) {
        p.spans[i] = kinds_rope_span(g, &places[i], &places[i + 1]);
        expr_id v[3];
        difference(g, places[i + 1].v, places[i].v, v);
        p.free = expr_add(g, p.free, p.spans[i].length);
        p.rate = expr_add(g, p.rate, product(g, p.spans[i].u, v));
    }
    p.length = p.free;
    for (int i = 0; i < count; i++)
        add_place(g, &p, places, count, i);
    return p;
}

expr_id kinds_rope_offset(graph *g, const rope_place *from, const rope_place *to, const rope_place *disc) {
    const rope_span s = kinds_rope_span(g, from, to);
    expr_id d[3];
    difference(g, disc->x, from->x, d);
    const expr_id off = cross(g, s.u, d);
    return expr_add(g, off, radius_of(g, from));
}

expr_id kinds_rope_touch(graph *g, const rope_place *disc, const rope_span *s, int k) {
    const expr_id r = radius_of(g, disc), across = expr_mul(g, r, s->u[1 - k]);
    return k == 0 ? expr_add(g, disc->x[0], across) : expr_sub(g, disc->x[1], across);
}
