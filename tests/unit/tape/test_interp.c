/* Tests of the backends: every instruction and random expressions, against the values of the graph and each other. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tape/tape.h"
#include "tape/x86/emit.h"

enum { MAX_LANES = 8 };

/* The same bits, or both not numbers: the payload of a NaN has no meaning. */
static bool same(double x, double y) {
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

static const double specials[] = {0.0,    -0.0, 1.0,  -1.0,   0.5,      -2.5,      3.0,     1e-3,      1e300,   -1e300,
                                  5e-324, NAN,  1e22, -1e-20, INFINITY, -INFINITY, 0.1 * 3, 1.5707963, -710.25, 355.0};
enum { SPECIAL_COUNT = sizeof specials / sizeof *specials };

/* One instruction with operands in slots 0, 1, 2 and results in slots 3, 4. */
typedef struct single {
    tape_instr code;
    uint32_t out_slots[2];
    tape_segment segment;
    tape t;
} single;

static void single_init(single *s, tape_op op, int32_t power) {
    s->code = (tape_instr){(uint32_t)op, 3, 0, op == TAPE_POWI ? (uint32_t)power : 1, 2};
    s->out_slots[0] = 3;
    s->out_slots[1] = 4;
    s->segment = (tape_segment){0, 1, s->out_slots, op == TAPE_SINCOS ? 2 : 1};
    s->t = (tape){.code = &s->code,
                  .code_count = 1,
                  .slot_count = 5,
                  .input_count = 3,
                  .segments = &s->segment,
                  .segment_count = 1};
}

static const double *operands(unsigned k, double args[3]) {
    args[0] = specials[k % SPECIAL_COUNT];
    args[1] = specials[k / SPECIAL_COUNT % SPECIAL_COUNT];
    args[2] = specials[k / SPECIAL_COUNT / SPECIAL_COUNT % SPECIAL_COUNT];
    return args;
}

static bool is_sine(int op) {
    return op == TAPE_SIN || op == TAPE_COS || op == TAPE_SINCOS;
}

/* fmin and fmax may give either of two zeros; sines and cosines are our own. */
static bool same_value(int op, double x, double y) {
    return same(x, y) || ((op == EXPR_MIN || op == EXPR_MAX) && x == 0 && y == 0) ||
           (is_sine(op) && nextafter(x, y) == y);
}

typedef void reference(const double *args, int32_t power, int op, double want[2]);

/* Runs one instruction at all triples of special values, a different triple in each lane. */
static void check_single(const tape_backend *b, tape_op op, int32_t power, reference *value, int results) {
    single s;
    double slots[5 * MAX_LANES], args[3], want[2];
    single_init(&s, op, power);
    arena *a = base_arena_create();
    tape_program *p = tape_load(a, &s.t, b);
    assert_true(!b->available() || tape_backend_of(p) == b);
    const unsigned lanes = (unsigned)b->lanes, all = SPECIAL_COUNT * SPECIAL_COUNT * SPECIAL_COUNT;
    for (unsigned k = 0; k < all; k += lanes) {
        for (unsigned lane = 0; lane < lanes; lane++) {
            for (unsigned n = 0; n < 3; n++) {
                slots[n * lanes + lane] = operands(k + lane, args)[n];
            }
        }
        tape_run(p, 0, slots);
        for (unsigned lane = 0; lane < lanes; lane++) {
            value(operands(k + lane, args), power, (int)op, want);
            for (unsigned n = 0; n < (unsigned)results; n++) {
                const double got = slots[(3 + n) * lanes + lane];
                if (!same_value((int)op, got, want[n])) {
                    fail_msg("%s: op %d (power %d) at %.17g, %.17g, %.17g: result %u is %.17g, not %.17g", b->name,
                             (int)op, (int)power, args[0], args[1], args[2], n, got, want[n]);
                }
            }
        }
    }
    tape_unload(p);
    base_arena_destroy(a);
}

static void value_of_operator(const double *args, int32_t power, int op, double want[2]) {
    (void)power;
    want[0] = expr_op_value((expr_op)op, args[0], args[1], args[2]);
}

static void test_every_operator(void **state) {
    (void)state;
    int checked = 0;
    for (int op = 0; op < EXPR_NUMERIC_OPS; op++) {
        if (expr_op_table[op].arity == 0) {
            continue;
        }
        for (size_t b = 0; b < tape_backend_count; b++) {
            check_single(tape_backends[b], (tape_op)op, 0, value_of_operator, 1);
        }
        checked++;
    }
    assert_int_equal(checked, EXPR_NUMERIC_OPS - 3);
}

static double by_squaring(double x, int32_t n) {
    double product = 1;
    for (uint32_t bits = (uint32_t)abs(n); bits != 0; bits /= 2) {
        product = bits % 2 ? product * x : product;
        x *= x;
    }
    return n < 0 ? 1 / product : product;
}

static void value_of_fused(const double *args, int32_t power, int op, double want[2]) {
    const double x = args[0];
    volatile double product = x * args[1]; /* rounded, whatever the compiler would like to contract */
    switch ((tape_op)op) {
    case TAPE_SINCOS:
        want[0] = sin(x);
        want[1] = cos(x);
        break;
    case TAPE_SQUARE:
        want[0] = x * x;
        break;
    case TAPE_POWI:
        want[0] = by_squaring(x, power);
        break;
    case TAPE_RECIP:
        want[0] = 1 / x;
        break;
    default:
        want[0] = product + args[2];
    }
}

static void test_fused_instructions(void **state) {
    (void)state;
    for (size_t k = 0; k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k];
        check_single(b, TAPE_SINCOS, 0, value_of_fused, 2);
        check_single(b, TAPE_SQUARE, 0, value_of_fused, 1);
        check_single(b, TAPE_RECIP, 0, value_of_fused, 1);
        check_single(b, TAPE_FMA3, 0, value_of_fused, 1);
        for (int32_t n = -16; n <= 16; n++) {
            check_single(b, TAPE_POWI, n, value_of_fused, 1);
        }
    }
}

