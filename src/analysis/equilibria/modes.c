/* Without damping and gyroscopic forces: K x = w^2 M x with symmetric matrices; else the eigenvalues of the first-order
   system. */
#include "analysis/equilibria/modes.h"

#include <math.h>
#include <string.h>

#include "analysis/equilibria/shapes.h"
#include "base/sort.h"
#include "num/dense.h"
#include "num/eigen.h"
#include "num/vector.h"

static const double zero_square = 1e-12; /* of the greatest w^2 */
static const double last_square = 1e-15; /* the same, where rounding is all that is left */
static const double zero_rate = 1e-6;    /* of the greatest |s|, where an eigenvalue 0 is known: it may be double */
static const double rounding = 1e-11;    /* of the greatest |s| */
static const double no_growth = 1e-7;    /* the same where the energy is kept: eigenvalues then come in fours */
static const double soft_square = 1e-3;  /* below this the sign of w^2 is confirmed beside the place, */
static const double aside = 1e-6;        /* so far, of the scales */
static const double small_slope = 1e-10; /* of the greatest element */

enum { DISTURBANCES = 2 };
static const double last_digits = 1e-13, caution = 10; /* entries are sums of terms that partly cancel */

typedef struct study {
    balance *b;
    const small_motion *x;
    const modes_setting *setting;
    equilibrium *at;
    arena *a, *scratch;
    int d;              /* free displacements */
    double *M, *G, *K;  /* d x d; K symmetric where `potential` */
    double *unit;       /* d: 1/sqrt(M_ii) */
    bool second_order;  /* no rows with velocities: the three matrices say everything */
    bool potential;     /* conservative, K symmetric */
    bool plain;         /* no G besides */
    double *squares;    /* d, ascending: of K against M, where `potential` */
    double *shapes;     /* their vectors, by rows */
    int negative, zero; /* how many of them */
    bool failed;
    state_frame frame;
} study;

/* Coordinates in units of their inertia: M has 1 on its diagonal. */
static void project(study *s) {
    int d = s->d = s->x->q.d;
    double **to[] = {&s->M, &s->G, &s->K};
    const double *from[] = {s->x->M, s->x->G, s->x->K};
    for (int k = 0; k < 3; k++) {
        *to[k] = ARENA_ARRAY(s->scratch, double, d *d + 1);
        analysis_tangent_project(&s->x->q, from[k], &s->x->q, *to[k], s->scratch);
    }
    s->unit = ARENA_ARRAY(s->scratch, double, d + 1);
    for (int i = 0; i < d; i++)
        s->unit[i] = s->M[i * d + i] > 0 ? 1 / sqrt(s->M[i * d + i]) : 1;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < d * d; i++)
            (*to[k])[i] *= s->unit[i / d] * s->unit[i % d];
}

static void classify(study *s) {
    int d = s->d;
    double K = num_largest(s->K, d * d), G = num_largest(s->G, d * d), skew = 0;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < i; j++)
            skew = fmax(skew, fabs(s->K[i * d + j] - s->K[j * d + i]));
    s->second_order = s->b->velocity_count == 0 && !s->x->mixed;
    s->potential = s->second_order && s->setting->conservative && skew <= small_slope * K;
    s->plain = s->potential && G <= 1e-12 * sqrt(K);
}

/* e.K e for K with the momenta kept, where the balance was evaluated last. */
static double curvature(study *s, const double *e) {
    int n = s->b->n;
    double *K = ARENA_ARRAY(s->scratch, double, n *n + 1), sum = 0;
    analysis_residual_slope(s->b);
    analysis_residual_amended(s->b, K);
    for (int i = 0; i < n * n; i++)
        sum += e[i / n] * K[i] * e[i % n];
    return sum;
}

static bool curvature_beside(study *s, const double *q0, const double *e, double step, double *out) {
    for (int i = 0; i < s->b->n; i++)
        s->b->at.q[s->b->s->e.coords[i]] = q0[i] + step * e[i];
    if (!analysis_residual_land(s->b) || !analysis_residual_evaluate(s->b))
        return false;
    *out = curvature(s, e);
    return true;
}

/* A little beside the place, but farther than it is known, the curvature along this direction is about the same. Where
   it is not, its sign at the place says nothing. */
