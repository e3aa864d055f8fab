/* Clauses: reading them after a statement, and checking that required ones are present. */
#include <string.h>

#include "syntax/parser/expression.h"
#include "syntax/parser/foreign.h"
#include "syntax/parser/parts.h"

typedef VEC(syn_clause) clause_list;

static bool in_set(uint64_t set, syn_word word) {
    return set >> word & 1;
}

/* "'mass' and 'at'" */
static const char *spell_set(parser *p, uint64_t set, const char *last_joint) {
    const char *words[WORD_COUNT];
    size_t count = syntax_list_words(set, words);
    strbuf s = base_strbuf_make(p->memory);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(&s, "%s'%s'", i == 0 ? "" : i + 1 == count ? last_joint : ", ", words[i]);
    return base_strbuf_text(&s);
}

bool parser_fail_before_value(parser *p, const syn_grammar *row, const syn_token *clause) {
    syn_word word;
    if (row->sample == NULL || clause->kind != TOKEN_NAME || !syntax_find_word(clause->name, &word) ||
        !in_set(syntax_clauses_of(row), word))
        return false;
    finding *f = parser_fail(p, DIAG_E0111, clause->at, "'%s' comes after the value", clause->name);
    parser_show_samples(p, f, row);
    return true;
}

/* force F: 3 N along y */
static bool is_along_of_force(const syn_grammar *row, const char *name) {
    const bool force = row == syntax_grammar(SYN_FORCE) || row == syntax_grammar(SYN_TORQUE);
    return force && strcmp(name, syntax_word_text(WORD_ALONG)) == 0;
}

static void fail_unknown(parser *p, const syn_grammar *row) {
    const syn_token *t = parser_current(p);
    if (parser_fail_before_value(p, row, t - 1))
        return;
    const char *words[WORD_COUNT];
    uint64_t set = syntax_clauses_of(row);
    finding *f = parser_fail(p, DIAG_E0111, t->at, "'%s' is not a clause of '%s'", t->name, row->keyword);
    syn_word meant;
    if (parser_clause_of_word(t->name, set, &meant)) {
        diag_help(p->findings, f, "write '%s'", syntax_word_text(meant));
        diag_fix(p->findings, f, t->at, "%s", syntax_word_text(meant));
        return;
    }
    if (is_along_of_force(row, t->name)) {
        diag_help(p->findings, f, "what acts along a coordinate s is written 'generalized NAME: s = F'");
        return;
    }
    diag_suggest(p->findings, f, t->name, words, syntax_list_words(set, words));
    diag_help(p->findings, f, "'%s' takes %s", row->keyword, spell_set(p, set, " and "));
}

/* over P radius R left without slip: on that disc; after a comma, on all. */
static bool read_without_slip(parser *p, const syn_grammar *row, clause_list *out) {
    const syn_token *t = parser_current(p);
    if (!in_set(row->optional, WORD_OVER) || t->kind != TOKEN_NAME || strcmp(t->name, "without") != 0)
        return false;
    const bool all = t[-1].kind == ',';
    size_t discs = 0;
    parser_advance(p);
    if (!parser_accept_word(p, "slip"))
        diag_help(p->findings, parser_fail_expected(p, "'slip'"), "as in 'over wheel radius 0.1 m left without slip'");
    for (size_t i = out->len; i > 0 && (all || !discs); i--)
        if (out->at[i - 1].word == WORD_OVER) {
            out->at[i - 1].grips = true;
            discs++;
        }
    if (!discs && !p->failed)
        parser_fail(p, DIAG_E0111, t->at, "a rope that runs over no disc has none to slip on");
    return true;
}

/* inertia I at P, at G: the first place is that of the inertia. */
static void rename_place_of_inertia(const syn_grammar *row, clause_list *clauses, syn_word word) {
    const size_t n = clauses->len;
    for (size_t i = 1; i < n && word == WORD_AT && in_set(row->optional, WORD_ABOUT); i++)
        if (clauses->at[i].word == WORD_AT && clauses->at[i - 1].word == WORD_INERTIA)
            clauses->at[i].word = WORD_ABOUT;
}

