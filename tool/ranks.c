/* The leader hands out ranges of designs and accepts their rows in any order; workers send no requests, they are known
   to be free when their last row has arrived. There are two kinds of messages only. */
#include "ranks.h"

#include "large.h"

#ifdef LGR_LARGE_MPI

#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    TO_WORKER = 1, /* an order; no byte: nothing more is wanted, even in the middle of a range */
    TO_LEADER,     /* whole rows of the range in order; no byte: the worker is gone */
    KEY_ROOM = 17,
    FIRST_SIZE = 64,     /* designs in the first range of a worker */
    MOST_BATCH = 1 << 16 /* bytes after which rows are sent */
};

static const double long_enough = 0.5;              /* s that a range should take */
static const double batch_time = 0.1;               /* s after which rows are sent */
static const size_t most_waiting = (size_t)1 << 28; /* bytes of rows that wait for earlier ones */

typedef struct order {
    char key[KEY_ROOM]; /* of the sweep: another one here means that another file was read */
    unsigned long long first, end;
} order;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* MPI would wait with all the power of a processor. */
static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
}

static bool is_there(int from, int tag, MPI_Status *which) {
    int there = 0;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, which);
    return there != 0;
}

static int message_length(const MPI_Status *which) {
    int length = 0;
    MPI_Get_count(which, MPI_BYTE, &length);
    return length;
}

typedef struct worker {
    const settings *s; /* with the threads of this process */
    lgr_model *model;
    lgr_sweep *sweep; /* NULL before the first order */
    char *rows;       /* that were not sent yet */
    size_t length, room;
    double sent; /* when */
} worker;

static bool no_more_wanted(void *user, size_t done, size_t count) {
    (void)user, (void)done, (void)count;
    MPI_Status which;
    return is_there(0, TO_WORKER, &which);
}

static void send_rows(worker *w) {
    if (w->length)
        MPI_Send(w->rows, (int)w->length, MPI_CHAR, 0, TO_LEADER, MPI_COMM_WORLD);
    w->length = 0;
    w->sent = now();
}

static bool add_row(void *user, const char *line, size_t length) {
    worker *w = user;
    if (w->length + length > w->room) {
        size_t room = 2 * (w->room + length);
        char *more = realloc(w->rows, room);
        if (!more)
            return false;
        w->rows = more;
        w->room = room;
    }
    memcpy(w->rows + w->length, line, length);
    w->length += length;
    if (w->length > MOST_BATCH || now() - w->sent > batch_time)
        send_rows(w);
    return true;
}

/* Nobody can go on without this worker's rows. */
static void give_up(int status) {
    MPI_Abort(MPI_COMM_WORLD, status);
}

static void begin_sweep(worker *w, const char *key) {
    lgr_sweep_options options = w->s->sweep;
    options.run = &w->s->run;
    options.watch = no_more_wanted;
    w->sweep = lgr_sweep_create(w->model, &options);
    if (strcmp(lgr_sweep_key(w->sweep), key) == 0)
        return;
    give_up(usage_error(
        false,
        "the processes do not agree on the sweep: '%s', a table that it reads, the command or the version differs",
        w->s->operands[0]));
}

