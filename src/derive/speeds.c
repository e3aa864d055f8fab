/* Equations without multipliers: Kane's in independent speeds, Maggi's in the accelerations of the coordinates. Both
   solve the constraints for the dependent velocities and add Lagrange's equations up along the motions that are left.
 */
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/operations.h"
#include "derive/derivation.h"
#include "derive/divisors.h"
#include "derive/reduction.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef struct speeds {
    const derivation *d;
    derive_page *p;
    graph *g;
    int n, count;
    expr_id *u, *rate; /* count: the speeds and their rates, as variables */
    const char **name; /* count */
    expr_id *meaning;  /* count: each in velocities; EXPR_NONE: a velocity itself */
    expr_id *velocity; /* n: in the speeds */
    expr_id *S;        /* n x count: by each speed */
} speeds;

static void simplify(graph *g, expr_id *x, int count) {
    algebra_simplify(g, x, (size_t)count, x);
}

/* The speed of a pair, in place of the independent velocity `at`: u1 = (b x' - a y')/(a^2 + b^2). */
static void take_own_speed(speeds *s, const derive_pair *pair, int at) {
    const derivation *d = s->d;
    const char *name;
    int number = 0;
    do
        name = base_arena_printf(d->memory, "u%d", ++number);
    while (derive_page_name_is_taken(d->m, name));
    for (int k = 0; k < at; k++)
        if (strcmp(s->name[k], name) == 0) {
            name = base_arena_printf(d->memory, "u%d", ++number);
            k = -1;
        }
    s->name[at] = name;
    s->u[at] = derive_page_own_var(d->m, name);
    s->rate[at] = derive_page_own_var(d->m, derive_rate_name(d, s->u[at]));
    const expr_id one = expr_mul(s->g, pair->by_one, d->v[pair->one]), square = expr_powi(s->g, pair->by_one, 2);
    const expr_id both = expr_add(s->g, one, expr_mul(s->g, pair->by_other, d->v[pair->other]));
    s->meaning[at] = expr_div(s->g, both, expr_add(s->g, square, expr_powi(s->g, pair->by_other, 2)));
    simplify(s->g, &s->meaning[at], 1);
}

static const derive_pair *pair_of(const derive_reduction *r, int i) {
    for (int k = 0; k < r->pair_count; k++)
        if (r->pairs[k].one == i)
            return &r->pairs[k];
    return NULL;
}

/* The independent velocities themselves, and the dependent ones by them. */
static void take_velocities(speeds *s, const derive_reduction *r) {
    for (int i = 0; i < s->n; i++) {
        s->velocity[i] = s->d->v[i];
        if (r->dependent[i])
            continue;
        s->u[s->count] = s->d->v[i];
        s->rate[s->count] = s->d->a[i];
        s->name[s->count] = derive_name(s->d, s->d->q[i]);
        if (pair_of(r, i)) {
            take_own_speed(s, pair_of(r, i), s->count);
            s->velocity[i] = s->u[s->count];
        }
        s->count++;
    }
    for (int k = 0; k < r->rows; k++) {
        expr_id sum = expr_neg(s->g, r->A[k * r->width + r->n]);
        for (int i = 0; i < s->n; i++) {
            const expr_id term = r->dependent[i] ? EXPR_NONE : expr_mul(s->g, r->A[k * r->width + i], s->velocity[i]);
            sum = r->dependent[i] ? sum : expr_sub(s->g, sum, term);
        }
        simplify(s->g, &sum, 1);
        s->velocity[r->pivot[k]] = sum;
    }
    for (int k = 0; k < r->pair_count; k++) {
        const derive_pair *pair = &r->pairs[k];
        expr_id both[2] = {expr_mul(s->g, pair->by_one, s->velocity[pair->one]), EXPR_NONE};
        both[1] = expr_mul(s->g, pair->by_other, s->velocity[pair->one]);
        simplify(s->g, both, 2);
        s->velocity[pair->one] = both[0];
        s->velocity[pair->other] = both[1];
    }
}

static expr_id in_speeds(const speeds *s, expr_id e) {
    expr_substitute(s->g, &e, 1, s->d->v, s->velocity, (size_t)s->n, &e);
    return e;
}

