/* Wrong calls, states that are kept, and instances in threads, on the binary of an FMU:
       misuse LIBRARY PLAN 2|3
   Prints what is not as the standard wants it; the plan is that of master.c, of whose functions it is made. */
#define main master_main
#include "master.c"
#undef main

#include <pthread.h>

enum { OK, ERROR = 3, THREADS = 4 };

static int wrong, logged;

static void expect(int is, const char *what) {
    if (!is) {
        printf("%s\n", what);
        wrong++;
    }
}

static void note2(void *user, const char *name, int status, const char *category, const char *format, ...) {
    (void)user, (void)name, (void)category, (void)format;
    logged += status == ERROR;
}

static void note3(void *user, int status, const char *category, const char *text) {
    (void)user, (void)category, (void)text;
    logged += status == ERROR;
}

static void *make(bool exchange, const char *token) {
    static const callbacks outside = {note2, calloc, free, NULL, NULL};
    if (version == 2) {
        void *(*f)(const char *, int, const char *, const char *, const callbacks *, int, int);
        *(void **)&f = find("Instantiate");
        return f("one", !exchange, token, "file:///", &outside, 0, 0);
    }
    typedef void (*logger)(void *, int, const char *, const char *);
    if (exchange) {
        void *(*f)(const char *, const char *, const char *, bool, bool, void *, logger);
        *(void **)&f = find("InstantiateModelExchange");
        return f("one", token, NULL, false, false, NULL, note3);
    }
    void *(*f)(const char *, const char *, const char *, bool, bool, bool, bool, const uint32_t *, size_t, void *,
               logger, void *);
    *(void **)&f = find("InstantiateCoSimulation");
    return f("one", token, NULL, false, false, false, false, NULL, 0, NULL, note3, NULL);
}

/* The status of a call. */
#define STATUS(to, name, types, ...)                                                                                   \
    do {                                                                                                               \
        int(*f) types;                                                                                                 \
        *(void **)&f = find(name);                                                                                     \
        to = f(__VA_ARGS__);                                                                                           \
    } while (0)

static void release(void *c) {
    void (*f)(void *);
    *(void **)&f = find("FreeInstance");
    f(c);
}

static int plain(void *c, const char *name) {
    int status;
    STATUS(status, name, (void *), c);
    return status;
}

static int get_one(void *c, unsigned ref, double *x) {
    int status;
    if (version == 2)
        STATUS(status, "GetReal", (void *, const unsigned *, size_t, double *), c, &ref, 1, x);
    else
        STATUS(status, "GetFloat64", (void *, const unsigned *, size_t, double *, size_t), c, &ref, 1, x, 1);
    return status;
}

static int set_one(void *c, unsigned ref, double x) {
    int status;
    if (version == 2)
        STATUS(status, "SetReal", (void *, const unsigned *, size_t, const double *), c, &ref, 1, &x);
    else
        STATUS(status, "SetFloat64", (void *, const unsigned *, size_t, const double *, size_t), c, &ref, 1, &x, 1);
    return status;
}

static int enter_initialization(void *c, double t0) {
    int status;
    if (version == 3)
        STATUS(status, "EnterInitializationMode", (void *, bool, double, double, bool, double), c, false, 0.0, t0, true,
               plan.until);
    else {
        STATUS(status, "SetupExperiment", (void *, int, double, double, int, double), c, 0, 0.0, t0, 1, plan.until);
        status = status ? status : plain(c, "EnterInitializationMode");
    }
    return status;
}

static int go(void *c, double t, double size, double *last) {
    int status;
    bool event, ends, early;
    if (version == 2) {
        STATUS(status, "DoStep", (void *, double, double, int), c, t, size, 1);
        *last = t + size;
    } else
        STATUS(status, "DoStep", (void *, double, double, bool, bool *, bool *, bool *, double *), c, t, size, true,
               &event, &ends, &early, last);
    return status;
}

