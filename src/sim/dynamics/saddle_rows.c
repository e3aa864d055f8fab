/* The linear equations of one evaluation: dependent rows are left out, and their share of the forces is computed
   afterwards. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "num/dense.h"
#include "num/vector.h"
#include "sim/dynamics/dynamics.h"

static void use_all_rows(mode *m) {
    m->evaluated = false;
    m->used_count = m->m;
    for (int k = 0; k < m->m; k++)
        m->used[k] = k;
}

/* Of the modes in which a run has found all rows independent; 0 for what there is no room for. */
static uint64_t bit_of(const mode *m) {
    return m->nth < 64 ? (uint64_t)1 << m->nth : 0;
}

bool dynamics_rows_are_regular(const sim *s, const mode *m) {
    return s->regular & bit_of(m);
}

void dynamics_rows_note_regular(sim *s, const mode *m) {
    s->regular |= bit_of(m);
}

void dynamics_rows_take_all(mode *m) {
    m->ranked = true;
    use_all_rows(m);
}

void dynamics_rows_restart(const sim *s, mode *m) {
    m->reviews = 0;
    m->used_count = 0;
    m->ranked = m->m == 0 || (s->regular & bit_of(m));
    if (m->ranked)
        use_all_rows(m);
}

void dynamics_rows_scales(const double *M, const double *A, int n, int m, double *scale) {
    for (int i = 0; i < n; i++)
        scale[i] = M[i * n + i] > 0 ? 1 / sqrt(M[i * n + i]) : 0;
    for (int i = 0; i < n; i++) {
        double beside = 0, alone = 0;
        if (M[i * n + i] > 0)
            continue;
        for (int k = 0; k < m; k++) {
            double row = 0, entry = fabs(A[k * n + i]);
            for (int j = 0; j < n; j++)
                row = M[j * n + j] > 0 ? hypot(row, A[k * n + j] * scale[j]) : row;
            alone = fmax(alone, entry);
            beside = row > 0 ? fmax(beside, entry / row) : beside;
        }
        scale[i] = beside > 0 ? 1 / beside : alone > 0 ? 1 / alone : 1;
    }
}

static double greatest(const double *x, int count) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static bool are_of_one_vector(const sim *s, const mode *m, int k, int l) {
    return k != l && s->m->rows[m->eq.rows[k]].group == s->m->rows[m->eq.rows[l]].group;
}

/* The gradient of a part of a vector that always holds (the slip across a plane that nothing leaves) is what rounding
   has left of it, and would count as a direction like any other. The other parts tell how large its terms are. */
static void clear_empty_parts(const sim *s, const mode *m, double *A) {
    enum { MOST_PARTS = 3 };
    static const double rounding = 1e-12;
    for (int k = 0; k < m->m; k++) {
        double most = 0;
        for (int l = k < MOST_PARTS ? 0 : k - MOST_PARTS; l < m->m && l < k + MOST_PARTS; l++) /* they are adjacent */
            if (are_of_one_vector(s, m, k, l))
                most = fmax(most, greatest(A + l * m->n, m->n));
        if (greatest(A + k * m->n, m->n) <= rounding * most)
            memset(A + k * m->n, 0, (size_t)m->n * sizeof *A);
    }
}

static double *scaled_rows(const sim *s, arena *a, const mode *m) {
    double *scale = ARENA_ARRAY(a, double, m->n + 1), *A = ARENA_RAW(a, double, m->m * m->n + 1);
    dynamics_rows_scales(m->M, m->A, m->n, m->m, scale);
    for (int k = 0; k < m->m * m->n; k++)
        A[k] = m->A[k] * scale[k % m->n];
    clear_empty_parts(s, m, A);
    return A;
}

/* For accelerations, multipliers, and a least-squares problem of these. */
static size_t open_doubles(const mode *m) {
    const size_t rows = (size_t)m->m;
    return (size_t)m->n * rows + 2 * rows * rows + 2 * rows + num_cod_doubles(m->m, m->m);
}

