/* Conditions as a nonlinear system: its program, and the measure by which they hold. */
#include "sim/initial/conditions.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"
#include "num/sparse.h"
#include "sim/dynamics/dynamics.h"

#include <math.h>
#include <string.h>

/* Values given with ten digits satisfy what they are meant to satisfy; terms as such tell rounding only, as they may be
   large and cancel wherever the machine is. */
static const double rounding_of_terms = 1e-3;
static const double rounding_of_share = 1e-24; /* squared */
enum {
    BALANCE_PASSES = 200,
    LARGE = 100 /* unknowns and conditions from which sparse factors are tried */
};

/* The sum of |dr/dx * x| over all variables: what r owes to the digits of what it is made of. */
static expr_id change_by_digits(graph *g, expr_id residual, const uint32_t *vars, size_t count, expr_id *slopes) {
    expr_id sum = expr_int(g, 0);
    expr_reverse(g, &residual, NULL, 1, vars, count, slopes);
    for (size_t i = 0; i < count; i++)
        if (!expr_is_zero(g, slopes[i]))
            sum = expr_add(g, sum, expr_unary(g, EXPR_ABS, expr_mul(g, slopes[i], expr_var(g, vars[i]))));
    return sum;
}

/* r, terms, J by rows, and what r owes to what is known, where the unknowns alone do not decide. */
static void make_roots(sim *s, const condition_system *e, expr_id *roots) {
    graph *g = s->m->g;
    size_t m = (size_t)e->m, n = (size_t)e->n;
    expr_id *slopes = ARENA_ARRAY(s->a, expr_id, e->known + 1);
    for (size_t k = 0; k < m; k++)
        roots[k] = e->at[k].residual;
    expr_magnitude_bounds(g, roots, m, roots + m);
    for (size_t k = 0; k < m; k++) {
        expr_reverse(g, &roots[k], NULL, 1, e->vars + e->known, n, &roots[2 * m + k * n]);
        bool decided = false;
        for (size_t i = 0; i < n && !e->overdetermined; i++)
            decided = decided || !expr_is_zero(g, roots[2 * m + k * n + i]);
        roots[m * (n + 2) + k] = decided ? expr_int(g, 0) : change_by_digits(g, roots[k], e->vars, e->known, slopes);
    }
}

int initial_condition_gives(const model *m, const condition *c) {
    for (size_t k = 0; k < m->initial_count && !c->row; k++)
        if (m->initials[k].residual.i == c->residual.i && m->initials[k].velocity)
            return m->initials[k].coord;
    return -1;
}

/* Where J is not zero by the text, row by row: everything else is passed over. */
static void note_nonzeros(sim *s, condition_system *e, const graph *g, const expr_id *slopes) {
    const int m = e->m, n = e->n;
    e->first = ARENA_ARRAY(s->a, int, m + 1);
    for (int k = 0; k < m; k++) {
        e->first[k + 1] = e->first[k];
        for (int i = 0; i < n; i++)
            e->first[k + 1] += !expr_is_zero(g, slopes[k * n + i]);
    }
    e->column = ARENA_ARRAY(s->a, int, e->first[m] + 1);
    for (int k = 0; k < m * n; k++)
        if (!expr_is_zero(g, slopes[k]))
            e->column[e->first[k / n]++] = k % n;
    for (int k = m; k > 0; k--)
        e->first[k] = e->first[k - 1];
    e->first[0] = 0;
}

condition_system initial_conditions_compile(sim *s, const condition_list *list, const var_list *known,
                                            const var_list *unknown) {
    size_t m = list->len, N = unknown->len;
    LGR_ASSERT(known->len >= s->m->param_count);
    condition_system e = {.at = list->at, .m = (int)m, .n = (int)N, .known = known->len, .overdetermined = m > N};
    uint32_t *vars = ARENA_ARRAY(s->a, uint32_t, known->len + N + 1);
    if (known->len)
        memcpy(vars, known->at, known->len * sizeof *vars);
    if (N)
        memcpy(vars + known->len, unknown->at, N * sizeof *vars);
    e.vars = vars;
    arena *scratch = base_arena_create();
    expr_id *roots = ARENA_ARRAY(scratch, expr_id, m * (N + 3) + 1);
    make_roots(s, &e, roots);
    note_nonzeros(s, &e, s->m->g, roots + 2 * m);
    tape_group group = {.roots = roots, .count = m * (N + 3)};
    e.program = dynamics_load_program(s, tape_build(s->a, s->m->g, vars, known->len + N, s->m->param_count, &group, 1));
    base_arena_destroy(scratch);
    double **rows[] = {&e.r, &e.terms, &e.known_change, &e.size, &e.weight},
           **columns[] = {&e.scale, &e.guess, &e.extent, &e.way_come};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = ARENA_ARRAY(s->a, double, m + 1);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = ARENA_ARRAY(s->a, double, N + 1);
    for (size_t i = 0; i < N; i++)
        e.scale[i] = 1;
    e.J = ARENA_ARRAY(s->a, double, m *N + 1);
    return e;
}

