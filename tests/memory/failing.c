/* Lets the n-th allocation fail, once and from then on, for every n, in ten commands on several models: each ends with
   the status of exhausted memory or with the bytes that it gives otherwise, leaks nothing, and gives those bytes when
   it is tried again.

   usage: failing [--every K] [--threads N] [--only COMMAND] MODEL...

   K (default 1): only every K-th n, from the first on. Built with LGR_ALL_ALLOCATIONS, all allocations of the process
   count: those of NLopt, SUNDIALS and the C library too. */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lagrangia/lagrangia.h>

/* --- Allocations --- */

static struct {
    long made, blocks; /* since counting began; that are not freed */
    long failing;      /* which one fails, from 1; 0: none */
    bool from_on, counting;
} memory;

/* Whether this one fails. Threads may count at the same time. */
static bool fails(void) {
    if (!__atomic_load_n(&memory.counting, __ATOMIC_RELAXED))
        return false;
    long nth = __atomic_add_fetch(&memory.made, 1, __ATOMIC_RELAXED);
    return memory.failing && (memory.from_on ? nth >= memory.failing : nth == memory.failing);
}

static void count(const void *block, long change) {
    if (block)
        __atomic_add_fetch(&memory.blocks, change, __ATOMIC_RELAXED);
}

#ifdef LGR_ALL_ALLOCATIONS

/* Those of glibc under the usual names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

void *malloc(size_t size) {
    void *p = fails() ? NULL : __libc_malloc(size);
    count(p, 1);
    return p;
}

void *calloc(size_t number, size_t size) {
    void *p = fails() ? NULL : __libc_calloc(number, size);
    count(p, 1);
    return p;
}

void *realloc(void *block, size_t size) {
    if (fails())
        return NULL;
    void *p = __libc_realloc(block, size);
    if (!block)
        count(p, 1);
    return p;
}

void *aligned_alloc(size_t alignment, size_t size) {
    void *p = fails() ? NULL : __libc_memalign(alignment, size);
    count(p, 1);
    return p;
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    *out = aligned_alloc(alignment, size);
    return *out ? 0 : 12; /* ENOMEM */
}

void free(void *block) {
    count(block, -1);
    __libc_free(block);
}

static void choose_allocator(void) {
}

#else

static void *allocate(void *user, size_t size) {
    (void)user;
    void *p = fails() ? NULL : malloc(size);
    count(p, 1);
    return p;
}

static void release(void *user, void *block) {
    (void)user;
    count(block, -1);
    free(block);
}

static void choose_allocator(void) {
    lgr_library_options o = lgr_library_options_default();
    o.allocate = allocate;
    o.release = release;
    if (lgr_library_configure(&o) != LGR_STATUS_OK)
        exit(2);
}

#endif

/* --- What a command writes --- */

enum { MOST_BYTES = 1 << 25 };

static struct {
    char *bytes;
    size_t length;
} written;

static bool keep(void *user, const char *data, size_t length) {
    (void)user;
    if (written.length + length > MOST_BYTES)
        return false;
    memcpy(written.bytes + written.length, data, length);
    written.length += length;
    return true;
}

static void keep_number(double x) {
    char text[LGR_NUMBER_ROOM];
    keep(NULL, text, lgr_number_write(x, 0, text));
}

static void keep_text(const char *text) {
    keep(NULL, text, strlen(text));
}

/* How long a run took is another number each time; a run that finds something derived evaluates less. */
static void blank(const char *key) {
    size_t length = strlen(key);
    for (size_t i = 0; i + length < written.length; i++)
        if (memcmp(written.bytes + i, key, length) == 0)
            for (size_t k = i + length; k < written.length && strchr(" 0123456789.e+-", written.bytes[k]); k++)
                written.bytes[k] = ' ';
}

/* FNV-1a of everything but blanks. */
static uint64_t hash(void) {
    blank("\"seconds\":");
    blank("\"evaluations\":");
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < written.length; i++)
        if (written.bytes[i] != ' ')
            h = (h ^ (unsigned char)written.bytes[i]) * 1099511628211u;
    return h;
}

/* --- The commands --- */

typedef struct subject {
    const char *path;
    char *text;
    size_t length;
    int threads;
} subject;

typedef struct command {
    const char *name;
    lgr_status (*work)(lgr_model *m, const subject *s);
} command;

static lgr_model *parse(const subject *s) {
    return lgr_model_parse(s->path, s->text, s->length, NULL, 0);
}

