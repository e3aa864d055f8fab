/* Libraries that the process loads when it first needs one of their functions: a run that needs none of them is over
   in the time that it would take to load them all. */
#ifndef LGR_BASE_LATE_H
#define LGR_BASE_LATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct base_late {
    const char *const *libraries; /* as the loader finds them; NULL behind the last */
    const char *const *names;     /* of the functions; NULL behind the last */
    void *functions;              /* a struct of as many pointers, set together */
    atomic_bool loaded;
} base_late;

/* Whether all of its functions are there; looks for them until they are. Any thread may ask. */
bool base_late_load(base_late *l);

/* BASE_LIBRARY(part, FUNCTIONS, "library", ...): the functions that the list FUNCTIONS names are called as
   `part.function`, once `part_loaded()` has said that they are there. Where the libraries are archives, or nothing
   loads any, the linker has put them there. */
#define BASE_LATE_POINTER(function) __typeof__(&function) function;
#define BASE_LATE_NAME(function) #function,
#define BASE_LATE_LINKED(function) .function = function,

#ifdef LGR_LATE
#define BASE_LIBRARY(part, FUNCTIONS, ...)                                                                             \
    static struct { FUNCTIONS(BASE_LATE_POINTER) } part;                                                               \
    static bool part##_loaded(void) {                                                                                  \
        static const char *const from_[] = {__VA_ARGS__, NULL}, *const names_[] = {FUNCTIONS(BASE_LATE_NAME) NULL};    \
        static base_late late_ = {from_, names_, &part, false};                                                        \
        return base_late_load(&late_);                                                                                 \
    }
#else
#define BASE_LIBRARY(part, FUNCTIONS, ...)                                                                             \
    static const struct { FUNCTIONS(BASE_LATE_POINTER) } part = {FUNCTIONS(BASE_LATE_LINKED)};                         \
    static bool part##_loaded(void) {                                                                                  \
        return true;                                                                                                   \
    }
#endif

#endif
