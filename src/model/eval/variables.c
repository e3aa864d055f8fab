/* Variables of the graph: created, found in values, and the time derivatives of values that contain them. */
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "model/eval/eval.h"

uint32_t eval_new_var(builder *b, const char *name, var_kind kind, int index) {
    expr_id e = expr_new_var_of(b->m->g, name, (unsigned)kind);
    uint32_t var = expr_node_at(b->m->g, e)->var;
    LGR_ASSERT(var == b->vars.len);
    vec_push(b->a, &b->vars, (model_var){kind, index});
    vec_push(b->a, &b->rates, EXPR_NONE);
    vec_push(b->a, &b->m->block.value, 0.0);
    return var;
}

uint32_t model_add_var(model *m, const char *name) {
    return model_add_var_of(m, name, VAR_SEED);
}

uint32_t model_add_var_of(model *m, const char *name, var_kind kind) {
    builder *b = m->builder;
    while (b->vars.len < expr_var_count(m->g)) { /* others have made variables for themselves */
        vec_push(b->a, &b->vars, (model_var){VAR_SEED, 0});
        vec_push(b->a, &b->rates, EXPR_NONE);
        vec_push(b->a, &b->m->block.value, 0.0);
    }
    uint32_t var = eval_new_var(b, name, kind, 0);
    m->vars = b->vars.at;
    m->var_count = b->vars.len;
    return var;
}

static bool contains(builder *b, value v, unsigned kinds) {
    for (int i = 0; i < v.size; i++)
        if (expr_kinds(b->m->g, v.c[i]) & kinds)
            return true;
    return false;
}

bool eval_find_kinds(builder *b, value v, unsigned kinds, var_kind *found) {
    if (!contains(b, v, kinds))
        return false;
    int k = 0;
    while (!(kinds & KIND_BIT(k)) || !contains(b, v, KIND_BIT(k)))
        k++;
    *found = (var_kind)k;
    return true;
}

static const char *const kind_texts[] = {"a parameter",
                                         "the time",
                                         "a coordinate",
                                         "a velocity",
                                         "a state or a memory",
                                         "an acceleration",
                                         "a multiplier",
                                         "the energy",
                                         "the state of a contact or of friction",
                                         "the force of friction",
                                         "the force of friction",
                                         "a value of the whole run",
                                         "a reaction",
                                         "a released quantity",
                                         "a seed of derivatives"};

/* Of the accelerations in a value, whether all are rates of states. */
static bool are_rates_of_states(builder *b, value v) {
    bool *used = ARENA_ARRAY(b->a, bool, b->vars.len + 1), all = true;
    for (int i = 0; i < v.size; i++)
        expr_mark_vars(b->m->g, &v.c[i], 1, used);
    for (size_t i = 0; i < b->vars.len; i++)
        if (used[i] && b->vars.at[i].kind == VAR_ACCELERATION)
            all = all && !model_is_place(&b->coords.at[b->vars.at[i].index]);
    return all;
}

bool eval_forbid(builder *b, value v, unsigned kinds, const char *where) {
    var_kind found;
    if (value_is_bad(v))
        return false;
    if (!eval_find_kinds(b, v, kinds, &found))
        return true;
    bool reduced = kinds == (KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER));
    bool rate = found == VAR_ACCELERATION && are_rates_of_states(b, v);
    bool solved = !reduced && (KINDS_SOLVED & KIND_BIT(found)) != 0;
    finding *f = diag_add(b->m->findings,
                          solved                 ? DIAG_E0207
                          : found == VAR_REDUCER ? DIAG_E0208
                                                 : DIAG_E0307,
                          v.at, "%s cannot depend on %s", where, rate ? "the rate of a state" : kind_texts[found]);
    if (solved && rate)
        diag_help(b->m->findings, f, "give the rate a name by 'let', and use that name in both places");
    else if (found == VAR_ACCELERATION && strcmp(where, "a constraint") == 0)
        diag_help(b->m->findings, f,
                  "a motion that is given is a speed or a place as a function of t, by a formula or a table: x' = a*t");
    else if (solved)
        diag_help(b->m->findings, f, "use it in an output, a report, an event or a drawing");
    else if (reduced)
        diag_help(b->m->findings, f, "reduce it to one number: final(x), maximum(x), at(EVENT, x)");
    else if (kinds == KINDS_MOTION && found != VAR_REDUCER)
        diag_help(b->m->findings, f,
                  strcmp(where, "a parameter") == 0
                      ? "only numbers and parameters are allowed here: define what moves by 'let'"
                      : "only numbers and parameters are allowed here");
    return false;
}

/* d/dt of every component: t' = 1, q' = v, v' = a. */
value eval_rate(builder *b, value v, span at) {
    if (value_is_bad(v))
        return value_bad(at);
    unsigned no = KINDS_SOLVED | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER);
    var_kind found;
    bool plain = !v.condition && v.size != VALUE_FRAME;
    if (!plain || eval_find_kinds(b, v, no, &found)) {
        diag_add(b->m->findings, DIAG_E0211, at, "the time derivative of %s is not known",
                 v.condition ? "a condition"
                 : !plain    ? "a frame"
                             : kind_texts[found]);
        return value_bad(at);
    }
    graph *g = b->m->g;
    bool place = !eval_find_kinds(b, v, KINDS_RATES, &found);
    expr_forward_again(g, v.c, (size_t)v.size, b->rates.at, &b->sweep, b->a, v.c);
    for (int i = 0; i < v.size; i++) {
        if (!v.c[i].i)
            v.c[i] = expr_int(g, 0);
        if (place)
            vec_push(b->a, &b->m->rates_of_places, v.c[i]);
    }
    v.dim = dim_div(v.dim, DIM_TIME);
    v.at = at;
    return v;
}
