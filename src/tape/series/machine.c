/* Machine code for the recurrences of power series: sums as vectors, and the steps one by one, with numbers in
   registers. Rare steps call the interpreter. */
#include <string.h>

#include "base/check.h"
#include "tape/program/executable.h"
#include "tape/series/recurrence.h"
#include "tape/x86/emit.h"

enum { REGISTERS = 16, OPERANDS = 3 };
static const size_t NEVER = SIZE_MAX;

typedef struct writer {
    encoder code;
    tape_series *s;
    bool starts;                  /* coefficient 0, not k */
    uint32_t value_in[REGISTERS]; /* 0: none */
    bool only_in[REGISTERS];      /* it is not in memory */
    const bool *kept;             /* per value: its coefficients are in memory; NULL: all are */
    size_t *next_use;             /* per value: the next step that takes the coefficient at hand, NEVER */
    const size_t *uses_after;     /* per step: the same of each operand, after it */
    uint32_t used_at[REGISTERS], clock;
    uint32_t locked; /* registers of the step at hand */
} writer;

typedef void write_step(writer *w, const series_step *p);

/* --- Places --- */

static place in(unsigned reg) {
    return (place){PLACE_REGISTER, reg};
}

static place number(size_t index) {
    return (place){PLACE_SLOT, (uint32_t)index};
}

static place in_row(size_t index) {
    return (place){PLACE_IN, (uint32_t)index};
}

static place in_row_before(size_t index) {
    return (place){PLACE_OUT, (uint32_t)index};
}

static place first(const writer *w, uint32_t v) {
    return number(w->s->values[v].at);
}

static place at(const writer *w, uint32_t v) {
    const series_value *x = &w->s->values[v];
    return w->starts ? number(x->at) : in_row(x->moves ? x->at : SERIES_ZERO);
}

/* --- Registers --- */

static void forget_all(writer *w) {
    memset(w->value_in, 0, sizeof w->value_in);
    memset(w->only_in, 0, sizeof w->only_in);
    w->locked = 0;
}

static unsigned lock(writer *w, unsigned reg) {
    w->locked |= (uint32_t)1 << reg;
    w->used_at[reg] = ++w->clock;
    return reg;
}

static void leave(writer *w, unsigned reg) {
    const uint32_t v = w->value_in[reg];
    if (w->only_in[reg] && w->next_use[v] != NEVER)
        x86_encode(&w->code, DO_STORE, reg, 0, at(w, v));
    w->only_in[reg] = false;
    w->value_in[reg] = 0;
}

/* When what is in it will be needed. */
static size_t next_use_of(const writer *w, unsigned reg) {
    const uint32_t v = w->value_in[reg];
    return v ? w->next_use[v] : NEVER;
}

/* What is needed last leaves its register (Belady 1966); of several that which has been used least recently. */
static unsigned take(writer *w) {
    unsigned best = REGISTERS;
    size_t latest = 0;
    for (unsigned reg = 0; reg < REGISTERS; reg++) {
        const size_t use = next_use_of(w, reg);
        if (w->locked >> reg & 1)
            continue;
        if (best == REGISTERS || use > latest || (use == latest && w->used_at[reg] < w->used_at[best])) {
            best = reg;
            latest = use;
        }
    }
    LGR_ASSERT(best < REGISTERS);
    leave(w, best);
    return lock(w, best);
}

/* The register of the coefficient at hand. */
static unsigned hold(writer *w, uint32_t v) {
    for (unsigned reg = 0; reg < REGISTERS; reg++)
        if (v && w->value_in[reg] == v)
            return lock(w, reg);
    const unsigned reg = take(w);
    x86_encode(&w->code, DO_LOAD, reg, 0, at(w, v));
    w->value_in[reg] = v;
    return reg;
}

static unsigned load(writer *w, place from) {
    const unsigned reg = take(w);
    x86_encode(&w->code, DO_LOAD, reg, 0, from);
    return reg;
}

static bool is_factor(const writer *w, uint32_t v) {
    return w->s->values[v].count > 0;
}

