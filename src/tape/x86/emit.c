/* The machine code of each instruction: a table of recipes, each a few operations on registers or a call. */
#include "tape/x86/emit.h"

#include <math.h>

#include "base/check.h"
#include "expr/table.h"
#include "tape/interpreter/lanes8.h"
#include "tape/x86/carrier.h"
#include "tape/x86/registers.h"

typedef struct emitter {
    const tape *t;
    const tape_machine *m;
    encoder code;
    registers *r;
    const tape_instr *end, *done; /* of the segment; up to where it has been written */
} emitter;

typedef union scalar_function {
    double (*one)(double);
    double (*two)(double, double);
    double (*three)(double, double, double);
    void (*slots)(const tape_instr *, double *);
    encode_function *any;
} scalar_function;

typedef struct recipe recipe;
struct recipe {
    void (*write)(emitter *e, const tape_instr *ip, const recipe *r);
    encode_op op;             /* of arithmetic, or which joins two truths */
    bool commutes;            /* the operands of op */
    encode_relation relation; /* of comparisons */
    encode_constant constant;
    double (*one)(double);
    double (*two)(double, double);
    double (*three)(double, double, double);
};

static place constant(encode_constant which) {
    return (place){PLACE_CONSTANT, which};
}

static place in(unsigned reg) {
    return (place){PLACE_REGISTER, reg};
}

static void give(emitter *e, unsigned reg) {
    x86_registers_give(e->r, reg);
}

/* ---- Arithmetic ---- */

static void write_two(emitter *e, const tape_instr *ip, const recipe *r) {
    const bool swap = r->commutes && !x86_registers_has(e->r, ip->a) && x86_registers_has(e->r, ip->b);
    const unsigned a = x86_registers_hold(e->r, swap ? ip->b : ip->a);
    const place b = x86_registers_find(e->r, swap ? ip->a : ip->b);
    const unsigned d = x86_registers_take(e->r);
    x86_encode(&e->code, r->op, d, a, b);
    give(e, d);
}

/* x*x, and the square root, whose instruction names its operand twice too. */
static void write_one_twice(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), d = x86_registers_take(e->r);
    x86_encode(&e->code, r->op, d, a, in(a));
    give(e, d);
}

static void write_reciprocal(emitter *e, const tape_instr *ip, const recipe *r) {
    const place a = x86_registers_find(e->r, ip->a);
    const unsigned d = x86_registers_take(e->r);
    x86_encode(&e->code, DO_LOAD, d, 0, constant(r->constant));
    x86_encode(&e->code, r->op, d, d, a);
    give(e, d);
}

static void write_product_and_sum(emitter *e, const tape_instr *ip, const recipe *r) {
    const bool swap = !x86_registers_has(e->r, ip->a) && x86_registers_has(e->r, ip->b);
    const unsigned a = x86_registers_hold(e->r, swap ? ip->b : ip->a);
    const place b = x86_registers_find(e->r, swap ? ip->a : ip->b), c = x86_registers_find(e->r, ip->c);
    const unsigned d = x86_registers_take(e->r);
    x86_encode(&e->code, DO_MUL, d, a, b);
    x86_encode(&e->code, r->op, d, d, c);
    give(e, d);
}

/* A sign changed or removed. */
static void write_sign_bit(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), d = x86_registers_take(e->r);
    x86_encode(&e->code, r->op, d, a, constant(r->constant));
    give(e, d);
}

