/* Small motions about a steady one, in the frame that turns along: there they have constant coefficients. What turns
   and shifts of the whole do, and what other momenta would do, is left out. */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "expr/diff.h"
#include "linear/steady.h"
#include "num/dense.h"
#include "num/eigen.h"

static const double zero = 3e-5, slow = 1e-3 /* of the rate of turning */, no_growth = 1e-6, definite = 1e-7,
                    critical = 1e-5, confirmed = 5e-7, negligible = 5e-12, rounding = 1e-14;

/* All in units of the places and speeds; a state is (dq, dv), 2 n numbers. */
typedef struct frame {
    const linear_steady *x;
    int n, size, d;
    double *unit;        /* 2 n */
    double *drift;       /* size x size: the derivatives of the rates, less the turn */
    double *by_q, *by_v; /* of the accelerations, n x n */
    double *rows;        /* r x size: what small motions must not do */
    int row_count;
    double *Q; /* d x size: a basis of those that are left, orthonormal */
    int v;
    double *V; /* v x size: the same with turns and shifts of the whole */
    arena *a;
} frame;

static uint32_t *state_variables(const linear_steady *x, arena *a) {
    const int n = x->g->n;
    uint32_t *var = ARENA_ARRAY(a, uint32_t, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        var[i] = x->s->m->coords[x->s->e.coords[i]].q;
        var[n + i] = x->s->m->coords[x->s->e.coords[i]].v;
    }
    return var;
}

/* Values of formulas at the motion. */
static const double *values_of(const frame *f, const expr_id *root, size_t count) {
    const linear_steady *x = f->x;
    analysis_state at = analysis_state_make(x->s->m, f->a);
    memcpy(at.q, x->s->start.q, x->s->m->coord_count * sizeof *at.q);
    at.t = x->s->start.t;
    for (int i = 0; i < f->n; i++) {
        at.q[x->s->e.coords[i]] = x->q[i];
        at.v[x->s->e.coords[i]] = x->v[i];
    }
    return analysis_probe_at(analysis_probe_make(x->s->m, root, count, f->a), &at);
}

static bool find_drift(frame *f) {
    const int n = f->n, size = f->size;
    double *by_q = f->by_q = ARENA_ARRAY(f->a, double, n *n + 1);
    double *by_v = f->by_v = ARENA_ARRAY(f->a, double, n *n + 1);
    if (!point_differentiate(f->x->p, POINT_ACCELERATION, POINT_BY_Q, by_q) ||
        !point_differentiate(f->x->p, POINT_ACCELERATION, POINT_BY_V, by_v))
        return false;
    f->drift = ARENA_ARRAY(f->a, double, size *size);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double turn = f->x->L[i * n + j];
            f->drift[i * size + j] = -turn * f->unit[j] / f->unit[i];
            f->drift[i * size + n + j] = i == j ? f->unit[n + j] / f->unit[i] : 0;
            f->drift[(n + i) * size + j] = by_q[i * n + j] * f->unit[j] / f->unit[n + i];
            f->drift[(n + i) * size + n + j] = (by_v[i * n + j] - turn) * f->unit[n + j] / f->unit[n + i];
        }
    return analysis_finite(f->drift, size * size);
}

static double *add_row(frame *f) {
    return f->rows + f->row_count++ * f->size;
}

/* Rows of positions on both levels, rows of velocities. */
static void add_constraints(frame *f) {
    const linear_steady *x = f->x;
    const int n = f->n, m = x->rows;
    graph *g = x->s->m->g;
    uint32_t *var = state_variables(x, f->a);
    expr_id *root = ARENA_ARRAY(f->a, expr_id, 2 * n * m + 1);
    for (int k = 0; k < m; k++)
        expr_reverse(g, &x->s->e.f_dot[k], NULL, 1, var, 2 * (size_t)n, root + 2 * n * k);
    const double *y = values_of(f, root, (size_t)(2 * n * m));
    for (int k = 0; k < m; k++) {
        const bool velocity = x->s->m->base->rows[x->s->e.rows[k]].velocity;
        double *both = add_row(f);
        for (int i = 0; i < 2 * n; i++)
            both[i] = y[2 * n * k + i] * f->unit[i];
        double *place = velocity ? NULL : add_row(f);
        for (int i = 0; i < n && place; i++)
            place[i] = y[2 * n * k + n + i] * f->unit[i];
    }
}

