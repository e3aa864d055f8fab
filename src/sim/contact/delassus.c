/* The Delassus operator of the contacts and the linear complementarity problem with it (friction in the form of Stewart
   and Trinkle). */
#include "sim/contact/delassus.h"
#include "num/dense.h"
#include "num/lcp.h"
#include "sim/dynamics/dynamics.h"

#include <math.h>
#include <string.h>

static void split_rows(const sim *s, const mode *m, reply *r) {
    for (int k = 0; k < m->m; k++) {
        const model_row *row = &s->m->rows[m->eq.rows[k]];
        if (row->contact) {
            r->at[r->count] = k;
            r->contact_rows[r->count++] = m->eq.rows[k];
        } else if (!row->friction) {
            r->bilateral_at[r->bilateral] = k;
            r->bilateral_rows[r->bilateral++] = m->eq.rows[k];
        }
    }
    for (int k = 0; k < m->m; k++)
        if (s->m->rows[m->eq.rows[k]].friction) {
            r->at[r->count + r->tangents] = k;
            r->tangent_rows[r->tangents++] = m->eq.rows[k];
        }
}

/* Which rows are which depends on the mode alone. */
static reply *make(sim *s, const mode *m) {
    arena *run = dynamics_kit_enter(s);
    reply *r = ARENA_NEW(s->a, reply);
    r->n = m->n;
    int **ints[] = {&r->bilateral_rows, &r->contact_rows, &r->tangent_rows, &r->at, &r->bilateral_at};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        *ints[i] = ARENA_ARRAY(s->a, int, m->m + 1);
    split_rows(s, m, r);
    LGR_ASSERT(r->bilateral + r->count + r->tangents == m->m);
    LGR_ASSERT(r->tangents <= r->count);
    size_t n = (size_t)r->n, d = (size_t)(r->count + r->tangents), b = (size_t)r->bilateral;
    double **lists[] = {&r->J, &r->X, &r->L, &r->W, &r->v, &r->l, &r->u, &r->z, &r->A, &r->h, &r->gamma, &r->zero};
    size_t counts[] = {d * n, d * n, d * b, d * d, n, b, d, d, b * n, n, b, n + b};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_ARRAY(s->a, double, counts[i] + 1);
    r->solver = num_saddle_create(s->a, r->n, r->bilateral);
    dynamics_kit_leave(s, run);
    return r;
}

/* What the bilateral rows hold does not give way: rounding is left of its compliance, and would count as a direction.
 */
static bool is_held(const mode *m, const reply *r, int i) {
    static const double rounding = 1e-13;
    double alone = 0;
    const double *J = r->J + i * r->n, *X = r->X + i * r->n;
    for (int k = 0; k < r->n; k++) {
        double mass = m->M[k * r->n + k];
        alone += mass > 0 ? J[k] * J[k] / mass : 0;
    }
    return r->bilateral > 0 && num_dot(J, X, r->n) <= rounding * alone;
}

reply *contact_delassus_prepare(sim *s, mode *m, bool impact) {
    LGR_ASSERT(m->matrices);
    if (!m->reply)
        m->reply = make(s, m);
    reply *r = m->reply;
    int n = m->n, gamma_at = n + n * m->m, rate_at = gamma_at + 2 * m->m, b = r->bilateral, d = r->count + r->tangents;
    for (int i = 0; i < n; i++)
        r->h[i] = impact ? 0 : dynamics_right_side(m, i);
    for (int k = 0; k < b; k++) {
        int at = r->bilateral_at[k];
        memcpy(r->A + k * n, m->A + at * n, (size_t)n * sizeof *r->A);
        r->gamma[k] = impact ? -dynamics_right_side(m, rate_at + at) : dynamics_right_side(m, gamma_at + at);
    }
    if (num_saddle_factor(r->solver, m->M, r->A, n, b).singular)
        return NULL;
    num_saddle_solve(r->solver, r->h, r->gamma, r->v, r->l, NULL);
    for (int i = 0; i < d; i++) {
        memcpy(r->J + i * n, m->A + r->at[i] * n, (size_t)n * sizeof *r->J);
        num_saddle_solve(r->solver, r->J + i * n, r->zero, r->X + i * n, r->L + i * b, NULL);
        if (is_held(m, r, i))
            memset(r->X + i * n, 0, (size_t)n * sizeof *r->X);
        double now = impact ? dynamics_right_side(m, rate_at + r->at[i]) : -dynamics_right_side(m, gamma_at + r->at[i]);
        r->u[i] = now + num_dot(r->J + i * n, r->v, n);
        r->z[i] = 0;
    }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
            r->W[i * d + j] = num_dot(r->J + i * n, r->X + j * n, n);
    return r;
}

/* The complementarity problem in the making: unknowns are the normal forces, then for each contact that may stick the
   two halves of its friction and the size of its slip. */
typedef struct problem {
    int size, d;
    double unit; /* of forces: what moves the most compliant contact by 1 */
    double *B, *b;
    int *sticking; /* contacts that may stick */
    int stick_count;
} problem;

/* The effect on direction i of a unit of normal force at contact k, its sliding friction included. */
static double push_effect(const reply *r, const contact_law *laws, int i, int k) {
    int d = r->count + r->tangents;
    double w = r->W[i * d + k];
    if (laws[k].slide && laws[k].tangent >= 0)
        w -= laws[k].slide * laws[k].mu * r->W[i * d + r->count + laws[k].tangent];
    return w;
}

