/* Small motions as formulas: M x'' + (C + G) x' + (K + N) x, about a state in which what is 0 at the given state is 0
   and all else has its name; and where stability changes. */
#include "algebra/algebra.h"
#include "derive/derivation.h"
#include "derive/pencil.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_DETERMINANT = 4 };

typedef struct small {
    const derivation *d;
    derive_page *p;
    int n;
    expr_id *M, *C, *G, *K, *N; /* n x n */
    bool *is_idle;              /* n: nothing depends on it, and it on nothing: no stiffness, no coupling by rates */
} small;

static expr_id zero(const small *s) {
    return expr_int(s->d->g, 0);
}

/* Coordinates and velocities that are 0 at the state, and accelerations, become 0. */
static void settle(const small *s, expr_id *x, size_t count) {
    const derivation *d = s->d;
    expr_id *from = ARENA_ARRAY(d->memory, expr_id, 3 * s->n + 1), *to = ARENA_ARRAY(d->memory, expr_id, 3 * s->n + 1);
    size_t pairs = 0;
    for (int i = 0; i < s->n; i++) {
        const int coord = d->e.coords[i];
        const expr_id all[] = {d->q[i], d->v[i], d->a[i]};
        const bool still[] = {d->request->q[coord] == 0, d->request->v[coord] == 0, true};
        for (int k = 0; k < 3; k++)
            if (still[k]) {
                from[pairs] = all[k];
                to[pairs++] = zero(s);
            }
    }
    for (size_t i = 0; i < count; i++)
        x[i] = x[i].i ? x[i] : zero(s);
    if (pairs)
        expr_substitute(d->g, x, count, from, to, pairs, x);
    algebra_simplify(d->g, x, count, x);
}

/* M a + C^T lambda - h of coordinate i. */
static expr_id residual(const small *s, int i) {
    const derivation *d = s->d;
    expr_id sum = expr_neg(d->g, d->e.h[i]);
    for (int k = 0; k < d->e.m; k++) {
        const expr_id term = expr_mul(d->g, d->e.C[k * s->n + i], d->lambda[k]);
        sum = expr_add(d->g, sum, term);
    }
    return sum;
}

/* The halves of a matrix that are equal and opposite under exchange of rows and columns; settled. */
static void split(const small *s, const expr_id *X, expr_id *even, expr_id *odd) {
    graph *g = s->d->g;
    const int n = s->n;
    const expr_id two = expr_int(g, 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const expr_id sum = expr_add(g, X[i * n + j], X[j * n + i]);
            even[i * n + j] = expr_div(g, sum, two);
            const expr_id difference = expr_sub(g, X[i * n + j], X[j * n + i]);
            odd[i * n + j] = expr_div(g, difference, two);
        }
    settle(s, even, (size_t)(n * n));
    settle(s, odd, (size_t)(n * n));
}

static void find_matrices(small *s) {
    const derivation *d = s->d;
    const int n = s->n;
    expr_id **const all[] = {&s->M, &s->C, &s->G, &s->K, &s->N};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k] = ARENA_ARRAY(d->memory, expr_id, n * n + 1);
    expr_id *by_q = ARENA_ARRAY(d->memory, expr_id, n * n + 1), *by_v = ARENA_ARRAY(d->memory, expr_id, n * n + 1);
    for (int i = 0; i < n; i++) {
        const expr_id R = residual(s, i);
        for (int j = 0; j < n; j++) {
            const model_coord *c = &d->m->coords[d->e.coords[j]];
            by_q[i * n + j] = expr_derivative(d->g, R, c->q);
            by_v[i * n + j] = expr_derivative(d->g, R, c->v);
            s->M[i * n + j] = i >= j ? d->e.M[i * n + j] : d->e.M[j * n + i];
        }
    }
    settle(s, s->M, (size_t)(n * n));
    settle(s, by_q, (size_t)(n * n));
    settle(s, by_v, (size_t)(n * n));
    split(s, by_q, s->K, s->N);
    split(s, by_v, s->C, s->G);
}

static bool is_zero_at(const small *s, const expr_id *X, int i, int j) {
    return expr_is_zero(s->d->g, X[i * s->n + j]);
}

static bool vanishes(const small *s, const expr_id *X) {
    for (int i = 0; i < s->n * s->n; i++)
        if (!expr_is_zero(s->d->g, X[i]))
            return false;
    return true;
}

static void find_idle(small *s) {
    s->is_idle = ARENA_ARRAY(s->d->memory, bool, s->n + 1);
    for (int i = 0; i < s->n; i++) {
        bool idle = true;
        for (int j = 0; j < s->n; j++)
            idle = idle && is_zero_at(s, s->K, i, j) && is_zero_at(s, s->N, i, j) && is_zero_at(s, s->C, i, j) &&
                   is_zero_at(s, s->G, i, j) && (i == j || is_zero_at(s, s->M, i, j));
        s->is_idle[i] = idle;
    }
}

