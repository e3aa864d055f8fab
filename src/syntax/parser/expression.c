/* The expression parser: operators by precedence, and operands. */
#include "syntax/parser/expression.h"

#include <string.h>

#include "base/vec.h"
#include "syntax/numeral.h"
#include "syntax/parser.h"

typedef VEC(syn_expr *) expr_list;

enum { BIND_OR = 1, BIND_AND, BIND_COMPARE, BIND_SUM, BIND_PRODUCT, BIND_POWER };

typedef struct operator_row {
    int kind;
    syn_op op;
    int binding;
} operator_row;

static const operator_row operators[] = {
    {TOKEN_OR, SYN_OR, BIND_OR},
    {TOKEN_AND, SYN_AND, BIND_AND},
    {'<', SYN_LT, BIND_COMPARE},
    {TOKEN_LESS_EQUAL, SYN_LE, BIND_COMPARE},
    {'>', SYN_GT, BIND_COMPARE},
    {TOKEN_GREATER_EQUAL, SYN_GE, BIND_COMPARE},
    {TOKEN_SAME, SYN_SAME, BIND_COMPARE},
    {'+', SYN_ADD, BIND_SUM},
    {'-', SYN_SUB, BIND_SUM},
    {'*', SYN_MUL, BIND_PRODUCT},
    {'/', SYN_DIV, BIND_PRODUCT},
    {'^', SYN_POW, BIND_POWER},
};

static syn_expr *read_binary(parser *p, int least);

static void limit_size(parser *p) {
    if (++p->nodes <= SYN_MAX_NODES)
        return;
    parser_fail(p, DIAG_E0109, p->last, "the expressions of this text have more than %d parts", SYN_MAX_NODES);
    p->stopped = true;
    p->at = p->tokens.count - 1;
}

static void limit_height(parser *p, syn_expr *e) {
    if (e->height <= SYN_MAX_HEIGHT)
        return;
    finding *f = parser_fail(p, DIAG_E0108, p->last, "this expression has more than %d terms in a row", SYN_MAX_HEIGHT);
    diag_help(p->findings, f, "give parts of it names with 'let', or write it with 'sum'");
}

syn_expr *parser_node(parser *p, syn_op op, span at, syn_expr *const *args, size_t count) {
    syn_expr *e = ARENA_NEW(p->memory, syn_expr);
    e->op = op;
    e->at = at;
    e->arg_count = count;
    e->args = ARENA_ARRAY(p->memory, syn_expr *, count);
    for (size_t i = 0; i < count; i++) {
        e->args[i] = args[i];
        if (args[i]->height > e->height)
            e->height = args[i]->height;
    }
    e->height++;
    limit_size(p);
    limit_height(p, e);
    return e;
}

static syn_expr *leaf(parser *p, syn_op op) {
    const syn_token *t = parser_current(p);
    syn_expr *e = parser_node(p, op, t->at, NULL, 0);
    e->name = t->name;
    e->name_at = t->at;
    parser_advance(p);
    return e;
}

static syn_expr *bad_expr(parser *p) {
    return parser_node(p, SYN_BAD, p->last, NULL, 0);
}

static syn_expr *expected(parser *p, const char *what) {
    parser_fail_expected(p, what);
    return bad_expr(p);
}

static syn_expr *read_number(parser *p) {
    bool alone = p->at == p->start;
    const syn_token *t = parser_current(p);
    syn_expr *e = leaf(p, SYN_NUMBER);
    const char *text = t->name != NULL ? t->name : diag_text_at(p->findings, t->at.begin);
    size_t length = t->name != NULL ? strlen(t->name) : t->at.end - t->at.begin;
    numeral n;
    if (!syntax_numeral(text, length, &n)) {
        finding *f = parser_fail(p, DIAG_E0103, t->at, "this number is too %s", n.value > 1 ? "large" : "small");
        diag_primary(p->findings, f, "it cannot be distinguished from %s", n.value > 1 ? "infinity" : "0");
    }
    e->exact = n.exact;
    e->num = n.num;
    e->den = n.den;
    e->value = n.value;
    if (t->name == NULL)
        parser_read_unit(p, e, alone);
    e->name = NULL;
    return e;
}

static syn_expr *read_group(parser *p) {
    span begin = parser_current(p)->at, outer = parser_open(p);
    syn_expr *e = parser_read_expr(p);
    parser_close(p, ')', outer);
    e->at = span_join(begin, p->last);
    return e;
}

/* An argument: an expression, a text, or P on body. */
static syn_expr *read_argument(parser *p) {
    if (parser_sees(p, TOKEN_STRING))
        return leaf(p, SYN_STRING);
    syn_expr *e = parser_read_expr(p);
    if (!parser_accept_word(p, "on"))
        return e;
    syn_expr *both[] = {e, parser_read_expr(p)};
    return parser_node(p, SYN_ON, span_join(both[0]->at, both[1]->at), both, 2);
}

