/* Clauses: reading them behind a statement, and checking that a statement has those it needs. */
#include <string.h>

#include "syntax/parser_expr.h"
#include "syntax/parser_stmt.h"

typedef VEC(syn_clause) clause_list;

static bool in_set(uint32_t set, syn_word word) {
    return set >> word & 1;
}

/* "'mass' and 'at'" */
static const char *spell_set(parser *p, uint32_t set, const char *last_joint) {
    const char *words[WORD_COUNT];
    size_t count = syn_list_words(set, words);
    strbuf s = strbuf_make(p->memory);
    for (size_t i = 0; i < count; i++)
        strbuf_printf(&s, "%s'%s'", i == 0 ? "" : i + 1 == count ? last_joint : ", ", words[i]);
    return strbuf_text(&s);
}

static void fail_unknown(parser *p, const kind_row *row) {
    const syn_token *t = syn_current(p);
    const char *words[WORD_COUNT];
    uint32_t set = syn_kind_words(row);
    finding *f = syn_fail(p, DIAG_E0111, t->at, "'%s' is no clause of '%s'", t->name, row->keyword);
    diag_suggest(p->findings, f, t->name, words, syn_list_words(set, words));
    diag_help(p->findings, f, "'%s' takes %s", row->keyword, spell_set(p, set, " and "));
}

static void refuse_repetition(parser *p, const clause_list *clauses, syn_word word) {
    for (size_t i = 0; i < clauses->len; i++) {
        if (clauses->at[i].word != word)
            continue;
        finding *f = syn_fail(p, DIAG_E0112, syn_current(p)->at, "'%s' is given twice", syn_word_text(word));
        diag_label_at(p->findings, f, clauses->at[i].at, "first here");
        return;
    }
}

static syn_expr *read_value(parser *p, syn_word word) {
    switch (word) {
    case WORD_METHOD:
        return syn_read_name(p, "the name of a method");
    case WORD_AFTER:
        return syn_read_reference(p, "the name of an event");
    case WORD_REACTING:
        if (!syn_accept_word(p, "on"))
            syn_fail_expected(p, "'on' after 'reacting'");
        return syn_read_expr(p);
    default:
        return syn_read_expr(p);
    }
}

static void read_clause(parser *p, const kind_row *row, syn_stmt *s, clause_list *out) {
    const syn_token *t = syn_current(p);
    syn_clause clause = {.at = t->at};
    if (t->kind != TOKEN_NAME) {
        syn_fail_expected(p, "a clause");
        return;
    }
    if (row->flags & KIND_ACTIONS && syn_is_action(t->name)) {
        syn_fail_without_braces(p);
        return;
    }
    if (!syn_find_word(t->name, &clause.word) || !in_set(syn_kind_words(row), clause.word)) {
        fail_unknown(p, row);
        return;
    }
    refuse_repetition(p, out, clause.word);
    syn_advance(p);
    if (syn_sees(p, '=')) {
        finding *f = syn_fail(p, DIAG_E0104, syn_current(p)->at, "a clause has no '='");
        diag_help(p->findings, f, "write '%s' and its value: %s ...", t->name, t->name);
        return;
    }
    clause.value = read_value(p, clause.word);
    if (clause.word == WORD_WITHIN)
        s->percent = syn_accept(p, '%');
    vec_push(p->memory, out, clause);
}

/* 'off' or ', off' */
static bool read_off(parser *p, const kind_row *row, syn_stmt *s) {
    if (!(row->flags & KIND_OFF) || s->off || p->failed)
        return false;
    const syn_token *t = syn_current(p), *word = t->kind == ',' ? t + 1 : t;
    if (word->kind != TOKEN_NAME || strcmp(word->name, "off") != 0)
        return false;
    if (word != t)
        syn_advance(p);
    syn_advance(p);
    s->off = true;
    return true;
}

static bool read_label(parser *p, syn_stmt *s) {
    const syn_token *t = syn_current(p);
    if (s->label != NULL || !syn_accept(p, TOKEN_STRING))
        return false;
    s->label = t->name;
    return true;
}

void syn_read_tail(parser *p, const kind_row *row, syn_stmt *s) {
    bool takes_clauses = syn_kind_words(row) != 0;
    bool may_begin_with_comma = row->value != VALUE_NONE;
    clause_list clauses = {0};
    while (!p->failed) {
        if (read_off(p, row, s) || read_label(p, s))
            continue;
        bool comma = may_begin_with_comma && takes_clauses && syn_accept(p, ',');
        if (!comma && !(takes_clauses && syn_sees(p, TOKEN_NAME)))
            break;
        read_clause(p, row, s, &clauses);
        may_begin_with_comma = true;
    }
    s->clauses = clauses.at;
    s->clause_count = clauses.len;
}

static uint32_t given(const syn_stmt *s) {
    uint32_t set = 0;
    for (size_t i = 0; i < s->clause_count; i++)
        set |= (uint32_t)1 << s->clauses[i].word;
    return set;
}

/* "spring 's'", or the keyword alone. */
static const char *describe(parser *p, const kind_row *row, const syn_stmt *s) {
    return s->name == NULL ? arena_printf(p->memory, "'%s'", row->keyword)
                           : arena_printf(p->memory, "%s '%s'", row->keyword, s->name);
}

static void fail_missing(parser *p, const kind_row *row, const syn_stmt *s, uint32_t set, const char *joint) {
    span at = s->name != NULL ? s->name_at : s->keyword;
    finding *f = syn_fail(p, DIAG_E0110, at, "%s needs %s", describe(p, row, s), spell_set(p, set, joint));
    if (row->sample != NULL)
        diag_help(p->findings, f, "as in '%s'", row->sample);
}

void syn_check_clauses(parser *p, const kind_row *row, const syn_stmt *s) {
    uint32_t set = given(s), missing = row->required & ~set, either = row->either & set;
    if (missing != 0)
        fail_missing(p, row, s, missing, " and ");
    if (row->either != 0 && either == 0)
        fail_missing(p, row, s, row->either, " or ");
    if (either == row->either && either != 0)
        syn_fail(p, DIAG_E0112, s->name_at, "%s takes %s, not both", describe(p, row, s),
                 spell_set(p, row->either, " or "));
    if ((row->together & set) != 0 && (row->together & ~set) != 0)
        fail_missing(p, row, s, row->together & ~set, " and ");
}
