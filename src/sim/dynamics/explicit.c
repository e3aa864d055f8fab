/* The explicit solution: a mode's accelerations, multipliers and corrections from straight-line programs, without
   matrices. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "mech/solution.h"
#include "num/pairs.h"
#include "num/vector.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/explicit.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"

struct direct {
    loaded_tape *motion;     /* evaluates the mode in place of its matrices */
    loaded_tape *projection; /* f, f_dot; dv and trust; dq. NULL without rows */
    double *residuals;       /* 2 * m: of positions, then of velocities */
    bool plain;              /* in one piece, without forces of the host: nothing but the state goes in */
    uint32_t trust;          /* the slot of the least pivot, in the program that evaluates */
    int *rows, row_count;    /* that it solves for */
    bool unproven;           /* its rows are taken for independent: its first pivots tell */
    long solved, distrusted;
};

/* --- Whether it pays --- */

/* Times are counted in instructions of a program, about a nanosecond each where they are interpreted. */

/* What a solution by matrices takes beside its program: the Cholesky factors of M and of the Schur complement (their
   loops do two products in the time of an instruction), the triangular solutions between them, and a share for every
   row. bench_motion compares. */
static size_t dense_time(size_t n, size_t m) {
    size_t factors = (n * n * n + m * m * m) / 6 + (n * n * m + n * m * m) / 2;
    return factors / 2 + 2 * (n + m) * (n + m) + 8 * (n + m) + 30;
}

static size_t matrix_time(const mode *m) {
    const tape_segment *x = &m->matrices->t->segments[SEG_MOTION];
    return x->last - x->first + dense_time((size_t)m->n, (size_t)m->used_count);
}

/* --- Programs --- */

/* The carry of each of the two programs. */
enum { CARRY_RATES = 0, CARRY_RESIDUALS = 0 };

/* The time and the state go in. */
static tape_carry state_carry(const mode *m, size_t segment) {
    return (tape_carry){
        .segment = segment, .time = (uint32_t)m->t_slot, .first = (uint32_t)m->q_slot, .count = 2 * (size_t)m->n};
}

/* After those of every mode, which may use what they have computed: f and f_dot. */
enum { SEG_ROWS = SEG_COUNT, MOTION_GROUPS = SEG_ROWS };

/* Velocities, accelerations and rates of quadratures go out. */
static const tape_carry *carry_rates(sim *s, const mode *m, const tape *t) {
    const uint32_t n = (uint32_t)m->n, used = (uint32_t)m->used_count, all = 2 * n + used + (uint32_t)s->quadratures;
    const tape_segment *motion = &t->segments[SEG_MOTION], *rates = &t->segments[SEG_RATES];
    tape_move *moves = ARENA_ARRAY(s->a, tape_move, all + 1), *x = moves;
    for (uint32_t i = 0; i < n; i++)
        *x++ = (tape_move){(uint32_t)m->v_slot + i, i, TAPE_NOWHERE};
    for (uint32_t i = 0; i < n; i++)
        *x++ = (tape_move){motion->out_slots[i], n + i, (uint32_t)m->a_slot + i};
    for (uint32_t j = 0; j < used; j++)
        *x++ = (tape_move){motion->out_slots[n + j], TAPE_NOWHERE, (uint32_t)m->lambda_slot + (uint32_t)m->used[j]};
    for (uint32_t k = 0; k < s->quadratures; k++)
        *x++ = (tape_move){rates->out_slots[k], 2 * n + k, TAPE_NOWHERE};
    tape_carry *c = ARENA_NEW(s->a, tape_carry);
    *c = state_carry(m, SEG_MOTION);
    c->next = rates->first < rates->last ? SEG_RATES : 0;
    c->moves = moves;
    c->move_count = all;
    c->middle = 2 * n + used;
    return c;
}

static tape_group row_roots(sim *s, const mode *m) {
    const size_t rows = (size_t)m->m;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, 2 * rows + 1);
    memcpy(roots, m->eq.f, rows * sizeof *roots);
    memcpy(roots + rows, m->eq.f_dot, rows * sizeof *roots);
    return (tape_group){.roots = roots, .count = 2 * rows};
}

