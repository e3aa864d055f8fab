/* Simplifying constructors of comparisons, logic and the choice between two values. */
#include "expr/internal.h"

expr_id expr_build_comparison(graph *g, expr_op op, const expr_id *arg) {
    if (expr_same(arg[0], arg[1]))
        return op == EXPR_LE ? g->one : g->zero;
    return expr_raw(g, op, arg[0], arg[1], arg[2]);
}

/* 0 or 1 whatever its arguments are. */
static bool is_truth(const graph *g, expr_id e) {
    expr_op op = op_of(g, e);
    return op == EXPR_LT || op == EXPR_LE || op == EXPR_AND || op == EXPR_OR || op == EXPR_NOT;
}

/* `and` absorbs in 0 and leaves alone in anything else; `or` the other way round. */
expr_id expr_build_connective(graph *g, expr_op op, const expr_id *arg) {
    expr_id a = arg[0], b = arg[1];
    for (int turn = 0; turn < 2; turn++) {
        double value;
        if (expr_is_number(g, a, &value)) {
            bool absorbs = (value != 0) == (op == EXPR_OR);
            if (absorbs)
                return op == EXPR_OR ? g->one : g->zero;
            if (is_truth(g, b))
                return b;
        }
        expr_id other = a;
        a = b;
        b = other;
    }
    return expr_same(a, b) && is_truth(g, a) ? a : expr_raw_ordered(g, op, a, b);
}

expr_id expr_build_not(graph *g, expr_op op, const expr_id *arg) {
    if (op_of(g, arg[0]) == EXPR_NOT && is_truth(g, arg_of(g, arg[0], 0)))
        return arg_of(g, arg[0], 0);
    return expr_raw(g, op, arg[0], arg[1], arg[2]);
}

static expr_id build_select(graph *g, const expr_id *arg) {
    double value;
    if (expr_is_number(g, arg[0], &value))
        return value != 0 ? arg[1] : arg[2];
    if (expr_same(arg[1], arg[2]))
        return arg[1];
    if (op_of(g, arg[0]) == EXPR_NOT)
        return expr_raw(g, EXPR_SELECT, arg_of(g, arg[0], 0), arg[2], arg[1]);
    return expr_raw(g, EXPR_SELECT, arg[0], arg[1], arg[2]);
}

expr_id expr_select(graph *g, expr_id condition, expr_id yes, expr_id no) {
    const expr_id arg[] = {condition, yes, no};
    expr_id folded = expr_fold(g, EXPR_SELECT, arg);
    return folded.i ? folded : build_select(g, arg);
}