/* What it takes to leave rows out, kept with the mode. */
static void make_room_for_some(sim *s, mode *m) {
    arena *run = dynamics_kit_enter(s);
    size_t size = (size_t)(m->m * m->n);
    if (!m->A_used) {
        m->A_used = ARENA_ARRAY(s->a, double, size + 1);
        m->C_used = ARENA_ARRAY(s->a, double, size + 1);
        m->spread_matrix = ARENA_ARRAY(s->a, double, size + 1);
        m->spread_doubles = ARENA_ARRAY(s->a, double, (size_t)(m->n + m->m) + 1);
        if (m->skew) {
            m->open = ARENA_ARRAY(s->a, double, open_doubles(m) + 1);
            m->open_ints = ARENA_ARRAY(s->a, int, m->m + 1);
        }
    }
    if (m->skew && m->skew_count != m->used_count) {
        m->skew_some = num_unsymmetric_create(s->a, m->n, m->used_count);
        m->skew_count = m->used_count;
    }
    if (m->skew)
        m->skew = m->skew_some;
    dynamics_kit_leave(s, run);
}

/* Rows of a machine may depend on each other wherever it can be (a planar linkage told twice). Only on the constraints
   themselves are they exactly dependent: a little beside them, as within a step, their rank is full and the solution
   meaningless. So the choice is made on the constraints, when the mode is first evaluated, and again where a row left
   out has turned out to say something new. */
static void choose_rows(sim *s, mode *m) {
    bool *independent = m->independent;
    m->evaluated = false;
    const arena_mark before = base_arena_get_mark(s->m->scratch);
    int rank = num_saddle_clear_rows(m->solver, scaled_rows(s, s->m->scratch, m), m->n, m->m, 1e-8, independent);
    base_arena_release(s->m->scratch, before);
    s->regular = rank == m->m ? s->regular | bit_of(m) : s->regular & ~bit_of(m);
    m->used_count = 0;
    for (int k = 0; k < m->m; k++)
        if (rank == m->m || independent[k])
            m->used[m->used_count++] = k;
    LGR_ASSERT(m->used_count == rank);
    if (rank < m->m)
        make_room_for_some(s, m);
}

void dynamics_rows_use(sim *s, mode *m, const int *rows, int count) {
    LGR_ASSERT(count <= m->m);
    m->ranked = true;
    m->used_count = count;
    memcpy(m->used, rows, (size_t)count * sizeof *rows);
    if (count < m->m)
        make_room_for_some(s, m);
}

/* Near a singular configuration the step has been too long for the rows in use: shorter ones, and rows chosen where it
   began, do. Where the smallest fail the choice has been made at a singular place: then all rows lead away from it. */
void dynamics_rows_review_rows(sim *s) {
    enum { ENOUGH = 6 };
    mode *m = s->mode;
    if (m->skew)
        return;
    bool again = m->reviews > 0 && m->reviewed_at == s->t;
    m->reviews = again ? m->reviews + 1 : 1;
    m->reviewed_at = s->t;
    if (m->reviews >= ENOUGH)
        use_all_rows(m);
    else if (!again && dynamics_rows(s, s->t, s->y, m->rhs + m->n))
        choose_rows(s, m);
}

static const double *lengths_of(arena *a, const mode *m, const double *A) {
    double *length = ARENA_RAW(a, double, m->m + 1);
    for (int k = 0; k < m->m; k++)
        length[k] = sqrt(num_dot(A + (ptrdiff_t)k * m->n, A + (ptrdiff_t)k * m->n, m->n));
    return length;
}

/* Rows of one dimension can be compared: whether one, of those in use or of the others, is far longer than row k. */
static bool is_faded(const sim *s, const mode *m, const double *length, int k, bool in_use) {
    static const double far = 10;
    const model_row *row = s->m->rows + m->eq.rows[k];
    for (int l = 0, j = 0; l < m->m; l++) {
        const bool used = j < m->used_count && m->used[j] == l;
        j += used;
        if (used == in_use && length[l] > far * length[k] && dim_equal(s->m->rows[m->eq.rows[l]].dim, row->dim))
            return true;
    }
    return false;
}