static bool is_certain(study *s, int k) {
    int n = s->b->n, d = s->d;
    arena_mark mark = base_arena_get_mark(s->scratch);
    double *y = ARENA_ARRAY(s->scratch, double, d + 1), *e = ARENA_ARRAY(s->scratch, double, n + 1);
    double *q0 = ARENA_ARRAY(s->scratch, double, n + 1), length = 0, before = 0, after = 0, w = s->squares[k];
    for (int i = 0; i < d; i++)
        y[i] = s->shapes[k * d + i] * s->unit[i];
    analysis_tangent_apply(&s->x->q, y, e);
    for (int i = 0; i < n; i++) {
        q0[i] = s->b->at.q[s->b->s->e.coords[i]];
        length = fmax(length, fabs(e[i]) / analysis_residual_length(s->b, i).near);
    }
    bool certain = length > 0 && curvature_beside(s, q0, e, aside / length, &after) &&
                   curvature_beside(s, q0, e, -aside / length, &before) && fabs(before - w) < fabs(w) / 2 &&
                   fabs(after - w) < fabs(w) / 2;
    for (int i = 0; i < n; i++)
        s->b->at.q[s->b->s->e.coords[i]] = q0[i];
    analysis_residual_evaluate(s->b);
    base_arena_release(s->scratch, mark);
    return certain;
}

/* The slope that one expects along a shape. */
static double usual_along(study *s, int k) {
    double sum = 0;
    arena_mark mark = base_arena_get_mark(s->scratch);
    double *y = ARENA_ARRAY(s->scratch, double, s->d + 1), *e = ARENA_ARRAY(s->scratch, double, s->b->n + 1);
    for (int i = 0; i < s->d; i++)
        y[i] = s->shapes[k * s->d + i] * s->unit[i];
    analysis_tangent_apply(&s->x->q, y, e);
    for (int i = 0; i < s->b->n; i++)
        sum += pow(e[i] / s->b->unit[i], 2) * s->b->usual[i];
    base_arena_release(s->scratch, mark);
    return sum;
}

static void find_squares(study *s) {
    int d = s->d;
    s->squares = ARENA_ARRAY(s->scratch, double, d + 1);
    s->shapes = ARENA_ARRAY(s->scratch, double, d *d + 1);
    double *even = ARENA_ARRAY(s->scratch, double, d *d + 1);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
            even[i * d + j] = (s->K[i * d + j] + s->K[j * d + i]) / 2;
    s->potential = num_eigen_symmetric(even, s->M, d, s->squares, s->shapes, s->scratch);
    s->plain &= s->potential;
    double doubtful = soft_square * fmax(num_largest(s->squares, d), num_largest(s->b->usual, s->b->n));
    for (int k = 0; k < d && s->potential; k++) {
        double size = fabs(s->squares[k]);
        double limit = fmax(last_square * num_largest(s->squares, d), BALANCE_FLAT * usual_along(s, k));
        if (size <= limit || (size <= doubtful && !is_certain(s, k))) {
            s->squares[k] = 0;
            s->zero++;
        } else
            s->negative += s->squares[k] < 0;
    }
}

/* The largest displacement becomes 1; all are along a few directions of complex numbers. */
static void normalise(linear_mode *m, int n) {
    double best = 0, re = 1, im = 0;
    for (int i = 0; i < n; i++) {
        double size = hypot(m->shape_re[i], m->shape_im[i]);
        if (size > best * (1 + 1e-9)) {
            best = size;
            re = m->shape_re[i];
            im = m->shape_im[i];
        }
    }
    for (int i = 0; best > 0 && i < n; i++) {
        double x = m->shape_re[i], y = m->shape_im[i], square = best * best;
        m->shape_re[i] = (x * re + y * im) / square;
        m->shape_im[i] = (y * re - x * im) / square;
    }
}

/* Cyclic coordinates swing along: s dq_c = c_q dq + c_v s dq. */
static void add_cyclic(const study *s, linear_mode *m) {
    int n = s->b->n;
    double size = m->re * m->re + m->im * m->im;
    for (int k = 0; k < s->b->c && size > 0; k++) {
        double re = 0, im = 0, turned_re = 0, turned_im = 0;
        for (int j = 0; j < n; j++) {
            re += s->x->c_q[k * n + j] * m->shape_re[j];
            im += s->x->c_q[k * n + j] * m->shape_im[j];
            turned_re += s->x->c_v[k * n + j] * m->shape_re[j];
            turned_im += s->x->c_v[k * n + j] * m->shape_im[j];
        }
        m->shape_re[s->b->cyclic[k]] = turned_re + (re * m->re + im * m->im) / size;
        m->shape_im[s->b->cyclic[k]] = turned_im + (im * m->re - re * m->im) / size;
    }
}

