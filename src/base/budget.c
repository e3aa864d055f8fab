/* Budgets of memory and of steps. */
#include "base/budget.h"

#include "base/check.h"

budget base_budget_begin(const arena *memory, size_t bytes, uint64_t steps) {
    LGR_ASSERT(memory);
    return (budget){.memory = memory, .begun = base_arena_used(memory), .bytes = bytes, .steps = steps};
}

bool base_budget_spend(budget *b, uint64_t steps) {
    if (steps > b->steps || base_arena_used(b->memory) - b->begun > b->bytes) {
        b->steps = b->bytes = 0;
        return false;
    }
    b->steps -= steps;
    return true;
}
