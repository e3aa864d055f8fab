/* Determinants of matrices of polynomials, by their columns. */
#include "derive/pencil.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "expr/walk.h"
#include "num/dense.h"

enum { LARGEST = 9, MOST_POWERS = 2 * LARGEST + 1, MOST_NODES = 1200, MOST_QUARTERS = 1000 };
static const double nothing = 1e-9, at_quarter = 1e-9, rounding = 1e-14;

typedef struct polynomial {
    expr_id at[MOST_POWERS];
    int length; /* 0: it is 0 */
} polynomial;

typedef struct expansion {
    const derivation *d;
    graph *g;
    int size;
    polynomial *entry; /* size x size */
    polynomial *minor; /* by set of columns: of the first rows */
    bool *known, too_large;
} expansion;

/* --- What is 0 at the state --- */

typedef struct stillness {
    expr_id *from, *to;
    size_t count;
} stillness;

static void put(stillness *s, expr_id from, expr_id to) {
    s->from[s->count] = from;
    s->to[s->count++] = to;
}

/* Sine and cosine of an angle that is so many quarter turns. */
static void put_turn(const derivation *d, stillness *s, expr_id angle, int quarters) {
    static const int sine[] = {0, 1, 0, -1};
    const int quarter = (quarters % 4 + 4) % 4;
    const expr_id f = expr_unary(d->g, EXPR_SIN, angle), h = expr_unary(d->g, EXPR_COS, angle);
    put(s, f, expr_int(d->g, sine[quarter]));
    put(s, h, expr_int(d->g, sine[(quarter + 1) % 4]));
}

/* Angles that are some quarter turns, and twice these. */
static void add_quarters(const derivation *d, stillness *s) {
    for (int i = 0; i < d->e.n; i++) {
        const double turns = d->request->q[d->e.coords[i]] / acos(0.0), whole = round(turns);
        if (whole == 0 || fabs(turns - whole) > at_quarter || fabs(whole) > MOST_QUARTERS)
            continue;
        put_turn(d, s, d->q[i], (int)whole);
        put_turn(d, s, expr_mul(d->g, expr_int(d->g, 2), d->q[i]), 2 * (int)whole);
    }
}

/* What rounding has left of a velocity. */
static void add_rests(const derivation *d, stillness *s) {
    double most = 0;
    for (int i = 0; i < d->e.n; i++)
        most = fmax(most, fabs(d->request->v[d->e.coords[i]]));
    for (int i = 0; i < d->e.n; i++)
        if (fabs(d->request->v[d->e.coords[i]]) <= rounding * most)
            put(s, d->v[i], expr_int(d->g, 0));
}

static double largest_of(const derivation *d, const expr_id *x, int count, const double *values) {
    expr_id *bound = ARENA_ARRAY(d->memory, expr_id, count + 1);
    double most = 0;
    expr_magnitude_bounds(d->g, x, (size_t)count, bound);
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(expr_eval(d->g, bound[i], values)));
    return most;
}

/* Multipliers that hold the state without accelerations; false if none do. */
static bool find_multipliers(const derivation *d, double *lambda) {
    const int n = d->e.n, m = d->e.m;
    arena *a = d->memory;
    expr_id *zero_a = ARENA_ARRAY(a, expr_id, n + 1), *h = ARENA_ARRAY(a, expr_id, n + m + 1);
    for (int i = 0; i < n; i++)
        zero_a[i] = expr_int(d->g, 0);
    for (int i = 0; i < n; i++)
        h[i] = d->e.h[i].i ? d->e.h[i] : zero_a[0];
    for (int k = 0; k < m; k++)
        h[n + k] = d->e.gamma[k].i ? d->e.gamma[k] : zero_a[0];
    const double *values = derive_values(d, 0, a), size = largest_of(d, h, n + m, values);
    double *C = ARENA_ARRAY(a, double, n *m + 1), *b = ARENA_ARRAY(a, double, n + 1);
    for (int i = 0; i < n; i++) {
        b[i] = expr_eval(d->g, h[i], values);
        for (int k = 0; k < m; k++)
            C[i * m + k] = d->e.C[k * n + i].i ? expr_eval(d->g, d->e.C[k * n + i], values) : 0;
    }
    for (int k = 0; k < m; k++)
        if (!(fabs(expr_eval(d->g, h[n + k], values)) <= nothing * fmax(size, nothing)))
            return false;
    num_cod f;
    num_cod_factor(&f, C, n, m, nothing, ARENA_ARRAY(a, int, m + 1), ARENA_ARRAY(a, double, num_cod_doubles(n, m) + 1));
    const double left = m ? num_cod_solve(&f, b, lambda) : sqrt(num_dot(b, b, n));
    for (int k = 0; k < m; k++)
        lambda[k] = fabs(lambda[k]) <= nothing * size ? 0 : lambda[k];
    return left <= nothing * fmax(size, nothing);
}

