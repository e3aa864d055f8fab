/* The equations of motion as one sparse system: inertia and constraints over the velocities that bodies share. */
#include "mech/solution.h"

#include "base/check.h"

#include <string.h>

#include "expr/walk.h"
#include "mech/elimination.h"
#include "mech/gauss.h"
#include "mech/velocities.h"

typedef struct assembly {
    const model *m;
    const mech_equations *e;
    graph *g;
    arena *scratch;
    const int *rows;
    int count, primal;
    uint32_t *v;
    velocity_forms forms;
    elimination *system;
    expr_id *inertia; /* per primal unknown */
} assembly;

static const model_coord *coord(const assembly *s, int i) {
    return &s->m->coords[s->e->coords[i]];
}

/* A state in an energy is no velocity: what stands for its unknown occurs nowhere. */
static void read_velocities(assembly *s, expr_id energy) {
    const mech_equations *e = s->e;
    expr_id *rates = ARENA_ARRAY(s->scratch, expr_id, s->count + 1);
    for (int i = 0; i < e->n; i++)
        s->v[i] = model_is_place(coord(s, i)) ? coord(s, i)->v : coord(s, i)->q;
    for (int k = 0; k < s->count; k++)
        rates[k] = e->f_dot[s->rows[k]];
    s->forms = mech_read_velocities(s->g, s->v, e->n, energy, rates, (size_t)s->count, s->scratch);
    s->primal = e->n + (int)s->forms.nodes.len;
}

static void push(assembly *s, const velocity_form *along, expr_id inertia) {
    for (size_t t = 0; t < along->len; t++) {
        expr_id *to = &s->inertia[along->at[t].of];
        *to = expr_add(s->g, *to, expr_mul(s->g, along->at[t].factor, inertia));
    }
}

static void push_product(assembly *s, const velocity_product *p, expr_id left, expr_id right) {
    if (expr_same(p->left_node, p->right_node)) {
        push(s, &p->left, expr_mul(s->g, expr_mul(s->g, expr_int(s->g, 2), p->factor), right));
        return;
    }
    push(s, &p->left, expr_mul(s->g, p->factor, right));
    push(s, &p->right, expr_mul(s->g, p->factor, left));
}

/* What inertia asks for less the forces: plain products at their velocities, all the rest by Lagrange at the
   coordinates. */
static void find_inertia(assembly *s, const mech_choice *choice, expr_id energy) {
    int n = s->e->n;
    s->inertia = ARENA_ARRAY(s->scratch, expr_id, s->primal + 1);
    gauss_parts parts = mech_gauss_split(s->m, s->e, &s->forms, energy, s->scratch);
    mech_forces_of(s->m, choice, s->e, parts.rest, s->scratch, s->inertia);
    for (int i = 0; i < s->primal; i++)
        s->inertia[i] = i < n ? expr_neg(s->g, s->inertia[i]) : expr_int(s->g, 0);
    for (size_t k = 0; k < s->forms.products.len; k++) {
        if (parts.plain[k])
            push_product(s, &s->forms.products.at[k], parts.left[k], parts.right[k]);
    }
}

static void define_nodes(assembly *s) {
    for (size_t k = 0; k < s->forms.nodes.len; k++) {
        const velocity_form *f = &s->forms.nodes.at[k];
        int *of = ARENA_ARRAY(s->scratch, int, f->len + 1);
        expr_id *factor = ARENA_ARRAY(s->scratch, expr_id, f->len + 1);
        for (size_t t = 0; t < f->len; t++) {
            of[t] = f->at[t].of;
            factor[t] = f->at[t].factor;
        }
        mech_elimination_define(s->system, s->e->n + (int)k, f->len, of, factor);
    }
}

/* factor * left * right has the second derivatives factor * (left_i right_j + left_j right_i). */
static void add_product(assembly *s, const velocity_product *p) {
    graph *g = s->g;
    bool square = expr_same(p->left_node, p->right_node);
    expr_id twice = expr_mul(g, expr_int(g, 2), p->factor);
    for (size_t i = 0; i < p->left.len; i++) {
        const velocity_term *x = &p->left.at[i];
        for (size_t j = 0; j < (square ? i + 1 : p->right.len); j++) {
            const velocity_term *y = &p->right.at[j];
            expr_id factor = square || x->of == y->of ? twice : p->factor;
            mech_elimination_add(s->system, x->of, y->of, expr_mul(g, factor, expr_mul(g, x->factor, y->factor)));
        }
    }
}

static void add_inertia(assembly *s) {
    int n = s->e->n;
    for (size_t k = 0; k < s->forms.products.len; k++)
        add_product(s, &s->forms.products.at[k]);
    for (int i = 0; i < n && s->forms.quadratic; i++)
        if (!model_is_place(coord(s, i)))
            mech_elimination_add(s->system, i, i, expr_int(s->g, 1));
    for (int i = 0; i < n && !s->forms.quadratic; i++)
        for (int j = 0; j <= i; j++)
            mech_elimination_add(s->system, i, j, s->e->M[i * n + j]);
}

