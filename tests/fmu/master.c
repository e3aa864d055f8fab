/* Runs the binary of an FMU by model exchange or co-simulation, and prints what happens:
       master LIBRARY PLAN 2|3 me|cs
   The plan is lines of a word and its values: token TEXT, until T, tolerance X, states N, indicators N, rows N, set REF
   VALUE, tunable REF VALUE, row REF, report REF NAME,
   state REF, input REF, unknown REF. Printed are events, rows, reports, and the end. The integrator
   for model exchange is the method of order 8(5,3) with the coefficients of src/export/runtime/table.c.in; the step is
   repeated up to where an indicator has become positive. */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 600, SAMPLES = 16 };

/* As the included table expects it. */
typedef double real;
typedef struct sim {
    double k[16][MOST], y[MOST];
} sim;
#include "../../src/export/runtime/table.c.in"
typedef void stage_sum(const sim *s, real h, int size, real *to);
static stage_sum *const stage_sums[16] = {NULL,    stage_1, stage_2,  stage_3,  stage_4,  stage_5,  stage_6,  stage_7,
                                          stage_8, stage_9, stage_10, stage_11, stage_12, stage_13, stage_14, stage_15};
static stage_sum *const coefficients[4] = {coefficient_3, coefficient_4, coefficient_5, coefficient_6};

static struct plan {
    char token[100];
    double until, tolerance, slack;
    int states, indicators, rows, row_count, report_count, set_count;
    unsigned row[MOST], report[MOST], set[MOST], tunable; /* tunable: 0: none */
    int state_count, input_count, unknown_count;
    unsigned state[MOST], input[MOST], unknown[MOST]; /* of derivatives */
    double value[MOST], tuned;
    char report_name[MOST][100];
} plan;

static void stop(const char *what) {
    fprintf(stderr, "master: %s\n", what);
    exit(1);
}

static void read_plan(const char *path) {
    FILE *f = fopen(path, "r");
    char word[40];
    if (!f)
        stop("no plan");
    while (fscanf(f, "%39s", word) == 1) {
        int ok = 1;
        if (!strcmp(word, "token"))
            ok = fscanf(f, "%99s", plan.token) == 1;
        else if (!strcmp(word, "until"))
            ok = fscanf(f, "%lf", &plan.until) == 1;
        else if (!strcmp(word, "tolerance"))
            ok = fscanf(f, "%lf", &plan.tolerance) == 1;
        else if (!strcmp(word, "slack"))
            ok = fscanf(f, "%lf", &plan.slack) == 1;
        else if (!strcmp(word, "states"))
            ok = fscanf(f, "%d", &plan.states) == 1;
        else if (!strcmp(word, "state"))
            ok = plan.state_count < MOST && fscanf(f, "%u", &plan.state[plan.state_count++]) == 1;
        else if (!strcmp(word, "input"))
            ok = plan.input_count < MOST && fscanf(f, "%u", &plan.input[plan.input_count++]) == 1;
        else if (!strcmp(word, "unknown"))
            ok = plan.unknown_count < MOST && fscanf(f, "%u", &plan.unknown[plan.unknown_count++]) == 1;
        else if (!strcmp(word, "indicators"))
            ok = fscanf(f, "%d", &plan.indicators) == 1;
        else if (!strcmp(word, "rows"))
            ok = fscanf(f, "%d", &plan.rows) == 1;
        else if (!strcmp(word, "row"))
            ok = plan.row_count < MOST && fscanf(f, "%u", &plan.row[plan.row_count++]) == 1;
        else if (!strcmp(word, "tunable"))
            ok = fscanf(f, "%u %lf", &plan.tunable, &plan.tuned) == 2;
        else if (!strcmp(word, "set")) {
            ok = plan.set_count < MOST &&
                 fscanf(f, "%u %lf", &plan.set[plan.set_count], &plan.value[plan.set_count]) == 2;
            plan.set_count++;
        } else if (!strcmp(word, "report")) {
            const int i = plan.report_count++;
            ok = i < MOST && fscanf(f, "%u %99s", &plan.report[i], plan.report_name[i]) == 2;
        } else
            ok = 0;
        if (!ok || plan.states > MOST || plan.indicators > MOST)
            stop("the plan is wrong");
    }
    fclose(f);
}

/* --- Both versions of the interface behind one --- */

typedef struct info {
    bool again, ends, other_sizes, other_values, has_next;
    double next;
} info;

static void *library, *instance;
static int version;
static bool exchanges, ended_by_step;

static void *find(const char *name) {
    char whole[100];
    snprintf(whole, sizeof whole, "fmi%d%s", version, name);
    void *f = dlsym(library, whole);
    if (!f)
        stop(whole);
    return f;
}

