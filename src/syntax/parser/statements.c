/* The statement parser: one reading of the table of kinds, and recovery at the next statement. */
#include "syntax/parser.h"

#include "base/vec.h"
#include "syntax/parser/expression.h"
#include "syntax/parser/foreign.h"
#include "syntax/parser/habits.h"
#include "syntax/parser/parts.h"
#include "syntax/vocabulary.h"

static void read_statements(parser *p, stmt_list *out);

/* [index] or [first..last] behind a name. */
static void read_index(parser *p, const syn_grammar *row, syn_stmt *s) {
    if (!parser_sees(p, '['))
        return;
    span outer = parser_open(p);
    s->index = parser_read_expr(p);
    if (row->flags & KIND_FAMILY && parser_accept(p, TOKEN_RANGE))
        s->index_last = parser_read_expr(p);
    parser_close(p, ']', outer);
    s->name_at = span_join(s->name_at, p->last);
}

static void read_params(parser *p, syn_stmt *s) {
    VEC(const char *) names = {0};
    VEC(span) places = {0};
    span outer = parser_open(p);
    do {
        const syn_token *t = parser_current(p);
        if (!parser_require(p, TOKEN_NAME, "the name of an argument"))
            return;
        vec_push(p->memory, &names, t->name);
        vec_push(p->memory, &places, t->at);
    } while (parser_accept(p, ','));
    parser_close(p, ')', outer);
    s->params = names.at;
    s->param_at = places.at;
    s->param_count = names.len;
}

/* Where no habit is known: how such a statement begins. */
static void show_beginning(parser *p, const syn_grammar *row, const char *name, finding *f) {
    const char *habit = parser_habit_of_names(p, row, name);
    if (f->code != DIAG_E0104 || f->help != NULL)
        return;
    if (habit != NULL)
        diag_help(p->findings, f, "%s", habit);
    else
        diag_help(p->findings, f, "as in '%s'", parser_beginning(p, row, name));
}

static finding *read_mark(parser *p, kind_head head, syn_stmt *s) {
    s->mark = head == HEAD_START && parser_sees(p, '~') ? '~' : '=';
    return parser_accept(p, s->mark) ? NULL : parser_fail_expected(p, head == HEAD_START ? "'=' or '~'" : "'='");
}

/* What stands where the name should is none if it cannot be followed by a clause: constraint x = 2. */
static void fail_without_colon(parser *p, const syn_grammar *row, syn_stmt *s) {
    bool named = parser_sees(p, TOKEN_NAME) || parser_sees(p, TOKEN_LINE) || parser_sees(p, TOKEN_END);
    if (row->value != VALUE_NONE && parser_fail_before_value(p, row, parser_current(p)))
        return;
    finding *f = parser_fail_expected(p, "':'");
    if (!named)
        s->name = NULL;
    if (f->code != DIAG_E0104)
        return;
    if (row->sample != NULL)
        parser_show_samples(p, f, row);
    else
        diag_help(p->findings, f, "as in '%s'", parser_beginning(p, row, named ? s->name : NULL));
}

static bool ends_line(int kind) {
    return kind == TOKEN_LINE || kind == TOKEN_END || kind == ';' || kind == '}';
}

/* m1, m2 = 1 kg: meant for both in other languages. */
static bool shares_value(parser *p) {
    const syn_token *t = parser_current(p);
    for (; t[0].kind == ',' && t[1].kind == TOKEN_NAME; t += 2)
        if (t[2].kind == '=')
            return true;
    return false;
}

/* Behind a name: the end, the next of a list, a label, 'in'. */
static bool follows_no_value(parser *p) {
    const int kind = parser_current(p)->kind;
    return ends_line(kind) || (kind == ',' && !shares_value(p)) || kind == TOKEN_STRING || parser_sees_word(p, "in");
}

