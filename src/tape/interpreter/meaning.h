/* What each one-result instruction computes from the values x, y, z of its operands; interpreters are made from it. */
#ifndef LGR_TAPE_INTERPRETER_MEANING_H
#define LGR_TAPE_INTERPRETER_MEANING_H

#include <math.h>

#include "expr/table.h"

/* ONE, TWO and THREE take (OP, value) and differ in the number of operands that are read. Values agree with
   expr_op_value bit for bit but for the sign of a zero that MIN and MAX choose: fmin and fmax leave it open, so that
   compilers differ. Not in the list: SINCOS, which has two results, and SIN and COS (sincos.h), which are off by one
   unit of the last place at most; POWI, which has a number in the instruction. */
#define TAPE_MEANING(ONE, TWO, THREE)                                                                                  \
    TWO(ADD, x + y)                                                                                                    \
    TWO(SUB, x - y)                                                                                                    \
    TWO(MUL, (x * y))                                                                                                  \
    TWO(DIV, x / y)                                                                                                    \
    ONE(NEG, -x)                                                                                                       \
    TWO(POW, pow(x, y))                                                                                                \
    ONE(SQRT, sqrt(x))                                                                                                 \
    ONE(TAN, tan(x))                                                                                                   \
    ONE(ASIN, asin(x))                                                                                                 \
    ONE(ACOS, acos(x))                                                                                                 \
    ONE(ATAN, atan(x))                                                                                                 \
    TWO(ATAN2, atan2(x, y))                                                                                            \
    ONE(SINH, sinh(x))                                                                                                 \
    ONE(COSH, cosh(x))                                                                                                 \
    ONE(TANH, tanh(x))                                                                                                 \
    ONE(EXP, exp(x))                                                                                                   \
    ONE(LOG, log(x))                                                                                                   \
    ONE(ABS, fabs(x))                                                                                                  \
    ONE(SIGN, (double)((x > 0) - (x < 0)))                                                                             \
    TWO(MIN, ((x < y) | (y != y)) ? x : y)                                                                             \
    TWO(MAX, ((x > y) | (y != y)) ? x : y)                                                                             \
    TWO(HYPOT, hypot(x, y))                                                                                            \
    TWO(LT, x < y ? 1.0 : 0.0)                                                                                         \
    TWO(LE, x <= y ? 1.0 : 0.0)                                                                                        \
    TWO(AND, ((x != 0) & (y != 0)) ? 1.0 : 0.0)                                                                        \
    TWO(OR, ((x != 0) | (y != 0)) ? 1.0 : 0.0)                                                                         \
    ONE(NOT, x == 0 ? 1.0 : 0.0)                                                                                       \
    THREE(SELECT, x != 0 ? y : z)                                                                                      \
    ONE(FLOOR, floor(x))                                                                                               \
    TWO(INTERVAL, expr_table_interval(expr_table_of(x), y))                                                            \
    THREE(CURVE, expr_table_curve(expr_table_of(x), y, z))                                                             \
    ONE(SQUARE, (x * x))                                                                                               \
    ONE(RECIP, 1.0 / x)                                                                                                \
    THREE(FMA3, (x * y) + z)

#endif
