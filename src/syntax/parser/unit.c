/* The unit after a number: read as far as unit names go, without taking what belongs to the expression. */
#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "base/vec.h"
#include "syntax/numeral.h"
#include "syntax/parser/expression.h"
#include "syntax/parser/habits.h"
#include "syntax/vocabulary.h"

/* Bounds that keep a product of units within what a dimension can hold. */
enum { MAX_POWER = 99, MAX_DIMENSION = 30000 };

typedef struct unit_reader {
    parser *p;
    unit total;
    bool overflows;
    bool force, lever;        /* N m, which is not J */
    VEC(const char *) joined; /* names read after '*' or '/' */
    VEC(const char *) names;  /* all */
} unit_reader;

static bool names_unit(const syn_token *t) {
    unit u;
    return t->kind == TOKEN_NAME && dim_find_unit(t->name, &u);
}

/* 'in' before '[', or before the unit in which a result is shown, is the keyword, otherwise the inch. */
static bool is_keyword_in(const parser *p, const syn_token *name) {
    if (name[1].kind == '[')
        return true;
    bool inch_before_keyword = names_unit(name + 1) && strcmp(name[1].name, "in") == 0 && names_unit(name + 2);
    return p->shows && !p->brackets && names_unit(name + 1) && !inch_before_keyword; /* 12 in in ft */
}

/* Words that end a quantity although they may look like a unit. */
static bool ends_quantity(const parser *p, const syn_token *name) {
    syn_word word;
    if (strcmp(name->name, "in") == 0)
        return is_keyword_in(p, name);
    return syntax_find_word(name->name, &word) || syntax_is_action(name->name) || strcmp(name->name, "off") == 0 ||
           strcmp(name->name, "when") == 0 || strcmp(name->name, "as") == 0 || strcmp(name->name, "by") == 0;
}

static bool is_unit(const parser *p, const syn_token *t) {
    return names_unit(t) && !ends_quantity(p, t);
}

/* After '*' or '/' a name with something bound to it belongs to the model: 2 m*g'. */
static bool is_joined_unit(const parser *p, const syn_token *t) {
    return is_unit(p, t) && !parser_is_one_of(t + 1, "([.'");
}

/* The number of a power, if an integer that is small enough stands at `t`; otherwise 0. */
static int read_power(const parser *p, const syn_token *t) {
    if (t->kind != TOKEN_NUMBER)
        return 0;
    const char *digits = t->name != NULL ? t->name : parser_excerpt(p, t->at);
    if (strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 2)
        return 0;
    return atoi(digits);
}

/* total *= num/den * pi^pi_power * dim, or overflows. */
static void multiply(unit_reader *r, int64_t num, int64_t den, int pi_power, dimension dim) {
    unit *t = &r->total;
    int64_t across = base_common_divisor(num, t->den), down = base_common_divisor(t->num, den);
    r->overflows = __builtin_mul_overflow(t->num / down, num / across, &t->num) || r->overflows;
    r->overflows = __builtin_mul_overflow(t->den / across, den / down, &t->den) || r->overflows;
    t->pi_power += pi_power;
    for (int i = 0; i < DIM_COUNT; i++)
        if (abs(t->dim.e[i] + dim.e[i]) > MAX_DIMENSION)
            r->overflows = true;
    if (!r->overflows)
        t->dim = dim_mul(t->dim, dim);
}

static void multiply_power(unit_reader *r, const unit *u, int power) {
    const dimension one = {{0}};
    for (int i = 0; i < abs(power) && !r->overflows; i++) {
        if (power > 0)
            multiply(r, u->num, u->den, u->pi_power, u->dim);
        else
            multiply(r, u->den, u->num, -u->pi_power, dim_div(one, u->dim));
    }
}

/* One name with its power, which the parser sees; sign -1 divides. */
static void read_factor(unit_reader *r, int sign) {
    parser *p = r->p;
    unit u = {.num = 1, .den = 1};
    int power = 1;
    dim_find_unit(parser_current(p)->name, &u);
    vec_push(p->memory, &r->names, parser_current(p)->name);
    parser_advance(p);
    const syn_token *t = &p->tokens.at[p->at];
    if (t->kind == '^') {
        bool negative = t[1].kind == '-';
        int given = read_power(p, negative ? t + 2 : t + 1);
        if (given != 0) {
            power = negative ? -given : given;
            for (int i = 0; i < (negative ? 3 : 2); i++)
                parser_advance(p);
        }
    }
    multiply_power(r, &u, sign * power);
    const dimension force = {.e = {[DIM_KG] = DIM_ONE, [DIM_M] = DIM_ONE, [DIM_S] = -2 * DIM_ONE}};
    const dimension length = {.e = {[DIM_M] = DIM_ONE}};
    r->force = r->force || (sign * power == 1 && dim_equal(u.dim, force));
    r->lever = r->lever || (sign * power == 1 && dim_equal(u.dim, length));
}

/* Whether `t` opens a parenthesis that holds nothing but units: N/(m s). */
static bool opens_units(const parser *p, const syn_token *t) {
    if (t->kind != '(')
        return false;
    bool any = false;
    for (t++; t->kind != ')'; t++) {
        if (t->kind == TOKEN_NAME && !is_unit(p, t))
            return false;
        if (t->kind != TOKEN_NAME && t->kind != '*' && t->kind != '^' && t->kind != '-' && t->kind != TOKEN_NUMBER)
            return false;
        any = any || t->kind == TOKEN_NAME;
    }
    return any;
}

static void join(unit_reader *r, int sign) {
    vec_push(r->p->memory, &r->joined, parser_current(r->p)->name);
    read_factor(r, sign);
}