/* Gradients of the momenta: they stay what they are. */
static double *add_momenta(frame *f) {
    const linear_steady *x = f->x;
    const int size = f->size, count = x->momentum_count;
    uint32_t *var = state_variables(x, f->a);
    expr_id *root = ARENA_ARRAY(f->a, expr_id, size * count + 1);
    for (int k = 0; k < count; k++)
        expr_reverse(x->s->m->g, &x->momenta[k]->value, NULL, 1, var, (size_t)size, root + size * k);
    const double *y = values_of(f, root, (size_t)(size * count));
    double *first = f->rows + f->row_count * size;
    for (int k = 0; k < count; k++) {
        double *row = add_row(f);
        for (int i = 0; i < size; i++)
            row[i] = y[size * k + i] * f->unit[i];
    }
    return first;
}

/* What a symmetry makes of the motion: another one like it. */
static void orbit_of(const frame *f, const linear_symmetry *s, double *out) {
    const int n = f->n;
    for (int i = 0; i < n; i++) {
        out[i] = (s->b[i] + num_dot(s->B + i * n, f->x->q, n)) / f->unit[i];
        out[n + i] = num_dot(s->B + i * n, f->x->v, n) / f->unit[n + i];
    }
}

/* Those that keep the momenta are no disturbance: small motions are across them. */
static void add_orbits(frame *f, const double *momenta) {
    const int g = f->x->g->count, size = f->size, count = f->x->momentum_count;
    double *orbit = ARENA_ARRAY(f->a, double, g *size + 1), *change = ARENA_ARRAY(f->a, double, count *g + 1), *keep;
    for (int k = 0; k < g; k++) {
        orbit_of(f, &f->x->g->at[k], orbit + k * size);
        const double length = sqrt(num_dot(orbit + k * size, orbit + k * size, size));
        for (int i = 0; i < size && length > 0; i++)
            orbit[k * size + i] /= length;
    }
    for (int r = 0; r < count; r++) {
        const double length = sqrt(num_dot(momenta + r * size, momenta + r * size, size));
        for (int k = 0; k < g; k++) {
            const double by = length > 0 ? num_dot(momenta + r * size, orbit + k * size, size) / length : 0;
            change[r * g + k] = fabs(by) > zero ? by : 0;
        }
    }
    const int kept = linear_null_basis(change, count, g, &keep, f->a);
    for (int r = 0; r < kept; r++) {
        double *row = add_row(f);
        for (int k = 0; k < g; k++)
            for (int i = 0; i < size; i++)
                row[i] += keep[r * g + k] * orbit[k * size + i];
    }
}

static bool begin(frame *f, const linear_steady *x, arena *a) {
    const int n = x->g->n;
    *f = (frame){.x = x, .n = n, .size = 2 * n, .a = a};
    f->unit = ARENA_ARRAY(a, double, 2 * n);
    memcpy(f->unit, x->unit_q, (size_t)n * sizeof *f->unit);
    memcpy(f->unit + n, x->unit_v, (size_t)n * sizeof *f->unit);
    f->rows = ARENA_ARRAY(a, double, (2 * x->rows + x->momentum_count + x->g->count + 1) * f->size);
    if (!find_drift(f))
        return false;
    add_constraints(f);
    const double *momenta = add_momenta(f);
    f->v = linear_null_basis(f->rows, f->row_count, f->size, &f->V, a);
    add_orbits(f, momenta);
    f->d = linear_null_basis(f->rows, f->row_count, f->size, &f->Q, a);
    return analysis_finite(f->Q, f->d * f->size);
}

/* Y (d x d) = Q X Q^T. */
static double *within(const frame *f, const double *X, const double *Q, int d) {
    const int size = f->size;
    double *Y = ARENA_ARRAY(f->a, double, d *d + 1);
    for (int j = 0; j < d; j++)
        for (int r = 0; r < size; r++) {
            const double along = num_dot(X + r * size, Q + j * size, size);
            for (int i = 0; i < d; i++)
                Y[i * d + j] += Q[i * size + r] * along;
        }
    return Y;
}

/* --- The energy at these momenta --- */