/* As a factor of sums. */
static void give_copies(writer *w, const series_value *x, unsigned reg) {
    unsigned sloped = REGISTERS;
    for (const series_copy *c = w->s->copies + x->first, *end = c + x->count; c < end; c++) {
        if (c->slope && sloped == REGISTERS) {
            sloped = load(w, in_row(SERIES_K));
            x86_encode(&w->code, DO_MUL, sloped, sloped, in(reg));
        }
        x86_encode(&w->code, DO_STORE, c->slope ? sloped : reg, 0, in_row(c->at));
    }
}

/* The coefficient at hand of v. */
static void give(writer *w, uint32_t v, unsigned reg) {
    w->value_in[reg] = v;
    w->only_in[reg] = !w->starts && w->kept && !w->kept[v];
    if (!w->only_in[reg])
        x86_encode(&w->code, DO_STORE, reg, 0, at(w, v));
    if (is_factor(w, v))
        give_copies(w, &w->s->values[v], reg);
}

/* --- Steps --- */

static unsigned two(writer *w, encode_op op, unsigned a, place b) {
    const unsigned d = take(w);
    x86_encode(&w->code, op, d, a, b);
    return d;
}

static void change(writer *w, encode_op op, unsigned reg, place by) {
    x86_encode(&w->code, op, reg, reg, by);
}

static void turn_sign(writer *w, unsigned reg) {
    change(w, DO_XOR, reg, (place){PLACE_CONSTANT, CONSTANT_SIGN});
}

static void call(writer *w, void (*f)(tape_series *, const series_step *), const series_step *p) {
    union {
        void (*step)(tape_series *, const series_step *);
        encode_function *any;
    } callee = {.step = f};
    x86_encode_pointer_argument(&w->code, ARGUMENT_FIRST, w->s);
    x86_encode_pointer_argument(&w->code, ARGUMENT_SECOND, p);
    x86_encode_call(&w->code, callee.any);
    x86_encode_fetch_in(&w->code);
    forget_all(w);
}

/* Of both operands at hand. */
static void write_sum(writer *w, const series_step *p, encode_op op) {
    const unsigned a = hold(w, p->a), b = hold(w, p->b);
    give(w, p->x, two(w, op, a, in(b)));
}

static void write_add(writer *w, const series_step *p) {
    write_sum(w, p, DO_ADD);
}

static void write_sub(writer *w, const series_step *p) {
    write_sum(w, p, DO_SUB);
}

static void write_copy(writer *w, const series_step *p) {
    give(w, p->x, two(w, DO_MOVE, 0, in(hold(w, p->kind == SERIES_FIRST ? p->a : p->b))));
}

static void write_negative(writer *w, const series_step *p) {
    const unsigned a = hold(w, p->kind == SERIES_NEG ? p->a : p->b);
    give(w, p->x, two(w, DO_XOR, a, (place){PLACE_CONSTANT, CONSTANT_SIGN}));
}

static void write_scale(writer *w, const series_step *p) {
    const unsigned d = two(w, DO_MUL, hold(w, p->a), first(w, p->b));
    if (p->kind == SERIES_SCALE_ADD)
        change(w, DO_ADD, d, in(hold(w, p->c)));
    give(w, p->x, d);
}

static unsigned load_sum(writer *w, const series_step *p, size_t i) {
    return load(w, number(w->s->sum_place + p->sum + i));
}

static unsigned add_product(writer *w, unsigned d, uint32_t at_hand, uint32_t at_start) {
    const unsigned more = two(w, DO_MUL, hold(w, at_hand), first(w, at_start));
    change(w, DO_ADD, d, in(more));
    return more;
}

/* See next.c. */
static unsigned write_terms(writer *w, const series_step *p, size_t i, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t early = a < b ? a : b, late = a < b ? b : a;
    const unsigned d = load_sum(w, p, i);
    if (c && c <= late)
        change(w, DO_ADD, d, in(hold(w, c)));
    const unsigned more = add_product(w, d, early, late);
    if (early == late)
        change(w, DO_ADD, d, in(more));
    else
        add_product(w, d, late, early);
    if (c > late)
        change(w, DO_ADD, d, in(hold(w, c)));
    return d;
}

static void write_product(writer *w, const series_step *p) {
    give(w, p->x, write_terms(w, p, 0, p->a, p->b, p->kind == SERIES_MUL_ADD ? p->c : 0));
}

