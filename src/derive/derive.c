/* The contents of the page: coordinates, energies, constraints, forces, and the equations in the requested form. */
#include "derive/derive.h"

#include <string.h>

#include "algebra/algebra.h"
#include "base/strbuf.h"
#include "derive/derivation.h"
#include "derive/divisors.h"
#include "expr/notation.h"
#include "expr/walk.h"

const char *const derive_form_names[DERIVE_FORM_COUNT] = {
    [DERIVE_LAGRANGE] = "lagrange", [DERIVE_MATRIX] = "matrix",
    [DERIVE_EXPLICIT] = "explicit", [DERIVE_FIRST_ORDER] = "first-order",
    [DERIVE_LINEAR] = "linear",     [DERIVE_HAMILTON] = "hamilton",
    [DERIVE_ROUTH] = "routh",       [DERIVE_KANE] = "kane",
    [DERIVE_MAGGI] = "maggi",       [DERIVE_NULL_SPACE] = "null-space",
};

static void add_coordinates(const derivation *d, derive_page *p) {
    derive_page_add_section(p, "coordinates", "Coordinates", NULL);
    for (int i = 0; i < d->e.n; i++) {
        const model_coord *c = &d->m->coords[d->e.coords[i]];
        derive_page_add(p, c->name)->note = c->label;
    }
}

static void add_formula(derive_page *p, const char *label, const char *symbol, expr_id value) {
    page_equation *q = derive_page_add(p, label);
    derive_page_add_symbol(q, symbol, NULL);
    derive_page_add_expr(p, q, derive_unlike_terms(p->m->g, derive_spread(p->m->g, value), true));
}

static bool has_elements(const derivation *d, element_kind kind) {
    const mech_choice *c = d->request->choice;
    for (size_t i = 0; i < c->system->element_count; i++)
        if (c->system->elements[i].kind == kind && mech_in_force(c, &c->system->elements[i]))
            return true;
    return false;
}

/* A quaternion's norm is kept by a constraint; see the bodies' kinetic energy for why T knows of it. */
static bool has_norms(const derivation *d) {
    for (size_t i = 0; i < d->m->orientation_count; i++)
        for (int k = 0; k < d->e.m; k++)
            if (d->e.rows[k] == d->m->orientations[i].row)
                return true;
    return false;
}

/* What each element has, in their order; else all as one formula. */
static void add_potential(const derivation *d, derive_page *p) {
    int count;
    expr_id *each = derive_potential_elements(d, d->V, &count);
    if (!each) {
        add_formula(p, "", derive_symbol(d, "V"), derive_potential_terms(d, d->V));
        return;
    }
    page_equation *q = derive_page_add(p, "");
    derive_page_add_symbol(q, derive_symbol(d, "V"), NULL);
    derive_page_add_terms(q, each, count);
}

static void add_energies(const derivation *d, derive_page *p) {
    derive_page_add_section(
        p, "energies", "Energies",
        d->lagrangian  ? derive_words(d, "`L` contains the Lagrangian as given.")
        : d->reduced   ? derive_words(d, "`L = T - V`, where the norm of a quaternion is 1 and its rate 0. So its "
                                           "multiplier is another one than that of results; all else is the same.")
        : has_norms(d) ? derive_words(d, "`L = T - V`. The term in `T` with the squared rate of a quaternion's norm "
                                         "vanishes while the norm is constant; it makes `M` invertible.")
                       : derive_words(d, "`L = T - V`"));
    if (has_elements(d, ELEMENT_KINETIC))
        add_formula(p, "", derive_symbol(d, "T"), derive_without_nests(d->g, derive_kinetic_terms(d, d->T)));
    if (has_elements(d, ELEMENT_POTENTIAL))
        add_potential(d, p);
    if (d->lagrangian)
        add_formula(p, "", derive_symbol(d, "L"), d->L);
}

static const char *row_name(const derivation *d, int k) {
    return d->m->rows[d->e.rows[k]].name;
}

/* What rubs there: the friction of a constraint or of ropes has a name of its own. */
static const char *name_of_friction(const derivation *d, size_t row) {
    const model_row *r = &d->m->rows[row];
    return r->contact || r->known || r->partner < 0 ? r->name : d->m->rows[r->partner].group;
}

/* Friction acts along with the contact's multiplier: C differs from A there. */
static bool is_sliding(const derivation *d, int k) {
    int n = d->e.n;
    for (int i = 0; i < n; i++)
        if (!expr_same(d->e.C[k * n + i], d->e.A[k * n + i]))
            return true;
    return false;
}

