/* Results: outputs, reports, expectations, settings of the run, drawings. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "model/builder.h"

static span place_of(const statement *s) {
    return s->stmt->value ? s->stmt->value->at : s->stmt->name_at;
}

static void read_output(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    value v = decl_value(b, s->decl, place_of(s));
    if (!value_need_scalar(&b->vc, v, "an output") || !forbid(b, v, KIND_BIT(VAR_REDUCER), "an output"))
        return;
    b->outputs.at[index].dim = v.dim;
    b->system->outputs[index] = v.c[0];
}

/* Reducers are numbered in the order in which they are met, which is the same in every variant. */
static void read_report(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    b->in_report = true;
    value v = decl_value(b, s->decl, place_of(s));
    b->in_report = false;
    if (!value_need_scalar(&b->vc, v, "a report") ||
        !forbid(b, v, KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER), "a report without a reducer"))
        return;
    b->reports.at[index].dim = v.dim;
    b->reports.at[index].value = v.c[0];
}

static value read_side(builder *b, const syn_expr *e, const scope *env) {
    value v = eval_scalar(b, e, env, "a side of an expectation");
    unsigned no = KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER);
    return forbid(b, v, no, "an expectation without a reducer") ? v : value_bad(e->at);
}

/* Without units elsewhere nothing says that a length of the model is one in metres. */
static bool refuse_unit(builder *b, const syn_expr *e) {
    const syn_expr *quantity = b->m->has_units ? NULL : syntax_find_unit(e);
    if (!quantity)
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0305, quantity->at,
                          "the declarations of this model have no units, so '%s' cannot be compared with its numbers",
                          source_text(b, quantity->at));
    diag_help(b->m->findings, f, "write a plain number, or give the declarations their units");
    return true;
}

static bool is_expectation(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    const syn_clause *within = syntax_find_clause(s->stmt, WORD_WITHIN);
    bool comparison = e->op == SYN_LT || e->op == SYN_LE || e->op == SYN_GT || e->op == SYN_GE;
    if (comparison && within) {
        finding *f = diag_add(b->m->findings, DIAG_E0111, within->at, "the comparison '%s' takes no tolerance",
                              source_text(b, e->at));
        diag_help(b->m->findings, f, "leave out 'within', or write 'expect %s = %s within %s%s'",
                  source_text(b, e->args[0]->at), source_text(b, e->args[1]->at), source_text(b, within->value->at),
                  s->stmt->percent ? "%" : "");
    } else if (!comparison && e->op != SYN_EQ) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, e->at, "an expectation compares two sides");
        diag_help(b->m->findings, f, "write 'expect A = B within TOLERANCE', or 'expect A < B'");
    } else
        return !refuse_unit(b, e) && !(within && refuse_unit(b, within->value));
    return false;
}

static void read_expect(builder *b, const statement *s) {
    if (!is_expectation(b, s))
        return;
    const syn_expr *e = s->stmt->value;
    b->in_report = true;
    value l = read_side(b, e->args[0], s->env), r = read_side(b, e->args[1], s->env);
    model_expect x = {.at = s->stmt->at, .text = source_text(b, e->at), .relation = e->op, .percent = s->stmt->percent};
    const syn_clause *within = syntax_find_clause(s->stmt, WORD_WITHIN);
    if (value_need_match(&b->vc, l, r, "=", e->at)) {
        x.left = l.c[0];
        x.right = r.c[0];
        x.dim = l.any_dim ? r.dim : l.dim;
        if (within) {
            value t = eval_parameter(b, within->value, s->env, x.percent ? DIM_ANGLE : x.dim, "a tolerance");
            x.tolerance = t.c[0];
            need_not_negative(b, t, "a tolerance");
        }
        vec_push(b->a, &b->expects, x);
    }
    b->in_report = false;
}

/* A number of the run, and the expression that it comes from. */
static bool read_setting(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what,
                         expr_id *from, double *out) {
    value v = eval_parameter(b, e, env, dim, what);
    if (value_is_bad(v))
        return false;
    *from = v.c[0];
    *out = number_now(b, v.c[0]);
    return true;
}

static void read_simulate(builder *b, const statement *s) {
    model *m = b->m;
    const syn_clause *until = syntax_find_clause(s->stmt, WORD_UNTIL), *tol = syntax_find_clause(s->stmt, WORD_TOLERANCE),
                     *method = syntax_find_clause(s->stmt, WORD_METHOD);
    if (until && read_setting(b, until->value, s->env, DIM_TIME, "the end of the run", &b->until, &m->until) &&
        !(m->until >= 0))
        diag_add(m->findings, DIAG_E0308, until->value->at, "the end of the run cannot be negative");
    m->until_value = b->until;
    if (tol && read_setting(b, tol->value, s->env, DIM_ANGLE, "a tolerance", &b->tolerance, &m->tolerance) &&
        !(m->tolerance > 0 && m->tolerance < 1))
        diag_add(m->findings, DIAG_E0308, tol->value->at, "a tolerance must lie between 0 and 1");
    if (method) {
        m->method = method->value->name;
        m->method_at = method->value->at;
    }
}

void read_result(builder *b, const statement *s) {
    if (s->stmt->bad)
        return;
    bool first = b->system == b->m->base;
    span vectors[2] = {b->vectors[0], b->vectors[1]};
    switch (s->stmt->kind) {
    case SYN_OUTPUT:
        read_output(b, s);
        break;
    case SYN_REPORT:
        read_report(b, s);
        break;
    case SYN_EXPECT:
        if (first)
            read_expect(b, s);
        else {
            size_t keep = b->expects.len;
            read_expect(b, s);
            b->expects.len = keep;
        }
        break;
    case SYN_SIMULATE:
        if (first)
            read_simulate(b, s);
        break;
    case SYN_DRAW:
        read_draw(b, s);
        break;
    default:
        break;
    }
    memcpy(b->vectors, vectors, sizeof vectors);
}