static void test_integer_powers_of_integers_are_exact(void **state) {
    (void)state;
    single s;
    for (int32_t n = 0; n <= 16; n++) {
        single_init(&s, TAPE_POWI, n);
        double slots[5] = {-3, 0, 0, 0, 0}, want = 1;
        for (int32_t k = 0; k < n; k++) {
            want *= -3;
        }
        tape_scalar.run(&s.t, 0, slots);
        assert_true(slots[3] == want);
    }
}

static void test_list_of_backends(void **state) {
    (void)state;
    assert_ptr_equal(tape_backends[0], &tape_scalar);
    assert_ptr_equal(tape_backends[1], &tape_lanes8);
    for (size_t k = 0; k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k];
        assert_true(b->lanes == 1 || b->lanes == MAX_LANES);
        assert_true((b->run == NULL) == (b->write != NULL));
        assert_true(b->what[0] != '\0');
        for (size_t i = 0; i < k; i++) {
            assert_string_not_equal(b->name, tape_backends[i]->name);
        }
    }
    assert_true(tape_scalar.available() && tape_lanes8.available());
}

static void test_constants_reach_all_lanes(void **state) {
    (void)state;
    const double constants[] = {0.25, -7};
    const tape t = {.slot_count = 4, .input_count = 1, .constants = constants, .constant_count = 2};
    for (size_t k = 0; k < tape_backend_count; k++) {
        const tape_backend *b = tape_backends[k];
        const size_t lanes = (size_t)b->lanes;
        double slots[4 * MAX_LANES];
        for (size_t i = 0; i < 4 * lanes; i++) {
            slots[i] = 99;
        }
        b->init(&t, slots);
        for (size_t i = 0; i < 4 * lanes; i++) {
            const size_t slot = i / lanes;
            assert_true(slots[i] == (slot == 1 || slot == 2 ? constants[slot - 1] : 99));
        }
    }
}