/* rod from [0, 0] to P: a clause where the name should be; from: and from[1]: are names. */
static bool stands_for_name(parser *p, const syn_grammar *row) {
    const syn_token *t = parser_current(p);
    syn_word word;
    if (t->kind != TOKEN_NAME || row->head != HEAD_COLON || !row->sample)
        return false; /* behind the end there is nothing to look at */
    const bool named = t[1].kind == ':' || (t[1].kind == '[' && t[1].at.begin == t->at.end);
    return !named && syntax_find_word(t->name, &word) && syntax_clauses_of(row) >> word & 1;
}

static void read_head(parser *p, const syn_grammar *row, syn_stmt *s) {
    if (row->head == HEAD_NONE)
        return;
    const syn_token *t = parser_current(p);
    if (stands_for_name(p, row)) {
        parser_show_samples(p, parser_fail(p, DIAG_E0104, t->at, "a name and ':' are expected here"), row);
        return;
    }
    if (!parser_accept(p, TOKEN_NAME)) {
        show_beginning(p, row, NULL, parser_fail_expected(p, "a name"));
        return;
    }
    s->name = t->name;
    s->name_at = t->at;
    if (row->head == HEAD_SHAPE)
        return;
    read_index(p, row, s);
    if (row->flags & KIND_PARAMS && parser_sees(p, '('))
        read_params(p, s);
    if (row->head == HEAD_COLON && !parser_accept(p, ':'))
        fail_without_colon(p, row, s);
    if (row->head != HEAD_EQUALS && row->head != HEAD_START)
        return;
    const bool needs_value = row->flags & KIND_PARAMS && s->param_count == 0;
    s->bare = row->flags & KIND_BARE && !needs_value && follows_no_value(p);
    if (s->bare)
        return;
    bool rate = row->head == HEAD_START && parser_sees(p, '\''); /* coord x' = ...: no coordinate of its own */
    finding *f = read_mark(p, row->head, s);
    if (f != NULL)
        show_beginning(p, row, s->name, f);
    if (rate)
        s->name = NULL;
}

/* left = right, if an '=' follows `left`. */
static syn_expr *read_equation(parser *p, syn_expr *left) {
    if (left->op == SYN_SAME) {
        diag_help(p->findings, parser_fail(p, DIAG_E0104, left->at, "an equation is written with '='"),
                  "one '=' is enough");
        return left;
    }
    if (!parser_accept(p, '='))
        return left;
    syn_expr *both[] = {left, parser_read_expr(p)};
    syn_expr *e = parser_node(p, SYN_EQ, span_join(left->at, both[1]->at), both, 2);
    parser_refuse_chain(p);
    return e;
}

static void read_start(parser *p, syn_stmt *s) {
    if (parser_sees_word(p, "velocity") && parser_is_one_of(parser_current(p) + 1, "="))
        diag_help(p->findings, parser_fail(p, DIAG_E0104, parser_current(p)->at, "a rate is expected here"),
                  "each coordinate has its own initial velocity: initial x' = 3, y' = 4");
    s->target = parser_read_expr(p);
    if (s->target->op == SYN_CALL && !parser_sees(p, '=') && !parser_sees(p, '~'))
        return;
    bool timed = parser_sees(p, '('); /* x'(0) */
    finding *f = read_mark(p, HEAD_START, s);
    if (f != NULL && f->code == DIAG_E0104)
        diag_help(p->findings, f, "as in 'initial %s = ...'%s", parser_excerpt(p, s->target->at),
                  timed ? ", without the time" : "");
    s->value = parser_read_expr(p);
}

static void read_condition(parser *p, syn_stmt *s) {
    s->every = parser_accept_word(p, "every");
    if (!s->every && !parser_accept_word(p, "when"))
        parser_show_samples(p, parser_fail_expected(p, "'when' or 'every'"), syntax_grammar(SYN_EVENT));
    s->value = parser_read_expr(p);
    if (!parser_sees(p, '='))
        return;
    finding *f = parser_fail(p, DIAG_E0104, parser_current(p)->at, "a condition compares with <, <=, > or >=");
    diag_help(p->findings, f, "an event fires when its condition becomes true: write '>' or '<' for a crossing");
}

