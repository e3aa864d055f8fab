/* Sparse elimination with expressions as entries: rows, a greedy order of pivots, and the steps kept for solving. */
#include "mech/elimination.h"

#include <float.h>

#include "base/check.h"
#include "base/vec.h"
#include "mech/collect.h"

/* Pivots that are a smaller part of their terms than this are not trusted. Without multipliers they are those of the
   Cholesky factors too, which lose the same digits: a straight chain of n bodies in relative angles has pivots n^2
   times smaller than its terms. */
static const double SMALLEST_PART = 1e-6, SMALLEST_OF_INERTIA = 1e-10;

typedef struct entry {
    int column;
    expr_id x;
    bool own; /* of the system as it was given, or by replacement from such; the others came with pivots */
} entry;

typedef VEC(entry) entries;

typedef enum { STEP_REPLACE, STEP_PIVOT } step_kind;

/* What was done to one unknown, for solving. REPLACE: `upper` is its definition. PIVOT: `lower[k]` times b of the
   unknown goes to b of its column, `upper[k]` times x of its column into its own x; `minus_inverse` is -1/pivot. */
typedef struct step {
    step_kind kind;
    int which;
    size_t count;
    const entry *lower, *upper;
    expr_id minus_inverse;
} step;

struct elimination {
    graph *g;
    arena *a;
    int primal, size;
    entries *row;      /* per unknown: what is left of its row, the diagonal apart; the pattern is symmetric */
    expr_id *diagonal; /* EXPR_NONE: zero by its form */
    expr_id *terms;    /* what the diagonal would be without what has been taken off it */
    entries *defined;  /* per unknown: its definition */
    bool *is_defined, *gone;
    int *rests;    /* per unknown: definitions left that rest on it */
    int *depth;    /* per unknown: definitions below it */
    bool *is_read; /* per unknown: another that has been eliminated follows from it */
    int *best; /* a tree over the unknowns: the one to be eliminated first in each part, -1: none; leaves come last */
    int leaves;
    VEC(step) steps;
    size_t products;
    bool one_sided;
    expr_id trust;
    collect_state *collected; /* products with pivots are kept whole; NULL: nothing is rewritten */
};

elimination *mech_elimination_create(graph *g, arena *a, int primal, int size) {
    LGR_ASSERT(primal >= 0 && primal <= size);
    elimination *e = ARENA_NEW(a, elimination);
    *e = (elimination){.g = g, .a = a, .primal = primal, .size = size};
    e->row = ARENA_ARRAY(a, entries, size);
    e->diagonal = ARENA_ARRAY(a, expr_id, size);
    e->terms = ARENA_ARRAY(a, expr_id, size);
    e->defined = ARENA_ARRAY(a, entries, size);
    e->is_defined = ARENA_ARRAY(a, bool, size);
    e->gone = ARENA_ARRAY(a, bool, size);
    e->rests = ARENA_ARRAY(a, int, size);
    e->depth = ARENA_ARRAY(a, int, size);
    e->is_read = ARENA_ARRAY(a, bool, size);
    return e;
}

void mech_elimination_shorten(elimination *e, unsigned fixed) {
    e->collected = ARENA_NEW(e->a, collect_state);
    *e->collected = (collect_state){.g = e->g, .a = e->a, .fixed = fixed};
}

/* --- Arithmetic --- */

static bool is_unit_or_zero(const graph *g, expr_id x) {
    double value;
    return expr_is_number(g, x, &value) && (value == 0 || value == 1 || value == -1);
}

/* A product that stays one: the simplifying builder would make quotients of products with reciprocals, one slow
   division for each. */
