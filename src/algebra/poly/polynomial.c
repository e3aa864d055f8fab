/* Polynomials over generators: exact arithmetic on sorted sums of monomials with integer and half exponents. */
#include <math.h>
#include <string.h>

#include "algebra/poly/poly.h"
#include "base/check.h"
#include "base/divisor.h"

static const poly too_long = {NULL, 0, true};

int poly_monomial_compare(monomial a, monomial b) {
    if (a.at == b.at && a.len == b.len)
        return 0;
    uint32_t shorter = a.len < b.len ? a.len : b.len;
    for (uint32_t k = 0; k < shorter; k++) {
        power p = a.at[k], q = b.at[k];
        if (p.gen == q.gen && p.halves == q.halves)
            continue;
        if (p.gen == q.gen)
            return p.halves > q.halves ? 1 : -1;
        return p.gen < q.gen ? (p.halves > 0 ? 1 : -1) : (q.halves > 0 ? -1 : 1);
    }
    if (a.len == b.len)
        return 0;
    return a.len > b.len ? (a.at[shorter].halves > 0 ? 1 : -1) : (b.at[shorter].halves > 0 ? -1 : 1);
}

/* a * b^sign */
static monomial combine(algebra *x, monomial a, monomial b, int32_t sign) {
    if (b.len == 0)
        return a;
    power *at = ARENA_RAW(x->pool, power, a.len + b.len);
    uint32_t i = 0, j = 0, len = 0;
    while (i < a.len && j < b.len) {
        if (a.at[i].gen < b.at[j].gen) {
            at[len++] = a.at[i++];
        } else if (b.at[j].gen < a.at[i].gen) {
            at[len++] = (power){b.at[j].gen, sign * b.at[j].halves};
            j++;
        } else {
            int32_t halves = a.at[i++].halves + sign * b.at[j++].halves;
            if (halves != 0)
                at[len++] = (power){b.at[j - 1].gen, halves};
        }
    }
    while (i < a.len)
        at[len++] = a.at[i++];
    for (; j < b.len; j++)
        at[len++] = (power){b.at[j].gen, sign * b.at[j].halves};
    return (monomial){at, len, sign > 0 ? a.hash + b.hash : a.hash - b.hash};
}

monomial poly_monomial_mul(algebra *x, monomial a, monomial b) {
    return a.len == 0 ? b : combine(x, a, b, 1);
}

monomial poly_monomial_div(algebra *x, monomial a, monomial b) {
    return combine(x, a, b, -1);
}

monomial poly_monomial(algebra *x, uint32_t gen, int32_t halves) {
    power *at = ARENA_RAW(x->pool, power, 1);
    *at = (power){gen, halves};
    return (monomial){at, halves != 0, poly_power_hash(gen, halves)};
}

int32_t poly_monomial_exponent(monomial m, uint32_t gen) {
    for (uint32_t k = 0; k < m.len && m.at[k].gen <= gen; k++)
        if (m.at[k].gen == gen)
            return m.at[k].halves;
    return 0;
}

/* The exponent nearer to 0 of two with equal signs, else 0. */
static int32_t shared(int32_t a, int32_t b) {
    if (a > 0 && b > 0)
        return a < b ? a : b;
    return a < 0 && b < 0 ? (a > b ? a : b) : 0;
}

monomial poly_monomial_common(algebra *x, monomial a, monomial b) {
    if (poly_monomial_contains(b, a))
        return a;
    power *at = ARENA_RAW(x->pool, power, a.len < b.len ? a.len : b.len);
    uint64_t hash = 0;
    uint32_t len = 0;
    for (uint32_t i = 0, j = 0; i < a.len && j < b.len;) {
        if (a.at[i].gen != b.at[j].gen) {
            if (a.at[i].gen < b.at[j].gen)
                i++;
            else
                j++;
            continue;
        }
        int32_t halves = shared(a.at[i].halves, b.at[j].halves);
        if (halves != 0) {
            at[len++] = (power){a.at[i].gen, halves};
            hash += poly_power_hash(a.at[i].gen, halves);
        }
        i++;
        j++;
    }
    return (monomial){at, len, hash};
}

uint64_t poly_monomial_common_hash(monomial a, monomial b) {
    uint64_t hash = 0;
    for (uint32_t i = 0, j = 0; i < a.len && j < b.len;) {
        if (a.at[i].gen == b.at[j].gen) {
            hash += poly_power_hash(a.at[i].gen, shared(a.at[i].halves, b.at[j].halves));
            i++;
            j++;
        } else if (a.at[i].gen < b.at[j].gen) {
            i++;
        } else {
            j++;
        }
    }
    return hash;
}

