/* Springs, 'spring NAME: from A to B, stiffness k, length l [, damping c]', and those that act on one side of their
   length only: a cable pulls, a buffer pushes. */
#include "model/kinds/kinds.h"
#include "syntax/vocabulary.h"

typedef struct line {
    value length; /* from end to end */
    expr_id k, l0;
} line;

static bool ends_coincide(builder *b, const statement *s, value from, value to, value length) {
    if (!expr_is_zero(b->m->g, length.c[0]))
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0308, s->stmt->name_at, "the two ends of the %s '%s' coincide",
                          syntax_keyword(s->stmt->kind), s->stmt->name);
    diag_label_at(b->m->findings, f, from.at, "from here");
    diag_label_at(b->m->findings, f, to.at, "to here");
    return true;
}

/* False with a finding. */
static bool read_line(builder *b, const statement *s, const char *what, line *out) {
    value from = kinds_clause_point(b, s, WORD_FROM), to = kinds_clause_point(b, s, WORD_TO);
    value k = kinds_clause_value(b, s, WORD_STIFFNESS, dim_of(1, 0, -2), "a stiffness");
    value l0 = kinds_clause_value(b, s, WORD_LENGTH, DIM_LENGTH, "a length");
    value d = value_binary(&b->vc, SYN_SUB, to, from, s->stmt->at), length = value_norm(&b->vc, d, s->stmt->at);
    bool positive = eval_need_not_negative(b, k, "a stiffness") && eval_need_not_negative(b, l0, what);
    if (value_is_bad(length) || value_is_bad(k) || value_is_bad(l0) || !positive ||
        ends_coincide(b, s, from, to, length))
        return false;
    *out = (line){length, k.c[0], l0.c[0]};
    return true;
}

static void read_spring(builder *b, const statement *s) {
    line x;
    if (!read_line(b, s, "the length of a spring", &x))
        return;
    graph *g = b->m->g;
    expr_id stretch = expr_sub(g, x.length.c[0], x.l0);
    kinds_add_energy(b, s, ELEMENT_POTENTIAL, kinds_half(b, expr_mul(g, x.k, kinds_square(b, stretch))));
    value rate = eval_rate(b, x.length, s->stmt->at);
    kinds_add_damping(b, s, rate.c[0], dim_of(1, 0, -1));
}

/* `strain`: how far the length is beyond the side on which nothing acts. */
static void read_one_sided(builder *b, const statement *s, bool pulls, const char *what) {
    line x;
    if (!read_line(b, s, what, &x))
        return;
    graph *g = b->m->g;
    expr_id length = x.length.c[0], rate = eval_rate(b, x.length, s->stmt->at).c[0];
    expr_id strain = pulls ? expr_sub(g, length, x.l0) : expr_sub(g, x.l0, length);
    kinds_add_one_sided(b, s, x.k, strain, pulls ? rate : expr_neg(g, rate));
}

static void read_cable(builder *b, const statement *s) {
    read_one_sided(b, s, true, "the length of a cable");
}

static void read_buffer(builder *b, const statement *s) {
    read_one_sided(b, s, false, "the length of a buffer");
}

static void sketch_spring(builder *b, const statement *s) {
    kinds_sketch_ends(b, s, DRAW_SPRING);
}

static void sketch_cable(builder *b, const statement *s) {
    kinds_sketch_ends(b, s, DRAW_ROPE);
}

static void tie(builder *b, const statement *s, drawing_shape shape) {
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM), *to = syntax_find_clause(s->stmt, WORD_TO);
    if (!from || !to)
        return;
    value begin = eval_expr(b, from->value, s->env), end = eval_expr(b, to->value, s->env);
    kinds_tie_drawings(b, shape, b->decls.at[s->decl].switch_index, begin, end);
}

static void tie_spring(builder *b, const statement *s) {
    tie(b, s, DRAW_SPRING);
}

static void tie_cable(builder *b, const statement *s) {
    tie(b, s, DRAW_ROPE);
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

const kind_row kinds_cable = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = KINDS_HELP_FORCE,
    .mechanical = true,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_cable,
             [STEP_SKETCH] = sketch_cable,
             [STEP_TIE] = tie_cable},
};

const kind_row kinds_buffer = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = KINDS_HELP_FORCE,
    .mechanical = true,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_buffer,
             [STEP_SKETCH] = sketch_spring,
             [STEP_TIE] = tie_spring},
};
