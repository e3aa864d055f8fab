/* States that nothing depends on, and those that never change, have the eigenvalue 0 exactly and are taken out before
   the iteration, which would give rounding errors for them. */
#include "linear/eigen.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/eigen.h"
#include "num/vector.h"

static const double in_row = 1e-12, in_all = 1e-14;      /* rounding, of the greatest element */
static const double rank_tolerance = 1e-13, zero = 1e-6; /* of the greatest eigenvalue, where one is known to be 0 */
static const double no_growth = 1e-7;                    /* of the same */
static const double real_vector = 1e-300;

typedef struct deflation {
    int n, left;
    double *A; /* n x n, in units and over the rate */
    double rate;
    bool *gone;
    int *kept; /* left */
} deflation;

/* About the greatest rate, so that displacements and velocities can be compared. */
static double find_rate(const linear_about *x, const double *unit) {
    const int n = x->system.states;
    double rate = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double size = fabs(x->system.A[i * n + j]) * unit[j] / unit[i];
            const bool square = i >= x->q_count && j < x->q_count;
            rate = fmax(rate, i < x->q_count && j >= x->q_count ? 0 : square ? sqrt(size) : size);
        }
    return rate > 0 ? rate : 1;
}

static deflation begin(const linear_about *x, double *unit, arena *a) {
    const int n = x->system.states;
    deflation d = {.n = n, .A = ARENA_ARRAY(a, double, n *n + 1), .rate = find_rate(x, unit)};
    d.gone = ARENA_ARRAY(a, bool, n + 1);
    d.kept = ARENA_ARRAY(a, int, n + 1);
    for (int i = x->q_count; i < n; i++)
        unit[i] *= d.rate;
    for (int i = 0; i < n * n; i++)
        d.A[i] = x->system.A[i] * unit[i % n] / unit[i / n] / d.rate;
    const double all = num_largest(d.A, n * n);
    for (int i = 0; i < n; i++) {
        const double row = num_largest(d.A + i * n, n);
        for (int j = 0; j < n; j++)
            if (fabs(d.A[i * n + j]) <= fmax(in_row * row, in_all * all))
                d.A[i * n + j] = 0;
    }
    return d;
}

/* Nothing that is left depends on state k, or it depends on nothing that is left. */
static bool is_idle(const deflation *d, int k) {
    bool row = true, column = true;
    for (int i = 0; i < d->n; i++) {
        column = column && (d->gone[i] || d->A[i * d->n + k] == 0);
        row = row && (d->gone[i] || d->A[k * d->n + i] == 0);
    }
    return row || column;
}

static void deflate(deflation *d) {
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; k < d->n; k++)
            if (!d->gone[k] && is_idle(d, k))
                again = d->gone[k] = true;
    }
    for (int k = 0; k < d->n; k++)
        if (!d->gone[k])
            d->kept[d->left++] = k;
}

static int rank_of(const double *A, int n, arena *a) {
    num_cod f;
    double *copy = ARENA_ARRAY(a, double, n *n + 1);
    memcpy(copy, A, (size_t)(n * n) * sizeof *copy);
    num_cod_factor(&f, copy, n, n, rank_tolerance, ARENA_ARRAY(a, int, n + 1),
                   ARENA_ARRAY(a, double, num_cod_doubles(n, n) + 1));
    return f.rank;
}

/* How many eigenvalues of A (n x n) are 0: those of blocks of two count twice. */
static int count_zeros(const double *A, int n, arena *a) {
    if (rank_of(A, n, a) == n)
        return 0;
    double *square = ARENA_ARRAY(a, double, n *n + 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                square[i * n + j] += A[i * n + k] * A[k * n + j];
    return n - rank_of(square, n, a);
}

static void clear_smallest(double *re, double *im, int n, int zeros) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, hypot(re[i], im[i]));
        zeros -= re[i] == 0 && im[i] == 0;
    }
    for (int k = 0; k < zeros; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if ((re[i] != 0 || im[i] != 0) && (best < 0 || hypot(re[i], im[i]) < hypot(re[best], im[best])))
                best = i;
        if (best >= 0 && hypot(re[best], im[best]) <= zero * most)
            re[best] = im[best] = 0;
    }
}

/* Real, since eigenvalues come in pairs: that of a pair is the square of its size. */
static double find_product(const double *re, const double *im, int n) {
    double most = 0, product = 1;
    for (int k = 0; k < n; k++)
        most = fmax(most, hypot(re[k], im[k]));
    for (int k = 0; k < n && most > 0; k++)
        if (im[k] >= 0)
            product *= im[k] > 0 ? (re[k] * re[k] + im[k] * im[k]) / (most * most) : re[k] / most;
    return product;
}

/* Eigenvalues and vectors of what is left into those of all; the others are 0 with their own unit vectors. */
static bool solve(linear_about *x, deflation *d, arena *a) {
    const int n = d->n, r = d->left;
    double *A = ARENA_ARRAY(a, double, r *r + 1), *V = ARENA_ARRAY(a, double, r *r + 1);
    double *re = ARENA_ARRAY(a, double, r + 1), *im = ARENA_ARRAY(a, double, r + 1);
    for (int i = 0; i < r * r; i++)
        A[i] = d->A[d->kept[i / r] * n + d->kept[i % r]];
    if (r > 0 && !num_eigen_general(A, r, re, im, V, a))
        return false;
    const int zeros = r > 0 ? count_zeros(A, r, a) : 0;
    x->product = zeros ? NAN : find_product(re, im, r);
    clear_smallest(re, im, r, zeros);
    for (int k = 0; k < r; k++) {
        const int first = im[k] < 0 ? k - 1 : k, sign = im[k] < 0 ? -1 : 1;
        x->re[k] = re[k] * d->rate;
        x->im[k] = im[k] * d->rate;
        for (int i = 0; i < r; i++) {
            x->shape_re[k * n + d->kept[i]] = V[first * r + i];
            x->shape_im[k * n + d->kept[i]] = im[k] != 0 ? sign * V[(first + 1) * r + i] : 0;
        }
    }
    int at = r;
    for (int k = 0; k < n; k++)
        if (d->gone[k])
            x->shape_re[at++ * n + k] = 1;
    return true;
}