static void read_range(parser *p, syn_stmt *s) {
    static const char sample[] = "as in 'for i in 1..3 { ... }'";
    if (!parser_accept_word(p, "in"))
        diag_help(p->findings, parser_fail_expected(p, "'in'"), "%s", sample);
    s->low = parser_read_expr(p);
    if (!parser_accept(p, TOKEN_RANGE))
        diag_help(p->findings, parser_fail_expected(p, "'..'"), "%s", sample);
    s->high = parser_read_expr(p);
}

static syn_expr *make_one(parser *p) {
    syn_expr *one = parser_node(p, SYN_NUMBER, p->last, NULL, 0);
    one->exact = true;
    one->num = one->den = 1;
    one->value = 1;
    return one;
}

/* The unit behind 'in', as the quantity 1 UNIT. */
static syn_expr *read_unit(parser *p, const char *sample) {
    syn_expr *one = make_one(p);
    parser_read_unit(p, one, true);
    if (!one->has_unit)
        diag_help(p->findings, parser_fail_expected(p, "a unit"), "%s", sample);
    return one;
}

/* 'in UNIT' after a result; NULL if it does not follow. */
static syn_expr *read_shown_unit(parser *p) {
    p->shows = false;
    return parser_accept_word(p, "in") ? read_unit(p, "as in 'report range = final(x) in ft'") : NULL;
}

/* What stands in for the value of a parameter or function without one: 1, of its unit if that follows. */
static void read_bare(parser *p, syn_stmt *s) {
    const bool named = parser_sees_word(p, "in") && parser_next_kind(p) != '[' && parser_accept_word(p, "in");
    s->value = named ? read_unit(p, s->param_count ? "as in 'let f(x) in N'" : "as in 'param m in kg'") : make_one(p);
}

static void fail_without_equation(parser *p, const syn_stmt *s) {
    if (p->failed || !parser_is_comparison(s->value->op)) {
        finding *none = parser_fail_expected(p, "'='");
        if (none->code == DIAG_E0104 && none->help == NULL)
            diag_help(p->findings, none, "an equation has two sides: constraint %s: %s = 0", s->name,
                      parser_excerpt(p, s->value->at));
        return;
    }
    bool least = s->value->op == SYN_GT || s->value->op == SYN_GE;
    const char *sides[] = {parser_excerpt(p, s->value->args[0]->at), parser_excerpt(p, s->value->args[1]->at)};
    finding *f = parser_fail(p, DIAG_E0104, s->value->at, "a constraint is an equation");
    diag_help(p->findings, f, "a one-sided condition is a contact: 'contact %s: %s %s %s'", s->name, sides[0],
              least ? ">=" : "<=", sides[1]);
}

static void read_comparison(parser *p, syn_stmt *s) {
    s->value = parser_read_expr(p);
    if (p->failed || parser_is_comparison(s->value->op))
        return;
    const bool contact = s->kind == SYN_CONTACT;
    finding *f =
        parser_fail(p, DIAG_E0104, s->value->at, "%s needs a comparison", contact ? "a contact" : "an assumption");
    diag_help(p->findings, f, "write it as in '%s'; an equation is a constraint", contact ? "y >= 0" : "assume r > 0");
}

static void read_value(parser *p, kind_value form, syn_stmt *s) {
    switch (form) {
    case VALUE_NONE:
        return;
    case VALUE_EXPR:
        s->value = parser_read_expr(p);
        return;
    case VALUE_EQUATION:
        s->value = read_equation(p, parser_read_expr(p));
        if (s->value->op != SYN_EQ)
            fail_without_equation(p, s);
        return;
    case VALUE_CLAIM:
        s->value = read_equation(p, parser_read_expr(p));
        return;
    case VALUE_COMPARISON:
        read_comparison(p, s);
        return;
    case VALUE_TARGET:
        s->target = parser_read_expr(p);
        read_mark(p, HEAD_EQUALS, s);
        s->value = parser_read_expr(p);
        return;
    case VALUE_START:
        read_start(p, s);
        return;
    case VALUE_WHEN:
        read_condition(p, s);
        return;
    case VALUE_RANGE:
        read_range(p, s);
        return;
    case VALUE_ARGUMENTS:
        parser_read_component(p, s);
        return;
    case VALUE_PART:
        parser_read_part(p, s);
        return;
    case VALUE_FILE:
        parser_read_file(p, s);
        return;
    }
}

