/* Equations in momenta: Hamilton's canonical ones, and Routh's function, in which cyclic coordinates alone have their
   momenta instead of their velocities. */
#include "algebra/algebra.h"
#include "derive/derivation.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef struct canonical {
    const derivation *d;
    derive_page *p;
    graph *g;
    int n, *of, count; /* the coordinates with momenta instead of velocities */
    expr_id *momentum; /* n: dL/dq' in the velocities */
    expr_id *rest;     /* n: the same at rest */
    expr_id *name;     /* n: the momenta as variables */
    expr_id *velocity; /* n: in these momenta, and the other velocities */
} canonical;

static void simplify(const canonical *c, expr_id *x, int count) {
    algebra_simplify(c->g, x, (size_t)count, x);
}

/* With the velocities that momenta stand for. */
static expr_id in_momenta(const canonical *c, expr_id e) {
    expr_substitute(c->g, &e, 1, c->d->v, c->velocity, (size_t)c->n, &e);
    return e;
}

static bool is_of_velocities(const derivation *d, const expr_id *x, int count) {
    bool *rate = ARENA_ARRAY(d->memory, bool, expr_var_count(d->g) + 1);
    for (int i = 0; i < d->e.n; i++)
        rate[d->m->coords[d->e.coords[i]].v] = true;
    for (int i = 0; i < count; i++)
        if (expr_depends(d->g, x[i], rate))
            return true;
    return false;
}

/* NULL, or why there are no momenta that stand for velocities. */
static const char *trouble(const derivation *d) {
    if (!d->e.n)
        return "the model has no coordinates";
    if (d->e.unsymmetric)
        return "a contact slides, and its friction depends on its normal force";
    if (is_of_velocities(d, d->e.M, d->e.n * d->e.n))
        return "the Lagrangian is not of second degree in the velocities";
    return NULL;
}

static canonical begin(const derivation *d, derive_page *p) {
    const int n = d->e.n;
    canonical c = {.d = d, .p = p, .g = d->g, .n = n};
    expr_id **const lists[] = {&c.momentum, &c.rest, &c.name, &c.velocity};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        *lists[k] = ARENA_ARRAY(d->memory, expr_id, n + 1);
    c.of = ARENA_ARRAY(d->memory, int, n + 1);
    for (int i = 0; i < n; i++) {
        c.momentum[i] = d->p[i];
        c.velocity[i] = d->v[i];
    }
    simplify(&c, c.momentum, n);
    expr_id *zero = ARENA_ARRAY(d->memory, expr_id, n + 1);
    for (int i = 0; i < n; i++)
        zero[i] = expr_int(d->g, 0);
    expr_substitute(d->g, c.momentum, (size_t)n, d->v, zero, (size_t)n, c.rest);
    derive_name_each(d, "p", c.name);
    return c;
}

static bool is_chosen(const canonical *c, int i) {
    for (int r = 0; r < c->count; r++)
        if (c->of[r] == i)
            return true;
    return false;
}

/* The velocities of the chosen coordinates from M q' = p - rest. */
static bool solve_velocities(canonical *c) {
    const int k = c->count, n = c->n;
    expr_id *K = ARENA_ARRAY(c->d->memory, expr_id, k * (k + 1) + 1), *x = ARENA_ARRAY(c->d->memory, expr_id, k + 1);
    for (int r = 0; r < k; r++) {
        const int i = c->of[r];
        for (int s = 0; s < k; s++)
            K[r * (k + 1) + s] = c->d->e.M[i * n + c->of[s]];
        expr_id right = expr_sub(c->g, c->name[i], c->rest[i]);
        for (int j = 0; j < n; j++) {
            if (is_chosen(c, j))
                continue;
            const expr_id other = expr_mul(c->g, c->d->e.M[i * n + j], c->d->v[j]);
            right = expr_sub(c->g, right, other);
        }
        K[r * (k + 1) + k] = right;
    }
    if (!derive_solve_matrix(c->d, K, k, x))
        return false;
    for (int r = 0; r < k; r++)
        c->velocity[c->of[r]] = x[r];
    return true;
}

/* The sum of p q' of the chosen coordinates. */
static expr_id products(const canonical *c) {
    expr_id sum = expr_int(c->g, 0);
    for (int r = 0; r < c->count; r++) {
        const expr_id term = expr_mul(c->g, c->name[c->of[r]], c->velocity[c->of[r]]);
        sum = expr_add(c->g, sum, term);
    }
    return sum;
}

