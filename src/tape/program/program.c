/* Prepares a tape for a back end: machine code if available, else the interpreter with as many lanes. */
#include <string.h>

#include "base/check.h"
#include "num/pairs.h"
#include "tape/program/executable.h"
#include "tape/tape.h"

static const tape_backend *interpreter(int lanes) {
    return lanes == tape_scalar.lanes ? &tape_scalar : &tape_lanes8;
}

const tape_backend *tape_fastest(int lanes) {
    LGR_ASSERT(lanes == tape_scalar.lanes || lanes == tape_lanes8.lanes);
    const tape_backend *best = interpreter(lanes);
    for (size_t k = 0; k < tape_backend_count; k++) {
        if (tape_backends[k]->lanes == lanes && tape_backends[k]->available()) {
            best = tape_backends[k];
        }
    }
    return best;
}

/* Places of functions, from the numbers of bytes before them. */
static void set_entries(tape_program *p, const size_t *offsets) {
    for (size_t k = 0; k < p->t->segment_count; k++) {
        const char *entry = (const char *)p->code + offsets[k];
        memcpy(&p->entries[k], &entry, sizeof entry);
    }
    for (size_t k = 0; k < p->t->carry_count && p->backend->lanes == 1; k++) {
        const char *entry = (const char *)p->code + offsets[p->t->segment_count + k];
        memcpy(&p->carriers[k], &entry, sizeof entry);
    }
}

static void free_code(void *of) {
    tape_program *p = of;
    tape_executable_destroy(p->code, p->size);
    p->code = NULL;
    p->size = 0;
    p->backend = interpreter(p->backend->lanes);
}

static void compile(tape_program *p, arena *a, const tape_backend *b) {
    arena *scratch = base_arena_create();
    size_t *offsets = ARENA_ARRAY(scratch, size_t, p->t->segment_count + p->t->carry_count);
    size_t length = 0;
    const uint8_t *bytes = b->write(scratch, p->t, b->machine, offsets, &length);
    p->code = bytes ? tape_executable_create(bytes, length) : NULL;
    if (p->code) {
        p->size = length;
        base_take(&p->taken, free_code, p);
        p->backend = b;
        p->entries = base_arena_alloc(a, p->t->segment_count * sizeof *p->entries);
        p->carriers = base_arena_alloc(a, p->t->carry_count * sizeof *p->carriers + 1);
        set_entries(p, offsets);
    }
    base_arena_destroy(scratch);
}

tape_program *tape_load(arena *a, const tape *t, const tape_backend *b) {
    LGR_ASSERT(b->lanes == tape_scalar.lanes || b->lanes == tape_lanes8.lanes);
    tape_program *p = ARENA_NEW(a, tape_program);
    p->t = t;
    p->backend = interpreter(b->lanes);
    if (b->write && b->available()) {
        compile(p, a, b);
    }
    return p;
}

/* The sum of x - x over what is carried. */
static double make_moves(const tape_move *moves, size_t count, double *slots, double *out) {
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const double x = slots[moves[k].from];
        if (moves[k].to != TAPE_NOWHERE) {
            out[moves[k].to] = x;
        }
        if (moves[k].also != TAPE_NOWHERE) {
            slots[moves[k].also] = x;
        }
        sum += x - x;
    }
    return sum;
}

double tape_carry_by_hand(const tape_program *p, const tape_carry *c, double *slots, double time, const double *in,
                          double *out) {
    LGR_ASSERT(c >= p->t->carries && c < p->t->carries + p->t->carry_count && p->backend->lanes == 1);
    slots[c->time] = time;
    copy_one_by_one(slots + c->first, in, c->count);
    tape_run(p, c->segment, slots);
    const double sum = make_moves(c->moves, c->middle, slots, out);
    if (c->next) {
        tape_run(p, c->next, slots);
    }
    make_moves(c->moves + c->middle, c->move_count - c->middle, slots, out);
    return sum;
}

const tape_backend *tape_backend_of(const tape_program *p) {
    return p->backend;
}

size_t tape_code_size(const tape_program *p) {
    return p->size;
}

void tape_unload(tape_program *p) {
    if (p->code)
        base_give_back(&p->taken);
}
