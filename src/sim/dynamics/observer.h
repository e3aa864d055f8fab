/* Participants in a run: parts of modes, which upper rooms add to each mode, and observers, which are notified of what
   happens. The run has a list of both (run/run.c), so that lower rooms need not know them. */
#ifndef LGR_SIM_DYNAMICS_OBSERVER_H
#define LGR_SIM_DYNAMICS_OBSERVER_H

#include <stddef.h>

#include "expr/graph.h"

struct sim;
struct mode;
struct margin;
struct reply;
struct contact_law;

/* A part of a mode: data kept with it that depends on its equations; any function may be NULL. */
typedef struct mode_part {
    const char *name;
    /* The mode is being made, in the compiled problem's arena; `roots`: its event functions, see
     * dynamics_describe_mode. */
    void (*create)(struct sim *s, struct mode *m, const expr_id *roots);
    /* It becomes the active mode. */
    void (*enter)(struct sim *s, const struct mode *m);
} mode_part;

enum { MOST_OBSERVERS = 8 };

/* Any function may be NULL. */
typedef struct sim_observer {
    const char *name;
    bool (*wanted)(const struct sim *s); /* whether a run that is about to be created is told; NULL: always */
    void (*created)(struct sim *s);      /* the run has its workspace, and no state yet */
    void (*started)(struct sim *s);      /* the initial state is consistent; contacts are not settled yet */
    void (*begun)(struct sim *s);        /* the motion begins from it */
    /* The step of size h from the present state to next_y has been made and is about to be accepted; it has become the
       present state; an event has been handled there, and the state may have changed at the same time. */
    void (*stepping)(struct sim *s, double h);
    void (*stepped)(struct sim *s);
    void (*jumped)(struct sim *s);
    /* The present state is at an event, which is about to be handled; the event and all that follows from it have been
       handled. */
    void (*reached)(struct sim *s, const struct margin *at);
    void (*left)(struct sim *s);
    /* The state has been rearranged for another mode. */
    void (*entered)(struct sim *s, const struct mode *old, const struct mode *next);
    /* An impact is about to change the velocities; `with`: the mode in which all its contacts are active. */
    void (*impacting)(struct sim *s, struct mode *with, const struct reply *r, const struct contact_law *laws);
    /* A reducer takes its value from the present state; a new extremum is there, or at theta of the present step of
       size h, and values within the step differ by `spread`. */
    void (*reduced)(struct sim *s, size_t reducer);
    void (*greatest)(struct sim *s, size_t reducer, double spread);
    void (*greatest_within)(struct sim *s, size_t reducer, double h, double theta, double spread);
    void (*ended)(struct sim *s);
} sim_observer;

/* SIM_TELL(s, stepping, (s, h)) */
#define SIM_TELL(s, what, arguments)                                                                                   \
    do {                                                                                                               \
        for (const sim_observer *const *o_ = (s)->observers; *o_; o_++)                                                \
            if ((*o_)->what)                                                                                           \
                (*o_)->what arguments;                                                                                 \
    } while (0)

#endif