static void read_body(parser *p, syn_stmt *s) {
    span open = parser_current(p)->at;
    if (!parser_require(p, '{', "'{'"))
        return;
    stmt_list body = {0};
    p->braces++;
    if (parser_enter(p))
        read_statements(p, &body);
    parser_leave(p);
    s->body = body.at;
    s->body_count = body.len;
    if (parser_sees(p, TOKEN_END))
        parser_fail_unclosed(p, open);
    if (parser_accept(p, '}'))
        p->braces--;
}

static void expect_end(parser *p, const syn_grammar *row, const syn_stmt *s) {
    if (ends_line(parser_current(p)->kind))
        return;
    const bool begun = p->last.begin != s->keyword.begin && (row->value != VALUE_NONE || s->clause_count > 0);
    finding *f = parser_fail_expected(p, begun ? "an operator or the end of the line" : "a clause");
    if (!begun && f->code == DIAG_E0104)
        parser_show_samples(p, f, row);
}

/* After a broken head: finds the body on the same line, so that its statements are read all the same. */
static void recover_at_body(parser *p) {
    size_t i = p->at;
    while (!ends_line(p->tokens.at[i].kind) && p->tokens.at[i].kind != '{')
        i++;
    if (p->tokens.at[i].kind != '{')
        return;
    p->at = i;
    p->brackets = 0;
    p->failed = false;
}

static void read_block(parser *p, const syn_grammar *row, syn_stmt *s) {
    if (row->flags & KIND_ACTIONS)
        parser_read_actions(p, s);
    if (!(row->flags & KIND_BODY))
        return;
    s->bad = p->failed;
    if (p->failed && p->depth < SYN_MAX_DEPTH)
        recover_at_body(p);
    if (!p->failed)
        read_body(p, s);
}

/* m = 1,5 kg: the declaration before the comma has another value than was meant. Where no name is to follow, a number
   may begin the next one: x' = 1, 2*y' = 3. */
static bool follows_decimal_comma(parser *p, const syn_grammar *row) {
    const syn_token *t = parser_current(p);
    return row->head != HEAD_NONE && !p->failed && t->kind == TOKEN_NUMBER && p->at >= 2 && t[-1].kind == ',' &&
           t[-2].kind == TOKEN_NUMBER;
}

/* One declaration: what follows the keyword, or a comma in a list. Kept if it is sound, or at least names something. */
static void read_declaration(parser *p, syn_kind kind, span keyword, span begin, stmt_list *out) {
    const syn_grammar *row = syntax_grammar(kind);
    syn_stmt *s = ARENA_NEW(p->memory, syn_stmt);
    s->kind = kind;
    s->keyword = keyword;
    p->words = syntax_clauses_of(row);
    if (out->len > 0 && follows_decimal_comma(p, row))
        out->at[out->len - 1]->bad = true;
    read_head(p, row, s);
    p->shows = row->flags & KIND_SHOWN;
    if (s->bare)
        read_bare(p, s);
    else
        read_value(p, row->value, s);
    if (row->flags & KIND_BOUNDS)
        parser_read_bounds(p, s);
    if (row->flags & KIND_SHOWN)
        s->shown = read_shown_unit(p);
    parser_read_tail(p, row, s);
    read_block(p, row, s);
    if (!(row->flags & KIND_LIST && parser_sees(p, ',')))
        expect_end(p, row, s);
    s->at = span_join(begin, p->last);
    parser_check_clauses(p, row, s);
    s->bad = s->bad || p->failed;
    if (s->bad && (s->name == NULL || row->head == HEAD_SHAPE))
        return;
    if (kind == SYN_ROPE)
        parser_add_rope(p, s, out);
    else
        vec_push(p->memory, out, s);
}

