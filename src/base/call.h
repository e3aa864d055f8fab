/* Calls that can be broken off in the middle: what they have taken until then is given back, in reverse order. */
#ifndef LGR_BASE_CALL_H
#define LGR_BASE_CALL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Why a call was broken off. */
typedef enum base_outcome { BASE_COMPLETE, BASE_NO_MEMORY, BASE_TOO_MUCH, BASE_BROKEN } base_outcome;

/* Something that has to be given back, however its call ends: an arena, a lock, a file, an object of another library.
   The record lives with it, or on the stack beside it. */
typedef struct base_taken {
    struct base_taken *before, *after;
    void (*give_back)(void *of); /* allocates nothing */
    void *of;
} base_taken;

/* From now on the call of this thread gives it back if it is broken off. */
void base_take(base_taken *t, void (*give_back)(void *of), void *of);
/* No longer: somebody else owns it, or it has been given back. Does nothing for a record that was never taken. */
void base_keep(base_taken *t);
void base_give_back(base_taken *t);
/* Something else than a call may own such a ring: it begins and ends at a record that is nothing else. */
void base_ring_begin(base_taken *ring);
/* Moves a record to the end of a ring. */
void base_ring_add(base_taken *ring, base_taken *t);
/* Gives all of it back, the last first. */
void base_ring_give_back(base_taken *ring);

typedef struct base_call {
    jmp_buf back;
    struct base_call *outer;
    bool of_host;     /* at its end, what it has taken belongs to handles; else to the call around it */
    size_t left;      /* bytes that it and the calls within it may still take */
    base_taken taken; /* a ring that begins and ends here */
    volatile base_outcome why;
} base_call;

void base_call_begin(base_call *c, bool of_host);
void base_call_end(base_call *c);
/* Gives back what the innermost call of this thread has taken and continues behind its BASE_CALL. Returns only if there
   is no call. */
void base_call_break(base_outcome why);

/* From now on the call of the host that this thread is in may take so many bytes more; it is broken off with
   BASE_TOO_MUCH before it takes others. Without this it may take any. */
void base_call_limit(size_t bytes);
/* What deriving, analysing and writing may take, and each thread of a study: what was chosen for the process, before
   anything was done, or 256 MB. */
size_t base_call_most(void);
/* The limit of a call that is tried once more, only to say that it takes too much: then it has none. */
void base_call_limit_first(bool again);
void base_call_choose_most(size_t bytes); /* 0: those */
void base_call_spend(size_t bytes);
void base_call_return(size_t bytes);

/* Runs the statement as a call; then `outcome` tells whether it is complete. The statement neither returns nor jumps
   out, and what it assigns counts only if it is complete. */
#define BASE_CALL(outcome, of_host, statement)                                                                         \
    do {                                                                                                               \
        base_call call_;                                                                                               \
        base_call_begin(&call_, (of_host));                                                                            \
        if (setjmp(call_.back) == 0) {                                                                                 \
            statement;                                                                                                 \
            base_call_end(&call_);                                                                                     \
            (outcome) = BASE_COMPLETE;                                                                                 \
        } else {                                                                                                       \
            (outcome) = call_.why;                                                                                     \
        }                                                                                                              \
    } while (0)

/* A part of a call that the code of another library must not be jumped over: a callback, the root of a thread. */
#define BASE_TRY(outcome, statement) BASE_CALL(outcome, false, statement)

#endif