/* a/b where b is known last: see next.c. */
static void write_quotient_by_late(writer *w, const series_step *p) {
    const unsigned known = load_sum(w, p, 0), d = two(w, DO_SUB, hold(w, p->a), in(known));
    const unsigned less = load(w, first(w, p->x));
    change(w, DO_MUL, d, first(w, p->y));
    change(w, DO_MUL, less, first(w, p->y));
    change(w, DO_MUL, less, in(hold(w, p->b)));
    change(w, DO_SUB, d, in(less));
    give(w, p->x, d);
}

static void write_quotient(writer *w, const series_step *p) {
    if (p->b > p->a) {
        write_quotient_by_late(w, p);
        return;
    }
    const unsigned known = load_sum(w, p, 0);
    add_product(w, known, p->b, p->x);
    const unsigned d = two(w, DO_SUB, hold(w, p->a), in(known));
    change(w, DO_MUL, d, first(w, p->y));
    give(w, p->x, d);
}

static void write_divided(writer *w, const series_step *p) {
    give(w, p->x, two(w, DO_MUL, hold(w, p->a), first(w, p->y)));
}

static void write_root(writer *w, const series_step *p) {
    const unsigned d = two(w, DO_SUB, hold(w, p->a), in(load_sum(w, p, 0)));
    change(w, DO_MUL, d, first(w, p->y));
    give(w, p->x, d);
}

static unsigned sloped(writer *w, const series_step *p, size_t i, uint32_t a, uint32_t b) {
    const unsigned d = two(w, DO_MUL, hold(w, a), in_row(SERIES_K));
    change(w, DO_MUL, d, first(w, b));
    change(w, DO_ADD, d, in(load_sum(w, p, i)));
    change(w, DO_MUL, d, in_row(SERIES_PART));
    return d;
}

static void write_exponential(writer *w, const series_step *p) {
    give(w, p->x, sloped(w, p, 0, p->a, p->x));
}

static void write_pair(writer *w, const series_step *p) {
    const unsigned x = sloped(w, p, 0, p->a, p->y), y = sloped(w, p, 1, p->a, p->x);
    if (p->kind == SERIES_TURN)
        turn_sign(w, y);
    give(w, p->x, x);
    give(w, p->y, y);
}

static void write_integral(writer *w, const series_step *p) {
    const unsigned known = load_sum(w, p, 0), d = two(w, DO_MOVE, 0, in(hold(w, p->a)));
    if (p->kind == SERIES_OPPOSITE)
        turn_sign(w, d);
    change(w, DO_MUL, known, in_row(SERIES_PART));
    change(w, DO_SUB, d, in(known));
    change(w, DO_MUL, d, first(w, p->y));
    give(w, p->x, d);
}

static write_step *const writers[SERIES_KINDS] = {
    [SERIES_ADD] = write_add,         [SERIES_SUB] = write_sub,           [SERIES_FIRST] = write_copy,
    [SERIES_SECOND] = write_copy,     [SERIES_LESS] = write_negative,     [SERIES_NEG] = write_negative,
    [SERIES_SCALE] = write_scale,     [SERIES_SCALE_ADD] = write_scale,   [SERIES_MUL] = write_product,
    [SERIES_MUL_ADD] = write_product, [SERIES_DIV] = write_quotient,      [SERIES_DIV_BY] = write_divided,
    [SERIES_SQRT] = write_root,       [SERIES_EXP] = write_exponential,   [SERIES_TURN] = write_pair,
    [SERIES_HYPERBOLA] = write_pair,  [SERIES_QUOTIENT] = write_integral, [SERIES_OPPOSITE] = write_integral,
};

/* --- Coefficient 0 --- */

static void start_sum(writer *w, const series_step *p) {
    static const encode_op ops[TAPE_OP_COUNT] = {
        [TAPE_ADD] = DO_ADD, [TAPE_SUB] = DO_SUB, [TAPE_MUL] = DO_MUL, [TAPE_DIV] = DO_DIV};
    const unsigned a = hold(w, p->a), b = hold(w, p->b);
    give(w, p->x, two(w, ops[p->op], a, in(b)));
}

