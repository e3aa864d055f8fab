/* A uniform slender rod between two points. */
#include <float.h>

#include "model/kinds/kinds.h"

/* The direction of a rod as an angle, and its rate cross(d, d')/d^2, which has no branch cut. */
void kinds_turn_with_ends(builder *b, value from, value to, body_reading *r) {
    value d = value_binary(&b->vc, SYN_SUB, to, from, to.at);
    if (value_is_bad(d))
        return;
    value rate = value_cross(&b->vc, d, eval_rate(b, d, d.at), d.at), square = value_dot(&b->vc, d, d, d.at);
    if (d.size == 2)
        r->angle = value_scalar(expr_binary(b->m->g, EXPR_ATAN2, d.c[1], d.c[0]), DIM_TURN, d.at);
    r->omega = value_binary(&b->vc, SYN_DIV, rate, square, d.at);
}

/* A rod whose ends are one point has neither a direction nor an angle. */
static void refuse_point(builder *b, const syn_stmt *s) {
    span from = syntax_find_clause(s, WORD_FROM)->value->at, to = syntax_find_clause(s, WORD_TO)->value->at;
    finding *f =
        diag_add(b->m->findings, DIAG_E0308, s->name_at, "the rod '%s' has length 0: its ends coincide", s->name);
    diag_label_at(b->m->findings, f, from, "from here");
    diag_label_at(b->m->findings, f, to, "to here");
    diag_help(b->m->findings, f, "give it another end, or declare a particle");
}

void kinds_read_rod(builder *b, const syn_stmt *s, const scope *env, bool freed, body_reading *r) {
    value from = kinds_place(b, s, env, WORD_FROM, "an end of a rod");
    value to = kinds_place(b, s, env, WORD_TO, "an end of a rod");
    r->has_angle = true;
    if (value_is_bad(from) || value_is_bad(to))
        return;
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->at), square = value_dot(&b->vc, d, d, s->at);
    double length;
    if (eval_known_amount(b, square, &length) && length == 0) {
        refuse_point(b, s);
        return;
    }
    if (eval_known_amount(b, square, &length))
        eval_assume(b, expr_sub(b->m->g, square.c[0], expr_real(b->m->g, DBL_MIN)));
    if (!value_is_bad(square)) {
        expr_id moment = expr_mul(b->m->g, r->mass, square.c[0]);
        r->inertia = expr_div(b->m->g, moment, expr_int(b->m->g, 12));
    }
    if (freed)
        return;
    value half = value_number(&b->vc, 1, 2, s->at);
    r->position = value_binary(&b->vc, SYN_MUL, half, value_binary(&b->vc, SYN_ADD, from, to, s->at), s->at);
    kinds_turn_with_ends(b, from, to, r);
}

expr_id kinds_dot(builder *b, value x, value y) {
    return value_dot(&b->vc, x, y, x.at).c[0];
}

/* T of a uniform slender rod from its ends: m/6 (vA.vA + vA.vB + vB.vB), which needs no angle. */
expr_id kinds_rod_energy(builder *b, const statement *s, const body_reading *r) {
    value ends[2];
    static const syn_word words[] = {WORD_FROM, WORD_TO};
    for (int k = 0; k < 2; k++) {
        value p = eval_expr(b, syntax_find_clause(s->stmt, words[k])->value, s->env);
        ends[k] = eval_rate(b, p, p.at);
        if (value_is_bad(ends[k])) /* what may be read has come to its end */
            return expr_int(b->m->g, 0);
    }
    graph *g = b->m->g;
    expr_id sum = kinds_dot(b, ends[0], ends[0]);
    sum = expr_add(g, sum, kinds_dot(b, ends[0], ends[1]));
    sum = expr_add(g, sum, kinds_dot(b, ends[1], ends[1]));
    return expr_mul(g, expr_div(g, r->mass, expr_int(g, 6)), sum);
}