/* Second derivatives of E - omega.P + mu.c, by the whole state in its units; false if its first ones do not vanish. */
static bool find_hessian(const frame *f, double **out) {
    const linear_steady *x = f->x;
    const int size = f->size;
    const conserved *energy = &x->laws->at[0];
    graph *g = x->s->m->g;
    uint32_t *var = state_variables(x, f->a);
    const int funcs = 1 + x->momentum_count + 2 * x->rows;
    expr_id *of = ARENA_ARRAY(f->a, expr_id, funcs), *slope = ARENA_ARRAY(f->a, expr_id, funcs * size);
    expr_id *second = ARENA_ARRAY(f->a, expr_id, funcs * size * size);
    int count = 0;
    of[count++] = energy->value;
    for (int k = 0; k < x->momentum_count; k++)
        of[count++] = x->momenta[k]->value;
    for (int k = 0; k < x->rows; k++) {
        of[count++] = x->s->e.f[k];
        of[count++] = x->s->e.f_dot[k];
    }
    for (int k = 0; k < count; k++) {
        expr_reverse(g, &of[k], NULL, 1, var, (size_t)size, slope + k * size);
        for (int i = 0; i < size; i++)
            expr_reverse(g, &slope[k * size + i], NULL, 1, var, (size_t)size, second + (k * size + i) * size);
    }
    double *first = ARENA_ARRAY(f->a, double, count *size), *A = ARENA_ARRAY(f->a, double, count *size);
    memcpy(first, values_of(f, slope, (size_t)(count * size)), (size_t)(count * size) * sizeof *first);
    double *b = ARENA_ARRAY(f->a, double, size), *mu = ARENA_ARRAY(f->a, double, count);
    for (int i = 0; i < size; i++) {
        b[i] = -first[i] * f->unit[i];
        for (int k = 1; k < count; k++)
            A[i * (count - 1) + k - 1] = first[k * size + i] * f->unit[i];
    }
    const double wanted = sqrt(num_dot(b, b, size));
    num_cod cod;
    num_cod_factor(&cod, A, size, count - 1, definite, ARENA_ARRAY(f->a, int, count),
                   ARENA_ARRAY(f->a, double, num_cod_doubles(size, count)));
    if (count > 1 && !(num_cod_solve(&cod, b, mu) <= critical * wanted))
        return false;
    const double *all = values_of(f, second, (size_t)(count * size * size));
    *out = ARENA_ARRAY(f->a, double, size *size);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < size * size; i++)
            (*out)[i] += (k ? mu[k - 1] : 1) * all[k * size * size + i] * f->unit[i / size] * f->unit[i % size];
    return analysis_finite(*out, size * size);
}

/* The energy has a strict extremum among all states with these momenta. */
static bool is_extreme(const frame *f) {
    const linear_steady *x = f->x;
    double *H;
    if (!x->holonomic || !x->laws->count || x->laws->at[0].symmetry || x->laws->at[0].kind > CONSERVED_JACOBI ||
        !find_hessian(f, &H))
        return false;
    double *Y = within(f, H, f->Q, f->d), *one = ARENA_ARRAY(f->a, double, f->d * f->d + 1);
    double *s = ARENA_ARRAY(f->a, double, f->d + 1), *X = ARENA_ARRAY(f->a, double, f->d * f->d + 1);
    for (int i = 0; i < f->d; i++)
        one[i * f->d + i] = 1;
    if (!num_eigen_symmetric(Y, one, f->d, s, X, f->a) || f->d == 0)
        return false;
    const double most = fmax(fabs(s[0]), fabs(s[f->d - 1]));
    return s[0] > definite * most || s[f->d - 1] < -definite * most;
}

/* --- Modes --- */

/* Eigenvalues of small motions in a basis; vectors by rows in that basis. */
typedef struct spectrum {
    const double *basis;
    int d;
    double *re, *im, *X;
    bool *used;
} spectrum;

static bool find_spectrum(const frame *f, const double *basis, int d, spectrum *out) {
    *out = (spectrum){basis,
                      d,
                      ARENA_ARRAY(f->a, double, d + 1),
                      ARENA_ARRAY(f->a, double, d + 1),
                      ARENA_ARRAY(f->a, double, d *d + 1),
                      ARENA_ARRAY(f->a, bool, d + 1)};
    return num_eigen_general(within(f, f->drift, basis, d), d, out->re, out->im, out->X, f->a);
}

/* Which of these is nearest, each taken once; of a pair the first. */
static int take_nearest(spectrum *s, double re, double im) {
    int best = -1;
    for (int k = 0; k < s->d; k++)
        if (!s->used[k] && s->im[k] >= 0 &&
            (best < 0 || hypot(s->re[k] - re, s->im[k] - im) < hypot(s->re[best] - re, s->im[best] - im)))
            best = k;
    if (best >= 0)
        s->used[best] = true;
    return best;
}

/* One coordinate's displacement; `row`: of the vectors. */
static double displacement(const frame *f, const spectrum *s, int row, int i) {
    double sum = 0;
    for (int k = 0; k < s->d; k++)
        sum += s->X[row * s->d + k] * s->basis[k * f->size + i];
    return sum * f->unit[i];
}

