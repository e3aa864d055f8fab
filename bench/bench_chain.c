/* Chains of rods from text to accelerations, as rows for bench/table.py: bench_chain [--quick]. */
#include <string.h>

#include "peers/row.h"
#include "subject.h"

static const char *const text = "param N = %d\n"
                                "coord theta[1..N] = 0.5\n"
                                "gravity 9.81\n"
                                "let p[0] = [0, 0]\n"
                                "for i in 1..N {\n"
                                "  let p[i] = p[i-1] + [sin(theta[i]), -cos(theta[i])]\n"
                                "  rod link[i]: mass 1, from p[i-1] to p[i]\n"
                                "}\n";

/* One way from the text to a program; false if there is none. */
static bool prepare(subject *s, subject_program *p, int links) {
    char source[1024];
    mech_solution x;
    snprintf(source, sizeof source, text, links);
    *s = subject_prepare(base_arena_create(), source);
    double *q = s->state + s->var_count - 2 * (size_t)links, *v = q + links;
    for (int i = 0; i < links; i++) {
        q[i] = chain_angle(i);
        v[i] = chain_rate(i);
    }
    if (subject_by_elimination(s, p, &x))
        return true;
    subject_dispose(s);
    return false;
}

/* The medians of each step on the way. */
static void derive(int links, int repeats, double value) {
    static const char *const names[PHASES] = {
        [READ] = "  of it reading the text",         [DERIVED] = "  of it the equations",
        [SOLVED] = "  of it solving by elimination", [LOWERED] = "  of it lowering to a program",
        [LOADED] = "  of it machine code",
    };
    double seconds[PHASES + 1][REPEATS] = {{0}};
    for (int k = 0; k < repeats; k++) {
        subject s;
        subject_program p;
        if (!prepare(&s, &p, links))
            return;
        for (int step = 0; step < PHASES; step++) {
            seconds[step][k] = s.seconds[step];
            seconds[PHASES][k] += s.seconds[step];
        }
        subject_unload(&p);
        subject_dispose(&s);
    }
    row("derive", "text to machine code", links, median(seconds[PHASES], repeats), value);
    for (int step = 0; step < PHASES; step++)
        row("derive", names[step], links, median(seconds[step], repeats), NAN);
}

static void chain(int links, bool quick) {
    subject s;
    subject_program p;
    if (!prepare(&s, &p, links))
        return;
    subject_evaluate(&p);
    double last = p.x[links - 1], begin = now(), seconds, *angle = &p.slots[s.var_count - 2 * (size_t)links];
    subject_evaluate(&p);
    seconds = now() - begin;
    if (!quick)
        TIME(seconds, subject_evaluate(&p); *angle += 1e-14 * p.x[links - 1]);
    char who[64];
    snprintf(who, sizeof who, "the model's text, run by %s", tape_fastest(1)->name);
    row("chain", who, links, seconds, last);
    subject_unload(&p);
    subject_dispose(&s);
    derive(links, quick ? 1 : REPEATS, last);
}

int main(int argc, char **argv) {
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    for (int k = 0; k < CHAIN_SIZES && (!quick || chain_sizes[k] <= 10); k++)
        chain(chain_sizes[k], quick);
    return 0;
}