/* y: displacements of the independent coordinates, in units; im may be NULL. */
static void add_mode(study *s, double re, double im, const double *y_re, const double *y_im) {
    int n = s->b->n;
    linear_mode *m = &s->at->modes[s->at->mode_count++];
    double size = hypot(re, im), *y = ARENA_ARRAY(s->scratch, double, s->d + 1);
    *m = (linear_mode){.re = re, .im = im, .frequency = im > 0 ? size / (2 * acos(-1.0)) : 0};
    m->damping = re != 0 ? -re / size : 0;
    m->shape_re = ARENA_ARRAY(s->a, double, n + 1);
    m->shape_im = ARENA_ARRAY(s->a, double, n + 1);
    for (int i = 0; i < s->d; i++)
        y[i] = y_re[i] * s->unit[i];
    analysis_tangent_apply(&s->x->q, y, m->shape_re);
    for (int i = 0; y_im && i < s->d; i++)
        y[i] = y_im[i] * s->unit[i];
    if (y_im)
        analysis_tangent_apply(&s->x->q, y, m->shape_im);
    add_cyclic(s, m);
    normalise(m, n);
    if (analysis_shapes_confirm(&s->frame, m)) {
        add_cyclic(s, m);
        normalise(m, n);
    }
}

static void plain_modes(study *s) {
    for (int k = 0; k < s->d; k++) {
        double w = sqrt(fabs(s->squares[k]));
        if (s->squares[k] >= 0)
            add_mode(s, 0, w, &s->shapes[k * s->d], NULL);
        for (int sign = 1; s->squares[k] < 0 && sign >= -1; sign -= 2)
            add_mode(s, sign * w, 0, &s->shapes[k * s->d], NULL);
    }
}

/* [0 1; -M^-1 K, -M^-1 G] over the rate: velocities in units with which the two blocks are of one size. */
static double *companion(study *s) {
    int d = s->d, n = 2 * d;
    double *A = ARENA_ARRAY(s->scratch, double, n *n + 1), *M = ARENA_ARRAY(s->scratch, double, d *d + 1);
    double *right = ARENA_ARRAY(s->scratch, double, d + 1), *x = ARENA_ARRAY(s->scratch, double, d + 1);
    double rate = s->frame.rate;
    memcpy(M, s->M, (size_t)(d * d) * sizeof *M);
    num_cod f;
    num_cod_factor(&f, M, d, d, 1e-14, ARENA_ARRAY(s->scratch, int, d + 1),
                   ARENA_ARRAY(s->scratch, double, num_cod_doubles(d, d) + 1));
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < d; i++)
            right[i] = j < d ? -s->K[i * d + j] / (rate * rate) : -s->G[i * d + j - d] / rate;
        num_cod_solve(&f, right, x);
        for (int i = 0; i < d; i++)
            A[(d + i) * n + j] = x[i];
        if (j >= d)
            A[(j - d) * n + j] = 1;
    }
    s->failed |= f.rank < d;
    return A;
}

/* The state matrix in units, over the rate; displacements first. */
static double *state_matrix(study *s) {
    memcpy(s->unit, s->frame.unit, (size_t)s->d * sizeof *s->unit);
    return s->frame.A;
}

typedef struct eigenvalue {
    double size;
    int index;
} eigenvalue;

static bool is_smaller(const void *a, const void *b) {
    return ((const eigenvalue *)a)->size < ((const eigenvalue *)b)->size;
}

/* K, or A over the rate, with rows that are rounding made 0. */
static double *without_noise(study *s, const double *A, int n) {
    const double *from = s->second_order ? s->K : A;
    double *x = ARENA_ARRAY(s->scratch, double, n *n + 1), least = last_square * num_largest(from, n * n);
    for (int i = 0; i < n; i++) {
        bool displacement = i < s->d;
        double usual = s->b->usual[displacement ? s->x->q.free[i] : s->x->v.free[i - s->d]];
        double limit = s->second_order ? usual : displacement ? 0 : usual / pow(s->frame.rate, 2);
        if (num_largest(&from[i * n], n) > fmax(least, BALANCE_FLAT * limit))
            memcpy(&x[i * n], &from[i * n], (size_t)n * sizeof *x);
    }
    return x;
}

/* Displacements that stay: the null space of the slopes, one mode each. Returns how many eigenvalues they take, since a
   displacement that stays may also go on evenly. */