static const tape *build_program(sim *s, mode *m, const mech_solution *x) {
    size_t n = (size_t)m->n, used = (size_t)m->used_count;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, n + used + 1);
    memcpy(roots, x->a, n * sizeof *roots);
    memcpy(roots + n, x->lambda, used * sizeof *roots);
    roots[n + used] = x->trust;
    tape_group groups[MOTION_GROUPS];
    memcpy(groups, m->groups, sizeof m->groups);
    groups[0] = (tape_group){.roots = roots, .count = n + used + 1};
    groups[SEG_ROWS - 1] = row_roots(s, m);
    tape *t = tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, groups, MOTION_GROUPS);
    t->carries = carry_rates(s, m, t);
    t->carry_count = 1;
    return t;
}

/* The state in, the residuals out. */
static const tape_carry *carry_residuals(sim *s, const mode *m, const tape *t) {
    const tape_segment *x = &t->segments[SEG_RESIDUAL];
    tape_move *moves = ARENA_ARRAY(s->a, tape_move, x->out_count + 1);
    for (uint32_t k = 0; k < x->out_count; k++)
        moves[k] = (tape_move){x->out_slots[k], k, TAPE_NOWHERE};
    tape_carry *c = ARENA_NEW(s->a, tape_carry);
    *c = state_carry(m, SEG_RESIDUAL);
    c->moves = moves;
    c->move_count = c->middle = x->out_count;
    return c;
}

static const tape *build_projection(sim *s, mode *m, const mech_solution *x) {
    size_t n = (size_t)m->n;
    expr_id *position = ARENA_ARRAY(s->a, expr_id, n + 1);
    memcpy(position, x->dq, n * sizeof *position);
    position[n] = x->trust;
    const tape_group groups[PROJECTION_GROUPS] = {
        row_roots(s, m), {.roots = position, .count = n + 1}, {.roots = x->dv, .count = n}};
    tape *t = tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, groups, PROJECTION_GROUPS);
    t->carries = carry_residuals(s, m, t);
    t->carry_count = 1;
    return t;
}

static void load_motion(sim *s, const mode *m, direct *d, const tape *program) {
    d->motion = dynamics_load_program(s, program);
    d->trust = program->segments[SEG_MOTION].out_slots[m->n + m->used_count];
    d->plain = !m->pieces && !m->loaded;
}

/* For the rows in use; NULL where it takes more than so many products or instructions. */
static direct *make(sim *s, mode *m, size_t most) {
    mech_solution x;
    if (!mech_solve(s->m, &m->choice, &m->eq, m->used, m->used_count, most, s->shortens, s->a, &x))
        return NULL;
    const tape *program = build_program(s, m, &x);
    if ((m->m || m->matrices) && program->segments[SEG_MOTION].last - program->segments[SEG_MOTION].first > most)
        return NULL;
    direct *d = ARENA_NEW(s->a, direct);
    load_motion(s, m, d, program);
    d->rows = ARENA_ARRAY(s->a, int, m->used_count + 1);
    d->row_count = m->used_count;
    memcpy(d->rows, m->used, (size_t)m->used_count * sizeof *d->rows);
    if (!m->m)
        return d;
    d->projection = dynamics_load_program(s, build_projection(s, m, &x));
    d->residuals = ARENA_ARRAY(s->a, double, 2 * m->m);
    return d;
}

static void use(mode *m, direct *d) {
    LGR_ASSERT(d);
    m->decided = true;
    m->direct = d;
    d->solved = d->distrusted = 0;
    d->unproven = false;
    dynamics_evaluate_by(m, d->motion);
}

/* Whether it was made for the rows in use: with other parameters they may be others. */
static bool suits(const direct *d, const mode *m) {
    return d->row_count == m->used_count &&
           (!d->row_count || !memcmp(d->rows, m->used, (size_t)m->used_count * sizeof *d->rows));
}

/* Of runs that share a mode it must not matter what one of them made before, for which rows; and where friction slides
   on redundant rows these share the forces. */