/* Passes over a token that is skipped; true if the statement ends before it. */
static bool skips_to_end(parser *p, int level, bool has_actions) {
    bool outside = p->braces == level;
    switch (p->tokens.at[p->at].kind) {
    case TOKEN_END:
        return true;
    case TOKEN_LINE:
        if (outside && !parser_line_goes_on(p, p->at))
            return true;
        /* Actions are no statements: where one begins, the brace was not closed. */
        return has_actions && parser_begins_statement(p, p->at + 1);
    case ';':
        return outside;
    case '{':
        p->braces++;
        return false;
    case '}':
        if (outside && level > 0)
            return true;
        if (!outside)
            p->braces--;
        return false;
    case '(':
    case '[':
        p->brackets++;
        return false;
    case ')':
    case ']':
        if (p->brackets > 0)
            p->brackets--;
        return false;
    default:
        return false;
    }
}

/* Whether the comma at the present token begins another declaration: ', NAME =', ', NAME ~' or ', NAME[1..2] ='. */
static bool begins_declaration(const parser *p, int level) {
    const syn_token *t = &p->tokens.at[p->at];
    if (p->brackets > 0 || p->braces != level || t->kind != ',' || t[1].kind != TOKEN_NAME)
        return false;
    t += 2;
    if (t->kind == '[') {
        while (t->kind != ']' && t->kind != TOKEN_LINE && t->kind != TOKEN_END)
            t++;
        t += t->kind == ']';
    }
    return t->kind == '=' || t->kind == '~';
}

/* After a failure: goes to the statement's end, or, in a list, to the name of the next declaration; true for that. */
static bool recover(parser *p, int level, unsigned flags) {
    bool found = false;
    while (!found && !skips_to_end(p, level, flags & KIND_ACTIONS)) {
        found = flags & KIND_LIST && begins_declaration(p, level);
        p->last = p->tokens.at[p->at].at;
        p->at++;
    }
    p->failed = false;
    p->brackets = 0;
    p->braces = level;
    return found;
}

/* coord x, y, z: one finding is enough, and the others are names all the same. */
static void declare_rest(parser *p, syn_kind kind, span keyword, stmt_list *out) {
    const syn_token *t = &p->tokens.at[p->at];
    for (; t[0].kind == ',' && t[1].kind == TOKEN_NAME && (t[2].kind == ',' || ends_line(t[2].kind)); t += 2) {
        syn_stmt *s = ARENA_NEW(p->memory, syn_stmt);
        *s = (syn_stmt){
            .kind = kind, .at = t[1].at, .keyword = keyword, .name = t[1].name, .name_at = t[1].at, .bad = true};
        vec_push(p->memory, out, s);
    }
}

/* A statement that cannot be told: what it seems to declare is kept, so that its names are not unknown as well. */
static void declare_bad(parser *p, span keyword, stmt_list *out) {
    const syn_token *t = &p->tokens.at[p->at];
    const bool value = t[1].kind == '(' && t[2].kind == TOKEN_NUMBER; /* theta(0) = 30 deg */
    if (t->kind != TOKEN_NAME || value || !parser_is_one_of(t + 1, "=~:[("))
        return;
    syn_stmt *s = ARENA_NEW(p->memory, syn_stmt);
    *s = (syn_stmt){.kind = SYN_LET, .at = t->at, .keyword = keyword, .name = t->name, .name_at = t->at, .bad = true};
    vec_push(p->memory, out, s);
}

static void fail_unknown(parser *p, const syn_token *t) {
    finding *f = parser_fail(p, DIAG_E0106, t->at, "unknown statement '%s'", t->name);
    const char *keywords[SYN_KIND_COUNT];
    diag_suggest(p->findings, f, t->name, keywords, syntax_list_keywords(keywords));
    const char *keyword = parser_keyword_of_word(t->name);
    syn_kind kind;
    if (keyword != NULL && syntax_find_kind(keyword, &kind) && syntax_grammar(kind)->head == HEAD_COLON &&
        parser_is_one_of(t + 2, "="))
        keyword = t[3].kind == '[' ? "let" : "param"; /* point A = [x, y], mass m = 1 kg */
    const char *habit = parser_habit_of_statements(p, t);
    if (habit != NULL)
        diag_help(p->findings, f, "%s", habit);
    else if (t[1].kind == '=')
        diag_help(p->findings, f, "a declaration begins with its kind: %s", parser_declaration_of(p, t->name));
    else if (keyword != NULL) {
        diag_help(p->findings, f, "write '%s'", keyword);
        diag_fix(p->findings, f, t->at, "%s", keyword);
    }
}

