/* The one table of operators: name, arity, precedence, spelling in text, C, LaTeX and MathML. */
#ifndef LGR_EXPR_OPS_H
#define LGR_EXPR_OPS_H

/* ROW(OP, arity, precedence, text, C, LaTeX, MathML); what has a shape of its own in a notation has no spelling there.
   precedence: 9 atoms and calls, 8 power, 7 unary minus, 6 mul/div, 5 add/sub, 4 comparison, 3 not, 2 and, 1 or, 0 if.
   Comparisons and logic give 1 or 0. From TABLE on: see table.h; their first operand is a TABLE. */
#define EXPR_OPS(ROW)                                                                                                  \
    ROW(RATIONAL, 0, 9, "", "", "", "")                                                                                \
    ROW(REAL, 0, 9, "", "", "", "")                                                                                    \
    ROW(VAR, 0, 9, "", "", "", "")                                                                                     \
    ROW(ADD, 2, 5, "+", "+", "+", "+")                                                                                 \
    ROW(SUB, 2, 5, "-", "-", "-", "-")                                                                                 \
    ROW(MUL, 2, 6, "*", "*", "", "")                                                                                   \
    ROW(DIV, 2, 6, "/", "/", "", "")                                                                                   \
    ROW(NEG, 1, 7, "-", "-", "-", "-")                                                                                 \
    ROW(POW, 2, 8, "^", "pow", "", "")                                                                                 \
    ROW(SQRT, 1, 9, "sqrt", "sqrt", "", "")                                                                            \
    ROW(SIN, 1, 9, "sin", "sin", "\\sin", "sin")                                                                       \
    ROW(COS, 1, 9, "cos", "cos", "\\cos", "cos")                                                                       \
    ROW(TAN, 1, 9, "tan", "tan", "\\tan", "tan")                                                                       \
    ROW(ASIN, 1, 9, "asin", "asin", "\\arcsin", "arcsin")                                                              \
    ROW(ACOS, 1, 9, "acos", "acos", "\\arccos", "arccos")                                                              \
    ROW(ATAN, 1, 9, "atan", "atan", "\\arctan", "arctan")                                                              \
    ROW(ATAN2, 2, 9, "atan2", "atan2", "\\operatorname{atan2}", "atan2")                                               \
    ROW(SINH, 1, 9, "sinh", "sinh", "\\sinh", "sinh")                                                                  \
    ROW(COSH, 1, 9, "cosh", "cosh", "\\cosh", "cosh")                                                                  \
    ROW(TANH, 1, 9, "tanh", "tanh", "\\tanh", "tanh")                                                                  \
    ROW(EXP, 1, 9, "exp", "exp", "", "")                                                                               \
    ROW(LOG, 1, 9, "log", "log", "\\ln", "ln")                                                                         \
    ROW(ABS, 1, 9, "abs", "fabs", "", "")                                                                              \
    ROW(SIGN, 1, 9, "sign", "lgr_sign", "\\operatorname{sgn}", "sgn")                                                  \
    ROW(MIN, 2, 9, "min", "fmin", "\\min", "min")                                                                      \
    ROW(MAX, 2, 9, "max", "fmax", "\\max", "max")                                                                      \
    ROW(HYPOT, 2, 9, "hypot", "hypot", "\\operatorname{hypot}", "hypot")                                               \
    ROW(LT, 2, 4, "<", "<", "<", "&lt;")                                                                               \
    ROW(LE, 2, 4, "<=", "<=", "\\le", "&#x2264;")                                                                      \
    ROW(AND, 2, 2, "and", "&&", "\\wedge", "&#x2227;")                                                                 \
    ROW(OR, 2, 1, "or", "||", "\\vee", "&#x2228;")                                                                     \
    ROW(NOT, 1, 3, "not", "!", "\\neg", "&#xAC;")                                                                      \
    ROW(SELECT, 3, 0, "if", "?", "", "")                                                                               \
    ROW(FLOOR, 1, 9, "floor", "floor", "", "")                                                                         \
    ROW(TABLE, 0, 9, "", "", "", "")                                                                                   \
    ROW(INTERVAL, 2, 9, "interval", "lgr_interval", "\\operatorname{interval}", "interval")                            \
    ROW(CURVE, 3, 9, "", "", "", "")

typedef enum expr_op {
#define ROW(op, arity, precedence, text, c, latex, mathml) EXPR_##op,
    EXPR_OPS(ROW)
#undef ROW
        EXPR_OP_COUNT,
    EXPR_NUMERIC_OPS = EXPR_TABLE /* those before it take numbers alone */
} expr_op;

typedef struct expr_op_info {
    const char *name, *text, *c, *latex, *mathml;
    int arity, precedence;
} expr_op_info;

extern const expr_op_info expr_op_table[EXPR_OP_COUNT];

/* The value of an operator on numbers; leaves excluded. min, max, sign as in C99 without signed-zero rules. */
double expr_op_value(expr_op op, double a, double b, double c);

#endif