static bool is_due(const sim *s, const mode *m) {
    return !m->decided && m->n > 0 && m->ranked &&
           (m->used_count == m->m || (!s->kit->repeated && !m->eq.unsymmetric)) && !s->keeps_matrices;
}

void dynamics_explicit_prepare(sim *s, mode *m) {
    if (!is_due(s, m))
        return;
    m->decided = true;
    if (m->direct_begun && suits(m->direct_begun, m)) {
        use(m, m->direct_begun);
        return;
    }
    if (!m->direct_tried) {
        arena *run = dynamics_kit_enter(s);
        m->direct_tried = true;
        m->direct_made = make(s, m, matrix_time(m));
        dynamics_kit_leave(s, run);
    }
    if (m->direct_made && suits(m->direct_made, m))
        use(m, m->direct_made);
}

/* Trees of bodies in joint coordinates: M has the square of n entries, half of which are others, and each takes more
   than a product; the elimination takes about n. */
static size_t most_products(const mode *m) {
    enum { PRODUCTS = 30 };
    const size_t n = (size_t)m->n;
    return n > 2 * PRODUCTS ? n * n / 2 : PRODUCTS * n;
}

/* Constraints of so large a machine are taken for independent until pivots show that they are not: dense matrices tell
   the same in far more time. */
static bool is_large(const sim *s, const mode *m) {
    enum { LARGE = 200 };
    for (int k = 0; k < m->m; k++) {
        const model_row *row = &s->m->rows[m->eq.rows[k]];
        if (row->contact || row->friction || row->partner >= 0)
            return false;
    }
    return m->n + m->m >= LARGE && m->m < m->n && !s->kit->repeated && !m->eq.unsymmetric;
}

static void begin_with(mode *m) {
    dynamics_rows_take_all(m);
    use(m, m->direct_begun);
    m->direct->unproven = m->m > 0;
}

bool dynamics_explicit_begin(sim *s, mode *m) {
    if (!m->n || m->eq.M || s->keeps_matrices || (m->m && !is_large(s, m)))
        return false;
    dynamics_rows_take_all(m);
    m->direct_begun = make(s, m, m->m ? dense_time((size_t)m->n, (size_t)m->m) : most_products(m));
    if (!m->direct_begun) {
        dynamics_rows_restart(s, m);
        return false;
    }
    if (!m->m) {
        m->direct_made = m->direct_begun;
        m->direct_tried = true;
    }
    begin_with(m);
    return true;
}

void dynamics_explicit_restart(mode *m) {
    LGR_ASSERT(m->direct_begun || m->matrices);
    if (m->direct_begun)
        begin_with(m);
    else
        dynamics_evaluate_by(m, m->matrices);
}

explicit_use dynamics_explicit_save(const mode *m) {
    const direct *d = m->direct;
    return d ? (explicit_use){true, d->solved, d->distrusted} : (explicit_use){false, 0, 0};
}

void dynamics_explicit_restore(sim *s, mode *m, explicit_use x) {
    m->decided = false;
    if (x.used)
        dynamics_explicit_prepare(s, m);
    else
        dynamics_explicit_give_up(s, m);
    m->decided = true;
    if (m->direct) {
        m->direct->solved = x.solved;
        m->direct->distrusted = x.distrusted;
    }
}

void dynamics_explicit_give_up(sim *s, mode *m) {
    if (!m->direct)
        return;
    dynamics_evaluate_by(m, dynamics_matrices_program(s, m));
    m->direct = NULL;
}

/* The one in use, else the one that there is. */
static const direct *made(const mode *m) {
    const direct *d = m->direct ? m->direct : m->direct_made;
    LGR_ASSERT(d);
    return d;
}

const tape *dynamics_explicit_motion(const mode *m) {
    return made(m)->motion->t;
}

const tape *dynamics_explicit_projection(const mode *m) {
    LGR_ASSERT(!m->m || made(m)->projection);
    return m->m ? made(m)->projection->t : NULL;
}

bool dynamics_explicit_is_distrusted(const mode *m) {
    LGR_ASSERT(m->direct);
    return m->direct->distrusted > 0;
}

