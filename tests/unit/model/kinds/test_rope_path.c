/* The path of a rope: tangents touch their discs, arcs join them, and the rate is the derivative of the length. */
#include "model/support.h"

#include <math.h>

#include "model/kinds/rope_path.h"

enum { PLACES = 4 };

typedef struct bench {
    arena *memory;
    graph *g;
    uint32_t x[PLACES][2], v[PLACES][2], near[PLACES], turn, spin;
    double values[64];
    rope_place places[PLACES];
} bench;

static expr_id variable(bench *b, const char *name, uint32_t *out) {
    const expr_id e = expr_new_var(b->g, name);
    *out = expr_node_at(b->g, e)->var;
    return e;
}

static bench make(void) {
    bench b = {.memory = base_arena_create()};
    b.g = expr_graph_create(b.memory);
    for (int i = 0; i < PLACES; i++) {
        b.places[i].radius = EXPR_NONE;
        for (int k = 0; k < 2; k++) {
            b.places[i].x[k] = variable(&b, "x", &b.x[i][k]);
            b.places[i].v[k] = variable(&b, "v", &b.v[i][k]);
        }
        b.places[i].near = variable(&b, "near", &b.near[i]);
    }
    b.places[1].radius = expr_rational(b.g, -1, 2); /* to the right, then to the left */
    b.places[2].radius = expr_rational(b.g, 1, 4);
    b.places[3].radius = expr_rational(b.g, 1, 8); /* a drum */
    b.places[3].turn = variable(&b, "turn", &b.turn);
    b.places[3].spin = variable(&b, "spin", &b.spin);
    return b;
}

/* Everything moves evenly. */
static void set(bench *b, double t) {
    static const double x[PLACES][2] = {{-2, -1}, {0, 0}, {3, 1}, {5, -2}};
    static const double v[PLACES][2] = {{0.3, -0.2}, {0.1, 0.05}, {-0.2, 0.3}, {0.4, 0.1}};
    static const double near[PLACES] = {0, -0.5, 0.5, -1};
    for (int i = 0; i < PLACES; i++) {
        for (int k = 0; k < 2; k++) {
            b->values[b->x[i][k]] = x[i][k] + t * v[i][k];
            b->values[b->v[i][k]] = v[i][k];
        }
        b->values[b->near[i]] = near[i];
    }
    b->values[b->turn] = 0.7 * t;
    b->values[b->spin] = 0.7;
}

static double value_of(const bench *b, expr_id e) {
    return expr_eval(b->g, e, b->values);
}

static void tangents_touch(void **state) {
    (void)state;
    bench b = make();
    const rope_path p = kinds_rope_path(b.g, b.memory, b.places, PLACES);
    set(&b, 0);
    for (int i = 0; i + 1 < PLACES; i++) {
        double end[2][2];
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 2; k++)
                end[e][k] = value_of(&b, kinds_rope_touch(b.g, &b.places[i + e], &p.spans[i], k));
        const double u[2] = {value_of(&b, p.spans[i].u[0]), value_of(&b, p.spans[i].u[1])};
        const double length = value_of(&b, p.spans[i].length);
        assert_true(fabs(hypot(u[0], u[1]) - 1) < 1e-14);
        for (int k = 0; k < 2; k++)
            assert_true(fabs(end[0][k] + length * u[k] - end[1][k]) < 1e-14);
        for (int e = 0; e < 2; e++) {
            const rope_place *d = &b.places[i + e];
            const double dx = end[e][0] - b.values[b.x[i + e][0]], dy = end[e][1] - b.values[b.x[i + e][1]];
            const double r = d->radius.i ? value_of(&b, d->radius) : 0;
            assert_true(fabs(dx * u[0] + dy * u[1]) < 1e-14);      /* at a right angle */
            assert_true(fabs(u[0] * -dy + u[1] * dx - r) < 1e-14); /* the middle lies r to the left */
        }
    }
    base_arena_destroy(b.memory);
}

static void the_rate_is_the_derivative(void **state) {
    (void)state;
    bench b = make();
    const rope_path p = kinds_rope_path(b.g, b.memory, b.places, PLACES);
    const double h = 1e-4;
    double length[2];
    for (int k = 0; k < 2; k++) {
        set(&b, k ? h : -h);
        length[k] = value_of(&b, p.length);
    }
    set(&b, 0);
    assert_true(fabs(value_of(&b, p.rate) - (length[1] - length[0]) / (2 * h)) < 1e-8);
    base_arena_destroy(b.memory);
}

/* Whatever `near` is, as long as it is within half a turn. */
static void angles_are_unwrapped(void **state) {
    (void)state;
    arena *a = base_arena_create();
    graph *g = expr_graph_create(a);
    uint32_t var;
    const expr_id near = expr_new_var(g, "near");
    var = expr_node_at(g, near)->var;
    double values[4] = {0};
    for (double angle = -20; angle < 20; angle += 0.37)
        for (double off = -3; off <= 3; off += 1.5) {
            const expr_id from[2] = {expr_real(g, cos(0.3)), expr_real(g, sin(0.3))};
            const expr_id to[2] = {expr_real(g, cos(0.3 + angle)), expr_real(g, sin(0.3 + angle))};
            const rope_angle x = kinds_rope_angle(g, from, to, near);
            values[var] = angle + off;
            assert_true(fabs(expr_eval(g, x.value, values) - angle) < 1e-13 * 30);
            assert_true(fabs(expr_eval(g, x.beyond, values) + off) < 1e-13 * 30);
        }
    base_arena_destroy(a);
}

/* To the left of the line on which it lies. */
static void offsets_are_to_the_left(void **state) {
    (void)state;
    bench b = make();
    set(&b, 0);
    const rope_place from = {.x = {expr_int(b.g, 0), expr_int(b.g, 0)}, .radius = EXPR_NONE};
    const rope_place to = {.x = {expr_int(b.g, 4), expr_int(b.g, 0)}, .radius = EXPR_NONE};
    const rope_place disc = {.x = {expr_int(b.g, 1), expr_int(b.g, 3)}, .radius = expr_int(b.g, 1)};
    assert_true(fabs(value_of(&b, kinds_rope_offset(b.g, &from, &to, &disc)) - 3) < 1e-15);
    assert_true(fabs(value_of(&b, kinds_rope_offset(b.g, &to, &from, &disc)) + 3) < 1e-15);
    base_arena_destroy(b.memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_touch),
        cmocka_unit_test(the_rate_is_the_derivative),
        cmocka_unit_test(angles_are_unwrapped),
        cmocka_unit_test(offsets_are_to_the_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