static void start_negative(writer *w, const series_step *p) {
    give(w, p->x, two(w, DO_XOR, hold(w, p->a), (place){PLACE_CONSTANT, CONSTANT_SIGN}));
}

static void start_product_and_sum(writer *w, const series_step *p) {
    const unsigned a = hold(w, p->a), b = hold(w, p->b), d = two(w, DO_MUL, a, in(b));
    change(w, DO_ADD, d, in(hold(w, p->c)));
    give(w, p->x, d);
}

static void start_root(writer *w, const series_step *p) {
    const unsigned a = hold(w, p->a);
    give(w, p->x, two(w, DO_SQRT, a, in(a)));
}

/* Of which the operand is a, or b where it is a quotient that goes on. */
static void start_reciprocal(writer *w, const series_step *p) {
    const unsigned d = load(w, (place){PLACE_CONSTANT, CONSTANT_ONE});
    change(w, DO_DIV, d, in(hold(w, p->a ? p->a : p->b)));
    give(w, p->x, d);
}

static write_step *const starters[TAPE_OP_COUNT] = {
    [TAPE_ADD] = start_sum,          [TAPE_SUB] = start_sum,
    [TAPE_MUL] = start_sum,          [TAPE_DIV] = start_sum,
    [TAPE_NEG] = start_negative,     [TAPE_SQRT] = start_root,
    [TAPE_RECIP] = start_reciprocal, [TAPE_FMA3] = start_product_and_sum,
};

/* 1/b, or for a root 1/(x + x). */
static void start_inverse(writer *w, const series_step *p) {
    const bool root = p->kind == SERIES_SQRT;
    const unsigned of = hold(w, root ? p->x : p->b), d = load(w, (place){PLACE_CONSTANT, CONSTANT_ONE});
    change(w, DO_DIV, d, in(root ? two(w, DO_ADD, of, in(of)) : of));
    give(w, p->y, d);
}

static void write_start(writer *w, const series_step *p) {
    if (!starters[p->op]) {
        call(w, series_start, p);
        return;
    }
    starters[p->op](w, p);
    if (p->kind == SERIES_DIV || p->kind == SERIES_DIV_BY || p->kind == SERIES_SQRT)
        start_inverse(w, p);
}

static bool is_interpreted(const series_step *p) {
    return !writers[p->kind] && p->kind != SERIES_VALUE && p->kind != SERIES_TURNED;
}

static void write_next(writer *w, const series_step *p) {
    if (writers[p->kind])
        writers[p->kind](w, p);
    else if (is_interpreted(p))
        call(w, series_next, p);
}

/* --- Sums --- */

/* Old instructions read vectors from aligned memory only. */
static void multiply(writer *w, unsigned reg, place by) {
    const unsigned spare = w->code.shape->registers - 2;
    const bool direct = w->code.shape->form != FORM_LEGACY;
    if (!direct)
        x86_encode(&w->code, DO_LOAD, spare, 0, by);
    change(w, DO_MUL, reg, direct ? by : in(spare));
}

enum { FIRST_OF_CHAIN = 3 /* the first coefficient whose sums have the two terms that come last */ };

/* Vectors of sums: numbers of one are the next `width` lanes. */
typedef struct vectors {
    size_t first, last, width;
} vectors;

/* A coefficient of all f, times one of all g. */
static void add_products(writer *w, const vectors *v, place f, place g) {
    const unsigned spare = w->code.shape->registers - 1;
    for (size_t i = v->first; i < v->last; i++) {
        const uint32_t lane = (uint32_t)(i * v->width);
        x86_encode(&w->code, DO_LOAD, spare, 0, (place){f.kind, f.index + w->s->groups.f + lane});
        multiply(w, spare, (place){g.kind, g.index + w->s->groups.g + lane});
        change(w, DO_ADD, (unsigned)(i - v->first), in(spare));
    }
}

static void clear_sums(writer *w, const vectors *v) {
    for (unsigned i = 0; i < v->last - v->first; i++)
        change(w, DO_XOR, i, in(i));
}

static void store_sums(writer *w, const vectors *v) {
    for (size_t i = v->first; i < v->last; i++)
        x86_encode(&w->code, DO_STORE, (unsigned)(i - v->first), 0, number(w->s->sum_place + i * v->width));
}

