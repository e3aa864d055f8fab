/* Programs of a mode: parameters and inputs in their slots, and the back end that runs them. */
#include "sim/support.h"

#define SPRING                                                                                                         \
    "param k = 4\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\nreport a = integral(x), b = mean(x)\n"

static void a_state_has_places_velocities_and_quadratures(void **state) {
    (void)state;
    motion x = motion_begin(SPRING "report c = final(x)\n");
    assert_int_equal(dynamics_state_size(x.s, x.s->mode), 2 + 3);
    motion_end(&x);
}

static void programs_follow_the_block_of_parameters(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    loaded_tape *p = x.s->mode->evaluation;
    const uint32_t force = p->t->segments[SEG_MOTION].out_slots[0];
    double before = p->slots[force];
    assert_true(dynamics_is_current(p));
    model_set_value(x.of.m, &x.of.m->params[0], 6);
    assert_false(dynamics_is_current(p));
    assert_near(p->slots[force], before, 0);
    dynamics_run_program(x.s, p);
    assert_near(p->slots[force], 1.5 * before, 1e-15);
    assert_true(dynamics_is_current(p));
    motion_end(&x);
}

/* Machine code is written once a program has been run often enough; with a chosen back end at once or never. */
static void code_comes_after_many_runs(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    loaded_tape *p = dynamics_load_program(x.s, x.s->mode->program);
    long runs = p->waits;
    assert_int_equal(runs, 50 + 8000 / (long)(p->t->code_count + 1));
    for (long i = 1; i < runs; i++)
        dynamics_run_program(x.s, p);
    assert_ptr_equal(tape_backend_of(p->code), &tape_scalar);
    dynamics_run_program(x.s, p);
    assert_int_equal(p->waits, 0);
    assert_ptr_equal(tape_backend_of(p->code), tape_backend_of(tape_load(x.memory, p->t, tape_fastest(1))));
    x.s->options.backend = &tape_scalar;
    assert_int_equal(dynamics_load_program(x.s, x.s->mode->program)->waits, 0);
    motion_end(&x);
}

/* All but the parameters, which each program has of its own. */
static void inputs_are_handed_over(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    mode *m = x.s->mode;
    loaded_tape *p = dynamics_load_program(x.s, m->program);
    p->slots[0] = 77;
    m->slots[m->q_slot] = 0.25;
    m->slots[m->v_slot] = 0.5;
    assert_false(dynamics_has_inputs(m, p));
    dynamics_copy_inputs(m, p);
    assert_true(dynamics_has_inputs(m, p));
    assert_near(p->slots[m->v_slot], 0.5, 0);
    assert_near(p->slots[0], 77, 0);
    m->segments_run = ~0u;
    dynamics_evaluate_by(m, p);
    assert_ptr_equal(m->slots, p->slots);
    assert_int_equal(m->segments_run, 0);
    motion_end(&x);
}

static void what_the_kit_keeps_is_in_its_arena(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    arena *own = base_arena_create(), *before = x.s->a;
    x.s->a = own;
    arena *run = dynamics_kit_enter(x.s);
    assert_ptr_equal(x.s->a, x.kit->a);
    dynamics_kit_leave(x.s, run);
    assert_ptr_equal(x.s->a, own);
    x.s->a = before;
    base_arena_destroy(own);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_has_places_velocities_and_quadratures),
        cmocka_unit_test(programs_follow_the_block_of_parameters),
        cmocka_unit_test(code_comes_after_many_runs),
        cmocka_unit_test(inputs_are_handed_over),
        cmocka_unit_test(what_the_kit_keeps_is_in_its_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
