/* Sparse factors of saddle-point matrices: an order from the pattern of nonzeros, then L D L^T column by column. */
#include "num/sparse.h"

#include <math.h>

#include "base/check.h"
#include "base/sort.h"
#include "base/vec.h"

static const double PIVOT_TOLERANCE = 1e-8;

/* A pattern that has grown so often is as good as dense. */
enum { MOST_PATTERNS = 8 };

/* Products in dense factors that take the time of one here. */
static const double DENSE_PER_SPARSE = 6;

typedef VEC(int) numbers;

/* Of node p, unknown or row, by its place in the order: its column of L below the diagonal. */
typedef struct column {
    int node, count;
    int *row; /* places, increasing */
    double *x;
    int next;     /* the first entry that belongs to a column not factored yet */
    int *reaches; /* the columns whose entries stand in row p, increasing */
    int reached;
} column;

struct sparse {
    arena *a;
    int n_most, m_most, n, m;
    int patterns;
    bool hopeless;   /* dense factors are better */
    numbers *beside; /* per node: the others in the nonzeros of its row */
    size_t pairs;    /* nonzeros of A and below the diagonal of M, in the pattern */
    column *columns; /* n + m, in the order of elimination */
    int *place;      /* per node */
    double *D, *work;
};

/* The matrix to be factored. */
typedef struct matrix {
    const double *M, *A, *length;
    int n, m;
} matrix;

sparse *num_sparse_create(arena *a, int n, int m) {
    LGR_ASSERT(n >= 0 && m >= 0);
    sparse *s = ARENA_NEW(a, sparse);
    *s = (sparse){.a = a, .n_most = n, .m_most = m};
    s->D = ARENA_ARRAY(a, double, n + m + 1);
    s->work = ARENA_ARRAY(a, double, n + m + 1);
    return s;
}

/* --- Entries --- */

static double entry_of_row(const matrix *x, int k, int i) {
    const double entry = x->A[(size_t)k * (size_t)x->n + (size_t)i];
    return x->length ? entry / x->length[k] : entry;
}

/* Of two unknowns, i not less than j. */
static double entry_of_mass(const matrix *x, int i, int j) {
    return x->M ? x->M[(size_t)i * (size_t)x->n + (size_t)j] : i == j;
}

/* Of two nodes; rows have no entry with rows. */
static double entry(const matrix *x, int u, int v) {
    const int i = u < v ? v : u, j = u < v ? u : v;
    return i < x->n ? entry_of_mass(x, i, j) : j < x->n ? entry_of_row(x, i - x->n, j) : 0;
}

static size_t count_nonzero(const double *x, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += x[i] != 0;
    return found;
}

static size_t count_entries(const matrix *x) {
    size_t found = count_nonzero(x->A, (size_t)x->m * (size_t)x->n);
    for (int i = 0; x->M && i < x->n; i++)
        found += count_nonzero(x->M + (size_t)i * (size_t)x->n, (size_t)i);
    return found;
}

/* --- The pattern --- */

static bool is_beside(const numbers *list, int node) {
    for (size_t i = 0; i < list->len; i++)
        if (list->at[i] == node)
            return true;
    return false;
}

static void join(sparse *s, int u, int v) {
    if (is_beside(&s->beside[u], v))
        return;
    vec_push(s->a, &s->beside[u], v);
    vec_push(s->a, &s->beside[v], u);
    s->pairs++;
}

/* The nonzeros, and those of the pattern before. */
static void note_pattern(sparse *s, const matrix *x, const numbers *before) {
    s->beside = ARENA_ARRAY(s->a, numbers, x->n + x->m);
    s->pairs = 0;
    for (int i = 0; x->M && i < x->n; i++)
        for (int j = 0; j < i; j++)
            if (entry_of_mass(x, i, j) != 0)
                join(s, i, j);
    for (int k = 0; k < x->m; k++)
        for (int i = 0; i < x->n; i++)
            if (x->A[(size_t)k * (size_t)x->n + (size_t)i] != 0)
                join(s, x->n + k, i);
    for (int u = 0; before && u < x->n + x->m; u++)
        for (size_t i = 0; i < before[u].len; i++)
            join(s, u, before[u].at[i]);
}

