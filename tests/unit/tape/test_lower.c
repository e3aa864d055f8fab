/* Tests of the lowering: what stands in which segment, what is fused, which slots are shared. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tape/tape.h"

/* Variables p, q (fixed), x, y, z in every test. */
typedef struct fixture {
    arena *a;
    graph *g;
    uint32_t vars[5];
    expr_id p, q, x, y, z;
} fixture;

static int set_up(void **state) {
    arena *a = base_arena_create();
    fixture *f = ARENA_NEW(a, fixture);
    f->a = a;
    f->g = expr_graph_create(a);
    expr_id *const ids[5] = {&f->p, &f->q, &f->x, &f->y, &f->z};
    const char *const names[5] = {"p", "q", "x", "y", "z"};
    for (int k = 0; k < 5; k++) {
        *ids[k] = expr_new_var(f->g, names[k]);
        f->vars[k] = expr_node_at(f->g, *ids[k])->var;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(((fixture *)*state)->a);
    return 0;
}

static tape *build(fixture *f, const tape_group *groups, size_t count) {
    return tape_build(f->a, f->g, f->vars, 5, 2, groups, count);
}

static tape *build_one(fixture *f, const expr_id *roots, size_t count) {
    return build(f, &(tape_group){roots, count, NULL, 0}, 1);
}

static size_t length(const tape *t, size_t segment) {
    return t->segments[segment].last - t->segments[segment].first;
}

static size_t count_op(const tape *t, size_t segment, tape_op op) {
    size_t count = 0;
    for (size_t i = t->segments[segment].first; i < t->segments[segment].last; i++) {
        count += t->code[i].op == (uint32_t)op;
    }
    return count;
}

/* Operands that an instruction reads from slots. */
static int operand_count(const tape_instr *i) {
    switch ((tape_op)i->op) {
    case TAPE_SINCOS:
    case TAPE_SQUARE:
    case TAPE_POWI:
    case TAPE_RECIP:
        return 1;
    case TAPE_FMA3:
        return 3;
    default:
        return expr_op_table[i->op].arity;
    }
}

/* Runs all segments and compares each result with the value of its root. */
static void check_values(fixture *f, const tape *t, const tape_group *groups, const double values[5], double relative) {
    double *slots = ARENA_ARRAY(f->a, double, t->slot_count);
    tape_scalar.init(t, slots);
    memcpy(slots, values, 5 * sizeof *slots);
    for (size_t s = 0; s < t->segment_count; s++) {
        tape_scalar.run(t, s, slots);
        for (size_t r = 0; r < t->segments[s].out_count; r++) {
            const double want = expr_eval(f->g, groups[s - 1].roots[r], values);
            const double got = slots[t->segments[s].out_slots[r]];
            if (!(fabs(got - want) <= relative * fabs(want))) {
                fail_msg("segment %zu root %zu: got %.17g, want %.17g", s, r, got, want);
            }
        }
    }
    assert_memory_equal(slots, values, 5 * sizeof *slots);
}

static const double point[5] = {1.25, -0.75, 0.5, 2.0, -3.5};

/* Every instruction reads inputs, constants and what was computed before; it never writes those nor what it reads. */
static void check_sound(const tape *t) {
    const size_t first_free = t->input_count + t->constant_count;
    bool *written = calloc(t->slot_count, sizeof *written);
    assert_non_null(written);
    for (size_t i = 0; i < t->code_count; i++) {
        const tape_instr *c = &t->code[i];
        const uint32_t read[3] = {c->a, c->b, c->c};
        const uint32_t last = c->dst + (c->op == TAPE_SINCOS);
        assert_true(c->dst >= first_free && last < t->slot_count);
        for (int k = 0; k < operand_count(c); k++) {
            assert_true(read[k] < first_free || written[read[k]]);
            assert_false(read[k] >= c->dst && read[k] <= last);
        }
        written[c->dst] = written[last] = true;
    }
    free(written);
}

static void test_leaves_have_no_instructions(void **state) {
    fixture *f = *state;
    const expr_id roots[] = {f->y, expr_int(f->g, 7), f->p, expr_int(f->g, 7)};
    const tape *t = build_one(f, roots, 4);
    assert_int_equal(t->code_count, 0);
    assert_int_equal(t->segment_count, 2);
    assert_int_equal(t->constant_count, 1);
    assert_true(t->constants[0] == 7);
    const uint32_t *out = t->segments[1].out_slots;
    assert_int_equal(out[0], 3);
    assert_int_equal(out[1], 5);
    assert_int_equal(out[2], 0);
    assert_int_equal(out[3], 5);
    assert_int_equal(t->slot_count, 6);
}

static void test_empty_groups(void **state) {
    fixture *f = *state;
    const tape *t = build(f, NULL, 0);
    assert_int_equal(t->segment_count, 1);
    assert_int_equal(t->code_count, 0);
    const tape *one = build_one(f, NULL, 0);
    assert_int_equal(one->segment_count, 2);
    assert_int_equal(one->segments[1].out_count, 0);
}

static void test_fixed_part_goes_to_segment_0(void **state) {
    fixture *f = *state;
    const expr_id s = expr_unary(f->g, EXPR_EXP, expr_add(f->g, f->p, f->q));
    const expr_id roots[] = {expr_div(f->g, expr_sub(f->g, f->x, s), f->y), s};
    const tape_group group = {roots, 2, NULL, 0};
    const tape *t = build(f, &group, 1);
    assert_int_equal(length(t, 0), 2);
    assert_int_equal(count_op(t, 0, TAPE_ADD), 1);
    assert_int_equal(count_op(t, 0, TAPE_EXP), 1);
    assert_int_equal(length(t, 1), 2);
    assert_int_equal(t->segments[0].out_count, 0);
    check_sound(t);
    check_values(f, t, &group, point, 0);
}

/* Whatever segment 0 reads goes back to fixed inputs and constants only. */
static void test_segment_0_reads_no_changing_input(void **state) {
    fixture *f = *state;
    expr_id e = f->p;
    for (int k = 1; k < 40; k++) {
        const expr_id other = k % 3 == 0 ? f->q : k % 7 == 0 ? f->x : expr_int(f->g, k);
        e = k % 2 ? expr_sub(f->g, expr_unary(f->g, EXPR_SIN, e), other) : expr_div(f->g, e, expr_add(f->g, e, other));
    }
    const tape_group group = {&e, 1, NULL, 0};
    const tape *t = build(f, &group, 1);
    assert_true(length(t, 0) > 3);
    assert_true(length(t, 1) > 3);
    for (size_t i = 0; i < t->segments[0].last; i++) {
        const uint32_t read[3] = {t->code[i].a, t->code[i].b, t->code[i].c};
        for (int k = 0; k < operand_count(&t->code[i]); k++) {
            assert_false(read[k] >= 2 && read[k] < 5);
        }
    }
    check_sound(t);
    check_values(f, t, &group, point, 1e-13);
}

static void test_segments_share_and_follow_each_other(void **state) {
    fixture *f = *state;
    const expr_id shared = expr_unary(f->g, EXPR_EXP, f->x);
    const expr_id first = expr_unary(f->g, EXPR_LOG, expr_add(f->g, shared, f->p));
    const expr_id second = expr_add(f->g, expr_unary(f->g, EXPR_TAN, f->y), shared);
    const expr_id third[] = {expr_sub(f->g, second, f->z), first};
    const uint32_t new_y[] = {f->vars[3]}, new_z[] = {f->vars[4]};
    const tape_group groups[] = {{&first, 1, NULL, 0}, {&second, 1, new_y, 1}, {third, 2, new_z, 1}};
    const tape *t = build(f, groups, 3);
    assert_int_equal(t->segment_count, 4);
    assert_int_equal(length(t, 0), 0);
    assert_int_equal(length(t, 1), 3);
    assert_int_equal(length(t, 2), 2);
    assert_int_equal(length(t, 3), 1);
    assert_int_equal(count_op(t, 1, TAPE_EXP), 1);
    assert_int_equal(count_op(t, 2, TAPE_EXP), 0);
    assert_int_equal(t->segments[3].out_slots[1], t->segments[1].out_slots[0]);
    check_sound(t);
    check_values(f, t, groups, point, 0);
}

/* Segment 1 must not touch y before it is known, and results must survive later segments and reruns of them. */
static void test_new_inputs_are_read_in_their_segment_only(void **state) {
    fixture *f = *state;
    const expr_id first = expr_mul(f->g, expr_unary(f->g, EXPR_COS, f->x), f->p);
    const expr_id second = expr_sub(f->g, first, expr_unary(f->g, EXPR_EXP, f->y));
    const uint32_t new_y[] = {f->vars[3]};
    const tape_group groups[] = {{&first, 1, NULL, 0}, {&second, 1, new_y, 1}};
    const tape *t = build(f, groups, 2);
    double slots[32];
    assert_true(t->slot_count <= 32);
    tape_scalar.init(t, slots);
    memcpy(slots, point, sizeof point);
    slots[3] = NAN;
    tape_scalar.run(t, 0, slots);
    tape_scalar.run(t, 1, slots);
    const double known = slots[t->segments[1].out_slots[0]];
    assert_true(known == cos(0.5) * 1.25);
    for (int k = 0; k < 3; k++) {
        slots[3] = k;
        tape_scalar.run(t, 2, slots);
        assert_true(slots[t->segments[2].out_slots[0]] == known - exp((double)k));
        assert_true(slots[t->segments[1].out_slots[0]] == known);
    }
}

static void test_sine_and_cosine_fuse(void **state) {
    fixture *f = *state;
    const expr_id angle = expr_mul(f->g, f->x, f->y);
    const expr_id s = expr_unary(f->g, EXPR_SIN, angle), c = expr_unary(f->g, EXPR_COS, angle);
    const expr_id first[] = {c, expr_unary(f->g, EXPR_SIN, f->z)}, second[] = {s, c};
    const tape_group groups[] = {{first, 2, NULL, 0}, {second, 2, NULL, 0}};
    const tape *t = build(f, groups, 2);
    assert_int_equal(count_op(t, 1, TAPE_SINCOS), 1);
    assert_int_equal(count_op(t, 1, TAPE_SIN), 1);
    assert_int_equal(count_op(t, 1, TAPE_COS), 0);
    assert_int_equal(length(t, 2), 0);
    assert_int_equal(t->segments[2].out_slots[1], t->segments[2].out_slots[0] + 1);
    check_sound(t);
    check_values(f, t, groups, point, 0);
}

/* Sines that are ready together stand next to each other, those that rest on them later. */
static void test_sines_stand_together(void **state) {
    fixture *f = *state;
    const expr_id x = expr_unary(f->g, EXPR_SIN, f->x), y = expr_unary(f->g, EXPR_COS, expr_mul(f->g, f->x, f->y));
    const expr_id z = expr_unary(f->g, EXPR_SIN, expr_unary(f->g, EXPR_EXP, f->z));
    const expr_id late = expr_unary(f->g, EXPR_SIN, expr_add(f->g, x, f->y));
    const expr_id roots[] = {expr_div(f->g, late, expr_unary(f->g, EXPR_EXP, x)), expr_sub(f->g, y, z)};
    const tape_group group = {roots, 2, NULL, 0};
    const tape *t = build(f, &group, 1);
    size_t first = t->code_count;
    for (size_t i = t->code_count; i-- > 0;) {
        first = t->code[i].op == TAPE_SIN || t->code[i].op == TAPE_COS ? i : first;
    }
    assert_int_equal(first, 2); /* after a product and an exponential */
    assert_int_equal(t->code[3].op, TAPE_COS);
    assert_int_equal(t->code[4].op, TAPE_SIN);
    assert_int_equal(count_op(t, 1, TAPE_SIN), 3);
    check_sound(t);
    check_values(f, t, &group, point, 1e-15);
}

static void test_products_fuse_into_sums_when_read_once(void **state) {
    fixture *f = *state;
    const expr_id product = expr_mul(f->g, f->x, f->y), other = expr_mul(f->g, f->y, f->z);
    const expr_id once[] = {expr_add(f->g, product, f->z)};
    const tape_group group = {once, 1, NULL, 0};
    const tape *t = build(f, &group, 1);
    assert_int_equal(t->code_count, 1);
    assert_int_equal(count_op(t, 1, TAPE_FMA3), 1);
    check_values(f, t, &group, point, 0);

    const expr_id twice[] = {expr_add(f->g, product, f->z), product};
    t = build_one(f, twice, 2);
    assert_int_equal(count_op(t, 1, TAPE_FMA3), 0);
    assert_int_equal(t->code_count, 2);

    const expr_id both[] = {expr_add(f->g, product, other), other};
    t = build_one(f, both, 2);
    assert_int_equal(count_op(t, 1, TAPE_FMA3), 1);
    assert_int_equal(count_op(t, 1, TAPE_MUL), 1);

    const expr_id rare[] = {expr_add(f->g, expr_mul(f->g, f->p, f->q), f->x)};
    t = build_one(f, rare, 1);
    assert_int_equal(count_op(t, 0, TAPE_MUL), 1);
    assert_int_equal(count_op(t, 1, TAPE_ADD), 1);
}

static void test_powers(void **state) {
    fixture *f = *state;
    /* The instruction that reads y; a power below 0 may be followed by RECIP. */
    static const struct {
        int64_t num, den;
        tape_op op;
        size_t count;
    } cases[] = {{2, 1, TAPE_SQUARE, 1},  {-1, 1, TAPE_RECIP, 1}, {3, 1, TAPE_POWI, 1}, {16, 1, TAPE_POWI, 1},
                 {-2, 1, TAPE_SQUARE, 2}, {-16, 1, TAPE_POWI, 2}, {17, 1, TAPE_POW, 1}, {-17, 1, TAPE_POW, 2},
                 {3, 2, TAPE_POW, 1},     {-5, 3, TAPE_POW, 1},   {1, 2, TAPE_SQRT, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const expr_id root = expr_pow(f->g, f->y, expr_rational(f->g, cases[k].num, cases[k].den));
        const tape_group group = {&root, 1, NULL, 0};
        const tape *t = build(f, &group, 1);
        if (t->code_count != cases[k].count || t->code[0].op != (uint32_t)cases[k].op) {
            fail_msg("power %d/%d: instruction %u", (int)cases[k].num, (int)cases[k].den, t->code[0].op);
        }
        assert_true(t->code_count == 1 || t->code[1].op == TAPE_RECIP);
        assert_int_equal(t->constant_count, cases[k].op == TAPE_POW);
        check_values(f, t, &group, point, 1e-15);
    }
}

static void test_constants_are_shared_by_bits(void **state) {
    fixture *f = *state;
    const expr_id tenth = expr_rational(f->g, 1, 10), same = expr_real(f->g, 0.1), unused = expr_int(f->g, 77);
    (void)unused;
    const expr_id roots[] = {expr_sub(f->g, f->x, tenth), expr_sub(f->g, f->y, same), expr_pow(f->g, f->z, tenth),
                             expr_powi(f->g, f->z, 9)};
    const tape_group group = {roots, 4, NULL, 0};
    const tape *t = build(f, &group, 1);
    for (size_t k = 0; k < t->constant_count; k++) {
        assert_false(t->constants[k] == 77 || t->constants[k] == 9);
        for (size_t n = 0; n < k; n++) {
            assert_memory_not_equal(&t->constants[k], &t->constants[n], sizeof(double));
        }
    }
    check_sound(t);
    const double values[5] = {1, 2, 3, 4, 5};
    check_values(f, t, &group, values, 1e-15);
}

static void test_slots_are_reused(void **state) {
    fixture *f = *state;
    enum { STEPS = 1000 };
    expr_id e = f->x;
    for (int k = 0; k < STEPS; k++) {
        const expr_id s = expr_unary(f->g, EXPR_SIN, e), c = expr_unary(f->g, EXPR_COS, e);
        e = expr_sub(f->g, expr_mul(f->g, s, f->y), expr_div(f->g, c, expr_add(f->g, f->z, s)));
    }
    const tape_group group = {&e, 1, NULL, 0};
    const tape *t = build(f, &group, 1);
    assert_int_equal(t->code_count, 5 * STEPS);
    assert_true(t->slot_count <= 5 + 1 + 8);
    check_sound(t);
    check_values(f, t, &group, point, 0);
}

/* A walk by recursion would need a stack frame per step. */
static void test_deep_expression(void **state) {
    fixture *f = *state;
    enum { STEPS = 300000 };
    expr_id e = f->x;
    for (int k = 0; k < STEPS; k++) {
        e = expr_unary(f->g, k % 2 ? EXPR_ATAN : EXPR_SINH, e);
    }
    const tape_group group = {&e, 1, NULL, 0};
    const tape *t = build(f, &group, 1);
    assert_int_equal(t->code_count, STEPS);
    assert_int_equal(t->slot_count, 5 + 3);
    check_values(f, t, &group, point, 0);
}

static void test_variables_may_come_in_any_order(void **state) {
    fixture *f = *state;
    const uint32_t vars[] = {f->vars[4], f->vars[2]};
    const expr_id root = expr_sub(f->g, f->x, f->z);
    const tape *t = tape_build(f->a, f->g, vars, 2, 0, &(tape_group){&root, 1, NULL, 0}, 1);
    assert_int_equal(t->input_count, 2);
    double slots[3] = {10, 4, 0};
    assert_int_equal(t->slot_count, 3);
    tape_scalar.run(t, 1, slots);
    assert_true(slots[t->segments[1].out_slots[0]] == -6);
}

/* Whether the work ends the process, tried in a child. */
static bool ends_process(void (*work)(fixture *), fixture *f) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) /* its message is not for the reader of the tests */
            _exit(0);
        signal(SIGABRT, SIG_DFL);
        work(f);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void read_new_input(fixture *f, size_t group) {
    const expr_id roots[2] = {group == 0 ? f->y : f->x, f->y};
    const uint32_t new_y[] = {f->vars[3]};
    build(f, (const tape_group[]){{&roots[0], 1, NULL, 0}, {&roots[1], 1, new_y, 1}}, 2);
}

static void read_too_early(fixture *f) {
    read_new_input(f, 0);
}

static void read_in_time(fixture *f) {
    read_new_input(f, 1);
}

static void read_unknown_variable(fixture *f) {
    const expr_id root = expr_add(f->g, f->x, f->y);
    tape_build(f->a, f->g, &f->vars[2], 1, 0, &(tape_group){&root, 1, NULL, 0}, 1);
}

static void test_misuse_is_caught(void **state) {
    assert_false(ends_process(read_in_time, *state));
    assert_true(ends_process(read_too_early, *state));
    assert_true(ends_process(read_unknown_variable, *state));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_leaves_have_no_instructions),
        TEST(test_empty_groups),
        TEST(test_fixed_part_goes_to_segment_0),
        TEST(test_segment_0_reads_no_changing_input),
        TEST(test_segments_share_and_follow_each_other),
        TEST(test_new_inputs_are_read_in_their_segment_only),
        TEST(test_sine_and_cosine_fuse),
        TEST(test_sines_stand_together),
        TEST(test_products_fuse_into_sums_when_read_once),
        TEST(test_powers),
        TEST(test_constants_are_shared_by_bits),
        TEST(test_slots_are_reused),
        TEST(test_deep_expression),
        TEST(test_variables_may_come_in_any_order),
        TEST(test_misuse_is_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