/* Whether a window of time follows: from EVENT, until EVENT. */
static bool begins_window(parser *p) {
    return (parser_sees_word(p, "from") || parser_sees_word(p, "until")) && parser_next_kind(p) == TOKEN_NAME;
}

/* from A until B: two arguments. */
static void read_window(parser *p, expr_list *list) {
    while (begins_window(p)) {
        span begin = parser_current(p)->at;
        syn_op op = parser_sees_word(p, "from") ? SYN_FROM : SYN_UNTIL;
        parser_advance(p);
        syn_expr *event = parser_read_operand(p);
        vec_push(p->memory, list, parser_node(p, op, span_join(begin, event->at), &event, 1));
    }
}

/* What stands between brackets, by commas. */
static expr_list read_list(parser *p, int closing) {
    expr_list list = {0};
    span outer = parser_open(p);
    if (!parser_sees(p, closing)) {
        do {
            if (closing == ')' && begins_window(p))
                read_window(p, &list);
            else
                vec_push(p->memory, &list, closing == ')' ? read_argument(p) : parser_read_expr(p));
        } while (parser_accept(p, ','));
    }
    if (!parser_sees(p, closing))
        parser_fail_expected(p, closing == ')' ? "an operator, ',' or ')'" : "an operator, ',' or ']'");
    parser_close(p, closing, outer);
    return list;
}

static syn_expr *read_vector(parser *p) {
    span begin = parser_current(p)->at;
    expr_list list = read_list(p, ']');
    if (list.len == 0) {
        parser_fail(p, DIAG_E0104, span_join(begin, p->last), "a vector needs components");
        return bad_expr(p);
    }
    return parser_node(p, SYN_VECTOR, span_join(begin, p->last), list.at, list.len);
}

static void set_name(syn_expr *e, const syn_token *name) {
    e->name = name->name;
    e->name_at = name->at;
}

static syn_expr *read_call(parser *p) {
    const syn_token *name = parser_current(p);
    parser_advance(p);
    expr_list list = read_list(p, ')');
    syn_expr *e = parser_node(p, SYN_CALL, span_join(name->at, p->last), list.at, list.len);
    set_name(e, name);
    return e;
}

static syn_expr *read_indexed(parser *p) {
    const syn_token *name = parser_current(p);
    parser_advance(p);
    span outer = parser_open(p);
    syn_expr *index = parser_read_expr(p);
    parser_close(p, ']', outer);
    syn_expr *e = parser_node(p, SYN_INDEX, span_join(name->at, p->last), &index, 1);
    set_name(e, name);
    return e;
}

/* sum(i in 1..N: term) */
static syn_expr *read_sum(parser *p) {
    span begin = parser_current(p)->at;
    parser_advance(p);
    span outer = parser_open(p);
    const syn_token *variable = parser_current(p);
    if (!parser_require(p, TOKEN_NAME, "the summation index, as in sum(i in 1..N: x[i])"))
        return bad_expr(p);
    if (!parser_accept_word(p, "in"))
        return expected(p, "'in', as in sum(i in 1..N: x[i]),");
    syn_expr *args[3];
    args[0] = parser_read_expr(p);
    parser_require(p, TOKEN_RANGE, "'..'");
    args[1] = parser_read_expr(p);
    parser_require(p, ':', "':'");
    args[2] = parser_read_expr(p);
    parser_close(p, ')', outer);
    syn_expr *e = parser_node(p, SYN_SUM, span_join(begin, p->last), args, 3);
    set_name(e, variable);
    return e;
}

static syn_expr *read_named(parser *p) {
    switch (parser_next_kind(p)) {
    case '(':
        return strcmp(parser_current(p)->name, "sum") == 0 ? read_sum(p) : read_call(p);
    case '[':
        return read_indexed(p);
    default:
        return leaf(p, SYN_NAME);
    }
}

static syn_expr *read_choice(parser *p) {
    span begin = parser_current(p)->at;
    parser_advance(p);
    syn_expr *args[3];
    args[0] = parser_read_expr(p);
    if (!parser_accept(p, TOKEN_THEN))
        diag_help(p->findings, parser_fail_expected(p, "'then'"), "as in 'if x > 0 then 1 else 0'");
    args[1] = parser_read_expr(p);
    if (!parser_accept(p, TOKEN_ELSE))
        diag_help(p->findings, parser_fail_expected(p, "'else'"), "both cases are needed: if C then A else B");
    args[2] = parser_read_expr(p);
    return parser_node(p, SYN_IF, span_join(begin, p->last), args, 3);
}

static syn_expr *read_primary(parser *p) {
    switch (parser_current(p)->kind) {
    case TOKEN_NUMBER:
        return read_number(p);
    case TOKEN_NAME:
        return read_named(p);
    case '(':
        return read_group(p);
    case '[':
        return read_vector(p);
    case TOKEN_IF:
        return read_choice(p);
    default:
        return expected(p, "an expression");
    }
}

