/* Machine code for the recurrences of power series: all sums first, which need nothing of the coefficient at hand, as
   vectors; then the steps one by one, with single numbers in registers. Rare steps call the interpreter. */
#include <string.h>

#include "base/check.h"
#include "tape/program/executable.h"
#include "tape/series/recurrence.h"
#include "tape/x86/emit.h"

enum { REGISTERS = 16, GROUP = 4 /* sums that are added up together */ };

typedef struct writer {
    encoder code;
    tape_series *s;
    bool starts;                  /* coefficient 0, not k */
    uint32_t value_in[REGISTERS]; /* 0: none */
    bool only_in[REGISTERS];      /* it is not in memory */
    const bool *kept;             /* per value: its coefficients are in memory; NULL: all are */
    const size_t *last_use;       /* per value: the last step that takes the coefficient at hand */
    size_t step;
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

/* Counted from coefficient k on. */
static place forward(size_t index) {
    return (place){PLACE_IN, (uint32_t)index};
}

/* Counted from order - k on. */
static place backward(size_t index) {
    return (place){PLACE_OUT, (uint32_t)index};
}

static place first(const writer *w, uint32_t v) {
    return number(w->s->values[v].forward);
}

static place at(const writer *w, uint32_t v) {
    return w->starts ? first(w, v) : forward(w->s->values[v].forward);
}

static place slope(const writer *w, uint32_t v) {
    return forward(w->s->values[v].slope);
}

/* Sums stand as the instruction that adds up four of them leaves them. */
static size_t place_of_sum(const tape_series *s, size_t i) {
    static const size_t turned[GROUP] = {0, 2, 1, 3};
    return s->sum_place + i / GROUP * GROUP + turned[i % GROUP];
}

static place inner(const writer *w, const series_step *p, size_t i) {
    return number(place_of_sum(w->s, p->sum + i));
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
    if (w->only_in[reg] && w->last_use[v] >= w->step)
        x86_encode(&w->code, DO_STORE, reg, 0, at(w, v));
    w->only_in[reg] = false;
    w->value_in[reg] = 0;
}

static unsigned take(writer *w) {
    unsigned best = REGISTERS;
    for (unsigned reg = 0; reg < REGISTERS; reg++)
        if (!(w->locked >> reg & 1) && (best == REGISTERS || w->used_at[reg] < w->used_at[best]))
            best = reg;
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

static void give_slope(writer *w, const series_value *x, unsigned reg) {
    const unsigned more = load(w, forward(w->s->count_place));
    x86_encode(&w->code, DO_MUL, more, more, in(reg));
    if (x->keeps_slope)
        x86_encode(&w->code, DO_STORE, more, 0, forward(x->slope));
    if (x->keeps_slope_backward)
        x86_encode(&w->code, DO_STORE, more, 0, backward(x->slope_backward));
}

/* The coefficient at hand of v. */
static void give(writer *w, uint32_t v, unsigned reg) {
    const series_value *x = &w->s->values[v];
    w->value_in[reg] = v;
    w->only_in[reg] = !w->starts && w->kept && !w->kept[v];
    if (!w->only_in[reg])
        x86_encode(&w->code, DO_STORE, reg, 0, at(w, v));
    if (w->starts)
        return;
    if (x->keeps_backward)
        x86_encode(&w->code, DO_STORE, reg, 0, backward(x->backward));
    if (x->keeps_slope || x->keeps_slope_backward)
        give_slope(w, x, reg);
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

static unsigned add_product(writer *w, unsigned d, uint32_t at_hand, uint32_t at_start) {
    const unsigned more = two(w, DO_MUL, hold(w, at_hand), first(w, at_start));
    change(w, DO_ADD, d, in(more));
    return more;
}

/* See next.c. */
static void write_product(writer *w, const series_step *p) {
    const uint32_t early = p->a < p->b ? p->a : p->b, late = p->a < p->b ? p->b : p->a;
    const bool more = p->kind == SERIES_MUL_ADD;
    const unsigned d = load(w, inner(w, p, 0));
    if (more && p->c <= late)
        change(w, DO_ADD, d, in(hold(w, p->c)));
    const unsigned product = add_product(w, d, early, late);
    if (early == late)
        change(w, DO_ADD, d, in(product));
    else
        add_product(w, d, late, early);
    if (more && p->c > late)
        change(w, DO_ADD, d, in(hold(w, p->c)));
    give(w, p->x, d);
}

static void write_quotient(writer *w, const series_step *p) {
    const unsigned known = two(w, DO_MUL, hold(w, p->b), first(w, p->x));
    change(w, DO_ADD, known, inner(w, p, 0));
    const unsigned d = two(w, DO_SUB, hold(w, p->a), in(known));
    change(w, DO_MUL, d, first(w, p->y));
    give(w, p->x, d);
}

static void write_divided(writer *w, const series_step *p) {
    give(w, p->x, two(w, DO_MUL, hold(w, p->a), first(w, p->y)));
}

static void write_root(writer *w, const series_step *p) {
    const unsigned d = two(w, DO_SUB, hold(w, p->a), inner(w, p, 0));
    change(w, DO_MUL, d, first(w, p->y));
    give(w, p->x, d);
}

static unsigned sloped(writer *w, const series_step *p, size_t i, uint32_t a, uint32_t b) {
    const unsigned d = load(w, slope(w, a));
    change(w, DO_MUL, d, first(w, b));
    change(w, DO_ADD, d, inner(w, p, i));
    change(w, DO_MUL, d, forward(w->s->inverse_place));
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
    const unsigned known = load(w, inner(w, p, 0)), d = two(w, DO_MOVE, 0, in(hold(w, p->a)));
    if (p->kind == SERIES_OPPOSITE)
        turn_sign(w, d);
    change(w, DO_MUL, known, forward(w->s->inverse_place));
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

static void write_next(writer *w, const series_step *p) {
    if (writers[p->kind])
        writers[p->kind](w, p);
    else if (p->kind != SERIES_VALUE)
        call(w, series_next, p);
}

/* --- Sums --- */

/* Old instructions read vectors from aligned memory only. */
static void multiply(writer *w, unsigned reg, place by) {
    enum { FACTOR = REGISTERS - 1 };
    const bool direct = w->code.shape->form != FORM_LEGACY;
    if (!direct)
        x86_encode(&w->code, DO_LOAD, FACTOR, 0, by);
    change(w, DO_MUL, reg, direct ? by : in(FACTOR));
}

/* The products of every eighth term of a sum from the first on, and their neighbours in the vector. */
static void write_products(writer *w, const series_sum *x, int fours, unsigned first, unsigned reg) {
    enum { MORE = REGISTERS - 2 };
    for (unsigned j = first; j < SERIES_FOUR * (unsigned)fours; j += SERIES_BLOCK) {
        const unsigned d = j == first ? reg : MORE;
        x86_encode(&w->code, DO_LOAD, d, 0, number(x->forward + 1 + j));
        multiply(w, d, backward(x->backward + 1 + j));
        if (j > first)
            change(w, DO_ADD, reg, in(MORE));
    }
}

/* A group of sums in vectors of four. Where it is not complete, others are written that nobody reads. */
static void write_fours(writer *w, size_t from, int fours) {
    enum { UPPER = GROUP }; /* registers */
    for (unsigned i = 0; i < GROUP; i++) {
        const size_t sum = from + i < w->s->sum_count ? from + i : from;
        write_products(w, &w->s->sums[sum], fours, 0, i);
        write_products(w, &w->s->sums[sum], fours, SERIES_FOUR, UPPER + i);
        if (fours > 1)
            change(w, DO_ADD, i, in(UPPER + i));
    }
    for (unsigned i = 0; i < GROUP; i += 2) {
        x86_encode_halves(&w->code, false, UPPER, i, in(i + 1));
        x86_encode_halves(&w->code, true, UPPER + 1, i, in(i + 1));
        x86_encode(&w->code, DO_ADD, i, UPPER, in(UPPER + 1));
    }
    x86_encode(&w->code, DO_ADD_NEIGHBOURS, 0, 0, in(2));
    x86_encode(&w->code, DO_STORE, 0, 0, number(place_of_sum(w->s, from)));
}

/* The same in vectors of two. */
static void write_twos(writer *w, size_t from, int fours) {
    enum { PARTS = SERIES_BLOCK / 2 };
    for (size_t sum = from; sum < from + GROUP && sum < w->s->sum_count; sum++) {
        for (unsigned n = 0; n < PARTS; n++)
            write_products(w, &w->s->sums[sum], fours, 2 * n, n);
        for (unsigned n = 0; n < PARTS / 2 && fours > 1; n++)
            change(w, DO_ADD, n, in(PARTS / 2 + n));
        change(w, DO_ADD, 0, in(1));
        x86_encode(&w->code, DO_SECONDS, 1, 0, in(0));
        change(w, DO_ADD, 0, in(1));
        x86_encode(&w->code, DO_STORE_FIRST, 0, 0, number(place_of_sum(w->s, sum)));
    }
}

/* --- Functions --- */

/* Of one number; of vectors, at places that count single ones. */
typedef struct shapes {
    encode_shape one, vector;
    void (*write)(writer *w, size_t from, int fours);
} shapes;

static const shapes forms[] = {
    [FORM_LEGACY] = {{FORM_LEGACY, .parts = 1, .registers = REGISTERS, .lanes = 1},
                     {FORM_LEGACY, .packed = true, .parts = 1, .registers = REGISTERS, .lanes = 1},
                     write_twos},
    [FORM_VEX] = {{FORM_VEX, .parts = 1, .registers = REGISTERS, .lanes = 1},
                  {FORM_VEX, .packed = true, .length = 1, .parts = 1, .registers = REGISTERS, .lanes = 1},
                  write_fours},
};

static size_t begin(writer *w, const encode_shape *shape) {
    const size_t entry = w->code.length;
    w->code.shape = shape;
    forget_all(w);
    x86_encode_enter_carrier(&w->code);
    x86_encode_keep_in(&w->code);
    return entry;
}

static size_t write_all_sums(writer *w, const shapes *form, int fours) {
    const size_t entry = begin(w, &form->vector);
    for (size_t i = 0; i < w->s->sum_count; i += GROUP)
        form->write(w, i, fours);
    x86_encode_leave_carrier(&w->code);
    return entry;
}

static void write_links(writer *w) {
    for (size_t i = 0; i < w->s->integral_count; i++) {
        const series_integral *x = &w->s->integrals[i];
        w->locked = 0;
        const unsigned d = load(w, forward(w->s->values[x->from].forward - 1));
        change(w, DO_MUL, d, forward(w->s->inverse_place));
        give(w, x->to, d);
    }
}

static size_t write_integrals(writer *w, const shapes *form) {
    const size_t entry = begin(w, &form->one);
    write_links(w);
    x86_encode_leave_carrier(&w->code);
    return entry;
}

static void write_steps(writer *w, size_t k) {
    const series_segment *segment = &w->s->segments[k];
    for (size_t i = segment->first; i < segment->last; i++) {
        const series_step *p = &w->s->steps[i];
        w->locked = 0;
        w->step = i;
        if (w->starts && p->kind == SERIES_TURN) {
            call(w, series_start_turns, p);
            i += p->more[0] - 1;
        } else
            (w->starts ? write_start : write_next)(w, p);
    }
}

static size_t write_segment(writer *w, const shapes *form, size_t k, bool starts) {
    const size_t entry = begin(w, &form->one);
    w->starts = starts;
    write_steps(w, k);
    w->starts = false;
    x86_encode_leave_carrier(&w->code);
    return entry;
}

/* What others than the steps of the same coefficient read: factors of sums, links, results, inputs. NULL where a step
   is interpreted, which reads all. */
static const bool *find_kept(const tape_series *s, arena *a) {
    bool *kept = ARENA_ARRAY(a, bool, s->value_count);
    for (size_t i = 0; i < s->step_count; i++)
        if (!writers[s->steps[i].kind] && s->steps[i].kind != SERIES_VALUE)
            return NULL;
    for (size_t i = 0; i < s->sum_count; i++)
        kept[s->sums[i].f] = kept[s->sums[i].f] || !s->sums[i].slope;
    for (size_t i = 0; i < s->integral_count; i++)
        kept[s->integrals[i].from] = true;
    for (size_t i = 0; i < s->input_count; i++)
        kept[s->input[i]] = true;
    for (size_t k = 1; k < s->segment_count; k++)
        for (size_t i = 0; i < s->segments[k].out_count; i++)
            kept[s->segments[k].out[i]] = true;
    return kept;
}

static const size_t *find_last_uses(const tape_series *s, arena *a) {
    size_t *last = ARENA_ARRAY(a, size_t, s->value_count);
    for (size_t i = 0; i < s->step_count; i++)
        last[s->steps[i].a] = last[s->steps[i].b] = last[s->steps[i].c] = i;
    return last;
}

/* A coefficient that only its own steps take stays in its register as long as that is not needed. */
static size_t write_all(writer *w, const shapes *form) {
    const size_t entry = begin(w, &form->one);
    w->kept = find_kept(w->s, w->code.a);
    w->last_use = find_last_uses(w->s, w->code.a);
    w->step = 0;
    write_links(w);
    for (size_t k = 1; k < w->s->segment_count; k++)
        write_steps(w, k);
    x86_encode_leave_carrier(&w->code);
    w->kept = NULL;
    return entry;
}

/* How many kinds of sums there are, that of none included. */
static int kinds_of_sums(const tape_series *s) {
    return series_fours(s->order) + 1;
}

/* Its entries: sums, integrals, then of each segment from 1 on the start and what follows, of all at once where they
   flow. */
static encoder write_functions(writer *w, const shapes *form, size_t *entries) {
    const bool flows = w->s->flows;
    for (int fours = 1; fours < kinds_of_sums(w->s); fours++)
        *entries++ = write_all_sums(w, form, fours);
    *entries++ = write_integrals(w, form);
    for (size_t k = 1; k < w->s->segment_count; k++) {
        *entries++ = write_segment(w, form, k, true);
        if (!flows)
            *entries++ = write_segment(w, form, k, false);
    }
    if (flows)
        *entries++ = write_all(w, form);
    return w->code;
}

static series_code *function(const series_machine *to, size_t entry) {
    const char *at = (const char *)to->pages + entry;
    series_code *f;
    memcpy(&f, &at, sizeof f);
    return f;
}

static void set_functions(tape_series *s, const size_t *entries) {
    series_machine *to = &s->code;
    for (int fours = 1; fours < kinds_of_sums(s); fours++)
        to->sums[fours] = function(to, *entries++);
    to->integrals = function(to, *entries++);
    for (size_t k = 1; k < s->segment_count; k++) {
        to->start[k] = function(to, *entries++);
        if (!s->flows)
            to->next[k] = function(to, *entries++);
    }
    if (s->flows)
        to->all = function(to, *entries++);
}

/* Whether every number has an address, and every sum few enough terms. */
static bool fits(const tape_series *s) {
    return series_fours(s->order) <= SERIES_MOST_FOURS && s->inverse_place < INT32_MAX / 16;
}

void series_write(tape_series *s, arena *a, const tape_backend *b) {
    if (b->write != x86_emit || !fits(s))
        return;
    const shapes *form = &forms[b->machine->shape.form];
    arena *scratch = base_arena_create();
    size_t *entries = ARENA_ARRAY(scratch, size_t, SERIES_MOST_FOURS + 3 + 2 * s->segment_count);
    writer *w = ARENA_NEW(scratch, writer);
    *w = (writer){.code = x86_encode_begin(scratch, &form->one), .s = s};
    const encoder code = write_functions(w, form, entries);
    s->code.start = base_arena_alloc(a, s->segment_count * sizeof *s->code.start);
    s->code.next = base_arena_alloc(a, s->segment_count * sizeof *s->code.next);
    s->code.size = code.length;
    s->code.pages = tape_executable_create(code.at, code.length);
    if (s->code.pages)
        set_functions(s, entries);
    base_arena_destroy(scratch);
}
