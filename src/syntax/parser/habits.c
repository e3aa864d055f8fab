/* Common mistakes from other languages, books and calculators, and the correct spelling. */
#include "syntax/parser/habits.h"

#include <string.h>

#include "syntax/parser/foreign.h"

static bool touches(const syn_token *t) {
    return t[-1].at.end == t->at.begin;
}

static bool is_function_name(const char *name) {
    static const char *const names[] = {"sin",      "cos",    "tan",   "asin",    "acos",    "atan",    "sinh",
                                        "cosh",     "tanh",   "sqrt",  "exp",     "log",     "ln",      "abs",
                                        "norm",     "unit",   "final", "initial", "minimum", "maximum", "mean",
                                        "integral", "lambda", "force", "reaction"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The first word of the line. */
static const char *keyword_before(const parser *p, const syn_token *t) {
    while (t > p->tokens.at && t[-1].kind != TOKEN_LINE && t[-1].kind != ';' && t[-1].kind != '{')
        t--;
    return t->kind == TOKEN_NAME ? t->name : "";
}

static bool is_word(const syn_token *t, const char *word) {
    return t->kind == TOKEN_NAME && strcmp(t->name, word) == 0;
}

/* 9,81 */
static bool is_decimal_comma(const syn_token *comma) {
    return comma->kind == ',' && comma[-1].kind == TOKEN_NUMBER && comma[1].kind == TOKEN_NUMBER && touches(comma) &&
           touches(comma + 1);
}

/* , from  or  , until */
static bool is_window(const syn_token *t) {
    return t[-1].kind == ',' && (is_word(t, "from") || is_word(t, "until"));
}

/* What may follow an operand in other languages. */
static const char *habit_after_operand(parser *p, const syn_token *t) {
    if (is_decimal_comma(t))
        return base_arena_printf(p->memory, "a number has a decimal point, not a comma: %s.%s",
                                 parser_excerpt(p, t[-1].at), parser_excerpt(p, t[1].at));
    if (t->kind == '%' && (t[1].kind == TOKEN_NUMBER || t[1].kind == TOKEN_NAME || t[1].kind == '('))
        return "a remainder is written mod(x, y), a comment with '#'";
    if (t->kind == '%')
        return "a comment begins with '#'";
    if (t->kind == '\'' && t[-1].kind == TOKEN_NUMBER)
        return base_arena_printf(p->memory, "feet are written %s ft, inches %s in", parser_excerpt(p, t[-1].at),
                                 parser_excerpt(p, t[-1].at));
    if (t->kind == '=' && strcmp(keyword_before(p, t), "gravity") == 0)
        return "gravity has no name: gravity 9.81 m/s^2";
    if (t->kind == '=' && p->brackets > 0 && *diag_text_at(p->findings, p->open.begin) == '(')
        return "an '=' stands between the sides of a statement; within parentheses two values are compared by <, <=, > "
               "or "
               ">=";
    if (is_word(t, "at") && is_word(t + 1, "t") && strcmp(keyword_before(p, t), "initial") == 0)
        return "an initial value holds at t = 0 anyway";
    if ((is_word(t, "at") && strcmp(keyword_before(p, t), "report") == 0) || (t->kind == '(' && t[-1].kind == '\''))
        return "the value at an event is at(EVENT, x), with its instant as in 'event later when t > 2 s { }'";
    if (t->kind == TOKEN_NAME && t[1].kind == TOKEN_STRING && strcmp(keyword_before(p, t), "input") == 0)
        return base_arena_printf(p->memory, "an input gets its values when the model is run: --input NAME=%s",
                                 parser_excerpt(p, t[1].at));
    if (t->kind == '(' && t[-1].kind == TOKEN_NUMBER && t[-2].kind == '^' && t[-3].kind == TOKEN_NAME &&
        is_function_name(t[-3].name))
        return base_arena_printf(p->memory, "the power of a function follows its argument: %s(...)^%s", t[-3].name,
                                 parser_excerpt(p, t[-1].at));
    if ((t->kind == TOKEN_NUMBER || t->kind == '(') && is_word(t - 1, "in"))
        return "a range is written in square brackets: in [low, high]";
    if (is_window(t - 1) && t->kind == TOKEN_NUMBER)
        return "a window is between events: event later when t > 1 s { }, then from later";
    unit u;
    if (t->kind == '[' && t[-1].kind == TOKEN_NUMBER && t[1].kind == TOKEN_NAME && dim_find_unit(t[1].name, &u))
        return base_arena_printf(p->memory, "a unit stands behind its number without brackets: %s %s",
                                 parser_excerpt(p, t[-1].at), t[1].name);
    if (t->kind == TOKEN_NUMBER && t[-1].kind == TOKEN_NUMBER && t[1].kind == '/' && t[2].kind == TOKEN_NAME &&
        dim_find_unit(t[2].name, &u))
        return base_arena_printf(p->memory, "write %s %s^-1", parser_excerpt(p, t[-1].at), t[2].name);
    return NULL;
}

/* Signs in twos, and brackets that are no vector's. */
static const char *habit_of_signs(const parser *p, const syn_token *t, bool after_operand) {
    char open = p->brackets > 0 ? *diag_text_at(p->findings, p->open.begin) : '\0';
    if (t->kind == TOKEN_SAME || (t->kind == '=' && t[-1].kind == '='))
        return "one '=' is enough";
    if (t->kind == '=' && is_word(t - 1, "gravity"))
        return "gravity has no '=': gravity 9.81 m/s^2";
    if (t->kind == '*' && t[-1].kind == '*')
        return "a power is written with '^'";
    if (t->kind == '/' && t[-1].kind == '/')
        return "a comment begins with '#'";
    if ((t->kind == ')' || t->kind == ']') && p->brackets == 0)
        return "this bracket has no matching opening bracket";
    bool actions = t->kind == '{' && (t[1].kind == '}' || t[1].kind == TOKEN_LINE ||
                                      (t[1].kind == TOKEN_NAME && syntax_is_action(t[1].name)));
    if ((t->kind == '{' && !actions && !after_operand) || (t->kind == ',' && open == '('))
        return "a vector is written in square brackets: [x, y]";
    if (t->kind == TOKEN_NUMBER && t[-1].kind == ',' && touches(t) && touches(t - 1) && t[-2].kind == TOKEN_NUMBER)
        return "a number has a decimal point, not a comma";
    return NULL;
}

/* Two operands in a row. */
static const char *habit_of_products(parser *p, const syn_token *t) {
    unit u;
    bool named = t[-1].kind == TOKEN_NAME;
    if (t->kind != TOKEN_NAME && t->kind != TOKEN_NUMBER && t->kind != '(')
        return NULL;
    if (named && t->kind != '(' && is_function_name(t[-1].name))
        return base_arena_printf(p->memory, "a function has its argument in parentheses: %s(%s)", t[-1].name,
                                 parser_excerpt(p, t->at));
    if (named && strcmp(t[-1].name, "dt") == 0)
        return "a time derivative is written with a prime: x', or (x*y)'";
    bool one_letter = t->kind == TOKEN_NAME && t->name[1] == '\0'; /* m g y: rather a product than grams */
    if (t->kind == TOKEN_NAME && !one_letter && dim_find_unit(t->name, &u))
        return base_arena_printf(p->memory, "a unit follows a number: (1 %s); a product is written with '*'", t->name);
    return "a product is written with '*'";
}

const char *parser_habit(parser *p, const char *expected) {
    const syn_token *t = &p->tokens.at[p->at];
    bool after_operand = strncmp(expected, "an operator", strlen("an operator")) == 0;
    const char *habit = after_operand ? habit_after_operand(p, t) : NULL;
    habit = habit ? habit : habit_of_signs(p, t, after_operand);
    if (habit != NULL || !after_operand)
        return habit;
    if (strstr(expected, "','") != NULL && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_NAME))
        return "components and arguments are separated by commas, and a product is written with '*'";
    return habit_of_products(p, t);
}

/* x_dot = 3 m/s, x' = 3 m/s, x'(0) = 3 m/s, theta(0) = 30 deg. */
static const char *start_of(parser *p, const syn_token *t) {
    const char *dot = strstr(t->name, "_dot");
    if (dot != NULL && dot != t->name && dot[4] == '\0' && t[1].kind == '=')
        return base_arena_printf(p->memory, "an initial velocity is given by 'initial %.*s' = ...'",
                                 (int)(dot - t->name), t->name);
    if (t[1].kind == '\'' && (t[2].kind == '=' || (t[2].kind == '(' && t[4].kind == ')')))
        return base_arena_printf(p->memory, "an initial velocity is given by 'initial %s' = ...'", t->name);
    if (t[1].kind == '(' && t[2].kind == TOKEN_NUMBER && t[3].kind == ')')
        return base_arena_printf(p->memory, "a coordinate is declared with its initial value: coord %s = ...", t->name);
    return NULL;
}

/* m*x'' + k*x = 0 */
static bool is_equation_of_motion(const syn_token *t) {
    bool rate = false;
    for (; t->kind != TOKEN_LINE && t->kind != TOKEN_END && t->kind != '='; t++)
        rate = rate || t->kind == '\'';
    return rate && t->kind == '=';
}

const char *parser_habit_of_statements(parser *p, const syn_token *t) {
    const char *help = start_of(p, t);
    help = help ? help : parser_help_of_word(t->name);
    if (help == NULL && t[1].kind != TOKEN_NAME && is_equation_of_motion(t))
        return parser_help_of_word("equation");
    return help;
}

const char *parser_declaration_of(parser *p, const char *name) {
    static const char *const energies[][2] = {
        {"T", "kinetic"}, {"V", "potential"}, {"U", "potential"}, {"L", "lagrangian"}};
    for (size_t i = 0; i < sizeof energies / sizeof *energies; i++)
        if (strcmp(energies[i][0], name) == 0)
            return base_arena_printf(p->memory, "'%s %s = ...'", energies[i][1], name);
    return base_arena_printf(p->memory, "'param %s = ...', or 'let' for an expression that moves", name);
}

const char *parser_beginning(parser *p, const syn_grammar *row, const char *name) {
    static const char *const marks[] = {[HEAD_COLON] = ": ...", [HEAD_EQUALS] = " = ...", [HEAD_START] = " = ..."};
    if (row->value == VALUE_RANGE)
        return "for i in 1..3 { ... }";
    if (row->head == HEAD_SHAPE)
        return "draw ball at P";
    const char *mark = row->head == HEAD_NAME ? " ..." : marks[row->head];
    return base_arena_printf(p->memory, "%s %s%s", row->keyword, name != NULL ? name : "NAME", mark);
}

/* A name that is none: 2m, my-mass, my mass. */
const char *parser_habit_of_names(parser *p, const syn_grammar *row, const char *name) {
    const syn_token *t = &p->tokens.at[p->at];
    const syn_token *rest = t->kind == '-' ? t + 1 : t;
    bool again = rest->kind == TOKEN_NAME && parser_is_one_of(rest + 1, "=~:");
    if (name == NULL && is_decimal_comma(t - 1))
        return base_arena_printf(p->memory, "a number has a decimal point, not a comma: %s.%s",
                                 parser_excerpt(p, t[-2].at), parser_excerpt(p, t->at));
    if (name == NULL)
        return t->kind == TOKEN_NUMBER && (row->head == HEAD_NAME || touches(t + 1)) ? "a name begins with a letter"
                                                                                     : NULL;
    if (row->head == HEAD_START && !again && (t->kind == TOKEN_LINE || t->kind == TOKEN_END || t->kind == TOKEN_STRING))
        return base_arena_printf(p->memory,
                                 "it has its value at the start: %s %s = ..., or '~' and a guess that the "
                                 "constraints correct",
                                 row->keyword, name);
    if (t->kind == ',' && t[1].kind == TOKEN_NAME && row->flags & KIND_LIST)
        return base_arena_printf(p->memory, "each name has its own value: %s %s = ..., %s = ...", row->keyword, name,
                                 t[1].name);
    if (again && strcmp(name, "energy") == 0)
        return base_arena_printf(p->memory, "as in '%s %s = ...'", row->keyword, rest->name);
    if (again)
        return base_arena_printf(p->memory, "a name has no spaces and no dashes: %s_%s", name, rest->name);
    if (row->head == HEAD_START && t->kind == '\'')
        return base_arena_printf(
            p->memory, "a coordinate is declared with its initial position; its velocity by 'initial %s' = ...'", name);
    if (row->head == HEAD_START && t->kind == '(')
        return base_arena_printf(p->memory, "a coordinate depends on time implicitly: coord %s = ...", name);
    return NULL;
}

/* "s2" as "s^2"; NULL if it is no unit with a digit. */
static const char *unit_with_power(parser *p, const char *name) {
    size_t letters = strcspn(name, "0123456789");
    unit u;
    if (letters == 0 || strlen(name) != letters + 1)
        return NULL;
    const char *symbol = base_arena_copy(p->memory, name, letters);
    return dim_find_unit(symbol, &u) ? base_arena_printf(p->memory, "%s^%c", symbol, name[letters]) : NULL;
}

const char *parser_habit_of_units(parser *p, span quantity) {
    const syn_token *t = parser_current(p);
    if (t->kind == '*' && t[1].kind == '*')
        return "a power is written with '^'";
    if (t->kind == '\'' && t[1].kind == TOKEN_NAME && t[2].kind == '\'')
        return base_arena_printf(p->memory, "a label is written in double quotes: \"%s\"", t[1].name);
    if ((t->kind != '/' && t->kind != '*') || t[1].kind != TOKEN_NAME)
        return NULL;
    const char *symbol = unit_with_power(p, t[1].name);
    if (symbol == NULL)
        symbol = dim_unit_of_word(t[1].name);
    if (symbol == NULL)
        return NULL;
    return base_arena_printf(p->memory, "write %s%c%s", parser_excerpt(p, quantity), (char)t->kind, symbol);
}
