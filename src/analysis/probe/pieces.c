/* Replaces comparisons, signs, minima, maxima and whole numbers by random choices of a branch, and saturated
   exponentials and hyperbolic tangents by numbers. Identities then hold for every piece, since formulas on one side of
   a boundary extend beyond it. */
#include "analysis/probe/pieces.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "expr/table.h"
#include "expr/walk.h"

static const double died_away = 1e-4, few_steps = 8;
static const char *const variable_name = "piece";

typedef struct splitter {
    graph *g;
    arena *a;
    VEC(piece) pieces;
    VEC(expr_id) from;
    VEC(expr_id) to;
    uint32_t next; /* variable to look at for one that can be used again */
} splitter;

/* Variables of pieces are all that the analysis adds; those there are used again. */
static uint32_t take_variable(splitter *s) {
    for (; s->next < expr_var_count(s->g); s->next++)
        if (!strcmp(expr_var_name(s->g, s->next), variable_name) &&
            expr_kinds(s->g, expr_var(s->g, s->next)) == 1u << VAR_SEED)
            return s->next++;
    s->next = expr_var_count(s->g) + 1;
    return expr_node_at(s->g, expr_new_var_of(s->g, variable_name, VAR_SEED))->var;
}

static expr_id variable_of(splitter *s, uint64_t name, piece_kind kind, double truth) {
    for (size_t k = 0; k < s->pieces.len; k++)
        if (s->pieces.at[k].name == name && s->pieces.at[k].kind == kind)
            return expr_var(s->g, s->pieces.at[k].var);
    vec_push(s->a, &s->pieces, (piece){take_variable(s), name, kind, 0, truth});
    return expr_var(s->g, s->pieces.at[s->pieces.len - 1].var);
}

/* 1 where x is greater than y, else -1; the same for y and x but for the sign. `var` gets the variable that decides. */
static expr_id side_of(splitter *s, expr_id x, expr_id y, expr_id *var) {
    bool turned = x.i > y.i;
    uint64_t low = turned ? y.i : x.i, high = turned ? x.i : y.i;
    *var = variable_of(s, low << 32 | high, PIECE_SIDE, turned ? -1 : 1);
    return turned ? expr_neg(s->g, *var) : *var;
}

static expr_id is_positive(const splitter *s, expr_id side) {
    return expr_binary(s->g, EXPR_LT, expr_int(s->g, 0), side);
}

/* The value, or a number in its place where `size` of it is nearly nothing. */
static expr_id revived(splitter *s, expr_id value, expr_id size, expr_id *var) {
    *var = variable_of(s, value.i, PIECE_TAIL, 0);
    return expr_select(s->g, expr_binary(s->g, EXPR_LT, size, expr_real(s->g, died_away)), *var, value);
}

/* A whole number in the place of the one that is found; all intervals of a table, but its constant ends, are alike. */
static expr_id step_of(splitter *s, expr_id node, double steps, expr_id *var) {
    *var = variable_of(s, node.i, PIECE_STEP, 0);
    piece *made = &s->pieces.at[s->pieces.len - 1];
    LGR_ASSERT(made->name == node.i);
    made->steps = steps;
    return *var;
}

/* What stands for the node where the variable decides. */
static expr_id decided(splitter *s, expr_id node, expr_id *var) {
    graph *g = s->g;
    const expr_node n = *expr_node_at(g, node);
    expr_id x = n.arg[0], y = n.arg[1], zero = expr_int(g, 0);
    switch (n.op) {
    case EXPR_LT:
    case EXPR_LE:
        return is_positive(s, side_of(s, y, x, var));
    case EXPR_ABS:
        return expr_mul(g, side_of(s, x, zero, var), x);
    case EXPR_SIGN:
        return side_of(s, x, zero, var);
    case EXPR_MIN:
        return expr_select(g, is_positive(s, side_of(s, y, x, var)), x, y);
    case EXPR_MAX:
        return expr_select(g, is_positive(s, side_of(s, y, x, var)), y, x);
    case EXPR_FLOOR:
        return step_of(s, node, few_steps, var);
    case EXPR_INTERVAL:
        return step_of(s, node, (double)expr_table_at(g, x)->knots->count - 1, var);
    case EXPR_EXP:
        return revived(s, node, node, var);
    default: /* the hyperbolic tangent: its slope dies away */
        return revived(s, node, expr_sub(g, expr_int(g, 1), expr_powi(g, node, 2)), var);
    }
}

/* The node as it is while the variable is 0. */
static expr_id replacement(splitter *s, expr_id node) {
    graph *g = s->g;
    expr_id var = EXPR_NONE, to[2] = {decided(s, node, &var), node};
    expr_substitute(g, to, 2, s->from.at, s->to.at, s->from.len, to);
    return expr_select(g, expr_binary(g, EXPR_LT, expr_int(g, 0), expr_powi(g, var, 2)), to[0], to[1]);
}

static bool is_piecewise(const graph *g, expr_id e) {
    switch (expr_node_at(g, e)->op) {
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_ABS:
    case EXPR_SIGN:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_EXP:
    case EXPR_TANH:
    case EXPR_FLOOR:
    case EXPR_INTERVAL:
        return (expr_kinds(g, e) & ~(1u << VAR_PARAM)) != 0;
    default:
        return false;
    }
}

piece_list analysis_pieces_replace(const model *m, expr_id *roots, size_t count, arena *a) {
    splitter s = {.g = m->g, .a = a};
    VEC(expr_id) found = {0};
    const uint32_t *order;
    size_t nodes = expr_nodes_below(m->g, roots, count, &order);
    for (size_t k = 0; k < nodes; k++)
        if (is_piecewise(m->g, (expr_id){order[k]}))
            vec_push(a, &found, (expr_id){order[k]});
    for (size_t k = 0; k < found.len; k++) { /* inner ones first */
        expr_id to = replacement(&s, found.at[k]);
        vec_push(a, &s.from, found.at[k]);
        vec_push(a, &s.to, to);
    }
    if (found.len)
        expr_substitute(m->g, roots, count, s.from.at, s.to.at, s.from.len, roots);
    return (piece_list){s.pieces.at, s.pieces.len};
}

/* Numbers that look random (Steele, Lea and Flood: splitmix64). */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

double analysis_piece_value(const piece *p, uint64_t bits) {
    uint64_t x = mix(bits + mix(p->name + 0x9e3779b97f4a7c15u));
    if (!bits)
        return 0;
    if (p->kind == PIECE_SIDE && (bits & 3) == PIECES_TRUE)
        return p->truth;
    if (p->kind == PIECE_SIDE && (bits & 3) == PIECES_FALSE)
        return -p->truth;
    if (p->kind == PIECE_STEP)
        return 1 + floor((double)(x >> 11) * 0x1p-53 * p->steps);
    return p->kind == PIECE_SIDE ? (x & 1 ? 1 : -1) : (double)(x >> 11) * 0x1p-53;
}