/* A call whose status must be 0. The cast through a union of pointers is what dlsym is made for. */
#define CALL(name, types, ...)                                                                                         \
    do {                                                                                                               \
        int(*f) types;                                                                                                 \
        *(void **)&f = find(name);                                                                                     \
        if (f(__VA_ARGS__) != 0)                                                                                       \
            stop(name);                                                                                                \
    } while (0)

static void show(const char *category, const char *text) {
    if (!strncmp(text, "event ", 6)) {
        const char *at = strstr(text, " at t = ");
        printf("event %.*s %s\n", (int)(at - text - 6), text + 6, at + 8);
    } else
        fprintf(stderr, "%s: %s\n", category, text);
}

static void log2_(void *user, const char *name, int status, const char *category, const char *format, ...) {
    char text[1000];
    va_list rest;
    (void)user, (void)name, (void)status;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    show(category, text);
}

static void log3(void *user, int status, const char *category, const char *text) {
    (void)user, (void)status;
    show(category, text);
}

typedef struct callbacks {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*free)(void *);
    void (*finished)(void *, int);
    void *user;
} callbacks;

static void begin_older(void) {
    static const callbacks outside = {log2_, calloc, free, NULL, NULL};
    void *(*instantiate)(const char *, int, const char *, const char *, const callbacks *, int, int);
    *(void **)&instantiate = find("Instantiate");
    instance = instantiate("one", !exchanges, plan.token, "file:///", &outside, 0, 1);
    if (!instance)
        stop("Instantiate");
    CALL("SetupExperiment", (void *, int, double, double, int, double), instance, 1, plan.tolerance, 0, 1, plan.until);
}

static void begin_newer(void) {
    typedef void (*logger)(void *, int, const char *, const char *);
    void *(*exchange)(const char *, const char *, const char *, bool, bool, void *, logger);
    void *(*step)(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t, void *,
                  logger, void *);
    if (exchanges) {
        *(void **)&exchange = find("InstantiateModelExchange");
        instance = exchange("one", plan.token, NULL, false, true, NULL, log3);
    } else {
        *(void **)&step = find("InstantiateCoSimulation");
        instance = step("one", plan.token, NULL, false, true, true, true, NULL, 0, NULL, log3, NULL);
    }
    if (!instance)
        stop("Instantiate");
}

static void get(const unsigned *refs, int count, double *values) {
    if (version == 2)
        CALL("GetReal", (void *, const unsigned *, size_t, double *), instance, refs, (size_t)count, values);
    else
        CALL("GetFloat64", (void *, const unsigned *, size_t, double *, size_t), instance, refs, (size_t)count, values,
             (size_t)count);
}

static void set(const unsigned *refs, int count, const double *values) {
    if (version == 2)
        CALL("SetReal", (void *, const unsigned *, size_t, const double *), instance, refs, (size_t)count, values);
    else
        CALL("SetFloat64", (void *, const unsigned *, size_t, const double *, size_t), instance, refs, (size_t)count,
             values, (size_t)count);
}

static void initialize(void) {
    if (version == 2)
        begin_older();
    else
        begin_newer();
    set(plan.set, plan.set_count, plan.value);
    if (version == 2)
        CALL("EnterInitializationMode", (void *), instance);
    else
        CALL("EnterInitializationMode", (void *, bool, double, double, bool, double), instance, true, plan.tolerance,
             0.0, true, plan.until);
    CALL("ExitInitializationMode", (void *), instance);
}

static info update(void) {
    info now = {false, false, false, false, false, INFINITY};
    if (version == 2) {
        struct {
            int again, ends, sizes, values, has_next;
            double next;
        } x;
        CALL("NewDiscreteStates", (void *, void *), instance, &x);
        now = (info){x.again, x.ends, x.sizes, x.values, x.has_next, x.next};
    } else
        CALL("UpdateDiscreteStates", (void *, bool *, bool *, bool *, bool *, bool *, double *), instance, &now.again,
             &now.ends, &now.other_sizes, &now.other_values, &now.has_next, &now.next);
    if (!now.has_next)
        now.next = INFINITY;
    return now;
}

static bool accept(void) {
    if (version == 2) {
        int event, ends;
        CALL("CompletedIntegratorStep", (void *, int, int *, int *), instance, 1, &event, &ends);
        return event;
    }
    bool event, ends;
    CALL("CompletedIntegratorStep", (void *, bool, bool *, bool *), instance, true, &event, &ends);
    return event;
}

static void go_to(double t, const double *y) {
    CALL("SetTime", (void *, double), instance, t);
    CALL("SetContinuousStates", (void *, const double *, size_t), instance, y, (size_t)plan.states);
}

static void get_states(double *y) {
    CALL("GetContinuousStates", (void *, double *, size_t), instance, y, (size_t)plan.states);
}

