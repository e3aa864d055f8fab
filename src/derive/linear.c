/* Small motions as formulas: M x'' + (C + G) x' + (K + N) x, about a state in which what is 0 at the given state is 0
   and all else has its name; and where stability changes. */
#include "algebra/algebra.h"
#include "derive/derivation.h"
#include "derive/pencil.h"
#include "derive/tidy.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_DETERMINANT = 4 };

typedef struct small {
    const derivation *d;
    derive_page *p;
    int n, states, inputs;
    const int *state;           /* coordinates of the model: states that change by themselves, no memories */
    const int *input;           /* parameters */
    expr_id *M, *C, *G, *K, *N; /* n x n */
    expr_id *E, *B;             /* n x states, n x inputs: what they add on the right side */
    expr_id *F, *P, *Z, *J;     /* rates of states by coordinates, their rates, states, inputs */
    const char *thresholds;     /* the words of their section until it is there */
    bool *is_idle;              /* n: nothing depends on it, and it on nothing: no stiffness, no coupling by rates */
} small;

static expr_id zero(const small *s) {
    return expr_int(s->d->g, 0);
}

/* What the state gives coordinate i as a formula; .i is 0 where it does not name it. */
static expr_id named_at(const small *s, const expr_id *formulas, int i) {
    return formulas ? formulas[s->d->e.coords[i]] : EXPR_NONE;
}

/* A place and its rate that are named, as pairs of what is replaced and what comes for it; their number. Of an angle
   with a known sine or cosine these are written out. */
static size_t put_named(const small *s, int i, expr_id *from, expr_id *to) {
    graph *g = s->d->g;
    const expr_id q = s->d->q[i], place = named_at(s, s->d->request->at_q, i),
                  rate = named_at(s, s->d->request->at_v, i);
    size_t count = 0;
    if (place.i && (expr_node_at(g, place)->op == EXPR_ACOS || expr_node_at(g, place)->op == EXPR_ASIN)) {
        const bool cosine = expr_node_at(g, place)->op == EXPR_ACOS;
        const expr_id u = expr_node_at(g, place)->arg[0], square = expr_powi(g, u, 2), two = expr_int(g, 2);
        const expr_id one = expr_int(g, 1), other = expr_unary(g, EXPR_SQRT, expr_sub(g, one, square));
        const expr_id twice = expr_mul(g, two, q), product = expr_mul(g, u, other);
        const expr_id doubled = expr_sub(g, expr_mul(g, two, square), one);
        const expr_id turned = expr_neg(g, doubled), both = expr_mul(g, two, product);
        const struct {
            expr_op op;
            expr_id angle, value;
        } known[] = {{EXPR_COS, q, cosine ? u : other},
                     {EXPR_SIN, q, cosine ? other : u},
                     {EXPR_COS, twice, cosine ? doubled : turned},
                     {EXPR_SIN, twice, both}};
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            from[count] = expr_unary(g, known[k].op, known[k].angle);
            to[count++] = known[k].value;
        }
    }
    if (place.i) {
        from[count] = q;
        to[count++] = place;
    }
    if (rate.i) {
        from[count] = s->d->v[i];
        to[count++] = rate;
    }
    return count;
}

/* What the state names takes its formula; other coordinates and velocities that are 0 there, and accelerations, become
   0. */