static void read_unknown(parser *p, stmt_list *out) {
    const syn_token *t = parser_current(p);
    int level = p->braces;
    if (t->kind == TOKEN_NAME) {
        fail_unknown(p, t);
        if (t[1].kind == TOKEN_NAME)
            p->at++;
    } else {
        finding *f = parser_fail_expected(p, "a statement");
        if (f->code == DIAG_E0104 && (t->kind == '/' || t->kind == '%'))
            diag_help(p->findings, f, "a comment begins with '#'");
    }
    do
        declare_bad(p, t->at, out);
    while (recover(p, level, KIND_LIST));
}

static void read_statement(parser *p, stmt_list *out) {
    const syn_token *t = parser_current(p);
    int level = p->braces;
    syn_kind kind;
    if (t->kind != TOKEN_NAME || !syntax_find_kind(t->name, &kind)) {
        read_unknown(p, out);
        return;
    }
    unsigned flags = syntax_grammar(kind)->flags;
    parser_advance(p);
    if (flags & KIND_ALONE && level > 0) {
        parser_fail(p, DIAG_E0118, t->at, "'%s' cannot stand within braces", t->name);
        recover(p, level, flags);
        return;
    }
    span begin = t->at;
    bool more = true;
    while (more) {
        read_declaration(p, kind, t->at, begin, out);
        if (p->failed && flags & KIND_LIST)
            declare_rest(p, kind, t->at, out);
        more = p->failed ? recover(p, level, flags) : flags & KIND_LIST && parser_accept(p, ',');
        begin = parser_current(p)->at;
    }
}

/* Statements up to the end of the text or the '}' of the block. */
static void read_statements(parser *p, stmt_list *out) {
    for (;;) {
        while (parser_accept(p, TOKEN_LINE) || parser_accept(p, ';')) {
        }
        if (p->failed || parser_sees(p, TOKEN_END) || (p->braces > 0 && parser_sees(p, '}')))
            return;
        if (parser_sees(p, '}')) {
            parser_fail(p, DIAG_E0104, parser_current(p)->at, "this '}' has no matching '{'");
            p->failed = false;
            parser_advance(p);
        } else {
            read_statement(p, out);
        }
    }
}

/* False if the source is too long to be read. */
static bool begin_text(parser *p, arena *a, intern *names, diag *d, size_t number) {
    const diag_source *source = diag_source_at(d, number);
    *p = (parser){.memory = a, .names = names, .findings = d};
    if (source->length > SYN_MAX_SOURCE) {
        diag_add(d, DIAG_E0109, (span){0, 0}, "the text has more than %d bytes", SYN_MAX_SOURCE);
        return false;
    }
    p->tokens = syntax_lex(a, names, source, diag_source_base(d, number));
    return true;
}

syn_tree syntax_parse_source(arena *a, intern *names, diag *d, size_t source) {
    parser p;
    stmt_list list = {0};
    if (begin_text(&p, a, names, d, source))
        read_statements(&p, &list);
    return (syn_tree){list.at, list.len};
}

syn_tree syntax_parse(arena *a, intern *names, diag *d) {
    return syntax_parse_source(a, names, d, 0);
}

syn_expr *syntax_parse_expr(arena *a, intern *names, diag *d) {
    parser p;
    if (!begin_text(&p, a, names, d, 0))
        return NULL;
    parser_accept(&p, TOKEN_LINE);
    syn_expr *e = parser_read_expr(&p);
    parser_accept(&p, TOKEN_LINE);
    if (!parser_sees(&p, TOKEN_END))
        parser_fail_expected(&p, "an operator or the end");
    return p.failed ? NULL : e;
}