/* --- At one state --- */

/* Where pivots are small again and again the matrices have to be solved anyway. */
static bool distrust(sim *s, mode *m) {
    enum { MOST_DISTRUSTED = 50 };
    direct *d = m->direct;
    if (d->unproven) { /* which rows to use is then decided with matrices */
        dynamics_explicit_give_up(s, m);
        dynamics_rows_restart(s, m);
        m->decided = false;
        return false;
    }
    if (++d->distrusted > MOST_DISTRUSTED && d->distrusted > d->solved)
        dynamics_explicit_give_up(s, m);
    return false;
}

double dynamics_explicit_regularity(const mode *m) {
    return m->slots[m->direct->trust];
}

static inline void count_solved(sim *s, const mode *m) {
    m->direct->solved++;
    s->result->evaluations++;
}

static void note_solved(sim *s) {
    mode *m = s->mode;
    count_solved(s, m);
    m->info = (saddle_info){.regular = true, .rank = m->used_count, .smallest = 1};
    m->inconsistency = 0;
}

bool dynamics_explicit_solve(sim *s) {
    mode *m = s->mode;
    if (!m->direct)
        return false;
    dynamics_run_program(s, m->evaluation);
    const uint32_t *out = m->program->segments[SEG_MOTION].out_slots;
    int n = m->n, used = m->used_count;
    double *a = m->slots + m->a_slot, *lambda = m->slots + m->lambda_slot, sum = 0;
    for (int i = 0; i < n; i++) {
        a[i] = m->slots[out[i]];
        sum += a[i] - a[i];
    }
    for (int k = m->m - 1, j = used - 1; k >= 0; k--) { /* used rows come in order */
        lambda[k] = j >= 0 && m->used[j] == k ? m->slots[out[n + j--]] : 0;
        sum += lambda[k] - lambda[k];
    }
    if (!(dynamics_explicit_regularity(m) >= DBL_MIN) || sum != 0)
        return distrust(s, m);
    if (m->direct->unproven)
        dynamics_rows_note_regular(s, m);
    m->direct->unproven = false;
    note_solved(s);
    return true;
}

static bool is_ready(const loaded_tape *p) {
    return dynamics_is_current(p) && !p->waits;
}

/* Whether nothing has to be decided before the program is run: one piece, all rows in use, machine code. */
static bool is_plain(const mode *m) {
    return m->direct && m->direct->plain && !m->at_hand && m->used_count >= m->m && is_ready(m->evaluation);
}

/* What has been carried in is at hand for the other way. After matrices their state has been left by the other way,
   which has noted what is known of the rows. */
static inline bool run_rates(sim *s, double t, const double *y, double *dy, dynamics_evaluation *otherwise) {
    mode *m = s->mode;
    if (tape_carry_run(m->evaluation->code, CARRY_RATES, m->slots, t, y, dy) != 0 ||
        !(dynamics_explicit_regularity(m) >= DBL_MIN)) {
        m->evaluated = false;
        return otherwise(s, m->slots[m->t_slot], m->slots + m->q_slot, dy);
    }
    m->segments_run = 1u << SEG_RATES;
    m->evaluated = true;
    count_solved(s, m);
    return true;
}

/* A state that has been evaluated is not evaluated again. */
static __attribute__((noinline)) bool run_rates_elsewhere(sim *s, double t, const double *y, double *dy,
                                                          dynamics_evaluation *otherwise) {
    const mode *m = s->mode;
    return memcmp(m->slots + m->q_slot, y, 2 * (size_t)m->n * sizeof *y) == 0 ? otherwise(s, t, y, dy)
                                                                              : run_rates(s, t, y, dy, otherwise);
}

bool dynamics_explicit_rates(sim *s, double t, const double *y, double *dy, dynamics_evaluation *otherwise) {
    const mode *m = s->mode;
    if (!is_plain(m))
        return otherwise(s, t, y, dy);
    if (m->evaluated && m->slots[m->t_slot] == t && m->slots[m->q_slot] == y[0])
        return run_rates_elsewhere(s, t, y, dy, otherwise);
    return run_rates(s, t, y, dy, otherwise);
}