static void ready(void *c) {
    expect(enter_initialization(c, 0) == OK, "EnterInitializationMode fails");
    expect(plain(c, "ExitInitializationMode") == OK, "ExitInitializationMode fails");
}

/* The call is refused with a message, and a reset brings the instance back. */
static void expect_error(void *c, int status, const char *what) {
    expect(status == ERROR, what);
    expect(logged > 0, "an error is not logged");
    logged = 0;
    expect(plain(c, "Reset") == OK, "Reset fails");
}

static void check_instances(void) {
    expect(!make(true, "{another}"), "a wrong token is accepted");
    expect(logged > 0, "a wrong token is not logged");
    logged = 0;
}

static const char *update_name(void) {
    return version == 2 ? "NewDiscreteStates" : "UpdateDiscreteStates";
}

static void check_phases(void) {
    double numbers[MOST];
    void *c = make(true, plan.token);
    int status;
    expect_error(c, plain(c, "ExitInitializationMode"), "leaves the initialization before it has begun");
    expect_error(c, plain(c, "EnterContinuousTimeMode"), "continuous-time mode before the initialization");
    expect_error(c, plain(c, "Terminate"), "terminates before the initialization");
    expect_error(c, plain(c, version == 2 ? "EnterEventMode" : "EnterStepMode"),
                 "enters a mode before the initialization");
    STATUS(status, "SetTime", (void *, double), c, 0.1);
    expect_error(c, status, "sets the time before the initialization");
    STATUS(status, "SetContinuousStates", (void *, const double *, size_t), c, numbers, (size_t)plan.states);
    expect_error(c, status, "sets states before the initialization");
    STATUS(status, update_name(), (void *, void *, void *, void *, void *, void *, void *), c, numbers, numbers,
           numbers, numbers, numbers, numbers);
    expect_error(c, status, "updates before the initialization");
    expect_error(c, enter_initialization(c, 1), "starts at another time");
    ready(c);
    expect_error(c, plain(c, "ExitInitializationMode"), "leaves the initialization twice");
    ready(c);
    STATUS(status, "CompletedIntegratorStep", (void *, int, void *, void *), c, 1, numbers, numbers + 1);
    expect_error(c, status, "completes a step in event mode");
    ready(c);
    STATUS(status, "GetContinuousStates", (void *, double *, size_t), c, numbers, (size_t)plan.states + 1);
    expect_error(c, status, "gives more states than there are");
    expect(plain(c, "Reset") == OK, "Reset fails");
    plain(c, "Terminate");
    expect(plain(c, "Terminate") == ERROR, "goes on after an error");
    logged = 0;
    release(c);
}

/* Communication points are sums, of which rounding may carry the last beyond the stop time. */
static void check_stop_time(void) {
    const double until = plan.until, size = 1e-6 * until;
    double last, point = 0;
    void *c = make(false, plan.token);
    for (int i = 0; i < 10000; i++)
        point += size;
    plan.until = 0.01 * until;
    ready(c);
    expect(point != plan.until && go(c, 0, point - size, &last) == OK, "does not step to just before the stop time");
    const double wanted = last + 1.000001 * size;
    expect(go(c, last, 1.000001 * size, &last) == OK && last == wanted,
           "does not reach the stop time if sums of steps are rounded");
    expect(last <= plan.until * (1 + 1e-9), "goes beyond the stop time");
    plan.until = until;
    release(c);
}