/* Powers by repeated squaring, in the order of the interpreters; their first product, with 1, changes nothing. */
static void write_power(emitter *e, const tape_instr *ip, const recipe *r) {
    const int32_t n = (int32_t)ip->b;
    const unsigned a = x86_registers_hold(e->r, ip->a), square = x86_registers_take(e->r),
                   product = x86_registers_take(e->r);
    unsigned x = a;
    bool begun = false;
    (void)r;
    for (uint32_t bits = n < 0 ? 0u - (uint32_t)n : (uint32_t)n; bits != 0; bits >>= 1) {
        if (bits & 1) {
            x86_encode(&e->code, begun ? DO_MUL : DO_MOVE, product, begun ? product : 0, in(x));
            begun = true;
        }
        if (bits > 1) {
            x86_encode(&e->code, DO_MUL, square, x, in(x));
            x = square;
        }
    }
    if (!begun || n < 0) {
        x86_encode(&e->code, DO_LOAD, square, 0, constant(CONSTANT_ONE));
    }
    if (n < 0) {
        x86_encode(&e->code, DO_DIV, square, square, in(product));
    }
    give(e, begun && n > 0 ? product : square);
}

/* ---- Comparisons: 1 or 0 ---- */

static void write_compare(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), b = x86_registers_hold(e->r, ip->b),
                   d = x86_registers_take(e->r);
    x86_encode_compare(&e->code, r->relation, d, a, in(b));
    x86_encode(&e->code, DO_AND, d, d, constant(CONSTANT_ONE));
    give(e, d);
}

static void write_not(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), d = x86_registers_take(e->r);
    x86_encode_compare(&e->code, r->relation, d, a, constant(CONSTANT_ZERO));
    x86_encode(&e->code, DO_AND, d, d, constant(CONSTANT_ONE));
    give(e, d);
}

/* Two truths joined. */
static void write_join(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), b = x86_registers_hold(e->r, ip->b),
                   d = x86_registers_take(e->r), other = x86_registers_take(e->r);
    x86_encode_compare(&e->code, IS_UNEQUAL, d, a, constant(CONSTANT_ZERO));
    x86_encode_compare(&e->code, IS_UNEQUAL, other, b, constant(CONSTANT_ZERO));
    x86_encode(&e->code, r->op, d, d, in(other));
    x86_encode(&e->code, DO_AND, d, d, constant(CONSTANT_ONE));
    give(e, d);
}

/* (x > 0) - (x < 0) */
static void write_sign(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned a = x86_registers_hold(e->r, ip->a), d = x86_registers_take(e->r),
                   negative = x86_registers_take(e->r);
    (void)r;
    x86_encode_compare(&e->code, IS_LESS, negative, a, constant(CONSTANT_ZERO));
    x86_encode(&e->code, DO_LOAD, d, 0, constant(CONSTANT_ZERO));
    x86_encode_compare(&e->code, IS_LESS, d, d, in(a));
    x86_encode(&e->code, DO_AND, d, d, constant(CONSTANT_ONE));
    x86_encode(&e->code, DO_AND, negative, negative, constant(CONSTANT_ONE));
    x86_encode(&e->code, DO_SUB, d, d, in(negative));
    give(e, d);
}

static void write_select(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned x = x86_registers_hold(e->r, ip->a), y = x86_registers_hold(e->r, ip->b),
                   z = x86_registers_hold(e->r, ip->c), d = x86_registers_take(e->r);
    x86_encode_choice(&e->code, r->relation, x, constant(CONSTANT_ZERO), d, y, z, x86_registers_take(e->r));
    give(e, d);
}

/* The instruction gives y where either is not a number; the other way round it must be x if y is none. */
static void write_extreme(emitter *e, const tape_instr *ip, const recipe *r) {
    const unsigned x = x86_registers_hold(e->r, ip->a), y = x86_registers_hold(e->r, ip->b),
                   extreme = x86_registers_take(e->r), d = x86_registers_take(e->r);
    x86_encode(&e->code, r->op, extreme, x, in(y));
    x86_encode_choice(&e->code, IS_UNORDERED, y, in(y), d, x, extreme, x86_registers_take(e->r));
    give(e, d);
}

/* ---- Calls: operands and results in slots, or the first register ---- */

static void call(emitter *e, scalar_function f) {
    x86_encode_call(&e->code, f.any);
}