/* Up to which friction holds at rest, where that is more than it is while something slides. */
static void add_static(const derivation *d, derive_page *p, const char *name, expr_id hold, const char *what) {
    if (!hold.i)
        return;
    algebra_simplify(d->g, &hold, 1, &hold);
    page_equation *q = derive_page_add(p, name);
    derive_page_add_symbol(q, derive_symbol(d, "static"), NULL);
    derive_page_add_expr(p, q, hold);
    q->note = what;
}

static void add_static_coefficient(const derivation *d, derive_page *p, int row) {
    add_static(d, p, name_of_friction(d, (size_t)row), d->request->choice->system->rows[row].hold,
               d->m->rows[row].known ? "the limit at rest" : "the coefficient at rest");
}

/* What slides by is the rate of a path, or given as it is. */
static expr_id slip_of(const derivation *d, int row, int t) {
    const system_row *rows = d->request->choice->system->rows;
    expr_id slip =
        rows[row].along[t].i ? mech_rate(d->m, &d->e, rows[row].along[t]) : rows[d->m->rows[row].partner + t].f;
    algebra_simplify(d->g, &slip, 1, &slip);
    return slip;
}

/* Whether it rubs and neither slides nor has a row: what others hold, it holds too. */
static bool sticks_too(const derivation *d, int row) {
    const model_row *r = &d->m->rows[row];
    const mech_choice *c = d->request->choice;
    const system_row *x = &c->system->rows[row];
    const bool there = (r->known || c->rows[row]) && !x->ended && !c->switched_off[r->element];
    return r->tangents > 0 && there && !c->rows[r->partner] && !(c->slip && c->slip[row]) && model_rubs(d->g, x);
}

static void add_held_by_others(const derivation *d, derive_page *p) {
    for (int row = 0; row < (int)d->m->row_count; row++)
        for (int t = 0; t < d->m->rows[row].tangents && sticks_too(d, row); t++) {
            page_equation *q = derive_page_add(p, d->m->rows[d->m->rows[row].partner + t].name);
            derive_page_add_expr(p, q, slip_of(d, row, t));
            derive_page_add_expr(p, q, expr_int(d->g, 0));
            q->note = "friction sticks; follows from other constraints";
        }
}

static void add_constraints(const derivation *d, derive_page *p) {
    if (!d->e.m)
        return;
    const bool eliminated = d->request->form >= DERIVE_KANE;
    derive_page_add_section(p, "constraints", "Constraints", eliminated ? NULL : "Each has a multiplier.");
    for (int k = 0; k < d->e.m; k++) {
        const model_row *row = &d->m->rows[d->e.rows[k]];
        page_equation *q = derive_page_add(p, row_name(d, k));
        derive_page_add_expr(p, q, d->says[k]);
        derive_page_add_expr(p, q, expr_int(d->g, 0));
        q->note = !row->contact      ? row->friction ? "friction sticks" : NULL
                  : row->pulls       ? "a taut rope"
                  : is_sliding(d, k) ? "a closed contact, sliding"
                                     : "a closed contact";
        if (row->friction && d->e.rows[k] == d->m->rows[row->partner].partner)
            add_static_coefficient(d, p, row->partner);
    }
    add_held_by_others(d, p);
}

/* Whether this is a contact, a rope or a freewheel that could act now and does not. */
static bool is_open(const derivation *d, size_t row) {
    const mech_choice *c = d->request->choice;
    const model_row *r = &d->m->rows[row];
    return r->contact && !c->rows[row] && !c->switched_off[r->element] && c->system->rows[row].f.i;
}

/* What begins to act by itself, each by what stays at or above 0 until then. */
static void add_open(const derivation *d, derive_page *p) {
    bool any = false;
    for (size_t row = 0; row < d->m->row_count; row++) {
        if (!is_open(d, row))
            continue;
        if (!any)
            derive_page_add_section(p, "open", "Open contacts",
                                    "What stands here is not negative; where it comes to 0 the contact closes.");
        any = true;
        expr_id f = d->request->choice->system->rows[row].f;
        algebra_simplify(d->g, &f, 1, &f);
        page_equation *q = derive_page_add(p, d->m->rows[row].name);
        derive_page_add_expr(p, q, f);
        q->note = d->m->rows[row].pulls ? "a slack rope" : NULL;
    }
}

