/* Machine code that carries numbers into the slots, runs segments and carries results out, if possible two at a time.
 */
#include "tape/x86/carrier.h"

enum { SUM = 0, CARRIED = 1 }; /* registers */

/* Registers of two numbers, at places that count single ones. */
static const encode_shape pairs[] = {
    [FORM_LEGACY] = {FORM_LEGACY, .packed = true, .parts = 1, .registers = 16, .lanes = 1},
    [FORM_VEX] = {FORM_VEX, .packed = true, .parts = 1, .registers = 16, .lanes = 1},
};

static place slot(size_t k) {
    return (place){PLACE_SLOT, (uint32_t)k};
}

/* A load that takes in two stores waits for both; one that takes half of what was stored waits too, if less. */
static void load(encoder *e, place first, place second, bool two) {
    x86_encode(e, DO_LOAD_FIRST, CARRIED, 0, first);
    if (two)
        x86_encode(e, DO_LOAD_SECOND, CARRIED, CARRIED, second);
}

static void store(encoder *e, place to, bool two) {
    x86_encode(e, two ? DO_STORE : DO_STORE_FIRST, CARRIED, 0, to);
}

static void carry_in(encoder *e, const tape_carry *c) {
    x86_encode(e, DO_STORE_FIRST, 0, 0, slot(c->time)); /* it comes in register 0 */
    uint32_t i = 0;
    for (; i + 1 < c->count; i += 2) {
        x86_encode(e, DO_LOAD, CARRIED, 0, (place){PLACE_IN, i});
        store(e, slot(c->first + i), true);
    }
    if (i < c->count) {
        load(e, (place){PLACE_IN, i}, slot(0), false);
        store(e, slot(c->first + i), false);
    }
}

static bool follows(uint32_t at, uint32_t before) {
    return before == TAPE_NOWHERE ? at == TAPE_NOWHERE : at == before + 1;
}

/* Moves [first, last). */
static void carry_out(encoder *e, const tape_move *moves, size_t first, size_t last, bool sums) {
    for (size_t k = first; k < last;) {
        const tape_move *x = &moves[k], *y = x + 1;
        const bool two = k + 1 < last && follows(y->to, x->to) && follows(y->also, x->also);
        load(e, slot(x->from), slot(two ? y->from : 0), two);
        if (x->to != TAPE_NOWHERE)
            store(e, (place){PLACE_OUT, x->to}, two);
        if (x->also != TAPE_NOWHERE)
            store(e, slot(x->also), two);
        if (sums) {
            x86_encode(e, DO_SUB, CARRIED, CARRIED, (place){PLACE_REGISTER, CARRIED});
            x86_encode(e, DO_ADD, SUM, SUM, (place){PLACE_REGISTER, CARRIED});
        }
        k += two ? 2 : 1;
    }
}

/* In the first of the register that results are returned in. */
static void add_up(encoder *e) {
    x86_encode(e, DO_SECONDS, CARRIED, SUM, (place){PLACE_REGISTER, SUM});
    x86_encode(e, DO_ADD, SUM, SUM, (place){PLACE_REGISTER, CARRIED});
}

void x86_carrier(encoder *e, const tape_carry *c, const size_t *entries) {
    const encode_shape *shape = e->shape;
    e->shape = &pairs[shape->form];
    x86_encode_enter_carrier(e);
    carry_in(e, c);
    x86_encode_call_own(e, entries[c->segment]);
    x86_encode(e, DO_LOAD, SUM, 0, (place){PLACE_CONSTANT, CONSTANT_ZERO});
    carry_out(e, c->moves, 0, c->middle, true);
    add_up(e);
    if (c->next) {
        x86_encode_put_by(e);
        x86_encode_call_own(e, entries[c->next]);
        x86_encode_fetch(e);
    }
    carry_out(e, c->moves, c->middle, c->move_count, false);
    x86_encode_leave_carrier(e);
    e->shape = shape;
}
