/* Eigenvalues over a parameter: followed by continuity, with the values where stability changes. */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "linear/linear.h"
#include "num/illinois.h"

enum { MOST_HALVINGS = 7, BISECTIONS = 120, MOST_STUDIED = 400 };
static const double clear_match = 0.15; /* of the greatest eigenvalue, for each to be the same one without doubt */
static const double of_shape = 0.1;     /* what another shape counts beside another eigenvalue */
static const double no_growth = 1e-7;   /* of the greatest eigenvalue */

typedef struct sample {
    double value;
    const char *trouble;
    int n;
    double *re, *im, *shape_re, *shape_im;
    double growth, scale;
    stability stability;
    bool steady, rest;
} sample;

typedef struct follower {
    linear_problem *p;
    linear_study *out;
    arena *a;
    sample last, before; /* as followed */
    bool has_before;
} follower;

static sample look(follower *f, double value) {
    sample s = {.value = value, .growth = NAN, .stability = UNDECIDED};
    arena *scratch = base_arena_create();
    if (!linear_assign(f->p, f->out->param, value))
        s.trouble = "the equations are others with this value";
    else {
        const linear_about x = linear_find(f->p, scratch);
        const size_t n = (size_t)x.system.states;
        s.trouble = x.trouble     ? base_arena_copy(f->a, x.trouble, strlen(x.trouble))
                    : x.has_modes ? NULL
                                  : "without LAPACK no eigenvalues are found";
        s.n = (int)n;
        s.growth = x.growth;
        s.scale = x.scale;
        s.stability = x.stability;
        s.steady = x.steady;
        s.rest = x.rest;
        double **to[] = {&s.re, &s.im, &s.shape_re, &s.shape_im};
        const double *from[] = {x.re, x.im, x.shape_re, x.shape_im};
        for (size_t k = 0; k < sizeof to / sizeof *to && !s.trouble; k++) {
            *to[k] = ARENA_ARRAY(f->a, double, (k < 2 ? n : n * n) + 1);
            memcpy(*to[k], from[k], (k < 2 ? n : n * n) * sizeof **to);
        }
    }
    base_arena_destroy(scratch);
    return s;
}

/* How much of one shape the other has: 1 for the same. */
static double alike(const sample *a, int i, const sample *b, int j) {
    double re = 0, im = 0, p = 0, q = 0;
    const int n = a->n;
    for (int k = 0; k < n; k++) {
        const double x = a->shape_re[i * n + k], y = a->shape_im[i * n + k];
        const double u = b->shape_re[j * n + k], w = b->shape_im[j * n + k];
        re += x * u + y * w;
        im += x * w - y * u;
        p += x * x + y * y;
        q += u * u + w * w;
    }
    return p > 0 && q > 0 ? (re * re + im * im) / (p * q) : 0;
}

typedef struct pairing {
    double cost;
    int from, to;
} pairing;

static bool is_cheaper(const void *a, const void *b) {
    return ((const pairing *)a)->cost < ((const pairing *)b)->cost;
}

/* Where the eigenvalue would be if it moved on as before. */
static void expect(const follower *f, int i, double value, double *re, double *im) {
    *re = f->last.re[i];
    *im = f->last.im[i];
    const double step = f->last.value - f->before.value;
    if (!f->has_before || step == 0)
        return;
    const double part = (value - f->last.value) / step;
    *re += part * (f->last.re[i] - f->before.re[i]);
    *im += part * (f->last.im[i] - f->before.im[i]);
}

/* Puts the eigenvalues of `next` in the order of the last ones: nearest first. Returns how far the worst is. */
static double match(const follower *f, sample *next) {
    const int n = next->n;
    arena *scratch = base_arena_create();
    pairing *all = ARENA_ARRAY(scratch, pairing, n * n + 1);
    const double scale = fmax(fmax(f->last.scale, next->scale), 1e-300);
    for (int i = 0; i < n; i++) {
        double re, im;
        expect(f, i, next->value, &re, &im);
        for (int j = 0; j < n; j++)
            all[i * n + j] = (pairing){
                hypot(re - next->re[j], im - next->im[j]) / scale + of_shape * (1 - alike(&f->last, i, next, j)), i, j};
    }
    base_sort(all, (size_t)(n * n), sizeof *all, is_cheaper, scratch);
    int *to = ARENA_ARRAY(scratch, int, n + 1);
    bool *taken = ARENA_ARRAY(scratch, bool, n + 1);
    double worst = 0;
    for (int i = 0; i < n; i++)
        to[i] = -1;
    for (int k = 0; k < n * n; k++)
        if (to[all[k].from] < 0 && !taken[all[k].to]) {
            to[all[k].from] = all[k].to;
            taken[all[k].to] = true;
            worst = fmax(worst, hypot(f->last.re[all[k].from] - next->re[all[k].to],
                                      f->last.im[all[k].from] - next->im[all[k].to]) /
                                    scale);
        }
    sample sorted = *next;
    double **parts[] = {&sorted.re, &sorted.im, &sorted.shape_re, &sorted.shape_im};
    double *const from[] = {next->re, next->im, next->shape_re, next->shape_im};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const size_t width = k < 2 ? 1 : (size_t)n;
        *parts[k] = ARENA_ARRAY(f->a, double, (size_t)n *width + 1);
        for (int i = 0; i < n; i++)
            memcpy(*parts[k] + (size_t)i * width, from[k] + (size_t)to[i] * width, width * sizeof **from);
    }
    *next = sorted;
    base_arena_destroy(scratch);
    return worst;
}