/* The largest becomes 1. */
static void find_shape(const frame *f, const spectrum *s, int row, linear_mode *mode) {
    const int n = f->n;
    int largest = 0;
    for (int i = 0; i < n; i++) {
        mode->shape_re[i] = displacement(f, s, row, i);
        mode->shape_im[i] = mode->im > 0 && s->im[row] > 0 ? displacement(f, s, row + 1, i) : 0;
        if (hypot(mode->shape_re[i], mode->shape_im[i]) > hypot(mode->shape_re[largest], mode->shape_im[largest]))
            largest = i;
    }
    const double c = mode->shape_re[largest], t = mode->shape_im[largest], square = c * c + t * t;
    for (int i = 0; i < n && square > 0; i++) {
        const double x = mode->shape_re[i], y = mode->shape_im[i];
        mode->shape_re[i] = (x * c + y * t) / square;
        mode->shape_im[i] = (y * c - x * t) / square;
    }
}

static void add_mode(const frame *f, equilibrium *at, double re, double im, arena *a) {
    const double size = hypot(re, im);
    at->modes[at->mode_count++] = (linear_mode){.re = re,
                                                .im = im,
                                                .frequency = im > 0 ? size / (2 * acos(-1.0)) : 0,
                                                .damping = size > 0 ? -re / size : 0,
                                                .shape_re = ARENA_ARRAY(a, double, f->n + 1),
                                                .shape_im = ARENA_ARRAY(a, double, f->n + 1)};
}

static bool is_slower(const void *a, const void *b) {
    const linear_mode *x = a, *y = b;
    return x->im < y->im || (x->im == y->im && x->re < y->re);
}

static const char **names_of(const frame *f, bool rates, arena *a) {
    const char **names = ARENA_ARRAY(a, const char *, 2 * f->n + 1);
    for (int i = 0; i < f->n; i++) {
        names[i] = f->x->s->m->coords[f->x->s->e.coords[i]].name;
        names[f->n + i] = rates ? base_arena_printf(a, "%s'", names[i]) : NULL;
    }
    return names;
}

/* a_q + a_v L - L L; what is the rounding of its terms is 0. */
static double slope_of_place(const frame *f, int i, int j) {
    const int n = f->n;
    const double *L = f->x->L;
    double sum = f->by_q[i * n + j], size = fabs(sum);
    for (int k = 0; k < n; k++) {
        const double moved = f->by_v[i * n + k] * L[k * n + j], turned = L[i * n + k] * L[k * n + j];
        sum += moved - turned;
        size += fabs(moved) + fabs(turned);
    }
    return fabs(sum) > rounding * size ? sum : 0;
}

/* Displacements and their rates in the frame: x'' = (a_q + a_v L - L L) x + (a_v - 2 L) x' + forces. */
static void write_system(const frame *f, linear_system *out, arena *a) {
    const int n = f->n, size = f->size;
    const double *L = f->x->L;
    double *force = ARENA_ARRAY(a, double, n *n + 1);
    if (!point_differentiate(f->x->p, POINT_ACCELERATION, POINT_BY_LOAD, force))
        return;
    *out = (linear_system){.states = size,
                           .inputs = n,
                           .state_names = names_of(f, true, a),
                           .input_names = names_of(f, false, a),
                           .output_names = names_of(f, false, a),
                           .A = ARENA_ARRAY(a, double, size *size),
                           .B = ARENA_ARRAY(a, double, size *n),
                           .C = ARENA_ARRAY(a, double, 1),
                           .D = ARENA_ARRAY(a, double, 1)};
    for (int i = 0; i < n; i++) {
        out->A[i * size + n + i] = 1;
        memcpy(out->B + (n + i) * n, force + i * n, (size_t)n * sizeof *force);
        for (int j = 0; j < n; j++) {
            out->A[(n + i) * size + j] = slope_of_place(f, i, j);
            out->A[(n + i) * size + n + j] = f->by_v[i * n + j] - 2 * L[i * n + j];
        }
    }
}

