/* Times the equations at a state through the public interface (lgr_dynamics_*): one call, per state where eight are
   computed at once, and all derivatives. */
#include "lagrangia/lagrangia.h"
#include "peers/row.h"

enum { COUNT = 64, MOST = 64 };

static lgr_model *read_model(const char *path) {
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    size_t length = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    return lgr_model_parse(path, text, length, NULL, 0);
}

static double t[COUNT], q[COUNT * MOST], v[COUNT * MOST], a[COUNT * MOST], lambda[COUNT * MOST], slopes[MOST * MOST];

/* States near that of the start, no two the same. */
static void spread(const lgr_dynamics *d) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    for (size_t i = 0; i < COUNT; i++) {
        lgr_dynamics_start(d, &t[i], q + i * n, v + i * n);
        for (size_t j = 0; j < n; j++) {
            q[i * n + j] += 1e-3 * (double)i;
            v[i * n + j] += 1e-2 * (double)(i + j);
        }
    }
}

static double time_evaluate(lgr_dynamics *d) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    double seconds;
    TIME(seconds, for (size_t i = 0; i < COUNT; i++) lgr_dynamics_evaluate(d, t[i], q + i * n, v + i * n));
    return seconds / COUNT;
}

static double time_accelerate(lgr_dynamics *d) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    double seconds;
    TIME(seconds, for (size_t i = 0; i < COUNT; i++) lgr_dynamics_accelerate(d, t[i], q + i * n, v + i * n, a, lambda));
    return seconds / COUNT;
}

static double time_many(lgr_dynamics *d) {
    double seconds;
    TIME(seconds, lgr_dynamics_accelerate_many(d, COUNT, t, q, v, a, lambda));
    return seconds / COUNT;
}

static double time_slopes(lgr_dynamics *d) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    double seconds;
    TIME(
        seconds, for (size_t i = 0; i < COUNT; i++) {
            lgr_dynamics_evaluate(d, t[i], q + i * n, v + i * n);
            lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, LGR_VARIABLE_Q, slopes, MOST * MOST);
        });
    return seconds / COUNT;
}

static void time_model(const char *path) {
    lgr_model *model = read_model(path);
    double begin = now();
    lgr_dynamics *d = lgr_dynamics_create(model, NULL);
    const double creation = now() - begin;
    if (lgr_dynamics_status(d) == LGR_STATUS_OK && lgr_dynamics_coordinate_count(d) <= MOST) {
        spread(d);
        printf("%-36s %3zu %3zu %10.0f %10.3f %10.3f %10.3f %10.2f\n", path, lgr_dynamics_coordinate_count(d),
               lgr_dynamics_row_count(d), 1e6 * creation, 1e6 * time_evaluate(d), 1e6 * time_accelerate(d),
               1e6 * time_many(d), 1e6 * time_slopes(d));
    } else
        printf("%s: not here (run it where the project is)\n", path);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(model);
}

int main(void) {
    printf("%-36s %3s %3s %10s %10s %10s %10s %10s   (microseconds)\n", "equations at a state", "n", "m", "created",
           "everything", "a, lambda", "of eight", "all slopes");
    time_model("examples/trebuchet/hinged.lgr");
    time_model("examples/pendulum/double.lgr");
    time_model("examples/linkage/four-bar.lgr");
    time_model("examples/linkage/bricard.lgr");
    time_model("examples/rolling/bicycle.lgr");
    time_model("examples/chain/chain.lgr");
    return 0;
}