static bool has_pattern(const sparse *s, const matrix *x) {
    if (!s->patterns || s->n != x->n || s->m != x->m)
        return false;
    size_t met = 0;
    for (int u = 0; u < x->n + x->m; u++)
        for (size_t i = 0; i < s->beside[u].len; i++)
            met += s->beside[u].at[i] < u && entry(x, u, s->beside[u].at[i]) != 0;
    return met == count_entries(x);
}

/* --- The order --- */

typedef struct ordering {
    sparse *s;
    numbers *left; /* per node: its neighbours among those that are left */
    int *waits;    /* per node: unknowns in the row that are left */
    int *mark;
    bool *gone;
} ordering;

/* The node of least degree that may be eliminated; of equals the first. */
static int choose(const ordering *o) {
    const int all = o->s->n + o->s->m;
    int best = -1;
    for (int v = 0; v < all; v++)
        if (!o->gone[v] && !o->waits[v] && (best < 0 || o->left[v].len < o->left[best].len))
            best = v;
    LGR_ASSERT(best >= 0);
    return best;
}

static void leave_out(numbers *list, int node) {
    size_t i = 0;
    while (list->at[i] != node)
        i++;
    list->at[i] = list->at[--list->len];
}

/* All neighbours of v become neighbours of each other. */
static void take(ordering *o, int v) {
    const numbers *around = &o->left[v];
    o->gone[v] = true;
    for (size_t i = 0; i < around->len; i++) {
        const int u = around->at[i];
        leave_out(&o->left[u], v);
        for (size_t j = 0; j < o->left[u].len; j++)
            o->mark[o->left[u].at[j]] = u + 1;
        for (size_t j = 0; j < around->len; j++)
            if (around->at[j] != u && o->mark[around->at[j]] != u + 1)
                vec_push(o->s->a, &o->left[u], around->at[j]);
    }
    for (size_t i = 0; v < o->s->n && i < o->s->beside[v].len; i++)
        o->waits[o->s->beside[v].at[i]] -= o->s->beside[v].at[i] >= o->s->n;
}

static ordering begin_ordering(sparse *s) {
    const int all = s->n + s->m;
    ordering o = {.s = s, .left = ARENA_ARRAY(s->a, numbers, all + 1)};
    o.waits = ARENA_ARRAY(s->a, int, all + 1);
    o.mark = ARENA_ARRAY(s->a, int, all + 1);
    o.gone = ARENA_ARRAY(s->a, bool, all + 1);
    for (int v = 0; v < all; v++) {
        o.waits[v] = v < s->n ? 0 : (int)s->beside[v].len;
        for (size_t i = 0; i < s->beside[v].len; i++)
            vec_push(s->a, &o.left[v], s->beside[v].at[i]);
    }
    return o;
}

/* Nodes in their order, each with its neighbours at that time; false where that takes more than `most` products. */
static bool find_order(sparse *s, double most) {
    const int all = s->n + s->m;
    ordering o = begin_ordering(s);
    double products = 0;
    s->columns = ARENA_ARRAY(s->a, column, all + 1);
    s->place = ARENA_ARRAY(s->a, int, all + 1);
    for (int p = 0; p < all; p++) {
        const int v = choose(&o), count = (int)o.left[v].len;
        products += (double)count * count;
        if (products > most)
            return false;
        s->place[v] = p;
        s->columns[p] = (column){.node = v, .count = count, .row = o.left[v].at};
        take(&o, v);
    }
    return true;
}

/* --- The columns --- */

static bool is_less(const void *x, const void *y) {
    return *(const int *)x < *(const int *)y;
}

static void make_columns(sparse *s) {
    const int all = s->n + s->m;
    for (int p = 0; p < all; p++) {
        column *c = &s->columns[p];
        for (int i = 0; i < c->count; i++)
            c->row[i] = s->place[c->row[i]];
        base_sort(c->row, (size_t)c->count, sizeof *c->row, is_less, s->a);
        c->x = ARENA_ARRAY(s->a, double, c->count + 1);
        for (int i = 0; i < c->count; i++)
            s->columns[c->row[i]].reached++;
    }
    for (int p = 0; p < all; p++) {
        s->columns[p].reaches = ARENA_ARRAY(s->a, int, s->columns[p].reached + 1);
        s->columns[p].reached = 0;
    }
    for (int p = 0; p < all; p++)
        for (int i = 0; i < s->columns[p].count; i++) {
            column *c = &s->columns[s->columns[p].row[i]];
            c->reaches[c->reached++] = p;
        }
}