static void check_values(void) {
    double x, last;
    int status;
    void *c = make(false, plan.token);
    ready(c);
    expect_error(c, get_one(c, 100000, &x), "gives a variable that there is not");
    ready(c);
    expect_error(c, set_one(c, plan.row[0], 1), "sets a state");
    expect_error(c, set_one(c, 0, 1), "sets the time");
    if (plan.set_count) {
        expect_error(c, set_one(c, plan.set[0], NAN), "sets what is no number");
        ready(c);
        expect_error(c, set_one(c, plan.set[0], 2 * plan.value[0]), "sets a parameter after the initialization");
    }
    if (plan.tunable) {
        ready(c);
        expect(set_one(c, plan.tunable, 1.01 * plan.tuned) == OK && get_one(c, plan.tunable, &x) == OK &&
                   x == 1.01 * plan.tuned && go(c, 0, 1e-3 * plan.until, &last) == OK,
               "does not set a tunable parameter between steps");
        expect(plain(c, "Reset") == OK, "Reset fails");
    }
    ready(c);
    expect_error(c, go(c, 0, -1, &last), "steps back");
    ready(c);
    expect_error(c, go(c, 0.5 * plan.until, 1e-3 * plan.until, &last), "steps from where it does not stand");
    ready(c);
    expect_error(c, go(c, 0, 2 * plan.until, &last), "steps beyond the stop time");
    expect(get_one(NULL, 0, &x) == ERROR && go(NULL, 0, 1e-3, &last) == ERROR, "works without an instance");
    ready(c);
    STATUS(status, "SetDebugLogging", (void *, int, size_t, const char *const *), c, 1, 1, NULL);
    expect_error(c, status, "chooses messages without their names");
    release(c);
}

/* --- Derivatives --- */

static int derive(void *c, const unsigned *unknown, const unsigned *known, const double *seed, double *out) {
    int status;
    if (version == 2)
        STATUS(status, "GetDirectionalDerivative",
               (void *, const unsigned *, size_t, const unsigned *, size_t, const double *, double *), c, unknown, 1,
               known, 1, seed, out);
    else
        STATUS(status, "GetDirectionalDerivative",
               (void *, const unsigned *, size_t, const unsigned *, size_t, const double *, size_t, double *, size_t),
               c, unknown, 1, known, 1, seed, 1, out, 1);
    return status;
}

/* How a variable at the start follows a parameter. */
static void check_slope_at_start(void *c, unsigned parameter) {
    const double one = 1, step = 1e-4 * plan.value[0];
    double slope = 0, low = 0, high = 0;
    expect(enter_initialization(c, 0) == OK, "EnterInitializationMode fails");
    expect(derive(c, &plan.row[0], &parameter, &one, &slope) == OK, "no derivative by a parameter at the start");
    expect(set_one(c, parameter, plan.value[0] - step) == OK && get_one(c, plan.row[0], &low) == OK &&
               set_one(c, parameter, plan.value[0] + step) == OK && get_one(c, plan.row[0], &high) == OK,
           "a parameter cannot be set at the start");
    expect(fabs(slope - (high - low) / (2 * step)) <= 1e-5 * fabs(slope) + 1e-9 * (fabs(low) + 1) / step,
           "the derivative by a parameter is not that of the start");
    expect(plain(c, "Reset") == OK, "Reset fails");
}

static void check_derivatives(void) {
    const unsigned time = 0, far = 100000;
    const double one = 1;
    double x = NAN, before, after;
    void *c = make(false, plan.token);
    expect_error(c, derive(c, &plan.row[0], &time, &one, &x), "gives derivatives before the initialization");
    ready(c);
    expect_error(c, derive(c, &far, &time, &one, &x), "gives the derivative of what there is not");
    ready(c);
    expect_error(c, derive(c, &plan.row[0], &far, &one, &x), "gives the derivative by what there is not");
    ready(c);
    expect_error(c, derive(c, &time, &time, &one, &x), "gives the derivative of the time");
    ready(c);
    expect_error(c, derive(c, &plan.row[0], &time, NULL, &x), "gives a derivative without a direction");
    ready(c);
    get_one(c, plan.row[0], &before);
    expect(derive(c, &plan.row[0], &plan.row[0], &one, &x) == OK && x == 1, "a state does not move with itself");
    get_one(c, plan.row[0], &after);
    expect(before == after, "a derivative changes a value");
    if (plan.set_count) {
        expect_error(c, derive(c, &plan.row[0], &plan.set[0], &one, &x), "gives the derivative by a fixed parameter");
        check_slope_at_start(c, plan.set[0]);
    }
    release(c);
}

