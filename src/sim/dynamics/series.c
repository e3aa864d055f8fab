/* Taylor coefficients of the motion: those of accelerations and multipliers from the mode's program, or from its
   matrices where it has no explicit solution; those of the state by integration. */
#include <math.h>
#include <string.h>

#include "num/pairs.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "tape/series/series.h"

struct expansion {
    tape_series *series;
    const tape *of;  /* the program */
    int order, rows; /* that it was made for */
    long number;     /* of the series at hand, among all of the compiled problem */
    int known;       /* its coefficients */
    int terms;       /* those of event functions; 0: they have none */
    int waits;       /* for machine code, so many more expansions */
    double *solved;  /* matrices: [order][n + m], accelerations and multipliers */
    double *right;   /* h and gamma, and room for a solution: 2 (n + m) */
};

/* --- The series of the program --- */

/* Roots of the first segment that are needed: the motion but for what is known of its trust; the matrices but for f and
   f_dot. */
static const bool *wanted_of(sim *s, const mode *m) {
    const size_t count = m->program->segments[SEG_MOTION].out_count, n = (size_t)m->n, rows = (size_t)m->m;
    bool *wanted = ARENA_ARRAY(s->a, bool, count + 1);
    memset(wanted, true, count);
    if (m->direct)
        wanted[n + (size_t)m->used_count] = false;
    else
        memset(wanted + n * (n + 1) / 2 + n + n * rows + rows, false, 2 * rows);
    return wanted;
}

/* Values of event functions, not their sizes. */
static const bool *wanted_margins(sim *s, const mode *m) {
    const size_t count = m->program->segments[SEG_WATCH].out_count;
    bool *wanted = ARENA_ARRAY(s->a, bool, count + 1);
    for (size_t k = 0; k < m->margin_count; k++)
        wanted[2 * k] = true;
    return wanted;
}

static bool *moving_inputs(sim *s, const mode *m) {
    bool *moving = ARENA_ARRAY(s->a, bool, m->input_count + 1);
    moving[m->t_slot] = true;
    memset(moving + m->q_slot, true, m->scale_slot - m->q_slot);
    return moving;
}

/* Coordinates are integrals of velocities, these of accelerations; what the explicit solution gives is at hand for what
   follows. */
static void link_state(sim *s, const mode *m, tape_series_plan *plan) {
    const size_t n = (size_t)m->n, used = m->direct ? (size_t)m->used_count : 0;
    tape_series_link *l = ARENA_ARRAY(s->a, tape_series_link, 3 * n + used + 1);
    plan->links = l;
    for (size_t i = 0; i < n; i++) {
        *l++ = (tape_series_link){m->q_slot + i, 0, m->v_slot + i, true};
        *l++ = m->direct ? (tape_series_link){m->v_slot + i, SEG_MOTION, i, true}
                         : (tape_series_link){m->v_slot + i, 0, m->a_slot + i, true};
        if (m->direct)
            *l++ = (tape_series_link){m->a_slot + i, SEG_MOTION, i, false};
    }
    for (size_t i = 0; i < used; i++)
        *l++ = (tape_series_link){m->lambda_slot + (size_t)m->used[i], SEG_MOTION, n + i, false};
    plan->link_count = (size_t)(l - plan->links);
}

/* Machine code is written when interpreting has cost about as much as that will. */
enum { EXPANSIONS_BEFORE_CODE = 8 };

static expansion *make(sim *s, const mode *m, int order) {
    LGR_ASSERT(order > 0 && m->used_count <= m->m);
    LGR_ASSERT(!m->n || (m->q_slot < m->v_slot && m->v_slot < m->a_slot && m->lambda_slot <= m->scale_slot));
    const bool **wanted = ARENA_ARRAY(s->a, const bool *, SEG_WATCH + 1);
    wanted[SEG_MOTION] = wanted_of(s, m);
    wanted[SEG_WATCH] = wanted_margins(s, m);
    expansion *x = ARENA_NEW(s->a, expansion);
    *x = (expansion){.of = m->program,
                     .order = order,
                     .rows = m->used_count,
                     .waits = s->options.backend ? 1 : EXPANSIONS_BEFORE_CODE};
    tape_series_plan plan = {.moving = moving_inputs(s, m),
                             .last = SEG_WATCH,
                             .wanted = wanted,
                             .order = order,
                             .flows = m->direct,
                             .integrated = SEG_RATES,
                             .integrated_count = s->quadratures};
    link_state(s, m, &plan);
    x->series = tape_series_create(s->a, m->program, &plan);
    const size_t size = (size_t)(m->n + m->m) + 1;
    x->solved = ARENA_ARRAY(s->a, double, m->direct ? 1 : (size_t)order *size);
    x->right = ARENA_ARRAY(s->a, double, 2 * size);
    return x;
}

/* Of the program that the mode is evaluated by. */
static expansion *expansion_of(sim *s, mode *m, int order) {
    const expansion *x = m->expansion;
    if (x && x->of == m->program && x->order >= order && x->rows == m->used_count)
        return m->expansion;
    arena *run = dynamics_kit_enter(s);
    m->expansion = make(s, m, order);
    vec_push(s->a, &s->kit->series, m->expansion->series);
    dynamics_kit_leave(s, run);
    return m->expansion;
}