static void read_divided_group(unit_reader *r) {
    parser *p = r->p;
    span outer = parser_open(p);
    while (!p->failed && !parser_sees(p, ')')) {
        parser_accept(p, '*');
        if (!parser_sees(p, TOKEN_NAME)) {
            parser_fail_expected(p, "a unit");
            return;
        }
        join(r, -1);
    }
    parser_close(p, ')', outer);
}

/* 2 m as 2*m: what was taken for units may be names too. */
static const char *with_products(const unit_reader *r, const char *amount) {
    strbuf s = base_strbuf_make(r->p->memory);
    base_strbuf_add(&s, amount);
    for (size_t i = 0; i < r->names.len; i++)
        base_strbuf_printf(&s, "*%s", r->names.at[i]);
    return base_strbuf_text(&s);
}

/* The 1/2 of 1/2 m l^2: the number with what it divides. */
static span with_dividend(const parser *p, span number) {
    const syn_token *t = &p->tokens.at[p->at];
    while (t > p->tokens.at && t->at.begin > number.begin)
        t--;
    return t[-1].kind == '/' && t[-2].kind == TOKEN_NUMBER ? span_join(t[-2].at, number) : number;
}

static void fail_unknown(unit_reader *r, span number) {
    parser *p = r->p;
    const syn_token *t = parser_current(p);
    finding *f = parser_fail(p, DIAG_E0302, t->at, "unknown unit '%s'", t->name);
    const char *words[WORD_COUNT], *symbol = dim_unit_of_word(t->name);
    diag_suggest(p->findings, f, t->name, words, syntax_list_words(p->words, words));
    const char *amount = parser_excerpt(p, number);
    if (symbol != NULL && strcmp(symbol, "lb") == 0)
        diag_help(p->findings, f, "write %s lb for a mass, %s lbf for a force", amount, amount);
    else if (symbol != NULL) {
        diag_help(p->findings, f, "write %s %s", amount, symbol);
        diag_fix(p->findings, f, t->at, "%s", symbol);
    } else if (f->primary[0] == '\0')
        diag_help(p->findings, f, "units are written like kg m/s^2; if '%s' is a name of the model, write %s*%s",
                  t->name, with_products(r, parser_excerpt(p, with_dividend(p, number))), t->name);
}

/* Reads on while unit names come; true if there was at least one. */
static bool read_product(unit_reader *r, span number) {
    parser *p = r->p;
    bool any = false;
    for (;;) {
        const syn_token *t = parser_current(p);
        if (t->kind == TOKEN_NAME && !ends_quantity(p, t)) {
            if (!is_unit(p, t)) {
                fail_unknown(r, number);
                return any;
            }
            read_factor(r, 1);
        } else if (any && (t->kind == '*' || t->kind == '/') && is_joined_unit(p, t + 1)) {
            parser_advance(p);
            join(r, t->kind == '*' ? 1 : -1);
        } else if (any && t->kind == '/' && opens_units(p, t + 1)) {
            parser_advance(p);
            read_divided_group(r);
        } else {
            return any;
        }
        any = true;
    }
}

/* What would bind a quantity's unit to the rest: 2 m*k could mean 2 times m*k. */
static void refuse_binding(const unit_reader *r, span number, span quantity) {
    parser *p = r->p;
    if (!parser_is_one_of(parser_current(p), "*/^'.(["))
        return;
    const syn_token *t = parser_current(p), *next = t + 1;
    const char *habit = parser_habit_of_units(p, quantity);
    finding *f = parser_fail(p, DIAG_E0113, quantity, "a quantity with a unit needs parentheses here");
    bool short_rest = next->kind == TOKEN_NAME || next->kind == TOKEN_NUMBER;
    span rest = {t->at.begin, short_rest ? next->at.end : t->at.end};
    if (habit != NULL)
        diag_help(p->findings, f, "%s", habit);
    else if (t->kind == '^' && t[-1].kind == TOKEN_NAME && next->kind != TOKEN_NAME)
        diag_help(p->findings, f, "units have whole powers of at most two digits; others are written (1 %s)%s%s",
                  r->names.at[r->names.len - 1], parser_excerpt(p, rest), short_rest ? "" : "...");
    else if (with_dividend(p, number).begin < number.begin)
        diag_help(p->findings, f, "write %s%s, or (%s)%s if '%s' is a unit",
                  with_products(r, parser_excerpt(p, with_dividend(p, number))), parser_excerpt(p, rest),
                  parser_excerpt(p, quantity), parser_excerpt(p, rest), r->names.at[0]);
    else {
        diag_help(p->findings, f, "write (%s)%s%s", parser_excerpt(p, quantity), parser_excerpt(p, rest),
                  short_rest ? "" : "...");
        diag_fix(p->findings, f, quantity, "(%s)", parser_excerpt(p, quantity));
    }
}

void parser_read_unit(parser *p, syn_expr *number, bool alone) {
    unit_reader r = {.p = p, .total = {.num = 1, .den = 1}};
    span begin = parser_current(p)->at, amount = number->at;
    if (!read_product(&r, amount))
        return;
    number->unit_at = span_join(begin, p->last);
    number->at = span_join(number->at, p->last);
    number->has_unit = true;
    if (r.overflows) {
        parser_fail(p, DIAG_E0302, number->at, "this unit is too large or too small to be exact");
        return;
    }
    number->unit = r.total;
    number->unit.dim.e[DIM_TURNS] = (int16_t)(r.total.dim.e[DIM_TURNS] - (r.force && r.lever ? DIM_ONE : 0));
    if (!alone || parser_sees(p, '+') || parser_sees(p, '-')) {
        number->doubtful = r.joined.at;
        number->doubtful_count = r.joined.len;
        number->units = r.names.at;
        number->unit_count = r.names.len;
    }
    refuse_binding(&r, amount, number->at);
}
