/* Assumptions, 'assume A > B': what formulas may take for granted. A run computes without them: a hidden event watches
   each one that moves, and ends the run where it does not hold. */
#include <float.h>

#include "expr/walk.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static void declare(builder *b, const statement *s) {
    if (s->stmt->bad)
        return;
    const char *text = names_source_text(b, s->stmt->value->at);
    model_event e = {.name = text, .at = s->stmt->value->at, .hidden = true, .assumed = true};
    e.refusal = base_arena_printf(b->a, "the assumption '%s' does not hold", text);
    e.actions = ARENA_ARRAY(b->a, model_action, 1);
    e.strict = s->stmt->value->op == SYN_GT || s->stmt->value->op == SYN_LT;
    vec_push(b->a, &b->events, e);
}

static size_t next_of(builder *b) {
    size_t k = b->next_assumption;
    while (!b->events.at[k].assumed)
        k++;
    b->next_assumption = k + 1;
    return k;
}

/* Left less right side, turned so that it is to be positive, or not negative. */
static expr_id margin_of(builder *b, const syn_stmt *t, const scope *env) {
    const value left = eval_expr(b, t->value->args[0], env), right = eval_expr(b, t->value->args[1], env);
    if (value_is_bad(left) || value_is_bad(right))
        return EXPR_NONE;
    const bool greater = t->value->op == SYN_GT || t->value->op == SYN_GE;
    return greater ? expr_sub(b->m->g, left.c[0], right.c[0]) : expr_sub(b->m->g, right.c[0], left.c[0]);
}

/* The expression with each coordinate where it starts; none where the text alone does not say that. */
static expr_id at_start(builder *b, expr_id e) {
    graph *g = b->m->g;
    const size_t count = b->coords.len;
    expr_id *from = ARENA_ARRAY(b->a, expr_id, count + 1), *to = ARENA_ARRAY(b->a, expr_id, count + 1);
    size_t pairs = 0;
    from[pairs] = expr_var(g, b->m->t);
    to[pairs++] = expr_int(g, 0);
    for (size_t i = 0; i < count; i++)
        if (model_is_place(&b->coords.at[i]) && b->coords.at[i].fixed && b->coords.at[i].start.i) {
            from[pairs] = expr_var(g, b->coords.at[i].q);
            to[pairs++] = b->coords.at[i].start;
        }
    for (int depth = 0; depth < 8 && expr_kinds(g, e) & KINDS_MOTION; depth++)
        expr_substitute(g, &e, 1, from, to, pairs, &e);
    return expr_kinds(g, e) & KINDS_MOTION ? EXPR_NONE : e;
}

static bool lacks_numbers(const builder *b, expr_id e) {
    bool *used = ARENA_ARRAY(b->scratch, bool, expr_var_count(b->m->g));
    expr_mark_vars(b->m->g, &e, 1, used);
    for (size_t i = 0; i < b->params.len; i++)
        if (used[b->params.at[i].var] && (model_lacks_number(&b->params.at[i]) || b->params.at[i].unknown))
            return true;
    return false;
}

/* What is known before the run holds now, and other values of parameters ask again. */
static void check_known(builder *b, const syn_stmt *t, expr_id margin, bool moves) {
    const arena_mark mark = base_arena_get_mark(b->scratch);
    const bool strict = t->value->op == SYN_GT || t->value->op == SYN_LT, open = lacks_numbers(b, margin);
    const double x = eval_number_now(b, margin);
    base_arena_release(b->scratch, mark);
    expr_id premise = strict ? expr_sub(b->m->g, margin, expr_real(b->m->g, DBL_MIN)) : margin;
    if (strict ? x > 0 : x >= 0) {
        eval_assume(b, premise);
    } else if (open) {
        vec_push(b->a, &b->premises, premise); /* does not hold: whoever gives numbers reads again */
    } else {
        finding *f = diag_add(b->m->findings, DIAG_E0425, t->value->at, "'%s' does not hold%s",
                              names_source_text(b, t->value->at), moves ? " at the start" : "");
        diag_help(b->m->findings, f, "%s",
                  moves ? "begin elsewhere, or leave the assumption out"
                        : "give other values, or leave the assumption out");
    }
}

static void read_assumption(builder *b, const statement *s) {
    graph *g = b->m->g;
    const syn_stmt *t = s->stmt;
    const size_t event = next_of(b);
    const value c = eval_expr(b, t->value, s->env);
    if (!value_need_condition(&b->vc, c, "what is assumed") || !eval_forbid(b, c, KINDS_UNSOLVED, "an assumption"))
        return;
    const expr_id margin = margin_of(b, t, s->env);
    if (!margin.i)
        return;
    const bool moves = (expr_kinds(g, margin) & KINDS_MOTION) != 0;
    const expr_id known = moves ? at_start(b, margin) : margin;
    if (known.i && b->system == b->m->base)
        check_known(b, t, known, moves);
    b->system->assumed[event] = margin;
    b->system->conditions[event] = moves ? expr_unary(g, EXPR_NOT, c.c[0]) : EXPR_NONE;
}

const kind_row kinds_assume = {
    .noun = "an assumption",
    .step = {[STEP_DECLARE] = declare, [STEP_READ] = read_assumption},
};
