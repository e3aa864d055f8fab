/* The tangent linear system: the differentiated equations of motion, solved with the factors at hand. */
#include "sim/dynamics/tangent.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

#include <math.h>
#include <string.h>

typedef VEC(expr_id) root_list;

/* --- Seeds --- */

static uint32_t new_seed(sim *s, variation_seeds *d, uint32_t of, bool moves) {
    uint32_t var = model_add_var(s->m, "d");
    if (moves)
        d->dot[of] = expr_var(s->m->g, var);
    return var;
}

variation_seeds *dynamics_tangent_seeds_create(sim *s, const bool *moving) {
    const model *m = s->m;
    variation_seeds *d = ARENA_NEW(s->a, variation_seeds);
    d->var_count = expr_var_count(m->g);
    d->dot = ARENA_ARRAY(s->a, expr_id, d->var_count + 1);
    uint32_t **lists[] = {&d->q, &d->v, &d->a, &d->lambda, &d->param};
    const size_t counts[] = {m->coord_count, m->coord_count, m->coord_count, m->row_count, m->param_count};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        *lists[k] = ARENA_ARRAY(s->a, uint32_t, counts[k] + 1);
    d->t = new_seed(s, d, m->t, true);
    for (size_t i = 0; i < m->coord_count; i++) {
        d->q[i] = new_seed(s, d, m->coords[i].q, true);
        d->v[i] = new_seed(s, d, m->coords[i].v, true);
        d->a[i] = new_seed(s, d, m->coords[i].a, true);
    }
    for (size_t i = 0; i < m->row_count; i++)
        d->lambda[i] = new_seed(s, d, m->rows[i].lambda, true);
    for (size_t i = 0; i < m->param_count; i++)
        d->param[i] = new_seed(s, d, m->params[i].var, moving[i]);
    return d;
}

void dynamics_tangent_forward(sim *s, const variation_seeds *d, const expr_id *roots, size_t count, bool solved,
                              expr_id *out) {
    size_t vars = expr_var_count(s->m->g);
    LGR_ASSERT(d->var_count <= vars);
    expr_id *dot = ARENA_ARRAY(s->a, expr_id, vars + 1);
    memcpy(dot, d->dot, d->var_count * sizeof *dot);
    for (size_t i = 0; !solved && i < s->m->coord_count; i++)
        dot[s->m->coords[i].a] = EXPR_NONE;
    for (size_t i = 0; !solved && i < s->m->row_count; i++)
        dot[s->m->rows[i].lambda] = EXPR_NONE;
    expr_forward(s->m->g, roots, count, dot, out);
}

uint32_t *dynamics_tangent_inputs(sim *s, const mode *m, const variation_seeds *d, size_t more) {
    size_t n = (size_t)m->n, params = s->m->param_count, k = m->input_count;
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, k + 1 + 2 * n + params + more);
    memcpy(vars, m->input_vars, k * sizeof *vars);
    vars[k++] = d->t;
    for (size_t i = 0; i < n; i++)
        vars[k++] = d->q[m->eq.coords[i]];
    for (size_t i = 0; i < n; i++)
        vars[k++] = d->v[m->eq.coords[i]];
    for (size_t i = 0; i < params; i++)
        vars[k++] = d->param[i];
    return vars;
}

/* --- The program --- */

