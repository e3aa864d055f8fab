/* What the peers share: a clock, the median of repeats, and the rows that bench/table.py reads. */
#ifndef LGR_BENCH_ROW_H
#define LGR_BENCH_ROW_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 7 };

/* Processor time: on a machine with other work it tells of this work only. */
static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One row: which work, who did it, which column of the table, seconds for one piece of it, and what came out. */
static inline void row(const char *work, const char *who, int column, double seconds, double value) {
    printf("%s\t%s\t%d\t%.9g\t%.17g\n", work, who, column, seconds, value);
    fflush(stdout);
}

static inline int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double median(double *s, int count) {
    qsort(s, (size_t)count, sizeof *s, by_size);
    return s[count / 2];
}

/* Sets `result` to the seconds that the statements take: repeated for 10 ms at least, the median of REPEATS. */
#define TIME(result, ...)                                                                                              \
    do {                                                                                                               \
        double times_[REPEATS], begin_;                                                                                \
        long count_ = 1;                                                                                               \
        for (int repeat_ = -1; repeat_ < REPEATS;) {                                                                   \
            begin_ = now();                                                                                            \
            for (long i_ = 0; i_ < count_; i_++) {                                                                     \
                __VA_ARGS__;                                                                                           \
            }                                                                                                          \
            double seconds_ = now() - begin_;                                                                          \
            if (repeat_ >= 0)                                                                                          \
                times_[repeat_++] = seconds_ / (double)count_;                                                         \
            else if (seconds_ > 0.01)                                                                                  \
                repeat_ = 0;                                                                                           \
            else                                                                                                       \
                count_ *= 2;                                                                                           \
        }                                                                                                              \
        result = median(times_, REPEATS);                                                                              \
    } while (0)

/* The state at which chains of rods are timed: angles from the downward vertical, and their rates. */
static inline double chain_angle(int i) {
    return 0.5 + 0.1 * (i % 3);
}
static inline double chain_rate(int i) {
    return 0.3 * (i % 5);
}
static const int chain_sizes[] = {2, 5, 10, 20, 50, 100, 200};
enum { CHAIN_SIZES = 7, CHAIN_MOST = 200 };

#endif
