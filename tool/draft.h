/* A result file that appears whole or not at all: it is written as FILE.part beside it, which is renamed at the end. */
#ifndef LAGRANGIA_DRAFT_H
#define LAGRANGIA_DRAFT_H

#include "tool.h"

typedef struct draft {
    char *target, *part; /* the file, behind links, and what it is called while it is written */
    int handle;          /* of the part; -1 */
    bool is_sealed;      /* all of it is on the disk */
    const char *why;     /* the first thing that went wrong, or NULL */
    char *bytes;         /* that are not written yet */
    size_t held;
} draft;

/* Looks whether the file could be written now, without touching anything; false with draft.why. Disposed of in any
   case. */
bool draft_prepare(draft *d, const char *path);
/* Opens the part; false with draft.why. */
bool draft_begin(draft *d);
/* An lgr_sink; user is the draft. */
bool draft_add(void *user, const char *data, size_t length);
/* Puts its content on the disk, still as the part; false with draft.why. */
bool draft_seal(draft *d);
/* Gives the file its content, if it is not sealed, and its name; false with draft.why, and then the file is what it was. */
bool draft_finish(draft *d);
/* Frees it; what was not finished is removed. */
void draft_dispose(draft *d);

/* A regular file, opened without waiting and through no link; -1 with errno, EFTYPE's equivalent EINVAL if it is
   something else. */
int draft_open_regular(const char *path, int flags);
/* Nobody else may write to an open file from now on; false if somebody does. The lock goes with the process. */
bool draft_lock(int handle);
/* Whether the open file is still the one that has this name. */
bool draft_is_named(int handle, const char *path);

#endif