/* A loop. After it the first array is row 1, and the second one row k - 1. */
static size_t write_sums(writer *w, const encode_shape *shape, const vectors *v) {
    const size_t entry = w->code.length;
    w->code.shape = shape;
    x86_encode_enter_carrier(&w->code);
    clear_sums(w, v);
    const size_t loop = x86_encode_begin_loop(&w->code);
    add_products(w, v, in_row(0), in_row_before(0));
    x86_encode_end_loop(&w->code, loop, -(int32_t)(w->s->width * sizeof(double)));
    add_products(w, v, in_row(0), in_row_before(0));
    add_products(w, v, in_row_before(0), in_row(0));
    store_sums(w, v);
    x86_encode_leave_carrier(&w->code);
    return entry;
}

/* Sums of one term or none. */
static void write_first_sums(writer *w, const vectors *v, size_t *entries) {
    for (size_t k = 1; k < FIRST_OF_CHAIN; k++) {
        entries[k] = w->code.length;
        clear_sums(w, v);
        if (k == 2)
            add_products(w, v, number(w->s->width), number(w->s->width));
        store_sums(w, v);
        x86_encode_return(&w->code);
    }
}

/* One piece of code for each j, from the greatest down: sums of coefficient k begin within it, at j = k - 2. It takes
   row k in the place of the first array. */
static void write_chain(writer *w, const encode_shape *shape, const vectors *v, size_t *entries) {
    const size_t width = w->s->width, order = (size_t)w->s->order;
    w->code.shape = shape;
    write_first_sums(w, v, entries);
    for (size_t k = order; k > FIRST_OF_CHAIN; k--) {
        entries[k] = w->code.length;
        add_products(w, v, number((k - 2) * width), in_row(0 - (k - 2) * width));
    }
    entries[FIRST_OF_CHAIN] = w->code.length;
    add_products(w, v, number(width), in_row(0 - width));
    add_products(w, v, in_row(0 - width), number(width));
    store_sums(w, v);
    x86_encode_return(&w->code);
}

/* All coefficients, without loops: no jump has to be guessed. */
static size_t write_run(writer *w, const encode_shape *shape, const vectors *v, const size_t *sums, size_t all) {
    const size_t entry = w->code.length, width = w->s->width, order = (size_t)w->s->order;
    w->code.shape = shape;
    x86_encode_enter_carrier(&w->code);
    for (size_t k = 1; k < order; k++) {
        x86_encode_slot_argument(&w->code, ARGUMENT_SECOND, (uint32_t)(k * width));
        x86_encode_slot_argument(&w->code, ARGUMENT_THIRD, (uint32_t)((k - 1) * width));
        if (k >= FIRST_OF_CHAIN)
            clear_sums(w, v);
        if (v->last)
            x86_encode_call_own(&w->code, sums[k]);
        x86_encode_call_own(&w->code, all);
    }
    x86_encode_leave_carrier(&w->code);
    return entry;
}

/* As many at once as registers hold, in equal parts. */
static size_t part_of_sums(const tape_series *s, const encode_shape *shape, size_t i, vectors *v) {
    const size_t width = (size_t)2 << shape->length, all = s->groups.lanes / width, most = shape->registers - 2u;
    const size_t parts = (all + most - 1) / most;
    *v = parts ? (vectors){all * i / parts, all * (i + 1) / parts, width} : (vectors){0, 0, width};
    return parts;
}

static bool any_is_interpreted(const tape_series *s) {
    for (size_t i = 0; i < s->step_count; i++)
        if (is_interpreted(&s->steps[i]))
            return true;
    return false;
}

/* Whether one piece of code does all. Who interprets a step has to be told the coefficient at hand. */
static bool runs(const tape_series *s, const encode_shape *vector) {
    return s->flows && part_of_sums(s, vector, 0, &(vectors){0}) < 2 && !any_is_interpreted(s);
}

/* --- Uses --- */