/* As many rows as are in use, independent, with what has faded put last. False: they are the same. */
static bool choose_clear_rows(sim *s, mode *m, const double *A, const double *length) {
    arena *a = s->m->scratch;
    int *order = ARENA_ARRAY(a, int, m->m), count = 0;
    double *sorted = ARENA_RAW(a, double, m->m * m->n);
    bool *independent = ARENA_ARRAY(a, bool, m->m), *use = ARENA_ARRAY(a, bool, m->m);
    for (int last = 0; last < 2; last++)
        for (int k = 0; k < m->m; k++) {
            if ((is_faded(s, m, length, k, false) || is_faded(s, m, length, k, true)) != (last == 1))
                continue;
            memcpy(sorted + (ptrdiff_t)count * m->n, A + (ptrdiff_t)k * m->n, (size_t)m->n * sizeof *A);
            order[count++] = k;
        }
    if (num_saddle_clear_rows(m->solver, sorted, m->n, m->m, 1e-8, independent) != m->used_count)
        return false;
    for (int i = 0; i < m->m; i++)
        use[order[i]] = independent[i];
    bool changes = false;
    for (int k = 0, j = 0; k < m->m; k++)
        if (use[k]) {
            changes = changes || m->used[j] != k;
            m->used[j++] = k;
        }
    if (changes)
        m->evaluated = s->at_end = false;
    return changes;
}

/* The slip of a cone on the ground has one direction, which turns away from that of the row in use: where this one has
   faded beside one that was left out, the choice is made again. */
static bool leave_faded(sim *s, mode *m) {
    if (!s->at_end || !m->ranked || m->skew || m->used_count == m->m)
        return false;
    dynamics_matrices(s);
    const arena_mark before = base_arena_get_mark(s->m->scratch);
    const double *A = scaled_rows(s, s->m->scratch, m);
    const double *length = lengths_of(s->m->scratch, m, A);
    bool faded = false;
    for (int j = 0; j < m->used_count && !faded; j++)
        faded = is_faded(s, m, length, m->used[j], false);
    faded = faded && choose_clear_rows(s, m, A, length);
    base_arena_release(s->m->scratch, before);
    return faded;
}

bool dynamics_rows_leave(sim *s) {
    mode *m = s->mode;
    if (leave_faded(s, m))
        return true;
    if (!m->reviews || m->used_count < m->m || m->skew || s->t == m->reviewed_at)
        return false;
    s->at_end = false;
    m->reviews = 0;
    if (dynamics_rows(s, s->t, s->y, m->rhs + m->n))
        choose_rows(s, m);
    return false;
}

void dynamics_rows_rank(sim *s) {
    mode *m = s->mode;
    if (!m->ranked)
        choose_rows(s, m);
    m->ranked = true;
}

bool dynamics_rows_factor(sim *s) {
    mode *m = s->mode;
    dynamics_rows_rank(s);
    LGR_ASSERT(m->used_count >= 0 && m->used_count <= m->m);
    const double *A = m->A, *C = m->C;
    if (m->used_count < m->m) {
        A = m->A_used;
        C = m->C_used;
        for (int k = 0; k < m->used_count; k++) {
            memcpy(m->A_used + k * m->n, m->A + m->used[k] * m->n, (size_t)m->n * sizeof *A);
            if (m->skew)
                memcpy(m->C_used + k * m->n, m->C + m->used[k] * m->n, (size_t)m->n * sizeof *C);
        }
    }
    m->info = m->skew ? num_unsymmetric_factor(m->skew, m->M, A, C)
                      : num_saddle_factor(m->solver, m->M, A, m->n, m->used_count);
    return !m->info.singular;
}

bool dynamics_rows_dependent(const mode *m) {
    return m->used_count < m->m || (!m->info.regular && m->info.rank < m->used_count);
}

void dynamics_rows_solve(mode *m, const double *h, double *gamma, double *a, double *lambda) {
    LGR_ASSERT(m->ranked && m->matrices);
    bool all = m->used_count == m->m;
    for (int k = 0; !all && k < m->used_count; k++)
        gamma[k] = gamma[m->used[k]]; /* used rows come in order */
    if (m->skew)
        num_unsymmetric_solve(m->skew, h, gamma, a, lambda, &m->inconsistency);
    else
        num_saddle_solve(m->solver, h, gamma, a, lambda, &m->inconsistency);
    if (all)
        return;
    for (int k = m->m - 1, j = m->used_count - 1; k >= 0; k--)
        lambda[k] = j >= 0 && m->used[j] == k ? lambda[j--] : 0;
}