/* ---- Random expressions ---- */

enum { VARS = 6, FIXED = 2, NODES = 120, ROOTS = 12, GROUPS = 3, POINTS = 8 * 6 };

typedef struct random_case {
    arena *a;
    graph *g;
    uint64_t number, seed;
    bool loose; /* whether to draw operators that are loose */
    bool sines; /* and sines and cosines */
    uint32_t vars[VARS];
    expr_id roots[ROOTS];
    tape_group groups[GROUPS];
    const tape *t;
} random_case;

static uint32_t draw(random_case *c, uint32_t below) {
    c->seed ^= c->seed << 13;
    c->seed ^= c->seed >> 7;
    c->seed ^= c->seed << 17;
    return (uint32_t)((c->seed >> 32) % below);
}

/* Whether the graph's own value may differ: it takes integer powers by pow, the tape by multiplication, and the sign of
   a zero may be either in min and max. */
static bool is_loose(expr_op op) {
    return op == EXPR_POW || op == EXPR_MIN || op == EXPR_MAX;
}

static expr_op random_op(random_case *c) {
    const expr_op frequent[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_SIN, EXPR_COS};
    expr_op op = frequent[draw(c, c->sines ? 5 : 3)];
    if (draw(c, 2) == 0) {
        do {
            op = (expr_op)draw(c, EXPR_NUMERIC_OPS);
        } while (expr_op_table[op].arity == 0 || (is_loose(op) && !c->loose) || (is_sine((int)op) && !c->sines));
    }
    return op;
}

static expr_id random_node(random_case *c, const expr_id *nodes, uint32_t count) {
    const expr_op op = random_op(c);
    expr_id arg[3];
    for (int k = 0; k < 3; k++) {
        arg[k] = k < expr_op_table[op].arity ? nodes[draw(c, 2) ? draw(c, count) : count - 1 - draw(c, 3)] : EXPR_NONE;
    }
    return expr_make(c->g, op, arg[0], arg[1], arg[2]);
}

static bool has_loose(const graph *g) {
    for (uint32_t k = 1; k < expr_graph_size(g); k++) {
        if (is_loose(expr_node_at(g, (expr_id){k})->op)) {
            return true;
        }
    }
    return false;
}

static void random_case_build(random_case *c, uint64_t seed) {
    expr_id nodes[VARS + 3 + NODES];
    uint32_t count = 0;
    *c = (random_case){.a = base_arena_create(),
                       .number = seed,
                       .seed = seed * 0x9E3779B97F4A7C15u + 1,
                       .loose = seed % 8 == 0,
                       .sines = seed % 3 == 1};
    c->g = expr_graph_create(c->a);
    for (; count < VARS; count++) {
        nodes[count] = expr_new_var(c->g, "v");
        c->vars[count] = expr_node_at(c->g, nodes[count])->var;
    }
    nodes[count++] = expr_real(c->g, 0.7);
    nodes[count++] = expr_int(c->g, 3);
    nodes[count++] = expr_rational(c->g, -7, 3);
    for (; count < VARS + 3 + NODES; count++) {
        nodes[count] = random_node(c, nodes, count);
    }
    for (uint32_t k = 0; k < ROOTS; k++) {
        c->roots[k] = nodes[count - 1 - draw(c, NODES / 2)];
    }
    for (uint32_t k = 0; k < GROUPS; k++) {
        c->groups[k] = (tape_group){c->roots + k * ROOTS / GROUPS, ROOTS / GROUPS, NULL, 0};
    }
    c->t = tape_build(c->a, c->g, c->vars, VARS, FIXED, c->groups, GROUPS);
}

static double input(random_case *c) {
    return draw(c, 12) == 0 ? specials[draw(c, SPECIAL_COUNT)] : (double)draw(c, 4000) / 1000 - 2;
}

