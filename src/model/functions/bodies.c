/* velocity(P on BODY): the velocity of the material point that is now at P. */
#include "model/functions/functions.h"

static value point_velocity(builder *b, const function_call *c, int extra) {
    (void)extra;
    const syn_expr *on = c->e->args[0];
    if (on->op != SYN_ON) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, on->at, "velocity(...) needs a point on a body");
        diag_help(b->m->findings, f, "write velocity(POINT on BODY), or POINT' for the rate of a geometric point");
        return value_bad(c->e->at);
    }
    value p = eval_expr(b, on->args[0], c->env);
    int body = kinds_resolve_body(b, on->args[1], c->env);
    return body < 0 ? value_bad(c->e->at) : kinds_point_velocity(b, body, p, c->e->at);
}

const function_row functions_of_bodies[] = {
    {"velocity", 1, 1, point_velocity, 0, true},
    {0},
};