static void add_matrix(small *s, const char *usual, expr_id *X, int rows, const char *note) {
    page_equation *q = derive_page_add(s->p, "");
    derive_page_add_symbol(q, derive_symbol(s->d, usual), NULL);
    derive_page_add_matrix(q, X, rows, s->n);
    q->note = note;
}

/* Constraints, and how displacements turn those on velocities. */
static void find_rows(const small *s, expr_id *A, expr_id *R) {
    const derivation *d = s->d;
    const size_t count = (size_t)(d->e.m * s->n);
    for (size_t k = 0; k < count; k++) {
        A[k] = d->e.A[k];
        R[k] = expr_derivative(d->g, d->e.f_dot[k / (size_t)s->n], d->m->coords[d->e.coords[k % (size_t)s->n]].q);
    }
    settle(s, A, count);
    settle(s, R, count);
}

/* --- Where stability changes --- */

/* The determinant of the rows from `row` on in the columns that are free, of a matrix of so many. */
static expr_id determinant(const small *s, const expr_id *X, int n, int row, unsigned free) {
    graph *g = s->d->g;
    if (row == n)
        return expr_int(g, 1);
    expr_id sum = expr_int(g, 0);
    int sign = 1;
    for (int j = 0; j < n; j++) {
        if (!(free >> j & 1))
            continue;
        if (!expr_is_zero(g, X[row * n + j])) {
            const expr_id rest = determinant(s, X, n, row + 1, free & ~(1u << j));
            const expr_id term = expr_mul(g, X[row * n + j], rest);
            sum = sign > 0 ? expr_add(g, sum, term) : expr_sub(g, sum, term);
        }
        sign = -sign;
    }
    return sum;
}

/* Coordinates that are not idle: of two matrices the sum. */
static int gather(const small *s, const expr_id *X, const expr_id *Y, expr_id *out) {
    int count = 0, at = 0;
    for (int i = 0; i < s->n; i++)
        count += !s->is_idle[i];
    for (int i = 0; i < s->n && count <= MOST_DETERMINANT; i++)
        for (int j = 0; j < s->n; j++)
            if (!s->is_idle[i] && !s->is_idle[j])
                out[at++] = Y ? expr_add(s->d->g, X[i * s->n + j], Y[i * s->n + j]) : X[i * s->n + j];
    return count;
}

static void add_threshold(small *s, expr_id value, const char *label, const char *note) {
    graph *g = s->d->g;
    algebra_simplify(g, &value, 1, &value);
    value = derive_without_positive(g, value, derive_values(s->d, 0, s->d->memory));
    algebra_simplify(g, &value, 1, &value);
    page_equation *q = derive_page_add(s->p, label);
    derive_page_add_expr(s->p, q, value);
    derive_page_add_expr(s->p, q, expr_int(g, 0));
    q->note = note;
}

/* det(M s^2 + (C + G) s + K + N) of two coordinates without C and N is a s^4 + b s^2 + c: it oscillates while
   b^2 > 4 a c. */
static void add_flutter(small *s, const expr_id *M, const expr_id *K) {
    graph *g = s->d->g;
    expr_id G[MOST_DETERMINANT * MOST_DETERMINANT];
    gather(s, s->G, NULL, G);
    const expr_id a = determinant(s, M, 2, 0, 3), c = determinant(s, K, 2, 0, 3), gyro = determinant(s, G, 2, 0, 3);
    const expr_id one = expr_mul(g, M[0], K[3]), other = expr_mul(g, M[3], K[0]);
    const expr_id across = expr_mul(g, M[1], K[2]), back = expr_mul(g, M[2], K[1]);
    expr_id b = expr_add(g, one, other);
    b = expr_sub(g, b, across);
    b = expr_sub(g, b, back);
    b = expr_add(g, b, gyro);
    const expr_id square = expr_powi(g, b, 2), product = expr_mul(g, a, c);
    const expr_id four = expr_mul(g, expr_int(g, 4), product);
    add_threshold(s, expr_sub(g, square, four), "oscillations meet",
                  "two frequencies meet here: where this is negative, they grow");
}

/* Of a steady motion with what constrains it, and with coordinates that may drift: a s^2 + c or a s^4 + b s^2 + c is
   left of the characteristic polynomial beside powers of s. */