/* A function that is told the instruction. */
static void call_with(emitter *e, const tape_instr *ip, void (*f)(const tape_instr *, double *)) {
    x86_encode_pointer_argument(&e->code, ARGUMENT_FIRST, ip);
    x86_encode_slot_argument(&e->code, ARGUMENT_SECOND, 0);
    call(e, (scalar_function){.slots = f});
}

static void write_function(emitter *e, const tape_instr *ip, const recipe *r) {
    x86_registers_call(e->r);
    if (e->m->shape.packed) {
        call_with(e, ip, interpreter_lanes_operation((tape_op)ip->op)); /* the interpreter's own */
        return;
    }
    x86_encode(&e->code, DO_LOAD, 0, 0, (place){PLACE_SLOT, ip->a});
    if (r->two || r->three) {
        x86_encode(&e->code, DO_LOAD, 1, 0, (place){PLACE_SLOT, ip->b});
    }
    if (r->three) {
        x86_encode(&e->code, DO_LOAD, 2, 0, (place){PLACE_SLOT, ip->c});
    }
    call(e, r->three ? (scalar_function){.three = r->three}
            : r->two ? (scalar_function){.two = r->two}
                     : (scalar_function){.one = r->one});
    give(e, x86_registers_take(e->r));
}

static bool turns(const tape_instr *ip) {
    return ip->op == TAPE_SIN || ip->op == TAPE_COS || ip->op == TAPE_SINCOS;
}

static bool rests_on(const tape_instr *ip, const tape_instr *on) {
    return ip->a == on->dst || (on->op == TAPE_SINCOS && ip->a == on->dst + 1);
}

/* As many as are done by one call. */
static int count_turns(const emitter *e, const tape_instr *ip) {
    int count = 1;
    while (count < SINCOS_MOST && ip + count < e->end && turns(ip + count)) {
        for (int k = 0; k < count; k++) {
            if (rests_on(ip + count, ip + k)) {
                return count;
            }
        }
        count++;
    }
    return count;
}

static void write_trigonometry(emitter *e, const tape_instr *ip, const recipe *r) {
    const tape_trigonometry *f = e->m->trigonometry ? e->m->trigonometry : tape_sincos(1);
    const int count = count_turns(e, ip);
    bool both = ip->op == TAPE_SINCOS;
    (void)r;
    x86_registers_call(e->r);
    for (int k = 1; k < count; k++) {
        both = both && ip[k].op == TAPE_SINCOS;
        x86_registers_next(e->r, ip + k);
        x86_registers_call(e->r);
    }
    call_with(e, ip, (both ? f->both : f->of)[count - 1]);
    e->done = ip + count;
}

/* ---- Tables, whose operand is the address in the bits of a number ---- */

static double interval(double t, double x) {
    return expr_table_interval(expr_table_of(t), x);
}

static double curve(double t, double x, double k) {
    return expr_table_curve(expr_table_of(t), x, k);
}

/* ---- The table ---- */

#define TWO(operation, swaps)                                                                                          \
    { .write = write_two, .op = operation, .commutes = swaps }
#define SIGN_BIT(operation, bits)                                                                                      \
    { .write = write_sign_bit, .op = operation, .constant = bits }
#define FUNCTION(f)                                                                                                    \
    { .write = write_function, .one = f }
#define FUNCTION_OF_TWO(f)                                                                                             \
    { .write = write_function, .two = f }