static void add_force(const derivation *d, derive_page *p, const char *name, int i, expr_id Q) {
    page_equation *q = derive_page_add(p, name);
    derive_page_add_symbol(q, derive_symbol(d, "Q"), derive_name(d, d->q[i]));
    derive_page_add_expr(p, q, Q);
}

static void add_slips(const derivation *d, derive_page *p, int row) {
    for (int t = 0; t < d->m->rows[row].tangents; t++) {
        page_equation *q = derive_page_add(p, name_of_friction(d, (size_t)row));
        derive_page_add_symbol(q, derive_symbol(d, "slip"), NULL);
        derive_page_add_expr(p, q, slip_of(d, row, t));
    }
}

/* Where contacts slide: which way, and what friction does about it. */
static void add_sliding(const derivation *d, derive_page *p) {
    const int n = d->e.n;
    for (int k = 0; k < d->e.m; k++) {
        if (!is_sliding(d, k))
            continue;
        add_slips(d, p, d->e.rows[k]);
        for (int i = 0; i < n; i++) {
            expr_id drag = expr_sub(d->g, d->e.A[k * n + i], d->e.C[k * n + i]);
            algebra_simplify(d->g, &drag, 1, &drag);
            if (!expr_is_zero(d->g, drag))
                add_force(d, p, name_of_friction(d, (size_t)d->e.rows[k]), i, expr_mul(d->g, drag, d->lambda[k]));
        }
        add_static_coefficient(d, p, d->e.rows[k]);
    }
}

/* Friction of a known limit in several directions, where it slides. */
static bool is_known_friction(const derivation *d, size_t row) {
    return d->m->rows[row].known && d->request->choice->slip && d->request->choice->slip[row];
}

static bool has_known_friction(const derivation *d) {
    for (size_t row = 0; row < d->m->row_count; row++)
        if (is_known_friction(d, row))
            return true;
    return false;
}

static void add_known_friction(const derivation *d, derive_page *p) {
    const mech_choice places = mech_without_states(d->m, d->request->choice, d->memory); /* as the equations are */
    for (size_t row = 0; row < d->m->row_count; row++) {
        if (!is_known_friction(d, row))
            continue;
        const char *name = d->m->rows[row].name;
        expr_id *Q = ARENA_ARRAY(d->memory, expr_id, d->e.n + 1);
        add_slips(d, p, (int)row);
        mech_known_friction(d->m, &places, &d->e, (int)row, d->memory, Q);
        for (int i = 0; i < d->e.n; i++) {
            if (!Q[i].i || expr_is_zero(d->g, Q[i]))
                continue;
            algebra_simplify(d->g, &Q[i], 1, &Q[i]);
            add_force(d, p, name, i, Q[i]);
        }
        add_static(d, p, name, d->request->choice->system->rows[row].hold, "the limit at rest");
    }
}

/* Adds the names of the contacts that slide that way; false if there are none. */
static bool list_sliding(const derivation *d, int way, const char *before, strbuf *s) {
    bool any = false;
    for (int k = 0; k < d->e.m; k++) {
        if (!is_sliding(d, k) || mech_slip_way(d->request->choice->slip[d->e.rows[k]]) != way)
            continue;
        base_strbuf_printf(s, "%s%s", any ? ", " : before, name_of_friction(d, (size_t)d->e.rows[k]));
        any = true;
    }
    return any;
}

static const char *words_of_forces(const derivation *d) {
    strbuf s = base_strbuf_make(d->memory);
    base_strbuf_add(&s, "The contribution of each to the equation of each coordinate.");
    if (!d->e.unsymmetric)
        return base_strbuf_text(&s);
    base_strbuf_add(&s, " Friction acts against the slip, which is");
    bool forwards = list_sliding(d, 1, " positive at ", &s);
    list_sliding(d, -1, forwards ? ", negative at " : " negative at ", &s);
    base_strbuf_add(&s, "; in the equations of motion it is combined with the normal force.");
    return base_strbuf_text(&s);
}

