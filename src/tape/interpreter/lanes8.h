/* What machine code for eight points calls where it has no instruction of its own: the interpreter's functions. */
#ifndef LGR_TAPE_INTERPRETER_LANES8_H
#define LGR_TAPE_INTERPRETER_LANES8_H

#include "tape/tape.h"

/* One instruction of tape_lanes8. */
typedef void interpreter_operation(const tape_instr *ip, double *slots);
interpreter_operation *interpreter_lanes_operation(tape_op op);

#endif
