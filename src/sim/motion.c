/* Everything at one state: forces, constraint rows, accelerations and multipliers; projection onto the constraints. */
#include <math.h>
#include <string.h>

#include "sim/internal.h"
#include "num/pairs.h"
#include "sim/pieces.h"
#include "sim/rules.h"
#include "sim/scales.h"
#include "sim/survey.h"

static bool is_loaded(const mode *m, double t, const double *y) {
    return !pieces_are_stale(m) && m->slots[m->t_slot] == t &&
           memcmp(m->slots + m->q_slot, y, 2 * (size_t)m->n * sizeof *y) == 0;
}

static void load_state(const sim *s, double t, const double *y) {
    mode *m = s->mode;
    m->at_hand = m->at_hand && is_loaded(m, t, y);
    m->evaluated = false;
    m->segments_run = 0;
    m->slots[m->t_slot] = t;
    copy_in_pairs(m->slots + m->q_slot, y, 2 * (size_t)m->n);
    if (pieces_are_stale(m))
        pieces_load(m);
}

/* M, h, A, gamma, f, f_dot, C */
static const uint32_t *matrix_outs(const mode *m) {
    return m->matrices->t->segments[SEG_MOTION].out_slots;
}

double motion_root(const mode *m, int k) {
    return m->matrices->slots[matrix_outs(m)[m->n * (m->n + 1) / 2 + k]];
}

/* Runs the first segment and unpacks M and A; the rest stays in slots. False where something is not finite. */
static bool unpack_matrices(sim *s) {
    mode *m = s->mode;
    double *slots = mode_matrices(s, m)->slots;
    if (slots != m->slots)
        memcpy(slots + m->piece_slot, m->slots + m->piece_slot, (m->a_slot - m->piece_slot) * sizeof *slots);
    mode_run(s, m->matrices);
    const uint32_t *out = matrix_outs(m);
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j <= i; j++) {
            double x = slots[*out++];
            m->M[i * m->n + j] = x;
            sum += x;
        }
    out += m->n;
    for (int i = 0; i < m->n * m->m; i++) {
        double x = slots[*out++];
        m->A[i] = x;
        sum += x;
    }
    if (m->skew) { /* after gamma, f and f_dot */
        out += 3 * m->m;
        for (int i = 0; i < m->n * m->m; i++)
            m->C[i] = slots[out[i]];
    }
    m->at_hand = isfinite(sum);
    return m->at_hand;
}

static bool load_matrices(sim *s) {
    s->result->evaluations++;
    return unpack_matrices(s);
}

void motion_matrices(sim *s) {
    if (!s->mode->at_hand)
        unpack_matrices(s);
}

static void gather(const mode *m, int first, int count, double *to) {
    for (int i = 0; i < count; i++)
        to[i] = motion_root(m, first + i);
}

static void load_h(const mode *m, double *h) {
    gather(m, 0, m->n, h);
}
static void load_gamma(const mode *m, double *g) {
    gather(m, m->n + m->n * m->m, m->m, g);
}
static void load_f(const mode *m, double *f) {
    gather(m, m->n + m->n * m->m + m->m, m->m, f);
}
static void load_f_dot(const mode *m, double *f) {
    gather(m, m->n + m->n * m->m + 2 * m->m, m->m, f);
}

double *motion_accelerations(const sim *s) {
    return s->mode->slots + s->mode->a_slot;
}
double *motion_multipliers(const sim *s) {
    return s->mode->slots + s->mode->lambda_slot;
}

static bool finite_all(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] - x[i];
    return sum == 0;
}

/* Rows that were left out, when somebody will look at the multipliers and at these. */
static void find_left_out(sim *s) {
    mode *m = s->mode;
    double *h = m->rhs, *gamma = m->rhs + m->n;
    motion_matrices(s);
    load_h(m, h);
    load_gamma(m, gamma);
    m->inconsistency = fmax(m->inconsistency, solver_contradiction(m, h, motion_accelerations(s), gamma));
    solver_spread(m, motion_multipliers(s));
}

static void give_rates(const sim *s, double *dy) {
    const mode *m = s->mode;
    copy_in_pairs(dy, m->slots + m->v_slot, 2 * (size_t)m->n); /* accelerations come after velocities */
    for (size_t k = 0; k < s->quadratures; k++)
        dy[2 * (size_t)m->n + k] = segment_value(s, SEG_RATES, k);
}