/* False where the state is no steady motion. */
static bool find_stillness(const derivation *d, stillness *s) {
    double *lambda = ARENA_ARRAY(d->memory, double, d->e.m + 1);
    const size_t room = (size_t)(5 * d->e.n + d->e.m + 1);
    *s = (stillness){ARENA_ARRAY(d->memory, expr_id, room), ARENA_ARRAY(d->memory, expr_id, room), 0};
    if (!find_multipliers(d, lambda))
        return false;
    add_quarters(d, s);
    add_rests(d, s);
    for (int k = 0; k < d->e.m; k++)
        if (lambda[k] == 0)
            put(s, d->lambda[k], expr_int(d->g, 0));
    return true;
}

/* --- Polynomials --- */

static void trim(polynomial *p, graph *g) {
    while (p->length && expr_is_zero(g, p->at[p->length - 1]))
        p->length--;
}

static void add_product(expansion *x, polynomial *to, const polynomial *a, const polynomial *b, int sign) {
    graph *g = x->g;
    for (int i = 0; i < a->length; i++)
        for (int j = 0; j < b->length && i + j < MOST_POWERS; j++) {
            const expr_id term = expr_mul(g, a->at[i], b->at[j]);
            while (to->length <= i + j)
                to->at[to->length++] = expr_int(g, 0);
            expr_id *sum = &to->at[i + j];
            *sum = sign > 0 ? expr_add(g, *sum, term) : expr_sub(g, *sum, term);
        }
}

static int bits(unsigned set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* The determinant of as many first rows as the set has columns. */
static const polynomial *minor_of(expansion *x, unsigned set) {
    polynomial *p = &x->minor[set];
    if (x->known[set] || x->too_large)
        return p;
    x->known[set] = true;
    const int row = bits(set) - 1;
    if (row < 0) {
        *p = (polynomial){.at = {expr_int(x->g, 1)}, .length = 1};
        return p;
    }
    int sign = row % 2 ? -1 : 1;
    for (int j = 0; j < x->size; j++) {
        if (!(set >> j & 1))
            continue;
        const polynomial *entry = &x->entry[row * x->size + j];
        if (entry->length)
            add_product(x, p, entry, minor_of(x, set & ~(1u << j)), sign);
        sign = -sign;
    }
    x->too_large = x->too_large || expr_count_nodes(x->g, p->at, (size_t)p->length) > MOST_NODES;
    if (p->length && !x->too_large)
        algebra_simplify(x->g, p->at, (size_t)p->length, p->at);
    trim(p, x->g);
    return p;
}

static void enter(expansion *x, int row, int column, const expr_id *powers, int length) {
    polynomial *p = &x->entry[row * x->size + column];
    memcpy(p->at, powers, (size_t)length * sizeof *powers);
    p->length = length;
    trim(p, x->g);
}

/* The matrix, with rows transposed at its right side. */
static void fill(expansion *x, const derive_pencil *of, const stillness *s) {
    const int n = of->n, m = of->m, cells = n * n;
    graph *g = x->g;
    expr_id *all = ARENA_ARRAY(x->d->memory, expr_id, 3 * cells + 2 * n * m + 1), zero = expr_int(g, 0);
    const struct {
        const expr_id *from;
        int count;
    } parts[] = {{of->K, cells}, {of->C, cells}, {of->M, cells}, {of->R, n * m}, {of->A, n * m}};
    int at = 0;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (int i = 0; i < parts[k].count; i++)
            all[at++] = parts[k].from[i].i ? parts[k].from[i] : zero;
    expr_substitute(g, all, (size_t)at, s->from, s->to, s->count, all);
    algebra_simplify(g, all, (size_t)at, all);
    const expr_id *K = all, *C = K + cells, *M = C + cells, *R = M + cells, *A = R + n * m;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            enter(x, i, j, (const expr_id[]){K[i * n + j], C[i * n + j], M[i * n + j]}, 3);
    for (int k = 0; k < m; k++) {
        const bool velocity = x->d->request->choice->system->rows[x->d->e.rows[k]].velocity;
        for (int i = 0; i < n; i++) {
            enter(x, i, n + k, &A[k * n + i], 1);
            enter(x, n + k, i, velocity ? (const expr_id[]){R[k * n + i], A[k * n + i]} : &A[k * n + i],
                  velocity ? 2 : 1);
        }
    }
}

const expr_id *derive_pencil_find(const derivation *d, const derive_pencil *of, int *count) {
    expansion x = {.d = d, .g = d->g, .size = of->n + of->m};
    stillness s;
    *count = 0;
    if (x.size > LARGEST || !find_stillness(d, &s))
        return NULL;
    x.entry = ARENA_ARRAY(d->memory, polynomial, x.size * x.size);
    x.minor = ARENA_ARRAY(d->memory, polynomial, 1u << x.size);
    x.known = ARENA_ARRAY(d->memory, bool, 1u << x.size);
    fill(&x, of, &s);
    const polynomial *p = minor_of(&x, (1u << x.size) - 1);
    if (x.too_large || !p->length)
        return NULL;
    int low = 0;
    while (expr_is_zero(d->g, p->at[low]))
        low++;
    expr_id *out = ARENA_ARRAY(d->memory, expr_id, MOST_POWERS);
    for (int i = low; i < p->length; i++)
        if ((i - low) % 2 == 0)
            out[(*count)++] = p->at[i];
        else if (!expr_is_zero(d->g, p->at[i]))
            return NULL;
    return out;
}
