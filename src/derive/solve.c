/* The equations solved for accelerations and multipliers: by determinants while they are small, else by elimination. */
#include <math.h>

#include "algebra/algebra.h"
#include "algebra/operations.h"
#include "base/check.h"
#include "derive/derivation.h"
#include "expr/walk.h"
#include "num/saddle.h"

enum {
    MOST_BY_DETERMINANTS = 3,
    MOST_CAREFUL = 14,     /* unknowns: of more, fill counts first, or formulas grow beyond reading */
    WORTH_SIMPLIFYING = 60 /* operations: longer parts of the elimination get names instead */
};
static const double rank_tolerance = 1e-8, least_pivot = 0.02, least_definite = 1e-6;
/* Whether a pivot can be 0 while M is positive definite and the rows are independent. */
enum { RISK_NONE, RISK_PARAMETERS, RISK_STATE };

/* K x = b, and the numbers of both at a state beside the given one, where nothing is zero by chance. */
typedef struct linear {
    const derivation *d;
    graph *g;
    int size, width; /* width: size + 1, b is the last column */
    expr_id *K;
    double *number;
    int *row, *col; /* order of elimination */
    bool plain;     /* no equations of motion: nothing is known to be definite */
    bool definite_masses;
    operation_counter *counted;
    derive_pivots *risky;
} linear;

double *derive_values(const derivation *d, double spread, arena *a) {
    const model *m = d->m;
    double *values = ARENA_ARRAY(a, double, expr_var_count(d->g));
    uint64_t dice = 0x9e3779b97f4a7c15u;
    model_put_values(m, values);
    values[m->t] = d->request->t;
    for (int i = 0; i < d->e.n + d->state_count; i++) {
        int c = i < d->e.n ? d->e.coords[i] : d->states[i - d->e.n];
        double q = d->request->q[c], v = d->request->v[c];
        for (int k = 0; k < 2; k++) {
            dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
            double *x = k ? &v : &q;
            *x += spread * fmax(1, fabs(*x)) * ((double)(dice >> 11) * 0x1p-52 - 1);
        }
        values[m->coords[c].q] = q;
        values[m->coords[c].v] = v;
    }
    return values;
}

void derive_find_redundant(const derivation *d, bool *left_out, arena *a) {
    int n = d->e.n, m = d->e.m;
    if (!m)
        return;
    double *values = derive_values(d, 0, a), *A = ARENA_ARRAY(a, double, m *n);
    bool *independent = ARENA_ARRAY(a, bool, m);
    for (int k = 0; k < m * n; k++)
        A[k] = expr_eval(d->g, d->e.A[k], values);
    num_saddle_row_rank(num_saddle_create(a, n, m), A, n, m, rank_tolerance, independent);
    for (int k = 0; k < m; k++)
        left_out[k] = !independent[k];
}

static linear set_up(const derivation *d, const bool *left_out, arena *a) {
    int n = d->e.n, m = d->e.m, *kept = ARENA_ARRAY(a, int, m), rows = 0;
    for (int k = 0; k < m; k++)
        if (!left_out[k])
            kept[rows++] = k;
    linear x = {.d = d, .g = d->g, .size = n + rows, .width = n + rows + 1};
    x.K = ARENA_ARRAY(a, expr_id, x.size * x.width);
    x.number = ARENA_ARRAY(a, double, x.size *x.width);
    for (int i = 0; i < x.size * x.width; i++)
        x.K[i] = expr_int(d->g, 0);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            x.K[i * x.width + j] = d->e.M[i * n + j];
        for (int k = 0; k < rows; k++) {
            x.K[i * x.width + n + k] = d->e.C[kept[k] * n + i];
            x.K[(n + k) * x.width + i] = d->e.A[kept[k] * n + i];
        }
        x.K[i * x.width + x.size] = d->e.h[i];
    }
    for (int k = 0; k < rows; k++)
        x.K[(n + k) * x.width + x.size] = d->e.gamma[kept[k]];
    double *values = derive_values(d, derive_aside, a);
    for (int i = 0; i < x.size * x.width; i++)
        x.number[i] = expr_eval(d->g, x.K[i], values);
    return x;
}

static expr_id minor(const linear *x, const int *rows, const int *cols, int size) {
    graph *g = x->g;
    const expr_id *K = x->K;
    if (size == 1)
        return K[rows[0] * x->width + cols[0]];
    expr_id sum = expr_int(g, 0);
    for (int k = 0; k < size; k++) {
        int rest[MOST_BY_DETERMINANTS];
        for (int j = 0, l = 0; j < size; j++)
            if (j != k)
                rest[l++] = cols[j];
        expr_id term = expr_mul(g, K[rows[0] * x->width + cols[k]], minor(x, rows + 1, rest, size - 1));
        sum = k % 2 ? expr_sub(g, sum, term) : expr_add(g, sum, term);
    }
    return sum;
}

