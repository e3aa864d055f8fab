/* Expectations, 'expect A = B within TOLERANCE' or 'expect A < B': tests of the results of a run. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static value read_side(builder *b, const syn_expr *e, const scope *env) {
    value v = eval_scalar(b, e, env, "a side of an expectation");
    unsigned no = KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER);
    return eval_forbid(b, v, no, "an expectation without a reducer") ? v : value_bad(e->at);
}

/* Without units elsewhere nothing says that a length of the model is one in metres. */
static bool refuse_unit(builder *b, const syn_expr *e) {
    const syn_expr *quantity = b->m->has_units ? NULL : syntax_find_unit(e);
    if (!quantity)
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0305, quantity->at,
                          "the declarations of this model have no units, so '%s' cannot be compared with its numbers",
                          names_source_text(b, quantity->at));
    diag_help(b->m->findings, f, "write a plain number, or give the declarations their units");
    return true;
}

static bool is_expectation(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    const syn_clause *within = syntax_find_clause(s->stmt, WORD_WITHIN);
    bool comparison = e->op == SYN_LT || e->op == SYN_LE || e->op == SYN_GT || e->op == SYN_GE;
    if (comparison && within) {
        finding *f = diag_add(b->m->findings, DIAG_E0111, within->at, "the comparison '%s' takes no tolerance",
                              names_source_text(b, e->at));
        diag_help(b->m->findings, f, "leave out 'within', or write 'expect %s = %s within %s%s'",
                  names_source_text(b, e->args[0]->at), names_source_text(b, e->args[1]->at),
                  names_source_text(b, within->value->at), s->stmt->percent ? "%" : "");
    } else if (!comparison && e->op != SYN_EQ) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, e->at, "an expectation compares two sides");
        diag_help(b->m->findings, f, "write 'expect A = B within TOLERANCE', or 'expect A < B'");
    } else
        return !refuse_unit(b, e) && !(within && refuse_unit(b, within->value));
    return false;
}

static model_relation relation_of(syn_op op) {
    switch (op) {
    case SYN_LT:
        return RELATION_LESS;
    case SYN_LE:
        return RELATION_AT_MOST;
    case SYN_GT:
        return RELATION_GREATER;
    case SYN_GE:
        return RELATION_AT_LEAST;
    default:
        return RELATION_EQUAL;
    }
}

static void read_expect(builder *b, const statement *s) {
    if (!is_expectation(b, s))
        return;
    const syn_expr *e = s->stmt->value;
    b->in_report = true;
    value l = read_side(b, e->args[0], s->env), r = read_side(b, e->args[1], s->env);
    model_expect x = {.at = s->stmt->at,
                      .text = names_source_text(b, e->at),
                      .relation = relation_of(e->op),
                      .percent = s->stmt->percent,
                      .as_given = s->stmt->as_given};
    const syn_clause *within = syntax_find_clause(s->stmt, WORD_WITHIN);
    if (value_need_match(&b->vc, l, r, "=", e->at)) {
        eval_note_comparison(b, e->args[0], s->env, r);
        eval_note_comparison(b, e->args[1], s->env, l);
        x.left = l.c[0];
        x.right = r.c[0];
        x.dim = l.any_dim ? r.dim : l.dim;
        if (within) {
            value t = eval_parameter(b, within->value, s->env, x.percent ? DIM_ANGLE : x.dim, "a tolerance");
            x.tolerance = t.c[0];
            eval_need_not_negative(b, t, "a tolerance");
        }
        vec_push(b->a, &b->expects, x);
    }
    b->in_report = false;
}

/* Known from the first variant on; in the others only its reducers count. */
static void read_again(builder *b, const statement *s) {
    size_t keep = b->expects.len;
    read_expect(b, s);
    if (b->system != b->m->base)
        b->expects.len = keep;
}

const kind_row kinds_expect = {.result = true, .step = {[STEP_READ] = read_again}};
