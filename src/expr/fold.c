/* Operators on numbers only: exact where the operator keeps rationals rational. */
#include <float.h>
#include <math.h>

#include "expr/internal.h"
#include "expr/table.h"

static number truth(bool x) {
    return x ? NUMBER_ONE : NUMBER_ZERO;
}

/* What is too small for all its digits is not folded, as in products. */
static number unless_tiny(double x) {
    return number_real(fabs(x) < DBL_MIN ? NAN : x);
}

static number fold_power(number a, number b) {
    int64_t n;
    if (number_small_int(b, &n) || number_is(a, 0))
        return number_small_int(b, &n) ? number_power(a, n) : number_real(pow(a.value, b.value));
    return unless_tiny(pow(a.value, b.value));
}

/* A number that is a multiple of pi/2 to its last digit is meant to be one: its sine is 0 or 1, not 6e-17. */
static number fold_turn(expr_op op, number a) {
    double x = expr_op_value(op, a.value, 0, 0);
    int64_t turns;
    return number_real(number_quarter_turns(a, &turns) ? rint(x) : x);
}

/* Exact where the operator keeps rationals rational. */
static number fold(expr_op op, number a, number b, number c) {
    switch (op) {
    case EXPR_ADD:
        return number_add(a, b);
    case EXPR_SUB:
        return number_add(a, number_neg(b));
    case EXPR_MUL:
        return number_mul(a, b);
    case EXPR_DIV:
        return number_div(a, b);
    case EXPR_NEG:
        return number_neg(a);
    case EXPR_POW:
        return fold_power(a, b);
    case EXPR_EXP:
        return unless_tiny(exp(a.value));
    case EXPR_SQRT:
        return number_sqrt(a);
    case EXPR_SIN:
    case EXPR_COS:
        return fold_turn(op, a);
    case EXPR_ABS:
        return number_abs(a);
    case EXPR_MIN:
        return number_compare(a, b) <= 0 ? a : b;
    case EXPR_MAX:
        return number_compare(a, b) >= 0 ? a : b;
    case EXPR_LT:
        return truth(number_compare(a, b) < 0);
    case EXPR_LE:
        return truth(number_compare(a, b) <= 0);
    case EXPR_SELECT:
        return a.value != 0 ? b : c;
    default:
        return number_real(expr_op_value(op, a.value, b.value, c.value));
    }
}

expr_id expr_fold(graph *g, expr_op op, const expr_id *arg) {
    number x[3] = {NUMBER_ZERO, NUMBER_ZERO, NUMBER_ZERO};
    for (int k = 0; k < expr_op_table[op].arity; k++) {
        if (!is_constant(g, arg[k]))
            return EXPR_NONE;
        if (op_of(g, arg[k]) == EXPR_TABLE && !expr_table_at(g, arg[k])->knots)
            return EXPR_NONE;
        x[k] = op_of(g, arg[k]) == EXPR_TABLE ? number_real(node_at(g, arg[k])->value) : number_at(g, arg[k]);
        if (!number_finite(x[k]))
            return EXPR_NONE;
    }
    number result = fold(op, x[0], x[1], x[2]);
    return number_finite(result) ? expr_number(g, result) : EXPR_NONE;
}