/* M a + C^T lambda - h, then A a - gamma, with a and lambda as they stand. */
static void push_residuals(sim *s, const mode *m, root_list *list) {
    graph *g = s->m->g;
    const mech_equations *e = &m->eq;
    const expr_id *C = e->unsymmetric ? e->C : e->A;
    for (int i = 0; i < m->n; i++) {
        expr_id sum = e->h[i].i ? expr_neg(g, e->h[i]) : expr_int(g, 0);
        for (int j = 0; j < m->n; j++)
            sum = expr_add(g, sum,
                           expr_mul(g, i >= j ? e->M[i * m->n + j] : e->M[j * m->n + i],
                                    expr_var(g, s->m->coords[e->coords[j]].a)));
        for (int k = 0; k < m->m; k++)
            sum = expr_add(g, sum, expr_mul(g, C[k * m->n + i], expr_var(g, s->m->rows[e->rows[k]].lambda)));
        vec_push(s->a, list, sum);
    }
    for (int k = 0; k < m->m; k++) {
        expr_id sum = expr_neg(g, e->gamma[k]);
        for (int i = 0; i < m->n; i++)
            sum = expr_add(g, sum, expr_mul(g, e->A[k * m->n + i], expr_var(g, s->m->coords[e->coords[i]].a)));
        vec_push(s->a, list, sum);
    }
}

static void push_all(sim *s, root_list *list, const expr_id *roots, size_t count) {
    for (size_t i = 0; i < count; i++)
        vec_push(s->a, list, roots[i].i ? roots[i] : expr_int(s->m->g, 0));
}

/* As they are written: the angles of ropes, in constraints, stand within sines. */
static void push_forces(sim *s, const mode *m, root_list *list) {
    const model_system *x = m->choice.system;
    for (size_t i = 0; i < x->element_count; i++)
        if (x->elements[i].kind == ELEMENT_FORCE && mech_in_force(&m->choice, &x->elements[i]))
            push_all(s, list, x->elements[i].force, (size_t)x->elements[i].size);
}

static root_list forward(sim *s, const variation_seeds *d, const root_list *roots, bool solved) {
    root_list out = {0};
    push_all(s, &out, roots->at, roots->len);
    if (out.len)
        dynamics_tangent_forward(s, d, out.at, out.len, solved, out.at);
    return out;
}

/* Derivatives of |v| v exist at rest. */
static root_list forward_from_rest(sim *s, const variation_seeds *d, const root_list *roots, bool solved) {
    root_list soft = {0};
    push_all(s, &soft, roots->at, roots->len);
    if (soft.len)
        expr_soften(s->m->g, soft.at, soft.len, 1u << VAR_VELOCITY, s->a, soft.at);
    return forward(s, d, &soft, solved);
}

/* Signs and comparisons in what the motion is made of, which no piece freezes, and angles, which jump at half a turn;
   those of parameters alone do not switch along it. */
static bool has_jumps(sim *s, const root_list *roots, bool angles) {
    const uint32_t *order;
    size_t below = roots->len ? expr_nodes_below(s->m->g, roots->at, roots->len, &order) : 0;
    for (size_t i = 0; i < below; i++) {
        const expr_id e = {order[i]};
        expr_op op = expr_node_at(s->m->g, e)->op;
        bool moves = (expr_kinds(s->m->g, e) & ~(1u << VAR_PARAM)) != 0;
        if (moves && (op == EXPR_SIGN || op == EXPR_LT || op == EXPR_LE || op == EXPR_FLOOR || op == EXPR_INTERVAL ||
                      (angles && op == EXPR_ATAN2)))
            return true;
    }
    return false;
}

/* The direction of a force that limits friction is found with it, and held here. */
static bool presses(const mode *m) {
    for (int i = 0; m->pieces && i < m->pieces->pressing_count; i++)
        if (m->slip[m->pieces->pressing[i].row])
            return true;
    return false;
}

static bool names_forces(const sim *s, expr_id e, const bool *forces) {
    return e.i && expr_depends(s->m->g, e, forces);
}

static void find_forces(sim *s, variation *x) {
    const mode *m = x->of;
    bool *forces = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    for (size_t i = 0; i < s->m->row_count; i++)
        forces[s->m->rows[i].lambda] = true;
    x->margin_forces = ARENA_ARRAY(s->a, bool, m->margin_count + 1);
    x->reducer_forces = ARENA_ARRAY(s->a, bool, s->m->reducer_count + 1);
    for (size_t k = 0; k < m->margin_count; k++)
        x->margin_forces[k] = names_forces(s, m->groups[SEG_WATCH - 1].roots[2 * k], forces);
    for (size_t i = 0; i < s->m->reducer_count; i++)
        x->reducer_forces[i] = names_forces(s, dynamics_reducer(s, m, i), forces);
}