double contact_delassus_compliance(const reply *r, const contact_law *law, int contact) {
    LGR_ASSERT(contact >= 0 && contact < r->count && law->tangent < r->tangents);
    int d = r->count + r->tangents;
    double w = r->W[contact * d + contact];
    return law->tangent < 0 ? w : w - law->slide * law->mu * r->W[contact * d + r->count + law->tangent];
}

bool contact_delassus_follows(sim *s, const reply *r, const int *others, int count, int direction) {
    LGR_ASSERT(count >= 0 && count <= r->count + r->tangents);
    LGR_ASSERT(direction >= 0 && direction < r->count + r->tangents);
    int d = r->count + r->tangents, *first = ARENA_ARRAY(s->a, int, count + 1);
    double *L = ARENA_ARRAY(s->a, double, count *count + 1), *x = ARENA_ARRAY(s->a, double, count + 1);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++)
            L[i * count + j] = r->W[others[i] * d + others[j]];
        x[i] = r->W[others[i] * d + direction];
    }
    if (!num_cholesky(L, count, first, 1e-12))
        return true;
    num_cholesky_forward(L, count, first, x);
    double own = r->W[direction * d + direction];
    return own - num_dot(x, x, count) <= 1e-10 * own;
}

/* One row of the problem: motion along direction i (times sign). */
static void fill_row(const reply *r, const contact_law *laws, const problem *p, int row, int i, double sign) {
    for (int k = 0; k < r->count; k++)
        p->B[row * p->size + k] = p->unit * sign * push_effect(r, laws, i, k);
    for (int q = 0; q < p->stick_count; q++) {
        double w = p->unit * sign * r->W[i * p->d + r->count + laws[p->sticking[q]].tangent];
        p->B[row * p->size + r->count + 3 * q] = w;
        p->B[row * p->size + r->count + 3 * q + 1] = -w;
    }
    p->b[row] = sign * r->u[i];
}

/* Beside coefficients of friction compliances must not be huge or tiny for the units of the model alone. */
static double unit_of_forces(const reply *r) {
    const int d = r->count + r->tangents;
    double most = 0;
    for (int i = 0; i < d; i++)
        most = fmax(most, r->W[i * d + i]);
    return most > 0 ? 1 / most : 1;
}

static problem state_problem(sim *s, const reply *r, const contact_law *laws) {
    problem p = {.d = r->count + r->tangents, .sticking = ARENA_ARRAY(s->a, int, r->count + 1)};
    for (int k = 0; k < r->count; k++)
        if (laws[k].tangent >= 0 && !laws[k].slide && laws[k].mu > 0)
            p.sticking[p.stick_count++] = k;
    p.size = r->count + 3 * p.stick_count;
    p.unit = unit_of_forces(r);
    p.B = ARENA_ARRAY(s->a, double, p.size *p.size + 1);
    p.b = ARENA_ARRAY(s->a, double, p.size + 1);
    LGR_ASSERT(p.unit > 0);
    for (int k = 0; k < r->count; k++) {
        LGR_ASSERT(laws[k].tangent < r->tangents);
        fill_row(r, laws, &p, k, k, 1);
        p.b[k] += laws[k].offset;
    }
    for (int q = 0; q < p.stick_count; q++) {
        int k = p.sticking[q], row = r->count + 3 * q, t = r->count + laws[k].tangent;
        fill_row(r, laws, &p, row, t, 1);      /* slip + size >= 0, against friction one way */
        fill_row(r, laws, &p, row + 1, t, -1); /* -slip + size >= 0, the other way */
        p.B[row * p.size + row + 2] = p.B[(row + 1) * p.size + row + 2] = 1;
        p.B[(row + 2) * p.size + k] = laws[k].mu; /* mu z - |friction| >= 0, against the size of the slip */
        p.B[(row + 2) * p.size + row] = p.B[(row + 2) * p.size + row + 1] = -1;
    }
    return p;
}

bool contact_delassus_solve(sim *s, reply *r, const contact_law *laws) {
    problem p = state_problem(s, r, laws);
    double *x = ARENA_ARRAY(s->a, double, p.size + 1);
    if (!num_lcp(s->a, p.B, p.b, p.size, x))
        return false;
    for (int k = 0; k < r->count; k++) {
        r->z[k] = p.unit * x[k];
        if (laws[k].tangent >= 0 && laws[k].slide)
            r->z[r->count + laws[k].tangent] = -laws[k].slide * laws[k].mu * r->z[k];
    }
    for (int q = 0; q < p.stick_count; q++)
        r->z[r->count + laws[p.sticking[q]].tangent] = p.unit * (x[r->count + 3 * q] - x[r->count + 3 * q + 1]);
    return true;
}

void contact_delassus_stop(sim *s, reply *r, const bool *directions) {
    int d = r->count + r->tangents;
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
    int d = r->count + r->tangents;
    for (int i = 0; i < r->n; i++) {
        v[i] += r->v[i];
        for (int k = 0; k < d; k++)
            v[i] += r->X[k * r->n + i] * r->z[k];
    }
}

double contact_delassus_multiplier(const reply *r, int bilateral) {
    LGR_ASSERT(bilateral >= 0 && bilateral < r->bilateral);
    double l = r->l[bilateral];
    for (int k = 0; k < r->count + r->tangents; k++)
        l += r->L[k * r->bilateral + bilateral] * r->z[k];
    return l;
}

double contact_delassus_left(const reply *r, int direction) {
    LGR_ASSERT(direction >= 0 && direction < r->count + r->tangents);
    int d = r->count + r->tangents;
    return r->u[direction] + num_dot(r->W + direction * d, r->z, d);
}
