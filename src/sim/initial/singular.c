/* A start at a singular configuration: the rows are dependent there, but at nearby points those left out are not
   satisfied. Either the constraints allow more than one direction of motion, or their surfaces only touch. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/dynamics/dynamics.h"
#include "sim/initial/initial.h"

enum { TRIALS = 4, MOST_PASSES = 60 };
static const double reach = 1e-2;           /* of a displacement, relative to the coordinates' sizes */
static const double rank_tolerance = 1e-5;  /* gradients that differ at first order do so by about `reach` */
static const double touch_tolerance = 1e-7; /* what is new at second order is about the square of `reach` */

typedef struct place {
    sim *s;
    const mode *m;
    bool *used;          /* per row */
    double *size;        /* n: of the coordinates */
    double *length;      /* m: of the gradients in coordinates of that size, the greatest met before settling */
    double *y, *f, *J;   /* state, rows, gradients */
    double *step, *work; /* n; copy of J */
    int *ints;
    double *doubles;
} place;

/* Rows and their gradients at p->y, in coordinates of their size. */
static bool evaluate(place *p) {
    if (!dynamics_rows(p->s, p->s->t, p->y, p->f))
        return false;
    for (int k = 0; k < p->m->m; k++)
        for (int i = 0; i < p->m->n; i++)
            p->J[k * p->m->n + i] = p->m->A[k * p->m->n + i] * p->size[i];
    return true;
}

static void measure(place *p) {
    for (int k = 0; k < p->m->m; k++) {
        double sum = 0;
        for (int i = 0; i < p->m->n; i++)
            sum += p->J[k * p->m->n + i] * p->J[k * p->m->n + i];
        p->length[k] = fmax(p->length[k], sqrt(sum));
    }
}

static bool on_positions(const place *p, int k) {
    return !p->s->m->base->rows[p->m->eq.rows[k]].velocity;
}

/* The rows relative to the length of their gradients; those that are not asked for are zero. */
static void scale_rows(place *p, bool all, bool velocities) {
    int n = p->m->n;
    for (int k = 0; k < p->m->m; k++) {
        bool use = (all || p->used[k]) && (velocities || on_positions(p, k)) && p->length[k] > 0;
        p->f[k] = use ? p->f[k] / p->length[k] : 0;
        for (int i = 0; i < n; i++)
            p->work[k * n + i] = use ? p->J[k * n + i] / p->length[k] : 0;
    }
}

/* Off the start, in a way that is the same in every run. */
static bool displace(place *p, int trial, double distance) {
    memcpy(p->y, p->s->y, dynamics_state_size(p->s, p->m) * sizeof *p->y);
    for (int i = 0; i < p->m->n; i++)
        p->y[i] += distance * p->size[i] * cos(1 + 2.4 * trial + 1.7 * (i + 1) * (trial + 1));
    return evaluate(p);
}

/* By how much gradients have turned at p->y since they were `before`, relative to their length: the most of the rows in
   use, or of the others. */
static double turned(const place *p, bool used, const double *before) {
    int n = p->m->n;
    double most = 0;
    for (int k = 0; k < p->m->m; k++) {
        double length = 0, change = 0;
        for (int i = 0; i < n; i++) {
            length = hypot(length, before[k * n + i]);
            change = hypot(change, p->J[k * n + i] - before[k * n + i]);
        }
        if (p->used[k] == used && length > 0)
            most = fmax(most, change / length);
    }
    return most;
}

/* How far off the start gradients turn by `reach`, in coordinates of their sizes; 0 where they never do. */
static double find_turn(place *p, bool used, const double *before) {
    static const double least = 0x1p-200;
    double low = least, high = 0;
    for (double d = least; d < 1 / least && high == 0; d *= 16) {
        if (!displace(p, 0, d))
            return 0;
        high = turned(p, used, before) >= reach ? d : 0;
        low = high > 0 ? low : d;
    }
    for (int pass = 0; pass < 6 && high > 0; pass++) {
        double middle = sqrt(low * high);
        bool there = displace(p, 0, middle) && turned(p, used, before) >= reach;
        high = there ? middle : high;
        low = there ? low : middle;
    }
    return high;
}