static const tape *build(sim *s, variation *x, const variation_seeds *d) {
    const mode *m = x->of;
    root_list residuals = {0}, motion = {0}, rates = {0}, margins = {0}, reducers = {0}, forces = {0};
    const tape_group *rate_group = &m->groups[SEG_RATES - 1];
    push_all(s, &motion, m->groups[SEG_MOTION - 1].roots, m->groups[SEG_MOTION - 1].count);
    push_all(s, &rates, rate_group->roots + 1, rate_group->count - 1);
    for (size_t k = 0; k < m->margin_count; k++)
        vec_push(s->a, &margins, m->groups[SEG_WATCH - 1].roots[2 * k]);
    push_all(s, &reducers, m->groups[SEG_RESULTS - 1].roots + 3 + s->m->output_count, s->m->reducer_count);
    push_residuals(s, m, &residuals);
    push_all(s, &residuals, m->eq.f, (size_t)m->m);
    push_all(s, &residuals, m->eq.f_dot, (size_t)m->m);
    push_forces(s, m, &forces);
    x->jumps = has_jumps(s, &motion, false) || has_jumps(s, &rates, true) || has_jumps(s, &forces, true) || presses(m);
    root_list along = forward_from_rest(s, d, &residuals, false);
    root_list rates_along = forward_from_rest(s, d, &rates, true);
    root_list margins_along = forward(s, d, &margins, true), results = forward(s, d, &reducers, true);
    push_all(s, &margins, margins_along.at, margins_along.len);
    size_t n = (size_t)m->n, rows = (size_t)m->m, inputs = m->input_count, params = s->m->param_count;
    size_t k = inputs + 1 + 2 * n + params;
    uint32_t *vars = dynamics_tangent_inputs(s, m, d, n + rows);
    x->seed_slot = inputs;
    uint32_t *solved = vars + k;
    for (size_t i = 0; i < n; i++)
        vars[k++] = d->a[m->eq.coords[i]];
    for (size_t i = 0; i < rows; i++)
        vars[k++] = d->lambda[m->eq.rows[i]];
    const tape_group groups[VARIATION_END - 1] = {
        {.roots = motion.at, .count = motion.len},
        {.roots = rates.at, .count = rates.len, .inputs_new = vars + m->a_slot, .inputs_new_count = n + rows},
        {.roots = along.at, .count = along.len, .inputs_new = vars + inputs, .inputs_new_count = 1 + 2 * n + params},
        {.roots = rates_along.at, .count = rates_along.len, .inputs_new = solved, .inputs_new_count = n + rows},
        {.roots = margins.at, .count = margins.len},
        {.roots = results.at, .count = results.len}};
    return tape_build(s->a, s->m->g, vars, k, params, groups, VARIATION_END - 1);
}

variation *dynamics_tangent_create(sim *s, mode *m, const variation_seeds *d) {
    variation *x = ARENA_NEW(s->a, variation);
    *x = (variation){.of = m, .n = m->n, .m = m->m};
    dynamics_matrices_program(s, m);
    x->program = dynamics_load_program(s, build(s, x, d));
    find_forces(s, x);
    size_t n = (size_t)m->n, rows = (size_t)m->m;
    x->solver = num_saddle_create(s->a, m->n > 0 ? m->n : 1, m->m);
    x->M = ARENA_ARRAY(s->a, double, n *n + 1);
    x->A = ARENA_ARRAY(s->a, double, n *rows + 1);
    x->C = ARENA_ARRAY(s->a, double, n *rows + 1);
    x->rhs = ARENA_ARRAY(s->a, double, n + rows + 1);
    x->da = ARENA_ARRAY(s->a, double, n + 1);
    x->dlambda = ARENA_ARRAY(s->a, double, rows + 1);
    x->used_count = -1;
    return x;
}