/* The independent velocities from u = Y q' + z, the model's own speeds; NULL or what is wrong with them. */
static const char *take_speeds(speeds *s) {
    const derivation *d = s->d;
    const int count = s->count, width = count + 1;
    arena *a = d->memory;
    expr_id *K = ARENA_ARRAY(a, expr_id, count * width + 1), *x = ARENA_ARRAY(a, expr_id, count + 1), *zero, *old;
    zero = ARENA_ARRAY(a, expr_id, count + 1);
    old = ARENA_ARRAY(a, expr_id, count + 1);
    for (int i = 0; i < count; i++) {
        zero[i] = expr_int(s->g, 0);
        old[i] = s->u[i];
    }
    for (int r = 0; r < count; r++) {
        const model_speed *own = &d->m->speeds[r];
        const expr_id u = derive_page_own_var(d->m, own->name);
        s->meaning[r] = own->value;
        simplify(s->g, &s->meaning[r], 1);
        expr_id y = in_speeds(s, own->value), rest;
        simplify(s->g, &y, 1);
        expr_substitute(s->g, &y, 1, old, zero, (size_t)count, &rest);
        for (int i = 0; i < count; i++)
            K[r * width + i] = expr_derivative(s->g, y, expr_node_at(s->g, old[i])->var);
        simplify(s->g, &K[r * width], count);
        K[r * width + count] = expr_sub(s->g, u, rest);
    }
    if (!derive_solve_matrix(d, K, count, x))
        return "the speeds depend on each other";
    expr_substitute(s->g, s->velocity, (size_t)s->n, old, x, (size_t)count, s->velocity);
    simplify(s->g, s->velocity, s->n);
    for (int r = 0; r < count; r++) {
        s->name[r] = d->m->speeds[r].name;
        s->u[r] = derive_page_own_var(d->m, s->name[r]);
        s->rate[r] = derive_page_own_var(d->m, derive_rate_name(d, s->u[r]));
    }
    return NULL;
}

static const char *find_speeds(speeds *s, bool own) {
    const derivation *d = s->d;
    const int n = s->n = d->e.n;
    expr_id **const lists[] = {&s->u, &s->rate, &s->meaning, &s->velocity};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        *lists[k] = ARENA_ARRAY(d->memory, expr_id, n + 1);
    s->name = ARENA_ARRAY(d->memory, const char *, n + 1);
    if (!n)
        return "the model has no coordinates";
    if (d->e.unsymmetric)
        return "a contact slides, and its friction depends on its normal force";
    derive_reduction r;
    if (!derive_reduce(d, &r))
        return "the constraints are singular at the given state";
    take_velocities(s, &r);
    if (!s->count)
        return "the constraints leave no motion";
    if (!own || !d->m->speed_count)
        return NULL;
    if ((int)d->m->speed_count != s->count)
        return base_arena_printf(d->memory, "it has %d degrees of freedom, and %zu speed%s", s->count,
                                 d->m->speed_count, d->m->speed_count == 1 ? "" : "s");
    return take_speeds(s);
}

static void find_directions(speeds *s) {
    const int n = s->n, count = s->count;
    s->S = ARENA_ARRAY(s->d->memory, expr_id, n * count + 1);
    for (int i = 0; i < n; i++)
        for (int r = 0; r < count; r++)
            s->S[i * count + r] = expr_derivative(s->g, s->velocity[i], expr_node_at(s->g, s->u[r])->var);
    simplify(s->g, s->S, n * count);
}

/* sum + a b; of large machines most are 0. */
static expr_id add_product(graph *g, expr_id sum, expr_id a, expr_id b) {
    return expr_is_zero(g, a) || expr_is_zero(g, b) ? sum : expr_add(g, sum, expr_mul(g, a, b));
}

/* Sum over the coordinates of S_ir x_i. */
static expr_id along(const speeds *s, int r, const expr_id *x) {
    expr_id sum = expr_int(s->g, 0);
    for (int i = 0; i < s->n; i++)
        sum = add_product(s->g, sum, s->S[i * s->count + r], x[i]);
    return sum;
}

static void add_velocities(const speeds *s) {
    for (int i = 0; i < s->n; i++) {
        if (expr_same(s->velocity[i], s->d->v[i]))
            continue;
        page_equation *q = derive_page_add(s->p, derive_name(s->d, s->d->q[i]));
        derive_page_add_expr(s->p, q, s->d->v[i]);
        derive_page_add_expr(s->p, q, s->velocity[i]);
    }
}

/* d/dt of velocity i in the speeds while these do not change. */
static expr_id rate_at_speeds(const speeds *s, int i) {
    const model *m = s->d->m;
    expr_id sum = expr_derivative(s->g, s->velocity[i], m->t);
    for (int k = 0; k < s->n; k++) {
        const expr_id slope = expr_derivative(s->g, s->velocity[i], m->coords[s->d->e.coords[k]].q);
        sum = add_product(s->g, sum, slope, s->velocity[k]);
    }
    return sum;
}

