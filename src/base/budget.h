/* What a piece of work may cost, in memory and in steps: asked before it is spent, so that too much is refused by name.
 */
#ifndef LGR_BASE_BUDGET_H
#define LGR_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct budget {
    const arena *memory; /* that the work allocates from */
    size_t begun;        /* bytes that had been handed out of it before */
    size_t bytes;        /* that the work may take */
    uint64_t steps;      /* that are left */
} budget;

budget base_budget_begin(const arena *memory, size_t bytes, uint64_t steps);
/* Spends steps. False if there are not as many left, or the memory has been taken: the work must then be refused, and
   every later question is answered in the same way. */
bool base_budget_spend(budget *b, uint64_t steps);

#endif
