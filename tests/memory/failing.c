/* Lets the n-th allocation fail, once and from then on, for every n, in each of the commands on several models: each
   ends with the status of exhausted memory or with the bytes that it gives otherwise, leaks nothing, and gives those
   bytes when it is tried again.

   usage: failing [--forked [--again K] [--at-once K] | --tries K] [--every K] [--from K] [--to K] [--threads N] [--only
   COMMAND,...] MODEL...

   --every K (1): only every K-th n, from the first on; --tries K: only so many, spread over all of a command. --from K,
   --to K: of the forked ones those from K on, below K. --forked: a command runs once for all n; at each a process is
   forked in which this allocation fails, and all after it in another; --at-once K (1): so many of them run beside each
   other. --again K (1): only after every K-th failure of these is the command tried again. Built with
   LGR_ALL_ALLOCATIONS, all allocations of the process count: those of NLopt, SUNDIALS and the C library too. */
#ifdef LGR_ALL_ALLOCATIONS
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#endif
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"

/* --- Allocations --- */

static struct {
    long made, blocks; /* since counting began; that are not freed */
    long failing;      /* which one fails, from 1; 0: none */
    bool from_on, counting;
    bool unannounced; /* a library that needs memory was called without looking for it */
} memory;

static _Thread_local struct {
    size_t last;  /* bytes that were asked for last */
    bool foreign; /* within a function in which nothing fails */
} calling;        /* thread */

static const char *subject_of; /* what is tried: a command and its model */
static char where[200];        /* for a crash */
static int wrong;

/* --- Processes, each with a failure of its own --- */

enum { ENDED_BROKEN_OFF, ENDED_AS_USUAL, ENDED_WRONG, MOST_SECONDS = 120, MOST_AT_ONCE = 64 };

typedef struct child {
    pid_t id; /* 0: none */
    long nth;
    bool from_on;
} child;

static struct {
    bool forks, is_child;
    long every, from, to; /* which are tried */
    long tried, as_usual; /* failures; those that gave the usual bytes */
    child running[MOST_AT_ONCE];
    int at_once, count;
} family = {.at_once = 1, .to = LONG_MAX};

static void tell_where(long n, bool from_on) {
    snprintf(where, sizeof where, "%s, allocation %ld%s", subject_of, n, from_on ? " and all after it" : "");
}

static void complain(const char *what) {
    printf("%s: %s\n", where, what);
    if (++wrong > 20)
        exit(family.is_child ? ENDED_WRONG : 1);
}

static void judge_child(int status) {
    family.tried++;
    family.as_usual += WIFEXITED(status) && WEXITSTATUS(status) == ENDED_AS_USUAL;
    if (WIFSIGNALED(status))
        complain(WTERMSIG(status) == SIGXCPU ? "it does not end" : "it ends by a signal");
    else if (WEXITSTATUS(status) > ENDED_AS_USUAL)
        complain("is wrong");
}

/* Until no more than so many are left. */
static void wait_for_children(int left) {
    while (family.count > left) {
        int status = 0, i = 0;
        const pid_t id = wait(&status);
        while (i < family.at_once && family.running[i].id != id)
            i++;
        if (id < 0 || i == family.at_once)
            exit(2);
        tell_where(family.running[i].nth, family.running[i].from_on);
        family.running[i].id = 0;
        family.count--;
        judge_child(status);
    }
}

static void note_child(child c) {
    int i = 0;
    while (family.running[i].id)
        i++;
    family.running[i] = c;
    family.count++;
}

/* Whether this is the process in which the allocation fails. */
static bool fork_for(long nth, bool from_on) {
    wait_for_children(family.at_once - 1);
    const pid_t id = fork();
    if (id == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS + 1});
        tell_where(nth, from_on);
        family.forks = false;
        family.is_child = true;
        memory.failing = nth;
        memory.from_on = from_on;
        return true;
    }
    if (id < 0)
        exit(2);
    note_child((child){id, nth, from_on});
    return false;
}

static bool fork_at(long nth) {
    bool here = false;
    memory.counting = false;
    const bool chosen = nth % family.every == 0 && nth >= family.from && nth < family.to;
    for (int from_on = 0; from_on < 2 && !here && chosen; from_on++)
        here = fork_for(nth, from_on);
    memory.counting = true;
    return here;
}

static bool fails(void);

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *user);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *user);

/* Of threads, only the one that forks goes on in the child: so each runs to its end before who begins it goes on. There
   may be no memory for its stack. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *user) {
    if (!family.forks && !family.is_child)
        return __real_pthread_create(thread, how, work, user);
    if (fails())
        return EAGAIN;
    *thread = pthread_self(); /* joining it is refused */
    work(user);
    return 0;
}

int __real_clock_gettime(clockid_t which, struct timespec *t);
int __wrap_clock_gettime(clockid_t which, struct timespec *t);

/* What such a thread does at once takes no time: so it takes the more of a sweep together, and finds room for all. */
int __wrap_clock_gettime(clockid_t which, struct timespec *t) {
    *t = (struct timespec){.tv_sec = 1};
    return family.forks || family.is_child ? 0 : __real_clock_gettime(which, t);
}