/* --- At a state --- */

static double root(const variation *x, int segment, size_t k) {
    return x->program->slots[x->program->t->segments[segment].out_slots[k]];
}

bool dynamics_tangent_is_redundant(const variation *x) {
    return x->of->used_count < x->m || (!x->info.regular && x->info.rank < x->of->used_count);
}

/* The rows in use are those of the mode; all of them while it has not chosen. */
static int used_row(const variation *x, int k) {
    return x->of->ranked ? x->of->used[k] : k;
}

static bool factor(sim *s, variation *x) {
    const mode *m = x->of;
    int n = x->n, count = m->ranked ? m->used_count : m->m;
    size_t at = 0, lower = (size_t)(n * (n + 1) / 2), rows_at = lower + (size_t)n,
           C_at = rows_at + (size_t)(n * m->m + 3 * m->m);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            sum += x->M[i * n + j] = root(x, VARIATION_MATRICES, at++);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < n; i++) {
            size_t place = (size_t)(used_row(x, k) * n + i);
            sum += x->A[k * n + i] = root(x, VARIATION_MATRICES, rows_at + place);
            if (m->eq.unsymmetric)
                sum += x->C[k * n + i] = root(x, VARIATION_MATRICES, C_at + place);
        }
    if (!isfinite(sum))
        return false;
    if (m->eq.unsymmetric && x->used_count != count)
        x->skew = num_unsymmetric_create(s->kit->a, n, count);
    x->used_count = count;
    x->info = m->eq.unsymmetric ? num_unsymmetric_factor(x->skew, x->M, x->A, x->C)
                                : num_saddle_factor(x->solver, x->M, x->A, n, count);
    return !x->info.singular;
}

/* Right sides of the rows used; multipliers of the others are 0. */
static void solve(variation *x, const double *h, const double *gamma, double *a, double *lambda) {
    LGR_ASSERT(x->used_count >= 0);
    double *right = x->rhs + x->n;
    for (int k = 0; k < x->used_count; k++)
        right[k] = gamma[used_row(x, k)];
    if (x->of->eq.unsymmetric)
        num_unsymmetric_solve(x->skew, h, right, a, lambda, NULL);
    else
        num_saddle_solve(x->solver, h, right, a, lambda, NULL);
    for (int k = x->m - 1, j = x->used_count - 1; k >= 0; k--)
        lambda[k] = j >= 0 && used_row(x, j) == k ? lambda[j--] : 0;
}

bool dynamics_tangent_at(sim *s, variation *x, double t, const double *y) {
    const mode *m = x->of;
    double *slots = x->program->slots;
    LGR_ASSERT(m == s->mode);
    dynamics_pieces_copy(m, slots);
    slots[m->t_slot] = t;
    memcpy(slots + m->q_slot, y, 2 * (size_t)x->n * sizeof *y);
    dynamics_run_program(s, x->program);
    slots = x->program->slots;
    if (!factor(s, x))
        return false;
    size_t h_at = (size_t)(x->n * (x->n + 1) / 2), gamma_at = h_at + (size_t)(x->n + x->n * x->m);
    for (int i = 0; i < x->n; i++)
        x->da[i] = root(x, VARIATION_MATRICES, h_at + (size_t)i);
    for (int k = 0; k < x->m; k++)
        x->dlambda[k] = root(x, VARIATION_MATRICES, gamma_at + (size_t)k);
    solve(x, x->da, x->dlambda, slots + m->a_slot, slots + m->lambda_slot);
    tape_run(x->program->code, VARIATION_STATE, slots);
    double sum = 0;
    for (int i = 0; i < x->n; i++)
        sum += slots[m->a_slot + (size_t)i];
    return isfinite(sum);
}