static int add_zero_modes(study *s, const double *A, int n, const eigenvalue *order, double greatest) {
    int d = s->d, size = s->second_order ? d : n, taken = 0;
    double *units = ARENA_ARRAY(s->scratch, double, n + 1), *y = ARENA_ARRAY(s->scratch, double, d + 1);
    for (int i = 0; i < n; i++)
        units[i] = 1;
    tangent null = analysis_tangent_make(without_noise(s, A, size), size, size, units, s->scratch);
    for (int k = 0; k < null.d; k++) {
        for (int i = 0; i < d; i++)
            y[i] = null.T[i * null.d + k];
        add_mode(s, 0, 0, y, NULL);
    }
    while (taken < n && (taken < null.d || (taken < 2 * null.d && order[taken].size <= zero_rate * greatest)))
        taken++;
    return taken;
}

/* The eigenvalues of A with its entries changed in their last digits: how far the nearest is from each. */
static void find_doubts(study *s, const double *A, int n, const double *re, const double *im, double *doubt) {
    arena_mark mark = base_arena_get_mark(s->scratch);
    double *B = ARENA_ARRAY(s->scratch, double, n *n + 1), *X = ARENA_ARRAY(s->scratch, double, n *n + 1);
    double *other_re = ARENA_ARRAY(s->scratch, double, n + 1), *other_im = ARENA_ARRAY(s->scratch, double, n + 1);
    analysis_dice dice = analysis_dice_make();
    for (int trial = 0; trial < DISTURBANCES; trial++) {
        for (int i = 0; i < n * n; i++)
            B[i] = A[i] * (1 + last_digits * analysis_random(&dice));
        if (!num_eigen_general(B, n, other_re, other_im, X, s->scratch))
            break;
        for (int k = 0; k < n; k++) {
            double nearest = INFINITY;
            for (int l = 0; l < n; l++)
                nearest =
                    fmin(nearest, hypot(s->frame.rate * other_re[l] - re[k], s->frame.rate * other_im[l] - im[k]));
            doubt[k] = fmax(doubt[k], caution * nearest);
        }
    }
    base_arena_release(s->scratch, mark);
}

static void general_modes(study *s) {
    int d = s->d, n = s->second_order ? 2 * d : s->at->linear.states;
    const double *A = s->second_order ? companion(s) : state_matrix(s);
    double *re = ARENA_ARRAY(s->scratch, double, n + 1), *im = ARENA_ARRAY(s->scratch, double, n + 1);
    double *X = ARENA_ARRAY(s->scratch, double, n *n + 1), greatest = 0;
    s->failed = s->failed || !num_eigen_general(A, n, re, im, X, s->scratch);
    if (s->failed)
        return;
    eigenvalue *order = ARENA_ARRAY(s->scratch, eigenvalue, n + 1);
    for (int k = 0; k < n; k++) {
        re[k] *= s->frame.rate;
        im[k] *= s->frame.rate;
        order[k] = (eigenvalue){hypot(re[k], im[k]), k};
        greatest = fmax(greatest, order[k].size);
    }
    base_sort(order, (size_t)n, sizeof *order, is_smaller, s->scratch);
    double *doubt = ARENA_ARRAY(s->scratch, double, n + 1);
    find_doubts(s, A, n, re, im, doubt);
    for (int i = add_zero_modes(s, A, n, order, greatest); i < n; i++) {
        int k = order[i].index;
        double limit = fmax((s->potential ? no_growth : rounding) * greatest, doubt[k]);
        if (im[k] < 0 || order[i].size == 0)
            continue;
        bool zero =
            order[i].size <= doubt[k]; /* pairs that rounding made of two zeros are one displacement that stays */
        add_mode(s, zero || fabs(re[k]) <= limit ? 0 : re[k], zero ? 0 : im[k], &X[k * n],
                 im[k] > 0 && !zero ? &X[(k + 1) * n] : NULL);
    }
}

static bool is_slower(const void *a, const void *b) {
    const linear_mode *x = a, *y = b;
    return x->im < y->im || (x->im == y->im && x->re < y->re);
}

