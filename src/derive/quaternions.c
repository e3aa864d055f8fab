/* Energies with what keeps a quaternion's norm used: q.q = 1 and q.q' = 0. In angular velocities, four rates are three
   numbers, and attitudes reduce; what comes of it is written in the rates again. That adds multiples of the norm's
   gradient to the equations, so that its multiplier alone is another one. */
#include "algebra/algebra.h"
#include "base/vec.h"
#include "derive/derivation.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef struct quaternion {
    expr_id q[4], v[4]; /* w, x, y, z and their rates */
    expr_id omega[3];   /* variables: half the angular velocity, along the body's axes */
} quaternion;

typedef struct quaternions {
    model *m;
    graph *g;
    const mech_choice *choice;
    arena *a;
    VEC(quaternion) list;
    VEC(algebra_unit) units;
} quaternions;

/* The numbers of the orientation, if they are coordinates here and the norm is kept. */
static void add(quaternions *x, const model_orientation *o) {
    quaternion k = {0};
    if (!x->choice->rows[o->row] || x->choice->system->rows[o->row].ended)
        return;
    for (int i = 0; i < 4; i++) {
        const model_coord *c = &x->m->coords[o->coords[i]];
        if (x->choice->dropped[o->coords[i]])
            return;
        k.q[i] = expr_var(x->g, c->q);
        k.v[i] = expr_var(x->g, c->v);
    }
    for (int i = 0; i < 3; i++)
        k.omega[i] = derive_page_own_var(x->m, base_arena_printf(x->a, "half of omega %d of %s", i + 1, o->name));
    vec_push(x->a, &x->list, k);
    vec_push(x->a, &x->units, (algebra_unit){{k.q[0], k.q[1], k.q[2], k.q[3]}, {k.omega[0], k.omega[1], k.omega[2]}});
}

static expr_id square(graph *g, expr_id e) {
    return expr_powi(g, e, 2);
}

/* a b + c d - e f: a row of the products with a quaternion. */
static expr_id row(graph *g, expr_id a, expr_id b, expr_id c, expr_id d, expr_id e, expr_id f) {
    const expr_id first = expr_mul(g, a, b), second = expr_mul(g, c, d), third = expr_mul(g, e, f);
    return expr_sub(g, expr_add(g, first, second), third);
}

/* The rates q' = q o omega in half the angular velocity: w' = -v.omega, v' = w omega + v x omega. */
static void rates_in_omega(graph *g, const quaternion *k, expr_id *out) {
    const expr_id *v = k->q + 1, *o = k->omega;
    out[0] = expr_int(g, 0);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        out[0] = expr_sub(g, out[0], expr_mul(g, v[i], o[i]));
        out[i + 1] = row(g, k->q[0], o[i], v[j], o[l], v[l], o[j]);
    }
}

/* Half the angular velocity in the rates: w v' - w' v - v x v'. */
static void omega_in_rates(graph *g, const quaternion *k, expr_id *out) {
    const expr_id *v = k->q + 1, *u = k->v + 1;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        const expr_id turned = row(g, k->q[0], u[i], v[l], u[j], v[j], u[l]);
        out[i] = expr_sub(g, turned, expr_mul(g, k->v[0], v[i]));
    }
}

static void reduce(const quaternions *x, expr_id *e, size_t count) {
    algebra_reduce(x->g, x->units.at, x->units.len, e, count, e);
}

/* Twice what stands before the square of each component of half the angular velocity. */
static void list_inertias(const quaternions *x, const quaternion *k, expr_id T, expr_id *out) {
    for (int i = 0; i < 3; i++) {
        const uint32_t var = expr_node_at(x->g, k->omega[i])->var;
        const expr_id once = expr_derivative(x->g, T, var);
        out[i] = once.i ? expr_derivative(x->g, once, var) : EXPR_NONE;
        out[i] = out[i].i ? out[i] : expr_int(x->g, 0);
    }
    reduce(x, out, 3);
}

/* One that two axes have, else that of the first: T less its share of |omega|^2 has fewer terms. EXPR_NONE: it is 0,
   or changes. */
static expr_id common_inertia(const quaternions *x, const quaternion *k, expr_id T) {
    expr_id J[3];
    list_inertias(x, k, T, J);
    const expr_id a = expr_same(J[1], J[2]) ? J[1] : J[0];
    return expr_is_zero(x->g, a) || (expr_kinds(x->g, a) & ~(1u << VAR_PARAM)) ? EXPR_NONE : a;
}

/* The other velocities; how many. */
static size_t list_others(const quaternions *x, expr_id *v) {
    size_t count = 0;
    for (size_t i = 0; i < x->m->coord_count; i++) {
        bool own = false;
        v[count] = expr_var(x->g, x->m->coords[i].v);
        for (size_t k = 0; k < x->list.len; k++)
            for (int j = 0; j < 4; j++)
                own = own || expr_same(x->list.at[k].v[j], v[count]);
        count += !own;
    }
    return count;
}

/* What T has without them, and what they add: the sum of v dT/dv at their halves, since T is quadratic in them. False
   if it is not. */