/* From the last step to the first: `next_use` is as before the first one then. */
static void find_uses(writer *w) {
    const tape_series *s = w->s;
    size_t *after = ARENA_ARRAY(w->code.a, size_t, OPERANDS * s->step_count + 1);
    w->next_use = ARENA_ARRAY(w->code.a, size_t, s->value_count);
    w->uses_after = after;
    for (size_t v = 0; v < s->value_count; v++)
        w->next_use[v] = NEVER;
    for (size_t i = s->step_count; i-- > 0;) {
        const uint32_t v[OPERANDS] = {s->steps[i].a, s->steps[i].b, s->steps[i].c};
        for (size_t j = 0; j < OPERANDS; j++)
            after[OPERANDS * i + j] = w->next_use[v[j]];
        for (size_t j = 0; j < OPERANDS; j++)
            w->next_use[v[j]] = i;
    }
}

/* --- Functions --- */

static size_t begin(writer *w, const encode_shape *shape) {
    const size_t entry = w->code.length;
    w->code.shape = shape;
    forget_all(w);
    find_uses(w);
    x86_encode_enter_carrier(&w->code);
    x86_encode_keep_in(&w->code);
    return entry;
}

static void write_integral_of(writer *w, const series_integral *x) {
    w->locked = 0;
    const unsigned d = load(w, in_row_before(w->s->values[x->from].at));
    change(w, DO_MUL, d, in_row(SERIES_PART));
    if (x->opposite)
        turn_sign(w, d);
    give(w, x->to, d);
}

static void write_integrals(writer *w) {
    for (size_t i = 0; i < w->s->integral_count; i++)
        write_integral_of(w, &w->s->integrals[i]);
}

static size_t write_integrals_alone(writer *w, const encode_shape *form) {
    const size_t entry = begin(w, form);
    write_integrals(w);
    x86_encode_leave_carrier(&w->code);
    return entry;
}

static void pass(writer *w, size_t step) {
    const series_step *p = &w->s->steps[step];
    const size_t *after = w->uses_after + OPERANDS * step;
    w->next_use[p->a] = after[0];
    w->next_use[p->b] = after[1];
    w->next_use[p->c] = after[2];
}

static void write_steps(writer *w, size_t k) {
    const series_segment *segment = &w->s->segments[k];
    for (size_t i = segment->first; i < segment->last; i++) {
        const series_step *p = &w->s->steps[i];
        w->locked = 0;
        if (w->starts && series_is_turn(p)) {
            call(w, series_start_turns, p);
            for (const size_t last = i + p->more[0] - 1; i < last; i++)
                pass(w, i);
        } else
            (w->starts ? write_start : write_next)(w, p);
        pass(w, i);
    }
}

static size_t write_segment(writer *w, const encode_shape *form, size_t k, bool starts) {
    const size_t entry = begin(w, form);
    w->starts = starts;
    write_steps(w, k);
    w->starts = false;
    x86_encode_leave_carrier(&w->code);
    return entry;
}

/* What others than the steps of the same coefficient read, but for sums: integrals, results, inputs, the state, and who
   asks for the signs of roots. NULL where a step is interpreted, which reads all. */
static const bool *find_kept(const tape_series *s, arena *a) {
    bool *kept = ARENA_ARRAY(a, bool, s->value_count);
    if (any_is_interpreted(s))
        return NULL;
    for (size_t i = 0; i < s->integral_count; i++)
        kept[s->integrals[i].from] = true;
    for (size_t i = 0; i < s->state_count; i++)
        kept[s->state[i]] = true;
    for (size_t i = 0; i < s->input_count; i++)
        kept[s->input[i]] = true;
    for (size_t i = 0; i < s->step_count; i++)
        kept[s->steps[i].x] |= series_is_root(&s->steps[i]);
    for (size_t k = 1; k < s->segment_count; k++)
        for (size_t i = 0; i < s->segments[k].out_count; i++)
            kept[s->segments[k].out[i]] = true;
    return kept;
}

/* A coefficient that only its own steps take stays in its register as long as that is not needed. */
static size_t write_all(writer *w, const encode_shape *form) {
    const size_t entry = begin(w, form);
    w->kept = find_kept(w->s, w->code.a);
    write_integrals(w);
    for (size_t k = 1; k < w->s->segment_count; k++)
        write_steps(w, k);
    x86_encode_leave_carrier(&w->code);
    w->kept = NULL;
    return entry;
}