static expr_id product(elimination *e, expr_id x, expr_id y) {
    graph *g = e->g;
    if (is_unit_or_zero(g, x) || is_unit_or_zero(g, y) || (expr_is_number(g, x, NULL) && expr_is_number(g, y, NULL)))
        return expr_mul(g, x, y);
    bool minus_x = expr_node_at(g, x)->op == EXPR_NEG, minus_y = expr_node_at(g, y)->op == EXPR_NEG;
    expr_id size = expr_product(g, minus_x ? expr_node_at(g, x)->arg[0] : x, minus_y ? expr_node_at(g, y)->arg[0] : y);
    e->products++;
    return minus_x != minus_y ? expr_neg(g, size) : size;
}

static expr_id plus(elimination *e, expr_id x, expr_id y) {
    return x.i ? expr_add(e->g, x, y) : y;
}

/* A product that is not multiplied out again. */
static expr_id whole_product(elimination *e, expr_id x, expr_id y) {
    expr_id made = product(e, x, y),
            size = expr_node_at(e->g, made)->op == EXPR_NEG ? expr_node_at(e->g, made)->arg[0] : made;
    if (e->collected)
        mech_collect_keep(e->collected, size);
    return made;
}

static expr_id shortened(elimination *e, expr_id x) {
    return x.i && e->collected ? mech_collect(e->collected, x) : x;
}

/* --- Entries --- */

static entry *find(elimination *e, int i, int j) {
    entries *row = &e->row[i];
    for (size_t k = 0; k < row->len; k++)
        if (row->at[k].column == j)
            return &row->at[k];
    return NULL;
}

/* The entry, made together with its mirror image where there is none. */
static entry *place(elimination *e, int i, int j) {
    entry *found = find(e, i, j);
    if (found)
        return found;
    vec_push(e->a, &e->row[j], (entry){i, expr_int(e->g, 0), false});
    vec_push(e->a, &e->row[i], (entry){j, expr_int(e->g, 0), false});
    return &e->row[i].at[e->row[i].len - 1];
}

static void drop_entry(elimination *e, int i, int j) {
    entry *x = find(e, i, j);
    *x = e->row[i].at[--e->row[i].len];
}

/* A pair of zeros is no entry: two points of one body moved by what it hangs on, for one. */
static void tidy(elimination *e, int i, int j) {
    entry *x = find(e, i, j);
    if (!x || !expr_is_zero(e->g, x->x) || !expr_is_zero(e->g, find(e, j, i)->x))
        return;
    drop_entry(e, i, j);
    drop_entry(e, j, i);
}

static void add_diagonal(elimination *e, int i, expr_id x) {
    e->diagonal[i] = plus(e, e->diagonal[i], x);
    if (expr_is_zero(e->g, e->diagonal[i]))
        e->diagonal[i] = EXPR_NONE;
}

static void add_terms(elimination *e, int i, expr_id x) {
    e->terms[i] = plus(e, e->terms[i], x);
}

static bool is_unknown(const elimination *e, int i) {
    return i >= 0 && i < e->size;
}

void mech_elimination_add_one_side(elimination *e, int i, int j, expr_id x) {
    LGR_ASSERT(i != j && is_unknown(e, i) && is_unknown(e, j));
    entry *to = place(e, i, j);
    to->x = expr_add(e->g, to->x, x);
    to->own = find(e, j, i)->own = true;
    e->one_sided = true;
}

static void add_both(elimination *e, int i, int j, expr_id x) {
    entry *to = place(e, i, j);
    to->x = expr_add(e->g, to->x, x);
    to->own = true;
    to = find(e, j, i);
    to->x = expr_add(e->g, to->x, x);
    to->own = true;
}

void mech_elimination_add(elimination *e, int i, int j, expr_id x) {
    LGR_ASSERT(is_unknown(e, i) && is_unknown(e, j));
    if (expr_is_zero(e->g, x))
        return;
    if (i != j) {
        add_both(e, i, j, x);
        return;
    }
    add_diagonal(e, i, x);
    add_terms(e, i, x);
}