/* Where forces do not act along the row's own gradient, both are written out in coordinates. */
static bool acts_otherwise(const assembly *s, int row) {
    if (s->e->A == s->e->C)
        return false;
    for (int i = 0; i < s->e->n; i++)
        if (!expr_same(s->e->A[row * s->e->n + i], s->e->C[row * s->e->n + i]))
            return true;
    return false;
}

static void add_row(assembly *s, int k) {
    int n = s->e->n, row = s->rows[k], at = s->primal + k;
    const velocity_form *rate = &s->forms.rates[k];
    if (acts_otherwise(s, row)) {
        for (int i = 0; i < n; i++) {
            expr_id A = s->e->A[row * n + i], C = s->e->C[row * n + i];
            if (expr_is_zero(s->g, A) && expr_is_zero(s->g, C))
                continue;
            mech_elimination_add_one_side(s->system, at, i, A);
            mech_elimination_add_one_side(s->system, i, at, C);
        }
        return;
    }
    for (size_t t = 0; s->forms.is_linear[k] && t < rate->len; t++)
        mech_elimination_add(s->system, at, rate->at[t].of, rate->at[t].factor);
    for (int i = 0; !s->forms.is_linear[k] && i < n; i++)
        mech_elimination_add(s->system, at, i, s->e->A[row * n + i]);
}

/* Solves for the right side whose opposite is (inertia or 0, along or its opposite). */
static expr_id *solve(assembly *s, const expr_id *inertia, const expr_id *along, bool minus, arena *a) {
    int size = s->primal + s->count;
    expr_id *b = ARENA_ARRAY(s->scratch, expr_id, size + 1), *x = ARENA_ARRAY(a, expr_id, size + 1);
    for (int i = 0; i < s->primal; i++)
        b[i] = inertia ? inertia[i] : expr_int(s->g, 0);
    for (int k = 0; k < s->count; k++) {
        expr_id value = along[s->rows[k]];
        b[s->primal + k] = minus ? expr_neg(s->g, value) : value;
    }
    mech_elimination_solve(s->system, b, x);
    return x;
}

/* False: no order of elimination is seen, or more than `most` products were needed. */
static bool eliminate(assembly *s, bool shorten, size_t most, arena *a, mech_solution *out) {
    s->system = mech_elimination_create(s->g, s->scratch, s->primal, s->primal + s->count);
    if (shorten)
        mech_elimination_shorten(s->system, 1u << VAR_PARAM);
    define_nodes(s);
    add_inertia(s);
    for (int k = 0; k < s->count; k++)
        add_row(s, k);
    if (!mech_elimination_run(s->system, most))
        return false;
    out->a = solve(s, s->inertia, s->e->gamma, true, a);
    out->lambda = out->a + s->primal;
    out->dq = solve(s, NULL, s->e->f, false, a);
    out->dv = solve(s, NULL, s->e->f_dot, false, a);
    out->trust = mech_elimination_condition(s->system);
    out->products = mech_elimination_products(s->system);
    return true;
}

/* Operations of the motion at each state. */
static size_t count_operations(const assembly *s, const mech_solution *x) {
    expr_id *roots = ARENA_ARRAY(s->scratch, expr_id, s->e->n + s->count + 1);
    memcpy(roots, x->a, (size_t)s->e->n * sizeof *roots);
    memcpy(roots + s->e->n, x->lambda, (size_t)s->count * sizeof *roots);
    roots[s->e->n + s->count] = x->trust;
    const uint32_t *found;
    size_t all = expr_nodes_below(s->g, roots, (size_t)(s->e->n + s->count + 1), &found), moving = 0;
    for (size_t k = 0; k < all; k++) {
        const expr_id e = {found[k]};
        moving += (expr_kinds(s->g, e) & ~(1u << VAR_PARAM)) != 0 && expr_node_at(s->g, e)->op != EXPR_VAR;
    }
    return moving;
}

bool mech_solve(const model *m, const mech_choice *choice, const mech_equations *e, const int *rows, int count,
                size_t most, bool shorten, arena *a, mech_solution *out) {
    for (int k = 0; k < count; k++)
        LGR_ASSERT(rows[k] >= 0 && rows[k] < e->m);
    enum { LONG = 1000 }; /* operations: what is longer shares too much for rewriting to help */
    assembly s = {.m = m, .e = e, .g = m->g, .scratch = base_arena_create(), .rows = rows, .count = count};
    s.v = ARENA_ARRAY(s.scratch, uint32_t, e->n + 1);
    expr_id energy = mech_lagrangian(m, choice, s.scratch);
    read_velocities(&s, energy);
    bool found = s.forms.quadratic || e->M;
    if (found) {
        find_inertia(&s, choice, energy);
        found = eliminate(&s, false, most, a, out);
    }
    mech_solution other;
    size_t operations = found && shorten ? count_operations(&s, out) : 0;
    if (found && shorten && operations <= LONG && eliminate(&s, true, most, a, &other) &&
        count_operations(&s, &other) < operations)
        *out = other;
    base_arena_destroy(s.scratch);
    return found;
}