/* The generalized forces that come from no potential, element by element. */
static void add_forces(const derivation *d, derive_page *p) {
    const mech_choice *c = d->request->choice;
    if (!has_elements(d, ELEMENT_FORCE) && !has_elements(d, ELEMENT_DISSIPATION) && !d->e.unsymmetric &&
        !has_known_friction(d))
        return;
    derive_page_add_section(p, "forces", "Generalized forces", words_of_forces(d));
    expr_id *Q = ARENA_ARRAY(d->memory, expr_id, d->e.n);
    for (size_t k = 0; k < c->system->element_count; k++) {
        const system_element *x = &c->system->elements[k];
        if ((x->kind != ELEMENT_FORCE && x->kind != ELEMENT_DISSIPATION) || !mech_in_force(c, x))
            continue;
        mech_element_force(d->m, &d->e, x, d->memory, Q);
        for (int i = 0; i < d->e.n; i++) {
            if (!Q[i].i)
                continue;
            algebra_simplify(d->g, &Q[i], 1, &Q[i]);
            if (derive_use_facts(d->facts, &Q[i], 1))
                algebra_simplify(d->g, &Q[i], 1, &Q[i]);
            if (!expr_is_zero(d->g, Q[i]))
                add_force(d, p, x->name, i, Q[i]);
        }
        add_static(d, p, x->name, x->hold, "the limit at rest");
    }
    add_sliding(d, p);
    add_known_friction(d, p);
}

static void add_row_rates(const derivation *d, derive_page *p) {
    for (int k = 0; k < d->e.m; k++) {
        page_equation *q = derive_page_add(p, row_name(d, k));
        derive_page_add_expr(p, q, derive_row_rate(d, k));
        derive_page_add_expr(p, q, derive_spread(d->g, d->e.gamma[k]));
    }
}

/* Row i of M q'' + h + C^T lambda. */
static expr_id row_of_parts(const derivation *d, const expr_id *M, const expr_id *h, int i) {
    expr_id sum = h[i];
    for (int j = d->e.n; j-- > 0;)
        sum = expr_add(d->g, expr_mul(d->g, M[i * d->e.n + j], d->a[j]), sum);
    for (int k = 0; k < d->e.m; k++)
        sum = expr_add(d->g, sum, expr_mul(d->g, d->e.C[k * d->e.n + i], d->lambda[k]));
    return sum;
}

static bool add_lagrange(const derivation *d, derive_page *p) {
    const bool wide = derive_is_wide(d);
    expr_id *M = ARENA_ARRAY(d->memory, expr_id, d->e.n * d->e.n + 1), *h = ARENA_ARRAY(d->memory, expr_id, d->e.n + 1);
    if (wide)
        derive_add_parts(d, p, M, h);
    derive_page_add_section(p, "equations", "Equations of motion",
                            d->e.m ? "One for each coordinate, completed by the constraints differentiated twice."
                                   : "One for each coordinate.");
    for (int i = 0; i < d->e.n; i++) {
        page_equation *q = derive_page_add(p, derive_name(d, d->q[i]));
        derive_page_add_expr(p, q, wide ? row_of_parts(d, M, h, i) : derive_left_side(d, i));
        q->sides[0].first = d->a[i];
        derive_page_add_expr(p, q, d->Q[i]);
    }
    add_row_rates(d, p);
    return true;
}

static void add_matrix(derive_page *p, const char *symbol, expr_id *e, int rows, int cols) {
    page_equation *q = derive_page_add(p, "");
    derive_page_add_symbol(q, symbol, NULL);
    derive_page_add_matrix(q, e, rows, cols);
}

static bool add_matrices(const derivation *d, derive_page *p) {
    int n = d->e.n, m = d->e.m;
    derive_page_add_section(
        p, "equations", "Equations of motion",
        derive_words(d, !m ? "`M q'' = h`, with q in the order of the coordinates above."
                        : d->e.unsymmetric
                            ? "`M q'' + C^T lambda = h` and `A q'' = gamma`; sliding friction makes `C` differ "
                              "from `A`. q and lambda in the order above."
                            : "`M q'' + A^T lambda = h` and `A q'' = gamma`, with q and lambda in the order "
                              "above."));
    add_matrix(p, derive_symbol(d, "M"), d->e.M, n, n);
    add_matrix(p, derive_symbol(d, "h"), d->e.h, n, 1);
    if (m) {
        add_matrix(p, derive_symbol(d, "A"), d->e.A, m, n);
        add_matrix(p, derive_symbol(d, "gamma"), d->e.gamma, m, 1);
    }
    if (d->e.unsymmetric)
        add_matrix(p, derive_symbol(d, "C"), d->e.C, m, n);
    return true;
}

static const char *unsolved(const derivation *d) {
    return d->e.n ? "These equations are singular at the given state: they do not determine all accelerations."
                  : "There are none: the model has no coordinates.";
}

