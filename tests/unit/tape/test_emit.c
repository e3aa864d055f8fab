/* Tests of machine code: long programs that fill the registers, rights of memory, what is done where there is none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "tape/tape.h"
#include "tape/x86/emit.h"

enum { VARS = 10, FIXED = 3, NODES = 3000, ROOTS = 60, GROUPS = 3, LANES = 8 };

typedef struct program_case {
    arena *a;
    graph *g;
    uint64_t seed;
    bool sines;
    uint32_t vars[VARS];
    expr_id nodes[VARS + NODES], roots[ROOTS];
    const tape *t;
} program_case;

static uint32_t draw(program_case *c, uint32_t below) {
    c->seed = c->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((c->seed >> 33) % below);
}

/* Mostly without calls, which would empty the registers all the time. */
static expr_op draw_op(program_case *c) {
    static const expr_op plain[] = {EXPR_ADD, EXPR_SUB, EXPR_MIN, EXPR_MAX, EXPR_ADD, EXPR_SUB, EXPR_MUL,
                                    EXPR_ADD, EXPR_SUB, EXPR_NEG, EXPR_ABS, EXPR_MIN, EXPR_MAX, EXPR_SELECT};
    static const expr_op rare[] = {EXPR_EXP, EXPR_ATAN2, EXPR_POW, EXPR_HYPOT, EXPR_TANH, EXPR_SQRT, EXPR_LT, EXPR_LE,
                                   EXPR_AND, EXPR_OR,    EXPR_NOT, EXPR_SIGN,  EXPR_DIV,  EXPR_SIN,  EXPR_COS};
    const uint32_t rare_count = sizeof rare / sizeof *rare;
    return draw(c, 40) == 0 ? rare[draw(c, rare_count - (c->sines ? 0 : 2))]
                            : plain[draw(c, sizeof plain / sizeof *plain)];
}

static expr_id draw_node(program_case *c, uint32_t count) {
    const uint32_t far = draw(c, 3) ? 30 : 300; /* some are used again much later */
    const uint32_t reach = count < far ? count : far;
    return c->nodes[count - 1 - draw(c, reach)];
}

static void make_case(program_case *c, uint64_t seed) {
    *c = (program_case){.a = base_arena_create(), .seed = seed, .sines = seed % 2 == 0};
    c->g = expr_graph_create(c->a);
    for (uint32_t k = 0; k < VARS; k++) {
        c->nodes[k] = expr_new_var(c->g, "v");
        c->vars[k] = expr_node_at(c->g, c->nodes[k])->var;
    }
    for (uint32_t k = VARS; k < VARS + NODES; k++) {
        const expr_op op = draw_op(c);
        const int arity = expr_op_table[op].arity;
        const expr_id x = draw_node(c, k), y = arity > 1 ? draw_node(c, k) : EXPR_NONE;
        c->nodes[k] = draw(c, 30) == 0 ? expr_real(c->g, 0.25 * (double)draw(c, 40) - 5)
                                       : expr_make(c->g, op, x, y, arity > 2 ? draw_node(c, k) : EXPR_NONE);
    }
    tape_group groups[GROUPS];
    for (uint32_t k = 0; k < ROOTS; k++) {
        c->roots[k] = c->nodes[VARS + NODES - 1 - draw(c, 500)];
    }
    for (uint32_t k = 0; k < GROUPS; k++) {
        groups[k] = (tape_group){c->roots + k * ROOTS / GROUPS, ROOTS / GROUPS, NULL, 0};
    }
    c->t = tape_build(c->a, c->g, c->vars, VARS, FIXED, groups, GROUPS);
}

