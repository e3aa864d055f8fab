/* The module of a tape, written in one pass: values are in locals, those that others read in their slots too. */
#include "tape/wasm/emit.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "expr/table.h"
#include "tape/interpreter/operands.h"
#include "tape/sincos/sincos.h"
#include "tape/wasm/encode.h"
#include "tape/wasm/host.h"
#include "tape/wasm/turns.h"

/* Types of functions, by their numbers in the module. */
enum { TYPE_SEGMENT, TYPE_ONE, TYPE_TWO, TYPE_THREE, TYPE_TOLD, TYPE_CARRIER, TYPE_TURNS, TYPE_COUNT };

typedef struct emitter {
    const tape *t;
    bool fuses;     /* the host has sums and products rounded once */
    uint32_t turns; /* the number of the function of sines and cosines, if so */
    wasm_bytes code;
    uint32_t *local; /* per slot; 0: none */
    bool *lasting;   /* per slot: read by somebody after its segment */
    bool *stored;    /* per slot: it holds its value */
    size_t *last;    /* per slot: the instruction of this segment that reads it last, plus 1; 0: none */
    uint32_t *idle;  /* locals that are used no more */
    uint32_t idle_count, locals;
} emitter;

enum { SLOTS, FIRST_LOCAL }; /* the argument of a segment */

typedef struct recipe recipe;
struct recipe {
    void (*write)(emitter *e, const tape_instr *ip, const recipe *r);
    unsigned op; /* an instruction */
    double (*one)(double);
    double (*two)(double, double);
    double (*three)(double, double, double);
};

static void add(emitter *e, unsigned instruction) {
    wasm_byte(&e->code, instruction);
}

static uint32_t take_local(emitter *e) {
    return e->idle_count > 0 ? e->idle[--e->idle_count] : e->locals++;
}

static void release_local(emitter *e, uint32_t local) {
    e->idle[e->idle_count++] = local;
}

static size_t place_of(uint32_t slot) {
    return slot * sizeof(double);
}

/* Loads a slot into its local, and leaves the value on the stack. */
static void fetch(emitter *e, uint32_t slot) {
    wasm_get(&e->code, SLOTS);
    wasm_load(&e->code, place_of(slot));
    e->stored[slot] = true;
    e->local[slot] = take_local(e);
    wasm_tee(&e->code, e->local[slot]);
}

/* Leaves the value of a slot on the stack. */
static void value(emitter *e, uint32_t slot) {
    const tape *t = e->t;
    if (e->local[slot])
        wasm_get(&e->code, e->local[slot]);
    else if (slot >= t->input_count && slot < t->input_count + t->constant_count)
        wasm_number(&e->code, t->constants[slot - t->input_count]);
    else
        fetch(e, slot);
}

static void store(emitter *e, uint32_t slot) {
    wasm_get(&e->code, SLOTS);
    wasm_get(&e->code, e->local[slot]);
    wasm_store(&e->code, place_of(slot));
    e->stored[slot] = true;
}

/* Takes the result from the stack. */
static void give(emitter *e, uint32_t slot) {
    if (!e->local[slot])
        e->local[slot] = take_local(e);
    wasm_set(&e->code, e->local[slot]);
    e->stored[slot] = false;
    if (e->lasting[slot])
        store(e, slot);
}

/* ---- Recipes ---- */

static void write_one(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    add(e, r->op);
    give(e, ip->dst);
}

static void write_two(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    add(e, r->op);
    give(e, ip->dst);
}

static void write_square(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->a);
    add(e, r->op);
    give(e, ip->dst);
}

static void write_reciprocal(emitter *e, const tape_instr *ip, const recipe *r) {
    wasm_number(&e->code, 1);
    value(e, ip->a);
    add(e, r->op);
    give(e, ip->dst);
}

static void write_product_and_sum(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    add(e, WASM_F64_MUL);
    value(e, ip->c);
    add(e, r->op);
    give(e, ip->dst);
}

