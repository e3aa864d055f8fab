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

static bool looks_like_degrees(const syn_expr *number) {
    return number && number->value >= 10 && number->value == floor(number->value);
}

void eval_warn_degrees(builder *b, const syn_expr *e) {
    const syn_expr *number = bare_number(e);
    if (looks_like_degrees(number))
        warn(b, e, number);
}

enum { NOT_ASKED, NO_ANGLE, ANGLE };

/* What has been found out, for each node of the graph once: nodes are shared, so that paths to them are many. */
typedef struct angles {
    bool *turns; /* a term of what a sine, cosine or tangent is taken of, as psi and theta in sin(psi - theta + pi/2) */
    unsigned char *angular; /* whether a node is an angle: */
    const builder *b;
} angles;

static void mark_terms(expr_node n, bool is_term, bool *turns) {
    switch (n.op) {
    case EXPR_SIN:
    case EXPR_COS:
    case EXPR_TAN:
        turns[n.arg[0].i] = true;
        break;
    case EXPR_ABS:
    case EXPR_NEG:
        turns[n.arg[0].i] |= is_term;
        break;
    case EXPR_ADD:
    case EXPR_SUB:
        turns[n.arg[0].i] |= is_term;
        turns[n.arg[1].i] |= is_term;
        break;
    default:
        break;
    }
}

/* Arguments come before what is made of them. */
static angles find_angles(const builder *b, arena *scratch) {
    const graph *g = b->m->g;
    const uint32_t size = expr_graph_size(g);
    angles x = {ARENA_ARRAY(scratch, bool, size), ARENA_ARRAY(scratch, unsigned char, size), b};
    for (uint32_t i = size; i-- > 1;)
        mark_terms(*expr_node_at(g, (expr_id){i}), x.turns[i], x.turns);
    return x;
}

static int find_param(const builder *b, const instance *in, const char *name) {
    const int d = names_find(b, in, SPACE_VALUES, name, false, 0);
    return d >= 0 && b->decls.at[d].kind == DECL_PARAM && b->decls.at[d].number >= 0 ? d : -1;
}

/* The number, also by the name of a parameter that is one. */
static const syn_expr *number_behind(const builder *b, const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name)
            return NULL;
    const int d = e->op == SYN_NAME ? find_param(b, scope_part(env), e->name) : -1;
    return bare_number(d >= 0 ? b->decls.at[d].stmt->value : e);
}

void eval_note_comparison(builder *b, const syn_expr *e, const scope *env, value beside) {
    const syn_expr *number = beside.size == 1 && !value_is_bad(beside) ? number_behind(b, e, env) : NULL;
    if (looks_like_degrees(number))
        vec_push(b->a, &b->bare_numbers,
                 (bare_number_beside){number, e->op == SYN_NAME ? number : e, beside.c[0], false});
}

static bool turns(const angles *x, const model_coord *c) {
    return x->turns[expr_var(x->b->m->g, c->q).i];
}

static bool is_angle(const angles *x, const model_coord *c) {
    return dim_is_one(c->dim) && x->b->uses_degrees && (x->b->m->has_units || turns(x, c));
}

static bool is_angular(const angles *x, expr_id e);

static bool is_angular_var(const angles *x, uint32_t var) {
    const builder *b = x->b;
    const model_var v = b->vars.at[var];
    switch (v.kind) {
    case VAR_COORD:
        return is_angle(x, &b->coords.at[v.index]);
    case VAR_PARAM: {
        const model_param *p = &b->params.at[v.index];
        return p->shown.unit && dim_is_one(p->dim);
    }
    case VAR_REDUCER: {
        const reducer_kind kind = b->reducers.at[v.index].kind;
        const expr_id inner = b->reducer_values.at[v.index];
        return kind != REDUCE_INTEGRAL && inner.i && is_angular(x, inner);
    }
    default:
        return false;
    }
}

/* A small number, as that of a gear; 57.3 makes degrees of an angle. */
static bool is_ratio(const graph *g, expr_id e) {
    double x;
    return expr_is_number(g, e, &x) && fabs(x) < 50 && fabs(x) > 0.02;
}

static bool has_angles(const angles *x, expr_node n) {
    const graph *g = x->b->m->g;
    switch (n.op) {
    case EXPR_VAR:
        return is_angular_var(x, n.var);
    case EXPR_ABS:
    case EXPR_NEG:
        return is_angular(x, n.arg[0]);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MIN:
    case EXPR_MAX:
        return is_angular(x, n.arg[0]) || is_angular(x, n.arg[1]);
    case EXPR_SELECT:
        return is_angular(x, n.arg[1]) || is_angular(x, n.arg[2]);
    case EXPR_MUL:
        return (is_ratio(g, n.arg[0]) && is_angular(x, n.arg[1])) || (is_ratio(g, n.arg[1]) && is_angular(x, n.arg[0]));
    case EXPR_DIV:
        return is_ratio(g, n.arg[1]) && is_angular(x, n.arg[0]);
    case EXPR_ASIN:
    case EXPR_ACOS:
    case EXPR_ATAN:
    case EXPR_ATAN2:
        return true;
    default:
        return false;
    }
}

/* Whether it is an angle in a model that gives angles in degrees. */
static bool is_angular(const angles *x, expr_id e) {
    unsigned char *known = &x->angular[e.i];
    if (*known == NOT_ASKED)
        *known = has_angles(x, *expr_node_at(x->b->m->g, e)) ? ANGLE : NO_ANGLE;
    return *known == ANGLE;
}

static bool is_told(const builder *b, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (b->bare_numbers.at[k].told && b->bare_numbers.at[k].number == b->bare_numbers.at[i].number)
            return true;
    return false;
}

/* theta > 90 */
static void check_comparisons(builder *b, const angles *x) {
    for (size_t i = 0; i < b->bare_numbers.len && b->uses_degrees; i++) {
        bare_number_beside *n = &b->bare_numbers.at[i];
        n->told = is_angular(x, n->beside) && !is_told(b, i);
        if (n->told)
            warn(b, n->written, n->number);
    }
}

/* The number of coord theta = 30, also by a name: param start = 30, coord theta = start. */
static const syn_expr *bare_start(const builder *b, const decl *e) {
    const syn_expr *start = e->stmt->value;
    if (!start || start->op != SYN_NAME)
        return bare_number(start);
    const int d = find_param(b, e->in, start->name);
    if (d < 0)
        return NULL;
    const model_param *p = &b->params.at[b->decls.at[d].number];
    return fabs(model_value_of(b->m, p)) > turn ? bare_number(b->decls.at[d].stmt->value) : NULL;
}

static void check_starts(builder *b, const angles *x) {
    for (size_t d = 0; d < b->decls.len; d++) {
        const decl *e = &b->decls.at[d];
        const syn_expr *number = e->kind == DECL_COORD ? bare_start(b, e) : NULL;
        if (!number || e->number < 0 || !dim_is_one(b->coords.at[e->number].dim))
            continue;
        const bool own = e->stmt->value->op != SYN_NAME;
        if (is_angle(x, &b->coords.at[e->number]) || turns(x, &b->coords.at[e->number]))
            warn(b, own ? e->stmt->value : number, number);
    }
}

void eval_check_degrees(builder *b) {
    arena *scratch = base_arena_create();
    const angles x = find_angles(b, scratch);
    check_comparisons(b, &x);
    check_starts(b, &x);
    base_arena_destroy(scratch);
}