static bool split(const quaternions *x, expr_id T, expr_id *turning, expr_id *added) {
    graph *g = x->g;
    const size_t most = x->m->coord_count + 1;
    expr_id *v = ARENA_ARRAY(x->a, expr_id, most), *zero = ARENA_ARRAY(x->a, expr_id, most),
            *half = ARENA_ARRAY(x->a, expr_id, most);
    const size_t count = list_others(x, v);
    bool *wanted = ARENA_ARRAY(x->a, bool, expr_var_count(g) + 1);
    for (size_t k = 0; k < count; k++) {
        zero[k] = expr_int(g, 0);
        half[k] = expr_div(g, v[k], expr_int(g, 2));
        wanted[expr_node_at(g, v[k])->var] = true;
    }
    expr_substitute(g, &T, 1, v, zero, count, turning);
    *added = expr_int(g, 0);
    if (expr_find_degrees(g, T, wanted).greatest > 2)
        return false;
    for (size_t k = 0; k < count; k++) {
        expr_id slope = expr_derivative(g, T, expr_node_at(g, v[k])->var);
        if (!slope.i)
            continue;
        expr_substitute(g, &slope, 1, v, half, count, &slope);
        *added = expr_add(g, *added, expr_mul(g, v[k], slope));
    }
    return true;
}

static expr_id in_omega(const quaternions *x, expr_id e) {
    for (size_t k = 0; k < x->list.len; k++) {
        expr_id rates[4];
        rates_in_omega(x->g, &x->list.at[k], rates);
        expr_substitute(x->g, &e, 1, x->list.at[k].v, rates, 4, &e);
    }
    reduce(x, &e, 1);
    return e;
}

static expr_id in_rates(const quaternions *x, expr_id e) {
    for (size_t k = 0; k < x->list.len; k++) {
        expr_id omega[3];
        omega_in_rates(x->g, &x->list.at[k], omega);
        expr_substitute(x->g, &e, 1, x->list.at[k].omega, omega, 3, &e);
    }
    return e;
}

/* a q'.q'/2 + ... for each quaternion, regular in all four rates; EXPR_NONE: no such a is found. */
static expr_id reduced_turning(const quaternions *x, expr_id T) {
    graph *g = x->g;
    expr_id outside = expr_int(g, 0);
    T = in_omega(x, T);
    for (size_t k = 0; k < x->list.len; k++) {
        const quaternion *q = &x->list.at[k];
        const expr_id a = common_inertia(x, q, T), half = a.i ? expr_div(g, a, expr_int(g, 2)) : EXPR_NONE;
        if (!a.i)
            return EXPR_NONE;
        expr_id inside = expr_int(g, 0), rates = expr_int(g, 0);
        for (int i = 0; i < 3; i++)
            inside = expr_add(g, inside, square(g, q->omega[i]));
        for (int i = 0; i < 4; i++)
            rates = expr_add(g, rates, square(g, q->v[i]));
        T = expr_sub(g, T, expr_mul(g, half, inside));
        outside = expr_add(g, outside, expr_mul(g, half, rates));
    }
    reduce(x, &T, 1);
    return expr_add(g, outside, in_rates(x, T));
}

/* What other velocities add, as it is or reduced, whichever is shorter. */
static expr_id reduced_kinetic(const quaternions *x, expr_id T) {
    expr_id turning, added;
    if (!split(x, T, &turning, &added))
        return EXPR_NONE;
    turning = reduced_turning(x, turning);
    if (!turning.i)
        return EXPR_NONE;
    const expr_id reduced = in_rates(x, in_omega(x, added));
    algebra_simplify(x->g, &added, 1, &added);
    const bool shorter = algebra_operations(x->g, reduced) < algebra_operations(x->g, added);
    return expr_add(x->g, turning, shorter ? reduced : added);
}

/* Whichever is shorter, as it is or reduced. */
static expr_id shorter(const quaternions *x, expr_id e) {
    expr_id given, other = e;
    algebra_simplify(x->g, &e, 1, &given);
    reduce(x, &other, 1);
    return algebra_operations(x->g, other) < algebra_operations(x->g, given) ? other : e;
}

/* The system with other energies: the first kinetic element has all of T. */
static const model_system *with_energies(const quaternions *x, expr_id T) {
    const model_system *s = x->choice->system;
    model_system *copy = ARENA_NEW(x->a, model_system);
    system_element *elements = ARENA_ARRAY(x->a, system_element, s->element_count + 1);
    bool first = true;
    for (size_t i = 0; i < s->element_count; i++) {
        elements[i] = s->elements[i];
        if (!mech_in_force(x->choice, &s->elements[i]))
            continue;
        if (s->elements[i].kind == ELEMENT_KINETIC) {
            elements[i].energy = first ? T : expr_int(x->g, 0);
            first = false;
        } else if (s->elements[i].kind == ELEMENT_POTENTIAL) {
            elements[i].energy = shorter(x, s->elements[i].energy);
        }
    }
    *copy = *s;
    copy->elements = elements;
    return copy;
}

const model_system *derive_reduce_quaternions(model *m, const mech_choice *choice, arena *a) {
    quaternions x = {.m = m, .g = m->g, .choice = choice, .a = a};
    for (size_t i = 0; i < m->orientation_count; i++)
        add(&x, &m->orientations[i]);
    if (x.list.len == 0)
        return choice->system;
    expr_id T = expr_int(x.g, 0);
    for (size_t i = 0; i < choice->system->element_count; i++)
        if (choice->system->elements[i].kind == ELEMENT_KINETIC && mech_in_force(choice, &choice->system->elements[i]))
            T = expr_add(x.g, T, choice->system->elements[i].energy);
    T = reduced_kinetic(&x, T);
    return T.i ? with_energies(&x, T) : choice->system;
}