static void multiply(emitter *e, uint32_t to, uint32_t x, uint32_t y) {
    wasm_get(&e->code, x);
    wasm_get(&e->code, y);
    add(e, WASM_F64_MUL);
    wasm_set(&e->code, to);
}

/* Powers by repeated squaring, in the order of the interpreters; their first product, with 1, changes nothing. */
static void write_power(emitter *e, const tape_instr *ip, const recipe *r) {
    const int32_t n = (int32_t)ip->b;
    const uint32_t square = take_local(e), product = take_local(e);
    (void)r;
    value(e, ip->a);
    wasm_set(&e->code, square);
    wasm_number(&e->code, 1);
    wasm_set(&e->code, product);
    for (uint32_t bits = n < 0 ? 0u - (uint32_t)n : (uint32_t)n; bits != 0; bits >>= 1) {
        if (bits & 1)
            multiply(e, product, product, square);
        if (bits > 1)
            multiply(e, square, square, square);
    }
    if (n < 0)
        wasm_number(&e->code, 1);
    wasm_get(&e->code, product);
    if (n < 0)
        add(e, WASM_F64_DIV);
    release_local(e, square);
    release_local(e, product);
    give(e, ip->dst);
}

/* ---- Comparisons: 1 or 0 ---- */

static void truth(emitter *e, const tape_instr *ip) {
    add(e, WASM_F64_OF_I32);
    give(e, ip->dst);
}

static void compare_with_zero(emitter *e, uint32_t slot, unsigned relation) {
    value(e, slot);
    wasm_number(&e->code, 0);
    add(e, relation);
}

static void write_compare(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    add(e, r->op);
    truth(e, ip);
}

static void write_not(emitter *e, const tape_instr *ip, const recipe *r) {
    compare_with_zero(e, ip->a, r->op);
    truth(e, ip);
}

/* Two truths joined. */
static void write_join(emitter *e, const tape_instr *ip, const recipe *r) {
    compare_with_zero(e, ip->a, WASM_F64_NE);
    compare_with_zero(e, ip->b, WASM_F64_NE);
    add(e, r->op);
    truth(e, ip);
}

/* (x > 0) - (x < 0) */
static void write_sign(emitter *e, const tape_instr *ip, const recipe *r) {
    compare_with_zero(e, ip->a, WASM_F64_GT);
    compare_with_zero(e, ip->a, WASM_F64_LT);
    add(e, r->op);
    truth(e, ip);
}

static void write_select(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->b);
    value(e, ip->c);
    compare_with_zero(e, ip->a, WASM_F64_NE);
    add(e, r->op);
    give(e, ip->dst);
}

/* x if it is the extreme one or y is no number, else y. */
static void write_extreme(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    value(e, ip->a);
    value(e, ip->b);
    add(e, r->op);
    value(e, ip->b);
    value(e, ip->b);
    add(e, WASM_F64_NE);
    add(e, WASM_I32_OR);
    add(e, WASM_SELECT);
    give(e, ip->dst);
}

/* ---- Calls ---- */

static void call_one(emitter *e, uint32_t slot, double (*f)(double)) {
    value(e, slot);
    wasm_call_table(&e->code, (uintptr_t)f, TYPE_ONE);
}

static void write_function(emitter *e, const tape_instr *ip, const recipe *r) {
    call_one(e, ip->a, r->one);
    give(e, ip->dst);
}

static void write_function_of_two(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    wasm_call_table(&e->code, (uintptr_t)r->two, TYPE_TWO);
    give(e, ip->dst);
}

static void write_function_of_three(emitter *e, const tape_instr *ip, const recipe *r) {
    value(e, ip->a);
    value(e, ip->b);
    value(e, ip->c);
    wasm_call_table(&e->code, (uintptr_t)r->three, TYPE_THREE);
    give(e, ip->dst);
}

