/* The calls of a thread, innermost first, each with a ring of what it has taken. */
#include "base/call.h"

#include <stddef.h>
#include <stdint.h>

/* Where a library is loaded late, memory for variables of threads may be taken at their first use; glibc ends the
   process if there is none. This kind of variable has its memory before. */
#if defined(__GLIBC__)
#define OWN_OF_THREAD _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define OWN_OF_THREAD _Thread_local
#endif

static OWN_OF_THREAD base_call *innermost;

static const size_t usual_most = (size_t)256 << 20;
static size_t chosen_most; /* 0: that */

size_t base_call_most(void) {
    return chosen_most ? chosen_most : usual_most;
}

void base_call_choose_most(size_t bytes) {
    chosen_most = bytes;
}

static void unlink_taken(base_taken *t) {
    t->before->after = t->after;
    t->after->before = t->before;
    t->before = t->after = t;
}

static void link_behind(base_taken *last, base_taken *t) {
    t->before = last;
    t->after = last->after;
    last->after->before = t;
    last->after = t;
}

void base_ring_begin(base_taken *ring) {
    *ring = (base_taken){ring, ring, NULL, NULL};
}

void base_ring_add(base_taken *ring, base_taken *t) {
    base_keep(t);
    link_behind(ring->before, t);
}

void base_ring_give_back(base_taken *ring) {
    while (ring->before != ring)
        base_give_back(ring->before);
}

void base_take(base_taken *t, void (*give_back)(void *of), void *of) {
    *t = (base_taken){t, t, give_back, of};
    if (innermost)
        link_behind(innermost->taken.before, t);
}

void base_keep(base_taken *t) {
    if (t->before)
        unlink_taken(t);
}

void base_give_back(base_taken *t) {
    base_keep(t);
    t->give_back(t->of);
}

void base_call_begin(base_call *c, bool of_host) {
    c->outer = innermost;
    c->of_host = of_host;
    base_ring_begin(&c->taken);
    c->why = BASE_COMPLETE;
    c->left = SIZE_MAX / 2;
    innermost = c;
}

/* The call that pays for the innermost one; NULL if there is none. */
static base_call *payer(void) {
    base_call *c = innermost;
    while (c && !c->of_host && c->outer)
        c = c->outer;
    return c;
}

void base_call_limit(size_t bytes) {
    base_call *c = payer();
    if (c)
        c->left = bytes;
}

void base_call_limit_first(bool again) {
    if (!again)
        base_call_limit(base_call_most());
}

void base_call_spend(size_t bytes) {
    base_call *c = payer();
    if (c && bytes > c->left)
        base_call_break(BASE_TOO_MUCH);
    if (c)
        c->left -= bytes;
}

void base_call_return(size_t bytes) {
    base_call *c = payer();
    if (c)
        c->left += bytes;
}

/* Behind what the call around has taken itself, in the same order. */
static void pass_on(base_call *c, base_call *to) {
    while (c->taken.after != &c->taken)
        base_ring_add(&to->taken, c->taken.after);
}

void base_call_end(base_call *c) {
    if (c->outer && !c->of_host)
        pass_on(c, c->outer);
    while (c->taken.after != &c->taken)
        unlink_taken(c->taken.after);
    innermost = c->outer;
}

void base_call_break(base_outcome why) {
    base_call *c = innermost;
    if (!c)
        return;
    base_ring_give_back(&c->taken);
    innermost = c->outer;
    c->why = why;
    longjmp(c->back, 1);
}
