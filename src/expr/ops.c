/* The table of operators as data, and their values on numbers. */
#include "expr/ops.h"

#include <math.h>

#include "base/check.h"
#include "expr/table.h"

const expr_op_info expr_op_table[EXPR_OP_COUNT] = {
#define ROW(op, arity, precedence, text, c, latex, mathml) {#op, text, c, latex, mathml, arity, precedence},
    EXPR_OPS(ROW)
#undef ROW
};

/* Those that are functions of the C library. */
static double (*const functions[EXPR_OP_COUNT])(double) = {
    [EXPR_SQRT] = sqrt, [EXPR_SIN] = sin,   [EXPR_COS] = cos,   [EXPR_TAN] = tan,     [EXPR_ASIN] = asin,
    [EXPR_ACOS] = acos, [EXPR_ATAN] = atan, [EXPR_SINH] = sinh, [EXPR_COSH] = cosh,   [EXPR_TANH] = tanh,
    [EXPR_EXP] = exp,   [EXPR_LOG] = log,   [EXPR_ABS] = fabs,  [EXPR_FLOOR] = floor,
};
static double (*const functions_of_two[EXPR_OP_COUNT])(double, double) = {
    [EXPR_POW] = pow, [EXPR_ATAN2] = atan2, [EXPR_MIN] = fmin, [EXPR_MAX] = fmax, [EXPR_HYPOT] = hypot,
};

static double truth(int x) {
    return x ? 1.0 : 0.0;
}

static double logic(expr_op op, double a, double b, double c) {
    switch (op) {
    case EXPR_SIGN:
        return truth(a > 0) - truth(a < 0);
    case EXPR_LT:
        return truth(a < b);
    case EXPR_LE:
        return truth(a <= b);
    case EXPR_AND:
        return truth(a != 0 && b != 0);
    case EXPR_OR:
        return truth(a != 0 || b != 0);
    case EXPR_NOT:
        return truth(a == 0);
    case EXPR_SELECT:
        return a != 0 ? b : c;
    default:
        base_check_failed(__FILE__, __LINE__, "an operator with arguments");
    }
}

double expr_op_value(expr_op op, double a, double b, double c) {
    if (functions[op])
        return functions[op](a);
    if (functions_of_two[op])
        return functions_of_two[op](a, b);
    switch (op) {
    case EXPR_ADD:
        return a + b;
    case EXPR_SUB:
        return a - b;
    case EXPR_MUL:
        return a * b;
    case EXPR_DIV:
        return a / b;
    case EXPR_NEG:
        return -a;
    case EXPR_INTERVAL:
        return expr_table_interval(expr_table_of(a), b);
    case EXPR_CURVE:
        return expr_table_curve(expr_table_of(a), b, c);
    default:
        return logic(op, a, b, c);
    }
}
