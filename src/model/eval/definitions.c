/* The values of declarations: evaluated at their first use in each variant, with the bodies that they refer to. */
#include "model/eval/eval.h"

void eval_mention_all(builder *b, const body_list *from) {
    for (size_t i = 0; from && i < from->len; i++)
        eval_mention(b, from->at[i]);
}

bool eval_mentions_freed(const builder *b) {
    for (size_t i = 0; b->mentions && i < b->mentions->len; i++)
        if (b->system->freed[b->mentions->at[i]])
            return true;
    return false;
}

/* A let that is made of parameters alone may be used there too. */
static value early_value(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    if (e.kind != DECL_LET || !e.stmt->value)
        return eval_not_known_yet(b, d, at);
    if (e.early) {
        value v = *e.early;
        v.at = at;
        return v;
    }
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d)
            return eval_refuse_circle(b, d, at);
    span outer = b->early_use;
    b->early_use = outer.end ? outer : at;
    vec_push(b->a, &b->stack, d);
    const diag_origin *origin = eval_enter(b, e.env);
    value v = e.stmt->bad ? value_bad(at) : eval_expr(b, e.stmt->value, e.env);
    diag_set_origin(b->m->findings, origin);
    b->stack.len--;
    b->early_use = outer;
    if (!value_is_bad(v)) {
        value *kept = ARENA_NEW(b->a, value);
        *kept = v;
        b->decls.at[d].early = kept;
    }
    v.at = at;
    return v;
}

/* At its first use, in its own depth. */
static void read_value(builder *b, int d, span at) {
    reading *r = &b->readings[d];
    body_list *outer = b->mentions;
    b->mentions = r->mentions = ARENA_NEW(b->a, body_list);
    r->state = 1;
    b->depth++;
    vec_push(b->a, &b->stack, d);
    const diag_origin *origin = eval_enter(b, b->decls.at[d].env);
    value v = b->decls.at[d].row->value(b, d, at);
    diag_set_origin(b->m->findings, origin);
    b->stack.len--;
    b->depth--;
    b->readings[d].v = v;
    b->readings[d].state = 2;
    b->mentions = outer;
}

/* Definitions of one statement that use each other in a row longer than is followed, as the points of a chain: those
   before d are read first, one after the other, so that each finds what it uses a few levels below. */
static void read_up_to(builder *b, int d) {
    enum { FEW = 16 };
    body_list *outer = b->mentions, nobody = {0};
    const int depth = b->depth;
    b->mentions = &nobody;
    b->depth = MODEL_MAX_DEPTH - FEW;
    b->in_order = true;
    for (int i = 0; i <= d && !b->too_deep; i++)
        if (b->decls.at[i].stmt == b->decls.at[d].stmt && b->readings[i].state == 0)
            read_value(b, i, b->decls.at[i].stmt->at);
    b->in_order = false;
    b->depth = depth;
    b->mentions = outer;
}

/* The value in the variant being read, computed at the first use; notices circles and collects mentions. */
value eval_decl(builder *b, int d, span at) {
    LGR_ASSERT(d >= 0 && (size_t)d < b->decls.len);
    if (!b->readings)
        return early_value(b, d, at);
    if (b->readings[d].state == 1)
        return eval_refuse_circle(b, d, at);
    if (b->readings[d].state == 0 && b->depth >= MODEL_MAX_DEPTH && !b->in_order)
        read_up_to(b, d);
    if (b->readings[d].state == 0 && b->depth >= MODEL_MAX_DEPTH)
        return eval_refuse_depth(b, at);
    if (b->readings[d].state == 0)
        read_value(b, d, at);
    eval_mention_all(b, b->readings[d].mentions);
    value v = b->readings[d].v;
    v.at = at;
    return v;
}
