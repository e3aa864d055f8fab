/* Many launches of the trebuchet in C at the limit: eight at once, each lane with its own design, time, step and event;
   a lane that has ended takes the next design. */
#include "launch.h"
#include "sine_cosine.h"
#include "stages.h"

#ifndef VECTORS
#define VECTORS "" /* said of the processor's that are used */
#endif

enum { LANES = 8 };
typedef double V __attribute__((vector_size(8 * LANES)));
typedef int64_t I __attribute__((vector_size(8 * LANES)));

static inline __attribute__((always_inline)) V pick(I m, V a, V b) {
    return (V)(((I)a & m) | ((I)b & ~m));
}
static inline __attribute__((always_inline)) V absolute(V x) {
    return (V)((I)x & 0x7fffffffffffffffL);
}
static inline __attribute__((always_inline)) V root(V x) {
    V r = x;
    for (int i = 0; i < LANES; i++)
        r[i] = __builtin_sqrt(x[i]);
    return r;
}

/* As sine_cosine. */
static inline __attribute__((always_inline)) void sines_cosines(V x, V *s, V *c) {
    V m = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, q = m - 0x1.8p52;
    I n = (I)m;
    V r = x - q * 0x1.921fb54442d18p0;
    r -= q * 0x1.1a62633145c07p-54;
    V z = r * r;
    V S = SINE(r, z), K = COSINE(z);
    I odd = -(n & 1);
    V a = pick(odd, K, S), b = pick(odd, S, K);
    *s = (V)((I)a ^ ((n & 2) << 62));
    *c = (V)((I)b ^ (((n + 1) & 2) << 62));
}
LAUNCH_RATES(V, sines_cosines)

/* Where an event lies: the sizes of steps before it and after it, the last one given up, and the heights there. */
typedef struct bracket {
    double ha, ga, hb, gb, hc, gc;
} bracket;

typedef struct launches {
    const launch_design *designs;
    long count, next, done;
    double tolerance, *ranges;
    V C[CONSTANTS], y[6], k[12][6], trial[6], trial_rates[6];
    V lambda, error, t, h, ground, before, after; /* before, after: heights above the event, as in launch_hand.c */
    I searching;
    bracket found[LANES];
    long at[LANES]; /* design of each lane; -1: none any more */
} launches;

static inline __attribute__((always_inline)) V height(const launches *l, const V *y, V lambda) {
    return pick(l->ground > 0.5, lambda, y[2] - y[0] - l->C[RELEASE]);
}

static void try_step(launches *l) {
    V trial[6];
#define ONE(s)                                                                                                         \
    STAGE(V, 6, s, l->y, l->h, l->k, trial)                                                                            \
    rates(l->C, l->ground, trial, l->k[s]);
    ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9) ONE(10) ONE(11) V e5 = {0}, e3 = {0};
    for (int i = 0; i < 6; i++) {
        COMBINE(sum, V, i, dop_b, l->k, 12)
        l->trial[i] = l->y[i] + l->h * sum;
        COMBINE(five, V, i, dop_e5, l->k, 12)
        COMBINE(three, V, i, dop_e3, l->k, 12)
        V a = absolute(l->y[i]), b = absolute(l->trial[i]);
        V scale = 1.0 / (l->tolerance * (1.0 + pick(a > b, a, b)));
        five *= scale, three *= scale;
        e5 += five * five;
        e3 += three * three;
    }
    l->lambda = rates(l->C, l->ground, l->trial, l->trial_rates);
    l->error = l->h * e5 / root((e5 + 0.01 * e3) * 6.0 + 1e-300);
    l->after = height(l, l->trial, l->lambda);
}

static void load(launches *l, int lane) {
    double C[CONSTANTS], y[6];
    l->at[lane] = l->next < l->count ? l->next++ : -1;
    launch_setup(l->at[lane] < 0 ? &launch_default : &l->designs[l->at[lane]], C, y);
    for (int i = 0; i < CONSTANTS; i++)
        l->C[i][lane] = C[i];
    for (int i = 0; i < 6; i++)
        l->y[i][lane] = y[i];
    l->t[lane] = 0, l->h[lane] = 0.01, l->ground[lane] = 1, l->searching[lane] = 0;
}