/* Waits for an order; false for none. */
static bool wait_for_order(order *o) {
    MPI_Status which;
    while (!is_there(0, TO_WORKER, &which))
        nap();
    int length = message_length(&which);
    MPI_Recv(o, length, MPI_BYTE, 0, TO_WORKER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return length > 0;
}

static int obey(const settings *s, lgr_model *model) {
    worker w = {.s = s, .model = model, .sent = now()};
    for (order o; wait_for_order(&o);) {
        if (!w.sweep)
            begin_sweep(&w, o.key);
        lgr_status status = lgr_sweep_compute(w.sweep, (size_t)o.first, (size_t)o.end, add_row, &w);
        send_rows(&w);
        if (status == LGR_STATUS_RUN)
            give_up((int)status);
    }
    lgr_sweep_destroy(w.sweep);
    free(w.rows);
    return 0;
}

/* The model is read only when there is something to do: the leader says what is wrong with it. */
static void *work(void *user) {
    const settings *s = user;
    MPI_Status which;
    while (!is_there(0, TO_WORKER, &which))
        nap();
    int status = message_length(&which) ? with_model(s, obey) : wait_for_order(NULL);
    if (status != 0)
        give_up(status);
    MPI_Send(NULL, 0, MPI_BYTE, 0, TO_LEADER, MPI_COMM_WORLD);
    return NULL;
}

/* A range that was given out, with its rows that were not passed on yet. */
typedef struct range {
    struct range *later;
    size_t left; /* rows that are still to come */
    char *rows;
    size_t length, room;
} range;

typedef struct member {
    range *at; /* NULL: it is free */
    size_t size;
    double since;
} member;

typedef struct leader {
    lgr_sweep *sweep;
    lgr_sink row;
    void *user;
    member *members;       /* by their ranks */
    int first, count;      /* ranks that work */
    range *head, *tail;    /* ranges in order */
    size_t given, waiting; /* designs; bytes */
} leader;

/* The leader computes too where two threads may speak at a time. */
static int first_worker(void) {
    int level;
    MPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE ? 0 : 1;
}

static bool out_of_memory(void) {
    complain("out of memory");
    return false;
}

/* The smaller the nearer the end is, so that all are done at about the same time. */
static bool give_range(leader *l, int rank) {
    member *m = &l->members[rank];
    size_t left = lgr_sweep_count(l->sweep) - l->given, share = left / (2 * (size_t)(l->count - l->first)) + 1;
    range *r = calloc(1, sizeof *r);
    if (!r)
        return out_of_memory();
    r->left = share < m->size ? share : m->size;
    order o = {.first = l->given, .end = l->given + r->left};
    strncpy(o.key, lgr_sweep_key(l->sweep), KEY_ROOM - 1);
    if (l->tail)
        l->tail->later = r;
    else
        l->head = r;
    l->tail = m->at = r;
    l->given += r->left;
    m->since = now();
    MPI_Send(&o, (int)sizeof o, MPI_BYTE, rank, TO_WORKER, MPI_COMM_WORLD);
    return true;
}

static bool give_ranges(leader *l) {
    bool ok = true;
    for (int rank = l->first; ok && rank < l->count; rank++)
        if (!l->members[rank].at && l->given < lgr_sweep_count(l->sweep) && l->waiting < most_waiting)
            ok = give_range(l, rank);
    return ok;
}

/* Takes one message with rows. */
static bool take_rows(leader *l, const MPI_Status *which) {
    member *m = &l->members[which->MPI_SOURCE];
    range *r = m->at;
    size_t length = (size_t)message_length(which), needed = r->length + length;
    char *rows = needed > r->room ? realloc(r->rows, 2 * needed) : r->rows;
    if (!rows)
        return out_of_memory();
    r->room = needed > r->room ? 2 * needed : r->room;
    r->rows = rows;
    MPI_Recv(rows + r->length, (int)length, MPI_BYTE, which->MPI_SOURCE, TO_LEADER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (size_t i = r->length; i < needed; i++)
        r->left -= rows[i] == '\n';
    r->length = needed;
    l->waiting += length;
    if (r->left == 0) {
        m->size *= now() - m->since < long_enough ? 2 : 1;
        m->at = NULL;
    }
    return true;
}

static bool pass_on(leader *l, const char *rows, size_t length) {
    for (const char *line = rows, *end; line < rows + length; line = end + 1) {
        end = memchr(line, '\n', (size_t)(rows + length - line));
        if (!lgr_sweep_resume(l->sweep, line, (size_t)(end - line))) {
            complain("a process computed rows of another sweep");
            return false;
        }
        if (l->row && !l->row(l->user, line, (size_t)(end + 1 - line)))
            return false;
    }
    return true;
}

static void drop_head(leader *l) {
    range *r = l->head;
    l->head = r->later;
    if (!l->head)
        l->tail = NULL;
    free(r->rows);
    free(r);
}

/* Passes on what comes next. */
static bool pass_all_on(leader *l) {
    bool ok = true;
    while (ok && l->head) {
        range *r = l->head;
        ok = pass_on(l, r->rows, r->length);
        l->waiting -= r->length;
        r->length = 0;
        if (r->left > 0)
            break;
        drop_head(l);
    }
    return ok;
}

lgr_status ranks_sweep(lgr_sweep *sweep, lgr_sink row, void *user, bool (*stop)(void *user, size_t done, size_t count),
                       void *stop_user) {
    leader l = {.sweep = sweep, .row = row, .user = user, .first = first_worker(), .given = lgr_sweep_done(sweep)};
    MPI_Comm_size(MPI_COMM_WORLD, &l.count);
    l.members = calloc((size_t)l.count, sizeof *l.members);
    bool ok = l.members || out_of_memory(), stopped = false;
    for (int i = 0; ok && i < l.count; i++)
        l.members[i].size = FIRST_SIZE;
    double asked = now();
    while (ok && !stopped && lgr_sweep_done(sweep) < lgr_sweep_count(sweep)) {
        MPI_Status which;
        bool some = is_there(MPI_ANY_SOURCE, TO_LEADER, &which);
        ok = give_ranges(&l) && (!some || (take_rows(&l, &which) && pass_all_on(&l)));
        if (!some)
            nap();
        if (now() - asked > 0.1) {
            stopped = stop(stop_user, lgr_sweep_done(sweep), lgr_sweep_count(sweep));
            asked = now();
        }
    }
    while (l.head)
        drop_head(&l);
    free(l.members);
    return !ok ? LGR_STATUS_RUN : stopped ? LGR_STATUS_INTERRUPTED : LGR_STATUS_OK;
}

/* Tells all workers that nothing more is wanted and waits until they are gone; rows on their way are thrown away. */
static void dismiss(int count) {
    int left = count - first_worker();
    for (int rank = first_worker(); rank < count; rank++)
        MPI_Send(NULL, 0, MPI_BYTE, rank, TO_WORKER, MPI_COMM_WORLD);
    char *rest = NULL;
    while (left > 0) {
        MPI_Status which;
        if (!is_there(MPI_ANY_SOURCE, TO_LEADER, &which)) {
            nap();
            continue;
        }
        int length = message_length(&which);
        char *room = realloc(rest, (size_t)length + 1);
        if (!room)
            give_up(LGR_STATUS_RUN);
        rest = room;
        MPI_Recv(rest, length, MPI_BYTE, which.MPI_SOURCE, TO_LEADER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        left -= length == 0;
    }
    free(rest);
}

static int lead_all(const settings *s, settings *own, int count, int (*lead)(const settings *s)) {
    pthread_t helper;
    bool helps = first_worker() == 0;
    if (helps && pthread_create(&helper, NULL, work, own) != 0) {
        complain("no thread could be started");
        give_up(LGR_STATUS_RUN);
    }
    int status = lead(s);
    dismiss(count);
    if (helps)
        pthread_join(helper, NULL);
    return status;
}

/* The processors of a machine are shared by the processes on it. */
static int own_threads(void) {
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    return all > count ? (int)(all / count) : 1;
}

/* Whether these processes can share a sweep; if not the first one says why. */
static bool can_share(const settings *s, int seen) {
    const char *variable;
    int rank, count = large_processes(&variable, &rank);
    bool standard = strcmp(s->operands[0], "-") == 0;
    if (count != seen && rank == 0)
        usage_error(s->json,
                    "%s says that %d processes were started together, but they do not see each other: they were "
                    "started by another MPI than that of this build, or %s should not be set",
                    variable, count, variable);
    else if (standard && rank == 0)
        usage_error(s->json, "standard input reaches only one of the %d processes: name a file", count);
    return count == seen && !standard;
}

int ranks_run(const settings *s, int (*lead)(const settings *s)) {
    int level, rank, count, status = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    settings own = *s;
    own.sweep.threads = s->sweep.threads ? s->sweep.threads : own_threads();
    if (!can_share(s, count))
        status = EXIT_USAGE;
    else if (rank == 0)
        status = lead_all(s, &own, count, lead);
    else
        work(&own);
    MPI_Finalize();
    return status;
}

#else

/* Never reached: a sweep of several processes is refused, or done by the other program. */
int ranks_run(const settings *s, int (*lead)(const settings *s)) {
    (void)s, (void)lead;
    return EXIT_USAGE;
}

lgr_status ranks_sweep(lgr_sweep *sweep, lgr_sink row, void *user, bool (*stop)(void *user, size_t done, size_t count),
                       void *stop_user) {
    (void)sweep, (void)row, (void)user, (void)stop, (void)stop_user;
    return LGR_STATUS_RUN;
}

#endif
