/* A sweep shared among the processes started by mpirun: one leads, and all compute the ranges that it hands out. */
#ifndef LAGRANGIA_RANKS_H
#define LAGRANGIA_RANKS_H

#include "tool.h"

/* Calls `lead` in the first process and works for it in all, this one among them. Returns its exit status. */
int ranks_run(const settings *s, int (*lead)(const settings *s));

/* In `lead`: does what lgr_sweep_run does, with all processes. `stop` is called every tenth of a second. */
lgr_status ranks_sweep(lgr_sweep *sweep, lgr_sink row, void *user, bool (*stop)(void *user, size_t done, size_t count),
                       void *stop_user);

#endif