/* Cramer's rule. */
static void solve_by_determinants(const linear *x, expr_id *out) {
    static const int rows[MOST_BY_DETERMINANTS] = {0, 1, 2};
    expr_id det = minor(x, rows, rows, x->size);
    algebra_simplify(x->g, &det, 1, &det);
    for (int k = 0; k < x->size; k++) {
        int cols[MOST_BY_DETERMINANTS] = {0, 1, 2};
        cols[k] = x->size;
        out[k] = minor(x, rows, cols, x->size);
        algebra_simplify(x->g, &out[k], 1, &out[k]);
        out[k] = expr_div(x->g, out[k], det);
    }
    algebra_simplify(x->g, out, (size_t)x->size, out);
}

/* All rows eliminated so far have had their columns eliminated; coords_only: and none of them was a multiplier. */
static bool is_symmetric_so_far(const linear *x, int step, bool coords_only) {
    for (int k = 0; k < step; k++) {
        bool found = false;
        for (int j = 0; j < step; j++)
            found = found || x->col[j] == x->row[k];
        if (!found || (coords_only && x->row[k] >= x->d->e.n))
            return false;
    }
    return true;
}

/* Whether M has a positive square root at the state beside the given one: massless coordinates have none. */
static bool has_definite_masses(const linear *x, arena *a) {
    int n = x->d->e.n;
    double *R = ARENA_ARRAY(a, double, n *n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = x->number[i * x->width + j];
            for (int k = 0; k < j; k++)
                sum -= R[i * n + k] * R[j * n + k];
            if (i == j && !(sum > least_definite * x->number[i * x->width + i]))
                return false;
            R[i * n + j] = i == j ? sqrt(sum) : sum / R[j * n + j];
        }
    return true;
}

static bool is_left(const linear *x, int step, bool multipliers) {
    for (int k = step; k < x->size; k++)
        if ((x->row[k] >= x->d->e.n) == multipliers)
            return true;
    return false;
}

/* What is left of a symmetric system after symmetric steps is positive definite in the coordinates, if M is or no
   multiplier is left, and negative definite in the multipliers once no coordinate is left (Haynsworth): such places of
   the diagonal are never 0. */
static bool is_definite(const linear *x, int step, int row, int col) {
    bool symmetric = !x->d->e.unsymmetric;
    if (x->plain)
        return false;
    if (row != col || !is_symmetric_so_far(x, step, !symmetric))
        return false;
    if (row >= x->d->e.n)
        return symmetric && !is_left(x, step, false);
    return x->definite_masses || (symmetric && !is_left(x, step, true));
}

static int risk_of(const linear *x, expr_id e) {
    unsigned kinds = expr_kinds(x->g, e), fixed = 1u << VAR_PARAM;
    return kinds == 0 ? RISK_NONE : (kinds & ~fixed) == 0 ? RISK_PARAMETERS : RISK_STATE;
}

/* Row and column of the next pivot, as places in the order, and what is to be said against it. */
typedef struct pivot_choice {
    long cost; /* below 0: none yet */
    int at[2], risk;
} pivot_choice;

/* Usually risk before Markowitz's count of what fills, before length. */
static void weigh(const linear *x, int step, int i, int j, long in_row, bool definite, pivot_choice *best) {
    expr_id e = x->K[x->row[i] * x->width + x->col[j]];
    long in_col = 0, length = (long)algebra_count_operations(x->counted, e);
    for (int k = step; k < x->size; k++)
        in_col += x->number[x->row[k] * x->width + x->col[j]] != 0;
    int risk = definite ? RISK_NONE : risk_of(x, e);
    long weight = x->size <= MOST_CAREFUL ? 1000000 : 1;
    long cost = (risk * weight + (in_row - 1) * (in_col - 1)) * 1024 + (length > 1023 ? 1023 : length);
    if (best->cost < 0 || cost < best->cost)
        *best = (pivot_choice){cost, {i, j}, risk};
}

/* Of the entries that cannot vanish, or else are no small ones in their row, the one that fills least. */
static bool choose_pivot(linear *x, int step) {
    pivot_choice best = {.cost = -1};
    for (int i = step; i < x->size; i++) {
        double largest = 0;
        long in_row = 0;
        for (int j = step; j < x->size; j++) {
            double size = fabs(x->number[x->row[i] * x->width + x->col[j]]);
            largest = fmax(largest, size);
            in_row += size > 0;
        }
        for (int j = step; j < x->size; j++) {
            double size = fabs(x->number[x->row[i] * x->width + x->col[j]]);
            bool definite = x->size <= MOST_CAREFUL && is_definite(x, step, x->row[i], x->col[j]);
            if (size > (definite ? least_definite : least_pivot) * largest)
                weigh(x, step, i, j, in_row, definite, &best);
        }
    }
    if (best.cost < 0)
        return false;
    int row = x->row[best.at[0]], col = x->col[best.at[1]];
    if (best.risk == RISK_STATE && x->risky->count < MOST_PIVOTS)
        x->risky->at[x->risky->count++] = x->K[row * x->width + col];
    x->row[best.at[0]] = x->row[step], x->row[step] = row;
    x->col[best.at[1]] = x->col[step], x->col[step] = col;
    return true;
}