void initial_conditions_load(const sim *s, const condition_system *e, const double *values) {
    if (!e->m)
        return;
    LGR_ASSERT(e->program);
    dynamics_follow_params(e->program);
    for (size_t i = s->m->param_count; i < e->known; i++)
        e->program->slots[i] = values[e->vars[i]];
}

double *initial_conditions_values(sim *s, const condition_system *e) {
    double *values = ARENA_ARRAY(s->a, double, expr_var_count(s->m->g) + 1);
    for (size_t i = 0; i < e->known + (size_t)e->n; i++)
        values[e->vars[i]] = e->program->slots[i];
    return values;
}

bool initial_conditions_evaluate(sim *s, condition_system *e, const double *x) {
    if (!e->m)
        return true;
    double *slots = e->program->slots, sum = 0;
    memcpy(slots + e->known, x, (size_t)e->n * sizeof *x);
    dynamics_run_program(s, e->program);
    const uint32_t *out = e->program->t->segments[1].out_slots, *last = out + e->m * (e->n + 2);
    for (int k = 0; k < e->m; k++) {
        e->r[k] = slots[out[k]];
        e->terms[k] = slots[out[e->m + k]];
        e->known_change[k] = slots[last[k]];
        sum += 0 * e->r[k];
        for (int p = e->first[k]; p < e->first[k + 1]; p++) {
            const int at = k * e->n + e->column[p];
            e->J[at] = slots[out[2 * e->m + at]];
            if (e->r[k] == 0 && !isfinite(e->J[at])) /* |v| = 0 holds at rest */
                e->J[at] = 0;
            sum += 0 * e->J[at]; /* a gradient that is not finite is no help either */
        }
    }
    return sum == 0;
}

/* The squares of the gradient of condition k by kinds (stored at the first of each), in the present scales; how many
   there are that are not rounding beside the others. */
static int share_out(const condition_system *e, const int *kind, int k, double *square) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < e->n; i++)
        square[i] = 0;
    for (int p = e->first[k]; p < e->first[k + 1]; p++) {
        const int i = e->column[p];
        double entry = e->J[k * e->n + i] * e->scale[i];
        square[kind[i]] += entry * entry;
        sum += entry * entry;
    }
    for (int i = 0; i < e->n; i++) {
        square[i] = square[i] > rounding_of_share * sum ? square[i] / sum : 0;
        count += square[i] > 0;
    }
    return count;
}

/* By the gradients of all conditions together; true if there are several kinds. */
static bool begin_scales(condition_system *e, const int *kind, double *length) {
    bool several = false;
    for (int i = 0; i < e->n; i++) {
        several = several || kind[i] != kind[0];
        for (int k = 0; k < e->m; k++)
            length[kind[i]] = hypot(length[kind[i]], e->J[k * e->n + i]);
    }
    for (int i = 0; i < e->n; i++)
        e->scale[i] = several && length[kind[i]] > 0 ? 1 / length[kind[i]] : 1;
    return several;
}

/* In each condition with several kinds they should have equal shares; where that cannot be, it is so on the whole: the
   least of a convex function of the logarithms of the scales, found by scaling each kind to its due in turn. */
void initial_conditions_balance(sim *s, condition_system *e, const int *kind) {
    e->kind = kind;
    double *share = ARENA_ARRAY(s->a, double, e->n + 1), *has = ARENA_ARRAY(s->a, double, e->n + 1);
    double *due = ARENA_ARRAY(s->a, double, e->n + 1), change = INFINITY;
    bool several = begin_scales(e, kind, has);
    for (int pass = 0; several && pass < BALANCE_PASSES && change > 1e-14; pass++) {
        memset(has, 0, (size_t)e->n * sizeof *has);
        memset(due, 0, (size_t)e->n * sizeof *due);
        for (int k = 0; k < e->m; k++) {
            int count = share_out(e, kind, k, share);
            for (int i = 0; i < e->n && count > 1; i++) {
                has[i] += share[i];
                due[i] += share[i] > 0 ? 1.0 / count : 0;
            }
        }
        change = 0;
        for (int i = 0; i < e->n; i++) {
            double factor = has[kind[i]] > 0 ? sqrt(due[kind[i]] / has[kind[i]]) : 1;
            e->scale[i] *= factor;
            change = fmax(change, fabs(factor - 1));
        }
    }
}