static const recipe recipes[TAPE_OP_COUNT] = {
    [TAPE_ADD] = TWO(DO_ADD, true),
    [TAPE_SUB] = TWO(DO_SUB, false),
    [TAPE_MUL] = TWO(DO_MUL, true),
    [TAPE_DIV] = TWO(DO_DIV, false),
    [TAPE_NEG] = SIGN_BIT(DO_XOR, CONSTANT_SIGN),
    [TAPE_ABS] = SIGN_BIT(DO_AND, CONSTANT_MAGNITUDE),
    [TAPE_SQRT] = {.write = write_one_twice, .op = DO_SQRT},
    [TAPE_SQUARE] = {.write = write_one_twice, .op = DO_MUL},
    [TAPE_RECIP] = {.write = write_reciprocal, .op = DO_DIV, .constant = CONSTANT_ONE},
    [TAPE_FMA3] = {.write = write_product_and_sum, .op = DO_ADD},
    [TAPE_POWI] = {.write = write_power},
    [TAPE_LT] = {.write = write_compare, .relation = IS_LESS},
    [TAPE_LE] = {.write = write_compare, .relation = IS_LESS_EQUAL},
    [TAPE_NOT] = {.write = write_not, .relation = IS_EQUAL},
    [TAPE_AND] = {.write = write_join, .op = DO_AND},
    [TAPE_OR] = {.write = write_join, .op = DO_OR},
    [TAPE_SIGN] = {.write = write_sign},
    [TAPE_SELECT] = {.write = write_select, .relation = IS_UNEQUAL},
    [TAPE_MIN] = {.write = write_extreme, .op = DO_MIN},
    [TAPE_MAX] = {.write = write_extreme, .op = DO_MAX},
    [TAPE_SIN] = {.write = write_trigonometry},
    [TAPE_COS] = {.write = write_trigonometry},
    [TAPE_SINCOS] = {.write = write_trigonometry},
    [TAPE_TAN] = FUNCTION(tan),
    [TAPE_ASIN] = FUNCTION(asin),
    [TAPE_ACOS] = FUNCTION(acos),
    [TAPE_ATAN] = FUNCTION(atan),
    [TAPE_SINH] = FUNCTION(sinh),
    [TAPE_COSH] = FUNCTION(cosh),
    [TAPE_TANH] = FUNCTION(tanh),
    [TAPE_EXP] = FUNCTION(exp),
    [TAPE_LOG] = FUNCTION(log),
    [TAPE_POW] = FUNCTION_OF_TWO(pow),
    [TAPE_ATAN2] = FUNCTION_OF_TWO(atan2),
    [TAPE_HYPOT] = FUNCTION_OF_TWO(hypot),
    [TAPE_FLOOR] = FUNCTION(floor),
    [TAPE_INTERVAL] = FUNCTION_OF_TWO(interval),
    [TAPE_CURVE] = {.write = write_function, .three = curve},
};

/* ---- Segments ---- */

static void write_segment(emitter *e, const tape_segment *s) {
    x86_registers_begin(e->r, s);
    x86_encode_enter(&e->code);
    e->end = e->t->code + s->last;
    for (const tape_instr *ip = e->t->code + s->first; ip != e->end; ip = e->done) {
        const recipe *r = &recipes[ip->op];
        LGR_ASSERT(r->write);
        e->done = ip + 1;
        x86_registers_next(e->r, ip);
        r->write(e, ip, r);
        x86_registers_end(e->r);
    }
    x86_encode_leave(&e->code);
}

const uint8_t *x86_emit(arena *a, const tape *t, const tape_machine *m, size_t *entries, size_t *length) {
    LGR_ASSERT(m != NULL);
    if (t->slot_count >= INT32_MAX / (sizeof(double) * m->shape.lanes)) {
        return NULL;
    }
    emitter *e = ARENA_NEW(a, emitter);
    *e = (emitter){.t = t, .m = m, .code = x86_encode_begin(a, &m->shape)};
    e->r = x86_registers_create(a, &e->code, t);
    for (size_t k = 0; k < t->segment_count; k++) {
        entries[k] = e->code.length;
        write_segment(e, &t->segments[k]);
    }
    for (size_t k = 0; k < t->carry_count && !m->shape.packed; k++) {
        entries[t->segment_count + k] = e->code.length;
        x86_carrier(&e->code, &t->carries[k], entries);
    }
    *length = e->code.length;
    return e->code.at;
}
