/* Expressions that must have a known dimension, and be known before the motion or not. */
#include <string.h>

#include "model/eval/eval.h"
#include "model/names/names.h"

value eval_quantity(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what) {
    value v = eval_scalar(b, e, env, what);
    return value_need_dim(&b->vc, v, dim, what) ? v : value_bad(e->at);
}

value eval_parameter(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what) {
    value v = eval_quantity(b, e, env, dim, what);
    return eval_forbid(b, v, KINDS_MOTION, what) ? v : value_bad(e->at);
}

bool eval_number(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what, double *out) {
    value v = eval_parameter(b, e, env, dim, what);
    if (value_is_bad(v))
        return false;
    *out = eval_number_of(b, v.c[0]);
    return true;
}

bool eval_known_amount(builder *b, value v, double *out) {
    var_kind found;
    if (v.size != 1 || eval_find_kinds(b, v, KINDS_MOTION, &found))
        return false;
    *out = eval_number_now(b, v.c[0]);
    return true;
}

/* "it is -2 kg" in the unit as written, or "'m1 - m2' is -2 kg" where the text does not say so itself: a wall is the
   difference of what stands there and something else. */
static const char *said_amount(builder *b, value v, double x) {
    const char *text = names_source_text(b, v.at), *amount = model_amount_text(b->m, x, v.dim, b->a);
    if (!expr_is_number(b->m->g, v.c[0], NULL))
        return base_arena_printf(b->a, "'%s' is %s", text, amount);
    return base_arena_printf(b->a, "it is %s", *text != '-' || strpbrk(text + 1, "+-*(") ? amount : text);
}

bool eval_need_not_negative(builder *b, value v, const char *what) {
    double x;
    if (!eval_known_amount(b, v, &x))
        return true;
    eval_assume(b, v.c[0]);
    if (!(x < 0))
        return true;
    diag_add(b->m->findings, DIAG_E0308, v.at, "%s cannot be negative: %s", what, said_amount(b, v, x));
    return false;
}
