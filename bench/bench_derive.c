/* Times the way from text to evaluable equations for chains of N links: reading, model, derivation, program. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/intern.h"
#include "sim/sim.h"
#include "syntax/parser.h"

static const char *const text = "model chain\n"
                                "param N = %d, m = 0.1, l = 0.1\n"
                                "coord theta[1..N] = 1\n"
                                "gravity 9.81\n"
                                "let p[0] = [0, 0]\n"
                                "for i in 1..N {\n"
                                "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                "  particle bob[i]: mass m at p[i]\n"
                                "}\n";

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One evaluation at the start is part of it: the equations are then known to work. */
static double derive_once(int links) {
    char source[1024];
    snprintf(source, sizeof source, text, links);
    double begin = now();
    arena *a = arena_create();
    intern *names = intern_create(a);
    diag *d = diag_create(a, (diag_source){"chain", source, strlen(source)});
    model *m = model_build(a, names, d, syntax_parse(a, names, d), NULL, 0);
    double *q = ARENA_ARRAY(a, double, m->coord_count), *v = ARENA_ARRAY(a, double, m->coord_count);
    bool ok = sim_find_start(m, a, q, v, ARENA_ARRAY(a, bool, 1));
    double seconds = now() - begin;
    if (!ok)
        printf("the chain of %d links has no start\n", links);
    model_dispose(m);
    arena_destroy(a);
    return seconds;
}

int main(void) {
    static const int sizes[] = {1, 2, 5, 10, 20, 50, 100};
    printf("links   text to evaluable equations, ms (least of 15)\n");
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double best = INFINITY;
        for (int run = 0; run < 15; run++)
            best = fmin(best, derive_once(sizes[k]));
        printf("%5d   %8.2f\n", sizes[k], 1e3 * best);
    }
    return 0;
}