static void add_multipliers(const derivation *d, derive_page *p, const expr_id *x, const bool *left_out) {
    for (int k = 0; k < d->e.m; k++) {
        page_equation *q = derive_page_add(p, row_name(d, k));
        derive_page_add_expr(p, q, d->lambda[k]);
        derive_page_add_expr(p, q, x[d->e.n + k]);
        q->note = left_out[k] ? "follows from other constraints" : NULL;
    }
}

static bool add_explicit(const derivation *d, derive_page *p) {
    expr_id *x = ARENA_ARRAY(d->memory, expr_id, d->e.n + d->e.m);
    bool *left_out = ARENA_ARRAY(d->memory, bool, d->e.m);
    derive_pivots risky;
    if (!derive_solve(d, x, left_out, &risky))
        return false;
    derive_page_add_section(p, "equations", "Equations of motion",
                            derive_words_of_divisors(d, "Solved for the accelerations and the multipliers.", &risky));
    for (int i = 0; i < d->e.n; i++) {
        page_equation *q = derive_page_add(p, derive_name(d, d->q[i]));
        derive_page_add_expr(p, q, d->a[i]);
        derive_page_add_expr(p, q, x[i]);
    }
    add_multipliers(d, p, x, left_out);
    return true;
}

static bool add_first_order(const derivation *d, derive_page *p) {
    int n = d->e.n, m = d->e.m;
    expr_id *x = ARENA_ARRAY(d->memory, expr_id, n + m), *state = ARENA_ARRAY(d->memory, expr_id, n);
    bool *left_out = ARENA_ARRAY(d->memory, bool, m);
    derive_pivots risky;
    if (!derive_solve(d, x, left_out, &risky))
        return false;
    derive_name_each(d, "v", state);
    expr_substitute(d->g, x, (size_t)(n + m), d->v, state, (size_t)n, x);
    expr_substitute(d->g, d->rates, (size_t)d->state_count, d->v, state, (size_t)n, d->rates);
    derive_page_add_section(p, "equations", "Equations of motion",
                            derive_words_of_divisors(d, "As a system of first order, for ODE solvers.", &risky));
    for (int i = 0; i < n; i++) {
        page_equation *q = derive_page_add(p, derive_name(d, d->q[i]));
        derive_page_add_expr(p, q, d->v[i]);
        derive_page_add_expr(p, q, state[i]);
    }
    for (int i = 0; i < n; i++) {
        page_equation *q = derive_page_add(p, derive_name(d, state[i]));
        derive_page_add_symbol(q, derive_rate_name(d, state[i]), NULL);
        derive_page_add_expr(p, q, x[i]);
    }
    add_multipliers(d, p, x, left_out);
    return true;
}

/* What writes the equations, and how they follow from the steps before. */
static const struct {
    bool (*add)(const derivation *d, derive_page *p);
    const char *assembly;
} forms[DERIVE_FORM_COUNT] = {
    [DERIVE_LAGRANGE] = {add_lagrange, NULL},
    [DERIVE_MATRIX] = {add_matrices, NULL},
    [DERIVE_EXPLICIT] = {add_explicit, NULL},
    [DERIVE_FIRST_ORDER] = {add_first_order, NULL},
    [DERIVE_LINEAR] = {derive_add_linear, NULL},
    [DERIVE_HAMILTON] =
        {derive_add_hamilton,
         "The momenta `p = dL/dq'` are solved for the velocities, and `H` is the sum of `p q'` less `L`, "
         "without velocities. Then `q'` is its derivative by `p`, and `p'` that by `q` with the other "
         "sign, with `Q - R`."},
    [DERIVE_ROUTH] =
        {derive_add_routh,
         "A coordinate that `L` does not contain has a constant momentum. These momenta are solved for the "
         "velocities of their coordinates, which `L` less the sum of `p q'` no longer contains: it is the "
         "Lagrangian of the other coordinates."},
    [DERIVE_KANE] = {derive_add_kane,
                     "The constraints are solved for the dependent velocities, `q' = S u + s`. Each speed moves all "
                     "coordinates by its column of `S`; Lagrange's equations added up with these factors contain no "
                     "multiplier, and `q''` in them is the rate of `S u + s`."},
    [DERIVE_MAGGI] = {derive_add_maggi,
                      "The constraints are solved for the dependent velocities. An independent velocity moves the "
                      "dependent ones with it; Lagrange's equations added up with these factors contain no "
                      "multiplier."},
    [DERIVE_NULL_SPACE] =
        {derive_add_null_space,
         "The constraints `A q' + a = 0` are solved for the dependent velocities, `q' = S u + s`. The "
         "columns of `S` span the null space of `A`: the transpose of `S` times `A^T lambda` is 0. With "
         "the rate of `S u + s` for `q''`, as many equations are left as there are velocities `u`."},
};

