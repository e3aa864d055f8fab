/* Factors polynomials to few operations: greedily takes out the divisor that saves most. After Brayton and McMullen:
   candidates are common monomials, the sums that they leave ("kernels"), and squares of sums. */
#include <string.h>

#include "algebra/form/form.h"

enum { MAX_KERNEL = 24, MAX_PAIRED = 24, MAX_TRIED = 48, MAX_SQUARED = 128, MAX_GENERATORS = 96 };

/* p = divisor^power * quotient + rest */
typedef struct division {
    poly divisor, quotient, rest;
    int32_t power;
    double gain; /* operations saved, as far as can be seen at once */
} division;

/* A polynomial being taken apart, and what its parts cost. */
typedef struct workpiece {
    algebra *x;
    poly p;
    size_t *ops;
    uint64_t *gens; /* of each part, as bits: most that is not contained is seen by them */
    poly_index seen;
    division best, second;
} workpiece;

/* The gain less what p takes written out; no further than down to what is too little. */
static double less_flat(const algebra *x, double gain, poly p, double too_little) {
    gain += 1;
    for (size_t i = 0; i < p.len && gain > too_little; i++)
        gain -= 1 + (double)form_count_part(x, p.at[i]);
    return gain;
}

/* The generators, each as one of 64 bits. */
static uint64_t bits_of(monomial m) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < m.len; k++)
        bits |= poly_gen_bit(m.at[k].gen);
    return bits;
}

static bool is_unit(poly p) {
    return p.len == 1 && p.at[0].m.len == 0 && (number_is(p.at[0].c, 1) || number_is(p.at[0].c, -1));
}

/* The parts not taken. */
static poly rest_of(workpiece *w, const bool *taken) {
    part *at = ARENA_RAW(w->x->pool, part, w->p.len);
    size_t len = 0;
    for (size_t i = 0; i < w->p.len; i++)
        if (!taken[i])
            at[len++] = w->p.at[i];
    return (poly){at, len, false};
}

/* Two ways to say the same: the divisor and the quotient may have changed places. */
static bool is_same_division(division a, division b) {
    return poly_same(a.rest, b.rest) && (poly_same(a.divisor, b.divisor) || poly_same(a.divisor, b.quotient));
}

static void offer(workpiece *w, poly divisor, int32_t whole_power, poly quotient, const bool *taken) {
    double gain = -1 - (whole_power > 1);
    for (size_t i = 0; i < w->p.len; i++)
        if (taken[i])
            gain += 1 + (double)w->ops[i];
    const double too_little = w->second.gain;
    if (gain > too_little)
        gain = less_flat(w->x, gain, divisor, too_little);
    if (gain > too_little && !is_unit(quotient))
        gain = less_flat(w->x, gain - 1, quotient, too_little);
    if (gain <= too_little)
        return;
    division d = {divisor, quotient, rest_of(w, taken), whole_power, gain};
    if (gain > w->best.gain) {
        w->second = w->best;
        w->best = d;
    } else if (!is_same_division(d, w->best)) {
        w->second = d;
    }
}

/* The parts of the sum times what part i is of its first one, if all are there and not taken: by their hashes, which
   few pass, then by what they are. */
static bool find_multiple(const workpiece *w, poly divisor, size_t i, const bool *taken, size_t *found, part *q) {
    const part *given = &w->p.at[i], *first = &divisor.at[0];
    found[0] = i;
    for (size_t k = divisor.len; k-- > 1;) {
        found[k] = poly_index_find(&w->seen, given->m.hash - first->m.hash + divisor.at[k].m.hash);
        if (found[k] == w->p.len || taken[found[k]])
            return false;
    }
    if (!poly_monomial_contains(given->m, first->m))
        return false;
    q->c = number_div(given->c, first->c);
    for (size_t k = 0; k < divisor.len; k++)
        if (!number_same(w->p.at[found[k]].c, number_mul(q->c, divisor.at[k].c)))
            return false;
    q->m = poly_monomial_div(w->x, given->m, first->m);
    for (size_t k = 1; k < divisor.len; k++)
        if (!poly_monomial_is_product(w->p.at[found[k]].m, q->m, divisor.at[k].m))
            return false;
    return true;
}