static void refuse_repetition(parser *p, const clause_list *clauses, syn_word word) {
    for (size_t i = 0; i < clauses->len; i++) {
        if (clauses->at[i].word != word)
            continue;
        finding *f = parser_fail(p, DIAG_E0112, parser_current(p)->at, "'%s' is given twice", syntax_word_text(word));
        diag_label_at(p->findings, f, clauses->at[i].at, "first here");
        return;
    }
}

/* 1 m by 0.2 m by 0.1 m, as a vector. */
static syn_expr *read_sizes(parser *p) {
    VEC(syn_expr *) sizes = {0};
    do
        vec_push(p->memory, &sizes, parser_read_expr(p));
    while (parser_accept_word(p, "by"));
    return parser_node(p, SYN_VECTOR, span_join(sizes.at[0]->at, p->last), sizes.at, sizes.len);
}

static syn_expr *read_value(parser *p, syn_word word) {
    switch (word) {
    case WORD_METHOD:
        return parser_read_name(p, "the name of a method");
    case WORD_AFTER:
        return parser_read_reference(p, "the name of an event");
    case WORD_REACTING:
        if (!parser_accept_word(p, "on"))
            parser_fail_expected(p, "'on' after 'reacting'");
        return parser_read_expr(p);
    case WORD_BOX:
    case WORD_PLATE:
        return read_sizes(p);
    case WORD_CYLINDER:
    case WORD_BALL:
    case WORD_DISC:
        if (!parser_accept_word(p, "radius"))
            diag_help(p->findings, parser_fail_expected(p, "'radius'"), "as in '%s radius 0.1 m'",
                      syntax_word_text(word));
        return parser_read_expr(p);
    default:
        return parser_read_expr(p);
    }
}

/* What may be said of every disc that a rope passes. */
static bool is_of_a_disc(const syn_grammar *row, syn_word word) {
    return in_set(row->optional, WORD_OVER) && (word == WORD_OVER || word == WORD_RADIUS || word == WORD_TURNS);
}

/* radius R left: the side on which the disc lies as one follows the rope. */
static int read_side(parser *p) {
    if (parser_accept_word(p, "left"))
        return 1;
    if (parser_accept_word(p, "right"))
        return -1;
    diag_help(p->findings, parser_fail_expected(p, "'left' or 'right'"),
              "the side of the rope on which the disc lies: 'over P radius 0.1 m left'");
    return 0;
}

static void read_clause(parser *p, const syn_grammar *row, syn_stmt *s, clause_list *out) {
    const syn_token *t = parser_current(p);
    syn_clause clause = {.at = t->at};
    if (t->kind != TOKEN_NAME) {
        parser_fail_expected(p, "a clause");
        return;
    }
    if (row->flags & KIND_ACTIONS && syntax_is_action(t->name)) {
        parser_fail_without_braces(p);
        return;
    }
    if (read_without_slip(p, row, out))
        return;
    if (!syntax_find_word(t->name, &clause.word) || !in_set(syntax_clauses_of(row), clause.word)) {
        fail_unknown(p, row);
        return;
    }
    rename_place_of_inertia(row, out, clause.word);
    if (!is_of_a_disc(row, clause.word))
        refuse_repetition(p, out, clause.word);
    parser_advance(p);
    if (parser_sees(p, '=')) {
        finding *f = parser_fail(p, DIAG_E0104, parser_current(p)->at, "a clause has no '='");
        diag_help(p->findings, f, "write '%s' and its value: %s ...", t->name, t->name);
        return;
    }
    clause.value = read_value(p, clause.word);
    if (clause.word == WORD_WITHIN)
        s->percent = parser_accept(p, '%');
    if (clause.word == WORD_RADIUS && is_of_a_disc(row, WORD_RADIUS))
        clause.side = read_side(p);
    vec_push(p->memory, out, clause);
}

/* 'off' or ', off' */
static bool read_off(parser *p, const syn_grammar *row, syn_stmt *s) {
    if (!(row->flags & KIND_OFF) || s->off || p->failed)
        return false;
    const syn_token *t = parser_current(p), *word = t->kind == ',' ? t + 1 : t;
    if (word->kind != TOKEN_NAME || strcmp(word->name, "off") != 0)
        return false;
    if (word != t)
        parser_advance(p);
    parser_advance(p);
    s->off = true;
    return true;
}

