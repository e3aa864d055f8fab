/* Factors polynomials to few operations: greedily takes out the divisor that saves most. After Brayton and McMullen:
   candidates are common monomials, the sums that they leave ("kernels"), and squares of sums. */
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
    division best, second;
} workpiece;

static double flat_ops(const algebra *x, poly p) {
    double ops = 0;
    for (size_t i = 0; i < p.len; i++)
        ops += 1 + (double)form_count_part(x, p.at[i]);
    return ops - 1;
}

static bool is_unit(poly p) {
    return p.len == 1 && p.at[0].m.len == 0 && (number_is(p.at[0].c, 1) || number_is(p.at[0].c, -1));
}

/* The parts not taken. */
static poly rest_of(workpiece *w, const bool *taken) {
    part *at = ARENA_ARRAY(w->x->pool, part, w->p.len);
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
    double gain = -1;
    for (size_t i = 0; i < w->p.len; i++)
        if (taken[i])
            gain += 1 + (double)w->ops[i];
    gain -= flat_ops(w->x, divisor) + (whole_power > 1) + (is_unit(quotient) ? 0 : 1 + flat_ops(w->x, quotient));
    if (gain <= w->second.gain)
        return;
    division d = {divisor, quotient, rest_of(w, taken), whole_power, gain};
    if (gain > w->best.gain) {
        w->second = w->best;
        w->best = d;
    } else if (!is_same_division(d, w->best)) {
        w->second = d;
    }
}

/* Looks for the sum as a factor of several parts of p. */
static void try_sum(workpiece *w, poly divisor) {
    algebra *x = w->x;
    bool *taken = ARENA_ARRAY(x->pool, bool, w->p.len);
    size_t *found = ARENA_ARRAY(x->pool, size_t, divisor.len);
    part *quotient = ARENA_ARRAY(x->pool, part, w->p.len);
    size_t len = 0;
    for (size_t i = 0; i < w->p.len; i++) {
        if (taken[i] || !poly_monomial_contains(w->p.at[i].m, divisor.at[0].m))
            continue;
        part q = {number_div(w->p.at[i].c, divisor.at[0].c), poly_monomial_div(x, w->p.at[i].m, divisor.at[0].m)};
        bool all = true;
        for (size_t k = 0; all && k < divisor.len; k++) {
            size_t j = poly_find(w->p, poly_monomial_mul(x, q.m, divisor.at[k].m));
            all = j < w->p.len && !taken[j] && number_same(w->p.at[j].c, number_mul(q.c, divisor.at[k].c));
            found[k] = j;
        }
        for (size_t k = 0; all && k < divisor.len; k++)
            taken[found[k]] = true;
        if (all)
            quotient[len++] = q;
    }
    if (len > 1)
        offer(w, divisor, 1, (poly){quotient, len, false}, taken);
}