/* --- Projection --- */

static void gather(const direct *d, int segment, int first, int count, double *to) {
    const uint32_t *out = d->projection->t->segments[segment].out_slots;
    for (int i = 0; i < count; i++)
        to[i] = d->projection->slots[out[first + i]];
}

static void load_state(const mode *m, double t, const double *y) {
    double *slots = m->direct->projection->slots;
    slots[m->t_slot] = t;
    dynamics_pieces_copy(m, slots);
    copy_one_by_one(slots + m->q_slot, y, 2 * (size_t)m->n);
}

/* The residuals at a state, those of positions and then those of velocities. */
static void find_residuals(sim *s, double t, const double *y) {
    const mode *m = s->mode;
    loaded_tape *p = m->direct->projection;
    s->result->evaluations++;
    if (!m->pieces && is_ready(p)) {
        tape_carry_run(p->code, CARRY_RESIDUALS, p->slots, t, y, m->direct->residuals);
        return;
    }
    load_state(m, t, y);
    dynamics_run_program(s, p);
    gather(m->direct, SEG_RESIDUAL, 0, 2 * m->m, m->direct->residuals);
}

/* The elimination at the state of the last residuals, and the correction of positions by it; false if it is not to be
   trusted. */
static bool eliminate(const mode *m, double *dq) {
    direct *d = m->direct;
    double trust;
    tape_run(d->projection->code, SEG_POSITION, d->projection->slots);
    gather(d, SEG_POSITION, m->n, 1, &trust);
    gather(d, SEG_POSITION, 0, m->n, dq);
    return trust > 0;
}

static bool add(double *x, const double *dx, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] += dx[i];
        sum += dx[i] - dx[i];
    }
    return sum == 0;
}

/* Afterwards the residuals are those of y, and the elimination is that of a state as good as y. */
static bool project_positions(sim *s, double t, double *y) {
    const mode *m = s->mode;
    double before = INFINITY, *dq = m->delta;
    find_residuals(s, t, y);
    for (int pass = 0; pass < POSITION_PASSES; pass++) {
        double size = num_largest(m->direct->residuals, m->m);
        if (!eliminate(m, dq))
            return false;
        if (size == 0 || (pass && size >= STOPS_SHRINKING * before))
            return true;
        before = size;
        if (!add(y, dq, m->n))
            return false;
        find_residuals(s, t, y);
        if (dynamics_scales_is_little(s, dq, 0, y, POSITION_ROUNDING))
            return true;
    }
    return true;
}

/* From the residuals of y. */
static bool project_velocities(sim *s, double t, double *y) {
    const mode *m = s->mode;
    direct *d = m->direct;
    double *dv = m->delta;
    for (int pass = 1;; pass++) {
        if (num_largest(d->residuals + m->m, m->m) == 0)
            return true;
        tape_run(d->projection->code, SEG_VELOCITY, d->projection->slots);
        gather(d, SEG_VELOCITY, 0, m->n, dv);
        if (!add(y + m->n, dv, m->n))
            return false;
        if (pass == VELOCITY_PASSES || dynamics_scales_is_little(s, dv, (size_t)m->n, y, VELOCITY_ROUNDING))
            return true;
        find_residuals(s, t, y);
    }
}

bool dynamics_explicit_project(sim *s, double t, double *y) {
    return s->mode->direct && project_positions(s, t, y) && project_velocities(s, t, y);
}

static double largest_at(const mode *m, const uint32_t *slots) {
    double most = 0;
    for (int k = 0; k < m->m; k++)
        most = greater_of(fabs(m->slots[slots[k]]), most);
    return most;
}

void dynamics_explicit_residuals(sim *s, double *position, double *velocity) {
    const mode *m = s->mode;
    LGR_ASSERT(m->direct);
    dynamics_run_side(s, SEG_ROWS);
    const uint32_t *out = m->program->segments[SEG_ROWS].out_slots;
    *position = largest_at(m, out);
    *velocity = largest_at(m, out + m->m);
}