/* The rates at the beginning of a step, for lanes whose state or equations have changed. */
static void begin_afresh(launches *l, I lanes) {
    V f[6], lambda = rates(l->C, l->ground, l->y, f);
    for (int i = 0; i < 6; i++)
        l->k[0][i] = pick(lanes, f[i], l->k[0][i]);
    l->before = pick(lanes, height(l, l->y, lambda), l->before);
}

/* The lane stands at its event: the stone is lifted off, or has left and the next design begins. */
static void pass_event(launches *l, int lane) {
    double y[6];
    for (int i = 0; i < 6; i++)
        y[i] = l->y[i][lane] = l->trial[i][lane];
    l->t[lane] += l->h[lane];
    l->searching[lane] = 0;
    if (l->ground[lane] > 0.5) {
        l->ground[lane] = 0;
        return;
    }
    if (l->at[lane] >= 0) {
        l->ranges[l->at[lane]] = launch_range(&l->designs[l->at[lane]], y);
        l->done++;
    }
    load(l, lane);
}

/* A lane whose event lies within the step: true when it has met it, else the step to try next is in h. */
static bool search(launches *l, int lane) {
    bracket *b = &l->found[lane];
    double h = l->h[lane], g = l->after[lane];
    if (!l->searching[lane]) {
        l->searching[lane] = -1;
        *b = (bracket){0, l->before[lane], h, g, h, g};
    } else if (fabs(g) < 1e-3 * l->tolerance * (l->ground[lane] > 0.5 ? 100 : 1) || b->hb - b->ha < 1e-15) {
        pass_event(l, lane);
        return true;
    } else if (g > 0)
        b->hc = b->ha, b->gc = b->ga, b->ha = h, b->ga = g;
    else
        b->hc = b->hb, b->gc = b->gb, b->hb = h, b->gb = g;
    double a = b->ga, c = b->gb, e = b->gc, next;
    if (e == c || e == a)
        next = b->ha + (b->hb - b->ha) * a / (a - c);
    else
        next = b->ha * c * e / ((a - c) * (a - e)) + b->hb * a * e / ((c - a) * (c - e)) +
               b->hc * a * c / ((e - a) * (e - c));
    l->h[lane] = next > b->ha && next < b->hb ? next : 0.5 * (b->ha + b->hb);
    return false;
}

static void fly(launches *l) {
    I fresh;
    l->next = l->done = 0;
    for (int lane = 0; lane < LANES; lane++)
        load(l, lane), fresh[lane] = -1;
    begin_afresh(l, fresh);
    while (l->done < l->count) {
        try_step(l);
        V factor = 0.9 / root(root(root(l->error + 1e-30)));
        factor = pick(factor < 0.333, (V){0} + 0.333, pick(factor > 6.0, (V){0} + 6.0, factor));
        I accepted = (l->error <= 1.0) & ~l->searching, event = accepted & (l->after <= 0.0), step = accepted & ~event;
        I special = event | l->searching;
        for (int i = 0; i < 6; i++) {
            l->y[i] = pick(step, l->trial[i], l->y[i]);
            l->k[0][i] = pick(step, l->trial_rates[i], l->k[0][i]);
        }
        l->t = pick(step, l->t + l->h, l->t);
        l->before = pick(step, l->after, l->before);
        l->h = pick(special, l->h, l->h * factor);
        bool passed = false;
        fresh = (I){0};
        for (int lane = 0; lane < LANES; lane++)
            if (special[lane] && search(l, lane))
                fresh[lane] = -1, passed = true;
        if (passed)
            begin_afresh(l, fresh);
    }
}

int main(int argc, char **argv) {
    static launches l;
    launch_design *designs;
    l.count = argc > 1 ? launch_read(argv[1], &designs) : 0;
    if (!l.count)
        return 1;
    l.designs = designs;
    l.tolerance = 1e-8;
    l.ranges = malloc((size_t)l.count * sizeof *l.ranges);
    double seconds;
    TIME(seconds, fly(&l));
    for (long i = 0; i < l.count; i++)
        row("sweep", "hand-written C, 8 lanes" VECTORS, (int)i, seconds / (double)l.count, l.ranges[i]);
    free(l.ranges);
    free(designs);
    return 0;
}