/* Slots after all segments have been run, with inputs of the given number. */
static double *run_all(program_case *c, tape_program *p, uint64_t inputs) {
    const tape_backend *b = tape_backend_of(p);
    const size_t lanes = (size_t)b->lanes;
    double *slots = ARENA_ARRAY(c->a, double, c->t->slot_count *lanes);
    b->init(c->t, slots);
    for (size_t k = 0; k < VARS * lanes; k++) {
        slots[k] = sin((double)(inputs * 100 + k / lanes) + 0.01 * (double)(k % lanes)) * 3;
    }
    for (size_t k = 0; k < c->t->segment_count; k++) {
        tape_run(p, k, slots);
    }
    return slots;
}

/* Returns how many results are ordinary numbers. */
static int check_same(const program_case *c, const double *got, const double *want, const tape_backend *b) {
    const size_t lanes = (size_t)b->lanes;
    int ordinary = 0;
    for (size_t k = 1; k < c->t->segment_count; k++) {
        for (size_t r = 0; r < c->t->segments[k].out_count * lanes; r++) {
            const size_t at = c->t->segments[k].out_slots[r / lanes] * lanes + r % lanes;
            ordinary += isfinite(want[at]) && want[at] != 0 && want[at] != 1;
            if (memcmp(&got[at], &want[at], sizeof *got) != 0 && !(isnan(got[at]) && isnan(want[at]))) {
                fail_msg("%s: root %zu of segment %zu: %.17g, not %.17g", b->name, r, k, got[at], want[at]);
            }
        }
    }
    return ordinary;
}

static void test_long_programs(void **state) {
    (void)state;
    static program_case c;
    int ordinary = 0, all = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        make_case(&c, seed);
        for (size_t k = 0; k < tape_backend_count; k++) {
            const tape_backend *b = tape_backends[k];
            tape_program *own = tape_load(c.a, c.t, b),
                         *plain = tape_load(c.a, c.t, b->lanes == 1 ? &tape_scalar : &tape_lanes8);
            for (uint64_t inputs = 0; inputs < 4; inputs++) {
                ordinary += check_same(&c, run_all(&c, own, inputs), run_all(&c, plain, inputs), b);
                all += ROOTS * b->lanes;
            }
            tape_unload(own);
        }
        base_arena_destroy(c.a);
    }
    assert_true(ordinary > all / 8);
}

/* What one segment leaves is there for the next, whoever runs it. */
static void test_segments_of_different_backends_mix(void **state) {
    (void)state;
    static program_case c;
    make_case(&c, 99);
    tape_program *all[2] = {tape_load(c.a, c.t, tape_fastest(1)), tape_load(c.a, c.t, &tape_scalar)};
    const double *want = run_all(&c, all[1], 5);
    for (int first = 0; first < 2; first++) {
        double *slots = run_all(&c, all[1], 6); /* other values, to be replaced */
        memcpy(slots, want, VARS * sizeof *slots);
        for (size_t k = 0; k < c.t->segment_count; k++) {
            tape_run(all[(k + (size_t)first) % 2], k, slots);
        }
        check_same(&c, slots, want, &tape_scalar);
    }
    tape_unload(all[0]);
    base_arena_destroy(c.a);
}

static void test_unloaded_programs_are_interpreted(void **state) {
    (void)state;
    static program_case c;
    make_case(&c, 7);
    for (size_t k = 0; k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k], *plain = b->lanes == 1 ? &tape_scalar : &tape_lanes8;
        tape_program *p = tape_load(c.a, c.t, b);
        assert_ptr_equal(tape_backend_of(p), b->available() ? b : plain);
        assert_true((tape_code_size(p) > 0) == (b->write && b->available()));
        const double *before = run_all(&c, p, 1);
        tape_unload(p);
        assert_ptr_equal(tape_backend_of(p), plain);
        assert_int_equal(tape_code_size(p), 0);
        check_same(&c, run_all(&c, p, 1), before, plain);
        tape_unload(p); /* does no harm */
    }
    base_arena_destroy(c.a);
}

static bool never(void) {
    return false;
}

static void test_backends_that_are_not_there(void **state) {
    (void)state;
    static program_case c;
    make_case(&c, 8);
    tape_backend absent = *tape_fastest(1);
    absent.available = never;
    tape_program *p = tape_load(c.a, c.t, &absent);
    assert_ptr_equal(tape_backend_of(p), &tape_scalar);
    base_arena_destroy(c.a);
}