void mech_elimination_define(elimination *e, int which, size_t count, const int *of, const expr_id *coefficient) {
    LGR_ASSERT(is_unknown(e, which) && which < e->primal && !e->is_defined[which] && e->rests[which] == 0);
    e->is_defined[which] = true;
    for (size_t k = 0; k < count; k++) {
        vec_push(e->a, &e->defined[which], (entry){of[k], coefficient[k], true});
        e->rests[of[k]]++;
        if (e->depth[of[k]] >= e->depth[which])
            e->depth[which] = e->depth[of[k]] + 1;
    }
}

/* --- The order --- */

/* A multiplier waits for all inertia that its row moves: where that is positive definite, so is its pivot, whatever
   else is still there. */
static bool inertia_is_gone(const elimination *e, int k) {
    for (size_t i = 0; i < e->row[k].len; i++) {
        int j = e->row[k].at[i].column;
        if (e->row[k].at[i].own && j < e->primal && (e->is_defined[j] || e->rests[j] || e->diagonal[j].i))
            return false;
    }
    return true;
}

static bool is_pivot(const elimination *e, int k) {
    return !e->is_defined[k] && e->diagonal[k].i && (k < e->primal || inertia_is_gone(e, k));
}

/* A step that is possible beats another: pivots go first and the one with the fewest neighbours before others; of what
   must be replaced the deepest goes first, so that all that moves with one body goes before that body does. */
static bool is_better(const elimination *e, int k, int than) {
    if (than < 0 || e->is_defined[k] != e->is_defined[than])
        return than < 0 || e->is_defined[than];
    if (e->is_defined[k] && e->depth[k] != e->depth[than])
        return e->depth[k] > e->depth[than];
    return e->row[k].len < e->row[than].len;
}

static bool is_candidate(const elimination *e, int k) {
    return !e->gone[k] && !e->rests[k] && (e->is_defined[k] || is_pivot(e, k));
}

/* The better of two parts; of equals the one with the smaller number. */
static void compare(elimination *e, int part) {
    const int left = e->best[2 * part], right = e->best[2 * part + 1];
    e->best[part] = right >= 0 && is_better(e, right, left) ? right : left;
}

static void plant(elimination *e) {
    for (e->leaves = 1; e->leaves < e->size;)
        e->leaves *= 2;
    e->best = ARENA_ARRAY(e->a, int, 2 * e->leaves);
    for (int k = 0; k < e->leaves; k++)
        e->best[e->leaves + k] = k < e->size && is_candidate(e, k) ? k : -1;
    for (int part = e->leaves - 1; part > 0; part--)
        compare(e, part);
}

/* After its row, its diagonal or what rests on it has changed. */
static void judge_again(elimination *e, int k) {
    e->best[e->leaves + k] = is_candidate(e, k) ? k : -1;
    for (int part = (e->leaves + k) / 2; part > 0; part /= 2)
        compare(e, part);
}

/* Multipliers beside it wait for it. */
static void judge_around(elimination *e, int k) {
    judge_again(e, k);
    for (size_t i = 0; i < e->row[k].len; i++)
        if (e->row[k].at[i].column >= e->primal)
            judge_again(e, e->row[k].at[i].column);
}

/* --- The steps --- */

static entry *copy_entries(elimination *e, const entries *from) {
    entry *to = ARENA_ARRAY(e->a, entry, from->len + 1);
    for (size_t k = 0; k < from->len; k++)
        to[k] = from->at[k];
    return to;
}

static void leave(elimination *e, int k) {
    for (size_t i = 0; i < e->row[k].len; i++)
        drop_entry(e, e->row[k].at[i].column, k);
    e->row[k].len = 0;
    e->gone[k] = true;
}

/* The diagonal block of a replacement: every pair of unknowns in the definition. */
static void replace_diagonal(elimination *e, int k) {
    const entries *d = &e->defined[k];
    for (size_t i = 0; e->diagonal[k].i && i < d->len; i++) {
        expr_id part = product(e, d->at[i].x, e->diagonal[k]);
        for (size_t j = 0; j < i; j++)
            add_both(e, d->at[i].column, d->at[j].column, product(e, part, d->at[j].x));
        add_diagonal(e, d->at[i].column, product(e, part, d->at[i].x));
    }
    for (size_t i = 0; e->terms[k].i && i < d->len; i++)
        add_terms(e, d->at[i].column, product(e, product(e, d->at[i].x, e->terms[k]), d->at[i].x));
}

