/* One launch of the trebuchet in C at the limit: unrolled method of order 8, own sine and cosine. */
#include "launch.h"
#include "sine_cosine.h"
#include "stages.h"

LAUNCH_RATES(double, sine_cosine)

typedef struct launch {
    double C[CONSTANTS], ground, tolerance;
    double y[6], k[12][6], next[6], next_rates[6], lambda;
} launch;

/* Tries a step of size h: `next`, its rates and multiplier; the size of its error, 1 is just allowed. */
static inline double try_step(launch *l, double h) {
    double trial[6];
#define ONE(s)                                                                                                         \
    STAGE(double, 6, s, l->y, h, l->k, trial)                                                                          \
    rates(l->C, l->ground, trial, l->k[s]);
    ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9) ONE(10) ONE(11) double e5 = 0, e3 = 0;
    for (int i = 0; i < 6; i++) {
        COMBINE(sum, double, i, dop_b, l->k, 12)
        l->next[i] = l->y[i] + h * sum;
        COMBINE(five, double, i, dop_e5, l->k, 12)
        COMBINE(three, double, i, dop_e3, l->k, 12)
        double scale = l->tolerance * (1 + fmax(fabs(l->y[i]), fabs(l->next[i])));
        e5 += five * five / (scale * scale);
        e3 += three * three / (scale * scale);
    }
    l->lambda = rates(l->C, l->ground, l->next, l->next_rates);
    double size = e5 + 0.01 * e3;
    return size > 0 ? fabs(h) * e5 / sqrt(size * 6) : 0;
}

/* Falls through zero where the stone leaves the ground, and then where the sling lets go. */
static inline double height(const launch *l) {
    return l->ground > 0 ? l->lambda : l->next[2] - l->next[0] - l->C[RELEASE];
}

/* The event lies within a step of size h: steps again, with sizes by inverse interpolation in a bracket. */
static void meet_event(launch *l, double before, double h, double after) {
    double ha = 0, ga = before, hb = h, gb = after, hc = h, gc = after;
    for (int j = 0; j < 40; j++) {
        double hn = gc == gb || gc == ga
                        ? ha + (hb - ha) * ga / (ga - gb)
                        : ha * gb * gc / ((ga - gb) * (ga - gc)) + hb * ga * gc / ((gb - ga) * (gb - gc)) +
                              hc * ga * gb / ((gc - ga) * (gc - gb));
        if (!(hn > ha && hn < hb))
            hn = 0.5 * (ha + hb);
        try_step(l, hn);
        double g = height(l);
        if (fabs(g) < 1e-3 * l->tolerance * (l->ground > 0 ? 100 : 1) || hb - ha < 1e-15)
            break;
        if (g > 0)
            hc = ha, gc = ga, ha = hn, ga = g;
        else
            hc = hb, gc = gb, hb = hn, gb = g;
    }
}

/* The range of a launch. */
static double fly(const launch_design *d, double tolerance) {
    launch l = {.ground = 1, .tolerance = tolerance};
    launch_setup(d, l.C, l.y);
    double g = rates(l.C, 1, l.y, l.k[0]), h = 0.01;
    for (;;) {
        double error = try_step(&l, h), after = height(&l);
        double factor = error > 0 ? fmin(6, fmax(0.333, 0.9 * pow(error, -0.125))) : 6;
        if (error > 1) {
            h *= factor;
            continue;
        }
        if (after <= 0) {
            meet_event(&l, g, h, after);
            memcpy(l.y, l.next, sizeof l.y);
            if (l.ground == 0)
                return launch_range(d, l.y);
            l.ground = 0;
            rates(l.C, 0, l.y, l.k[0]);
            g = l.y[2] - l.y[0] - l.C[RELEASE];
            continue;
        }
        memcpy(l.y, l.next, sizeof l.y);
        memcpy(l.k[0], l.next_rates, sizeof l.y);
        g = after;
        h *= factor;
    }
}

/* With a file of designs, all of these too. */
int main(int argc, char **argv) {
    double seconds, range = 0;
    row("launch", "reference", 0, 0, fly(&launch_default, 1e-13));
    TIME(seconds, range = fly(&launch_default, 1e-8));
    row("launch", "hand-written C", 0, seconds, range);
    launch_design *designs;
    long count = argc > 1 ? launch_read(argv[1], &designs) : 0;
    if (!count)
        return 0;
    double *ranges = malloc((size_t)count * sizeof *ranges);
    TIME(seconds, for (long i = 0; i < count; i++) ranges[i] = fly(&designs[i], 1e-8));
    for (long i = 0; i < count; i++) {
        row("sweep", "reference", (int)i, 0, fly(&designs[i], 1e-13));
        row("sweep", "hand-written C", (int)i, seconds / (double)count, ranges[i]);
    }
    free(ranges);
    free(designs);
    return 0;
}
