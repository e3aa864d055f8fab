/* Friction that the force of a contact or a constraint limits: coefficients of sliding and sticking, and the slips as
   rows that hold while it sticks. */
#include "base/check.h"
#include "model/kinds/kinds.h"

void kinds_add_friction_rows(builder *b, const statement *s, const char *name) {
    const decl *d = &b->decls.at[s->decl];
    const int index = (int)b->rows.len;
    model_row r = {.name = name,
                   .group = d->display,
                   .at = s->stmt->name_at,
                   .off = true,
                   .friction = true,
                   .partner = -1,
                   .element = d->switch_index};
    r.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", name), VAR_LAMBDA, index);
    vec_push(b->a, &b->rows, r);
}

static value read_coefficient(builder *b, const statement *s, syn_word word, dimension dim, const char *what) {
    value v = kinds_clause_value(b, s, word, dim, what);
    return value_is_bad(v) || eval_need_not_negative(b, v, what) ? v : value_bad(s->stmt->at);
}

/* The coefficient of sticking; none where it is that of sliding, or wrong. */
static expr_id read_hold(builder *b, const statement *s, value mu) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_STATIC);
    value hold =
        c ? read_coefficient(b, s, WORD_STATIC, mu.dim, "a static coefficient of friction") : value_bad(s->stmt->at);
    if (value_is_bad(hold))
        return EXPR_NONE;
    value more = value_binary(&b->vc, SYN_SUB, hold, mu, c->value->at);
    return eval_need_not_negative(b, more, "the excess of static over sliding friction") ? hold.c[0] : EXPR_NONE;
}

/* What the slip is the rate of: of a contact a length. */
static value read_slide(builder *b, const statement *s, const syn_expr *along, bool contact) {
    static const char what[] = "the length along which friction acts";
    value v = contact ? eval_quantity(b, along, s->env, DIM_LENGTH, what) : eval_scalar(b, along, s->env, what);
    if (value_is_bad(v) || !eval_forbid(b, v, KINDS_UNSOLVED | KINDS_RATES, what))
        return value_bad(along->at);
    return v;
}

static bool read_slip(builder *b, const statement *s, const syn_expr *along, int of, int row, dimension *dim) {
    value slide = read_slide(b, s, along, b->rows.at[of].contact), rate = eval_rate(b, slide, along->at);
    if (value_is_bad(slide) || value_is_bad(rate))
        return false;
    model_row *r = &b->rows.at[row], *rubs = &b->rows.at[of];
    r->partner = of;
    r->dim = kinds_multiplier_dim(rate.dim, true);
    rubs->partner = rubs->tangents ? rubs->partner : row;
    rubs->tangents = row - rubs->partner + 1;
    b->system->rows[of].along[row - rubs->partner] = slide.c[0];
    b->system->rows[row].f = rate.c[0];
    b->system->rows[row].velocity = true;
    *dim = slide.dim;
    return true;
}

/* The force of x^2 + y^2 = l^2 is in N/m: where a coefficient is not a plain number it is said why. */
static const char *name_coefficient(builder *b, dimension ratio, int of) {
    const model_row *r = &b->rows.at[of];
    return dim_is_one(ratio) ? "a coefficient of friction"
                             : base_arena_printf(b->a, "a coefficient of friction where the force of '%s' is %s",
                                                 r->name, value_dim_text(&b->vc, r->dim));
}

void kinds_read_friction_rows(builder *b, const statement *s, syn_word word, int of, int first) {
    const syn_clause *along = syntax_find_clause(s->stmt, WORD_ALONG);
    dimension dim;
    if (!along || !read_slip(b, s, along->value, of, first, &dim))
        return;
    LGR_ASSERT(b->rows.at[first].friction);
    const dimension ratio = dim_div(dim_div(DIM_ENERGY, dim), b->rows.at[of].dim);
    value mu = read_coefficient(b, s, word, ratio, name_coefficient(b, ratio, of));
    if (value_is_bad(mu))
        return;
    b->system->rows[of].mu = mu.c[0];
    b->system->rows[of].hold = read_hold(b, s, mu);
}
