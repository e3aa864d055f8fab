/* The constraints of velocities, A q' + a = 0, solved for as many of them as there are independent rows: what the forms
   without multipliers begin with. Where a row could only be solved by dividing by what is 0 at some attitude, as that of
   a runner, cos(theta) y' - sin(theta) x' = 0, its two velocities are those of one speed: x' = cos(theta) u, y' =
   sin(theta) u. */
#include "derive/reduction.h"

#include <math.h>

#include "algebra/algebra.h"
#include "algebra/operations.h"
#include "derive/divisors.h"
#include "derive/factors.h"
#include "expr/terms.h"
#include "expr/walk.h"

static void simplify(graph *g, expr_id *x, int count) {
    algebra_simplify(g, x, (size_t)count, x);
}

static derive_reduction begin_reduction(const derivation *d) {
    derive_reduction r = {.d = d, .g = d->g, .n = d->e.n, .width = d->e.n + 1};
    arena *a = d->memory;
    bool *left_out = ARENA_ARRAY(a, bool, d->e.m + 1);
    derive_find_redundant(d, left_out, a);
    r.A = ARENA_ARRAY(a, expr_id, d->e.m * r.width + 1);
    r.pivot = ARENA_ARRAY(a, int, d->e.m + 1);
    r.dependent = ARENA_ARRAY(a, bool, r.n + 1);
    r.pairs = ARENA_ARRAY(a, derive_pair, d->e.m + 1);
    expr_id *zero = ARENA_ARRAY(a, expr_id, r.n + 1);
    for (int i = 0; i < r.n; i++)
        zero[i] = expr_int(r.g, 0);
    for (int k = 0; k < d->e.m; k++) {
        if (left_out[k])
            continue;
        expr_id *row = &r.A[r.rows++ * r.width];
        for (int i = 0; i < r.n; i++)
            row[i] = d->e.A[k * r.n + i];
        expr_substitute(r.g, &d->e.f_dot[k], 1, d->v, zero, (size_t)r.n, &row[r.n]);
        simplify(r.g, &row[r.n], 1);
    }
    return r;
}

enum { COST_OF_RISK = 1000 };

/* Numbers are divided by first, then what does not change, then what keeps its sign, then what is short; never what is
   nearly 0. */
static long cost_of(const derive_reduction *r, expr_id e) {
    const unsigned kinds = expr_kinds(r->g, e);
    const long length = (long)algebra_operations(r->g, e), most = COST_OF_RISK - 1;
    const long risk = kinds == 0                             ? 0
                      : (kinds & ~(1u << VAR_PARAM)) == 0    ? 1
                      : !derive_changes_sign(r->d, e)        ? 2
                                                             : 3;
    return risk * COST_OF_RISK + (length > most ? most : length);
}

/* The cost of the cheapest pivot; below 0 if there is none. */
static long choose_pivot(const derive_reduction *r, int step, int *row, int *col) {
    const double least = 0.02;
    double *values = derive_values(r->d, derive_aside, r->d->memory);
    long best = -1;
    for (int k = step; k < r->rows; k++) {
        double largest = 0;
        for (int i = 0; i < r->n; i++)
            largest = fmax(largest, fabs(expr_eval(r->g, r->A[k * r->width + i], values)));
        for (int i = 0; i < r->n; i++) {
            const expr_id e = r->A[k * r->width + i];
            if (r->dependent[i] || expr_is_zero(r->g, e) || !(fabs(expr_eval(r->g, e, values)) > least * largest))
                continue;
            const long cost = cost_of(r, e);
            if (best >= 0 && cost >= best)
                continue;
            best = cost;
            *row = k;
            *col = i;
        }
    }
    return best;
}

static void swap_rows(derive_reduction *r, int one, int other) {
    for (int i = 0; i < r->width && one != other; i++) {
        const expr_id e = r->A[one * r->width + i];
        r->A[one * r->width + i] = r->A[other * r->width + i];
        r->A[other * r->width + i] = e;
    }
}

