/* The actions of an event: one word each, with what it acts on. */
#include <string.h>

#include "syntax/parser_expr.h"
#include "syntax/parser_stmt.h"

typedef VEC(syn_action) action_list;

static const char *const action_words[] = {
    [SYN_DROP] = "drop", [SYN_HOLD] = "hold", [SYN_SET] = "set", [SYN_FREE] = "free", [SYN_STOP] = "stop"};
enum { ACTION_COUNT = sizeof action_words / sizeof *action_words };

static bool find_action(const char *word, syn_action_kind *out) {
    for (int i = 0; i < ACTION_COUNT; i++)
        if (strcmp(action_words[i], word) == 0) {
            *out = (syn_action_kind)i;
            return true;
        }
    return false;
}

bool syn_is_action(const char *text) {
    syn_action_kind kind;
    return find_action(text, &kind);
}

void syn_fail_without_braces(parser *p) {
    const syn_token *t = syn_current(p), *end = t;
    if (t->kind == ':')
        end = ++t;
    if (p->failed || t->kind != TOKEN_NAME || !syn_is_action(t->name)) {
        finding *f = syn_fail_expected(p, "'{'");
        if (f->code == DIAG_E0104)
            diag_help(p->findings, f, "an event ends with its actions in braces, as in { stop }");
        return;
    }
    while (end->kind != TOKEN_LINE && end->kind != TOKEN_END && end->kind != '}')
        end++;
    span actions = {t->at.begin, end[-1].at.end > t->at.begin ? end[-1].at.end : t->at.end};
    finding *f = syn_fail(p, DIAG_E0104, actions, "the actions of an event stand in braces");
    diag_help(p->findings, f, "write { %s }", syn_excerpt(p, actions));
}

static void fail_unknown(parser *p, const syn_token *t, span open) {
    if (t->kind == TOKEN_END || (t->kind == TOKEN_NAME && syn_begins_statement(p, p->at))) {
        syn_fail_unclosed(p, open);
        if (t->kind == TOKEN_NAME)
            p->at--; /* back to the end of the line before, where recovery finds it */
    } else if (t->kind != TOKEN_NAME) {
        syn_fail_expected(p, "an action");
    } else {
        finding *f = syn_fail(p, DIAG_E0106, t->at, "unknown action '%s'", t->name);
        diag_suggest(p->findings, f, t->name, action_words, ACTION_COUNT);
        diag_help(p->findings, f, "an event can drop, hold, set, free and stop");
    }
}

/* One target of an action; 'set' has its value too. */
static void read_target(parser *p, syn_action *action) {
    if (action->kind != SYN_SET) {
        action->target = syn_read_reference(p, "a name");
        return;
    }
    action->target = syn_read_operand(p);
    syn_require(p, '=', "'='");
    action->value = syn_read_expr(p);
}

static void read_action(parser *p, span open, action_list *out) {
    const syn_token *t = syn_current(p);
    syn_action action = {.at = t->at};
    if (t->kind != TOKEN_NAME || !find_action(t->name, &action.kind)) {
        fail_unknown(p, t, open);
        return;
    }
    syn_advance(p);
    do {
        if (action.kind != SYN_STOP)
            read_target(p, &action);
        action.at = span_join(action.at, p->last);
        vec_push(p->memory, out, action);
        action.at = syn_current(p)->at;
    } while (action.kind != SYN_STOP && syn_accept(p, ','));
    if (!syn_sees(p, TOKEN_LINE) && !syn_sees(p, ';') && !syn_sees(p, '}') && !syn_sees(p, TOKEN_END))
        syn_fail_expected(p, "';', '}' or the end of the line");
}

void syn_read_actions(parser *p, syn_stmt *s) {
    span open = syn_current(p)->at;
    action_list actions = {0};
    if (!syn_accept(p, '{')) {
        syn_fail_without_braces(p);
        return;
    }
    p->braces++;
    for (;;) {
        while (syn_accept(p, TOKEN_LINE) || syn_accept(p, ';')) {
        }
        if (p->failed || syn_accept(p, '}'))
            break;
        read_action(p, open, &actions);
    }
    if (!p->failed)
        p->braces--;
    s->actions = actions.at;
    s->action_count = actions.len;
}