static bool is_friction(const sim *s, const mode *m, int k) {
    return s->m->rows[m->eq.rows[k]].friction;
}

/* By how much less rows of friction are weighed than they are large beside the others. */
static double weight_of_friction(const sim *s, const mode *m) {
    static const double little = 1e-5;
    double most[2] = {0};
    for (int k = 0; k < m->m; k++)
        most[is_friction(s, m, k)] = fmax(most[is_friction(s, m, k)], num_largest(m->A + k * m->n, m->n));
    return most[0] > 0 && most[1] > 0 ? little * most[0] / most[1] : 1;
}

/* y = y + c x */
static void add(double *y, double c, const double *x, int n) {
    for (int i = 0; i < n; i++)
        y[i] += c * x[i];
}

/* Of n columns of length `rows` in Y the greatest becomes column r, of length 1, and leaves those after it. Modified
   Gram-Schmidt, once more for what it leaves behind: entry by entry exact, however small some of them are. */
static void take_column(double *Y, int n, int rows, int r) {
    double *y = Y + r * rows;
    int best = r;
    for (int i = r + 1; i < n; i++)
        if (num_dot(Y + i * rows, Y + i * rows, rows) > num_dot(Y + best * rows, Y + best * rows, rows))
            best = i;
    for (int k = 0; k < rows; k++) {
        const double moved = y[k];
        y[k] = Y[best * rows + k];
        Y[best * rows + k] = moved;
    }
    for (int again = 0; again < 2; again++) {
        for (int i = 0; again && i < r; i++)
            add(y, -num_dot(Y + i * rows, y, rows), Y + i * rows, rows);
        const double size = sqrt(num_dot(y, y, rows));
        for (int k = 0; k < rows && size > 0; k++)
            y[k] /= size;
    }
    for (int i = r + 1; i < n; i++)
        add(Y + i * rows, -num_dot(y, Y + i * rows, rows), y, rows);
}

static double stress_of(const sim *s, const mode *m, int k) {
    return s->stressed ? s->self_stress[m->eq.rows[k]] : 0;
}

/* Multipliers of one row that is left out, 1 there, and of those in use that keep all rows; the motion that they
   change nevertheless: the forces of friction do not cancel with the others. */
static void find_open(mode *m, int row, double *a, double *lambda) {
    double *h = m->spread_doubles, *gamma = h + m->n;
    for (int i = 0; i < m->n; i++)
        h[i] = -m->C[row * m->n + i];
    memset(gamma, 0, (size_t)m->m * sizeof *gamma);
    dynamics_rows_solve(m, h, gamma, a, lambda);
    lambda[row] = 1;
}

/* Whether such multipliers change the motion. */
static bool changes_motion(const mode *m, const double *lambda) {
    for (int i = 0; i < m->n; i++) {
        double sum = 0, size = 0;
        for (int k = 0; k < m->m; k++) {
            sum += m->C[k * m->n + i] * lambda[k];
            size += fabs(m->C[k * m->n + i] * lambda[k]);
        }
        if (fabs(sum) > 1e-9 * size)
            return true;
    }
    return false;
}

/* While friction slides, how redundant rows share their forces may decide the motion: what presses by least norm then,
   whatever sticks beside it; else as dynamics_rows_minimum_norm. */
static void share_sliding(const sim *s, mode *m, double *a, double *lambda) {
    const int n = m->n, rows = m->m, count = rows - m->used_count;
    const double weight = weight_of_friction(s, m);
    double *moved = m->open, *by = moved + n * rows, *N = by + rows * rows, *b = N + rows * rows, *c = b + rows;
    for (int k = 0, i = 0; k < rows; k++)
        if (i < m->used_count && m->used[i] == k)
            i++;
        else
            find_open(m, k, moved + (k - i) * n, by + (k - i) * rows);
    for (int k = 0; k < rows; k++) {
        bool beside = false;
        for (int j = 0; j < count; j++)
            beside = beside || (by[j * rows + k] != 0 && changes_motion(m, by + j * rows));
        const double unit = !is_friction(s, m, k) ? 1 : beside ? 1 / weight : weight;
        b[k] = (stress_of(s, m, k) - lambda[k]) / unit;
        for (int j = 0; j < count; j++)
            N[k * count + j] = by[j * rows + k] / unit;
    }
    num_cod f;
    num_cod_factor(&f, N, rows, count, 0, m->open_ints, c + rows);
    num_cod_solve(&f, b, c);
    for (int j = 0; j < count; j++) {
        add(lambda, c[j], by + j * rows, rows);
        add(a, c[j], moved + j * n, n);
    }
}