/* Sizes of coordinates are those of the machine, which its gradients tell, wherever it stands: masses make lengths and
   angles comparable. Where no gradient turns any distance does. */
static void find_sizes(place *p) {
    const mode *m = p->m;
    double *before = ARENA_ARRAY(p->s->a, double, m->m * m->n + 1);
    dynamics_evaluate(p->s, p->s->t, p->s->y, NULL);
    dynamics_matrices(p->s);
    dynamics_rows_scales(m->M, m->A, m->n, m->m, p->size);
    memcpy(p->y, p->s->y, dynamics_state_size(p->s, m) * sizeof *p->y);
    if (!evaluate(p))
        return;
    memcpy(before, p->J, (size_t)(m->m * m->n) * sizeof *before);
    double turn = find_turn(p, true, before);
    turn = turn > 0 ? turn : find_turn(p, false, before);
    for (int i = 0; i < m->n && turn > 0; i++)
        p->size[i] *= turn / reach;
}

static void use_present_rows(place *p) {
    memset(p->used, 0, (size_t)p->m->m * sizeof *p->used);
    for (int k = 0; k < p->m->used_count; k++)
        p->used[p->m->used[k]] = true;
}

static place begin(sim *s) {
    const mode *m = s->mode;
    size_t n = (size_t)m->n, rows = (size_t)m->m, doubles = num_cod_doubles(m->m, m->n);
    place p = {.s = s, .m = m, .used = ARENA_ARRAY(s->a, bool, rows)};
    double **lists[] = {&p.size, &p.step, &p.length, &p.f, &p.J, &p.work, &p.y, &p.doubles};
    size_t counts[] = {n, n, rows, rows, rows * n, rows * n, s->y_cap, doubles};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = ARENA_ARRAY(s->a, double, counts[i] + 1);
    p.ints = ARENA_ARRAY(s->a, int, n + 1);
    use_present_rows(&p);
    find_sizes(&p);
    return p;
}

/* Newton's steps of least length onto the rows on positions, all of them or those in use; false if that fails or
   leads far away. The state is evaluated there. */
static bool settle(place *p, bool all) {
    num_cod cod;
    double off = INFINITY, far = 0;
    for (int pass = 0; pass < MOST_PASSES && off > 1e-15; pass++) {
        scale_rows(p, all, false);
        off = 0;
        for (int k = 0; k < p->m->m; k++)
            off = fmax(off, fabs(p->f[k]));
        num_cod_factor(&cod, p->work, p->m->m, p->m->n, 1e-9, p->ints, p->doubles);
        num_cod_solve(&cod, p->f, p->step);
        for (int i = 0; i < p->m->n; i++)
            p->y[i] -= p->size[i] * p->step[i];
        if (!evaluate(p))
            return false;
    }
    for (int i = 0; i < p->m->n; i++)
        far = fmax(far, fabs(p->y[i] - p->s->y[i]) / p->size[i]);
    return off < 1e-12 && far < 30 * reach;
}

/* Gradients that have vanished count as zero, also where they are all there are. */
static int rank_here(place *p) {
    num_cod cod;
    int n = p->m->n;
    scale_rows(p, true, true);
    for (int k = 0; k < p->m->m; k++) {
        double most = 0;
        for (int i = 0; i < n; i++)
            most = fmax(most, fabs(p->work[k * n + i]));
        if (most < rank_tolerance)
            memset(p->work + k * n, 0, (size_t)n * sizeof *p->work);
    }
    num_cod_factor(&cod, p->work, p->m->m, p->m->n, rank_tolerance, p->ints, p->doubles);
    return cod.rank;
}

/* A constraint left out that does not hold at p->y, where those in use do; -1 if there is none. A contact left out may
   open. */