/* With accelerations and multipliers at hand: what else belongs to an evaluation. */
static bool finish(sim *s, double *dy) {
    mode *m = s->mode;
    if (!dy && m->used_count < m->m)
        find_left_out(s);
    run_segment(s, SEG_RATES);
    m->evaluated = m->used_count == m->m; /* else who asks for what decides about the multipliers */
    if (dy)
        give_rates(s, dy);
    return true;
}

/* Right sides at the loaded state, with the factors at hand. */
static bool solve(sim *s, double *dy) {
    mode *m = s->mode;
    double *h = m->rhs, *gamma = m->rhs + m->n;
    load_h(m, h);
    load_gamma(m, gamma);
    solver_solve(m, h, gamma, motion_accelerations(s), motion_multipliers(s));
    return finite_all(motion_accelerations(s), m->n) && finish(s, dy);
}

/* Where many runs are to come the direct way is taken from the first evaluation on; it must know which rows to use. */
static void prepare_direct(sim *s, double t, const double *y) {
    mode *m = s->mode;
    if (m->decided)
        return;
    if (s->kit->repeated && !m->ranked && m->n > 0) {
        load_state(s, t, y);
        if (load_matrices(s))
            solver_rank(s);
    }
    direct_prepare(s);
}

static bool is_sliding(const sim *s) {
    return s->mode->pieces && s->mode->pieces->sliding;
}

bool motion_evaluate(sim *s, double t, const double *y, double *dy) {
    return is_sliding(s) ? sliding_evaluate(s, t, y, dy) : motion_evaluate_piece(s, t, y, dy);
}

bool motion_evaluate_piece(sim *s, double t, const double *y, double *dy) {
    if (dy || s->kit->repeated)
        prepare_direct(s, t, y);
    if (s->mode->evaluated && is_loaded(s->mode, t, y)) { /* starts and events ask again and again at one state */
        if (dy)
            give_rates(s, dy);
        return true;
    }
    load_state(s, t, y);
    if (direct_solve(s))
        return finish(s, dy);
    return (s->mode->at_hand || load_matrices(s)) && solver_factor(s) && solve(s, dy);
}

double motion_trust(const sim *s) {
    const mode *m = s->mode;
    if (!m->m || m->eq.unsymmetric) /* with friction a pivot may vanish that has nothing to do with the rows */
        return 1;
    return m->direct ? direct_trust(m) : m->info.smallest;
}

bool motion_rows(sim *s, double t, const double *y, double *f) {
    load_state(s, t, y);
    bool ok = load_matrices(s);
    load_f(s->mode, f);
    return ok;
}

/* Outputs, reports and pictures show the combination that slides, not one of its sides. */
static bool is_combined(const sim *s, int segment) {
    return segment >= SEG_RESULTS && is_sliding(s);
}

void run_segment(sim *s, int segment) {
    if (!is_combined(s, segment)) {
        motion_run_side(s, segment);
    } else if (!(s->mode->segments_run >> segment & 1)) {
        sliding_run_segment(s, segment);
    }
}

void motion_run_side(sim *s, int segment) {
    mode *m = s->mode;
    const tape_segment *x = &m->program->segments[segment];
    if (m->segments_run >> segment & 1)
        return;
    m->segments_run |= 1u << segment;
    if (segment == SEG_WATCH)
        scales_load(s, m);
    if (x->first < x->last)
        tape_run(m->evaluation->code, (size_t)segment, m->slots);
}

double segment_value(const sim *s, int segment, size_t k) {
    const mode *m = s->mode;
    return is_combined(s, segment) ? m->combined[segment][k] : m->slots[m->program->segments[segment].out_slots[k]];
}

static double largest(const double *x, int n) {
    double big = 0;
    for (int i = 0; i < n; i++)
        big = greater_of(fabs(x[i]), big);
    return big;
}

/* Newton's steps dq = -M^-1 A^T (A M^-1 A^T)^-1 f until they stop shrinking: the residual is then rounding. */
static bool project_positions(sim *s, double t, double *y) {
    mode *m = s->mode;
    double *f = m->rhs + m->n, *zero = m->rhs, *dq = m->delta, *l = m->delta + m->n, before = INFINITY;
    for (int pass = 0; pass < 8; pass++) {
        load_state(s, t, y);
        if (!load_matrices(s) || !solver_factor(s))
            return false;
        load_f(m, f);
        double size = largest(f, m->m);
        if (size == 0 || (pass && size >= 0.25 * before))
            return true;
        before = size;
        for (int i = 0; i < m->n; i++)
            zero[i] = 0;
        for (int k = 0; k < m->m; k++)
            f[k] = -f[k];
        solver_solve(m, zero, f, dq, l);
        if (!finite_all(dq, m->n))
            return false;
        for (int i = 0; i < m->n; i++)
            y[i] += dq[i];
        if (scales_is_little(s, dq, 0, y, 1e-11)) { /* the next step would be rounding */
            load_state(s, t, y);
            return load_matrices(s) && solver_factor(s);
        }
    }
    return true;
}