/* What stands on the left side of Lagrange's equations without accelerations: Q - h. */
static expr_id *left_sides(const speeds *s) {
    expr_id *x = ARENA_ARRAY(s->d->memory, expr_id, s->n + 1);
    for (int i = 0; i < s->n; i++)
        x[i] = expr_sub(s->g, s->d->Q[i], s->d->e.h[i]);
    return x;
}

static void add_equation(const speeds *s, int r, expr_id left, expr_id rest, const expr_id *Q) {
    expr_id force = in_speeds(s, along(s, r, Q));
    simplify(s->g, &rest, 1);
    simplify(s->g, &force, 1);
    page_equation *q = derive_page_add(s->p, s->name[r]);
    derive_page_add_expr(s->p, q, expr_add(s->g, left, derive_multiply_out(s->g, rest, false)));
    q->sides[0].first = s->rate[r];
    derive_page_add_expr(s->p, q, force);
}

/* Adds M w, where w is the rate of S u + s at constant u. */
static void add_turning(const speeds *s, expr_id *rest) {
    const int n = s->n;
    for (int j = 0; j < n; j++) {
        const expr_id turns = rate_at_speeds(s, j);
        for (int i = 0; i < n; i++)
            rest[i] = add_product(s->g, rest[i], s->d->e.M[i * n + j], turns);
    }
}

/* S^T M S, simplified. */
static expr_id *reduced_inertia(const speeds *s) {
    const derivation *d = s->d;
    const int n = s->n;
    expr_id *MS = ARENA_ARRAY(d->memory, expr_id, n * s->count + 1);
    for (int k = 0; k < s->count; k++) {
        expr_id *column = ARENA_ARRAY(d->memory, expr_id, n + 1);
        for (int i = 0; i < n; i++) {
            column[i] = expr_int(s->g, 0);
            for (int j = 0; j < n; j++)
                column[i] = add_product(s->g, column[i], d->e.M[i * n + j], s->S[j * s->count + k]);
        }
        for (int r = 0; r < s->count; r++)
            MS[r * s->count + k] = along(s, r, column);
    }
    simplify(s->g, MS, s->count * s->count);
    return MS;
}

/* S^T M S u' + S^T (M w - h) = 0. */
static void add_kane_equations(const speeds *s) {
    const derivation *d = s->d;
    expr_id *rest = left_sides(s);
    for (int i = 0; i < s->n; i++)
        rest[i] = in_speeds(s, rest[i]);
    add_turning(s, rest);
    const expr_id *MS = reduced_inertia(s);
    for (int r = 0; r < s->count; r++) {
        expr_id left = expr_int(s->g, 0);
        for (int k = 0; k < s->count; k++)
            left = add_product(s->g, left, MS[r * s->count + k], s->rate[k]);
        add_equation(s, r, left, along(s, r, rest), d->Q);
    }
}

/* What the speeds are that are no velocities of coordinates; false: all are. */
static bool add_speeds(const speeds *s) {
    bool any = false;
    for (int r = 0; r < s->count; r++) {
        if (!s->meaning[r].i)
            continue;
        if (!any)
            derive_page_add_section(s->p, "speeds", "Speeds", NULL);
        any = true;
        page_equation *q = derive_page_add(s->p, "");
        derive_page_add_expr(s->p, q, s->u[r]);
        derive_page_add_expr(s->p, q, s->meaning[r]);
    }
    return any;
}

/* With what the velocities divide by. */
static const char *words(const speeds *s, const char *text) {
    const derive_pivots risky = derive_list_divisors(s->d, s->velocity, (size_t)s->n);
    return derive_words_of_divisors(s->d, text, &risky);
}

bool derive_add_kane(const derivation *d, derive_page *p) {
    speeds s = {.d = d, .p = p, .g = d->g};
    const char *why = find_speeds(&s, true);
    if (why)
        return derive_page_refuse(p, d->m->speed_count ? d->m->speeds[0].at : (span){0, 0}, why);
    find_directions(&s);
    const bool own = add_speeds(&s);
    derive_page_add_section(
        p, "equations", "Equations of motion",
        words(&s, own ? "Kane's, one for each speed, then the velocities of the coordinates."
                      : "Kane's, one for each independent velocity, then the dependent ones."));
    add_kane_equations(&s);
    add_velocities(&s);
    for (int i = 0; i < d->state_count; i++)
        d->rates[i] = in_speeds(&s, d->rates[i]);
    return true;
}

/* The independent velocities and what moves along with each; false with the reason on the page. */
static bool begin_directions(speeds *s, const derivation *d, derive_page *p) {
    *s = (speeds){.d = d, .p = p, .g = d->g};
    const char *why = find_speeds(s, false);
    if (why) {
        derive_page_refuse(p, (span){0, 0}, why);
        return false;
    }
    find_directions(s);
    return true;
}