static void add_momenta(const canonical *c) {
    for (int r = 0; r < c->count; r++) {
        const int i = c->of[r];
        page_equation *q = derive_page_add(c->p, derive_name(c->d, c->d->q[i]));
        derive_page_add_expr(c->p, q, c->name[i]);
        derive_page_add_expr(c->p, q, c->momentum[i]);
    }
}

static void add_function(const canonical *c, const char *symbol, expr_id value) {
    page_equation *q = derive_page_add(c->p, "");
    derive_page_add_symbol(q, symbol, NULL);
    derive_page_add_expr(c->p, q, derive_multiply_out(c->g, value, false));
}

static void add_velocity(const canonical *c, int i) {
    page_equation *q = derive_page_add(c->p, derive_name(c->d, c->d->q[i]));
    derive_page_add_expr(c->p, q, c->d->v[i]);
    derive_page_add_expr(c->p, q, c->velocity[i]);
}

/* What constraints contribute to the equation of coordinate i, on its left side. */
static expr_id reactions(const canonical *c, int i) {
    expr_id sum = expr_int(c->g, 0);
    for (int k = 0; k < c->d->e.m; k++) {
        const expr_id term = expr_mul(c->g, c->d->e.A[k * c->n + i], c->d->lambda[k]);
        sum = expr_add(c->g, sum, term);
    }
    return sum;
}

/* p' = -dH/dq + Q - A^T lambda. */
static void add_momentum_rate(const canonical *c, int i, expr_id H) {
    const derivation *d = c->d;
    expr_id rate = expr_derivative(c->g, H, d->m->coords[d->e.coords[i]].q);
    const expr_id force = in_momenta(c, d->Q[i]);
    rate = expr_sub(c->g, force, rate);
    algebra_simplify(c->g, &rate, 1, &rate);
    rate = derive_multiply_out(c->g, rate, false);
    rate = expr_sub(c->g, rate, reactions(c, i));
    page_equation *q = derive_page_add(c->p, derive_name(d, c->name[i]));
    derive_page_add_symbol(q, derive_rate_name(d, c->name[i]), NULL);
    derive_page_add_expr(c->p, q, rate);
}

static void states_in_momenta(const canonical *c) {
    for (int i = 0; i < c->d->state_count; i++)
        c->d->rates[i] = in_momenta(c, c->d->rates[i]);
}

/* A row on velocities; NULL: there is none. */
static const model_row *row_of_velocities(const derivation *d) {
    for (int k = 0; k < d->e.m; k++)
        if (d->request->choice->system->rows[d->e.rows[k]].velocity)
            return &d->m->rows[d->e.rows[k]];
    return NULL;
}

/* (p - rest) q'/2 less what L is at rest: T2 - T0 + V. */
static expr_id hamiltonian(const canonical *c) {
    graph *g = c->g;
    expr_id still = c->d->L, sum = expr_int(g, 0), *zero = ARENA_ARRAY(c->d->memory, expr_id, c->n + 1);
    for (int i = 0; i < c->n; i++) {
        zero[i] = expr_int(g, 0);
        const expr_id difference = expr_sub(g, c->name[i], c->rest[i]);
        const expr_id term = expr_mul(g, difference, c->velocity[i]);
        sum = expr_add(g, sum, term);
    }
    expr_substitute(g, &still, 1, c->d->v, zero, (size_t)c->n, &still);
    const expr_id half = expr_div(g, sum, expr_int(g, 2));
    expr_id H = expr_sub(g, half, still);
    algebra_simplify(g, &H, 1, &H);
    return H;
}

bool derive_add_hamilton(const derivation *d, derive_page *p) {
    const model_row *rolling = row_of_velocities(d);
    const char *why = trouble(d);
    if (why || rolling)
        return derive_page_refuse(p, rolling ? rolling->at : (span){0, 0},
                                  rolling ? base_arena_printf(p->memory, "'%s' constrains velocities", rolling->name)
                                          : why);
    canonical c = begin(d, p);
    for (c.count = 0; c.count < c.n; c.count++)
        c.of[c.count] = c.count;
    if (!solve_velocities(&c))
        return derive_page_refuse(p, (span){0, 0},
                                  "a coordinate has no inertia, so that momenta leave its velocity open");
    const expr_id H = hamiltonian(&c);
    derive_page_add_section(p, "hamiltonian", "Hamilton's function",
                            derive_words(d, "The momenta `p = dL/dq'`, and `H`, the sum of `p q'` less `L`."));
    add_momenta(&c);
    add_function(&c, derive_symbol(d, "H"), H);
    derive_page_add_section(p, "equations", "Equations of motion",
                            d->e.m ? "Hamilton's, completed by the constraints above." : "Hamilton's canonical ones.");
    for (int i = 0; i < c.n; i++)
        add_velocity(&c, i);
    for (int i = 0; i < c.n; i++)
        add_momentum_rate(&c, i, H);
    states_in_momenta(&c);
    return true;
}