/* What was wrong first. */
static lgr_status worse(lgr_status a, lgr_status b) {
    return a == LGR_STATUS_OK || a == LGR_STATUS_EXPECT ? b : a;
}

static lgr_status work_parse(lgr_model *m, const subject *s) {
    (void)m;
    lgr_model *own = parse(s);
    lgr_status status = lgr_model_status(own);
    for (size_t i = 0; i < lgr_model_finding_count(own); i++)
        keep_text(lgr_model_finding_text(own, i, false));
    lgr_info info = {.size = sizeof info};
    for (size_t i = 0; i < lgr_model_count(own, LGR_KIND_PARAMETER); i++) {
        status = worse(status, lgr_model_info(own, LGR_KIND_PARAMETER, i, &info));
        keep_text(status == LGR_STATUS_OK ? info.unit : "");
    }
    lgr_model_destroy(own);
    return status;
}

static lgr_status work_check(lgr_model *m, const subject *s) {
    (void)s;
    return lgr_model_check(m, "json", false, 0, keep, NULL);
}

static lgr_status work_ask(lgr_model *m, const subject *s) {
    (void)s;
    lgr_status status = LGR_STATUS_OK;
    for (size_t i = 0; lgr_model_question(i); i++)
        status = worse(status, lgr_model_ask(m, lgr_model_question(i), 6, 7, NULL, keep, NULL));
    return status;
}

static lgr_status work_derive(lgr_model *m, const subject *s) {
    (void)s;
    lgr_derive_options o = lgr_derive_options_default();
    o.steps = true;
    lgr_status status = lgr_model_derive(m, &o, "text", false, 0, keep, NULL);
    return worse(status, lgr_model_derive(m, NULL, "latex", false, 0, keep, NULL));
}

static lgr_status work_run(lgr_model *m, const subject *s) {
    (void)s;
    lgr_run *run = lgr_run_create(m, NULL);
    lgr_status status = lgr_run_status(run);
    status = worse(status, lgr_run_verify(run));
    lgr_info info = {.size = sizeof info};
    if (status != LGR_STATUS_MEMORY && lgr_model_info(m, LGR_KIND_PARAMETER, 0, &info) == LGR_STATUS_OK)
        status = worse(status, lgr_run_differentiate(run, &info.name, 1));
    status = worse(status, lgr_run_check_action(run));
    status = worse(status, lgr_run_write(run, "json-series", false, 0, keep, NULL));
    status = worse(status, lgr_run_write(run, "csv", false, 0, keep, NULL));
    keep_number(lgr_run_verified_digits(run));
    lgr_run_destroy(run);
    return status;
}

static lgr_status work_analyze(lgr_model *m, const subject *s) {
    (void)s;
    return lgr_model_analyze(m, "json", false, 0, keep, NULL);
}

/* A parameter that may vary, with a range about its value. */
static bool find_axis(const lgr_model *m, lgr_axis *axis, char *low, char *high) {
    lgr_info info = {.size = sizeof info};
    for (size_t i = 0; lgr_model_info(m, LGR_KIND_PARAMETER, i, &info) == LGR_STATUS_OK; i++)
        if (strcmp(info.role, "structural") != 0 && info.value != 0) {
            snprintf(low, 64, "%.6g %s", 0.97 * info.value, info.unit);
            snprintf(high, 64, "%.6g %s", 1.03 * info.value, info.unit);
            *axis = (lgr_axis){info.name, info.value > 0 ? low : high, info.value > 0 ? high : low, 0};
            return true;
        }
    return false;
}

static lgr_status work_sweep(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64];
    if (!find_axis(m, &axis, low, high))
        return LGR_STATUS_MEMORY;
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    o.threads = s->threads;
    axis.count = 20;
    lgr_sweep *sweep = lgr_sweep_create(m, &o);
    lgr_status status = lgr_sweep_status(sweep);
    keep_text(lgr_sweep_key(sweep));
    keep_text(lgr_sweep_header(sweep));
    status = worse(status, lgr_sweep_run(sweep, keep, NULL));
    status = worse(status, lgr_sweep_write(sweep, false, 0, keep, NULL));
    lgr_sweep_destroy(sweep);
    return status;
}

