/* Systems in which the quantity of a reaction is released virtually, so that the force that keeps it in place can be
   derived. */
#include "base/check.h"
#include "expr/walk.h"
#include "model/build/build.h"

/* Parameters whose definitions use the freed one follow it, unless they were given another value from outside. */
static void follow(builder *b, int param, expr_id x) {
    size_t count = b->params.len;
    expr_id *from = ARENA_ARRAY(b->a, expr_id, count), *to = ARENA_ARRAY(b->a, expr_id, count);
    for (size_t i = 0; i < count; i++)
        from[i] = to[i] = expr_var(b->m->g, b->params.at[i].var);
    b->held_params[param] = to[param] = x;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            const model_param *p = &b->params.at[i];
            if ((int)i == param || p->given)
                continue;
            expr_id e;
            expr_substitute(b->m->g, &p->definition, 1, from, to, count, &e);
            if (expr_same(e, p->definition) || expr_same(e, to[i]))
                continue;
            b->held_params[i] = to[i] = e;
            more = true;
        }
    }
}

void build_hold_begin(builder *b, int reaction, model_system *system) {
    const model_reaction *r = &b->reactions.at[reaction];
    const decl e = b->decls.at[r->decl];
    value v = e.row->quantity(b, r->decl, r->at);
    b->held_params = ARENA_ARRAY(b->a, expr_id, b->params.len + 1);
    b->held = reaction;
    b->held_quantity = v;
    for (int k = 0; k < r->size; k++) {
        system->held_value[k] = v.c[k];
        b->held_quantity.c[k] = expr_var(b->m->g, r->x[k]);
    }
    if (e.kind == DECL_PARAM)
        follow(b, e.number, b->held_quantity.c[0]);
}

void build_hold_end(builder *b) {
    b->held = -1;
}