/* Neither L nor a force along it, nor a constraint, knows where it stands. */
static bool is_cyclic(const derivation *d, int i) {
    expr_id slope = d->slope[i], force = d->Q[i];
    algebra_simplify(d->g, &slope, 1, &slope);
    algebra_simplify(d->g, &force, 1, &force);
    bool cyclic = expr_is_zero(d->g, slope) && expr_is_zero(d->g, force);
    for (int k = 0; k < d->e.m; k++)
        cyclic = cyclic && expr_is_zero(d->g, d->e.A[k * d->e.n + i]);
    return cyclic;
}

/* Lagrange's equation of coordinate i with R for L: the inertia by R, the terms without acceleration, the reactions. */
static void add_equation(const canonical *c, int i, expr_id R) {
    const derivation *d = c->d;
    graph *g = c->g;
    const expr_id momentum = expr_derivative(g, R, d->m->coords[d->e.coords[i]].v);
    const expr_id slope = expr_derivative(g, R, d->m->coords[d->e.coords[i]].q);
    expr_id rest = expr_int(g, 0), left = expr_int(g, 0), force = in_momenta(c, d->Q[i]);
    for (int j = 0; j < c->n; j++) {
        const model_coord *x = &d->m->coords[d->e.coords[j]];
        expr_id inertia = expr_derivative(g, momentum, x->v), turns = expr_derivative(g, momentum, x->q);
        algebra_simplify(g, &inertia, 1, &inertia);
        inertia = expr_mul(g, inertia, d->a[j]);
        left = expr_add(g, left, inertia);
        turns = expr_mul(g, turns, c->velocity[j]);
        rest = expr_add(g, rest, turns);
    }
    rest = expr_add(g, rest, expr_derivative(g, momentum, d->m->t));
    rest = expr_sub(g, rest, slope);
    algebra_simplify(g, &rest, 1, &rest);
    algebra_simplify(g, &force, 1, &force);
    left = expr_add(g, left, derive_multiply_out(g, rest, false));
    left = expr_add(g, left, reactions(c, i));
    page_equation *q = derive_page_add(c->p, derive_name(d, d->q[i]));
    derive_page_add_expr(c->p, q, left);
    q->sides[0].first = d->a[i];
    derive_page_add_expr(c->p, q, force);
}

/* The constraints' rates contain the velocities that momenta stand for at most. */
static void add_rows(const canonical *c) {
    const derivation *d = c->d;
    for (int k = 0; k < d->e.m; k++) {
        page_equation *q = derive_page_add(c->p, d->m->rows[d->e.rows[k]].name);
        derive_page_add_expr(c->p, q, derive_row_rate(d, k));
        derive_page_add_expr(c->p, q, in_momenta(c, d->e.gamma[k]));
    }
}

bool derive_add_routh(const derivation *d, derive_page *p) {
    const char *why = trouble(d);
    if (why)
        return derive_page_refuse(p, (span){0, 0}, why);
    canonical c = begin(d, p);
    for (int i = 0; i < c.n; i++)
        if (is_cyclic(d, i))
            c.of[c.count++] = i;
    if (!c.count)
        return derive_page_refuse(
            p, (span){0, 0}, "no coordinate is cyclic: each is in the Lagrangian or in a constraint, or has a force");
    if (!solve_velocities(&c))
        return derive_page_refuse(p, (span){0, 0}, "a cyclic coordinate has no inertia");
    expr_id R = in_momenta(&c, d->L);
    R = expr_sub(c.g, R, products(&c));
    algebra_simplify(c.g, &R, 1, &R);
    const char *symbol = d->e.m ? "R_Routh" : "R";
    while (derive_page_name_is_taken(d->m, symbol))
        symbol = base_arena_printf(d->memory, "%s_", symbol);
    derive_page_add_section(p, "routhian", "Routh's function",
                            "The momenta of the cyclic coordinates are constants; their velocities are those of the "
                            "equations below.");
    add_momenta(&c);
    add_function(&c, symbol, R);
    derive_page_add_section(p, "equations", "Equations of motion",
                            "Lagrange's with Routh's function for the other coordinates, then the cyclic velocities.");
    for (int i = 0; i < c.n; i++)
        if (!is_chosen(&c, i))
            add_equation(&c, i, R);
    add_rows(&c);
    for (int r = 0; r < c.count; r++)
        add_velocity(&c, c.of[r]);
    states_in_momenta(&c);
    return true;
}
