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

static double truth(int x) {
    return x ? 1.0 : 0.0;
}

double expr_op_value(expr_op op, double a, double b, double c) {
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
    case EXPR_POW:
        return pow(a, b);
    case EXPR_SQRT:
        return sqrt(a);
    case EXPR_SIN:
        return sin(a);
    case EXPR_COS:
        return cos(a);
    case EXPR_TAN:
        return tan(a);
    case EXPR_ASIN:
        return asin(a);
    case EXPR_ACOS:
        return acos(a);
    case EXPR_ATAN:
        return atan(a);
    case EXPR_ATAN2:
        return atan2(a, b);
    case EXPR_SINH:
        return sinh(a);
    case EXPR_COSH:
        return cosh(a);
    case EXPR_TANH:
        return tanh(a);
    case EXPR_EXP:
        return exp(a);
    case EXPR_LOG:
        return log(a);
    case EXPR_ABS:
        return fabs(a);
    case EXPR_SIGN:
        return truth(a > 0) - truth(a < 0);
    case EXPR_MIN:
        return fmin(a, b);
    case EXPR_MAX:
        return fmax(a, b);
    case EXPR_HYPOT:
        return hypot(a, b);
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
    case EXPR_FLOOR:
        return floor(a);
    case EXPR_INTERVAL:
        return expr_table_interval(expr_table_of(a), b);
    case EXPR_CURVE:
        return expr_table_curve(expr_table_of(a), b, c);
    case EXPR_RATIONAL:
    case EXPR_REAL:
    case EXPR_VAR:
    case EXPR_TABLE:
    case EXPR_OP_COUNT:
        break;
    }
    base_check_failed(__FILE__, __LINE__, "an operator with arguments");
}