/* The operand is the address of a table in the bits of a number. */
static double interval(double t, double x) {
    return expr_table_interval(expr_table_of(t), x);
}

static double curve(double t, double x, double k) {
    return expr_table_curve(expr_table_of(t), x, k);
}

/* The module's own function leaves the sine and above it the cosine. */
static void write_own_turn(emitter *e, const tape_instr *ip) {
    value(e, ip->a);
    wasm_call(&e->code, e->turns);
    if (ip->op == TAPE_SIN)
        add(e, WASM_DROP);
    else
        give(e, ip->dst + (ip->op == TAPE_SINCOS));
    if (ip->op == TAPE_COS)
        add(e, WASM_DROP);
    else
        give(e, ip->dst);
}

static void forget_local(emitter *e, uint32_t slot) {
    if (e->local[slot])
        release_local(e, e->local[slot]);
    e->local[slot] = 0;
}

/* The library's function is told the instruction, and leaves both in their slots. */
static void write_both(emitter *e, const tape_instr *ip) {
    if (e->local[ip->a] && !e->stored[ip->a])
        store(e, ip->a);
    forget_local(e, ip->dst);
    forget_local(e, ip->dst + 1);
    add(e, WASM_I32_CONST);
    wasm_signed(&e->code, (int32_t)(uintptr_t)ip);
    wasm_get(&e->code, SLOTS);
    wasm_call_table(&e->code, (uintptr_t)tape_sincos(1)->of[0], TYPE_TOLD);
}

static void write_turn(emitter *e, const tape_instr *ip, const recipe *r) {
    if (e->fuses) {
        write_own_turn(e, ip);
    } else if (ip->op == TAPE_SINCOS) {
        write_both(e, ip);
    } else {
        write_function(e, ip, r);
    }
}

/* ---- The table ---- */

#define ONE(instruction)                                                                                               \
    { .write = write_one, .op = instruction }
#define TWO(instruction)                                                                                               \
    { .write = write_two, .op = instruction }
#define FUNCTION(f)                                                                                                    \
    { .write = write_function, .one = f }
#define FUNCTION_OF_TWO(f)                                                                                             \
    { .write = write_function_of_two, .two = f }

static const recipe recipes[TAPE_OP_COUNT] = {
    [TAPE_ADD] = TWO(WASM_F64_ADD),
    [TAPE_SUB] = TWO(WASM_F64_SUB),
    [TAPE_MUL] = TWO(WASM_F64_MUL),
    [TAPE_DIV] = TWO(WASM_F64_DIV),
    [TAPE_NEG] = ONE(WASM_F64_NEG),
    [TAPE_ABS] = ONE(WASM_F64_ABS),
    [TAPE_SQRT] = ONE(WASM_F64_SQRT),
    [TAPE_SQUARE] = {.write = write_square, .op = WASM_F64_MUL},
    [TAPE_RECIP] = {.write = write_reciprocal, .op = WASM_F64_DIV},
    [TAPE_FMA3] = {.write = write_product_and_sum, .op = WASM_F64_ADD},
    [TAPE_POWI] = {.write = write_power},
    [TAPE_LT] = {.write = write_compare, .op = WASM_F64_LT},
    [TAPE_LE] = {.write = write_compare, .op = WASM_F64_LE},
    [TAPE_NOT] = {.write = write_not, .op = WASM_F64_EQ},
    [TAPE_AND] = {.write = write_join, .op = WASM_I32_AND},
    [TAPE_OR] = {.write = write_join, .op = WASM_I32_OR},
    [TAPE_SIGN] = {.write = write_sign, .op = WASM_I32_SUB},
    [TAPE_SELECT] = {.write = write_select, .op = WASM_SELECT},
    [TAPE_MIN] = {.write = write_extreme, .op = WASM_F64_LT},
    [TAPE_MAX] = {.write = write_extreme, .op = WASM_F64_GT},
    [TAPE_SIN] = {.write = write_turn, .one = tape_sine},
    [TAPE_COS] = {.write = write_turn, .one = tape_cosine},
    [TAPE_SINCOS] = {.write = write_turn},
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
    [TAPE_FLOOR] = ONE(WASM_F64_FLOOR),
    [TAPE_INTERVAL] = FUNCTION_OF_TWO(interval),
    [TAPE_CURVE] = {.write = write_function_of_three, .three = curve},
};