/* Looks for the sum as a factor of several parts of p. */
static void try_sum(workpiece *w, poly divisor) {
    algebra *x = w->x;
    bool *taken = ARENA_ARRAY(x->pool, bool, w->p.len);
    size_t *found = ARENA_RAW(x->pool, size_t, divisor.len);
    part *quotient = ARENA_RAW(x->pool, part, w->p.len);
    size_t len = 0;
    const uint64_t first = bits_of(divisor.at[0].m);
    for (size_t i = 0; i < w->p.len; i++) {
        if (taken[i] || first & ~w->gens[i] || !find_multiple(w, divisor, i, taken, found, &quotient[len]))
            continue;
        for (size_t k = 0; k < divisor.len; k++)
            taken[found[k]] = true;
        len++;
    }
    if (len > 1)
        offer(w, divisor, 1, (poly){quotient, len, false}, taken);
}

/* What all taken parts have in common as the divisor, the sum it leaves as the quotient, and the sum as a divisor. */
static void try_taken(workpiece *w, const bool *taken, monomial common) {
    algebra *x = w->x;
    part *at = ARENA_RAW(x->pool, part, w->p.len);
    size_t len = 0;
    for (size_t i = 0; i < w->p.len; i++)
        if (taken[i])
            at[len++] = (part){w->p.at[i].c, poly_monomial_div(x, w->p.at[i].m, common)};
    poly kernel = {at, len, false};
    if (common.len > 0)
        offer(w, poly_of_part(x, (part){NUMBER_ONE, common}), 1, kernel, taken);
    if (2 * len <= w->p.len && len <= MAX_KERNEL)
        try_sum(w, kernel);
}

/* Sets of parts that were tried: generators that always stand together have the same. */
typedef struct tried_sets {
    uint64_t at[MAX_GENERATORS]; /* bit k: part k, of the first 64 */
    size_t count;
} tried_sets;

static bool is_new_set(tried_sets *t, uint64_t set) {
    for (size_t k = 0; k < t->count; k++)
        if (t->at[k] == set)
            return false;
    t->at[t->count++] = set;
    return true;
}

/* All parts with the generator on the same side of the fraction's line. */
static void try_generator(workpiece *w, power f, tried_sets *tried) {
    enum { BITS = 64 };
    bool *taken = ARENA_ARRAY(w->x->pool, bool, w->p.len);
    uint64_t set = 0;
    size_t count = 0, first = 0;
    for (size_t i = 0; i < w->p.len; i++) {
        if (!(w->gens[i] & poly_gen_bit(f.gen)))
            continue;
        int32_t halves = poly_monomial_exponent(w->p.at[i].m, f.gen);
        taken[i] = f.halves > 0 ? halves >= f.halves : halves <= f.halves;
        set |= (uint64_t)taken[i] << i % BITS;
        first = taken[i] && count == 0 ? i : first;
        count += taken[i];
    }
    if (count < 2 || (w->p.len <= BITS && !is_new_set(tried, set)))
        return;
    monomial common = w->p.at[first].m;
    for (size_t i = first + 1; i < w->p.len; i++)
        if (taken[i])
            common = poly_monomial_common(w->x, common, w->p.at[i].m);
    try_taken(w, taken, common);
}

/* Parts with one and the same number. */
static void try_numbers(workpiece *w) {
    algebra *x = w->x;
    bool taken[MAX_PAIRED];
    for (size_t i = 0; i < w->p.len; i++) {
        number size = number_abs(w->p.at[i].c);
        if (number_is(size, 1))
            continue;
        bool fresh = true;
        part *at = ARENA_RAW(x->pool, part, w->p.len);
        size_t len = 0;
        memset(taken, 0, sizeof taken);
        for (size_t j = 0; j < w->p.len; j++) {
            if (!number_same(number_abs(w->p.at[j].c), size))
                continue;
            fresh &= j >= i;
            taken[j] = true;
            at[len++] = (part){number_ratio(w->p.at[j].c.value < 0 ? -1 : 1, 1), w->p.at[j].m};
        }
        if (fresh && len > 1 && len < w->p.len)
            offer(w, poly_number(x, size), 1, (poly){at, len, false}, taken);
    }
}

/* A generator on one side of the fraction's line, and what taking it out of all parts might save. */
typedef struct prospect {
    power f;
    size_t count, saving;
} prospect;

