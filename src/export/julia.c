/* Equations of motion as a module of Julia. */
#include "export/code.h"

static const char *const reserved[] = {
    "baremodule", "begin", "break",      "catch",  "const",    "continue", "do",     "else",        "elseif", "end",
    "export",     "false", "finally",    "for",    "function", "global",   "if",     "import",      "in",     "isa",
    "let",        "local", "macro",      "module", "quote",    "return",   "struct", "true",        "try",    "using",
    "where",      "while", "state",      "par",    "accel",    "mult",     "t",      "T",           "rate",   "f",
    "f_dot",      "slope", "rate_slope", "out",    "left",     "zeros",    "pi",     "Inf",         "NaN",    "sin",
    "cos",        "tan",   "sqrt",       "abs",    "sign",     "min",      "max",    "exp",         "log",    "floor",
    "hypot",      "asin",  "acos",       "atan",   "sinh",     "cosh",     "tanh",   "number_type", NULL};
static const code_language julia = {.part = "julia",
                                    .extension = "jl",
                                    .notation = NOTATION_JULIA,
                                    .comment = "#",
                                    .goes_on = "",
                                    .statement = "\1 = \2",
                                    .definition = "\1 = \2",
                                    .between = ";",
                                    .entry = "\1[\2, \3]",
                                    .component = "\1[\2]",
                                    .matrix = "\1 = zeros(T, \2, \3)",
                                    .parameter = "\1 = \2,",
                                    .value = "par.\1",
                                    .item = ",",
                                    .quote = "\"",
                                    .first = 1,
                                    .reserved = reserved};

export_files export_julia(model *m, const export_options *options, arena *a) {
    return export_code(m, options, &julia, a);
}