/* False where they cannot be computed. */
static bool get_rates(double *dy) {
    int (*f)(void *, double *, size_t);
    *(void **)&f = find(version == 2 ? "GetDerivatives" : "GetContinuousStateDerivatives");
    const int status = f(instance, dy, (size_t)plan.states);
    if (status != 0 && status != 2)
        stop("GetDerivatives");
    return status == 0;
}

static void get_indicators(double *z) {
    CALL("GetEventIndicators", (void *, double *, size_t), instance, z, (size_t)plan.indicators);
}

static void get_nominals(double *x) {
    CALL("GetNominalsOfContinuousStates", (void *, double *, size_t), instance, x, (size_t)plan.states);
}

/* --- Output --- */

static void print_row(double t) {
    double values[MOST];
    get(plan.row, plan.row_count, values);
    printf("row %.17g", t);
    for (int i = 0; i < plan.row_count; i++)
        printf(" %.17g", values[i]);
    printf("\n");
}

static void print_end(double t) {
    double values[MOST];
    get(plan.report, plan.report_count, values);
    for (int i = 0; i < plan.report_count; i++)
        printf("report %s %.17g\n", plan.report_name[i], values[i]);
    printf("end %.17g\n", t);
}

static void (*show_row)(double t) = print_row;

static double row_time(int i) {
    return plan.until * i / plan.rows;
}

/* --- Model exchange --- */

static sim s;
static double next[MOST], nominal[MOST], z0[MOST], z[MOST], dense[7][MOST];
static long evaluations;

static bool rates(double t, const double *y, double *dy) {
    go_to(t, y);
    evaluations++;
    return get_rates(dy);
}

static double step(double t, double h) {
    double e5 = 0, e3 = 0, fifth[MOST], third[MOST], trial[MOST];
    for (int i = 1; i < 12; i++) {
        stage_sums[i](&s, h, plan.states, trial);
        if (!rates(t + node[i] * h, trial, s.k[i]))
            return INFINITY;
    }
    stage_12(&s, h, plan.states, next);
    sum_of_fifth(&s, 1, plan.states, fifth);
    sum_of_third(&s, 1, plan.states, third);
    for (int i = 0; i < plan.states; i++) {
        const double size = plan.tolerance * fmax(nominal[i], fabs(next[i] - s.y[i])) + 1e-15 * fabs(s.y[i]) + 1e-150;
        e5 += fifth[i] / size * (fifth[i] / size);
        e3 += third[i] / size * (third[i] / size);
    }
    const double sum = e5 + 0.01 * e3;
    return sum == 0 ? 0 : h * e5 / sqrt(sum * plan.states);
}

static void prepare_dense(double t, double h) {
    double trial[MOST];
    rates(t + h, next, s.k[12]);
    for (int i = 13; i < 16; i++) {
        stage_sums[i](&s, h, plan.states, trial);
        rates(t + node[i] * h, trial, s.k[i]);
    }
    for (int i = 0; i < plan.states; i++) {
        const double dy = next[i] - s.y[i];
        dense[0][i] = dy;
        dense[1][i] = h * s.k[0][i] - dy;
        dense[2][i] = 2 * dy - h * (s.k[12][i] + s.k[0][i]);
    }
    for (int r = 3; r < 7; r++)
        coefficients[r - 3](&s, h, plan.states, dense[r]);
}

static void indicators_inside(double t, double h, double part, double *to) {
    double y[MOST];
    for (int i = 0; i < plan.states; i++) {
        double x = 0;
        for (int r = 6; r >= 0; r--)
            x = (x + dense[r][i]) * (r % 2 ? 1 - part : part);
        y[i] = s.y[i] + x;
    }
    go_to(t + part * h, y);
    get_indicators(to);
}

/* On the motion itself. */
static double indicator_after(double t, double h, int k) {
    step(t, h);
    go_to(t + h, next);
    get_indicators(z);
    return z[k];
}

/* The step up to where this indicator has just become positive, between parts of the step held. */
static double locate(double t, double low, double high, int k) {
    double f_low = low > 0 ? indicator_after(t, low, k) : z0[k], f_high = indicator_after(t, high, k);
    int side = 0;
    if (!(f_high > 0))
        return high;
    for (int pass = 0; pass < 200 && high - low > plan.slack * high + 4e-16 * fabs(t); pass++) {
        double h = (low * f_high - high * f_low) / (f_high - f_low);
        if (pass % 3 == 2 || !(h > low && h < high))
            h = 0.5 * (low + high);
        const double f = indicator_after(t, h, k);
        if (f > 0) {
            f_low *= side > 0 ? 0.5 : 1;
            high = h, f_high = f, side = 1;
        } else {
            f_high *= side < 0 ? 0.5 : 1;
            low = h, f_low = f, side = -1;
        }
    }
    return high;
}