/* Those taken out move along, s x_k = sum A_kj x_j; the last that was found to be idle may depend on the others. */
static void drag_along(linear_about *x, const deflation *d, int mode) {
    const int n = d->n;
    const double re = x->re[mode] / d->rate, im = x->im[mode] / d->rate, square = re * re + im * im;
    double *u = x->shape_re + mode * n, *w = x->shape_im + mode * n;
    for (int round = 0; round < n && square > 0; round++)
        for (int k = 0; k < n; k++) {
            double p = 0, q = 0;
            for (int j = 0; d->gone[k] && j < n; j++) {
                p += d->A[k * n + j] * u[j];
                q += d->A[k * n + j] * w[j];
            }
            if (d->gone[k]) {
                u[k] = (p * re + q * im) / square;
                w[k] = (q * re - p * im) / square;
            }
        }
}

/* The largest displacement becomes 1. */
static void normalise(linear_mode *m, int n) {
    double best = 0, re = 1, im = 0;
    for (int i = 0; i < n; i++) {
        const double size = hypot(m->shape_re[i], m->shape_im[i]);
        if (size > best * (1 + 1e-9)) {
            best = size;
            re = m->shape_re[i];
            im = m->shape_im[i];
        }
    }
    for (int i = 0; best > real_vector && i < n; i++) {
        const double x = m->shape_re[i], y = m->shape_im[i];
        m->shape_re[i] = (x * re + y * im) / (best * best);
        m->shape_im[i] = (y * re - x * im) / (best * best);
    }
}

static void add_mode(linear_about *x, const double *unit, int k, arena *a) {
    const int n = x->system.states;
    linear_mode m = {.re = x->re[k], .im = x->im[k]};
    const double size = hypot(m.re, m.im);
    m.frequency = m.im > 0 ? size / (2 * acos(-1.0)) : 0;
    m.damping = m.re != 0 ? -m.re / size : 0;
    m.shape_re = ARENA_ARRAY(a, double, x->n + 1);
    m.shape_im = ARENA_ARRAY(a, double, x->n + 1);
    for (int i = 0; i < x->n; i++)
        for (int j = 0; j < n; j++) {
            m.shape_re[i] += x->T[i * n + j] * x->shape_re[k * n + j] * unit[j];
            m.shape_im[i] += x->T[i * n + j] * x->shape_im[k * n + j] * unit[j];
        }
    normalise(&m, x->n);
    if (size > 0 || num_largest(m.shape_re, x->n) > 0)
        x->modes[x->mode_count++] = m;
}

/* Decaying first, then neutral, oscillating by frequency and growing ones at their places: by |s|. */
static void sort_modes(linear_about *x) {
    for (size_t i = 1; i < x->mode_count; i++)
        for (size_t k = i; k > 0; k--) {
            linear_mode *p = &x->modes[k - 1], *q = &x->modes[k], other = *p;
            if (hypot(p->re, p->im) <= hypot(q->re, q->im))
                break;
            *p = *q;
            *q = other;
        }
}

static void judge(linear_about *x) {
    bool marginal = false;
    x->growth = -INFINITY;
    for (int k = 0; k < x->system.states; k++)
        x->scale = fmax(x->scale, hypot(x->re[k], x->im[k]));
    for (int k = 0; k < x->system.states; k++) {
        const bool neutral = x->re[k] == 0 && x->im[k] == 0;
        x->neutral += neutral;
        if (neutral)
            continue;
        if (fabs(x->re[k]) <= 1e-11 * x->scale && x->im[k] != 0)
            x->re[k] = 0;
        x->growth = fmax(x->growth, x->re[k]);
        marginal = marginal || fabs(x->re[k]) <= no_growth * x->scale;
    }
    x->stability = x->growth > no_growth * x->scale     ? UNSTABLE
                   : marginal || x->growth == -INFINITY ? UNDECIDED
                                                        : ASYMPTOTICALLY_STABLE;
}

void linear_modes(linear_about *x, const double *given, arena *a) {
    const int n = x->system.states;
    double *unit = ARENA_ARRAY(a, double, n + 1);
    memcpy(unit, given, (size_t)n * sizeof *unit);
    deflation d = begin(x, unit, a);
    deflate(&d);
    x->re = ARENA_ARRAY(a, double, n + 1);
    x->im = ARENA_ARRAY(a, double, n + 1);
    x->shape_re = ARENA_ARRAY(a, double, n *n + 1);
    x->shape_im = ARENA_ARRAY(a, double, n *n + 1);
    x->has_modes = solve(x, &d, a);
    x->modes = ARENA_ARRAY(a, linear_mode, n + 1);
    x->stability = UNDECIDED;
    if (!x->has_modes)
        return;
    judge(x);
    for (int k = 0; k < n; k++)
        drag_along(x, &d, k);
    for (int k = 0; k < n; k++)
        if (x->im[k] >= 0)
            add_mode(x, unit, k, a);
    sort_modes(x);
}
