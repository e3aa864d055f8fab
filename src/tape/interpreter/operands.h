/* How many operands of an instruction are slots. */
#ifndef LGR_TAPE_INTERPRETER_OPERANDS_H
#define LGR_TAPE_INTERPRETER_OPERANDS_H

#include "tape/interpreter/meaning.h"
#include "tape/tape.h"

#define INTERPRETER_ONE(op, value) [TAPE_##op] = 1,
#define INTERPRETER_TWO(op, value) [TAPE_##op] = 2,
#define INTERPRETER_THREE(op, value) [TAPE_##op] = 3,

static inline int interpreter_operand_count(tape_op op) {
    static const uint8_t count[TAPE_OP_COUNT] = {
        TAPE_MEANING(INTERPRETER_ONE, INTERPRETER_TWO, INTERPRETER_THREE)[TAPE_SIN] = 1, [TAPE_COS] = 1,
        [TAPE_SINCOS] = 1, [TAPE_POWI] = 1};
    return count[op];
}

#endif