/* Its entries: integrals, then of each segment from 1 on the start and what follows, of all at once where they flow,
   sums or all coefficients. */
static encoder write_functions(writer *w, const encode_shape *form, const encode_shape *vector, size_t *entries) {
    const bool flows = w->s->flows;
    vectors v;
    *entries++ = write_integrals_alone(w, form);
    for (size_t k = 1; k < w->s->segment_count; k++) {
        *entries++ = write_segment(w, form, k, true);
        if (!flows)
            *entries++ = write_segment(w, form, k, false);
    }
    if (flows)
        *entries++ = write_all(w, form);
    for (size_t i = 0; flows && i < w->s->code.sum_count; i++) {
        part_of_sums(w->s, vector, i, &v);
        *entries++ = write_sums(w, vector, &v);
    }
    if (runs(w->s, vector)) {
        const size_t all = entries[-1];
        size_t *sums = ARENA_ARRAY(w->code.a, size_t, w->s->order + 2);
        part_of_sums(w->s, vector, 0, &v);
        write_chain(w, vector, &v, sums);
        *entries++ = write_run(w, vector, &v, sums, all);
    }
    return w->code;
}

static series_code *function(const series_machine *to, size_t entry) {
    const char *at = (const char *)to->pages + entry;
    series_code *f;
    memcpy(&f, &at, sizeof f);
    return f;
}

static series_sum_code *function_of_sums(const series_machine *to, size_t entry) {
    const char *at = (const char *)to->pages + entry;
    series_sum_code *f;
    memcpy(&f, &at, sizeof f);
    return f;
}

static void set_functions(tape_series *s, bool runs_all, const size_t *entries) {
    series_machine *to = &s->code;
    to->integrals = function(to, *entries++);
    for (size_t k = 1; k < s->segment_count; k++) {
        to->start[k] = function(to, *entries++);
        if (!s->flows)
            to->next[k] = function(to, *entries++);
    }
    if (s->flows)
        to->all = function(to, *entries++);
    for (size_t i = 0; i < to->sum_count; i++)
        to->sums[i] = function_of_sums(to, *entries++);
    if (runs_all)
        to->run = function(to, *entries++);
}

/* Whether every number has an address. */
static bool fits(const tape_series *s) {
    return s->number_count < INT32_MAX / 16;
}

static encode_shape vector_shape(encode_form one, const tape_backend *eight) {
    const bool widest = one == FORM_VEX && eight == &tape_avx512;
    return (encode_shape){.form = widest ? FORM_EVEX : one,
                          .packed = true,
                          .length = widest ? 2 : one == FORM_VEX,
                          .parts = 1,
                          .registers = widest ? 2 * REGISTERS : REGISTERS,
                          .lanes = 1};
}

void series_write(tape_series *s, arena *a, const tape_backend *one, const tape_backend *eight) {
    if (one->write != x86_emit || !fits(s))
        return;
    const encode_shape form = {one->machine->shape.form, .parts = 1, .registers = REGISTERS, .lanes = 1};
    const encode_shape vector = vector_shape(form.form, eight);
    arena *scratch = base_arena_create();
    writer *w = ARENA_NEW(scratch, writer);
    *w = (writer){.code = x86_encode_begin(scratch, &form), .s = s};
    const bool runs_all = runs(s, &vector);
    s->code.sum_count = !s->flows || runs_all ? 0 : part_of_sums(s, &vector, 0, &(vectors){0});
    size_t *entries = ARENA_ARRAY(scratch, size_t, 3 + 2 * s->segment_count + s->code.sum_count);
    const encoder code = write_functions(w, &form, &vector, entries);
    s->code.sums = base_arena_alloc(a, (s->code.sum_count + 1) * sizeof *s->code.sums);
    s->code.start = base_arena_alloc(a, s->segment_count * sizeof *s->code.start);
    s->code.next = base_arena_alloc(a, s->segment_count * sizeof *s->code.next);
    s->code.size = code.length;
    s->code.pages = tape_executable_create(code.at, code.length);
    if (s->code.pages)
        set_functions(s, runs_all, entries);
    base_arena_destroy(scratch);
}
