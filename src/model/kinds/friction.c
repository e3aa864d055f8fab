/* Dry friction of a known limit, 'friction NAME: limit F along s [, static G]': -F sign(s') while s changes; at rest
   what is needed, up to the static limit, which is F itself where none is given. */
#include "model/kinds/kinds.h"

/* s and its rate; bad with a finding. */
static value read_slip(builder *b, const statement *s, value *along) {
    static const char what[] = "what friction acts along";
    *along = eval_scalar(b, syntax_find_clause(s->stmt, WORD_ALONG)->value, s->env, what);
    if (!eval_forbid(b, *along, KINDS_UNSOLVED | KINDS_RATES, what))
        *along = value_bad(s->stmt->at);
    return eval_rate(b, *along, s->stmt->at);
}

static value read_limit(builder *b, const statement *s, syn_word word, dimension along, const char *what) {
    value v = kinds_clause_value(b, s, word, dim_div(DIM_ENERGY, along), what);
    return value_is_bad(v) || eval_need_not_negative(b, v, what) ? v : value_bad(s->stmt->at);
}

/* The static limit; none where it is that of sliding, or wrong. */
static expr_id read_static(builder *b, const statement *s, dimension along, value limit) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_STATIC);
    value hold = c ? read_limit(b, s, WORD_STATIC, along, "a static limit of friction") : value_bad(s->stmt->at);
    if (value_is_bad(hold))
        return EXPR_NONE;
    value more = value_binary(&b->vc, SYN_SUB, hold, limit, c->value->at);
    return eval_need_not_negative(b, more, "the excess of the static limit over that of sliding") ? hold.c[0]
                                                                                                  : EXPR_NONE;
}

static value sliding_force(builder *b, value limit, value rate) {
    graph *g = b->m->g;
    expr_id direction = expr_unary(g, EXPR_SIGN, rate.c[0]);
    value v = limit;
    v.c[0] = expr_neg(g, expr_mul(g, limit.c[0], direction));
    return v;
}

static void read_friction(builder *b, const statement *s) {
    value along, rate = read_slip(b, s, &along);
    if (value_is_bad(along) || value_is_bad(rate))
        return;
    value limit = read_limit(b, s, WORD_LIMIT, along.dim, "a limit of friction");
    if (value_is_bad(limit))
        return;
    const size_t before = b->elements.len;
    kinds_add_force(b, s, sliding_force(b, limit, rate), rate);
    if (b->elements.len == before)
        return;
    b->elements.at[before].limit = limit.c[0];
    b->elements.at[before].hold = read_static(b, s, along.dim, limit);
}

/* force(NAME): the force along s, in the sense in which s grows. */
static value friction_force(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    value along, rate = e->stmt->bad ? value_bad(at) : read_slip(b, &s, &along);
    if (value_is_bad(rate))
        return rate;
    value limit = read_limit(b, &s, WORD_LIMIT, along.dim, "a limit of friction");
    value v = value_is_bad(limit) ? limit : sliding_force(b, limit, rate);
    v.at = at;
    v.any_dim = false;
    return v;
}

const kind_row kinds_friction = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "friction",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = friction_force,
    .step = {[STEP_DECLARE] = kinds_declare_switch, [STEP_READ] = read_friction},
};