/* The pivot becomes 1, and its column 0 in the other rows. */
static void eliminate(derive_reduction *r, int step, int col) {
    expr_id *own = &r->A[step * r->width];
    const expr_id pivot = own[col];
    for (int i = 0; i < r->width; i++)
        own[i] = i == col ? expr_int(r->g, 1) : expr_div(r->g, own[i], pivot);
    simplify(r->g, own, r->width);
    for (int k = 0; k < r->rows; k++) {
        expr_id *row = &r->A[k * r->width];
        const expr_id factor = row[col];
        if (k == step || expr_is_zero(r->g, factor))
            continue;
        for (int i = 0; i < r->width; i++) {
            const expr_id term = expr_mul(r->g, factor, own[i]);
            row[i] = i == col ? expr_int(r->g, 0) : expr_sub(r->g, row[i], term);
        }
        simplify(r->g, row, r->width);
    }
}

/* Both entries of a row that has no others, of velocities that are still those of coordinates. */
static bool find_pair(const derive_reduction *r, int row, derive_pair *pair) {
    const expr_id *own = &r->A[row * r->width];
    int count = 0, at[2] = {0};
    for (int i = 0; i < r->n; i++) {
        if (expr_is_zero(r->g, own[i]))
            continue;
        if (count == 2 || r->dependent[i])
            return false;
        at[count++] = i;
    }
    for (int k = 0; k < r->pair_count; k++)
        for (int j = 0; j < count; j++)
            if (at[j] == r->pairs[k].one)
                return false;
    *pair = (derive_pair){at[0], at[1], EXPR_NONE, EXPR_NONE};
    return count == 2 && expr_is_zero(r->g, own[r->n]);
}

/* Takes the constant factors that both have out of both. */
static void divide_by_common(graph *g, expr_id *one, expr_id *other) {
    number c[2] = {NUMBER_ONE, NUMBER_ONE};
    derive_factors left = derive_factors_of(g, derive_factors_key(g, *one, &c[0]));
    derive_factors right = derive_factors_of(g, derive_factors_key(g, *other, &c[1]));
    if (left.over || right.over)
        return;
    for (int k = 0; k < left.count; k++)
        for (int j = 0; j < right.count; j++)
            if (expr_same(left.at[k].base, right.at[j].base) && left.at[k].power == right.at[j].power &&
                left.at[k].below == right.at[j].below && !(expr_kinds(g, left.at[k].base) & ~(1u << VAR_PARAM)))
                left.at[k].power = right.at[j].power = 0;
    const number size = number_abs(c[0]), first = number_div(c[0], size), second = number_div(c[1], size);
    *one = expr_number(g, first);
    *one = expr_mul(g, *one, derive_factors_written(&left));
    *other = expr_number(g, second);
    *other = expr_mul(g, *other, derive_factors_written(&right));
}

/* Its velocities become those of one speed, x' = b u and y' = -a u of a x' + b y' = 0, in the column of x'. */
static void take_pair(derive_reduction *r, int step, derive_pair pair) {
    expr_id *own = &r->A[step * r->width];
    expr_id a = own[pair.one], b = own[pair.other];
    divide_by_common(r->g, &a, &b);
    pair.by_one = b;
    pair.by_other = expr_neg(r->g, a);
    for (int k = 0; k < r->rows; k++) {
        expr_id *row = &r->A[k * r->width];
        const expr_id x = expr_mul(r->g, row[pair.one], pair.by_one);
        row[pair.one] = expr_add(r->g, x, expr_mul(r->g, row[pair.other], pair.by_other));
        row[pair.other] = expr_int(r->g, k == step);
        if (k == step)
            row[pair.one] = expr_int(r->g, 0);
        simplify(r->g, row, r->width);
    }
    r->pairs[r->pair_count++] = pair;
}

bool derive_reduce(const derivation *d, derive_reduction *result) {
    derive_reduction *r = result;
    *r = begin_reduction(d);
    for (int step = 0; step < r->rows; step++) {
        int row = 0, col = 0;
        const long cost = choose_pivot(r, step, &row, &col);
        derive_pair pair;
        if (cost < 0)
            return false;
        swap_rows(r, step, row);
        if (cost >= 3 * COST_OF_RISK && find_pair(r, step, &pair)) {
            take_pair(r, step, pair);
            col = pair.other;
        } else {
            eliminate(r, step, col);
        }
        r->pivot[step] = col;
        r->dependent[col] = true;
    }
    return true;
}