static prospect *find_prospect(prospect *list, size_t *count, power f) {
    for (size_t k = 0; k < *count; k++)
        if (list[k].f.gen == f.gen && list[k].f.halves == f.halves)
            return &list[k];
    if (*count == MAX_GENERATORS)
        return NULL;
    list[*count] = (prospect){.f = f};
    return &list[(*count)++];
}

static size_t find_prospects(const workpiece *w, prospect *list) {
    size_t count = 0;
    for (size_t i = 0; i < w->p.len; i++)
        for (uint32_t k = 0; k < w->p.at[i].m.len; k++) {
            power f = w->p.at[i].m.at[k];
            prospect *found = find_prospect(list, &count, f);
            if (found != NULL && found->count++ > 0)
                found->saving += 1 + w->x->gens.at[f.gen].ops;
        }
    return count;
}

/* Every generator; of very many parts only the most promising one, so that time does not grow with their square. */
static void try_generators(workpiece *w) {
    prospect list[MAX_GENERATORS], *best = list;
    tried_sets tried = {.count = 0};
    size_t count = find_prospects(w, list);
    for (size_t k = 0; k < count; k++) {
        if (w->p.len <= MAX_TRIED && list[k].count > 1)
            try_generator(w, list[k].f, &tried);
        if (list[k].saving > best->saving)
            best = &list[k];
    }
    if (w->p.len > MAX_TRIED && count > 0)
        try_generator(w, best->f, &tried);
}

/* Two parts without what they have in common, the first with the number 1. */
static poly pair_of(algebra *x, part a, part b) {
    monomial common = poly_monomial_common(x, a.m, b.m);
    part *at = ARENA_RAW(x->pool, part, 2);
    at[0] = (part){NUMBER_ONE, poly_monomial_div(x, a.m, common)};
    at[1] = (part){number_div(b.c, a.c), poly_monomial_div(x, b.m, common)};
    return (poly){at, 2, false};
}

enum { PAIR_SLOTS = 1024 }; /* more than MAX_PAIRED parts squared */
static const uint64_t spread = 0x9e3779b97f4a7c15u;

/* Hashes of pairs and how often each was met; the number of slots is a power of two. */
typedef struct pair {
    uint64_t hash;
    uint32_t times; /* 0: free */
} pair;
typedef struct pair_table {
    pair at[PAIR_SLOTS];
    size_t slots;
} pair_table;

static void clear_pairs(pair_table *t, size_t parts) {
    t->slots = 16;
    while (t->slots < parts * parts)
        t->slots *= 2;
    memset(t->at, 0, t->slots * sizeof *t->at);
}

/* Counts the pair. */
static const pair *meet(pair_table *t, uint64_t hash) {
    size_t at = hash & (t->slots - 1);
    while (t->at[at].times != 0 && t->at[at].hash != hash)
        at = (at + 1) & (t->slots - 1);
    t->at[at].hash = hash;
    t->at[at].times++;
    return &t->at[at];
}

/* What a pair's monomials have not in common, whatever their numbers are. */
static uint64_t hash_of_shape(const workpiece *w, size_t i, size_t j) {
    const monomial a = w->p.at[i].m, b = w->p.at[j].m;
    uint64_t common = w->gens[i] & w->gens[j] ? poly_monomial_common_hash(a, b) : 0;
    return (a.hash - common) * spread + (b.hash - common);
}

static uint64_t hash_of_ratio(number a, number b) {
    uint64_t bits;
    const double ratio = number_div(b, a).value;
    memcpy(&bits, &ratio, sizeof bits);
    return (bits ^ bits >> 32) * spread;
}

/* Sums of two parts that occur with several factors: few pairs have the shape of another, only theirs are compared. */
static void try_pairs(workpiece *w) {
    pair_table shapes, sums;
    const pair *shape[MAX_PAIRED * MAX_PAIRED], **next = shape;
    clear_pairs(&shapes, w->p.len);
    for (size_t i = 0; i < w->p.len; i++)
        for (size_t j = i + 1; j < w->p.len; j++)
            *next++ = meet(&shapes, hash_of_shape(w, i, j));
    clear_pairs(&sums, w->p.len);
    next = shape;
    for (size_t i = 0; i < w->p.len; i++)
        for (size_t j = i + 1; j < w->p.len; j++, next++)
            if ((*next)->times > 1 &&
                meet(&sums, (*next)->hash + hash_of_ratio(w->p.at[i].c, w->p.at[j].c))->times == 2)
                try_sum(w, pair_of(w->x, w->p.at[i], w->p.at[j]));
}