static bool knows_all(const tape *t) {
    for (size_t i = 0; i < t->code_count; i++)
        if (!recipes[t->code[i].op].write)
            return false;
    return true;
}

/* ---- Functions ---- */

static uint32_t operand(const tape_instr *ip, int k) {
    return k == 0 ? ip->a : k == 1 ? ip->b : ip->c;
}

static int operands(const tape_instr *ip) {
    return interpreter_operand_count((tape_op)ip->op);
}

static void find_last_reads(emitter *e, const tape_segment *s) {
    memset(e->last, 0, e->t->slot_count * sizeof *e->last);
    for (size_t i = s->first; i < s->last; i++)
        for (int k = 0; k < operands(&e->t->code[i]); k++)
            e->last[operand(&e->t->code[i], k)] = i + 1;
}

/* What is read in a segment that does not write it before comes from another one, or is an input. */
static void mark_lasting(emitter *e) {
    const tape *t = e->t;
    size_t *written = ARENA_ARRAY(e->code.a, size_t, t->slot_count); /* in which segment, plus 1 */
    for (size_t k = 0; k < t->segment_count; k++) {
        const tape_segment *s = &t->segments[k];
        for (size_t i = s->first; i < s->last; i++) {
            const tape_instr *ip = &t->code[i];
            for (int n = 0; n < operands(ip); n++)
                e->lasting[operand(ip, n)] = e->lasting[operand(ip, n)] || written[operand(ip, n)] != k + 1;
            written[ip->dst] = k + 1;
            if (ip->op == TAPE_SINCOS)
                written[ip->dst + 1] = k + 1;
        }
        for (size_t n = 0; n < s->out_count; n++)
            e->lasting[s->out_slots[n]] = true;
    }
}

static void retire(emitter *e, uint32_t slot, size_t now) {
    if (e->last[slot] <= now)
        forget_local(e, slot);
}

static void write_segment(emitter *e, const tape_segment *s) {
    memset(e->local, 0, e->t->slot_count * sizeof *e->local);
    memset(e->stored, 0, e->t->slot_count * sizeof *e->stored);
    find_last_reads(e, s);
    e->idle_count = 0;
    e->locals = FIRST_LOCAL;
    for (size_t i = s->first; i < s->last; i++) {
        const tape_instr *ip = &e->t->code[i];
        recipes[ip->op].write(e, ip, &recipes[ip->op]);
        for (int k = 0; k < operands(ip); k++)
            retire(e, operand(ip, k), i + 1);
        retire(e, ip->dst, i + 1);
        if (ip->op == TAPE_SINCOS)
            retire(e, ip->dst + 1, i + 1);
    }
    add(e, WASM_END);
}

enum { CARRIER_TIME = 1, CARRIER_IN, CARRIER_OUT, CARRIER_SUM, CARRIER_X, CARRIER_LOCALS = 2 };

static void copy(wasm_bytes *b, uint32_t from, size_t at, uint32_t to, size_t place) {
    wasm_get(b, to);
    wasm_get(b, from);
    wasm_load(b, at);
    wasm_store(b, place);
}

static void put_carried(wasm_bytes *b, uint32_t array, uint32_t place) {
    if (place == TAPE_NOWHERE)
        return;
    wasm_get(b, array);
    wasm_get(b, CARRIER_X);
    wasm_store(b, place_of(place));
}