static void settle(const small *s, expr_id *x, size_t count) {
    const derivation *d = s->d;
    const int room = 8 * s->n + s->states + 1;
    expr_id *from = ARENA_ARRAY(d->memory, expr_id, room), *to = ARENA_ARRAY(d->memory, expr_id, room);
    size_t pairs = 0;
    for (int i = 0; i < s->n; i++)
        pairs += put_named(s, i, from + pairs, to + pairs);
    for (int i = 0; i < s->states; i++)
        if (d->request->v[s->state[i]] == 0) {
            from[pairs] = expr_var(d->g, d->m->coords[s->state[i]].v);
            to[pairs++] = zero(s);
        }
    for (int i = 0; i < s->n; i++) {
        const int coord = d->e.coords[i];
        const expr_id all[] = {d->q[i], d->v[i], d->a[i]};
        const bool still[] = {d->request->q[coord] == 0 && !named_at(s, d->request->at_q, i).i,
                              d->request->v[coord] == 0 && !named_at(s, d->request->at_v, i).i, true};
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

static void list_states_and_inputs(small *s) {
    const derivation *d = s->d;
    int *state = ARENA_ARRAY(d->memory, int, d->state_count + 1);
    int *input = ARENA_ARRAY(d->memory, int, d->m->param_count + 1);
    for (int i = 0; i < d->state_count; i++)
        if (d->m->coords[d->states[i]].role != COORD_MEMORY)
            state[s->states++] = d->states[i];
    for (size_t i = 0; i < d->m->param_count; i++)
        if (d->m->params[i].input)
            input[s->inputs++] = (int)i;
    s->state = state;
    s->input = input;
}

/* Derivatives of so many formulas by states and inputs, with this sign. */
static void differ(const small *s, const expr_id *of, int rows, bool negative, expr_id *by_state, expr_id *by_input) {
    const derivation *d = s->d;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < s->states + s->inputs; j++) {
            const bool state = j < s->states;
            const uint32_t var = state ? d->m->coords[s->state[j]].v : d->m->params[s->input[j - s->states]].var;
            const expr_id slope = expr_derivative(d->g, of[i], var);
            expr_id *to = state ? &by_state[i * s->states + j] : &by_input[i * s->inputs + j - s->states];
            *to = negative ? expr_neg(d->g, slope) : slope;
        }
    settle(s, by_state, (size_t)(rows * s->states));
    settle(s, by_input, (size_t)(rows * s->inputs));
}

static void find_state_matrices(small *s) {
    const derivation *d = s->d;
    const int n = s->n, z = s->states, u = s->inputs;
    struct {
        expr_id **to;
        int count;
    } all[] = {{&s->E, n * z}, {&s->B, n * u}, {&s->F, z * n}, {&s->P, z * n}, {&s->Z, z * z}, {&s->J, z * u}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k].to = ARENA_ARRAY(d->memory, expr_id, all[k].count + 1);
    expr_id *rows = ARENA_ARRAY(d->memory, expr_id, n + 1), *rates = ARENA_ARRAY(d->memory, expr_id, z + 1);
    for (int i = 0; i < n; i++)
        rows[i] = residual(s, i);
    for (int i = 0, k = 0; i < d->state_count; i++)
        if (k < z && d->states[i] == s->state[k])
            rates[k++] = d->rates[i];
    differ(s, rows, n, true, s->E, s->B);
    differ(s, rates, z, false, s->Z, s->J);
    for (int i = 0; i < z; i++)
        for (int j = 0; j < n; j++) {
            s->F[i * n + j] = expr_derivative(d->g, rates[i], d->m->coords[d->e.coords[j]].q);
            s->P[i * n + j] = expr_derivative(d->g, rates[i], d->m->coords[d->e.coords[j]].v);
        }
    settle(s, s->F, (size_t)(z * n));
    settle(s, s->P, (size_t)(z * n));
}

static bool is_zero_at(const small *s, const expr_id *X, int i, int j) {
    return expr_is_zero(s->d->g, X[i * s->n + j]);
}

static bool all_vanish(const small *s, const expr_id *X, int count) {
    for (int i = 0; i < count; i++)
        if (!expr_is_zero(s->d->g, X[i]))
            return false;
    return true;
}

static bool vanishes(const small *s, const expr_id *X) {
    return all_vanish(s, X, s->n * s->n);
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

static void add_columns(small *s, const char *usual, expr_id *X, int rows, int columns, const char *note) {
    if (!rows || !columns || all_vanish(s, X, rows * columns))
        return;
    page_equation *q = derive_page_add(s->p, "");
    derive_page_add_symbol(q, derive_symbol(s->d, usual), NULL);
    derive_page_add_matrix(q, X, rows, columns);
    q->note = note;
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

/* A product: each factor says where it vanishes. */
static bool has_factors(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_MUL || op == EXPR_DIV;
}

/* (2 c - F)(c - F) - c^2 as F^2 - 3 c F + c^2: multiplied out where that is as short, since terms may cancel. */
static expr_id multiplied_out(graph *g, expr_id e, arena *a) {
    enum { MOST_ROUNDS = 3 }; /* each takes one sum of a product apart */
    expr_id terms = e;
    for (int k = 0; k < MOST_ROUNDS; k++)
        terms = derive_multiply_out(g, terms, true);
    terms = derive_tidy_sum(g, terms, a);
    return algebra_operations(g, terms) <= algebra_operations(g, e) ? terms : e;
}

/* Where this value changes its sign, if it ever does; what depends on time has no sign to change for good. */
static void add_threshold(small *s, expr_id value, const char *label, const char *note) {
    graph *g = s->d->g;
    const double *values = derive_values(s->d, 0, s->d->memory);
    algebra_simplify(g, &value, 1, &value);
    value = derive_without_positive(g, value, values);
    algebra_simplify(g, &value, 1, &value);
    if (!has_factors(g, value))
        value = multiplied_out(g, value, s->d->memory);
    if (derive_is_never_zero(g, value, values) || expr_kinds(g, value) & 1u << VAR_TIME)
        return;
    if (s->thresholds)
        derive_page_add_section(s->p, "thresholds", "Where stability changes", s->thresholds);
    s->thresholds = NULL;
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
    s->thresholds = "Of the motion at the given state, beside displacements that stay as they are.";
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
    s->thresholds = "Beside coordinates that nothing depends on.";
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

/* "E z + B u", of matrices that are not 0; "0" */
static void add_terms(const small *s, strbuf *to, const char *const *names, const expr_id *const *X, const int *counts,
                      int count) {
    bool any = false;
    for (int k = 0; k < count; k++) {
        if (all_vanish(s, X[k], counts[k]))
            continue;
        base_strbuf_printf(to, "%s%s", any ? " + " : "", names[k]);
        any = true;
    }
    base_strbuf_add(to, any ? "" : "0");
}

static void add_equations(const small *s, strbuf *to) {
    const int n = s->n, z = s->states, u = s->inputs;
    base_strbuf_printf(to, "`M x'' + (C + G) x' + (K + N) x%s = ", s->d->e.m ? " + A^T lambda" : "");
    add_terms(s, to, (const char *const[]){"E z", "B u"}, (const expr_id *const[]){s->E, s->B},
              (const int[]){n * z, n * u}, 2);
    if (s->d->e.m)
        base_strbuf_add(to, has_velocities(s->d) ? "` and `A x' + R x = 0" : "` and `A x = 0");
    if (z) {
        base_strbuf_add(to, "` and `z' = ");
        add_terms(s, to, (const char *const[]){"F x", "P x'", "Z z", "J u"},
                  (const expr_id *const[]){s->F, s->P, s->Z, s->J}, (const int[]){z * n, z * n, z * z, z * u}, 4);
    }
    base_strbuf_add(to, "`, x the changes of the coordinates in the order above");
}

/* ", z those of the states i" */
static void add_names(const small *s, strbuf *to) {
    const model *m = s->d->m;
    for (int i = 0; i < s->states; i++)
        base_strbuf_printf(to, "%s%s", i ? ", " : ", `z` those of ", m->coords[s->state[i]].name);
    for (int i = 0; i < s->inputs; i++)
        base_strbuf_printf(to, "%s%s", i ? ", " : ", `u` those of ", m->params[s->input[i]].name);
}

static const char *about(const small *s) {
    const derivation *d = s->d;
    strbuf to = base_strbuf_make(d->memory);
    bool any = false;
    add_equations(s, &to);
    add_names(s, &to);
    for (int rate = 0; rate < 3; rate++)
        for (int i = 0; i < (rate == 2 ? s->states : d->e.n); i++) {
            const int k = rate == 2 ? s->state[i] : d->e.coords[i];
            const expr_id *named = rate == 2 ? NULL : rate ? d->request->at_v : d->request->at_q;
            if ((rate ? d->request->v[k] : d->request->q[k]) != 0 || (named && named[k].i))
                continue;
            base_strbuf_printf(&to, "%s%s%s", any ? ", " : ", about ", d->m->coords[k].name, rate == 1 ? "'" : "");
            any = true;
        }
    base_strbuf_printf(&to, "%s%s%s; accelerations are 0.", any ? " = 0" : "",
                       d->request->at ? any ? " and " : ", about " : "", d->request->at ? d->request->at : "");
    return derive_words(d, base_strbuf_text(&to));
}

bool derive_add_linear(const derivation *d, derive_page *p) {
    small s = {.d = d, .p = p, .n = d->e.n};
    list_states_and_inputs(&s);
    find_matrices(&s);
    find_state_matrices(&s);
    derive_page_add_section(p, "equations", "Small motions", about(&s));
    add_matrix(&s, "M", s.M, s.n, "inertia");
    add_columns(&s, "C", s.C, s.n, s.n, "damping");
    add_columns(&s, "G", s.G, s.n, s.n, "gyroscopic");
    add_matrix(&s, "K", s.K, s.n, "stiffness");
    add_columns(&s, "N", s.N, s.n, s.n, "circulatory");
    if (d->e.m)
        add_constraints(&s);
    add_columns(&s, "E", s.E, s.n, s.states, "what states add");
    add_columns(&s, "B", s.B, s.n, s.inputs, "what inputs add");
    add_columns(&s, "F", s.F, s.states, s.n, "rates of states by coordinates");
    add_columns(&s, "P", s.P, s.states, s.n, "by rates of coordinates");
    add_columns(&s, "Z", s.Z, s.states, s.states, "by states");
    add_columns(&s, "J", s.J, s.states, s.inputs, "by inputs");
    if (all_vanish(&s, s.E, s.n * s.states))
        add_thresholds(&s);
    return true;
}