static void load_direction(variation *x, const direction *d) {
    size_t n2 = 2 * (size_t)x->n, params = x->of->piece_slot;
    double *to = x->program->slots + x->seed_slot;
    *to++ = d->t;
    for (size_t i = 0; i < n2; i++)
        *to++ = d->y ? d->y[i] : 0;
    for (size_t i = 0; i < params; i++)
        *to++ = d->params ? d->params[i] : 0;
    tape_run(x->program->code, VARIATION_ALONG, x->program->slots);
}

void dynamics_tangent_along(variation *x, const direction *d) {
    load_direction(x, d);
    double *h = x->rhs, *slots = x->program->slots + x->seed_slot + 1 + 2 * (size_t)x->n + x->of->piece_slot;
    for (int i = 0; i < x->n; i++)
        h[i] = -root(x, VARIATION_ALONG, (size_t)i);
    for (int k = 0; k < x->m; k++)
        x->dlambda[k] = -root(x, VARIATION_ALONG, (size_t)(x->n + k));
    solve(x, h, x->dlambda, x->da, x->dlambda);
    memcpy(slots, x->da, (size_t)x->n * sizeof *slots);
    memcpy(slots + x->n, x->dlambda, (size_t)x->m * sizeof *slots);
}

void dynamics_tangent_residuals(variation *x, const direction *d, double *f, double *f_dot) {
    load_direction(x, d);
    for (int k = 0; k < x->m; k++) {
        f[k] = root(x, VARIATION_ALONG, (size_t)(x->n + x->m + k));
        f_dot[k] = root(x, VARIATION_ALONG, (size_t)(x->n + 2 * x->m + k));
    }
}

void dynamics_tangent_correct(variation *x, const double *f, double *dx) {
    for (int i = 0; i < x->n; i++)
        x->rhs[i] = 0;
    for (int k = 0; k < x->m; k++)
        x->dlambda[k] = -f[k];
    solve(x, x->rhs, x->dlambda, dx, x->dlambda);
}

const double *dynamics_tangent_accelerations(const variation *x) {
    return x->program->slots + x->of->a_slot;
}

void dynamics_tangent_rates(const sim *s, variation *x, const direction *d, double *dy) {
    LGR_ASSERT(d->y);
    size_t n = (size_t)x->n;
    memcpy(dy, d->y + n, n * sizeof *dy);
    memcpy(dy + n, x->da, n * sizeof *dy);
    dy[2 * n] = 0;
    if (s->quadratures > 1)
        tape_run(x->program->code, VARIATION_RATES, x->program->slots);
    for (size_t k = 1; k < s->quadratures; k++)
        dy[2 * n + k] = root(x, VARIATION_RATES, k - 1);
}

void dynamics_tangent_motion(const sim *s, const variation *x, double *dy) {
    size_t n = (size_t)x->n;
    memcpy(dy, x->program->slots + x->of->v_slot, n * sizeof *dy);
    memcpy(dy + n, dynamics_tangent_accelerations(x), n * sizeof *dy);
    dy[2 * n] = 0;
    for (size_t k = 1; k < s->quadratures; k++)
        dy[2 * n + k] = root(x, VARIATION_STATE, k - 1);
}

void dynamics_tangent_run(variation *x, int segment) {
    LGR_ASSERT(segment >= VARIATION_RATES && segment < VARIATION_END);
    for (int k = VARIATION_RATES; k <= segment; k++) /* each may use what those before it computed */
        tape_run(x->program->code, (size_t)k, x->program->slots);
}

double dynamics_tangent_margin(const variation *x, size_t k) {
    LGR_ASSERT(k < x->of->margin_count);
    return root(x, VARIATION_MARGINS, k);
}

double dynamics_tangent_margin_along(const variation *x, size_t k) {
    LGR_ASSERT(k < x->of->margin_count);
    return root(x, VARIATION_MARGINS, x->of->margin_count + k);
}

double dynamics_tangent_reducer_along(const variation *x, size_t i) {
    LGR_ASSERT(i < x->program->t->segments[VARIATION_RESULTS].out_count);
    return root(x, VARIATION_RESULTS, i);
}