static void replace(elimination *e, int k) {
    const entries *d = &e->defined[k];
    const entries beside = {copy_entries(e, &e->row[k]), e->row[k].len, e->row[k].len};
    vec_push(e->a, &e->steps, (step){STEP_REPLACE, k, d->len, NULL, copy_entries(e, d), EXPR_NONE});
    for (size_t i = 0; i < beside.len; i++) {
        int from = beside.at[i].column;
        expr_id right = beside.at[i].x, left = find(e, from, k)->x;
        for (size_t j = 0; j < d->len; j++) {
            int to = d->at[j].column;
            expr_id one = product(e, right, d->at[j].x);
            if (to == from) {
                add_diagonal(e, to, expr_add(e->g, one, product(e, left, d->at[j].x)));
                continue;
            }
            entry *x = place(e, to, from);
            x->x = expr_add(e->g, x->x, one);
            x->own |= beside.at[i].own;
            x = find(e, from, to);
            x->own |= beside.at[i].own;
            x->x = expr_add(e->g, x->x, product(e, left, d->at[j].x));
            tidy(e, from, to);
        }
    }
    replace_diagonal(e, k);
    for (size_t j = 0; j < d->len; j++) {
        e->rests[d->at[j].column]--;
        e->is_read[d->at[j].column] |= e->is_read[k];
        if (e->is_read[k] && e->collected)
            mech_collect_need(e->collected, d->at[j].x);
    }
    leave(e, k);
}

static expr_id size_of(elimination *e, expr_id x) {
    return expr_unary(e->g, EXPR_ABS, x);
}

static void watch(elimination *e, int k) {
    graph *g = e->g;
    bool row = k >= e->primal;
    const double smallest = e->primal < e->size ? SMALLEST_PART : SMALLEST_OF_INERTIA;
    expr_id pivot = row ? expr_neg(g, e->diagonal[k]) : e->diagonal[k], terms = e->terms[k];
    if (row && terms.i && !e->one_sided)
        terms = expr_neg(g, terms);
    if (row && e->one_sided)
        pivot = size_of(e, pivot);
    if (terms.i && !expr_same(pivot, terms))
        pivot = expr_sub(g, pivot, expr_mul(g, expr_real(g, smallest), terms));
    double value;
    if (!expr_is_number(g, pivot, &value) || !(value >= DBL_MIN))
        e->trust = e->trust.i ? expr_binary(g, EXPR_MIN, e->trust, pivot) : pivot;
}

/* The diagonal of a neighbour; what makes it larger belongs to its terms. */
static void update_diagonal(elimination *e, int k, int i, expr_id change) {
    add_diagonal(e, i, change);
    bool grows = (k >= e->primal) != (i >= e->primal);
    if (e->one_sided)
        add_terms(e, i, size_of(e, change));
    else if (grows)
        add_terms(e, i, change);
}

static void shorten_row(elimination *e, int k) {
    for (size_t i = 0; i < e->row[k].len; i++) {
        entry *right = &e->row[k].at[i], *left = find(e, right->column, k);
        right->x = shortened(e, right->x);
        left->x = shortened(e, left->x);
    }
    e->diagonal[k] = shortened(e, e->diagonal[k]);
    e->terms[k] = shortened(e, e->terms[k]);
}