/* On to the next value, in halves where it is not clear which eigenvalue became which. */
static void follow(follower *f, sample next, int halvings) {
    const bool fits = !next.trouble && !f->last.trouble && next.n == f->last.n;
    const double apart = fits ? match(f, &next) : 0;
    if (fits && apart > clear_match && halvings < MOST_HALVINGS) {
        const sample middle = look(f, f->last.value + (next.value - f->last.value) / 2);
        follow(f, middle, halvings + 1);
        follow(f, next, halvings + 1);
        return;
    }
    f->has_before = fits;
    f->before = f->last;
    f->last = next;
}

/* --- Where stability changes --- */

static double growth_limit(const sample *s) {
    return no_growth * s->scale;
}

static bool grows(const sample *s) {
    return s->growth > growth_limit(s);
}

/* The eigenvalue of a sample, not 0, that is nearest to a number; -1: all are 0. */
static int nearest(const sample *s, double re, double im) {
    int best = -1;
    for (int k = 0; k < s->n; k++)
        if ((s->re[k] != 0 || s->im[k] != 0) &&
            (best < 0 || hypot(s->re[k] - re, s->im[k] - im) < hypot(s->re[best] - re, s->im[best] - im)))
            best = k;
    return best;
}

static void add_critical(linear_study *out, linear_critical c) {
    if (out->critical_count < MOST_STUDIED)
        out->criticals[out->critical_count++] = c;
}

/* One end of an interval in which a real part changes its sign. */
typedef struct end {
    double value, re, im;
} end;

/* The same eigenvalue between two ends, by continuity. False if there is none. */
static bool look_between(follower *f, const end *a, const end *b, double value, end *out) {
    const sample m = look(f, value);
    const double part = (value - a->value) / (b->value - a->value);
    if (m.trouble)
        return false;
    const double re = a->re + part * (b->re - a->re), im = a->im + part * (b->im - a->im);
    const double far = fabs(a->re) + fabs(b->re) + fabs(a->im - b->im);
    const int at = nearest(&m, re, im);
    *out = (end){.value = value};
    if (at >= 0 && hypot(m.re[at] - re, m.im[at] - im) <= far)
        *out = (end){value, m.re[at], m.im[at]};
    return true;
}

/* A root of the real part between two samples, of the eigenvalue that goes on continuously. */
static void find_crossing(follower *f, const sample *s, const sample *t, int i) {
    end a = {s->value, s->re[i], s->im[i]}, b = {t->value, t->re[i], t->im[i]}, m;
    num_illinois search = num_illinois_begin(a.value, a.re, b.value, b.re);
    double value;
    while (num_illinois_next(&search, &value) && look_between(f, &a, &b, value, &m))
        *(num_illinois_put(&search, value, m.re) ? &a : &b) = m;
    const end *at = fabs(a.re) < fabs(b.re) ? &a : &b;
    add_critical(f->out, (linear_critical){.kind = at->im == 0 ? CRITICAL_DIVERGENCE : CRITICAL_FLUTTER,
                                           .value = at->value,
                                           .im = fabs(at->im)});
}

/* Where something begins to grow without an eigenvalue that crosses: two come together on the imaginary axis or at 0.
 */
static void find_onset(follower *f, const sample *s, const sample *t) {
    double a = s->value, b = t->value, im = 0;
    const bool left = grows(s);
    for (int round = 0; round < BISECTIONS; round++) {
        const double x = a + (b - a) / 2;
        if (x == a || x == b)
            break;
        const sample m = look(f, x);
        if (m.trouble)
            return;
        for (int k = 0; k < m.n && grows(&m); k++)
            if (m.re[k] == m.growth)
                im = fabs(m.im[k]);
        if (grows(&m) == left)
            a = x;
        else
            b = x;
    }
    add_critical(
        f->out,
        (linear_critical){.kind = im == 0 ? CRITICAL_DIVERGENCE : CRITICAL_FLUTTER, .value = left ? b : a, .im = im});
}