/* Whether the product is a square: exponents, in halves, are multiples of four. */
static bool is_square(monomial a, monomial b) {
    uint32_t i = 0, j = 0;
    while (i < a.len || j < b.len) {
        uint32_t gen = j == b.len || (i < a.len && a.at[i].gen < b.at[j].gen) ? a.at[i].gen : b.at[j].gen;
        int32_t halves = 0;
        if (i < a.len && a.at[i].gen == gen)
            halves += a.at[i++].halves;
        if (j < b.len && b.at[j].gen == gen)
            halves += b.at[j++].halves;
        if (halves % 4 != 0)
            return false;
    }
    return true;
}

/* a^2 + 2 r a b + r^2 b^2 = (a + r b)^2 beside a common factor, the squares being parts i and j. */
static void try_square(workpiece *w, size_t i, size_t j) {
    algebra *x = w->x;
    part a = w->p.at[i], b = w->p.at[j];
    monomial middle;
    if ((a.c.value < 0) != (b.c.value < 0) || !is_square(a.m, b.m))
        return;
    number r = number_sqrt(number_div(b.c, a.c));
    if (r.den == 0 || !poly_monomial_root(x, poly_monomial_mul(x, a.m, b.m), &middle))
        return;
    size_t k = poly_find(w->p, middle);
    number twice = number_mul(number_ratio(2, 1), number_mul(a.c, r));
    bool minus = k < w->p.len && number_same(w->p.at[k].c, number_neg(twice));
    if (k == w->p.len || (!minus && !number_same(w->p.at[k].c, twice)))
        return;
    part common = {a.c, poly_monomial_common(x, a.m, b.m)};
    part *at = ARENA_ARRAY(x->pool, part, 2);
    if (!poly_monomial_root(x, poly_monomial_div(x, a.m, common.m), &at[0].m) ||
        !poly_monomial_root(x, poly_monomial_div(x, b.m, common.m), &at[1].m))
        return;
    at[0].c = NUMBER_ONE;
    at[1].c = minus ? number_neg(r) : r;
    bool *taken = ARENA_ARRAY(x->pool, bool, w->p.len);
    taken[i] = taken[j] = taken[k] = true;
    offer(w, (poly){at, 2, false}, 2, poly_of_part(x, common), taken);
}

/* The generators that are no squares, as bits: of two parts whose product is one they are the same. */
static uint64_t bits_left_of(monomial m) {
    uint64_t bits = 0;
    for (uint32_t k = 0; k < m.len; k++)
        bits |= m.at[k].halves % 4 != 0 ? poly_gen_bit(m.at[k].gen) : 0;
    return bits;
}

static void try_squares(workpiece *w) {
    uint64_t left[MAX_PAIRED];
    for (size_t i = 0; i < w->p.len; i++)
        left[i] = bits_left_of(w->p.at[i].m);
    for (size_t i = 0; i < w->p.len; i++)
        for (size_t j = i + 1; j < w->p.len; j++)
            if (left[i] == left[j])
                try_square(w, i, j);
}

/* What looking for a division costs, in parts made; false if that is not left. So many short sums may come after it. */
static bool pay(algebra *x, poly p) {
    size_t cost = p.len * (p.len <= MAX_TRIED ? 16 : 4);
    x->effort -= cost < x->effort ? cost : x->effort;
    if (x->effort > 0)
        return true;
    x->short_sums -= x->short_sums > 0;
    return x->short_sums > 0 && p.len <= MAX_PAIRED;
}

static workpiece take_apart(algebra *x, poly p) {
    workpiece w = {.x = x,
                   .p = p,
                   .ops = ARENA_RAW(x->pool, size_t, p.len),
                   .gens = ARENA_RAW(x->pool, uint64_t, p.len),
                   .seen = poly_index_make(x, p)};
    for (size_t i = 0; i < p.len; i++) {
        w.ops[i] = form_count_part(x, p.at[i]);
        w.gens[i] = bits_of(p.at[i].m);
    }
    if (pay(x, p))
        try_generators(&w);
    if (x->short_sums == 0)
        return w;
    if (p.len >= 3 && p.len <= MAX_PAIRED) {
        try_squares(&w);
        try_numbers(&w);
    }
    if (p.len >= 4 && p.len <= MAX_PAIRED)
        try_pairs(&w);
    return w;
}

