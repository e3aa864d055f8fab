/* Interrupts from the keyboard or from the system: the results so far are still written, and what is half written goes
   away. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool.h"

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t listening, asked_to_stop;
enum { MOST_FILES = 64 };
static const char *volatile half_written[MOST_FILES];

static volatile pid_t helper; /* a program that writes one of them; 0: none */

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

static void stop(int number) {
    if (listening && !asked_to_stop) {
        asked_to_stop = 1;
        return;
    }
    if (helper > 0) {
        kill(helper, SIGKILL);
        while (waitpid(helper, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    for (int i = 0; i < MOST_FILES; i++)
        if (half_written[i])
            unlink(half_written[i]);
    signal(number, SIG_DFL);
    raise(number);
}

/* What the parent wanted to be ignored stays ignored, as under nohup. */
void interrupts_prepare(void) {
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing */
#endif
}

void interrupts_listen(void) {
    listening = 1;
}

bool interrupts_pause(bool pause) {
    const bool before = listening;
    listening = !pause;
    return before;
}

bool interrupts_came(void) {
    return asked_to_stop != 0;
}

void interrupts_hold(bool hold) {
    static sigset_t before;
    sigset_t ours;
    sigemptyset(&ours);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&ours, numbers[i]);
    if (hold)
        sigprocmask(SIG_BLOCK, &ours, &before);
    else
        sigprocmask(SIG_SETMASK, &before, NULL);
}

void interrupts_end_with(pid_t program) {
    helper = program;
}

/* In a place where `before` is. */
static void put(const char *before, const char *path) {
    for (int i = 0; i < MOST_FILES; i++)
        if (half_written[i] == before) {
            half_written[i] = path;
            return;
        }
}

void interrupts_remove(const char *path) {
    put(NULL, path);
}

void interrupts_keep(const char *path) {
    put(path, NULL);
}