static bool may_have_code(const sim *s) {
    return !s->options.backend || s->options.backend->machine;
}

/* --- Accelerations and multipliers --- */

/* Places of the matrices among the roots. */
typedef struct places {
    size_t h, A, gamma, C;
} places;

static places places_of(const mode *m) {
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    places p = {.h = n * (n + 1) / 2};
    p.A = p.h + n;
    p.gamma = p.A + n * rows;
    p.C = m->skew ? p.gamma + 3 * rows : p.A;
    return p;
}

/* Takes M_j a + C_j^T lambda and A_j a from the right side, a and lambda being coefficients k - j. */
static void subtract(const mode *m, const expansion *x, int j, const double *z, double *right) {
    const places p = places_of(m);
    const int n = m->n;
    for (int i = 0; i < n; i++)
        for (int l = 0; l <= i; l++) {
            const double M = tape_series_root(x->series, SEG_MOTION, (size_t)(i * (i + 1) / 2 + l), j);
            right[i] -= M * z[l];
            if (l < i)
                right[l] -= M * z[i];
        }
    for (int r = 0; r < m->m; r++)
        for (int i = 0; i < n; i++) {
            const size_t at = (size_t)(r * n + i);
            right[n + r] -= tape_series_root(x->series, SEG_MOTION, p.A + at, j) * z[i];
            right[i] -= tape_series_root(x->series, SEG_MOTION, p.C + at, j) * z[n + r];
        }
}

/* M a + C^T lambda = h and A a = gamma, coefficient by coefficient, with the factors at the start. */
static void solve_matrices(mode *m, const expansion *x, int k) {
    const places p = places_of(m);
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    double *right = x->right, *z = x->solved + (size_t)k * (n + rows);
    if (k == 0)
        memcpy(z, m->slots + m->a_slot, (n + rows) * sizeof *z);
    else {
        for (size_t i = 0; i < n; i++)
            right[i] = tape_series_root(x->series, SEG_MOTION, p.h + i, k);
        for (size_t r = 0; r < rows; r++)
            right[n + r] = tape_series_root(x->series, SEG_MOTION, p.gamma + r, k);
        for (int j = 1; j <= k; j++)
            subtract(m, x, j, x->solved + (size_t)(k - j) * (n + rows), right);
        dynamics_rows_solve(m, right, right + n, z, z + n);
    }
    for (size_t i = 0; i < n; i++)
        tape_series_give(x->series, m->a_slot + i, k, z[i]);
    for (size_t i = 0; i < rows; i++)
        tape_series_give(x->series, m->lambda_slot + i, k, z[n + i]);
}

/* With accelerations and multipliers from the matrices. */
static void run_solved(mode *m, const expansion *x, int order) {
    for (int k = 0; k < order; k++) {
        tape_series_next(x->series, k);
        tape_series_run(x->series, SEG_MOTION, k);
        solve_matrices(m, x, k);
        tape_series_run(x->series, SEG_RATES, k);
        tape_series_run(x->series, SEG_WATCH, k);
    }
    tape_series_end(x->series, order);
}

/* --- The state --- */

static void give_start(const mode *m, tape_series *x, double t, const double *y) {
    tape_series_give(x, m->t_slot, 0, t);
    tape_series_give(x, m->t_slot, 1, 1);
    tape_series_give_state(x, y);
}

/* What is infinite stays so in a sum, or becomes none; sums of finite numbers are no larger than those. */
static bool are_finite(const double *x, size_t stride, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += x[(size_t)k * stride];
    return sum - sum == 0;
}

/* The rows of the state, and whether all of it is surely finite. */
static bool take_state(const tape_series *x, size_t size, int order, double **c) {
    const size_t stride = tape_series_stride(x);
    double *row = tape_series_state(x), single = 0;
    pair sum = {0};
    for (int k = 0; k <= order; k++)
        c[k] = row + (size_t)k * stride;
    for (size_t i = 0; i + 1 < size; i += PAIR) {
        pair of = {0};
        for (int k = 1; k <= order; k++)
            of += PAIR_AT(row + (size_t)k * stride, i);
        sum += of;
    }
    for (size_t i = size - size % PAIR; i < size; i++)
        for (int k = 1; k <= order; k++)
            single += c[k][i];
    single += sum[0] + sum[1];
    return single - single == 0;
}

/* An integral has no value where its integrand has none, which is no obstacle to the others. */
static bool has_series(int order, double *const *c, size_t i, bool needed) {
    double sum = 0;
    for (int k = 1; k <= order; k++)
        sum += c[k][i] - c[k][i];
    return sum == 0 || (!needed && !isfinite(c[1][i]));
}

/* Where something in them has no derivatives they have no series, which is no obstacle to the motion. */
static bool margins_are_finite(const mode *m, const tape_series *x, int order) {
    bool finite = true;
    for (size_t i = 0; i < m->margin_count; i++)
        finite &= are_finite(tape_series_root_terms(x, SEG_WATCH, 2 * i), tape_series_stride(x), order);
    return finite;
}