static const char usual_assembly[] = "`d/dt dL/dq' - dL/dq + R = Q` for each coordinate, `R` summed over the "
                                     "constraints; what appears in both derivatives of `L` cancels.";

/* A variable of a page that is the rate of another, u'. */
static bool is_own_rate(const model *m, size_t var) {
    const char *name = expr_var_name(m->g, (uint32_t)var);
    const size_t length = strlen(name);
    return length > 0 && name[length - 1] == '\'';
}

/* A definition of the model, without velocities. */
static bool is_position(const model *m, size_t var) {
    for (size_t k = 0; k < m->definition_count; k++)
        if (strcmp(m->definitions[k].name, expr_var_name(m->g, (uint32_t)var)) == 0)
            return !(expr_kinds(m->g, m->definitions[k].value) & 1u << VAR_VELOCITY);
    return false;
}

static unsigned char rank_of_own(const model *m, size_t var, const unsigned char *by_kind) {
    return is_own_rate(m, var) ? by_kind[VAR_ACCELERATION] : is_position(m, var) ? by_kind[VAR_COORD] : 4;
}

/* What is unknown here (abbreviations) is between coordinates and velocities. */
const unsigned char *derive_rank_variables(const model *m, arena *a) {
    static const unsigned char by_kind[VAR_KIND_COUNT] = {[VAR_PARAM] = 1,
                                                          [VAR_TIME] = 3,
                                                          [VAR_COORD] = 2,
                                                          [VAR_VELOCITY] = 5,
                                                          [VAR_STATE] = 5,
                                                          [VAR_ACCELERATION] = 6,
                                                          [VAR_LAMBDA] = EXPR_RANK_LAST};
    size_t count = expr_var_count(m->g);
    unsigned char *rank = ARENA_ARRAY(a, unsigned char, count);
    for (size_t i = 0; i < count; i++)
        rank[i] = i < m->var_count ? by_kind[m->vars[i].kind] : rank_of_own(m, i, by_kind);
    for (size_t i = 0; i < m->coord_count; i++) {
        size_t after = m->coord_count - 1 - i, most = DERIVE_RANK_FIRST - 1 - by_kind[VAR_ACCELERATION];
        if (rank[m->coords[i].a] == by_kind[VAR_ACCELERATION])
            rank[m->coords[i].a] = (unsigned char)(by_kind[VAR_ACCELERATION] + (after < most ? after : most));
    }
    return rank;
}

derive_page derive_write_page(model *m, const derive_request *asked, arena *a) {
    derive_page p = {.m = m, .form = derive_form_names[asked->form], .mode = asked->mode, .memory = a};
    mech_choice choice = *asked->choice;
    derive_request named = *asked;
    const derive_request *request = &named;
    choice.system = model_named_variant(m, choice.system->freed);
    named.choice = &choice;
    arena_mark mark = base_arena_get_mark(m->scratch);
    const model_system *given = choice.system;
    if (request->form == DERIVE_LAGRANGE)
        choice.system = derive_reduce_quaternions(m, &choice, a);
    derivation d = derive_begin(m, request, a);
    d.reduced = choice.system != given;
    add_coordinates(&d, &p);
    add_energies(&d, &p);
    add_constraints(&d, &p);
    add_open(&d, &p);
    add_forces(&d, &p);
    if (request->steps)
        derive_add_steps(&d, &p, forms[request->form].assembly ? forms[request->form].assembly : usual_assembly);
    if (!forms[request->form].add(&d, &p))
        derive_page_add_section(&p, "equations", "Equations of motion", unsolved(&d));
    if (!p.refused) {
        derive_add_states(&d, &p);
        derive_add_facts(&d, &p);
        derive_page_tidy(&p);
        derive_page_join_equals(&p);
        derive_page_define_lets(&p);
        const bool lets = derive_page_name_lets(&p);
        if (lets) {
            derive_page_tidy(&p);
            derive_page_join_equals(&p);
        }
        if (derive_page_name_roots(&p))
            derive_page_tidy(&p);
        derive_page_name_parts(&p);
        derive_page_tidy(&p);
        if (lets)
            derive_page_order_definitions(&p);
        derive_page_order_terms(&p);
    }
    p.rank = derive_rank_variables(m, a);
    p.ranked = expr_var_count(m->g);
    model_forget_named(m);
    base_arena_release(m->scratch, mark);
    return p;
}