static void pivot(elimination *e, int k) {
    shorten_row(e, k);
    const entries beside = {copy_entries(e, &e->row[k]), e->row[k].len, e->row[k].len};
    expr_id inverse = expr_div(e->g, expr_int(e->g, -1), e->diagonal[k]);
    entry *lower = ARENA_ARRAY(e->a, entry, beside.len + 1), *upper = ARENA_ARRAY(e->a, entry, beside.len + 1);
    expr_id *left = ARENA_ARRAY(e->a, expr_id, beside.len + 1);
    watch(e, k);
    for (size_t i = 0; i < beside.len; i++) {
        int column = beside.at[i].column;
        left[i] = find(e, column, k)->x;
        lower[i] = (entry){column, whole_product(e, left[i], inverse), false};
        e->is_read[column] = true;
        upper[i] = (entry){column, whole_product(e, beside.at[i].x, inverse), false};
    }
    vec_push(e->a, &e->steps, (step){STEP_PIVOT, k, beside.len, lower, upper, inverse});
    leave(e, k);
    for (size_t i = 0; i < beside.len; i++) {
        for (size_t j = 0; j < i; j++) {
            bool same = expr_same(left[i], beside.at[i].x) && expr_same(left[j], beside.at[j].x);
            expr_id one = whole_product(e, lower[i].x, beside.at[j].x);
            expr_id other = same ? one : whole_product(e, lower[j].x, beside.at[i].x);
            entry *x = place(e, lower[i].column, lower[j].column);
            x->x = expr_add(e->g, x->x, one);
            x = find(e, lower[j].column, lower[i].column);
            x->x = expr_add(e->g, x->x, other);
            tidy(e, lower[i].column, lower[j].column);
        }
        update_diagonal(e, k, lower[i].column, whole_product(e, lower[i].x, beside.at[i].x));
    }
}

/* One step, and what it changes: all that stands beside the unknown or in its definition. */
static void eliminate(elimination *e, int k) {
    const entries beside = {copy_entries(e, &e->row[k]), e->row[k].len, e->row[k].len};
    if (e->is_defined[k])
        replace(e, k);
    else
        pivot(e, k);
    judge_again(e, k);
    for (size_t i = 0; i < beside.len; i++)
        judge_around(e, beside.at[i].column);
    for (size_t i = 0; i < e->defined[k].len; i++)
        judge_around(e, e->defined[k].at[i].column);
}

bool mech_elimination_run(elimination *e, size_t most) {
    LGR_ASSERT(e->steps.len == 0);
    e->products = 0;
    plant(e);
    for (int left = e->size; left > 0; left--) {
        const int k = e->best[1];
        if (k < 0 || e->products > most)
            return false;
        eliminate(e, k);
    }
    return e->products <= most;
}

size_t mech_elimination_products(const elimination *e) {
    return e->products;
}

expr_id mech_elimination_condition(const elimination *e) {
    return e->trust.i ? e->trust : expr_int(e->g, 1);
}

/* --- Solving --- */

static void forward(elimination *e, const step *s, expr_id *b) {
    const entry *to = s->kind == STEP_PIVOT ? s->lower : s->upper;
    bool pivot = s->kind == STEP_PIVOT;
    if (pivot)
        b[s->which] = shortened(e, b[s->which]);
    for (size_t k = 0; k < s->count; k++) {
        expr_id change = (pivot ? whole_product : product)(e, to[k].x, b[s->which]);
        b[to[k].column] = expr_add(e->g, b[to[k].column], change);
    }
}

static void backward(elimination *e, const step *s, const expr_id *b, expr_id *x) {
    graph *g = e->g;
    expr_id sum = s->kind == STEP_PIVOT ? product(e, b[s->which], s->minus_inverse) : expr_int(g, 0);
    for (size_t k = 0; k < s->count; k++)
        sum = expr_add(g, sum, product(e, s->upper[k].x, x[s->upper[k].column]));
    x[s->which] = sum;
}

void mech_elimination_solve(const elimination *e, expr_id *b, expr_id *x) {
    LGR_ASSERT(e->steps.len == (size_t)e->size);
    elimination counting = *e; /* its products are not those of the factors */
    for (size_t k = 0; k < e->steps.len; k++)
        forward(&counting, &e->steps.at[k], b);
    for (size_t k = e->steps.len; k-- > 0;)
        backward(&counting, &e->steps.at[k], b, x);
}