bool derive_add_maggi(const derivation *d, derive_page *p) {
    speeds s;
    if (!begin_directions(&s, d, p))
        return true;
    const bool own = add_speeds(&s);
    derive_page_add_section(
        p, "equations", "Equations of motion",
        words(&s, own ? "Maggi's, one for each speed, completed by the constraints differentiated twice."
                      : "Maggi's, one for each independent velocity, completed by the constraints differentiated "
                        "twice."));
    const int n = s.n;
    const expr_id *rest = left_sides(&s);
    for (int r = 0; r < s.count; r++) {
        expr_id left = expr_int(s.g, 0), *column = ARENA_ARRAY(d->memory, expr_id, n + 1);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++)
                column[i] = d->e.M[i * n + j];
            expr_id inertia = along(&s, r, column);
            simplify(s.g, &inertia, 1);
            inertia = expr_mul(s.g, inertia, d->a[j]);
            left = expr_add(s.g, left, inertia);
        }
        expr_id force = along(&s, r, d->Q), other = along(&s, r, rest);
        simplify(s.g, &other, 1);
        simplify(s.g, &force, 1);
        page_equation *q = derive_page_add(p, s.name[r]);
        derive_page_add_expr(p, q, expr_add(s.g, left, derive_multiply_out(s.g, other, false)));
        q->sides[0].first = s.rate[r];
        derive_page_add_expr(p, q, force);
    }
    for (int k = 0; k < d->e.m; k++) {
        page_equation *q = derive_page_add(p, d->m->rows[d->e.rows[k]].name);
        derive_page_add_expr(p, q, derive_row_rate(d, k));
        derive_page_add_expr(p, q, derive_spread(d->g, d->e.gamma[k]));
    }
    return true;
}

static void add_matrix(const speeds *s, const char *symbol, const char *of, const expr_id *e, int rows, int cols) {
    page_equation *q = derive_page_add(s->p, "");
    expr_id *own = ARENA_ARRAY(s->d->memory, expr_id, rows * cols + 1);
    for (int i = 0; i < rows * cols; i++)
        own[i] = e[i];
    derive_page_add_symbol(q, derive_symbol(s->d, symbol), of);
    derive_page_add_matrix(q, own, rows, cols);
}

/* What moves the coordinates where all of u are 0: of constraints that time drives. */
static void add_driven(const speeds *s) {
    expr_id *zero = ARENA_ARRAY(s->d->memory, expr_id, s->count + 1), *rest;
    bool any = false;
    rest = ARENA_ARRAY(s->d->memory, expr_id, s->n + 1);
    for (int r = 0; r < s->count; r++)
        zero[r] = expr_int(s->g, 0);
    expr_substitute(s->g, s->velocity, (size_t)s->n, s->u, zero, (size_t)s->count, rest);
    simplify(s->g, rest, s->n);
    for (int i = 0; i < s->n; i++)
        any = any || !expr_is_zero(s->g, rest[i]);
    if (any)
        add_matrix(s, "s", NULL, rest, s->n, 1);
}

static void add_reduced_forces(const speeds *s) {
    expr_id *h = ARENA_ARRAY(s->d->memory, expr_id, s->n + 1), *along_each;
    along_each = ARENA_ARRAY(s->d->memory, expr_id, s->count + 1);
    for (int i = 0; i < s->n; i++)
        h[i] = in_speeds(s, expr_neg(s->g, s->d->e.h[i]));
    add_turning(s, h);
    for (int r = 0; r < s->count; r++)
        along_each[r] = expr_neg(s->g, along(s, r, h));
    simplify(s->g, along_each, s->count);
    add_matrix(s, "h", derive_symbol(s->d, "u"), along_each, s->count, 1);
}

bool derive_add_null_space(const derivation *d, derive_page *p) {
    speeds s;
    if (!begin_directions(&s, d, p))
        return true;
    (void)add_speeds(&s);
    derive_page_add_section(
        p, "equations", "Equations of motion",
        words(&s, derive_words(d, "`q' = S u + s` solves the constraints with the independent velocities `u`, and `A S = "
                                  "0`. What is left is `M_u u' = h_u`, with `M_u = S^T M S` and `h_u = S^T (h - M w)`, "
                                  "where `w` is the rate of `S u + s` at constant `u`.")));
    add_matrix(&s, "u", NULL, s.u, s.count, 1);
    add_matrix(&s, "S", NULL, s.S, s.n, s.count);
    add_driven(&s);
    add_matrix(&s, "M", derive_symbol(d, "u"), reduced_inertia(&s), s.count, s.count);
    add_reduced_forces(&s);
    add_velocities(&s);
    return true;
}
