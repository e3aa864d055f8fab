/* Plain numbers where an angle in degrees is probably meant: more than a turn is hardly radians. */
#include <math.h>

#include "expr/walk.h"
#include "model/eval/eval.h"
#include "model/names/names.h"

static const double turn = 6.28318530717958647692;

/* A number as it stands, without a unit, or minus one; NULL for everything else. */
static const syn_expr *bare_number(const syn_expr *e) {
    if (e && e->op == SYN_NEG)
        e = e->args[0];
    return e && e->op == SYN_NUMBER && !e->has_unit && e->value > turn ? e : NULL;
}

static void warn(builder *b, const syn_expr *e, const syn_expr *number) {
    const char *text = names_source_text(b, e->at);
    finding *f = diag_add(b->m->findings, DIAG_W0309, e->at, "%s is taken in radians: that is %.6g turns", text,
                          number->value / turn);
    diag_help(b->m->findings, f, "in degrees it is %s deg", text);
}

void eval_warn_degrees(builder *b, const syn_expr *e) {
    const syn_expr *number = bare_number(e);
    if (number && number->value >= 10 && number->value == floor(number->value))
        warn(b, e, number);
}

/* Whether the variable is an angle, or is added to one, in sin(psi - theta + pi/2). */
static bool is_term(const graph *g, expr_id e, uint32_t var) {
    expr_node n = *expr_node_at(g, e);
    switch (n.op) {
    case EXPR_VAR:
        return n.var == var;
    case EXPR_ABS:
    case EXPR_NEG:
        return is_term(g, n.arg[0], var);
    case EXPR_ADD:
    case EXPR_SUB:
        return is_term(g, n.arg[0], var) || is_term(g, n.arg[1], var);
    default:
        return false;
    }
}

static bool turns(const builder *b, uint32_t var) {
    const graph *g = b->m->g;
    for (uint32_t i = 1; i < expr_graph_size(g); i++) {
        expr_node n = *expr_node_at(g, (expr_id){i});
        if ((n.op == EXPR_SIN || n.op == EXPR_COS || n.op == EXPR_TAN) && is_term(g, n.arg[0], var))
            return true;
    }
    return false;
}

void eval_note_comparison(builder *b, const syn_expr *e, value beside) {
    const syn_expr *number = bare_number(e);
    if (number && number->value >= 10 && number->value == floor(number->value) && beside.size == 1)
        vec_push(b->a, &b->bare_numbers, (bare_number_beside){e, beside.c[0]});
}

static bool is_angle(const builder *b, const model_coord *x) {
    return dim_is_one(x->dim) && b->uses_degrees && (b->m->has_units || turns(b, x->q));
}

/* theta > 90 */
static void check_comparisons(builder *b) {
    for (size_t i = 0; i < b->bare_numbers.len; i++) {
        const bare_number_beside *n = &b->bare_numbers.at[i];
        for (size_t k = 0; k < b->coords.len; k++)
            if (is_angle(b, &b->coords.at[k]) && is_term(b->m->g, n->beside, b->coords.at[k].q)) {
                warn(b, n->number, bare_number(n->number));
                break;
            }
    }
}

/* The number of coord theta = 30, also by a name: param start = 30, coord theta = start. */
static const syn_expr *bare_start(const builder *b, const decl *e) {
    const syn_expr *start = e->stmt->value;
    if (!start || start->op != SYN_NAME)
        return bare_number(start);
    const int d = names_find(b, e->in, SPACE_VALUES, start->name, false, 0);
    if (d < 0 || b->decls.at[d].kind != DECL_PARAM || b->decls.at[d].number < 0)
        return NULL;
    const model_param *p = &b->params.at[b->decls.at[d].number];
    return fabs(model_value_of(b->m, p)) > turn ? bare_number(b->decls.at[d].stmt->value) : NULL;
}

void eval_check_degrees(builder *b) {
    check_comparisons(b);
    for (size_t d = 0; d < b->decls.len; d++) {
        const decl *e = &b->decls.at[d];
        const syn_expr *number = e->kind == DECL_COORD ? bare_start(b, e) : NULL;
        if (!number || e->number < 0 || !dim_is_one(b->coords.at[e->number].dim))
            continue;
        const bool own = e->stmt->value->op != SYN_NAME;
        if (is_angle(b, &b->coords.at[e->number]) || turns(b, b->coords.at[e->number].q))
            warn(b, own ? e->stmt->value : number, number);
    }
}
