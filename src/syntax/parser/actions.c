/* The actions of an event: one word each, with what it acts on. */
#include <string.h>

#include "syntax/parser/expression.h"
#include "syntax/parser/parts.h"

typedef VEC(syn_action) action_list;

void parser_fail_without_braces(parser *p) {
    const syn_token *t = parser_current(p), *end = t;
    if (t->kind == ':')
        end = ++t;
    if (p->failed || t->kind != TOKEN_NAME || !syntax_is_action(t->name)) {
        finding *f = parser_fail_expected(p, "'{'");
        if (f->code == DIAG_E0104)
            diag_help(p->findings, f, "an event ends with its actions in braces, as in { stop }");
        return;
    }
    while (end->kind != TOKEN_LINE && end->kind != TOKEN_END && end->kind != '}')
        end++;
    span actions = {t->at.begin, end[-1].at.end > t->at.begin ? end[-1].at.end : t->at.end};
    finding *f = parser_fail(p, DIAG_E0104, actions, "the actions of an event stand in braces");
    diag_help(p->findings, f, "write { %s }", parser_excerpt(p, actions));
    if (parser_current(p)->kind != ':')
        diag_fix(p->findings, f, actions, "{ %s }", parser_excerpt(p, actions));
}

/* "drop, hold and stop" */
static const char *spell_actions(const parser *p) {
    const char *words[SYN_ACTION_COUNT];
    size_t count = syntax_list_actions(words);
    strbuf s = base_strbuf_make(p->memory);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(&s, "%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", words[i]);
    return base_strbuf_text(&s);
}

/* x' = -x', u = 3 */
static bool assigns(const syn_token *t) {
    return t[1].kind == '=' || (t[1].kind == '\'' && t[2].kind == '=');
}

static void fail_unknown(parser *p, const syn_token *t, span open) {
    if (t->kind == TOKEN_END || (t->kind == TOKEN_NAME && parser_begins_statement(p, p->at))) {
        parser_fail_unclosed(p, open);
        if (t->kind == TOKEN_NAME)
            p->at--; /* back to the end of the line before, where recovery finds it */
    } else if (t->kind != TOKEN_NAME) {
        parser_fail_expected(p, "an action");
    } else {
        finding *f = parser_fail(p, DIAG_E0106, t->at, "unknown action '%s'", t->name);
        const char *words[SYN_ACTION_COUNT];
        diag_suggest(p->findings, f, t->name, words, syntax_list_actions(words));
        if (assigns(t))
            diag_help(p->findings, f, "a new value is 'set': { set %s%s = ... }", t->name, t[1].kind == '=' ? "" : "'");
        else
            diag_help(p->findings, f, "an event can %s", spell_actions(p));
    }
}

/* One target of an action; where it assigns, its value too. */
static void read_target(parser *p, syn_action_form form, syn_action *action) {
    if (form == ACTION_ALONE)
        return;
    if (form == ACTION_ON_NAME) {
        action->target = parser_read_reference(p, "a name");
        return;
    }
    action->target = parser_read_operand(p);
    parser_require(p, '=', "'='");
    action->value = parser_read_expr(p);
}

/* set a = 1, set b = 2 */
static bool refuses_another(parser *p) {
    const syn_token *t = parser_current(p);
    if (t->kind != TOKEN_NAME || !syntax_is_action(t->name) || t[1].kind != TOKEN_NAME)
        return false;
    finding *f = parser_fail(p, DIAG_E0104, t->at, "a new action begins behind ';' or on a new line");
    diag_help(p->findings, f, "write { ...; %s %s ... }", t->name, t[1].name);
    return true;
}

static void read_action(parser *p, span open, action_list *out) {
    const syn_token *t = parser_current(p);
    syn_action action = {.at = t->at};
    if (t->kind != TOKEN_NAME || !syntax_find_action(t->name, &action.kind)) {
        fail_unknown(p, t, open);
        return;
    }
    syn_action_form form = syntax_action_form(action.kind);
    parser_advance(p);
    do {
        read_target(p, form, &action);
        action.at = span_join(action.at, p->last);
        vec_push(p->memory, out, action);
        action.at = parser_current(p)->at;
    } while (form != ACTION_ALONE && parser_accept(p, ',') && !refuses_another(p));
    if (!parser_sees(p, TOKEN_LINE) && !parser_sees(p, ';') && !parser_sees(p, '}') && !parser_sees(p, TOKEN_END))
        parser_fail_expected(p, "';', '}' or the end of the line");
}

void parser_read_actions(parser *p, syn_stmt *s) {
    span open = parser_current(p)->at;
    action_list actions = {0};
    if (!parser_accept(p, '{')) {
        parser_fail_without_braces(p);
        return;
    }
    p->braces++;
    for (;;) {
        while (parser_accept(p, TOKEN_LINE) || parser_accept(p, ';')) {
        }
        if (p->failed || parser_accept(p, '}'))
            break;
        read_action(p, open, &actions);
    }
    if (!p->failed)
        p->braces--;
    s->actions = actions.at;
    s->action_count = actions.len;
}
