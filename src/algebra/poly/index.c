/* The parts of a polynomial by their monomials' hashes: most that is looked for is not there, and need not be made. */
#include "algebra/poly/poly.h"

static size_t slot_of(uint64_t hash, size_t mask) {
    return (size_t)(hash ^ hash >> 32) & mask;
}

poly_index poly_index_make(algebra *x, poly p) {
    size_t slots = 8;
    while (slots < 2 * p.len)
        slots *= 2;
    uint32_t *slot = ARENA_ARRAY(x->pool, uint32_t, slots);
    for (size_t i = 0; i < p.len; i++) {
        size_t at = slot_of(p.at[i].m.hash, slots - 1);
        while (slot[at] != 0)
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    return (poly_index){p, slot, slots - 1};
}

size_t poly_index_find(const poly_index *s, uint64_t hash) {
    for (size_t at = slot_of(hash, s->mask); s->slot[at] != 0; at = (at + 1) & s->mask)
        if (s->p.at[s->slot[at] - 1].m.hash == hash)
            return s->slot[at] - 1;
    return s->p.len;
}