static void add_thresholds_of_pencil(small *s) {
    const derivation *d = s->d;
    graph *g = d->g;
    const int n = s->n, m = d->e.m;
    const size_t cells = (size_t)(n * n), rows = (size_t)(m * n);
    expr_id *C = ARENA_ARRAY(d->memory, expr_id, cells + 1), *K = ARENA_ARRAY(d->memory, expr_id, cells + 1);
    expr_id *A = ARENA_ARRAY(d->memory, expr_id, rows + 1), *R = ARENA_ARRAY(d->memory, expr_id, rows + 1);
    for (size_t i = 0; i < cells; i++) {
        C[i] = expr_add(g, s->C[i], s->G[i]);
        K[i] = expr_add(g, s->K[i], s->N[i]);
    }
    find_rows(s, A, R);
    int count;
    const expr_id *c = derive_pencil_find(d, &(derive_pencil){n, m, s->M, C, K, A, R}, &count);
    if (!c || count < 2 || count > 3)
        return;
    derive_page_add_section(s->p, "thresholds", "Where stability changes",
                            "Of the motion at the given state, beside displacements that stay as they are.");
    add_threshold(s, m % 2 ? expr_neg(g, c[0]) : c[0], "stiffness vanishes",
                  "where its sign changes, what oscillated grows"); /* each row of constraints turns the sign */
    if (count < 3)
        return;
    const expr_id square = expr_powi(g, c[1], 2), product = expr_mul(g, c[0], c[2]);
    const expr_id four = expr_mul(g, expr_int(g, 4), product);
    add_threshold(s, expr_sub(g, square, four), "oscillations meet",
                  "two frequencies meet here: where this is negative, they grow");
}

/* The determinant is 0 whatever the parameters are. */
static bool is_nothing(const small *s, expr_id value) {
    algebra_simplify(s->d->g, &value, 1, &value);
    return expr_is_zero(s->d->g, value);
}

static void add_thresholds(small *s) {
    expr_id K[MOST_DETERMINANT * MOST_DETERMINANT], M[MOST_DETERMINANT * MOST_DETERMINANT];
    find_idle(s);
    const int count = s->d->e.m ? 0 : gather(s, s->K, s->N, K);
    const bool fits = count >= 1 && count <= MOST_DETERMINANT;
    const expr_id stiffness = fits ? determinant(s, K, count, 0, (1u << count) - 1) : expr_int(s->d->g, 0);
    if (!fits || is_nothing(s, stiffness)) {
        add_thresholds_of_pencil(s);
        return;
    }
    derive_page_add_section(s->p, "thresholds", "Where stability changes",
                            "Beside coordinates that nothing depends on.");
    add_threshold(s, stiffness, "stiffness vanishes",
                  "the determinant of the stiffness: another equilibrium begins or ends there");
    gather(s, s->M, NULL, M);
    if (count == 2 && vanishes(s, s->C) && vanishes(s, s->N) && !vanishes(s, s->G))
        add_flutter(s, M, K);
}

/* Constraints on velocities, which displacements may turn. */
static bool has_velocities(const derivation *d) {
    for (int k = 0; k < d->e.m; k++)
        if (d->request->choice->system->rows[d->e.rows[k]].velocity)
            return true;
    return false;
}

static void add_constraints(small *s) {
    const derivation *d = s->d;
    const size_t count = (size_t)(d->e.m * s->n);
    expr_id *A = ARENA_ARRAY(d->memory, expr_id, count + 1), *R = ARENA_ARRAY(d->memory, expr_id, count + 1);
    find_rows(s, A, R);
    add_matrix(s, "A", A, d->e.m, "constraints");
    if (has_velocities(d))
        add_matrix(s, "R", R, d->e.m, "how displacements turn them");
}

static const char *about(const derivation *d) {
    strbuf s = base_strbuf_make(d->memory);
    bool any = false;
    base_strbuf_add(&s, !d->e.m             ? "`M x'' + (C + G) x' + (K + N) x = 0`"
                        : has_velocities(d) ? "`M x'' + (C + G) x' + (K + N) x + A^T lambda = 0` and `A x' + R x = 0`"
                                            : "`M x'' + (C + G) x' + (K + N) x + A^T lambda = 0` and `A x = 0`");
    base_strbuf_add(&s, ", x the changes of the coordinates in the order above");
    for (int rate = 0; rate < 2; rate++)
        for (int i = 0; i < d->e.n; i++) {
            const int k = d->e.coords[i];
            if ((rate ? d->request->v[k] : d->request->q[k]) != 0)
                continue;
            base_strbuf_printf(&s, "%s%s%s", any ? ", " : ", about ", d->m->coords[k].name, rate ? "'" : "");
            any = true;
        }
    base_strbuf_add(&s, any ? " = 0; accelerations are 0." : "; accelerations are 0.");
    return derive_words(d, base_strbuf_text(&s));
}

bool derive_add_linear(const derivation *d, derive_page *p) {
    small s = {.d = d, .p = p, .n = d->e.n};
    find_matrices(&s);
    derive_page_add_section(p, "equations", "Small motions", about(d));
    add_matrix(&s, "M", s.M, s.n, "inertia");
    if (!vanishes(&s, s.C))
        add_matrix(&s, "C", s.C, s.n, "damping");
    if (!vanishes(&s, s.G))
        add_matrix(&s, "G", s.G, s.n, "gyroscopic");
    add_matrix(&s, "K", s.K, s.n, "stiffness");
    if (!vanishes(&s, s.N))
        add_matrix(&s, "N", s.N, s.n, "circulatory");
    if (d->e.m)
        add_constraints(&s);
    add_thresholds(&s);
    return true;
}
