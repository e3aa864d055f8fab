/* The Delassus operator of the contacts: the response of the machine to forces or impulses along them. */
#include "sim/contact/delassus.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

static void add_rubbed(reply *r, int row, int bilateral) {
    r->rubbed_rows[r->rubbed] = row;
    r->rubbed_at[r->rubbed++] = bilateral;
}

static void split_rows(const sim *s, const mode *m, const bool *rows, reply *r) {
    for (int k = 0; k < m->m; k++) {
        const model_row *row = &s->m->rows[m->eq.rows[k]];
        if (rows && !rows[m->eq.rows[k]])
            continue;
        if (row->contact) {
            r->at[r->count] = k;
            r->contact_rows[r->count++] = m->eq.rows[k];
        } else if (!row->friction) {
            r->bilateral_at[r->bilateral] = k;
            r->bilateral_rows[r->bilateral++] = m->eq.rows[k];
        }
    }
    for (int k = 0; k < m->m; k++)
        if (s->m->rows[m->eq.rows[k]].friction && (!rows || rows[m->eq.rows[k]])) {
            r->at[r->count + r->tangents] = k;
            r->tangent_rows[r->tangents++] = m->eq.rows[k];
        }
    for (int k = 0; k < r->bilateral; k++)
        if (dynamics_is_rubbed(s, m, r->bilateral_rows[k]))
            add_rubbed(r, r->bilateral_rows[k], k);
    for (int row = 0; row < (int)s->m->row_count; row++)
        if (s->m->rows[row].known && dynamics_is_rubbed(s, m, row))
            add_rubbed(r, row, -1);
}

static int count_rows(const mode *m, const bool *rows) {
    int count = 0;
    for (int k = 0; k < m->m; k++)
        count += !rows || rows[m->eq.rows[k]];
    return count;
}

static reply *make(sim *s, const mode *m, const bool *rows) {
    reply *r = ARENA_NEW(s->a, reply);
    const int all = count_rows(m, rows);
    r->n = m->n;
    int **ints[] = {&r->bilateral_rows, &r->contact_rows, &r->tangent_rows, &r->at, &r->bilateral_at};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        *ints[i] = ARENA_ARRAY(s->a, int, all + 1);
    r->rubbed_at = ARENA_ARRAY(s->a, int, s->m->row_count + 1);
    r->rubbed_rows = ARENA_ARRAY(s->a, int, s->m->row_count + 1);
    split_rows(s, m, rows, r);
    LGR_ASSERT(r->bilateral + r->count + r->tangents == all);
    LGR_ASSERT(r->tangents <= 2 * (r->count + r->rubbed));
    const size_t boundaries = m->pieces ? (size_t)m->pieces->count : 0;
    size_t n = (size_t)r->n, d = (size_t)(r->count + r->tangents) + boundaries, b = (size_t)r->bilateral;
    double **lists[] = {&r->J, &r->X, &r->L, &r->W,   &r->gram,  &r->v,    &r->l,     &r->u,
                        &r->z, &r->A, &r->h, &r->own, &r->gamma, &r->zero, &r->limit, &r->size};
    size_t counts[] = {d * n, d * n, d * b,      d * d,     d * d, n, b, d, d, b * n, n, boundaries * (n + b),
                       b,     n + b, boundaries, boundaries};
    r->standing_at = ARENA_ARRAY(s->a, int, boundaries + 1);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_ARRAY(s->a, double, counts[i] + 1);
    r->solver = num_saddle_create(s->a, r->n, r->bilateral);
    return r;
}

/* Which rows are which depends on the mode alone, unless only some of them are wanted. */
static reply *make_or_take(sim *s, mode *m, const bool *rows) {
    if (rows)
        return make(s, m, rows);
    if (m->reply)
        return m->reply;
    arena *run = dynamics_kit_enter(s);
    m->reply = make(s, m, NULL);
    dynamics_kit_leave(s, run);
    return m->reply;
}

/* What is not wanted may well have no value. */
static bool is_finite(const mode *m, const reply *r) {
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j <= i; j++)
            sum += m->M[i * m->n + j];
    for (int i = 0; i < r->bilateral * r->n; i++)
        sum += r->A[i];
    for (int i = 0; i < contact_delassus_directions(r) * r->n; i++)
        sum += r->J[i];
    return isfinite(sum);
}

/* The motion along direction j of what a unit of force along the row of direction i moves. */
static double reply_to_row(const reply *r, int j, int i) {
    const int first = r->count + r->tangents;
    const double *by = i < first ? r->X + i * r->n : r->own + (i - first) * (r->n + r->bilateral);
    return num_dot(r->J + j * r->n, by, r->n);
}

