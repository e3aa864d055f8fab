/* A host with functions of its own that are named as some inside the library: each calls its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lagrangia/lagrangia.h>

static int called;

double eval(double x);
void declare(const char *name);
void check_failed(const char *what);
void base_check_failed(const char *file, int line, const char *what);
void *base_arena_alloc(void *a, size_t size);
int expr_add(int a, int b);

double eval(double x) {
    called++;
    return x;
}

void declare(const char *name) {
    called += name != NULL;
}

void check_failed(const char *what) {
    called += what != NULL;
}

void base_check_failed(const char *file, int line, const char *what) {
    called += file && line && what;
}

void *base_arena_alloc(void *a, size_t size) {
    called += size > 0;
    return a;
}

int expr_add(int a, int b) {
    called++;
    return a + b;
}

int main(void) {
    const char *text = "coord y = 2\ngravity 9.81\nparticle ball: mass 1 at [0, y]\n"
                       "event ground when y < 0 { stop }\nreport fall = time(ground)\n";
    lgr_model *model = lgr_model_parse("ball", text, strlen(text), NULL, 0);
    lgr_run_options options = lgr_run_options_default();
    lgr_run *run = lgr_run_create(model, &options);
    double fall = lgr_run_report(run, "fall");
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    if (called != 0 || !(fabs(fall - sqrt(4 / 9.81)) < 1e-9)) {
        fprintf(stderr, "the library called %d functions of the host; the ball fell %.12g s\n", called, fall);
        return 1;
    }
    eval(1);
    declare("x");
    check_failed("x");
    base_check_failed("file", 1, "x");
    base_arena_alloc(&called, 1);
    expr_add(1, 2);
    return called == 6 ? 0 : 1;
}
