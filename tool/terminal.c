/* The terminal: whether it shows colours, its width, and the progress line. */
#include <math.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "tool.h"

enum { NARROWEST = 40, USUAL = 100 }; /* columns */

static const double patience = 0.5, interval = 0.1; /* s: before the first line, between two */

bool terminal_has_color(FILE *f) {
    const char *no = getenv("NO_COLOR"), *kind = getenv("TERM");
    bool dumb = kind && kind[0] == 'd' && kind[1] == 'u' && kind[2] == 'm' && kind[3] == 'b';
    return isatty(fileno(f)) && !(no && *no) && !dumb;
}

/* What the terminal itself says; 0 if stdout is none. */
static int measured_width(void) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        return size.ws_col;
#endif
    return 0;
}

int terminal_width(void) {
    const char *columns = getenv("COLUMNS");
    int width = columns ? atoi(columns) : measured_width();
    return width >= NARROWEST ? width : width > 0 ? NARROWEST : USUAL;
}

static double now(void) {
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0;
}

progress progress_begin(void) {
    return (progress){.wanted = isatty(STDERR_FILENO), .begin = now()};
}

static bool is_time_to_show(progress *p) {
    double time = now();
    if (!p->wanted || time - p->begin < patience || time - p->last < interval)
        return false;
    p->last = time;
    return p->shown = true;
}

void progress_show(progress *p, double t, double until, long steps) {
    if (!is_time_to_show(p))
        return;
    char now_text[LGR_NUMBER_ROOM], end_text[LGR_NUMBER_ROOM];
    lgr_number_write(t, 4, now_text);
    lgr_number_write(until, 4, end_text);
    fprintf(stderr, "\r\x1b[Kt = %s of %s s, %ld steps", now_text, end_text, steps);
    fflush(stderr);
}

/* "12 s", "5 min", "3 h" */
static void print_left(double seconds) {
    if (seconds < 90)
        fprintf(stderr, "%ld s", lround(seconds));
    else if (seconds < 5400)
        fprintf(stderr, "%ld min", lround(seconds / 60));
    else
        fprintf(stderr, "%ld.%ld h", lround(seconds / 360) / 10, lround(seconds / 360) % 10);
}

void progress_count(progress *p, size_t done, size_t count) {
    if (!p->counting)
        p->done_before = done;
    p->counting = true;
    if (!is_time_to_show(p))
        return;
    fprintf(stderr, "\r\x1b[K%zu of %zu designs", done, count);
    if (done > p->done_before) {
        fputs(", ", stderr);
        print_left((p->last - p->begin) / (double)(done - p->done_before) * (double)(count - done));
        fputs(" left", stderr);
    }
    fflush(stderr);
}

void progress_runs(progress *p, long runs) {
    if (!is_time_to_show(p))
        return;
    fprintf(stderr, "\r\x1b[K%ld runs", runs);
    fflush(stderr);
}

void progress_end(progress *p) {
    if (p->shown)
        fputs("\r\x1b[K", stderr);
    p->shown = false;
}
