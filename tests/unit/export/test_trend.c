/* Tests of derivatives in one direction: of the equations of motion, of what is computed of it, of reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "api/handles.h"
#include "export/trend.h"

/* 2 x'' = push - 3 x^2, where push = 5 u. */
static const char cubic[] =
    "model subject\ninput u = 0\nlet push = 5*u\ncoord x = 1\nparticle ball: mass 2 at [x, 0]\n"
    "force wind: [push - 3*x^2, 0] at ball\noutput square = x^2\n"
    "report last = final(x)^2\nsimulate until 1\n";

typedef struct subject {
    arena *a;
    lgr_model *handle;
    model *m;
    export_machine *x;
} subject;

static subject begin(const char *text) {
    subject s = {.a = base_arena_create()};
    s.handle = lgr_model_parse("subject", text, strlen(text), NULL, 0);
    assert_int_equal(lgr_model_status(s.handle), LGR_STATUS_OK);
    s.m = model_copy(s.handle->m, s.a);
    s.x = export_machine_create(s.m, s.a);
    assert_int_equal(s.x->shapes.len, 1);
    return s;
}

static void end(subject *s) {
    export_machine_dispose(s->x);
    model_dispose(s->m);
    base_arena_destroy(s->a);
    lgr_model_destroy(s->handle);
}

static double *slots_of(subject *s, const tape *t) {
    double *slots = ARENA_ARRAY(s->a, double, t->slot_count);
    tape_scalar.init(t, slots);
    return slots;
}

static void run(const tape *t, double *slots) {
    for (size_t k = 0; k < t->segment_count; k++)
        tape_scalar.run(t, k, slots);
}

static double result(const tape *t, const double *slots, size_t segment, size_t k) {
    return slots[t->segments[segment].out_slots[k]];
}

enum { SEED_X = 1, SEED_V, SEED_U };

static void test_of_the_motion(void **state) {
    (void)state;
    subject s = begin(cubic);
    const export_trend f = export_trend_create(s.x, &s.x->shapes.at[0]);
    const mode *o = s.x->shapes.at[0].of;
    double *slots = slots_of(&s, f.t);
    assert_int_equal(f.solved_at, f.seed_at + 4);
    assert_int_equal(f.input_count, f.solved_at + 1);
    slots[o->q_slot] = 1.5;
    slots[f.seed_at + SEED_X] = 1;
    run(f.t, slots);
    assert_true(result(f.t, slots, TREND_MOTION, 0) == 9);
    slots[f.seed_at + SEED_X] = 0;
    slots[f.seed_at + SEED_U] = 2;
    run(f.t, slots);
    assert_true(result(f.t, slots, TREND_MOTION, 0) == -10);
    end(&s);
}

static void test_of_outputs(void **state) {
    (void)state;
    enum { OUTPUT = 3 }; /* after the energies */
    subject s = begin(cubic);
    const export_trend f = export_trend_create(s.x, &s.x->shapes.at[0]);
    double *slots = slots_of(&s, f.t);
    slots[s.x->shapes.at[0].of->q_slot] = 1.5;
    slots[f.seed_at + SEED_X] = 4;
    run(f.t, slots);
    assert_true(result(f.t, slots, TREND_SHOWN, OUTPUT) == 12);
    end(&s);
}

static void test_of_reports(void **state) {
    (void)state;
    subject s = begin(cubic);
    const tape *t = export_trend_reports(s.x);
    double *slots = slots_of(&s, t);
    const size_t reducer = s.m->param_count;
    slots[reducer] = 3;
    slots[reducer + s.m->reducer_count] = 2;
    run(t, slots);
    assert_true(result(t, slots, 1, 0) == 12);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of_the_motion),
        cmocka_unit_test(test_of_outputs),
        cmocka_unit_test(test_of_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