/* What all taken parts have in common as the divisor, the sum it leaves as the quotient, and the sum as a divisor. */
static void try_taken(workpiece *w, const bool *taken, monomial common) {
    algebra *x = w->x;
    part *at = ARENA_ARRAY(x->pool, part, w->p.len);
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

/* All parts with the generator on the same side of the fraction's line. */
static void try_generator(workpiece *w, power f) {
    bool *taken = ARENA_ARRAY(w->x->pool, bool, w->p.len);
    monomial common = {0};
    size_t count = 0;
    for (size_t i = 0; i < w->p.len; i++) {
        int32_t halves = poly_monomial_exponent(w->p.at[i].m, f.gen);
        taken[i] = f.halves > 0 ? halves >= f.halves : halves <= f.halves;
        if (!taken[i])
            continue;
        common = count++ == 0 ? w->p.at[i].m : poly_monomial_common(w->x, common, w->p.at[i].m);
    }
    if (count > 1)
        try_taken(w, taken, common);
}

/* Parts with one and the same number. */
static void try_numbers(workpiece *w) {
    algebra *x = w->x;
    for (size_t i = 0; i < w->p.len; i++) {
        bool *taken = ARENA_ARRAY(x->pool, bool, w->p.len), fresh = true;
        part *at = ARENA_ARRAY(x->pool, part, w->p.len);
        number size = number_abs(w->p.at[i].c);
        size_t len = 0;
        for (size_t j = 0; j < w->p.len; j++) {
            if (!number_same(number_abs(w->p.at[j].c), size))
                continue;
            fresh &= j >= i;
            taken[j] = true;
            at[len++] = (part){number_ratio(w->p.at[j].c.value < 0 ? -1 : 1, 1), w->p.at[j].m};
        }
        if (fresh && len > 1 && len < w->p.len && !number_is(size, 1))
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
    size_t count = find_prospects(w, list);
    for (size_t k = 0; k < count; k++) {
        if (w->p.len <= MAX_TRIED && list[k].count > 1)
            try_generator(w, list[k].f);
        if (list[k].saving > best->saving)
            best = &list[k];
    }
    if (w->p.len > MAX_TRIED && count > 0)
        try_generator(w, best->f);
}

/* Two parts without what they have in common, the first with the number 1. */
typedef struct pair {
    poly sum;
    size_t count;
} pair;

enum { PAIR_SLOTS = 1024 }; /* more than twice the pairs of MAX_PAIRED parts */

static pair pair_of(algebra *x, part a, part b) {
    monomial common = poly_monomial_common(x, a.m, b.m);
    part *at = ARENA_ARRAY(x->pool, part, 2);
    at[0] = (part){NUMBER_ONE, poly_monomial_div(x, a.m, common)};
    at[1] = (part){number_div(b.c, a.c), poly_monomial_div(x, b.m, common)};
    return (pair){{at, 2, false}, 0};
}

/* Where the pair is in the table, or belongs. */
static pair *find_pair(pair *table, poly sum) {
    size_t at = poly_hash(sum) % PAIR_SLOTS;
    while (table[at].count > 0 && !poly_same(table[at].sum, sum))
        at = (at + 1) % PAIR_SLOTS;
    return &table[at];
}

/* Sums of two parts that occur with several factors. */
static void try_pairs(workpiece *w) {
    pair *table = ARENA_ARRAY(w->x->pool, pair, PAIR_SLOTS);
    for (size_t i = 0; i < w->p.len; i++)
        for (size_t j = i + 1; j < w->p.len; j++) {
            pair made = pair_of(w->x, w->p.at[i], w->p.at[j]);
            pair *found = find_pair(table, made.sum);
            made.count = found->count + 1;
            *found = made;
            if (made.count == 2)
                try_sum(w, made.sum);
        }
}

/* a^2 + 2 r a b + r^2 b^2 = (a + r b)^2 beside a common factor, the squares being parts i and j. */
static void try_square(workpiece *w, size_t i, size_t j) {
    algebra *x = w->x;
    part a = w->p.at[i], b = w->p.at[j];
    monomial middle;
    number ratio = number_div(b.c, a.c), r = number_sqrt(ratio);
    if (ratio.value <= 0 || r.den == 0 || !poly_monomial_root(x, poly_monomial_mul(x, a.m, b.m), &middle))
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

static void try_squares(workpiece *w) {
    for (size_t i = 0; i < w->p.len; i++)
        for (size_t j = i + 1; j < w->p.len; j++)
            try_square(w, i, j);
}

/* What looking for a division costs, in parts made; false if that is not left. */
static bool pay(algebra *x, poly p) {
    size_t cost = p.len * (p.len <= MAX_TRIED ? 16 : 4);
    x->effort -= cost < x->effort ? cost : x->effort;
    return x->effort > 0 || p.len <= MAX_PAIRED;
}

static workpiece take_apart(algebra *x, poly p) {
    workpiece w = {.x = x, .p = p, .ops = ARENA_ARRAY(x->pool, size_t, p.len)};
    for (size_t i = 0; i < p.len; i++)
        w.ops[i] = form_count_part(x, p.at[i]);
    if (pay(x, p))
        try_generators(&w);
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

form form_of(algebra *x, poly p) {
    if (p.len == 0)
        return (form){.c = NUMBER_ZERO};
    if (p.len == 1)
        return form_of_part(x, p.at[0]);
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
