/* How many digits of a run's numbers agree with those of a repeated run at a smaller tolerance. */
#ifndef LGR_OUT_VALUES_VERIFY_H
#define LGR_OUT_VALUES_VERIFY_H

#include "out/out.h"

/* Special numbers of digits. */
enum {
    DIGITS_NO_VALUE = -2, /* without value in both runs: nothing to compare */
    DIGITS_ZERO = -1,     /* indistinguishable from zero beside comparable quantities */
    DIGITS_MOST = 15,
    DIGITS_EXACT = 16 /* the same to the last bit */
};

typedef struct verify_entry {
    const char *name;
    double value; /* in the run itself, as shown */
    model_shown shown;
    dimension dim;
    bool angle;
    int digits;
} verify_entry;

typedef struct verify_list {
    verify_entry *at;
    size_t count;
} verify_list;

typedef struct verification {
    verify_list reports, events, final;
    const char *difference;    /* how the events of both runs differ, in words; NULL if they are the same */
    int least;                 /* digits of the worst entry; of no interest if there is none */
    const verify_entry *worst; /* NULL if nothing was compared */
} verification;

/* Digits in which both agree, counted from the first that is not zero; up to `zero` both are zero. */
int out_verify_digits(double x, double y, double zero);
/* `run` has a repetition that did not fail and was not interrupted. */
verification out_verify_compare(const out_run *run, arena *a);

#endif