/* K is positive definite but for displacements of cyclic coordinates, along which a system at rest may drift. */
static bool is_bowl_but_for_cyclic(study *s) {
    bool *drop = ARENA_ARRAY(s->scratch, bool, s->b->n + 1);
    for (int k = 0; k < s->setting->cyclic_count; k++)
        drop[s->setting->cyclic[k]] = true;
    tangent rest = analysis_tangent_without(&s->x->q, drop, s->scratch);
    int d = rest.d;
    if (d + s->zero != s->d)
        return false;
    double *K = ARENA_ARRAY(s->scratch, double, d *d + 1), *M = ARENA_ARRAY(s->scratch, double, d *d + 1);
    double *w = ARENA_ARRAY(s->scratch, double, d + 1), *X = ARENA_ARRAY(s->scratch, double, d *d + 1);
    analysis_tangent_project(&rest, s->x->K, &rest, K, s->scratch);
    analysis_tangent_project(&rest, s->x->M, &rest, M, s->scratch);
    return num_eigen_symmetric(K, M, d, w, X, s->scratch) && d > 0 && w[0] > zero_square * fabs(w[d - 1]);
}

static const char *growth(const study *s, double fastest) {
    const char *what = s->at->steady ? "disturbances grow" : "displacements grow";
    if (s->potential && s->negative)
        return base_arena_printf(s->a, "the %spotential is not a minimum: %s as exp(%.4g t)",
                                 s->at->steady ? "amended " : "", what, fastest);
    return base_arena_printf(s->a, "%s as exp(%.4g t)", what, fastest);
}

static void judge_potential(study *s, double fastest) {
    equilibrium *at = s->at;
    const char *momenta = at->steady ? " for these momenta" : "";
    if (fastest > 0) {
        at->stability = UNSTABLE;
        at->why = growth(s, fastest);
    } else if (!s->zero && !s->negative) {
        at->stability = STABLE;
        at->why = base_arena_printf(s->a, "the potential%s has a strict minimum", momenta);
    } else if (s->zero && s->plain && is_bowl_but_for_cyclic(s)) {
        at->stability = STABLE;
        at->why = "the potential has a strict minimum except along cyclic coordinates, which may drift uniformly";
    } else if (s->zero) {
        at->why = base_arena_printf(s->a, "the second derivative of the potential%s is 0 along %d direction%s", momenta,
                                    s->zero, s->zero == 1 ? "" : "s");
    } else
        at->why =
            "linearly stable by gyroscopic forces, though the potential is not a minimum: higher-order terms decide";
}

static void judge_linear(study *s, double fastest, double slowest, bool zero) {
    equilibrium *at = s->at;
    if (fastest > 0) {
        at->stability = UNSTABLE;
        at->why = growth(s, fastest);
    } else if (zero)
        at->why = "an eigenvalue is 0: higher-order terms decide, or it is one of a family";
    else if (slowest < 0) {
        at->stability = ASYMPTOTICALLY_STABLE;
        at->why = base_arena_printf(s->a, "all disturbances decay, the slowest as exp(%.4g t)", slowest);
    } else
        at->why = "linearly stable: some disturbances neither grow nor decay, and no potential decides";
}

static void judge(study *s) {
    equilibrium *at = s->at;
    double fastest = 0, slowest = -INFINITY;
    bool zero = false;
    at->stability = UNDECIDED;
    for (size_t k = 0; k < at->mode_count; k++) {
        fastest = fmax(fastest, at->modes[k].re);
        slowest = fmax(slowest, at->modes[k].re);
        zero |= at->modes[k].re == 0 && at->modes[k].im == 0;
    }
    at->degenerate = zero;
    if (!at->linear.states) {
        at->stability = STABLE;
        at->why = "the constraints leave no degree of freedom";
    } else if (s->potential)
        judge_potential(s, fastest);
    else
        judge_linear(s, fastest, slowest, zero);
}

void analysis_modes_find(balance *b, const small_motion *motion, const modes_setting *setting, equilibrium *at,
                         arena *a) {
    at->stability = UNDECIDED;
    at->why = num_eigen_available() ? "forces jump or are not differentiable there, so that there is no linear system"
                                    : "LAPACK is missing: no stability, no modes";
    if (motion->jumps || !num_eigen_available())
        return;
    arena_mark mark = base_arena_get_mark(b->a);
    study s = {.b = b, .x = motion, .setting = setting, .at = at, .a = a, .scratch = b->a};
    s.frame = analysis_shapes_frame(b, motion, &at->linear, b->a);
    project(&s);
    classify(&s);
    at->modes = ARENA_ARRAY(a, linear_mode, at->linear.states + 2 * s.d + 1);
    if (s.potential)
        find_squares(&s);
    if (s.plain)
        plain_modes(&s);
    else
        general_modes(&s);
    base_sort(at->modes, at->mode_count, sizeof *at->modes, is_slower, s.scratch);
    if (s.failed)
        at->why = "the eigenvalues could not be computed";
    else
        judge(&s);
    base_arena_release(b->a, mark);
}