bool poly_monomial_contains(monomial m, monomial factor) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < factor.len; k++) {
        while (i < m.len && m.at[i].gen < factor.at[k].gen)
            i++;
        if (i == m.len || m.at[i].gen != factor.at[k].gen ||
            shared(m.at[i].halves, factor.at[k].halves) != factor.at[k].halves)
            return false;
    }
    return true;
}

bool poly_monomial_is_product(monomial m, monomial a, monomial b) {
    uint32_t i = 0, j = 0, k = 0;
    while (i < a.len || j < b.len) {
        uint32_t gen = j == b.len || (i < a.len && a.at[i].gen < b.at[j].gen) ? a.at[i].gen : b.at[j].gen;
        int32_t halves = 0;
        if (i < a.len && a.at[i].gen == gen)
            halves += a.at[i++].halves;
        if (j < b.len && b.at[j].gen == gen)
            halves += b.at[j++].halves;
        if (halves == 0)
            continue;
        if (k == m.len || m.at[k].gen != gen || m.at[k].halves != halves)
            return false;
        k++;
    }
    return k == m.len;
}

bool poly_monomial_root(algebra *x, monomial m, monomial *root) {
    uint64_t hash = 0;
    for (uint32_t k = 0; k < m.len; k++)
        if (m.at[k].halves % 4 != 0)
            return false;
    power *at = ARENA_RAW(x->pool, power, m.len);
    for (uint32_t k = 0; k < m.len; k++) {
        at[k] = (power){m.at[k].gen, m.at[k].halves / 2};
        hash += poly_power_hash(at[k].gen, at[k].halves);
    }
    *root = (monomial){at, m.len, hash};
    return true;
}

poly poly_of_part(algebra *x, part p) {
    if (p.c.value == 0)
        return (poly){0};
    part *at = ARENA_RAW(x->pool, part, 1);
    *at = p;
    return (poly){at, 1, false};
}

poly poly_number(algebra *x, number c) {
    return poly_of_part(x, (part){c, {0}});
}

poly poly_power(algebra *x, uint32_t gen, int32_t halves) {
    return poly_of_part(x, (part){NUMBER_ONE, poly_monomial(x, gen, halves)});
}

poly poly_keep(algebra *x, poly p) {
    part *at = ARENA_RAW(x->memory, part, p.len);
    for (size_t i = 0; i < p.len; i++) {
        power *powers = ARENA_RAW(x->memory, power, p.at[i].m.len);
        if (p.at[i].m.len > 0)
            memcpy(powers, p.at[i].m.at, p.at[i].m.len * sizeof *powers);
        at[i] = (part){p.at[i].c, {powers, p.at[i].m.len, p.at[i].m.hash}};
    }
    return (poly){at, p.len, p.over};
}

/* What is left of two inexact numbers by rounding alone is nothing. */
static number sum_of(number a, number b) {
    number s = number_add(a, b);
    if (s.den == 0 && fabs(s.value) <= 0x1p-50 * fabs(a.value))
        return NUMBER_ZERO;
    return s;
}

poly poly_add(algebra *x, poly a, poly b, number factor) {
    if (a.over || b.over || !number_finite(factor))
        return too_long;
    if (b.len == 0 || factor.value == 0)
        return a;
    part *at = ARENA_RAW(x->pool, part, a.len + b.len);
    size_t i = 0, j = 0, len = 0;
    while (i < a.len || j < b.len) {
        int order = i == a.len ? -1 : j == b.len ? 1 : poly_monomial_compare(a.at[i].m, b.at[j].m);
        part p = order >= 0 ? a.at[i] : (part){number_mul(factor, b.at[j].c), b.at[j].m};
        if (order == 0)
            p.c = sum_of(p.c, number_mul(factor, b.at[j].c));
        i += order >= 0;
        j += order <= 0;
        if (!number_finite(p.c))
            return too_long;
        if (p.c.value != 0)
            at[len++] = p;
    }
    return (poly){at, len, len > x->limit};
}

/* How many whole powers of a sum are to be multiplied out, and of which; 0: none. */
static int32_t excess(const algebra *x, monomial m, uint32_t *gen) {
    for (uint32_t k = 0; k < m.len; k++) {
        const generator *g = &x->gens.at[m.at[k].gen];
        int32_t halves = m.at[k].halves;
        if (g->kind != GEN_SUM || (halves < 2 && !(halves <= -2 && g->base.len == 1)))
            continue;
        *gen = m.at[k].gen;
        return halves / 2;
    }
    return 0;
}

