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

/* force(NAME): the pull of a spring. */
static value spring_pull(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    line x;
    if (e->stmt->bad || !read_line(b, &s, "the length of a spring", &x))
        return value_bad(at);
    graph *g = b->m->g;
    expr_id c, pull = expr_mul(g, x.k, expr_sub(g, x.length.c[0], x.l0));
    if (kinds_read_damping(b, &s, dim_of(1, 0, -1), &c))
        pull = expr_add(g, pull, expr_mul(g, c, eval_rate(b, x.length, at).c[0]));
    return value_scalar(pull, DIM_FORCE, at);
}

/* The pull of a cable, the push of a buffer, of the pieces that its equations have. */
static value one_sided_force(builder *b, int d, span at, bool pulls) {
    const decl *e = &b->decls.at[d];
    const statement s = {e->stmt, e->row, e->env, d};
    line x;
    if (e->stmt->bad || !read_line(b, &s, pulls ? "the length of a cable" : "the length of a buffer", &x))
        return value_bad(at);
    graph *g = b->m->g;
    const expr_id none = expr_int(g, 0), length = x.length.c[0], rate = eval_rate(b, x.length, at).c[0];
    const expr_id strain = pulls ? expr_sub(g, length, x.l0) : expr_sub(g, x.l0, length);
    expr_id c, force = expr_mul(g, x.k, expr_binary(g, EXPR_MAX, strain, none));
    if (kinds_read_damping(b, &s, dim_of(1, 0, -1), &c)) {
        const expr_id viscous = expr_mul(g, c, pulls ? rate : expr_neg(g, rate));
        const expr_id braking = expr_binary(g, EXPR_MAX, viscous, expr_neg(g, expr_mul(g, x.k, strain)));
        force = expr_add(g, force, expr_select(g, expr_binary(g, EXPR_LT, none, strain), braking, none));
    }
    return value_scalar(force, DIM_FORCE, at);
}

static value cable_pull(builder *b, int d, span at) {
    return one_sided_force(b, d, at, true);
}

static value buffer_push(builder *b, int d, span at) {
    return one_sided_force(b, d, at, false);
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
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = spring_pull,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_spring,
             [STEP_SKETCH] = sketch_spring,
             [STEP_TIE] = tie_spring},
};

const kind_row kinds_cable = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = cable_pull,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_cable,
             [STEP_SKETCH] = sketch_cable,
             [STEP_TIE] = tie_cable},
};

const kind_row kinds_buffer = {
    .kind = DECL_ELEMENT,
    .named = true,
    .noun = "a force",
    .help = "its force is force(NAME)",
    .mechanical = true,
    .value = buffer_push,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_READ] = read_buffer,
             [STEP_SKETCH] = sketch_spring,
             [STEP_TIE] = tie_spring},
};
