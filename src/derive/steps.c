/* The derivation from positions to equations as in a textbook: each line follows from those above. */
#include <string.h>

#include "algebra/algebra.h"
#include "derive/derivation.h"

/* Where the bodies are and how fast: what the energies are made of. All at once: they share their parts. */
static void add_positions(const derivation *d, derive_page *p) {
    const mech_choice *c = d->request->choice;
    const int space = d->m->space;
    if (!d->m->body_count)
        return;
    derive_page_add_section(p, "positions", "Step: positions and velocities",
                            "Centres of mass, and their rates by the chain rule.");
    const size_t most = d->m->body_count * (size_t)space;
    expr_id *at = ARENA_ARRAY(d->memory, expr_id, most), *rate = ARENA_ARRAY(d->memory, expr_id, most);
    size_t count = 0;
    for (size_t b = 0; b < d->m->body_count; b++)
        for (int k = 0; c->system->body_start[b][0].i && k < space; k++)
            at[count++] = c->system->body_start[b][k];
    algebra_simplify(d->g, at, count, at);
    for (size_t k = 0; k < count; k++)
        rate[k] = mech_rate(d->m, &d->e, at[k]);
    algebra_simplify(d->g, rate, count, rate);
    for (size_t b = 0; b < d->m->body_count; b++) {
        if (!c->system->body_start[b][0].i)
            continue;
        const char *name = d->m->bodies[b].name;
        page_equation *q = derive_page_add(p, name);
        derive_page_add_symbol(q, base_arena_printf(d->memory, "r_%s", name), NULL);
        derive_page_add_matrix(q, at, space, 1);
        q = derive_page_add(p, name);
        derive_page_add_symbol(q, base_arena_printf(d->memory, "r_%s'", name), NULL);
        derive_page_add_matrix(q, rate, space, 1);
        at += space;
        rate += space;
    }
}

static int count_of_kind(const derivation *d, element_kind kind) {
    const mech_choice *c = d->request->choice;
    int count = 0;
    for (size_t k = 0; k < c->system->element_count; k++)
        count += c->system->elements[k].kind == kind && mech_in_force(c, &c->system->elements[k]);
    return count;
}

static bool has_energy(const mech_choice *c, const system_element *x) {
    return x->kind < ELEMENT_FORCE && mech_in_force(c, x);
}

static void add_parts_of_energy(const derivation *d, derive_page *p) {
    static const char *const symbols[] = {
        [ELEMENT_KINETIC] = "T", [ELEMENT_POTENTIAL] = "V", [ELEMENT_LAGRANGIAN] = "L", [ELEMENT_DISSIPATION] = "D"};
    const mech_choice *c = d->request->choice;
    derive_page_add_section(
        p, "parts", "Step: energies of the parts",
        "`1/2 m v^2` and `1/2 I omega^2`; for a uniform rod `m/6 (vA.vA + vA.vB + vB.vB)` with the velocities of "
        "its ends.");
    expr_id *energy = ARENA_ARRAY(d->memory, expr_id, c->system->element_count + 1);
    size_t count = 0, next = 0;
    for (size_t k = 0; k < c->system->element_count; k++)
        if (has_energy(c, &c->system->elements[k]))
            energy[count++] = c->system->elements[k].energy;
    algebra_simplify(d->g, energy, count, energy);
    for (size_t k = 0; k < c->system->element_count; k++) {
        const system_element *x = &c->system->elements[k];
        if (!has_energy(c, x) || expr_is_zero(d->g, energy[next++]))
            continue;
        page_equation *q = derive_page_add(p, x->name);
        bool only = count_of_kind(d, x->kind) == 1 && strcmp(symbols[x->kind], x->name) == 0;
        derive_page_add_symbol(q, derive_symbol(d, symbols[x->kind]), only ? NULL : x->name);
        derive_page_add_expr(p, q, energy[next - 1]);
    }
}

/* d/dt dL/dq' = sum of M q'' + dp/dq q' + dp/dt. */
static expr_id *momentum_rates(const derivation *d) {
    const int n = d->e.n;
    expr_id *rate = ARENA_ARRAY(d->memory, expr_id, n + 1);
    for (int i = 0; i < n; i++)
        rate[i] = mech_rate(d->m, &d->e, d->p[i]);
    algebra_simplify(d->g, rate, (size_t)n, rate);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rate[i] = expr_add(d->g, rate[i], expr_mul(d->g, d->e.M[i * n + j], d->a[j]));
    return rate;
}

static void add_derivatives(const derivation *d, derive_page *p) {
    derive_page_add_section(
        p, "derivatives", "Step: derivatives of the Lagrangian",
        derive_words(d, "For each coordinate: its momentum, the rate of the momentum, and the derivative of `L`."));
    const expr_id *rates = momentum_rates(d);
    for (int i = 0; i < d->e.n; i++) {
        const char *q_name = derive_name(d, d->q[i]), *v_name = derive_name(d, d->v[i]);
        page_equation *q = derive_page_add(p, q_name);
        derive_page_add_partial(q, derive_symbol(d, "L"), v_name, false);
        derive_page_add_expr(p, q, d->p[i]);
        q = derive_page_add(p, q_name);
        derive_page_add_partial(q, derive_symbol(d, "L"), v_name, true);
        derive_page_add_expr(p, q, rates[i]);
        q = derive_page_add(p, q_name);
        derive_page_add_partial(q, derive_symbol(d, "L"), q_name, false);
        derive_page_add_expr(p, q, d->slope[i]);
    }
}

static void add_rates_of_constraints(const derivation *d, derive_page *p) {
    if (!d->e.m)
        return;
    derive_page_add_section(p, "rates", "Step: constraints differentiated",
                            "Once for the admissible velocities, twice for the accelerations.");
    for (int k = 0; k < d->e.m; k++) {
        const char *name = d->m->rows[d->e.rows[k]].name;
        page_equation *q = derive_page_add(p, name);
        derive_page_add_expr(p, q, d->e.f_dot[k]);
        derive_page_add_expr(p, q, expr_int(d->g, 0));
        q = derive_page_add(p, name);
        expr_id left = derive_row_rate(d, k);
        derive_page_add_expr(p, q, expr_sub(d->g, left, d->e.gamma[k]));
        derive_page_add_expr(p, q, expr_int(d->g, 0));
    }
}

/* How each constraint pushes along each coordinate: its row of the Jacobian times its multiplier. */
static void add_constraint_forces(const derivation *d, derive_page *p) {
    if (!d->e.m)
        return;
    derive_page_add_section(
        p, "reactions", "Step: forces of the constraints",
        "The terms on the left side of each coordinate's equation: the gradient of the constraint times "
        "its multiplier.");
    for (int k = 0; k < d->e.m; k++)
        for (int i = 0; i < d->e.n; i++) {
            expr_id slope = d->e.C[k * d->e.n + i];
            if (expr_is_zero(d->g, slope))
                continue;
            page_equation *q = derive_page_add(p, d->m->rows[d->e.rows[k]].name);
            derive_page_add_symbol(q, derive_symbol(d, "R"), derive_name(d, d->q[i]));
            derive_page_add_expr(p, q, expr_mul(d->g, slope, d->lambda[k]));
        }
}

void derive_add_steps(const derivation *d, derive_page *p, const char *assembly) {
    add_positions(d, p);
    add_parts_of_energy(d, p);
    add_derivatives(d, p);
    add_rates_of_constraints(d, p);
    add_constraint_forces(d, p);
    derive_page_add_section(p, "assembly", "Step: assembly", derive_words(d, assembly));
}
