/* Springs, 'spring NAME: from A to B, stiffness k, length l [, damping c]'. */
#include "model/kinds/kinds.h"

static void read_spring(builder *b, const statement *s) {
    value from = kinds_clause_point(b, s, WORD_FROM), to = kinds_clause_point(b, s, WORD_TO);
    value k = kinds_clause_value(b, s, WORD_STIFFNESS, dim_of(1, 0, -2), "a stiffness");
    value l0 = kinds_clause_value(b, s, WORD_LENGTH, DIM_LENGTH, "a length");
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->stmt->at), length = value_norm(&b->vc, d, s->stmt->at);
    bool positive =
        eval_need_not_negative(b, k, "a stiffness") && eval_need_not_negative(b, l0, "the length of a spring");
    if (value_is_bad(length) || value_is_bad(k) || value_is_bad(l0) || !positive)
        return;
    if (expr_is_zero(b->m->g, length.c[0])) {
        finding *f = diag_add(b->m->findings, DIAG_E0308, s->stmt->name_at, "the two ends of the spring '%s' coincide",
                              s->stmt->name);
        diag_label_at(b->m->findings, f, from.at, "from here");
        diag_label_at(b->m->findings, f, to.at, "to here");
        return;
    }
    graph *g = b->m->g;
    expr_id stretch = expr_sub(g, length.c[0], l0.c[0]);
    kinds_add_energy(b, s, ELEMENT_POTENTIAL, kinds_half(b, expr_mul(g, k.c[0], kinds_square(b, stretch))));
    value rate = eval_rate(b, length, s->stmt->at);
    kinds_add_damping(b, s, rate.c[0], dim_of(1, 0, -1));
}

static void sketch_spring(builder *b, const statement *s) {
    kinds_sketch_ends(b, s, DRAW_SPRING);
}

static void tie_spring(builder *b, const statement *s) {
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM), *to = syntax_find_clause(s->stmt, WORD_TO);
    if (!from || !to)
        return;
    value begin = eval_expr(b, from->value, s->env), end = eval_expr(b, to->value, s->env);
    kinds_tie_drawings(b, DRAW_SPRING, b->decls.at[s->decl].switch_index, begin, end);
}

const kind_row kinds_spring = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = KINDS_HELP_FORCE,
    .mechanical = true,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_spring,
             [STEP_SKETCH] = sketch_spring,
             [STEP_TIE] = tie_spring},
};