/* Products of the dense factors in saddle.c, without regard to bands. */
static double dense_products(int n, int m) {
    const double N = n, rows = m;
    return N * N * N / 6 + rows * rows * rows / 6 + (N * N * rows + N * rows * rows) / 2;
}

static bool learn_pattern(sparse *s, const matrix *x) {
    const double most = dense_products(x->n, x->m) / DENSE_PER_SPARSE, all = x->n + x->m;
    const numbers *before = s->patterns && s->n == x->n && s->m == x->m ? s->beside : NULL;
    if (s->patterns++ == MOST_PATTERNS || 16.0 * (double)count_entries(x) > all * all)
        return false;
    s->n = x->n;
    s->m = x->m;
    note_pattern(s, x, before);
    if (!find_order(s, most))
        return false;
    make_columns(s);
    return true;
}

/* --- Factors --- */

/* The row of the matrix right of the diagonal, into `work`; returns the diagonal. */
static double scatter(sparse *s, const matrix *x, int p) {
    const int v = s->columns[p].node;
    for (size_t i = 0; i < s->beside[v].len; i++) {
        const int u = s->beside[v].at[i];
        if (s->place[u] > p)
            s->work[s->place[u]] = entry(x, u, v);
    }
    return entry(x, v, v);
}

/* What earlier columns take off column p; the pivot, and in `terms` what of it has the right sign. */
static double take_off(sparse *s, int p, double pivot, double sign, double *terms) {
    const column *c = &s->columns[p];
    double *work = s->work;
    *terms = fabs(pivot);
    for (int i = 0; i < c->reached; i++) {
        column *from = &s->columns[c->reaches[i]];
        const double f = from->x[from->next] * s->D[c->reaches[i]], change = f * from->x[from->next];
        pivot -= change;
        *terms += sign * change < 0 ? fabs(change) : 0;
        for (int j = ++from->next; j < from->count; j++)
            work[from->row[j]] -= from->x[j] * f;
    }
    return pivot;
}

static bool factor_column(sparse *s, const matrix *x, int p, double *smallest) {
    column *c = &s->columns[p];
    const double sign = c->node < s->n ? 1 : -1;
    double terms, pivot = take_off(s, p, scatter(s, x, p), sign, &terms);
    const bool good = sign * pivot > PIVOT_TOLERANCE * terms;
    for (int i = 0; i < c->count; i++) {
        c->x[i] = s->work[c->row[i]] / pivot;
        s->work[c->row[i]] = 0;
    }
    s->D[p] = pivot;
    if (good)
        *smallest = fmin(*smallest, sign * pivot / terms);
    return good;
}

bool num_sparse_factor(sparse *s, const double *M, const double *A, const double *length, int n, int m,
                       double *smallest) {
    LGR_ASSERT(n <= s->n_most && m <= s->m_most);
    const matrix x = {M, A, length, n, m};
    if (!s->hopeless && !has_pattern(s, &x))
        s->hopeless = !learn_pattern(s, &x);
    if (s->hopeless)
        return false;
    for (int p = 0; p < n + m; p++)
        s->columns[p].next = 0;
    for (int p = 0; p < n + m; p++)
        if (!factor_column(s, &x, p, smallest))
            return false;
    return true;
}

void num_sparse_solve(const sparse *s, const double *h, const double *gamma, double *a, double *lambda) {
    const int n = s->n, all = n + s->m;
    double *x = s->work;
    for (int p = 0; p < all; p++)
        x[p] = s->columns[p].node < n ? h[s->columns[p].node] : gamma[s->columns[p].node - n];
    for (int p = 0; p < all; p++)
        for (int i = 0; i < s->columns[p].count; i++)
            x[s->columns[p].row[i]] -= s->columns[p].x[i] * x[p];
    for (int p = all - 1; p >= 0; p--) {
        x[p] /= s->D[p];
        for (int i = 0; i < s->columns[p].count; i++)
            x[p] -= s->columns[p].x[i] * x[s->columns[p].row[i]];
    }
    for (int p = 0; p < all; p++) {
        const int v = s->columns[p].node;
        *(v < n ? &a[v] : &lambda[v - n]) = x[p];
        x[p] = 0;
    }
}
