/* The search for the polynomial with the fewest operations among equal ones. */
#include "algebra/form/form.h"
#include "algebra/internal.h"
#include "algebra/trig/trig.h"

enum { MAX_ANGLES = 24, TRIED = 512, BRANCHES = 64, WIDE = 64, TOO_WIDE = 200 };

/* The best so far, kept in x->memory, and what it costs. */
typedef struct search {
    algebra *x;
    poly best;
    size_t ops;
    bool better; /* found since this was cleared */
    uint64_t tried[TRIED];
} search;

/* True at the first time. */
static bool is_new(search *s, poly p) {
    uint64_t hash = poly_hash(p);
    uint64_t *slot = &s->tried[hash % TRIED];
    bool new = *slot != hash;
    *slot = hash;
    return new;
}

static void offer(search *s, poly p) {
    algebra *x = s->x;
    if (p.over || p.len > s->best.len + s->best.len / 4 + 6 || !is_new(s, p))
        return;
    form f = form_of(x, p);
    size_t cost = p.len + p.len * p.len / 16;
    x->trials -= cost < x->trials ? cost : x->trials;
    if (form_ops(&f) >= s->ops)
        return;
    s->best = poly_keep(x, p);
    s->ops = form_ops(&f);
    s->better = true;
}

/* The same with what can be joined joined. */
static void offer_merged(search *s, poly p) {
    s->x->trials -= s->x->trials > 0;
    if (!p.over)
        offer(s, trig_merge(s->x, p));
}

typedef struct known_angles {
    uint32_t at[MAX_ANGLES];
    size_t used, count; /* those in the polynomial come first, then others that occurred in what was given */
} known_angles;

static known_angles angles_around(algebra *x, poly p) {
    known_angles k;
    k.used = k.count = trig_angles(x, p, k.at, MAX_ANGLES);
    for (uint32_t u = 0; u < x->angles.len && k.count < MAX_ANGLES; u++) {
        bool fresh = x->angles.at[u].known;
        for (size_t i = 0; fresh && i < k.used; i++)
            fresh = k.at[i] != u;
        if (fresh)
            k.at[k.count++] = u;
    }
    return k;
}

static bool is_around(const known_angles *k, uint32_t u) {
    for (size_t i = 0; i < k->count; i++)
        if (k->at[i] == u)
            return true;
    return false;
}

/* Rolls the trial's memory back; polynomials kept by offer stay. */
#define TRIAL(s, statement)                                                                                            \
    do {                                                                                                               \
        arena_mark mark = base_arena_get_mark((s)->x->work);                                                           \
        statement;                                                                                                     \
        base_arena_release((s)->x->work, mark);                                                                        \
    } while (0)

static void try_one(search *s, poly p, uint32_t u) {
    TRIAL(s, offer_merged(s, trig_without_square(s->x, p, u, GEN_SIN)));
    TRIAL(s, offer_merged(s, trig_without_square(s->x, p, u, GEN_COS)));
    TRIAL(s, offer(s, trig_without_square(s->x, p, u, GEN_SIN)));
    TRIAL(s, offer(s, trig_without_square(s->x, p, u, GEN_COS)));
    TRIAL(s, offer_merged(s, trig_to_sums(s->x, p, u, u)));
}

/* u in terms of a and the rest, if the rest is around too. */
static void try_split(search *s, poly p, const known_angles *k, uint32_t u, uint32_t a) {
    algebra *x = s->x;
    for (int sign = 1; sign >= -1; sign -= 2) {
        int turned;
        poly arg = poly_add(x, x->angles.at[u].arg, x->angles.at[a].arg, number_ratio(-sign, 1));
        uint32_t b = poly_find_angle(x, arg, &turned); /* u = sign*a + turned*b */
        if (b == NO_ANGLE || b == u || !is_around(k, b))
            continue;
        if (sign > 0)
            TRIAL(s, offer_merged(s, trig_split(x, p, u, a, b, turned)));
        else if (turned > 0)
            TRIAL(s, offer_merged(s, trig_split(x, p, u, b, a, -1)));
    }
}

/* (u + v)/2 and (u - v)/2 instead of u and v. */
static void try_halves(search *s, poly p, const known_angles *k, uint32_t u, uint32_t v) {
    algebra *x = s->x;
    int sign[2];
    uint32_t half[2];
    for (int i = 0; i < 2; i++) {
        poly arg = poly_add(x, x->angles.at[u].arg, x->angles.at[v].arg, number_ratio(i == 0 ? 1 : -1, 1));
        half[i] = poly_find_angle(x, poly_scale(x, arg, (part){number_ratio(1, 2), {0}}), &sign[i]);
        if (half[i] == NO_ANGLE || !is_around(k, half[i]))
            return;
    }
    poly q = trig_split(x, p, u, half[0], half[1], sign[0] * sign[1]);
    if (!q.over)
        q = trig_split(x, q, v, half[0], half[1], -sign[0] * sign[1]);
    offer_merged(s, q);
}

static void try_moves(search *s) {
    algebra *x = s->x;
    poly p = s->best;
    known_angles k = angles_around(x, p);
    for (size_t i = 0; i < k.used && x->trials > 0; i++) {
        try_one(s, p, k.at[i]);
        for (size_t j = 0; j < k.used && x->trials > 0; j++) {
            if (i < j) {
                TRIAL(s, offer_merged(s, trig_to_sums(x, p, k.at[i], k.at[j])));
                TRIAL(s, try_halves(s, p, &k, k.at[i], k.at[j]));
            }
        }
        for (size_t j = 0; j < k.count && x->trials > 0; j++)
            TRIAL(s, try_split(s, p, &k, k.at[i], k.at[j]));
    }
}

/* Three forms to begin with, then what one step makes better as long as one does. */
static void search_angles(search *s, poly p) {
    algebra *x = s->x;
    TRIAL(s, offer_merged(s, p));
    if (p.len > WIDE)
        return;
    TRIAL(s, offer_merged(s, trig_to_single(x, p)));
    TRIAL(s, offer_merged(s, trig_to_sums(x, p, NO_ANGLE, NO_ANGLE)));
    do {
        s->better = false;
        try_moves(s);
    } while (s->better && x->trials > 0);
}

poly algebra_search(algebra *x, poly p) {
    arena *pool = x->pool;
    size_t limit = x->limit;
    x->pool = x->work;
    search s = {.x = x, .ops = SIZE_MAX};
    uint32_t one;
    TRIAL(&s, p = poly_keep(x, algebra_cancel(x, p)));
    s.best = p;
    x->limit = 4 * p.len + 32;
    if (p.len <= TOO_WIDE && x->trials > 0 && trig_angles(x, p, &one, 1) > 0) {
        TRIAL(&s, offer(&s, p));
        search_angles(&s, p);
    }
    x->limit = limit;
    x->pool = pool;
    return s.best;
}

/* The search compares forms made in haste; the one it finds is worth a closer look. */
expr_id algebra_write(algebra *x, poly p) {
    poly best = algebra_search(x, p);
    return form_write_closely(x, best, best.len <= WIDE && x->effort > 0 ? BRANCHES : 0);
}