static poly reciprocal(algebra *x, poly p) {
    return poly_of_part(x, (part){number_div(NUMBER_ONE, p.at[0].c), poly_monomial_div(x, (monomial){0}, p.at[0].m)});
}

static poly settled_part(algebra *x, part p, uint32_t gen, int32_t whole) {
    poly base = x->gens.at[gen].base;
    if (whole < 0)
        base = reciprocal(x, base);
    p.m = poly_monomial_div(x, p.m, poly_monomial(x, gen, 2 * whole));
    return poly_mul(x, poly_of_part(x, p), poly_whole_power(x, base, whole < 0 ? -whole : whole));
}

/* Multiplies out the whole powers of sums. The parts without any are in order. */
static poly settle(algebra *x, poly p) {
    uint32_t gen;
    size_t first = 0, len = 0;
    while (first < p.len && excess(x, p.at[first].m, &gen) == 0)
        first++;
    if (first == p.len)
        return p;
    part *at = ARENA_RAW(x->pool, part, p.len);
    poly others = {0};
    for (size_t i = 0; i < p.len && !others.over; i++) {
        int32_t whole = excess(x, p.at[i].m, &gen);
        if (whole == 0)
            at[len++] = p.at[i];
        else
            others = poly_add(x, others, settled_part(x, p.at[i], gen, whole), NUMBER_ONE);
    }
    return poly_add(x, (poly){at, len, false}, others, NUMBER_ONE);
}

static poly shifted(algebra *x, poly p, part factor) {
    part *at = ARENA_RAW(x->pool, part, p.len);
    for (size_t i = 0; i < p.len; i++) {
        at[i] = (part){number_mul(p.at[i].c, factor.c), poly_monomial_mul(x, p.at[i].m, factor.m)};
        if (!number_finite(at[i].c) || at[i].c.value == 0)
            return too_long;
    }
    x->effort -= p.len < x->effort ? p.len : x->effort;
    return (poly){at, p.len, p.over};
}

poly poly_scale(algebra *x, poly p, part factor) {
    return p.over ? p : settle(x, shifted(x, p, factor));
}

poly poly_neg(algebra *x, poly p) {
    return poly_scale(x, p, (part){number_neg(NUMBER_ONE), {0}});
}

/* Halves the second factor: sums of about equal lengths are merged. */
static poly product(algebra *x, poly a, const part *b, size_t len) {
    if (len == 1)
        return shifted(x, a, b[0]);
    poly left = product(x, a, b, len / 2);
    return left.over ? left : poly_add(x, left, product(x, a, b + len / 2, len - len / 2), NUMBER_ONE);
}

poly poly_mul(algebra *x, poly a, poly b) {
    if (a.over || b.over)
        return too_long;
    if (a.len == 0 || b.len == 0)
        return (poly){0};
    if (a.len < b.len) {
        poly c = a;
        a = b;
        b = c;
    }
    if (a.len * b.len > 8 * x->limit || (b.len > 1 && a.len * b.len > x->effort))
        return too_long;
    poly p = product(x, a, b.at, b.len);
    return p.over ? p : settle(x, p);
}

poly poly_whole_power(algebra *x, poly p, int64_t n) {
    LGR_ASSERT(n > 0);
    poly result = p;
    for (int64_t k = 1; k < n && !result.over; k++)
        result = poly_mul(x, result, p);
    return result;
}

int32_t poly_lowest(poly p, uint32_t gen) {
    int32_t low = INT32_MAX;
    for (size_t i = 0; i < p.len; i++) {
        int32_t halves = poly_monomial_exponent(p.at[i].m, gen);
        low = halves < low ? halves : low;
    }
    return low;
}

/* The least exponents that the quotient a/b may have, of the generators of b: lowest exponents add up. */
static monomial least_of_quotient(algebra *x, poly a, poly b) {
    VEC(power) least = {0};
    for (size_t i = 0; i < b.len; i++)
        for (uint32_t k = 0; k < b.at[i].m.len; k++) {
            uint32_t gen = b.at[i].m.at[k].gen;
            bool fresh = true;
            for (size_t j = 0; fresh && j < least.len; j++)
                fresh = least.at[j].gen != gen;
            if (fresh)
                vec_push(x->pool, &least, (power){gen, poly_lowest(a, gen) - poly_lowest(b, gen)});
        }
    return (monomial){.at = least.at, .len = (uint32_t)least.len}; /* never looked for: no hash */
}