/* Eigenvalues of both samples are in the same order. */
static void find_criticals(follower *f, const sample *s, const sample *t) {
    if (s->trouble || t->trouble || s->n != t->n)
        return;
    size_t found = f->out->critical_count;
    for (int i = 0; i < s->n; i++) {
        const bool clear = fabs(s->re[i]) > growth_limit(s) && fabs(t->re[i]) > growth_limit(t);
        if (clear && s->im[i] >= 0 && t->im[i] >= 0 && (s->re[i] > 0) != (t->re[i] > 0))
            find_crossing(f, s, t, i);
    }
    if (f->out->critical_count == found && grows(s) != grows(t))
        find_onset(f, s, t);
}

/* --- The whole --- */

static void keep(follower *f, size_t i, const sample *s, double **re, double **im) {
    linear_study *out = f->out;
    out->trouble[i] = s->trouble;
    out->growth[i] = s->trouble ? NAN : s->growth;
    out->stability[i] = s->stability;
    out->steady = out->steady && (s->trouble || s->steady);
    out->rest = out->rest && (s->trouble || s->rest);
    re[i] = s->trouble ? NULL : s->re;
    im[i] = s->trouble ? NULL : s->im;
}

static bool is_earlier(const void *a, const void *b) {
    return ((const linear_critical *)a)->value < ((const linear_critical *)b)->value;
}

/* By the values and orders of samples: no track for conjugates, and none for what is 0 throughout. */
static void write_tracks(linear_study *out, double *const *re, double *const *im, int n, arena *a) {
    out->tracks = ARENA_ARRAY(a, linear_track, n + 1);
    for (int k = 0; k < n; k++) {
        bool above = false, below = false, moves = false, real = false;
        linear_track t = {ARENA_ARRAY(a, double, out->count + 1), ARENA_ARRAY(a, double, out->count + 1)};
        for (size_t i = 0; i < out->count; i++) {
            t.re[i] = re[i] ? re[i][k] : NAN;
            t.im[i] = re[i] ? im[i][k] : NAN;
            above = above || t.im[i] > 0;
            below = below || t.im[i] < 0;
            real = real || t.im[i] == 0;
            moves = moves || (re[i] && (t.re[i] != 0 || t.im[i] != 0));
        }
        if (moves && (above || real || !below))
            out->tracks[out->track_count++] = t;
        out->neutral += !moves;
    }
}

/* Between the ends and the critical values. */
static void find_ranges(follower *f) {
    linear_study *out = f->out;
    out->ranges = ARENA_ARRAY(f->a, linear_range, out->critical_count + 2);
    double from = out->values[0];
    for (size_t k = 0; k <= out->critical_count; k++) {
        const double to = k < out->critical_count ? out->criticals[k].value : out->values[out->count - 1];
        const sample s = look(f, from + (to - from) / 2);
        linear_range r = {from, to, s.trouble ? UNDECIDED : s.stability, s.trouble ? NAN : s.growth};
        if (k > 0)
            out->criticals[k - 1].above = r.growth;
        if (k < out->critical_count)
            out->criticals[k].below = r.growth;
        if (to > from)
            out->ranges[out->range_count++] = r;
        from = to;
    }
}

linear_study linear_vary(linear_problem *p, int param, double low, double high, size_t count, arena *a) {
    linear_study out = {.m = linear_model(p), .param = param, .count = count, .steady = true, .rest = true};
    follower f = {.p = p, .out = &out, .a = a};
    double **re = ARENA_ARRAY(a, double *, count + 1), **im = ARENA_ARRAY(a, double *, count + 1);
    out.values = ARENA_ARRAY(a, double, count + 1);
    out.growth = ARENA_ARRAY(a, double, count + 1);
    out.trouble = ARENA_ARRAY(a, const char *, count + 1);
    out.stability = ARENA_ARRAY(a, stability, count + 1);
    out.criticals = ARENA_ARRAY(a, linear_critical, MOST_STUDIED + 1);
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        const double part = count > 1 ? (double)i / (double)(count - 1) : 0;
        out.values[i] = i + 1 == count && i ? high : low + part * (high - low);
        const sample next = look(&f, out.values[i]), last = f.last;
        if (i == 0)
            f.last = next;
        else
            follow(&f, next, 0);
        keep(&f, i, &f.last, re, im);
        n = f.last.trouble ? n : f.last.n;
        if (i > 0)
            find_criticals(&f, &last, &f.last);
    }
    base_sort(out.criticals, out.critical_count, sizeof *out.criticals, is_earlier, a);
    write_tracks(&out, re, im, n, a);
    find_ranges(&f);
    return out;
}
