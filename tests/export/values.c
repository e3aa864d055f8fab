/* The equations of models as numbers at their start and at states beside it, one JSON object a line for each model;
   what exported equations are compared with.

   usage: export_values STATES MODEL[:MODE]... */
#include <lagrangia/lagrangia.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

/* From -1 to 1. */
static double chance(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-52 - 1;
}

static void print_numbers(const char *name, const double *x, size_t count) {
    printf(", \"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        if (isfinite(x[i]))
            printf("%s%.17g", i ? ", " : "", x[i]);
        else
            printf("%snull", i ? ", " : "");
    printf("]");
}

static void print_quantity(lgr_dynamics *d, const char *name, lgr_quantity what) {
    size_t count = 0;
    const double *x = lgr_dynamics_get(d, what, &count);
    print_numbers(name, x, x ? count : 0);
}

static void print_derivative(lgr_dynamics *d, const char *name, lgr_variable by, size_t n) {
    double *out = calloc(n * n + 1, sizeof *out);
    if (out && lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, by, out, n * n) == LGR_STATUS_OK)
        print_numbers(name, out, n * n);
    free(out);
}

static void print_state(lgr_dynamics *d, double t, const double *q, const double *v) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    printf("{\"t\": %.17g", t);
    print_numbers("q", q, n);
    print_numbers("v", v, n);
    if (lgr_dynamics_evaluate(d, t, q, v) == LGR_STATUS_OK) {
        print_quantity(d, "M", LGR_QUANTITY_M);
        print_quantity(d, "h", LGR_QUANTITY_H);
        print_quantity(d, "A", LGR_QUANTITY_A);
        print_quantity(d, "gamma", LGR_QUANTITY_GAMMA);
        print_quantity(d, "f", LGR_QUANTITY_F);
        print_quantity(d, "f_dot", LGR_QUANTITY_F_DOT);
        print_quantity(d, "a", LGR_QUANTITY_ACCELERATION);
        print_quantity(d, "mult", LGR_QUANTITY_MULTIPLIER);
        print_quantity(d, "out", LGR_QUANTITY_OUTPUT);
        print_derivative(d, "a_q", LGR_VARIABLE_Q, n);
        print_derivative(d, "a_v", LGR_VARIABLE_V, n);
    }
    printf("}");
}

static void print_kinds(const lgr_model *model, lgr_dynamics *d) {
    printf("{\"places\": [");
    for (size_t i = 0; i < lgr_dynamics_coordinate_count(d); i++) {
        lgr_info info = {.size = sizeof info};
        lgr_model_info(model, LGR_KIND_COORDINATE, lgr_dynamics_coordinate(d, i), &info);
        printf("%s%d", i ? ", " : "", strcmp(info.role, "declared") == 0 || strcmp(info.role, "freed") == 0);
    }
    printf("], \"states\": [");
}

static void print_model(const char *path, const char *mode, int states, const char *text, size_t length) {
    lgr_model *model = lgr_model_parse(path, text, length, NULL, 0);
    lgr_dynamics_options options = lgr_dynamics_options_default();
    options.mode = mode;
    lgr_dynamics *d = lgr_dynamics_create(model, &options);
    if (lgr_dynamics_status(d) == LGR_STATUS_OK) {
        const size_t n = lgr_dynamics_coordinate_count(d);
        double t, *q = calloc(4 * n + 1, sizeof *q), *v = q + n, *p = v + n, *w = p + n;
        lgr_dynamics_start(d, &t, q, v);
        print_kinds(model, d);
        for (int k = 0; k < states; k++) {
            for (size_t i = 0; i < n; i++) {
                p[i] = q[i] + (k ? 0.2 * chance() : 0);
                w[i] = v[i] + (k ? 0.2 * (1 + fabs(v[i])) * chance() : 0);
            }
            printf("%s", k ? ", " : "");
            print_state(d, t, p, w);
        }
        puts("]}");
        free(q);
    } else {
        puts("null");
    }
    lgr_dynamics_destroy(d);
    lgr_model_destroy(model);
}

int main(int count, char **words) {
    enum { MOST = 1 << 20 };
    char *text = malloc(MOST);
    for (int i = 2; i < count && text; i++) {
        char *mode = strchr(words[i], ':');
        if (mode)
            *mode++ = '\0';
        FILE *f = fopen(words[i], "rb");
        if (!f) {
            perror(words[i]);
            free(text);
            return 1;
        }
        const size_t length = fread(text, 1, MOST, f);
        fclose(f);
        print_model(words[i], mode, atoi(words[1]), text, length);
    }
    free(text);
    return 0;
}