static bool is_above(monomial m, monomial least) {
    for (uint32_t k = 0; k < least.len; k++)
        if (poly_monomial_exponent(m, least.at[k].gen) < least.at[k].halves)
            return false;
    return true;
}

bool poly_divides(algebra *x, poly a, poly b, poly *quotient) {
    poly q = {0};
    if (b.len == 0 || a.len < b.len)
        return false;
    monomial least = least_of_quotient(x, a, b);
    for (size_t steps = a.len; a.len > 0; steps--) {
        part t = {number_div(a.at[0].c, b.at[0].c), poly_monomial_div(x, a.at[0].m, b.at[0].m)};
        if (steps == 0 || !number_finite(t.c) || !is_above(t.m, least))
            return false;
        q = poly_add(x, q, poly_of_part(x, t), NUMBER_ONE);
        a = poly_add(x, a, shifted(x, b, t), number_neg(NUMBER_ONE));
        if (a.over || q.over)
            return false;
    }
    *quotient = q;
    return true;
}

poly poly_replace(algebra *x, poly p, uint32_t gen, int32_t step, poly by) {
    poly result = {0};
    part *kept = ARENA_RAW(x->pool, part, p.len);
    size_t len = 0;
    for (size_t i = 0; i < p.len && !result.over; i++) {
        int32_t times = poly_monomial_exponent(p.at[i].m, gen) / (2 * step);
        if (times <= 0) {
            kept[len++] = p.at[i];
            continue;
        }
        part rest = {p.at[i].c, poly_monomial_div(x, p.at[i].m, poly_monomial(x, gen, 2 * step * times))};
        poly powers = poly_whole_power(x, by, times);
        result = poly_add(x, result, poly_mul(x, poly_of_part(x, rest), powers), NUMBER_ONE);
    }
    return poly_add(x, (poly){kept, len, p.over}, result, NUMBER_ONE);
}

bool poly_same(poly a, poly b) {
    if (a.len != b.len || a.over != b.over)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (a.at[i].m.hash != b.at[i].m.hash || !number_same(a.at[i].c, b.at[i].c) ||
            poly_monomial_compare(a.at[i].m, b.at[i].m) != 0)
            return false;
    return true;
}

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

uint64_t poly_hash(poly p) {
    uint64_t h = 1;
    for (size_t i = 0; i < p.len; i++) {
        uint64_t bits;
        memcpy(&bits, &p.at[i].c.value, sizeof bits);
        h = mix(mix(h, bits), p.at[i].m.hash);
    }
    return h;
}

bool poly_is_number(poly p, number *c) {
    *c = p.len == 0 ? NUMBER_ZERO : p.at[0].c;
    return !p.over && (p.len == 0 || (p.len == 1 && p.at[0].m.len == 0));
}

size_t poly_find(poly p, monomial m) {
    size_t low = 0, high = p.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = poly_monomial_compare(p.at[middle].m, m);
        if (order == 0)
            return middle;
        if (order > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return p.len;
}

static bool root_of_part(algebra *x, part p, part *root) {
    root->c = number_sqrt(p.c);
    return p.c.value > 0 && root->c.den != 0 && poly_monomial_root(x, p.m, &root->m);
}

bool poly_square_root(algebra *x, poly p, poly *root) {
    LGR_ASSERT(p.len > 0);
    part first, last;
    if (!root_of_part(x, p.at[0], &first) || !root_of_part(x, p.at[p.len - 1], &last))
        return false;
    poly r = poly_of_part(x, first), rest = poly_add(x, p, poly_mul(x, r, r), number_neg(NUMBER_ONE));
    number twice = number_mul(number_ratio(2, 1), first.c);
    for (size_t steps = (p.len + 1) / 2; rest.len > 0; steps--) {
        part next = {number_div(rest.at[0].c, twice), poly_monomial_div(x, rest.at[0].m, first.m)};
        poly once = poly_of_part(x, next);
        poly both = poly_add(x, poly_scale(x, r, (part){number_ratio(2, 1), {0}}), once, NUMBER_ONE);
        rest = poly_add(x, rest, poly_mul(x, both, once), number_neg(NUMBER_ONE));
        r = poly_add(x, r, once, NUMBER_ONE);
        if (steps == 0 || rest.over || r.over || poly_monomial_compare(next.m, last.m) < 0)
            return false;
    }
    *root = r;
    return true;
}

number poly_common_number(number a, number b) {
    int64_t den;
    if (a.den == 0 || b.den == 0 || __builtin_mul_overflow(a.den / base_common_divisor(a.den, b.den), b.den, &den))
        return number_abs(a);
    return number_ratio(base_common_divisor(a.num, b.num), den);
}