/* 'as given' or ', as given' */
static bool read_as_given(parser *p, const syn_grammar *row, syn_stmt *s) {
    if (!(row->flags & KIND_AS_GIVEN) || s->as_given || p->failed)
        return false;
    const syn_token *t = parser_current(p), *word = t->kind == ',' ? t + 1 : t;
    if (word->kind != TOKEN_NAME || strcmp(word->name, "as") != 0)
        return false;
    if (word != t)
        parser_advance(p);
    parser_advance(p);
    if (!parser_accept_word(p, "given"))
        diag_help(p->findings, parser_fail_expected(p, "'given'"), "as in 'expect range = 30 m within 1%% as given'");
    return s->as_given = true;
}

static bool read_label(parser *p, syn_stmt *s) {
    const syn_token *t = parser_current(p);
    if (s->label != NULL || !parser_accept(p, TOKEN_STRING))
        return false;
    s->label = t->name;
    return true;
}

/* coord x = 0, nominal = 1: a comma before what is no clause of a list. */
static bool begins_another(parser *p, const syn_grammar *row) {
    const syn_token *t = parser_current(p);
    syn_word word;
    if (!(row->flags & KIND_LIST) || t->kind != ',')
        return false;
    const bool clause =
        t[1].kind == TOKEN_NAME && syntax_find_word(t[1].name, &word) && in_set(syntax_clauses_of(row), word);
    return !clause || t[2].kind == '=' || t[2].kind == '~' || t[2].kind == '[';
}

void parser_read_tail(parser *p, const syn_grammar *row, syn_stmt *s) {
    bool takes_clauses = syntax_clauses_of(row) != 0;
    bool may_begin_with_comma = row->value != VALUE_NONE;
    clause_list clauses = {0};
    while (!p->failed) {
        if (read_off(p, row, s) || read_as_given(p, row, s) || read_label(p, s))
            continue;
        bool comma = may_begin_with_comma && takes_clauses && !begins_another(p, row) && parser_accept(p, ',');
        if (!comma && !(takes_clauses && parser_sees(p, TOKEN_NAME)))
            break;
        read_clause(p, row, s, &clauses);
        may_begin_with_comma = true;
    }
    s->clauses = clauses.at;
    s->clause_count = clauses.len;
}

static uint64_t given(const syn_stmt *s) {
    uint64_t set = 0;
    for (size_t i = 0; i < s->clause_count; i++)
        set |= (uint64_t)1 << s->clauses[i].word;
    return set;
}

/* "spring 's'", or the keyword alone. */
static const char *describe(parser *p, const syn_grammar *row, const syn_stmt *s) {
    return s->name == NULL ? base_arena_printf(p->memory, "'%s'", row->keyword)
                           : base_arena_printf(p->memory, "%s '%s'", row->keyword, s->name);
}

static void fail_missing(parser *p, const syn_grammar *row, const syn_stmt *s, uint64_t set, const char *joint) {
    span at = s->name != NULL ? s->name_at : s->keyword;
    finding *f = parser_fail(p, DIAG_E0110, at, "%s needs %s", describe(p, row, s), spell_set(p, set, joint));
    if (set == (uint64_t)1 << WORD_AT && given(s) >> WORD_ON & 1)
        diag_help(p->findings, f,
                  "say where it acts: 'at bob' at a particle, or at the centre of a body; 'on' is for other points of "
                  "bodies");
    else
        parser_show_samples(p, f, row);
}

void parser_check_clauses(parser *p, const syn_grammar *row, const syn_stmt *s) {
    const uint64_t set = given(s), either = row->either & set;
    const bool shaped = set & syntax_shapes; /* which says what others must */
    const uint64_t missing = shaped ? 0 : row->required & ~set;
    if (missing != 0)
        fail_missing(p, row, s, missing, " and ");
    if (row->either != 0 && either == 0 && !shaped)
        fail_missing(p, row, s, row->either, " or ");
    if (either == row->either && either != 0)
        parser_fail(p, DIAG_E0112, s->name_at, "%s takes %s, not both", describe(p, row, s),
                    spell_set(p, row->either, " or "));
    if ((row->together & set) != 0 && (row->together & ~set) != 0)
        fail_missing(p, row, s, row->together & ~set, " and ");
}