/* Of many equations nearly every entry gets a name in the end: there is little to be found in one of them. */
static expr_id shorten(const linear *x, expr_id e) {
    if (x->size <= MOST_CAREFUL && algebra_count_operations(x->counted, e) <= WORTH_SIMPLIFYING)
        algebra_simplify(x->g, &e, 1, &e);
    return e;
}

/* Row i less its multiple of the pivot's row. */
static void eliminate_row(linear *x, int step, int i) {
    int pivot = x->row[step] * x->width, target = x->row[i] * x->width, c = x->col[step];
    if (expr_is_zero(x->g, x->K[target + c]))
        return;
    expr_id factor = shorten(x, expr_div(x->g, x->K[target + c], x->K[pivot + c]));
    double number = x->number[target + c] / x->number[pivot + c];
    for (int j = step + 1; j <= x->size; j++) {
        int k = j < x->size ? x->col[j] : x->size;
        if (expr_is_zero(x->g, x->K[pivot + k]))
            continue;
        x->K[target + k] = shorten(x, expr_sub(x->g, x->K[target + k], expr_mul(x->g, factor, x->K[pivot + k])));
        x->number[target + k] -= number * x->number[pivot + k];
    }
}

static bool solve_by_elimination(linear *x, expr_id *out, arena *a) {
    x->row = ARENA_ARRAY(a, int, x->size);
    x->col = ARENA_ARRAY(a, int, x->size);
    for (int i = 0; i < x->size; i++)
        x->row[i] = x->col[i] = i;
    for (int step = 0; step < x->size; step++) {
        if (!choose_pivot(x, step))
            return false;
        for (int i = step + 1; i < x->size; i++)
            eliminate_row(x, step, i);
    }
    for (int step = x->size; step-- > 0;) {
        int at = x->row[step] * x->width;
        expr_id sum = x->K[at + x->size];
        for (int j = step + 1; j < x->size; j++)
            sum = expr_sub(x->g, sum, expr_mul(x->g, x->K[at + x->col[j]], out[x->col[j]]));
        out[x->col[step]] = shorten(x, expr_div(x->g, sum, x->K[at + x->col[step]]));
    }
    return true;
}

static bool solve(linear *l, expr_id *out, arena *a) {
    operation_counter counted = {.g = l->g, .memory = a};
    l->counted = &counted;
    if (l->size > MOST_BY_DETERMINANTS)
        return solve_by_elimination(l, out, a);
    if (l->size > 0)
        solve_by_determinants(l, out);
    return l->size > 0;
}

bool derive_solve_matrix(const derivation *d, const expr_id *K, int size, expr_id *x) {
    arena *a = base_arena_create();
    derive_pivots risky = {0};
    linear l = {.d = d, .g = d->g, .size = size, .width = size + 1, .plain = true, .risky = &risky};
    l.K = ARENA_ARRAY(a, expr_id, size * l.width + 1);
    l.number = ARENA_ARRAY(a, double, size *l.width + 1);
    double *values = derive_values(d, derive_aside, a);
    for (int i = 0; i < size * l.width; i++) {
        l.K[i] = K[i];
        l.number[i] = expr_eval(d->g, K[i], values);
    }
    expr_id *out = ARENA_ARRAY(a, expr_id, size + 1);
    bool ok = solve(&l, out, a);
    values = derive_values(d, derive_aside, a); /* once more: elimination may have made variables */
    for (int i = 0; i < size && ok; i++) {
        x[i] = out[i];
        ok = isfinite(expr_eval(d->g, out[i], values));
    }
    base_arena_destroy(a);
    return ok;
}

bool derive_solve(const derivation *d, expr_id *x, bool *left_out, derive_pivots *risky) {
    *risky = (derive_pivots){0};
    arena *a = base_arena_create();
    derive_find_redundant(d, left_out, a);
    linear l = set_up(d, left_out, a);
    l.risky = risky;
    l.definite_masses = has_definite_masses(&l, a);
    expr_id *out = ARENA_ARRAY(a, expr_id, l.size);
    bool ok = solve(&l, out, a);
    for (int i = 0; i < d->e.n; i++)
        x[i] = out[i];
    for (int k = 0, i = d->e.n; k < d->e.m; k++)
        x[d->e.n + k] = left_out[k] ? expr_int(d->g, 0) : out[i++];
    base_arena_destroy(a);
    return ok;
}
