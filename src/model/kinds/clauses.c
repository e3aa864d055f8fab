/* Clauses of bodies: positions, and quantities that depend on parameters. */
#include "model/kinds/kinds.h"

value kinds_place(builder *b, const syn_stmt *s, const scope *env, syn_word word, const char *what) {
    const syn_clause *c = syntax_find_clause(s, word);
    if (!c)
        return value_bad(s->at);
    value v = eval_expr(b, c->value, env);
    if (!value_need_vector(&b->vc, v, b->m->space, what) || !value_need_dim(&b->vc, v, DIM_LENGTH, what) ||
        !eval_forbid(b, v, KINDS_UNSOLVED | KINDS_FRICTION | KINDS_RATES, what))
        return value_bad(c->value->at);
    return v;
}

expr_id kinds_body_parameter(builder *b, const syn_stmt *s, const scope *env, syn_word word, dimension dim,
                             const char *what) {
    const syn_clause *c = syntax_find_clause(s, word);
    value v = c ? eval_parameter(b, c->value, env, dim, what) : value_bad(s->at);
    return value_is_bad(v) || !eval_need_not_negative(b, v, what) ? EXPR_NONE : v.c[0];
}