/* What the bilateral rows hold does not give way: rounding is left of its compliance, and would count as a direction.
 */
static bool is_held(const mode *m, const reply *r, int i) {
    static const double rounding = 1e-13;
    double alone = 0;
    const double *J = r->J + i * r->n;
    for (int k = 0; k < r->n; k++) {
        double mass = m->M[k * r->n + k];
        alone += mass > 0 ? J[k] * J[k] / mass : 0;
    }
    return r->bilateral > 0 && reply_to_row(r, i, i) <= rounding * alone;
}

/* How fast forces would drive it if nothing held it. */
static double driven(const mode *m, const reply *r, int k) {
    double sum = 0;
    for (int i = 0; i < r->n; i++) {
        const double mass = m->M[i * r->n + i];
        sum += mass > 0 ? fabs(r->J[k * r->n + i] * r->h[i]) / mass : 0;
    }
    return sum;
}

/* What jumps at the boundaries pulls each by z, between -limit and limit about the mean of both sides; in such units
   that the force is as large as that along the row would be. */
static void add_boundaries(const boundary_rows *x, reply *r) {
    const int n = r->n, b = r->bilateral, first = r->count + r->tangents;
    for (int k = 0; k < r->standing; k++) {
        double *X = r->X + (first + k) * n, *L = r->L + (first + k) * b, *own = r->own + k * (n + b);
        memcpy(r->J + (first + k) * n, x->gradient + k * n, (size_t)n * sizeof *r->J);
        for (int i = 0; i < n; i++) {
            x->force[k * n + i] /= -2;
            r->h[i] -= x->force[k * n + i];
        }
        num_saddle_solve(r->solver, x->force + k * n, r->zero, X, L, NULL);
        num_saddle_solve(r->solver, r->J + (first + k) * n, r->zero, own, own + n, NULL);
        const double jump = num_dot(x->force + k * n, X, n), alone = num_dot(r->J + (first + k) * n, own, n);
        r->limit[k] = jump > 0 && alone > 0 ? sqrt(jump / alone) : 0;
        for (int i = 0; i < n; i++)
            X[i] = r->limit[k] > 0 ? X[i] / r->limit[k] : 0;
        for (int i = 0; i < b; i++)
            L[i] = r->limit[k] > 0 ? L[i] / r->limit[k] : 0;
        r->standing_at[k] = x->at[k];
    }
}

/* The rows of boundaries are those of a mode like the present one. */
static boundary_rows find_boundaries(sim *s, mode *m, bool impact) {
    mode *present = s->mode;
    if (impact || !dynamics_is_sliding(s))
        return (boundary_rows){0};
    s->mode = m;
    const boundary_rows x = dynamics_sliding_rows(s);
    s->mode = present;
    return x;
}

/* The rate of a direction's motion with no acceleration, or no velocity. */
static double drift_of(const mode *m, const reply *r, const boundary_rows *x, int i) {
    const int gamma_at = m->n + m->n * m->m, rate_at = gamma_at + 2 * m->m, first = r->count + r->tangents;
    if (i >= first)
        return x->drift[i - first];
    return r->impact ? dynamics_right_side(m, rate_at + r->at[i]) : -dynamics_right_side(m, gamma_at + r->at[i]);
}

static void find_replies(const mode *m, reply *r, const boundary_rows *x) {
    const int n = r->n, d = contact_delassus_directions(r);
    for (int i = 0; i < r->count + r->tangents; i++)
        num_saddle_solve(r->solver, r->J + i * n, r->zero, r->X + i * n, r->L + i * r->bilateral, NULL);
    num_saddle_solve(r->solver, r->h, r->gamma, r->v, r->l, NULL);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
            r->gram[j * d + i] = reply_to_row(r, j, i);
    for (int i = 0; i < d; i++) {
        const bool held = is_held(m, r, i);
        r->u[i] = drift_of(m, r, x, i) + num_dot(r->J + i * n, r->v, n);
        if (!r->impact && held && fabs(r->u[i]) <= 1e-9 * driven(m, r, i))
            r->u[i] = 0; /* what cannot move neither lifts nor presses */
        if (held)
            memset(r->X + i * n, 0, (size_t)n * sizeof *r->X);
        r->z[i] = 0;
    }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
            r->W[i * d + j] = num_dot(r->J + i * n, r->X + j * n, n);
    for (int k = 0, i = r->count + r->tangents; k < r->standing; k++, i++)
        r->size[k] = fabs(x->drift[k]) + driven(m, r, i) + r->W[i * d + i] * r->limit[k];
}