static void test_slots_out_of_reach(void **state) {
    (void)state;
    arena *a = base_arena_create();
    size_t entries[1], length;
    const tape t = {.slot_count = (size_t)1 << 28, .segment_count = 0};
    assert_null(x86_emit(a, &t, tape_sse2.machine, entries, &length));
    base_arena_destroy(a);
}

static void test_the_fastest_is_available(void **state) {
    (void)state;
    for (int lanes = 1; lanes <= LANES; lanes += LANES - 1) {
        assert_int_equal(tape_fastest(lanes)->lanes, lanes);
        assert_true(tape_fastest(lanes)->available());
    }
#if defined(__x86_64__) && defined(__linux__)
    assert_true(tape_sse2.available());
    assert_non_null(tape_fastest(1)->machine);
#endif
}

/* Mappings with these rights, as the system lists them; -1 where it does not. */
static int count_mappings(char write, char execute, bool anonymous) {
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps) {
        return -1;
    }
    char line[1024], rights[8];
    int count = 0;
    while (fgets(line, sizeof line, maps)) {
        unsigned long inode = 1;
        if (sscanf(line, "%*s %7s %*s %*s %lu", rights, &inode) == 2) {
            count += rights[1] == write && rights[2] == execute && (!anonymous || inode == 0);
        }
    }
    fclose(maps);
    return count;
}

static void test_nothing_is_both_writable_and_executable(void **state) {
    (void)state;
    if (count_mappings('w', 'x', false) < 0 || !tape_fastest(1)->machine) {
        skip();
    }
    static program_case c;
    make_case(&c, 11);
    const int before = count_mappings('-', 'x', true);
    tape_program *p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = tape_load(c.a, c.t, tape_fastest(1));
        assert_true(tape_code_size(p[k]) > 4096);
    }
    assert_int_equal(count_mappings('w', 'x', false), 0);
    assert_true(count_mappings('-', 'x', true) > before); /* neighbours count as one */
    for (int k = 0; k < 3; k++) {
        tape_unload(p[k]);
    }
    assert_int_equal(count_mappings('-', 'x', true), before);
    base_arena_destroy(c.a);
}

#ifdef __linux__

enum { DENY_WRITE_EXECUTE = 65, REFUSE_GAIN = 1, CANNOT = 77 }; /* PR_SET_MDWE of newer systems */

/* In a process that may not make memory executable that was writable. */
static int load_where_it_is_refused(program_case *c) {
    if (prctl(DENY_WRITE_EXECUTE, REFUSE_GAIN, 0, 0, 0) != 0) {
        return CANNOT;
    }
    tape_program *p = tape_load(c->a, c->t, tape_fastest(1));
    const double *got = run_all(c, p, 3), *want = run_all(c, tape_load(c->a, c->t, &tape_scalar), 3);
    check_same(c, got, want, &tape_scalar);
    return tape_backend_of(p) == &tape_scalar && tape_code_size(p) == 0 ? 0 : 1;
}

static void test_memory_that_is_refused(void **state) {
    (void)state;
    static program_case c;
    make_case(&c, 12);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(load_where_it_is_refused(&c));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    base_arena_destroy(c.a);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CANNOT) {
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

#else

static void test_memory_that_is_refused(void **state) {
    (void)state;
    skip();
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_programs),
        cmocka_unit_test(test_segments_of_different_backends_mix),
        cmocka_unit_test(test_unloaded_programs_are_interpreted),
        cmocka_unit_test(test_backends_that_are_not_there),
        cmocka_unit_test(test_slots_out_of_reach),
        cmocka_unit_test(test_the_fastest_is_available),
        cmocka_unit_test(test_memory_that_is_refused),
        cmocka_unit_test(test_nothing_is_both_writable_and_executable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
