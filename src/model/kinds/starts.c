/* What an expression is at the start, as far as declarations tell. */
#include <math.h>

#include "expr/walk.h"
#include "model/kinds/kinds.h"

/* The starts of coordinates in their places, guesses too where they count. */
static expr_id started(builder *b, expr_id e, bool guesses) {
    graph *g = b->m->g;
    expr_id *from = ARENA_ARRAY(b->a, expr_id, b->coords.len + 1), *to = ARENA_ARRAY(b->a, expr_id, b->coords.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < b->coords.len; i++) {
        const model_coord *c = &b->coords.at[i];
        if (!c->start.i || !model_is_place(c) || !(c->fixed || guesses))
            continue;
        from[count] = expr_var(g, c->q);
        to[count++] = c->start;
    }
    from[count] = expr_var(g, b->m->t);
    to[count++] = expr_int(g, 0);
    for (size_t pass = 0; pass <= b->coords.len; pass++) {
        const expr_id before = e;
        expr_substitute(g, &e, 1, from, to, count, &e);
        if (expr_same(before, e))
            break;
    }
    return e;
}

static double number_of(builder *b, expr_id e) {
    value v = value_scalar(e, dim_of(0, 0, 0), (span){0, 0});
    var_kind found;
    return eval_find_kinds(b, v, KINDS_UNSOLVED | KINDS_MOTION | KIND_BIT(VAR_HELD), &found)
               ? NAN
               : eval_number_now(b, v.c[0]);
}

expr_id kinds_at_start(builder *b, expr_id e) {
    return started(b, e, true);
}

double kinds_number_at_start(builder *b, expr_id e) {
    return number_of(b, started(b, e, true));
}

double kinds_number_from_start(builder *b, expr_id e) {
    bool *used = ARENA_ARRAY(b->a, bool, expr_var_count(b->m->g) + 1);
    e = started(b, e, false);
    expr_mark_vars(b->m->g, &e, 1, used);
    for (size_t i = 0; i < b->params.len; i++)
        if (used[b->params.at[i].var] && (model_lacks_number(&b->params.at[i]) || b->params.at[i].unknown))
            return NAN;
    return number_of(b, e);
}
