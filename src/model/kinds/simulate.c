/* Settings of the run, 'simulate until END, tolerance T, method M'. */
#include "model/kinds/kinds.h"

/* A number of the run, and the expression that it comes from. */
static bool read_setting(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what,
                         expr_id *from, double *out) {
    value v = eval_parameter(b, e, env, dim, what);
    if (value_is_bad(v))
        return false;
    *from = v.c[0];
    *out = eval_number_now(b, v.c[0]);
    return true;
}

static void read_simulate(builder *b, const statement *s) {
    model *m = b->m;
    if (b->system != m->base)
        return;
    const syn_clause *until = syntax_find_clause(s->stmt, WORD_UNTIL),
                     *tol = syntax_find_clause(s->stmt, WORD_TOLERANCE),
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

const kind_row kinds_simulate = {
    .once = "write one statement: simulate until 10 s, tolerance 1e-9",
    .result = true,
    .step = {[STEP_READ] = read_simulate},
};