/* One linear step (two for rows that are not linear in the velocities); M and A at the present q are factored. */
static bool project_velocities(sim *s, double t, double *y) {
    mode *m = s->mode;
    double *f = m->rhs + m->n, *zero = m->rhs, *dv = m->delta, *l = m->delta + m->n;
    for (int pass = 0; pass < 2; pass++) {
        load_f_dot(m, f);
        if (largest(f, m->m) == 0)
            break;
        for (int i = 0; i < m->n; i++)
            zero[i] = 0;
        for (int k = 0; k < m->m; k++)
            f[k] = -f[k];
        solver_solve(m, zero, f, dv, l);
        if (!finite_all(dv, m->n))
            return false;
        for (int i = 0; i < m->n; i++)
            y[m->n + i] += dv[i];
        load_state(s, t, y);
        if (!load_matrices(s))
            return false;
        if (scales_is_little(s, dv, (size_t)m->n, y, 1e-8))
            break;
        if (!solver_factor(s))
            return false;
    }
    return true;
}

static bool left_out_fails(sim *s) {
    const survey *v = survey_take(s);
    for (int k = 0; k < s->mode->m; k++)
        if (!survey_row_holds(v, k, ROW_F, 1e-9))
            return true;
    return false;
}

static bool project_onto_rows(sim *s, double t, double *y, double *dy) {
    mode *m = s->mode;
    if (!m->m)
        return motion_evaluate(s, t, y, dy);
    if (!direct_project(s, t, y) && (!project_positions(s, t, y) || !project_velocities(s, t, y)))
        return false;
    if (m->used_count < m->m && left_out_fails(s)) {
        solver_review_rows(s);
        return false;
    }
    /* the factors are at hand, unless the program finds accelerations by itself: then its first segment has to run */
    return m->direct || is_sliding(s) ? motion_evaluate(s, t, y, dy) : solve(s, dy);
}

bool motion_project(sim *s, double t, double *y, double *dy) {
    if (!project_onto_rows(s, t, y, dy))
        return false;
    if (!is_sliding(s))
        return true;
    sliding_project(s, y);
    return motion_evaluate(s, t, y, dy);
}

void motion_residuals(const sim *s, double *position, double *velocity) {
    mode *m = s->mode;
    double *f = m->rhs + m->n;
    if (m->direct && !m->at_hand) {
        direct_residuals(s, position, velocity);
        return;
    }
    load_f(m, f);
    *position = largest(f, m->m);
    load_f_dot(m, f);
    *velocity = largest(f, m->m);
}

double *motion_values(sim *s) {
    mode *m = s->mode;
    double *x = ARENA_ARRAY(s->a, double, s->m->var_count + 1);
    for (size_t i = 0; i < s->m->coord_count; i++)
        x[s->m->coords[i].q] = x[s->m->coords[i].v] = x[s->m->coords[i].a] = NAN;
    for (size_t i = 0; i < s->m->param_count; i++)
        x[s->m->params[i].var] = s->m->params[i].value;
    x[s->m->t] = m->slots[m->t_slot];
    for (size_t i = 0; m->pieces && i < m->pieces->input_count; i++)
        x[m->pieces->vars[i]] = m->pieces->values[i];
    for (int i = 0; i < m->n; i++) {
        const model_coord *c = &s->m->coords[m->eq.coords[i]];
        x[c->q] = m->slots[m->q_slot + (size_t)i];
        x[c->v] = m->slots[m->v_slot + (size_t)i];
        x[c->a] = m->slots[m->a_slot + (size_t)i];
    }
    for (int k = 0; k < m->m; k++)
        x[s->m->rows[m->eq.rows[k]].lambda] = m->slots[m->lambda_slot + (size_t)k];
    for (size_t i = 0; i < s->m->row_count; i++)
        if (s->m->rows[i].contact)
            x[s->m->rows[i].closed] = m->rows[i];
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    for (size_t v = 0; v < s->m->var_count; v++)
        if (s->m->vars[v].kind == VAR_ENERGY)
            x[v] = segment_value(s, SEG_RESULTS, (size_t)s->m->vars[v].index);
    return x;
}

double motion_eval(sim *s, expr_id e, const double *values) {
    return expr_eval(s->m->g, e, values);
}