typedef VEC(form) form_list;

/* Adds the terms of a sum, or the form itself where its factor is better left in front. */
static void add_terms(algebra *x, form_list *list, form f) {
    if (!form_is_sum(&f)) {
        vec_push(x->pool, list, f);
        return;
    }
    const form_sum *s = f.at[0].sum;
    size_t inside = s->len - 1;
    for (size_t k = 0; k < s->len; k++)
        inside += form_count(x, number_mul(s->at[k].c, f.c), s->at[k].at, s->at[k].len);
    if (inside > f.ops) {
        vec_push(x->pool, list, f);
        return;
    }
    for (size_t k = 0; k < s->len; k++) {
        form t = s->at[k];
        t.c = number_mul(t.c, f.c);
        t.ops = form_count(x, t.c, t.at, t.len);
        vec_push(x->pool, list, t);
    }
}

static form flat_sum(algebra *x, poly p) {
    form_list list = {0};
    for (size_t i = 0; i < p.len; i++)
        vec_push(x->pool, &list, form_of_part(x, p.at[i]));
    return form_add(x, list.at, list.len);
}

static form divided_form(algebra *x, division d) {
    form divisor = form_of(x, d.divisor), quotient = form_of(x, d.quotient);
    form_list list = {0};
    vec_push(x->pool, &list, form_product(x, &divisor, d.power, &quotient));
    if (d.rest.len > 0)
        add_terms(x, &list, form_of(x, d.rest));
    return form_add(x, list.at, list.len);
}

/* A sum without common factors. */
static form primitive_form(algebra *x, poly p) {
    poly root;
    if (p.len >= 3 && p.len <= MAX_SQUARED && poly_square_root(x, p, &root)) {
        form base = form_of(x, root), one = {.c = NUMBER_ONE};
        return form_product(x, &base, 2, &one);
    }
    workpiece w = take_apart(x, p);
    if (w.best.gain <= 0)
        return flat_sum(x, p);
    form first = divided_form(x, w.best);
    if (w.second.gain <= 0 || x->branches == 0)
        return first;
    x->branches--;
    form second = divided_form(x, w.second);
    return form_ops(&second) < form_ops(&first) ? second : first;
}

/* A sum of several parts. */
static form form_of_parts(algebra *x, poly p) {
    monomial common = p.at[0].m;
    for (size_t i = 1; i < p.len && common.len > 0; i++)
        common = poly_monomial_common(x, common, p.at[i].m);
    if (common.len == 0)
        return primitive_form(x, p);
    part *at = ARENA_ARRAY(x->pool, part, p.len);
    for (size_t i = 0; i < p.len; i++)
        at[i] = (part){p.at[i].c, poly_monomial_div(x, p.at[i].m, common)};
    form outside = form_of_part(x, (part){NUMBER_ONE, common}), inside = form_of(x, (poly){at, p.len, false});
    return form_product(x, &outside, 1, &inside);
}

/* Forms of sums that were met before in x->pool, by hash; a later one takes the place of an earlier one. */
enum { REMEMBERED = 256 };
typedef struct form_memo {
    struct {
        poly p;
        form f;
    } slot[REMEMBERED];
} form_memo;

form form_of(algebra *x, poly p) {
    if (p.len == 0)
        return (form){.c = NUMBER_ZERO};
    if (p.len == 1)
        return form_of_part(x, p.at[0]);
    if (x->memo == NULL || p.len == 2)
        return form_of_parts(x, p);
    size_t at = poly_hash(p) % REMEMBERED;
    if (!poly_same(x->memo->slot[at].p, p)) {
        form f = form_of_parts(x, p);
        x->memo->slot[at].p = p;
        x->memo->slot[at].f = f;
    }
    return x->memo->slot[at].f;
}

form form_of_closely(algebra *x, poly p, size_t branches) {
    x->branches = branches;
    x->memo = branches > 0 ? ARENA_NEW(x->pool, form_memo) : NULL;
    form f = form_of(x, p);
    x->branches = 0;
    x->memo = NULL;
    return f;
}