static void carry_out(wasm_bytes *b, const tape_move *moves, size_t count, bool sums) {
    for (size_t k = 0; k < count; k++) {
        wasm_get(b, SLOTS);
        wasm_load(b, place_of(moves[k].from));
        wasm_set(b, CARRIER_X);
        put_carried(b, CARRIER_OUT, moves[k].to);
        put_carried(b, SLOTS, moves[k].also);
        if (sums) {
            wasm_get(b, CARRIER_SUM);
            wasm_get(b, CARRIER_X);
            wasm_get(b, CARRIER_X);
            wasm_byte(b, WASM_F64_SUB);
            wasm_byte(b, WASM_F64_ADD);
            wasm_set(b, CARRIER_SUM);
        }
    }
}

static void write_carrier(wasm_bytes *b, const tape_carry *c) {
    wasm_get(b, SLOTS);
    wasm_get(b, CARRIER_TIME);
    wasm_store(b, place_of(c->time));
    for (size_t i = 0; i < c->count; i++)
        copy(b, CARRIER_IN, i * sizeof(double), SLOTS, place_of(c->first) + i * sizeof(double));
    wasm_get(b, SLOTS);
    wasm_call(b, (uint32_t)c->segment);
    carry_out(b, c->moves, c->middle, true);
    if (c->next) {
        wasm_get(b, SLOTS);
        wasm_call(b, (uint32_t)c->next);
    }
    carry_out(b, c->moves + c->middle, c->move_count - c->middle, false);
    wasm_get(b, CARRIER_SUM);
    wasm_byte(b, WASM_END);
}

/* ---- The module ---- */

/* A body with numbers as its locals. */
static void add_body(wasm_bytes *functions, wasm_bytes *body, uint32_t locals) {
    wasm_bytes head = {.a = functions->a};
    wasm_unsigned(&head, 1);
    wasm_unsigned(&head, locals);
    wasm_byte(&head, WASM_F64);
    wasm_unsigned(functions, (uint32_t)(head.length + body->length));
    wasm_append(functions, head.at, head.length);
    wasm_append(functions, body->at, body->length);
    body->length = 0;
}

static wasm_bytes write_functions(emitter *e) {
    const tape *t = e->t;
    wasm_bytes all = {.a = e->code.a};
    wasm_unsigned(&all, (uint32_t)(t->segment_count + t->carry_count) + e->fuses);
    for (size_t k = 0; k < t->segment_count; k++) {
        write_segment(e, &t->segments[k]);
        add_body(&all, &e->code, e->locals - FIRST_LOCAL);
    }
    for (size_t k = 0; k < t->carry_count; k++) {
        write_carrier(&e->code, &t->carries[k]);
        add_body(&all, &e->code, CARRIER_LOCALS);
    }
    if (e->fuses) {
        wasm_turns(&e->code, TYPE_ONE);
        wasm_unsigned(&all, (uint32_t)e->code.length);
        wasm_append(&all, e->code.at, e->code.length);
    }
    return all;
}

/* Numbers are 'd', addresses 'i'. */
static void write_list(wasm_bytes *b, const char *kinds) {
    wasm_unsigned(b, (uint32_t)strlen(kinds));
    for (; *kinds; kinds++)
        wasm_byte(b, *kinds == 'd' ? WASM_F64 : WASM_I32);
}

static wasm_bytes write_types(arena *a) {
    static const struct {
        const char *takes, *gives;
    } types[TYPE_COUNT] = {
        [TYPE_SEGMENT] = {"i", ""},  [TYPE_ONE] = {"d", "d"},  [TYPE_TWO] = {"dd", "d"},
        [TYPE_THREE] = {"ddd", "d"}, [TYPE_TOLD] = {"ii", ""}, [TYPE_CARRIER] = {"idii", "d"},
        [TYPE_TURNS] = {"d", "dd"},
    };
    wasm_bytes b = {.a = a};
    wasm_unsigned(&b, TYPE_COUNT);
    for (int k = 0; k < TYPE_COUNT; k++) {
        wasm_byte(&b, WASM_FUNCTION);
        write_list(&b, types[k].takes);
        write_list(&b, types[k].gives);
    }
    return b;
}

