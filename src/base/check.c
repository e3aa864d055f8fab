/* Ends the process when an invariant of the program itself is broken; the only place that may do so. */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

void base_check_failed(const char *file, int line, const char *condition) {
    fprintf(stderr, "%s:%d: internal error: %s\n", file, line, condition);
    abort();
}