static const char *expand(sim *s, expansion *x, double t, const double *y, int order, double **c) {
    mode *m = s->mode;
    const size_t n = (size_t)m->n;
    tape_series_begin(x->series, m->slots);
    give_start(m, x->series, t, y);
    if (m->direct)
        tape_series_run_all(x->series, order);
    else
        run_solved(m, x, order);
    s->result->evaluations += order;
    const size_t size = dynamics_state_size(s, m);
    const bool margins = margins_are_finite(m, x->series, order), all = take_state(x->series, size, order, c);
    x->number = s->expanded = ++s->kit->expanded;
    x->known = order;
    x->terms = margins && all && !tape_series_switches(x->series, SEG_WATCH) ? order : 0;
    if (all)
        return NULL;
    for (size_t i = 0; i < size; i++)
        if (!has_series(order, c, i, i < 2 * n))
            return "something in the equations has no derivatives there";
    return NULL;
}

/* Whether rows that depend on each other leave multipliers open. */
static bool factors(sim *s) {
    mode *m = s->mode;
    dynamics_matrices(s);
    return m->at_hand && dynamics_rows_factor(s) && m->info.rank == m->used_count;
}

/* Whether rows that a series leaves out say when contacts open, or how friction slides: it has their multipliers
   without those of these. */
static bool shares_pressing(const mode *m) {
    bool presses = m->eq.unsymmetric;
    for (size_t k = 0; k < m->margin_count; k++)
        presses = presses || m->margins[k].part == EVENT_OPEN;
    return presses && m->used_count < m->m;
}

const char *dynamics_series(sim *s, double t, const double *y, int order, double **c) {
    mode *m = s->mode;
    if (!dynamics_evaluate(s, t, y, m->used_count < m->m ? c[1] : NULL)) /* multipliers of all rows are not needed */
        return "the accelerations are not finite";
    if (dynamics_is_sliding(s))
        return "the motion slides along a switch";
    if (m->loaded)
        return "the host program adds forces";
    if (dynamics_is_pressing(s)) /* its direction is found by iteration, and would stand still over the step */
        return "friction follows the size of a force";
    if (shares_pressing(m))
        return "contacts are redundant";
    expansion *x = expansion_of(s, m, order);
    if (x->waits && --x->waits == 0 && may_have_code(s))
        tape_series_load(x->series, s->kit->a);
    if (tape_series_switches(x->series, SEG_RATES))
        return "a switch depends on accelerations or constraint forces";
    if (!m->direct && !factors(s))
        return "constraints are dependent";
    return expand(s, x, t, y, order, c);
}

bool dynamics_series_keeps_branches(const sim *s, double h) {
    const expansion *x = s->mode->expansion;
    return tape_series_keeps_signs(x->series, SEG_RATES, x->known, h);
}

/* In operations of the program: what was measured over examples, to a factor of 1.5. A step costs more than its
   evaluations, one by series the more. */
double dynamics_series_cost(const sim *s, int order) {
    enum { EVALUATIONS = 12 };
    static const double step = 400, step_by_series = 2300, evaluation = 130, of_matrix = 0.15;
    const mode *m = s->mode;
    const double n = m->n, size = m->direct ? 0 : n + m->m;
    if (!order)
        return step + EVALUATIONS * (evaluation + (double)m->program->code_count + of_matrix * size * size * size);
    if (!m->expansion)
        return INFINITY;
    const double products = m->direct ? 0 : 0.5 * order * order * n * size;
    return step_by_series + tape_series_cost(m->expansion->series, order) +
           of_matrix * (products + order * size * size);
}

static bool is_of_the_step(const sim *s) {
    const mode *m = s->mode;
    const expansion *x = m->expansion;
    const ode_stepper *p = s->step->acting;
    return x && x->number == s->expanded && x->of == m->program && m->used_count == m->m && !dynamics_is_pressing(s) &&
           p->method->by_series && p->method->by_series(p);
}

const tape_series *dynamics_series_of_margins(const sim *s, int *terms) {
    if (!is_of_the_step(s))
        return NULL;
    const expansion *x = s->mode->expansion;
    *terms = x->terms;
    return x->terms ? x->series : NULL;
}

int dynamics_series_terms(const sim *s) {
    return is_of_the_step(s) ? s->mode->expansion->known : 0;
}

double dynamics_series_of_input(const sim *s, size_t input, int k) {
    const mode *m = s->mode;
    const expansion *x = m->expansion;
    const size_t n = (size_t)m->n, rows = (size_t)m->m, stride = tape_series_stride(x->series);
    LGR_ASSERT(input < 3 * n + rows && k >= 0 && k < x->known);
    const double *state = tape_series_state(x->series);
    if (input < 2 * n)
        return state[(size_t)k * stride + input];
    if (input < 3 * n)
        return (k + 1) * state[(size_t)(k + 1) * stride + input - n];
    const size_t row = input - 3 * n;
    LGR_ASSERT(m->used[row] == (int)row);
    return m->direct ? tape_series_root(x->series, SEG_MOTION, n + row, k)
                     : x->solved[(size_t)k * (n + rows) + n + row];
}
