/* What a rope adds to a model: its row, its memories, its events, its drawings; where it is elastic, an element. */
#include "model/support.h"

#include <math.h>

#define MASSES                                                                                                         \
    "param R = 0.1\ncoord x = 0.1, y = -1, u = -0.1, w = -2\nparticle a: mass 1 at [x, y]\nparticle b: mass 1 at "     \
    "[u, w]\n"

static size_t hidden_coords(const model *m) {
    size_t count = 0;
    for (size_t i = 0; i < m->coord_count; i++)
        count += m->coords[i].hidden;
    return count;
}

static void a_rope_is_a_row(void **state) {
    (void)state;
    read_text r = text_accept(MASSES "rope r: from a over [0, 0] radius R right over [3, 0] radius R right to b\n");
    const model *m = r.m;
    assert_int_equal(m->row_count, 1);
    assert_true(m->rows[0].contact && m->rows[0].pulls && m->base->rows[0].rate.i && !m->base->rows[0].velocity);
    assert_int_equal(hidden_coords(m), 2);
    size_t silent = 0, limits = 0;
    for (size_t i = 0; i < m->event_count; i++) {
        assert_true(m->events[i].hidden && m->events[i].quiet == !m->events[i].refusal);
        silent += m->events[i].quiet;
        limits += m->events[i].refusal && m->base->conditions[i].i;
    }
    assert_int_equal(silent, 2);
    assert_int_equal(limits, 2); /* ends that come to discs, discs that are left */
    text_drop(&r);
}

static void one_of_two_points_needs_no_memory(void **state) {
    (void)state;
    read_text r = text_accept(MASSES "rope r: from a to b, length 4\n");
    assert_int_equal(hidden_coords(r.m), 0);
    assert_int_equal(r.m->event_count, 0);
    text_drop(&r);
}

static void an_elastic_one_is_an_element(void **state) {
    (void)state;
    read_text r =
        text_accept(MASSES "rope r: from a over [0, 0] radius R left to b, length 4, stiffness 10, damping 1\n"
                           "output f = force(r)\n");
    assert_int_equal(r.m->row_count, 0);
    size_t potentials = 0, forces = 0;
    for (size_t i = 0; i < r.m->base->element_count; i++) {
        potentials += r.m->base->elements[i].kind == ELEMENT_POTENTIAL;
        forces += r.m->base->elements[i].kind == ELEMENT_FORCE;
    }
    assert_int_equal(potentials, 1);
    assert_int_equal(forces, 1);
    text_drop(&r);
}

/* The length at the start, as it is over parameters. */
static void it_is_taut_at_the_start(void **state) {
    (void)state;
    read_text r = text_accept("param R = 0.5\ncoord y = -3, z = -2\nparticle a: mass 1 at [-R, y]\n"
                              "particle b: mass 1 at [R, z]\nrope r: from a over [0, 0] radius R right to b\n");
    const model_system *s = r.m->base;
    double values[64] = {0};
    assert_true(r.m->var_count <= 64);
    for (size_t i = 0; i < r.m->coord_count; i++) {
        const model_coord *c = &r.m->coords[i];
        values[c->q] = i == 0 ? -3 : i == 1 ? -2 : 0;
        values[c->v] = c->hidden ? -3 : 0; /* within half a turn of half a turn to the right */
    }
    values[r.m->params[0].var] = 0.5;
    assert_true(fabs(expr_eval(r.m->g, s->rows[0].f, values)) < 1e-14);
    values[r.m->coords[0].q] = -3.25;
    assert_true(fabs(expr_eval(r.m->g, s->rows[0].f, values) + 0.25) < 1e-14);
    text_drop(&r);
}

static void it_is_drawn_with_its_arcs(void **state) {
    (void)state;
    static const char *const texts[] = {
        MASSES "rope r: from a over [0, 0] radius R left to b\n",
        MASSES "rope r: from a over [0, 0] radius R left to b\ndraw ball at a\ndraw rope of r\n"};
    for (int k = 0; k < 2; k++) {
        read_text r = text_accept(texts[k]);
        size_t arcs = 0, lines = 0;
        for (size_t i = 0; i < r.m->drawing_count; i++) {
            const model_drawing *d = &r.m->drawings[i];
            arcs += d->shape == DRAW_ARC;
            lines += d->shape == DRAW_ROPE;
            if (d->shape == DRAW_ROPE)
                assert_true(d->joined[0] != d->joined[1] && d->automatic == !k);
        }
        assert_int_equal(arcs, 1);
        assert_int_equal(lines, 2);
        text_drop(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rope_is_a_row),
        cmocka_unit_test(one_of_two_points_needs_no_memory),
        cmocka_unit_test(an_elastic_one_is_an_element),
        cmocka_unit_test(it_is_taut_at_the_start),
        cmocka_unit_test(it_is_drawn_with_its_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