reply *contact_delassus_prepare(sim *s, mode *m, const bool *rows, bool impact) {
    LGR_ASSERT(m->matrices);
    const boundary_rows x = find_boundaries(s, m, impact);
    reply *r = make_or_take(s, m, rows);
    r->impact = impact;
    r->standing = x.count;
    const int n = m->n, gamma_at = n + n * m->m, rate_at = gamma_at + 2 * m->m, b = r->bilateral;
    for (int i = 0; i < n; i++)
        r->h[i] = impact ? 0 : dynamics_right_side(m, i);
    for (int k = 0; k < b; k++) {
        int at = r->bilateral_at[k];
        memcpy(r->A + k * n, m->A + at * n, (size_t)n * sizeof *r->A);
        r->gamma[k] = impact ? -dynamics_right_side(m, rate_at + at) : dynamics_right_side(m, gamma_at + at);
    }
    for (int i = 0; i < r->count + r->tangents; i++)
        memcpy(r->J + i * n, m->A + r->at[i] * n, (size_t)n * sizeof *r->J);
    if (!is_finite(m, r))
        return NULL;
    const saddle_info info = num_saddle_factor(r->solver, m->M, r->A, n, b);
    r->rank = info.rank;
    if (info.singular)
        return NULL;
    add_boundaries(&x, r);
    find_replies(m, r, &x);
    return r;
}

int contact_delassus_row(const reply *r, int law) {
    LGR_ASSERT(law >= 0 && law < r->count + r->rubbed);
    return law < r->count ? r->contact_rows[law] : r->rubbed_rows[law - r->count];
}

double contact_delassus_force(const reply *r, const contact_law *laws, int law) {
    if (law < r->count)
        return r->z[law];
    if (laws[law].known)
        return 1;
    double size = -contact_delassus_multiplier(r, laws[law].bilateral);
    for (int k = 1; k < laws[law].presses; k++)
        size = hypot(size, contact_delassus_multiplier(r, laws[law].bilateral + k));
    return size;
}

bool contact_delassus_follows(sim *s, const reply *r, const int *others, int count, int direction) {
    const int d = contact_delassus_directions(r);
    const double *W = r->gram;
    LGR_ASSERT(count >= 0 && count <= d && direction >= 0 && direction < d);
    int *first = ARENA_ARRAY(s->a, int, count + 1);
    double *L = ARENA_ARRAY(s->a, double, count *count + 1), *x = ARENA_ARRAY(s->a, double, count + 1);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++)
            L[i * count + j] = W[others[i] * d + others[j]];
        x[i] = W[others[i] * d + direction];
    }
    if (!num_cholesky(L, count, first, 1e-12))
        return true;
    num_cholesky_forward(L, count, first, x);
    return W[direction * d + direction] - num_dot(x, x, count) <= 1e-10 * W[direction * d + direction];
}

void contact_delassus_stop(sim *s, reply *r, const bool *directions) {
    int d = contact_delassus_directions(r);
    double *W = ARENA_ARRAY(s->a, double, d *d + 1), *u = ARENA_ARRAY(s->a, double, d + 1);
    for (int i = 0; i < d; i++) {
        u[i] = directions[i] ? -r->u[i] : 0;
        for (int j = 0; j < d; j++)
            W[i * d + j] = directions[i] && directions[j] ? r->W[i * d + j] : 0;
    }
    num_cod f;
    num_cod_factor(&f, W, d, d, 1e-10, ARENA_ARRAY(s->a, int, d + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(d, d) + 1));
    num_cod_solve(&f, u, r->z);
}

void contact_delassus_motion(const reply *r, double *v) {
    int d = contact_delassus_directions(r);
    for (int i = 0; i < r->n; i++) {
        v[i] += r->v[i];
        for (int k = 0; k < d; k++)
            v[i] += r->X[k * r->n + i] * r->z[k];
    }
}

double contact_delassus_multiplier(const reply *r, int bilateral) {
    LGR_ASSERT(bilateral >= 0 && bilateral < r->bilateral);
    double l = r->l[bilateral];
    for (int k = 0; k < contact_delassus_directions(r); k++)
        l += r->L[k * r->bilateral + bilateral] * r->z[k];
    return l;
}

double contact_delassus_left(const reply *r, int direction) {
    LGR_ASSERT(direction >= 0 && direction < contact_delassus_directions(r));
    int d = contact_delassus_directions(r);
    return r->u[direction] + num_dot(r->W + direction * d, r->z, d);
}