static double *extent_of(const condition_system *e, int unknown) {
    return &e->extent[e->kind ? e->kind[unknown] : 0];
}

void initial_conditions_find_extents(const condition_system *e, const double *values) {
    for (int i = 0; i < e->n; i++)
        e->extent[i] = 0;
    for (int i = 0; i < e->n; i++)
        *extent_of(e, i) = fmax(*extent_of(e, i), fabs(values[i]) / e->scale[i]);
}

/* Terms may all be near zero where a condition holds (x = 0): how far x has come counts as well. What is large
   elsewhere leaves its rounding. */
static void measure(condition_system *e, const double *x) {
    for (int i = 0; i < e->n; i++)
        e->way_come[i] = fabs(x[i]) + fabs(x[i] - e->guess[i]);
    initial_conditions_find_extents(e, e->way_come);
    for (int k = 0; k < e->m; k++) {
        double size = isfinite(e->known_change[k]) ? e->known_change[k] : 0, change = 0, extent = 0;
        for (int p = e->first[k]; p < e->first[k + 1]; p++) {
            const int i = e->column[p];
            double slope = fabs(e->J[k * e->n + i]);
            size += slope * e->way_come[i];
            change += slope * e->scale[i];
            extent = slope > 0 ? fmax(extent, *extent_of(e, i)) : extent;
        }
        double terms = isfinite(e->terms[k]) ? e->terms[k] : fabs(e->r[k]);
        e->size[k] = size + rounding_of_terms * (terms + change * extent);
    }
}

bool initial_conditions_hold(condition_system *e, const double *x, double tolerance) {
    LGR_ASSERT(tolerance > 0);
    measure(e, x);
    for (int k = 0; k < e->m; k++)
        if (!(fabs(e->r[k]) <= tolerance * e->size[k]))
            return false;
    return true;
}

/* Rows J (zero before) of length 1 in scaled unknowns, and what they should come to for a step from x0. */
static void scale_rows(const condition_system *e, const double *x, const double *x0, double *J, double *b) {
    const int n = e->n;
    for (int k = 0; k < e->m; k++) {
        double *row = J + (size_t)k * (size_t)n, norm = 0, sum = -e->r[k];
        for (int p = e->first[k]; p < e->first[k + 1]; p++) {
            const int i = e->column[p];
            row[i] = e->J[k * n + i] * e->scale[i];
            norm = hypot(norm, row[i]);
            sum += e->J[k * n + i] * (x[i] - x0[i]);
        }
        norm = norm > 0 ? 1 / norm : 0;
        for (int p = e->first[k]; p < e->first[k + 1]; p++)
            row[e->column[p]] *= norm;
        b[k] = sum * norm;
    }
}

/* The least z with J z = b, by sparse factors; false where these do not do. */
static bool solve_sparsely(sim *s, condition_system *e, const double *J, const double *b, double *z) {
    double smallest = 1;
    if (e->m + e->n < LARGE || e->m > e->n)
        return false;
    if (!e->sparse) {
        e->sparse = num_sparse_create(s->kit->a, e->n, e->m);
        e->multipliers = ARENA_ARRAY(s->kit->a, double, e->m);
    }
    if (!num_sparse_factor(e->sparse, NULL, J, NULL, e->n, e->m, &smallest))
        return false;
    memset(z, 0, (size_t)e->n * sizeof *z);
    num_sparse_solve(e->sparse, z, b, z, e->multipliers);
    return true;
}

/* J is zero afterwards. */
static void solve_densely(sim *s, condition_system *e, double *J, double *b, double *z) {
    num_cod f;
    if (!e->factors) {
        e->factors = ARENA_ARRAY(s->kit->a, double, num_cod_doubles(e->m, e->n) + 1);
        e->ints = ARENA_ARRAY(s->kit->a, int, e->n + 1);
    }
    num_cod_factor(&f, J, e->m, e->n, 1e-9, e->ints, e->factors);
    num_cod_solve(&f, b, z);
    memset(J, 0, (size_t)e->m * (size_t)e->n * sizeof *J);
}

void initial_conditions_nearest(sim *s, condition_system *e, const double *x, const double *x0, double *next,
                                void *self) {
    (void)self;
    if (!e->rows)
        e->rows = ARENA_ARRAY(s->kit->a, double, (size_t)e->m * (size_t)e->n + (size_t)e->m + 1);
    double *J = e->rows, *b = J + (size_t)e->m * (size_t)e->n;
    scale_rows(e, x, x0, J, b);
    if (!solve_sparsely(s, e, J, b, next))
        solve_densely(s, e, J, b, next);
    for (int i = 0; i < e->n; i++)
        next[i] = x0[i] + e->scale[i] * next[i];
}
