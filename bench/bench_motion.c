/* Times one evaluation of accelerations and multipliers: by matrices and a dense solver, and by elimination beforehand.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "subject.h"

/* Of one evaluation, in seconds: repeated for 20 ms, the least of five. */
static double time_of(const subject_program *p) {
    double best = INFINITY;
    for (int run = 0; run < 5; run++) {
        long count = 0;
        double begin = subject_clock(), end = begin;
        for (; end - begin < 0.02; end = subject_clock(), count += 10)
            for (int k = 0; k < 10; k++)
                subject_evaluate(p);
        best = fmin(best, (end - begin) / (double)count);
    }
    return best;
}

static void compare(const char *name, const char *source) {
    subject s = subject_prepare(base_arena_create(), source);
    subject_program dense = subject_by_matrices(&s), direct;
    mech_solution x;
    double begin = subject_clock();
    bool found = subject_by_elimination(&s, &direct, &x);
    double making = subject_clock() - begin, slow = time_of(&dense);
    if (found) {
        double fast = time_of(&direct), error = 0, size = 0;
        for (int i = 0; i < s.e.n; i++) {
            error = fmax(error, fabs(direct.x[i] - dense.y[i]));
            size = fmax(size, fabs(dense.y[i]));
        }
        printf("%-24s %4d %4d %9zu %9.0f %9zu %9zu %9.0f %8.2f %9.1e\n", name, s.e.n, s.e.m, dense.t->code_count,
               1e9 * slow, x.products, direct.t->code_count, 1e9 * fast, 1e3 * making, error / size);
        subject_unload(&direct);
    } else
        printf("%-24s %4d %4d %9zu %9.0f  no elimination (%.2f ms)\n", name, s.e.n, s.e.m, dense.t->code_count,
               1e9 * slow, 1e3 * making);
    subject_unload(&dense);
    subject_dispose(&s);
}

static void compare_file(const char *path) {
    arena *a = base_arena_create();
    size_t length;
    const char *name = strrchr(path, '/'), *why, *text = base_read_file(a, path, 1 << 20, &length, &why);
    if (text)
        compare(name ? name + 1 : path, text);
    else
        printf("%s: %s (run it where the project is)\n", path, why);
    base_arena_destroy(a);
}

static const char *const chain = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nfor i in 1..N {\n"
                                 "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                 "  particle bob[i]: mass m at p[i]\n}\n";
static const char *const rods = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                "let p[0] = [0, 0]\nfor i in 1..N {\n"
                                "  let p[i] = p[i-1] + l*[sin(theta[i]), -cos(theta[i])]\n"
                                "  rod link[i]: mass m, from p[i-1] to p[i]\n}\n";
static const char *const turns = "param N = %d, m = 0.1, l = 0.1\ncoord theta[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nlet a[0] = 0\nfor i in 1..N {\n"
                                 "  let a[i] = a[i-1] + theta[i]\n  let p[i] = p[i-1] + l*[sin(a[i]), -cos(a[i])]\n"
                                 "  rod link[i]: mass m, from p[i-1] to p[i]\n}\n";
static const char *const beads = "param N = %d, m = 0.1, l = 0.1\ncoord x[1..N] = 1, y[1..N] = 1\ngravity 9.81\n"
                                 "let p[0] = [0, 0]\nfor i in 1..N {\n  let p[i] = [x[i], y[i]]\n"
                                 "  particle bob[i]: mass m at p[i]\n"
                                 "  constraint link[i]: (p[i].x - p[i-1].x)^2 + (p[i].y - p[i-1].y)^2 = l^2\n}\n";

static void compare_sizes(const char *name, const char *text) {
    static const int sizes[] = {2, 5, 10, 20, 50, 100, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char source[1024], title[64];
        snprintf(source, sizeof source, text, sizes[k]);
        snprintf(title, sizeof title, "%s %d", name, sizes[k]);
        compare(title, source);
    }
}

int main(int argc, char **argv) {
    static const char *const files[] = {
        "examples/pendulum/angle.lgr",
        "examples/pendulum/cartesian.lgr",
        "examples/pendulum/double.lgr",
        "examples/trebuchet/whipper.lgr",
        "bench/launch.lgr",
        "examples/linkage/four-bar.lgr",
        "examples/linkage/four-bar-chain.lgr",
        "examples/linkage/andrews.lgr",
        "examples/linkage/bricard.lgr",
        "examples/space/heavy-top.lgr",
    };
    printf("programs run by %s\n", tape_fastest(1)->name);
    printf("                                    matrices, then dense solver        by elimination\n");
    printf("%-24s %4s %4s %9s %9s %9s %9s %9s %8s %9s\n", "", "n", "m", "code", "ns", "products", "code", "ns",
           "made ms", "differs");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        compare_file(files[k]);
    for (int k = 1; k < argc; k++)
        compare_file(argv[k]);
    compare_sizes("particles in angles", chain);
    compare_sizes("rods in angles", rods);
    compare_sizes("rods, relative angles", turns);
    compare_sizes("particles, x and y", beads);
    return 0;
}