void dynamics_rows_solve_motion(const sim *s, mode *m, const double *h, double *gamma, double *a, double *lambda) {
    dynamics_rows_solve(m, h, gamma, a, lambda);
    if (m->skew && m->used_count < m->m)
        share_sliding(s, m, a, lambda);
}

/* The multipliers of least norm with the same forces, A^T lambda: what of them lies in the range of the matrix.
   Friction first: where it cannot slide anyway it is not needed, and the others hold. A state of self-stress, by which
   Coulomb's law is kept, stays as it is beside them. Where friction slides they have been found with the motion. */
void dynamics_rows_minimum_norm(const sim *s, mode *m, double *lambda) {
    const int n = m->n, rows = m->m;
    if (m->used_count == rows || m->skew)
        return;
    LGR_ASSERT(m->spread_matrix);
    const double weight = weight_of_friction(s, m);
    double *Y = m->spread_matrix, *scale = m->spread_doubles, *least = scale + n;
    dynamics_rows_scales(m->M, m->A, n, rows, scale);
    for (int k = 0; k < rows; k++) {
        const double by = is_friction(s, m, k) ? weight : 1;
        for (int i = 0; i < n; i++)
            Y[i * rows + k] = by * scale[i] * m->A[k * n + i];
        lambda[k] = (lambda[k] - stress_of(s, m, k)) / by;
        least[k] = 0;
    }
    for (int r = 0; r < m->used_count; r++) {
        take_column(Y, n, rows, r);
        add(least, num_dot(Y + r * rows, lambda, rows), Y + r * rows, rows);
    }
    for (int k = 0; k < rows; k++)
        lambda[k] = least[k] * (is_friction(s, m, k) ? weight : 1) + stress_of(s, m, k);
}

/* Largest contradiction of the rows left out, relative to the terms in them; gamma is in full. In a machine at rest the
   accelerations are rounding: what the forces h would do to each coordinate alone is the measure there. */
double dynamics_rows_contradiction(const mode *m, const double *h, const double *a, const double *gamma) {
    double worst = 0, size = 0;
    for (int k = 0; k < m->m; k++) {
        double sum = -gamma[k], length = 0;
        for (int i = 0; i < m->n; i++) {
            double mass = m->M[i * m->n + i], alone = mass > 0 ? fabs(h[i]) / mass : 0;
            sum += m->A[k * m->n + i] * a[i];
            length = fmax(length, fabs(m->A[k * m->n + i]) * fmax(fabs(a[i]), alone));
        }
        size = fmax(size, fmax(length, fabs(gamma[k])));
        worst = fmax(worst, fabs(sum));
    }
    return size > 0 ? worst / size : 0;
}

bool dynamics_rows_combination(sim *s, const mode *m, int row, double *c) {
    LGR_ASSERT(m->matrices && row >= 0 && row < m->m);
    int n = m->n, k = m->used_count;
    const double *rows = scaled_rows(s, s->a, m);
    double *A = ARENA_ARRAY(s->a, double, n *k + 1), *b = ARENA_ARRAY(s->a, double, n + 1);
    double length = sqrt(num_dot(rows + row * n, rows + row * n, n));
    if (length == 0) {
        memset(c, 0, (size_t)k * sizeof *c);
        return true;
    }
    for (int j = 0; j < k; j++) {
        const double *used = rows + m->used[j] * n, own = sqrt(num_dot(used, used, n));
        for (int i = 0; i < n; i++)
            A[i * k + j] = used[i] / own;
    }
    for (int i = 0; i < n; i++)
        b[i] = rows[row * n + i] / length;
    num_cod f;
    num_cod_factor(&f, A, n, k, 1e-10, ARENA_ARRAY(s->a, int, k + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(n, k) + 1));
    return num_cod_solve(&f, b, c) < 1e-6;
}
