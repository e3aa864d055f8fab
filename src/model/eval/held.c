/* The quantity of a reaction, which is a variable where the system is read with it released. */
#include "model/eval/eval.h"

bool eval_held(builder *b, int d, span at, value *out) {
    if (b->held < 0)
        return false;
    const decl *e = &b->decls.at[d];
    if (d == b->reactions.at[b->held].decl)
        *out = b->held_quantity;
    else if (e->kind == DECL_PARAM && b->held_params[e->number].i)
        *out = value_scalar(b->held_params[e->number], b->params.at[e->number].dim, at);
    else
        return false;
    out->at = at;
    return true;
}