/* Whether this one fails. Threads may count at the same time. */
static bool fails(void) {
    if (!__atomic_load_n(&memory.counting, __ATOMIC_RELAXED) || calling.foreign)
        return false;
    long nth = __atomic_add_fetch(&memory.made, 1, __ATOMIC_RELAXED);
    if (family.forks)
        return fork_at(nth);
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
    calling.last = size;
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

/* Functions of SUNDIALS that read what they have asked for without looking whether it is there, or free it twice if it
   is not. The library makes sure beforehand that there is memory: so none fails in here alone, but all do if they do
   before. */
static bool go_abroad(const char *name) {
    const bool was_there = calling.foreign;
    enum { ENOUGH = 1 << 16 };
    if (memory.counting && strcmp(name, "SUNContext_Create") == 0 && calling.last < ENOUGH)
        memory.unannounced = true;
    calling.foreign = was_there || !memory.from_on || memory.made < memory.failing;
    return was_there;
}

#define FOREIGN(type, name, parameters, arguments)                                                                     \
    type name parameters;                                                                                              \
    type name parameters {                                                                                             \
        type(*behind) parameters = NULL;                                                                               \
        void *found = dlsym(RTLD_NEXT, #name);                                                                         \
        memcpy(&behind, &found, sizeof found);                                                                         \
        const bool was_there = go_abroad(#name);                                                                       \
        type result = behind arguments;                                                                                \
        calling.foreign = was_there;                                                                                   \
        return result;                                                                                                 \
    }

FOREIGN(int, SUNContext_Create, (void *communicator, void **context), (communicator, context))
FOREIGN(void *, N_VNew_Serial, (long size, void *context), (size, context))
FOREIGN(void *, N_VClone, (void *vector), (vector))
FOREIGN(void *, N_VCloneEmpty, (void *vector), (vector))
FOREIGN(void *, SUNDenseMatrix, (long rows, long columns, void *context), (rows, columns, context))
FOREIGN(void *, SUNLinSol_Dense, (void *vector, void *matrix, void *context), (vector, matrix, context))
FOREIGN(int, CVodeInit, (void *cvode, void *rates, double t, void *y), (cvode, rates, t, y))
FOREIGN(int, CVodeSetLinearSolver, (void *cvode, void *solver, void *matrix), (cvode, solver, matrix))

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

/* --- One failure after the other --- */

static void crashed(int signal_number) {
    static const char text[] = "crashed in ";
    (void)signal_number;
    if (write(2, text, sizeof text - 1) < 0 || write(2, where, strlen(where)) < 0)
        _exit(4);
    _exit(3);
}

typedef struct outcome {
    lgr_status status;
    uint64_t hash; /* 0: of what was broken off */
} outcome;

static outcome ask(const command *c, lgr_model *m, const subject *s) {
    commands_forget();
    lgr_status status = c->work(m, s);
    memory.counting = false; /* printing may allocate */
    return (outcome){status, status == LGR_STATUS_MEMORY ? 0 : commands_hash()};
}

static bool same(outcome a, outcome b) {
    return a.status == b.status && a.hash == b.hash;
}

/* After a failure. The model is destroyed. */
static void judge(const command *c, lgr_model *m, const subject *s, outcome failed, outcome usual, bool again) {
    if (failed.status != LGR_STATUS_MEMORY && !same(failed, usual))
        complain("another result");
    if (memory.unannounced)
        complain("SUNDIALS was called without looking for memory");
    memory.failing = 0;
    memory.unannounced = false;
    if (again && !same(ask(c, m, s), usual))
        complain("another result when tried again");
    lgr_model_destroy(m);
}

static void complain_of_leaks(long usual) {
    char text[80];
    snprintf(text, sizeof text, "%ld blocks are not freed, and not %ld", memory.blocks, usual);
    if (memory.blocks != usual)
        complain(text);
}

/* With the n-th allocation failing. Returns whether it came to it. */
static bool try(const command *c, const subject *s, outcome usual, long n, bool from_on) {
    lgr_model *m = commands_parse(s);
    memory.failing = n;
    memory.from_on = from_on;
    memory.made = 0;
    memory.counting = true;
    outcome failed = ask(c, m, s);
    bool reached = memory.made >= n;
    judge(c, m, s, failed, usual, true);
    return reached;
}

/* Which allocations fail. */
typedef struct choice {
    long every, tries; /* tries 0: every so-many-th */
    bool forked;
    long again; /* every so-many-th is followed by another try */
} choice;

/* The i-th of them, of a command that makes `most`; 0: there is none. */
static long choose(choice which, long i, long most) {
    if (which.tries == 0)
        return 1 + i * which.every;
    return i < which.tries ? 1 + most * (2 * i + 1) / (2 * which.tries) : 0;
}

static outcome ask_usually(const command *c, const subject *s, long *most) {
    lgr_model *m = commands_parse(s);
    memory.failing = memory.made = 0;
    memory.counting = true;
    outcome usual = ask(c, m, s);
    *most = memory.made;
    lgr_model_destroy(m);
    if (usual.status != LGR_STATUS_OK && usual.status != LGR_STATUS_EXPECT)
        complain("it does not work with all memory");
    return usual;
}

/* How many failures were tried. */
static long try_all(const command *c, const subject *s, outcome usual, choice which, long most, bool from_on) {
    const long blocks = memory.blocks;
    bool reached = true;
    long i = 0;
    for (long n; reached && (n = choose(which, i, most)) > 0; i++) {
        tell_where(n, from_on);
        reached = try(c, s, usual, n, from_on);
        complain_of_leaks(blocks);
    }
    return i;
}

/* The same, in processes. */
static long try_all_forked(const command *c, const subject *s, outcome usual, choice which) {
    const long blocks = memory.blocks, wrong_before = wrong;
    lgr_model *m = commands_parse(s);
    memory.made = family.tried = family.as_usual = 0;
    family.every = which.every;
    memory.counting = family.forks = true;
    outcome here = ask(c, m, s);
    family.forks = false;
    if (!family.is_child)
        wait_for_children(0);
    judge(c, m, s, here, usual, family.is_child && memory.failing % which.again == 0);
    complain_of_leaks(blocks);
    if (family.is_child)
        _exit(wrong > wrong_before               ? ENDED_WRONG
              : here.status == LGR_STATUS_MEMORY ? ENDED_BROKEN_OFF
                                                 : ENDED_AS_USUAL);
    return family.tried;
}

static void try_command(const command *c, const subject *s, choice which) {
    char name[150];
    snprintf(name, sizeof name, "%s %s", c->name, s->path);
    subject_of = name;
    strcpy(where, name);
    long most, tried = 0;
    family.as_usual = 0;
    const outcome usual = ask_usually(c, s, &most);
    if (which.forked)
        tried = try_all_forked(c, s, usual, which);
    for (int from_on = 0; from_on < 2 && !which.forked; from_on++)
        tried += try_all(c, s, usual, which, most, from_on);
    printf("%-8s %-36s %6ld allocations, %6ld failures", c->name, s->path, most, tried);
    printf(which.forked ? ", %ld of them without consequence\n" : "\n", family.as_usual);
    fflush(stdout);
}

/* Whether a command is one of those between commas; of any, if none are given. */
static bool is_asked_for(const char *only, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = only; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == ','))
            return true;
    return !only;
}

static bool read_file(subject *s) {
    FILE *f = fopen(s->path, "rb");
    if (!f)
        return false;
    s->text = malloc(1 << 20);
    s->length = fread(s->text, 1, 1 << 20, f);
    return fclose(f) == 0;
}

static bool try_model(const char *path, choice which, const char *only, int threads) {
    subject s = {.path = path, .threads = threads};
    if (!read_file(&s))
        return false;
    for (const command *c = commands; c->name; c++)
        if (is_asked_for(only, c->name))
            try_command(c, &s, which);
    free(s.text);
    return true;
}

static long number(char **arguments, int *i) {
    return strtol(arguments[++*i], NULL, 10);
}

static int at_most(long n, int most) {
    return n < 1 ? 1 : n < most ? (int)n : most;
}

/* Tries the models as the options before them say. */
static bool try_models(int argument_count, char **arguments) {
    choice which = {.every = 1, .again = 1};
    int threads = 0;
    const char *only = NULL;
    bool ok = true;
    for (int i = 1; i < argument_count && ok; i++) {
        if (strcmp(arguments[i], "--every") == 0)
            which.every = number(arguments, &i);
        else if (strcmp(arguments[i], "--tries") == 0)
            which.tries = number(arguments, &i);
        else if (strcmp(arguments[i], "--again") == 0)
            which.again = number(arguments, &i);
        else if (strcmp(arguments[i], "--at-once") == 0)
            family.at_once = at_most(number(arguments, &i), MOST_AT_ONCE);
        else if (strcmp(arguments[i], "--from") == 0)
            family.from = number(arguments, &i);
        else if (strcmp(arguments[i], "--to") == 0)
            family.to = number(arguments, &i);
        else if (strcmp(arguments[i], "--threads") == 0)
            threads = (int)number(arguments, &i);
        else if (strcmp(arguments[i], "--only") == 0)
            only = arguments[++i];
        else if (strcmp(arguments[i], "--forked") == 0)
            which.forked = true;
        else /* a thread that runs alone has room for all of a sweep where there could be many */
            ok = try_model(arguments[i], which, only, threads ? threads : which.forked ? 8 : 1);
    }
    return ok;
}

int main(int argument_count, char **arguments) {
    static char lines[BUFSIZ]; /* else its buffer would be a block more, once something is wrong */
    setvbuf(stdout, lines, _IOLBF, sizeof lines);
    choose_allocator();
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    commands_begin();
    const bool ok = try_models(argument_count, arguments);
    commands_end();
    return ok ? wrong > 0 : 2;
}