/* --- States that are kept --- */

static double after_step(void *c, double t, double size) {
    double last, x = NAN;
    expect(go(c, t, size, &last) == OK, "DoStep fails");
    get_one(c, plan.row[0], &x);
    return x;
}

static const char *state_call(const char *older, const char *newer) {
    return version == 2 ? older : newer;
}

static void check_states(void) {
    const double h = 0.02 * plan.until;
    void *c = make(false, plan.token), *other = make(false, plan.token), *kept = NULL, *read = NULL;
    size_t size = 0;
    int status;
    ready(c);
    ready(other);
    after_step(c, 0, h);
    STATUS(status, state_call("GetFMUstate", "GetFMUState"), (void *, void **), c, &kept);
    expect(status == OK && kept, "the state is not given");
    const double first = after_step(c, h, h);
    STATUS(status, state_call("SetFMUstate", "SetFMUState"), (void *, void *), c, kept);
    expect(status == OK && after_step(c, h, h) == first, "a state that is set does not lead to the same");
    STATUS(status, state_call("SerializedFMUstateSize", "SerializedFMUStateSize"), (void *, void *, size_t *), c, kept,
           &size);
    char *bytes = calloc(size + 1, 1);
    STATUS(status, state_call("SerializeFMUstate", "SerializeFMUState"), (void *, void *, char *, size_t), c, kept,
           bytes, size);
    expect(status == OK, "the state cannot be serialized");
    STATUS(status, state_call("DeSerializeFMUstate", "DeserializeFMUState"), (void *, const char *, size_t, void **),
           other, bytes, size, &read);
    expect(status == OK, "the state cannot be read");
    STATUS(status, state_call("SetFMUstate", "SetFMUState"), (void *, void *), other, read);
    expect(status == OK && after_step(other, h, h) == first, "a state that is read does not lead to the same");
    STATUS(status, state_call("DeSerializeFMUstate", "DeserializeFMUState"), (void *, const char *, size_t, void **),
           other, bytes, size - 1, &read);
    expect_error(other, status, "reads a state that is too short");
    void *exchanging = make(true, plan.token);
    STATUS(status, state_call("SetFMUstate", "SetFMUState"), (void *, void *), exchanging, kept);
    expect_error(exchanging, status, "takes the state of an instance of another kind");
    release(exchanging);
    bytes[3] ^= 1;
    STATUS(status, state_call("DeSerializeFMUstate", "DeserializeFMUState"), (void *, const char *, size_t, void **),
           other, bytes, size, &read);
    expect_error(other, status, "reads the state of another model");
    STATUS(status, state_call("FreeFMUstate", "FreeFMUState"), (void *, void **), c, &kept);
    expect(status == OK && !kept, "the state is not freed");
    STATUS(status, state_call("FreeFMUstate", "FreeFMUState"), (void *, void **), other, &read);
    free(bytes);
    release(c);
    release(other);
}

/* --- Threads --- */

static void *run_alone(void *to) {
    const double h = 0.01 * plan.until;
    void *c = make(false, plan.token);
    ready(c);
    for (int i = 0; i < 10; i++)
        *(double *)to = after_step(c, i * h, h);
    release(c);
    return NULL;
}

static void check_threads(void) {
    double alone, values[THREADS];
    pthread_t threads[THREADS];
    run_alone(&alone);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run_alone, &values[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        expect(values[i] == alone, "a thread gives something else");
    }
}

int main(int count, char **arguments) {
    if (count != 4)
        stop("usage: misuse LIBRARY PLAN 2|3");
    read_plan(arguments[2]);
    version = atoi(arguments[3]);
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        stop(dlerror());
    check_instances();
    check_phases();
    check_values();
    check_stop_time();
    check_derivatives();
    check_states();
    check_threads();
    return wrong != 0;
}