/* The first event within the step of size h, or h. */
static double find_event(double t, double h) {
    double before[MOST], now[MOST], first = INFINITY;
    if (!plan.indicators)
        return h;
    prepare_dense(t, h);
    memcpy(before, z0, sizeof before);
    for (int j = 1; j <= SAMPLES; j++) {
        if (j < SAMPLES)
            indicators_inside(t, h, (double)j / SAMPLES, now);
        else {
            go_to(t + h, next);
            get_indicators(now);
        }
        double keep[MOST];
        memcpy(keep, next, sizeof keep);
        for (int k = 0; k < plan.indicators; k++)
            if (before[k] <= 0 && now[k] > 0)
                first = fmin(first, locate(t, h * (j - 1) / SAMPLES, h * j / SAMPLES, k));
        memcpy(next, keep, sizeof keep);
        if (first < INFINITY)
            break;
        memcpy(before, now, sizeof before);
    }
    if (!(first < h))
        return h;
    step(t, first);
    return first;
}

static info handle_events(void) {
    info now, all = {false, false, false, false, false, INFINITY};
    do {
        now = update();
        all.other_values = all.other_values || now.other_values;
    } while (now.again);
    all.ends = now.ends;
    all.next = now.next;
    CALL("EnterContinuousTimeMode", (void *), instance);
    get_states(s.y);
    get_nominals(nominal);
    return all;
}

static void run_exchange(void) {
    double t = 0, h = 1e-4 * plan.until, goal;
    int row = 0;
    info now = handle_events();
    for (; t < plan.until && !now.ends;) {
        const bool due = now.next - t <= 1e-12 * plan.until;
        while (!due && row <= plan.rows && row_time(row) <= t) {
            go_to(t, s.y);
            show_row(row_time(row++));
        }
        goal = due ? now.next : fmin(row <= plan.rows ? row_time(row) : plan.until, now.next);
        double size = fmin(h, goal - t), error;
        bool at_goal = size == goal - t;
        rates(t, s.y, s.k[0]);
        get_indicators(z0);
        while ((error = step(t, size)) > 1 || error != error) {
            size *= error < 1e9 ? fmax(0.2, 0.9 * pow(error, -1.0 / 8)) : 0.25;
            at_goal = false;
            if (size < 1e-15 * plan.until)
                stop("the step has become too small");
        }
        h = at_goal && size < h ? h : size * fmin(4, 0.9 * pow(fmax(error, 1e-10), -1.0 / 8));
        const double taken = find_event(t, size);
        at_goal = at_goal && taken == size;
        t = at_goal ? goal : t + taken;
        memcpy(s.y, next, sizeof next);
        go_to(t, s.y);
        get_indicators(z);
        bool event = t >= now.next;
        for (int k = 0; k < plan.indicators; k++)
            event = event || (z0[k] > 0) != (z[k] > 0);
        if (accept() || event) {
            CALL("EnterEventMode", (void *), instance);
            now = handle_events();
        }
    }
    print_end(t);
    fprintf(stderr, "evaluations %ld\n", evaluations);
}

/* --- Co-simulation --- */

static double do_step(double t, double size) {
    if (version == 2) {
        int (*f)(void *, double, double, int);
        int ends = 0;
        *(void **)&f = find("DoStep");
        const int status = f(instance, t, size, 1);
        if (status == 0)
            return t + size;
        if (status != 2)
            stop("DoStep");
        CALL("GetBooleanStatus", (void *, int, int *), instance, 3, &ends);
        CALL("GetRealStatus", (void *, int, double *), instance, 2, &t);
        ended_by_step = ends;
        return t;
    }
    bool event, ends, early;
    double last;
    CALL("DoStep", (void *, double, double, bool, bool *, bool *, bool *, double *), instance, t, size, true, &event,
         &ends, &early, &last);
    ended_by_step = ends;
    if (event) {
        CALL("EnterEventMode", (void *), instance);
        ended_by_step = ended_by_step || update().ends;
        CALL("EnterStepMode", (void *), instance);
    }
    return last;
}

static void run_steps(void) {
    double t = 0;
    if (version == 3) {
        update();
        CALL("EnterStepMode", (void *), instance);
    }
    for (int row = 1; row <= plan.rows && !ended_by_step; row++) {
        print_row(t);
        while (t < row_time(row) && !ended_by_step)
            t = do_step(t, row_time(row) - t);
    }
    print_end(t);
}

int main(int count, char **arguments) {
    if (count != 5)
        stop("usage: master LIBRARY PLAN 2|3 me|cs");
    read_plan(arguments[2]);
    version = atoi(arguments[3]);
    exchanges = !strcmp(arguments[4], "me");
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        stop(dlerror());
    initialize();
    if (exchanges)
        run_exchange();
    else
        run_steps();
    CALL("Terminate", (void *), instance);
    void (*release)(void *);
    *(void **)&release = find("FreeInstance");
    release(instance);
    return 0;
}