/* Across the orbits for the eigenvalues; with all that keeps the momenta for the shapes, which move along them too. */
static bool find_modes(const frame *f, equilibrium *at, arena *a) {
    spectrum across, all;
    double greatest = slow * f->unit[f->n] / f->unit[0];
    if (!find_spectrum(f, f->Q, f->d, &across) || !find_spectrum(f, f->V, f->v, &all))
        return false;
    for (int k = 0; k < f->d; k++)
        greatest = fmax(greatest, hypot(across.re[k], across.im[k]));
    at->modes = ARENA_ARRAY(a, linear_mode, f->d + 1);
    for (int k = 0; k < f->d; k++) {
        const double re = across.re[k], im = across.im[k];
        if (im < 0)
            continue;
        const bool none = hypot(re, im) <= zero * greatest, even = fabs(re) <= no_growth * greatest;
        add_mode(f, at, none || even ? 0 : re, none ? 0 : im, a);
        const int row = take_nearest(&all, re, im);
        if (row >= 0)
            find_shape(f, &all, row, &at->modes[at->mode_count - 1]);
    }
    base_sort(at->modes, at->mode_count, sizeof *at->modes, is_slower, f->a);
    return true;
}

/* One row of A x - s x, and the size of its terms; x are the displacements and s times these. */
static double error_of_row(const linear_system *l, const linear_mode *mode, int row, double *size) {
    const int n = l->states / 2;
    double re = 0, im = 0;
    *size = 0;
    for (int j = 0; j <= l->states; j++) { /* the last term is -s x itself */
        const int column = j < l->states ? j : row, i = column % n;
        const double x = mode->shape_re[i], y = mode->shape_im[i];
        const bool rate = column >= n;
        const double a = rate ? x * mode->re - y * mode->im : x, b = rate ? x * mode->im + y * mode->re : y;
        const bool own = j == l->states;
        const double by = own ? 0 : l->A[row * l->states + column];
        const double c = own ? -(a * mode->re - b * mode->im) : by * a,
                     d = own ? -(a * mode->im + b * mode->re) : by * b;
        re += c;
        im += d;
        *size += hypot(c, d);
    }
    return hypot(re, im);
}

/* The mode is one of the system: A x = s x. */
static bool is_confirmed(const linear_system *l, const linear_mode *mode) {
    double most = 0, size, length = 0;
    for (int r = 0; r < l->states; r++) {
        error_of_row(l, mode, r, &size);
        most = fmax(most, size);
    }
    for (int i = 0; i < l->states / 2; i++)
        length += hypot(mode->shape_re[i], mode->shape_im[i]);
    for (int r = 0; r < l->states; r++)
        if (!(error_of_row(l, mode, r, &size) <= confirmed * size + negligible * most))
            return false;
    return length > 0;
}

/* Of nearly singular motions eigenvalues are not what they seem. */
static bool are_confirmed(const equilibrium *at) {
    for (size_t k = 0; k < at->mode_count; k++)
        if (!is_confirmed(&at->linear, &at->modes[k]))
            return false;
    return at->linear.states > 0;
}

static void judge(const frame *f, equilibrium *at, arena *a) {
    double fastest = 0, slowest = -INFINITY;
    for (size_t k = 0; k < at->mode_count; k++) {
        const linear_mode *mode = &at->modes[k];
        at->degenerate = at->degenerate || (mode->re == 0 && mode->im == 0);
        fastest = fmax(fastest, mode->re);
        slowest = fmax(slowest, mode->re);
    }
    at->stability = UNDECIDED;
    if (fastest > 0) {
        at->stability = UNSTABLE;
        at->why = base_arena_printf(a, "disturbances grow as exp(%.4g t)", fastest);
    } else if (is_extreme(f)) {
        at->stability = STABLE;
        at->why = "the energy has a strict extremum for these momenta";
    } else if (at->degenerate) {
        at->why = "an eigenvalue is 0: it is one of a family, or higher-order terms decide";
    } else if (!at->mode_count) {
        at->stability = STABLE;
        at->why = "nothing else has these momenta";
    } else if (slowest < 0) {
        at->stability = ASYMPTOTICALLY_STABLE;
        at->why = base_arena_printf(a, "all disturbances decay, the slowest as exp(%.4g t)", slowest);
    } else {
        at->why = "linearly stable: some disturbances neither grow nor decay, and no energy decides";
    }
}

void linear_steady_modes(const linear_steady *x, equilibrium *at, arena *a) {
    arena *scratch = base_arena_create();
    frame f;
    at->why = num_eigen_available() ? "forces are not differentiable there, so that there is no linear system"
                                    : "LAPACK is missing: no stability, no modes";
    at->stability = UNDECIDED;
    if (begin(&f, x, scratch)) {
        write_system(&f, &at->linear, a);
        const bool found = num_eigen_available() && find_modes(&f, at, a);
        if (found && are_confirmed(at)) {
            judge(&f, at, a);
        } else if (found) {
            at->mode_count = 0;
            at->why = "the eigenvalues could not be confirmed";
        }
    }
    base_arena_destroy(scratch);
}