static syn_expr *read_field(parser *p, syn_expr *of) {
    parser_advance(p);
    const syn_token *name = parser_current(p);
    if (!parser_require(p, TOKEN_NAME, "a name after '.'"))
        return bad_expr(p);
    syn_expr *args[] = {of, NULL};
    bool indexed = parser_sees(p, '[');
    if (indexed) {
        span outer = parser_open(p);
        args[1] = parser_read_expr(p);
        parser_close(p, ']', outer);
    }
    syn_expr *e = parser_node(p, SYN_FIELD, span_join(of->at, p->last), args, indexed ? 2 : 1);
    set_name(e, name);
    return e;
}

syn_expr *parser_read_operand(parser *p) {
    syn_expr *e = read_primary(p);
    int bound = 0;
    while (e->op != SYN_NUMBER && (parser_sees(p, '\'') || parser_sees(p, '.'))) {
        if (++bound > SYN_MAX_DEPTH) {
            parser_fail(p, DIAG_E0108, parser_current(p)->at, "more than %d primes or fields in a row", SYN_MAX_DEPTH);
        } else if (parser_sees(p, '.')) {
            e = read_field(p, e);
        } else {
            e = parser_node(p, SYN_PRIME, span_join(e->at, parser_current(p)->at), &e, 1);
            parser_advance(p);
        }
    }
    return e;
}

/* A prefix binds what follows more tightly than `least`: -x^2 is -(x^2), not a < b is not (a < b). */
static syn_expr *read_prefix(parser *p, syn_op op, int least) {
    span begin = parser_current(p)->at;
    bool alone = p->at == p->start;
    parser_advance(p);
    parser_current(p);
    if (alone)
        p->start = p->at;
    syn_expr *e = parser_enter(p) ? read_binary(p, least) : bad_expr(p);
    parser_leave(p);
    return parser_node(p, op, span_join(begin, e->at), &e, 1);
}

static syn_expr *read_unary(parser *p) {
    if (parser_sees(p, '-'))
        return read_prefix(p, SYN_NEG, BIND_POWER);
    if (parser_sees(p, TOKEN_NOT))
        return read_prefix(p, SYN_NOT, BIND_COMPARE);
    return parser_read_operand(p);
}

static const operator_row *find_operator(parser *p) {
    int kind = parser_current(p)->kind;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].kind == kind)
            return &operators[i];
    return NULL;
}

bool parser_is_comparison(syn_op op) {
    return op == SYN_LT || op == SYN_LE || op == SYN_GT || op == SYN_GE;
}

void parser_refuse_chain(parser *p) {
    const operator_row *next = find_operator(p);
    if (!parser_sees(p, '=') && (next == NULL || next->binding != BIND_COMPARE))
        return;
    bool equation = parser_sees(p, '=');
    finding *f =
        parser_fail(p, DIAG_E0104, parser_current(p)->at, equation ? "a second '='" : "comparisons do not chain");
    diag_help(p->findings, f, equation ? "write an equation with two sides" : "write two of them: a < b and b < c");
}

/* The right side of an operator; only + - * / ^ make a number on it part of a larger quantity. */
static syn_expr *read_right(parser *p, const operator_row *row) {
    parser_current(p);
    if (row->binding <= BIND_COMPARE)
        p->start = p->at;
    if (row->op != SYN_POW)
        return read_binary(p, row->binding + 1);
    syn_expr *e = parser_enter(p) ? read_binary(p, BIND_POWER) : bad_expr(p); /* from the right: 2^3^2 is 2^(3^2) */
    parser_leave(p);
    return e;
}

/* Operators that bind at least as tightly as `least`. */
static syn_expr *read_binary(parser *p, int least) {
    syn_expr *e = read_unary(p);
    for (const operator_row *row = find_operator(p); row != NULL && row->binding >= least; row = find_operator(p)) {
        parser_advance(p);
        syn_expr *both[] = {e, read_right(p, row)};
        e = parser_node(p, row->op, span_join(both[0]->at, both[1]->at), both, 2);
        if (row->binding == BIND_COMPARE)
            parser_refuse_chain(p);
    }
    return e;
}

syn_expr *parser_read_expr(parser *p) {
    syn_expr *e;
    if (parser_enter(p)) {
        parser_current(p);
        p->start = p->at;
        e = read_binary(p, BIND_OR);
    } else {
        e = bad_expr(p);
    }
    parser_leave(p);
    return e;
}

syn_expr *parser_read_reference(parser *p, const char *what) {
    if (!parser_sees(p, TOKEN_NAME))
        return expected(p, what);
    span begin = parser_current(p)->at;
    syn_expr *e = parser_read_operand(p);
    const syn_expr *root = e;
    while (root->op == SYN_FIELD)
        root = root->args[0];
    if (root->op != SYN_NAME && root->op != SYN_INDEX)
        parser_fail(p, DIAG_E0104, span_join(begin, e->at), "%s is expected here", what);
    return e;
}

syn_expr *parser_read_name(parser *p, const char *what) {
    return parser_sees(p, TOKEN_NAME) ? leaf(p, SYN_NAME) : expected(p, what);
}
