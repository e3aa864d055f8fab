/* Tests of carries: segments run between a caller's arrays give what copying by hand gives, on every scalar back end.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tape/tape.h"

enum { MOST = 5, OUT = 3 * MOST, GUARD = 99 };

/* Variables: the time, n numbers of a state, n that become known after segment 1. Roots of segment 1: n functions of
   the state; of segment 2: their products with what became known. */
typedef struct machine {
    arena *a;
    graph *g;
    tape *t;
    uint32_t n, known; /* how many, and the slot of the first that becomes known */
} machine;

static machine make(uint32_t n) {
    machine m = {.a = base_arena_create(), .n = n, .known = 1 + n};
    m.g = expr_graph_create(m.a);
    expr_id x[1 + 2 * MOST], first[MOST], second[MOST];
    uint32_t vars[1 + 2 * MOST];
    for (uint32_t k = 0; k < 1 + 2 * n; k++) {
        x[k] = expr_new_var(m.g, "v");
        vars[k] = expr_node_at(m.g, x[k])->var;
    }
    for (uint32_t i = 0; i < n; i++) {
        const expr_id angle = expr_mul(m.g, x[0], x[1 + i]);
        first[i] = expr_unary(m.g, i % 2 ? EXPR_SIN : EXPR_SQRT, angle);
        second[i] = expr_mul(m.g, first[i], x[1 + n + i]);
    }
    const tape_group groups[] = {{.roots = first, .count = n},
                                 {.roots = second, .count = n, .inputs_new = vars + 1 + n, .inputs_new_count = n}};
    m.t = tape_build(m.a, m.g, vars, 1 + 2 * n, 0, groups, 2);
    return m;
}

/* The state itself, the roots of segment 1, which become known, and those of segment 2. */
static void carry(machine *m, bool next) {
    tape_carry *c = ARENA_NEW(m->a, tape_carry);
    tape_move *x = ARENA_ARRAY(m->a, tape_move, 3 * MOST);
    *c = (tape_carry){.segment = 1, .next = next ? 2 : 0, .time = 0, .first = 1, .count = m->n, .moves = x};
    for (uint32_t i = 0; i < m->n; i++)
        *x++ = (tape_move){1 + i, i, TAPE_NOWHERE};
    for (uint32_t i = 0; i < m->n; i++)
        *x++ = (tape_move){m->t->segments[1].out_slots[i], i % 3 == 2 ? TAPE_NOWHERE : m->n + i, m->known + i};
    c->middle = (size_t)(x - c->moves);
    for (uint32_t i = 0; next && i < m->n; i++)
        *x++ = (tape_move){m->t->segments[2].out_slots[i], 2 * m->n + i, TAPE_NOWHERE};
    c->move_count = (size_t)(x - c->moves);
    m->t->carries = c;
    m->t->carry_count = 1;
}

static double *slots_for(const machine *m, const tape_program *p) {
    double *slots = ARENA_ARRAY(m->a, double, m->t->slot_count);
    tape_scalar.init(m->t, slots);
    tape_run(p, 0, slots);
    return slots;
}

static void expect_same(const machine *m, const tape_backend *b, const double *in, double time, bool next) {
    const tape_program *p = tape_load(m->a, m->t, b);
    double *slots = slots_for(m, p), *byhand = slots_for(m, p), out[OUT + 1];
    for (size_t k = 0; k <= OUT; k++)
        out[k] = GUARD;
    const double sum = tape_carry_run(p, 0, slots, time, in, out);
    byhand[0] = time;
    memcpy(byhand + 1, in, m->n * sizeof *in);
    tape_run(p, 1, byhand);
    bool finite = true;
    for (uint32_t i = 0; i < m->n; i++) {
        byhand[m->known + i] = byhand[m->t->segments[1].out_slots[i]];
        finite = finite && isfinite(byhand[m->known + i]);
    }
    tape_run(p, 2, byhand);
    assert_int_equal(sum == 0, finite);
    for (uint32_t i = 0; i < m->n; i++) {
        const double none = GUARD;
        assert_memory_equal(&out[i], &in[i], sizeof *in);
        assert_memory_equal(&out[m->n + i], i % 3 == 2 ? &none : &byhand[m->known + i], sizeof *in);
        assert_memory_equal(&out[2 * m->n + i], next ? &byhand[m->t->segments[2].out_slots[i]] : &none, sizeof *in);
        assert_memory_equal(&slots[m->known + i], &byhand[m->known + i], sizeof *in);
    }
    for (size_t k = 3 * m->n; k <= OUT; k++)
        assert_true(out[k] == GUARD);
}

static void every_back_end_carries_the_same(void **state) {
    (void)state;
    const double in[MOST] = {2, 0.3, 5, -0.7, 11}, broken[MOST] = {-2, 0.3, 5, -0.7, 11};
    for (uint32_t n = 1; n <= MOST; n++) {
        for (int next = 0; next < 2; next++) {
            machine m = make(n);
            carry(&m, next);
            for (size_t k = 0; k < tape_backend_count; k++) {
                if (tape_backends[k]->lanes > 1)
                    continue;
                expect_same(&m, tape_backends[k], in, 1.5, next);
                expect_same(&m, tape_backends[k], broken, 1.5, next);
            }
            base_arena_destroy(m.a);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_back_end_carries_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
