/* Reactions: Lagrange's equation of a released quantity, solved for the force that keeps it in place. */
#include "mech/reaction.h"

#include "base/check.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef struct release { /* the held quantity as a coordinate, for one choice of what is active */
    const model *m;
    graph *g;
    const mech_choice *choice;
    const mech_equations *e;
    const model_system *held;
    const model_reaction *r;
    arena *a;
} release;

static void add_to(graph *g, expr_id *sums, const expr_id *terms, int count, bool minus) {
    for (int k = 0; k < count; k++)
        sums[k] = minus ? expr_sub(g, sums[k], terms[k]) : expr_add(g, sums[k], terms[k]);
}

/* dE/dx' or dE/dx, per component. */
static void slope(const release *x, expr_id e, const uint32_t *vars, expr_id *out) {
    expr_reverse(x->g, &e, NULL, 1, vars, (size_t)x->r->size, out);
}

/* R -= Q of the forces, as large as they act, also while friction sticks or a step looks beyond its piece; R += dD/dx';
   the rest of the energies is summed: T - V + L. */
static expr_id add_elements(const release *x, expr_id *R) {
    expr_id total = expr_int(x->g, 0), part[3];
    LGR_ASSERT(x->held->element_count <= x->choice->system->element_count);
    for (size_t i = 0; i < x->held->element_count; i++) {
        const system_element *e = &x->held->elements[i];
        if (!mech_in_force(x->choice, e))
            continue;
        if (e->kind == ELEMENT_FORCE) {
            const expr_id *force = x->choice->system->elements[i].force;
            expr_reverse(x->g, e->velocity, force, (size_t)e->size, x->r->rate, (size_t)x->r->size, part);
            add_to(x->g, R, part, x->r->size, true);
        } else if (e->kind == ELEMENT_DISSIPATION) {
            slope(x, e->energy, x->r->rate, part);
            add_to(x->g, R, part, x->r->size, false);
        } else if (e->kind == ELEMENT_POTENTIAL)
            total = expr_sub(x->g, total, e->energy);
        else if (e->kind != ELEMENT_RATE)
            total = expr_add(x->g, total, e->energy);
    }
    return total;
}

/* R += d/dt dL/dx' - dL/dx, the time derivative along the motion with x'' and q'' in it. */
static void add_inertia(const release *x, expr_id L, expr_id *R) {
    const model_reaction *r = x->r;
    expr_id part[3], p[3], *dot = ARENA_ARRAY(x->a, expr_id, expr_var_count(x->g));
    dot[x->m->t] = expr_int(x->g, 1);
    for (int i = 0; i < x->e->n; i++) {
        const model_coord *c = &x->m->coords[x->e->coords[i]];
        dot[c->q] = expr_var(x->g, c->v);
        dot[c->v] = expr_var(x->g, c->a);
    }
    for (int k = 0; k < r->size; k++) {
        dot[r->x[k]] = expr_var(x->g, r->rate[k]);
        dot[r->rate[k]] = expr_var(x->g, r->second[k]);
    }
    slope(x, L, r->rate, p);
    expr_forward(x->g, p, (size_t)r->size, dot, part);
    add_to(x->g, R, part, r->size, false);
    slope(x, L, r->x, part);
    add_to(x->g, R, part, r->size, true);
}

/* By how much a row drags what x moves, per unit of its force. */
static void drag_along(const release *x, int row, int tangent, expr_id *drag) {
    const mech_choice held = {.system = x->held, .slip = x->choice->slip};
    const expr_id by = mech_drag(x->m, &held, row, tangent);
    mech_slip_gradient(x->m, x->held, model_pressed_with(x->m->rows, row), tangent, x->r->x, x->r->rate,
                       (size_t)x->r->size, drag);
    for (int k = 0; k < x->r->size; k++)
        drag[k] = expr_mul(x->g, by, drag[k]);
}

/* R -= Q_x of what slides against a known limit. */
static void add_known_friction(const release *x, expr_id *R) {
    expr_id drag[3];
    for (size_t row = 0; row < x->m->row_count; row++)
        for (int t = 0; x->m->rows[row].known && t < mech_sliding_tangents(x->m, x->choice, (int)row); t++) {
            drag_along(x, (int)row, t, drag);
            add_to(x->g, R, drag, x->r->size, false);
        }
}

/* R += lambda f_x for the active rows; what slides drags by its friction besides. */
static void add_rows(const release *x, expr_id *R) {
    graph *g = x->g;
    for (int i = 0; i < x->e->m; i++) {
        const int row = x->e->rows[i], tangents = mech_sliding_tangents(x->m, x->choice, row);
        const system_row *f = &x->held->rows[row];
        expr_id part[3], drag[3], lambda = expr_var(g, x->m->rows[row].lambda);
        slope(x, f->f, x->choice->system->rows[row].velocity ? x->r->rate : x->r->x, part);
        for (int t = 0; t < tangents; t++) {
            drag_along(x, row, t, drag);
            add_to(g, part, drag, x->r->size, true);
        }
        for (int k = 0; k < x->r->size; k++)
            part[k] = expr_mul(g, lambda, part[k]);
        add_to(g, R, part, x->r->size, false);
    }
}

/* x, x', x'' become what they are along the motion; for a parameter the rates are zero. */
static void set_values(const release *x, expr_id *R) {
    expr_id from[9], to[9];
    for (int k = 0; k < x->r->size; k++) {
        expr_id value = x->held->held_value[k], rate = mech_rate(x->m, x->e, value);
        expr_id *source = from + 3 * k, *target = to + 3 * k;
        source[0] = expr_var(x->g, x->r->x[k]);
        source[1] = expr_var(x->g, x->r->rate[k]);
        source[2] = expr_var(x->g, x->r->second[k]);
        target[0] = value;
        target[1] = rate;
        target[2] = mech_acceleration(x->m, x->e, rate);
    }
    expr_substitute(x->g, R, (size_t)x->r->size, from, to, 3 * (size_t)x->r->size, R);
}

void mech_reaction(const model *m, const mech_choice *choice, const mech_equations *e, const model_system *held,
                   arena *a, expr_id *R) {
    LGR_ASSERT(held->held >= 0 && (size_t)held->held < m->reaction_count);
    release x = {m, m->g, choice, e, held, &m->reactions[held->held], a};
    for (int k = 0; k < x.r->size; k++)
        R[k] = expr_int(x.g, 0);
    add_inertia(&x, add_elements(&x, R), R);
    add_rows(&x, R);
    add_known_friction(&x, R);
    set_values(&x, R);
}