/* Results at many points, written to out[point][root]. */
static void run_points(const random_case *c, const tape_backend *b, double in[POINTS][VARS], double out[][ROOTS]) {
    const size_t lanes = (size_t)b->lanes;
    double *slots = ARENA_ARRAY(c->a, double, c->t->slot_count *lanes);
    tape_program *program = tape_load(c->a, c->t, b);
    b->init(c->t, slots);
    for (size_t p = 0; p < POINTS; p++) {
        const size_t lane = p % lanes;
        for (size_t k = 0; k < VARS; k++) {
            slots[k * lanes + lane] = in[p][k];
        }
        for (size_t s = 0; s < c->t->segment_count && lane == lanes - 1; s++) {
            tape_run(program, s, slots);
        }
        for (size_t r = 0; r < ROOTS && lane == lanes - 1; r++) {
            const tape_segment *s = &c->t->segments[1 + r / (ROOTS / GROUPS)];
            for (size_t l = 0; l < lanes; l++) {
                out[p + 1 - lanes + l][r] = slots[s->out_slots[r % (ROOTS / GROUPS)] * lanes + l];
            }
        }
    }
    tape_unload(program);
}

static void compare(const random_case *c, const tape_backend *b, double in[POINTS][VARS], double want[][ROOTS]) {
    static double got[POINTS][ROOTS];
    run_points(c, b, in, got);
    for (int p = 0; p < POINTS; p++) {
        for (int r = 0; r < ROOTS; r++) {
            if (!same(got[p][r], want[p][r])) {
                fail_msg("%s: seed %d point %d root %d: %.17g, not %.17g", b->name, (int)c->number, p, r, got[p][r],
                         want[p][r]);
            }
        }
    }
}

static void random_points(random_case *c, double in[POINTS][VARS]) {
    for (int p = 0; p < POINTS; p++) {
        for (int k = 0; k < VARS; k++) {
            in[p][k] = input(c);
        }
    }
}

/* All backends give the bits of the graph's own values, or of the interpreter where the graph's are loose. */
static void test_random_expressions(void **state) {
    (void)state;
    int compared = 0;
    static double in[POINTS][VARS], want[POINTS][ROOTS];
    for (uint64_t seed = 1; seed <= 800; seed++) {
        random_case c;
        random_case_build(&c, seed);
        random_points(&c, in);
        const bool exact = !has_loose(c.g) && !c.sines;
        compared += exact;
        run_points(&c, &tape_scalar, in, want);
        for (int k = 0; exact && k < POINTS * ROOTS; k++) {
            want[k / ROOTS][k % ROOTS] = expr_eval(c.g, c.roots[k % ROOTS], in[k / ROOTS]);
        }
        for (size_t b = 0; b < tape_backend_count; b++) {
            compare(&c, tape_backends[b], in, want);
        }
        base_arena_destroy(c.a);
    }
    assert_true(compared >= 50);
}

/* Values out of the ordinary must not be the only ones that were compared. */
static void test_random_expressions_have_ordinary_values(void **state) {
    (void)state;
    static double in[POINTS][VARS], out[POINTS][ROOTS];
    int ordinary = 0, all = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        random_case c;
        random_case_build(&c, seed);
        random_points(&c, in);
        run_points(&c, &tape_scalar, in, out);
        for (int p = 0; p < POINTS; p++) {
            for (int r = 0; r < ROOTS; r++) {
                ordinary += isfinite(out[p][r]) && out[p][r] != 0;
                all++;
            }
        }
        base_arena_destroy(c.a);
    }
    assert_true(ordinary > all / 4);
    assert_true(ordinary < all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_of_backends),
        cmocka_unit_test(test_constants_reach_all_lanes),
        cmocka_unit_test(test_every_operator),
        cmocka_unit_test(test_fused_instructions),
        cmocka_unit_test(test_integer_powers_of_integers_are_exact),
        cmocka_unit_test(test_random_expressions),
        cmocka_unit_test(test_random_expressions_have_ordinary_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