static int says_something_new(const place *p) {
    for (int k = 0; k < p->m->m; k++)
        if (!p->used[k] && on_positions(p, k) && !p->s->m->rows[p->m->eq.rows[k]].contact &&
            fabs(p->f[k]) > touch_tolerance * p->length[k])
            return k;
    return -1;
}

static void tell_dead_point(sim *s, int row, int rank) {
    const mode *m = s->mode;
    finding *f =
        dynamics_fail(s, DIAG_E0416,
                      "the start is a singular configuration, where the constraints allow more than one direction "
                      "of motion (their rank is %d there and %d nearby)",
                      m->used_count, rank);
    f->at = s->m->rows[m->eq.rows[row]].at;
    diag_help(s->m->findings, f, "start at a small distance from it");
}

static void tell_touch(sim *s, int row) {
    const model_row *r = &s->m->rows[s->mode->eq.rows[row]];
    finding *f =
        dynamics_fail(s, DIAG_E0406,
                      "'%s' only touches the other constraints at the start: its gradient depends on theirs, so "
                      "that it cannot act as a constraint",
                      r->name);
    f->at = r->at;
    diag_help(s->m->findings, f,
              "state directly what they allow together: x = 0 and y = 1 where the line y = 1 touches x^2 + y^2 = 1");
}

/* Where |x| is zero it grows to both sides, and by as much: f(d) = f(-d) = f(2 d)/2. */
static bool has_kink(place *p, int row) {
    static const double beside[] = {1e-6, -1e-6, 2e-6};
    for (int trial = 0; trial < TRIALS; trial++) {
        double f[3];
        for (int k = 0; k < 3; k++) {
            displace(p, trial, beside[k]);
            f[k] = p->f[row];
        }
        if (!(fabs(f[0]) > 0 && fabs(f[1] - f[0]) < 1e-2 * fabs(f[0]) && fabs(f[2] - 2 * f[0]) < 1e-2 * fabs(f[0])))
            return false;
    }
    return true;
}

bool initial_rows_kink(sim *s) {
    const mode *m = s->mode;
    place p = begin(s);
    for (int k = 0; k < m->m; k++) {
        const model_row *row = &s->m->rows[m->eq.rows[k]];
        if (row->contact || !on_positions(&p, k) || !has_kink(&p, k))
            continue;
        finding *f = dynamics_fail(s, DIAG_E0406,
                                   "'%s' has a kink where it holds, so that it cannot act as a constraint", row->name);
        f->at = row->at;
        diag_help(s->m->findings, f,
                  "write it so that its sides cross where it holds: [x, y] = [0, 0] rather than norm([x, y]) = 0, "
                  "x = 0 rather than abs(x) = 0");
        return true;
    }
    return false;
}

bool initial_is_singular(sim *s) {
    mode *m = s->mode;
    dynamics_evaluate(s, s->t, s->y, NULL); /* chooses the rows to use */
    m->follow_nearby = false;
    if (!m->ranked || m->used_count == m->m)
        return false;
    if (initial_rows_kink(s)) {
        s->result->start_failed = true;
        return true;
    }
    place p = begin(s);
    int row = -1, rank = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        memset(p.length, 0, (size_t)m->m * sizeof *p.length);
        memcpy(p.y, s->y, dynamics_state_size(s, m) * sizeof *p.y);
        if (!evaluate(&p))
            break;
        measure(&p);
        if (!displace(&p, trial, reach))
            continue;
        measure(&p);
        if (settle(&p, false) && row < 0)
            row = says_something_new(&p);
        if (displace(&p, trial, reach) && settle(&p, true)) {
            int here = rank_here(&p);
            rank = here > rank ? here : rank;
        }
    }
    dynamics_evaluate(s, s->t, s->y, NULL);
    m->follow_nearby = row < 0 && rank > 0 && rank <= m->used_count;
    if (row < 0 || (rank <= m->used_count && dynamics_idle_row(s) >= 0)) /* the latter is named with the idle rows */
        return false;
    if (rank > m->used_count)
        tell_dead_point(s, row, rank);
    else
        tell_touch(s, row);
    s->result->start_failed = true;
    return true;
}
