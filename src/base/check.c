/* Passes a broken invariant of the program itself on to the host, or ends the process; the only place that may do so.
 */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/call.h"

static base_check_handler told;
static void *told_user;

void base_check_choose(base_check_handler handler, void *user) {
    told = handler;
    told_user = user;
}

void base_check_failed(const char *file, int line, const char *condition) {
    if (told) {
        told(told_user, file, line, condition);
        base_call_break(BASE_BROKEN);
    } else {
        fprintf(stderr, "%s:%d: internal error: %s\n", file, line, condition);
    }
    abort();
}
