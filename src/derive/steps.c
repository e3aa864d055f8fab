/* The derivation from positions to equations as in a textbook: each line follows from those above. */
#include <string.h>

#include "algebra/algebra.h"
#include "derive/derivation.h"

/* The formulas of the steps, simplified together: they share their parts. */
typedef struct steps {
    const derivation *d;
    derive_page *p;
    expr_id *at, *rate;     /* bodies that are there, in space numbers each */
    expr_id *energy;        /* of the elements that have one */
    expr_id *momentum_rate; /* n: d/dt dL/dq' = sum of M q'' + dp/dq q' + dp/dt */
    size_t place_count, energy_count;
} steps;

static bool has_energy(const mech_choice *c, const system_element *x) {
    return x->kind < ELEMENT_FORCE && mech_in_force(c, x);
}

static void list_places_and_energies(steps *s) {
    const derivation *d = s->d;
    const mech_choice *c = d->request->choice;
    const size_t most = d->m->body_count * (size_t)d->m->space, elements = c->system->element_count;
    s->at = ARENA_ARRAY(d->memory, expr_id, most + elements + 1);
    for (size_t b = 0; b < d->m->body_count; b++)
        for (int k = 0; c->system->body_start[b][0].i && k < d->m->space; k++)
            s->at[s->place_count++] = c->system->body_start[b][k];
    s->energy = s->at + s->place_count;
    for (size_t k = 0; k < elements; k++)
        if (has_energy(c, &c->system->elements[k]))
            s->energy[s->energy_count++] = c->system->elements[k].energy;
    algebra_simplify(d->g, s->at, s->place_count + s->energy_count, s->at);
}

static void list_rates(steps *s) {
    const derivation *d = s->d;
    const int n = d->e.n;
    s->rate = ARENA_ARRAY(d->memory, expr_id, s->place_count + (size_t)n + 1);
    s->momentum_rate = s->rate + s->place_count;
    for (size_t k = 0; k < s->place_count; k++)
        s->rate[k] = mech_rate(d->m, &d->e, s->at[k]);
    for (int i = 0; i < n; i++)
        s->momentum_rate[i] = mech_rate(d->m, &d->e, d->p[i]);
    algebra_simplify(d->g, s->rate, s->place_count + (size_t)n, s->rate);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const expr_id term = expr_mul(d->g, d->e.M[i * n + j], d->a[j]);
            s->momentum_rate[i] = expr_add(d->g, s->momentum_rate[i], term);
        }
}

/* Where the bodies are and how fast: what the energies are made of. */
static void add_positions(const steps *s) {
    const derivation *d = s->d;
    const int space = d->m->space;
    expr_id *at = s->at, *rate = s->rate;
    if (!d->m->body_count)
        return;
    derive_page_add_section(s->p, "positions", "Step: positions and velocities",
                            "Centres of mass, and their rates by the chain rule.");
    for (size_t b = 0; b < d->m->body_count; b++) {
        if (!d->request->choice->system->body_start[b][0].i)
            continue;
        const char *name = d->m->bodies[b].name;
        page_equation *q = derive_page_add(s->p, name);
        derive_page_add_symbol(q, base_arena_printf(d->memory, "r_%s", name), NULL);
        derive_page_add_matrix(q, at, space, 1);
        q = derive_page_add(s->p, name);
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

static void add_parts_of_energy(const steps *s) {
    static const char *const symbols[] = {
        [ELEMENT_KINETIC] = "T", [ELEMENT_POTENTIAL] = "V", [ELEMENT_LAGRANGIAN] = "L", [ELEMENT_DISSIPATION] = "D"};
    const derivation *d = s->d;
    const mech_choice *c = d->request->choice;
    const expr_id *energy = s->energy;
    derive_page_add_section(
        s->p, "parts", "Step: energies of the parts",
        "`1/2 m v^2` and `1/2 I omega^2`; for a uniform rod `m/6 (vA.vA + vA.vB + vB.vB)` with the velocities of "
        "its ends.");
    for (size_t k = 0; k < c->system->element_count; k++) {
        const system_element *x = &c->system->elements[k];
        if (!has_energy(c, x))
            continue;
        const expr_id own = *energy++;
        if (expr_is_zero(d->g, own))
            continue;
        page_equation *q = derive_page_add(s->p, x->name);
        bool only = count_of_kind(d, x->kind) == 1 && strcmp(symbols[x->kind], x->name) == 0;
        derive_page_add_symbol(q, derive_symbol(d, symbols[x->kind]), only ? NULL : x->name);
        derive_page_add_expr(s->p, q, own);
    }
}

static void add_derivatives(const steps *s) {
    const derivation *d = s->d;
    derive_page *p = s->p;
    derive_page_add_section(
        p, "derivatives", "Step: derivatives of the Lagrangian",
        derive_words(d, "For each coordinate: its momentum, the rate of the momentum, and the derivative of `L`."));
    for (int i = 0; i < d->e.n; i++) {
        const char *q_name = derive_name(d, d->q[i]), *v_name = derive_name(d, d->v[i]);
        page_equation *q = derive_page_add(p, q_name);
        derive_page_add_partial(q, derive_symbol(d, "L"), v_name, false);
        derive_page_add_expr(p, q, d->p[i]);
        q = derive_page_add(p, q_name);
        derive_page_add_partial(q, derive_symbol(d, "L"), v_name, true);
        derive_page_add_expr(p, q, s->momentum_rate[i]);
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
    steps s = {.d = d, .p = p};
    list_places_and_energies(&s);
    list_rates(&s);
    add_positions(&s);
    add_parts_of_energy(&s);
    add_derivatives(&s);
    add_rates_of_constraints(d, p);
    add_constraint_forces(d, p);
    derive_page_add_section(p, "assembly", "Step: assembly", derive_words(d, assembly));
}
