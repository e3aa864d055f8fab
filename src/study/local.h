/* Local searches with and without derivatives, by NLopt if the library is built with it. */
#ifndef LGR_STUDY_LOCAL_H
#define LGR_STUDY_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum { LOCAL_MOST_LIMITS = 64 };

typedef enum local_method {
    LOCAL_BOBYQA, /* quadratic models, for smooth functions of two or more numbers */
    LOCAL_COBYLA, /* linear models, with limits */
    LOCAL_SBPLX,  /* simplices in subspaces: wants nothing of the function */
    LOCAL_SLSQP   /* sequential quadratic programming, with derivatives */
} local_method;

/* The value at u, to be made small, and the limits' excesses, not above 0 where they are kept. Always finite. False
   stops the search. */
typedef bool (*local_function)(void *user, const double *u, double *value, double *limits);

bool study_local_available(void);
const char *study_local_name(local_method method);

/* Searches the unit cube from u, first in steps of size `step`, until they are smaller than `precision`; u becomes
   where it came to. `limits` is only for LOCAL_COBYLA. `most` bounds the calls. */
void study_local_search(local_method method, size_t n, size_t limits, double *u, double step, double precision,
                        int most, local_function f, void *user);

/* The same with derivatives: n of the value, limits * n row by row. */
typedef bool (*local_sloped)(void *user, const double *u, double *value, double *limits, double *slopes,
                             double *limit_slopes);

/* Searches the unit cube from u by LOCAL_SLSQP; false if it did not converge. Scratch in `a`. */
bool study_local_descend(size_t n, size_t limits, double *u, double precision, int most, local_sloped f, void *user,
                         arena *a);

#endif