static wasm_bytes write_imports(arena *a) {
    enum { IMPORT_TABLE = 1, IMPORT_MEMORY = 2, FUNCTIONS = 0x70 };
    static const uint8_t memory[] = {IMPORT_MEMORY, 0, 1}, table[] = {IMPORT_TABLE, FUNCTIONS, 0, 1};
    wasm_bytes b = {.a = a};
    wasm_unsigned(&b, 2);
    wasm_name(&b, "e");
    wasm_name(&b, "m");
    wasm_append(&b, memory, sizeof memory);
    wasm_name(&b, "e");
    wasm_name(&b, "t");
    wasm_append(&b, table, sizeof table);
    return b;
}

static wasm_bytes write_declarations(const emitter *e) {
    const tape *t = e->t;
    wasm_bytes b = {.a = e->code.a};
    wasm_unsigned(&b, (uint32_t)(t->segment_count + t->carry_count) + e->fuses);
    for (size_t k = 0; k < t->segment_count; k++)
        wasm_unsigned(&b, TYPE_SEGMENT);
    for (size_t k = 0; k < t->carry_count; k++)
        wasm_unsigned(&b, TYPE_CARRIER);
    if (e->fuses)
        wasm_unsigned(&b, TYPE_TURNS);
    return b;
}

static wasm_bytes write_exports(const emitter *e, size_t *entries) {
    enum { EXPORT_FUNCTION = 0 };
    const size_t count = e->t->segment_count + e->t->carry_count;
    wasm_bytes b = {.a = e->code.a};
    wasm_unsigned(&b, (uint32_t)count);
    for (size_t k = 0; k < count; k++) {
        wasm_name(&b, base_arena_printf(b.a, "f%zu", k));
        wasm_byte(&b, EXPORT_FUNCTION);
        wasm_unsigned(&b, (uint32_t)k);
        entries[k] = k;
    }
    return b;
}

const uint8_t *wasm_emit(arena *a, const tape *t, const tape_machine *m, size_t *entries, size_t *length) {
    enum { SECTION_TYPES = 1, SECTION_IMPORTS = 2, SECTION_FUNCTIONS = 3, SECTION_EXPORTS = 7, SECTION_CODE = 10 };
    static const uint8_t beginning[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
    (void)m;
    if (t->slot_count >= INT32_MAX / sizeof(double) || !knows_all(t))
        return NULL;
    emitter e = {
        .t = t, .code.a = a, .fuses = wasm_host_fuses(), .turns = (uint32_t)(t->segment_count + t->carry_count)};
    e.local = ARENA_ARRAY(a, uint32_t, t->slot_count + 1);
    e.lasting = ARENA_ARRAY(a, bool, t->slot_count + 1);
    e.stored = ARENA_ARRAY(a, bool, t->slot_count + 1);
    e.last = ARENA_ARRAY(a, size_t, t->slot_count + 1);
    e.idle = ARENA_ARRAY(a, uint32_t, t->slot_count + 3);
    mark_lasting(&e);
    const wasm_bytes types = write_types(a), imports = write_imports(a), declared = write_declarations(&e),
                     exports = write_exports(&e, entries), functions = write_functions(&e);
    wasm_bytes module = {.a = a};
    wasm_append(&module, beginning, sizeof beginning);
    wasm_section(&module, SECTION_TYPES, &types);
    wasm_section(&module, SECTION_IMPORTS, &imports);
    wasm_section(&module, SECTION_FUNCTIONS, &declared);
    wasm_section(&module, SECTION_EXPORTS, &exports);
    wasm_section(&module, SECTION_CODE, &functions);
    *length = module.length;
    return module.at;
}