static lgr_status work_optimize(lgr_model *m, const subject *s) {
    lgr_axis axis;
    char low[64], high[64];
    lgr_info report = {.size = sizeof report};
    if (!find_axis(m, &axis, low, high) || lgr_model_info(m, LGR_KIND_REPORT, 0, &report) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    lgr_optimize_options o = lgr_optimize_options_default();
    o.report = report.name;
    o.over = &axis;
    o.over_count = 1;
    o.threads = s->threads;
    lgr_optimum *optimum = lgr_optimum_create(m, &o);
    lgr_status status = lgr_optimum_status(optimum);
    keep_number(lgr_optimum_value(optimum));
    keep_number(lgr_optimum_parameter(optimum, 0));
    status = worse(status, lgr_optimum_write(optimum, "json", false, 0, keep, NULL));
    lgr_optimum_destroy(optimum);
    return status;
}

static lgr_run *run_for_pictures(lgr_model *m) {
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = true;
    return lgr_run_create(m, &o);
}

static lgr_status work_html(lgr_model *m, const subject *s) {
    (void)s;
    lgr_run *run = run_for_pictures(m);
    lgr_status status = lgr_run_status(run);
    status = worse(status, lgr_run_write(run, lgr_run_format_trouble("html") ? "svg" : "html", false, 0, keep, NULL));
    lgr_run_destroy(run);
    return status;
}

static lgr_status keep_film(const lgr_run *run) {
    lgr_film *film = lgr_film_create(run);
    lgr_film_info about = lgr_film_about(film);
    const unsigned char *picture = lgr_film_picture(film, about.count / 2);
    if (picture)
        keep(NULL, (const char *)picture, 3 * (size_t)about.width * (size_t)about.height);
    lgr_film_destroy(film);
    return picture || (film && !about.count) ? LGR_STATUS_OK : LGR_STATUS_MEMORY;
}

static lgr_status work_plot(lgr_model *m, const subject *s) {
    (void)s;
    lgr_info coord = {.size = sizeof coord};
    if (lgr_model_info(m, LGR_KIND_COORDINATE, 0, &coord) != LGR_STATUS_OK)
        return LGR_STATUS_MEMORY;
    lgr_run *run = run_for_pictures(m);
    lgr_status status = worse(lgr_run_status(run), lgr_model_check_plot(m, coord.name));
    status = worse(status, lgr_run_plot(run, coord.name, "svg", false, 0, keep, NULL));
    status = worse(status, lgr_run_plot(run, coord.name, "text", false, 80, keep, NULL));
    status = worse(status, lgr_run_write(run, "svg", false, 0, keep, NULL));
    status = worse(status, keep_film(run));
    lgr_run_destroy(run);
    return status;
}

enum { MOST_COORDINATES = 64, MOST_STEPS = 8 };

/* Some steps, or to the end. */
static lgr_status take_steps(lgr_stepper *x, bool *ended) {
    lgr_step at = {.size = sizeof at};
    lgr_status status = lgr_stepper_status(x);
    for (int i = 0; i < MOST_STEPS && status == LGR_STATUS_OK && !*ended; i++) {
        status = lgr_stepper_step(x, &at);
        *ended = at.end == LGR_STEP_END;
    }
    return status;
}

static lgr_status keep_motion(lgr_stepper *x) {
    double q[MOST_COORDINATES], v[MOST_COORDINATES];
    lgr_motion at = {.size = sizeof at, .q = q, .v = v};
    lgr_status status = lgr_stepper_motion(x, &at);
    size_t count = status == LGR_STATUS_OK ? lgr_stepper_coordinates(x, NULL) : 0;
    for (size_t i = 0; i < count; i++)
        keep_number(q[i] + v[i]);
    return status;
}

/* Goes on from a snapshot and in another stepper, which a method may refuse. */
static lgr_status go_back(lgr_stepper *x, bool has_ended) {
    lgr_snapshot *p = lgr_stepper_save(x);
    if (!p)
        return *lgr_stepper_usage_error(x) ? LGR_STATUS_OK : LGR_STATUS_MEMORY;
    lgr_stepper *other = lgr_stepper_clone(x);
    bool ended = has_ended;
    lgr_status status = other ? take_steps(other, &ended) : LGR_STATUS_MEMORY;
    status = worse(status, lgr_stepper_restore(x, p));
    status = worse(status, keep_motion(x));
    lgr_snapshot_destroy(p);
    lgr_stepper_destroy(other);
    return status;
}

static lgr_status work_stepper(lgr_model *m, const subject *s) {
    (void)s;
    lgr_stepper *x = lgr_stepper_create(m, NULL);
    bool ended = false;
    lgr_status status = x ? take_steps(x, &ended) : LGR_STATUS_MEMORY;
    status = worse(status, keep_motion(x));
    if (status == LGR_STATUS_OK)
        status = go_back(x, ended);
    if (status == LGR_STATUS_OK && !ended)
        status = lgr_stepper_set_state(x, NULL, NULL, NULL);
    if (status == LGR_STATUS_OK && !ended)
        status = lgr_stepper_step_to_event(x, NULL);
    keep_number(lgr_stepper_time(x));
    lgr_stepper_destroy(x);
    return status;
}

static const command commands[] = {{"parse", work_parse},   {"check", work_check},       {"ask", work_ask},
                                   {"derive", work_derive}, {"run", work_run},           {"analyze", work_analyze},
                                   {"sweep", work_sweep},   {"optimize", work_optimize}, {"html", work_html},
                                   {"plot", work_plot},     {"stepper", work_stepper}};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* --- One failure after the other --- */

static char where[200]; /* for a crash */

static void crashed(int signal_number) {
    static const char text[] = "crashed in ";
    (void)signal_number;
    if (write(2, text, sizeof text - 1) < 0 || write(2, where, strlen(where)) < 0)
        _exit(4);
    _exit(3);
}

static int wrong;

static void complain(const char *what) {
    printf("%s: %s\n", where, what);
    wrong++;
}

typedef struct outcome {
    lgr_status status;
    uint64_t hash;
} outcome;

static outcome ask(const command *c, lgr_model *m, const subject *s) {
    written.length = 0;
    lgr_status status = c->work(m, s);
    memory.counting = false; /* printing may allocate */
    return (outcome){status, hash()};
}

static bool same(outcome a, outcome b) {
    return a.status == b.status && a.hash == b.hash;
}

/* With the n-th allocation failing. Returns whether it came to it. */
static bool try(const command *c, const subject *s, outcome usual, long n, bool from_on) {
    lgr_model *m = parse(s);
    long before = memory.blocks;
    memory.failing = n;
    memory.from_on = from_on;
    memory.made = 0;
    memory.counting = true;
    outcome failed = ask(c, m, s);
    memory.counting = false;
    bool reached = memory.made >= n;
    if (failed.status != LGR_STATUS_MEMORY && !same(failed, usual))
        complain("another result");
    memory.failing = 0;
    if (!same(ask(c, m, s), usual))
        complain("another result when tried again");
    (void)before;
    lgr_model_destroy(m);
    return reached;
}

static void complain_of_leaks(long usual) {
    char text[80];
    snprintf(text, sizeof text, "%ld blocks are not freed, and not %ld", memory.blocks, usual);
    if (memory.blocks != usual)
        complain(text);
}

static long try_all(const command *c, const subject *s, long every, bool from_on, long *tried) {
    snprintf(where, sizeof where, "%s %s", c->name, s->path);
    lgr_model *m = parse(s);
    outcome usual = ask(c, m, s);
    lgr_model_destroy(m);
    if (usual.status != LGR_STATUS_OK && usual.status != LGR_STATUS_EXPECT)
        complain("it does not work with all memory");
    const long blocks = memory.blocks;
    long n = 1;
    for (bool reached = true; reached; n += every) {
        snprintf(where, sizeof where, "%s %s, allocation %ld%s", c->name, s->path, n,
                 from_on ? " and all after it" : "");
        reached = try(c, s, usual, n, from_on);
        complain_of_leaks(blocks);
        ++*tried;
        if (wrong > 20)
            exit(1);
    }
    return n;
}

static bool read_file(subject *s) {
    FILE *f = fopen(s->path, "rb");
    if (!f)
        return false;
    s->text = malloc(1 << 20);
    s->length = fread(s->text, 1, 1 << 20, f);
    return fclose(f) == 0;
}

int main(int argument_count, char **arguments) {
    long every = 1;
    int threads = 1;
    const char *only = NULL;
    choose_allocator();
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    written.bytes = malloc(MOST_BYTES);
    for (int i = 1; i < argument_count; i++) {
        if (strcmp(arguments[i], "--every") == 0) {
            every = strtol(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--threads") == 0) {
            threads = (int)strtol(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--only") == 0) {
            only = arguments[++i];
        } else {
            subject s = {.path = arguments[i], .threads = threads};
            if (!read_file(&s))
                return 2;
            for (int k = 0; k < COMMANDS; k++) {
                long tried = 0, most = 0;
                if (only && strcmp(only, commands[k].name) != 0)
                    continue;
                for (int from_on = 0; from_on < 2; from_on++)
                    most = try_all(&commands[k], &s, every, from_on, &tried);
                printf("%-8s %-36s about %6ld allocations, %6ld failures\n", commands[k].name, s.path, most, tried);
                fflush(stdout);
            }
            free(s.text);
        }
    }
    free(written.bytes);
    return wrong ? 1 : 0;
}
