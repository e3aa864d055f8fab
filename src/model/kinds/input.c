/* Inputs, 'input NAME = value': parameters that a program sets during the run, or whose values come from a file. */
#include <string.h>

#include "model/kinds/kinds.h"

static syn_expr *node(builder *b, syn_op op, const char *name, span at) {
    syn_expr *e = ARENA_NEW(b->a, syn_expr);
    *e = (syn_expr){.op = op, .at = at, .name = name, .name_at = at, .height = 1};
    return e;
}

/* table("file", t, linear); of "file:NS" the column NS, of "file:time:NS" over the column time. */
static syn_expr *table_call(builder *b, const char *file, span at) {
    syn_expr *call = node(b, SYN_CALL, base_intern_name(b->m->names, "table"), at);
    char *name = base_arena_copy(b->a, file, strlen(file));
    const char *columns[2] = {NULL, NULL};
    for (int k = 1; k >= 0; k--) {
        char *colon = strrchr(name, ':');
        if (!colon || colon == name || !colon[1] || strchr(colon, '/'))
            break;
        *colon = '\0';
        columns[k] = colon + 1;
    }
    call->args = ARENA_ARRAY(b->a, syn_expr *, 5);
    call->args[call->arg_count++] = node(b, SYN_STRING, name, at);
    call->args[call->arg_count++] = node(b, SYN_NAME, base_intern_name(b->m->names, "t"), at);
    for (int k = 0; k < 2; k++)
        if (columns[k])
            call->args[call->arg_count++] = node(b, SYN_STRING, columns[k], at);
    call->args[call->arg_count++] = node(b, SYN_NAME, base_intern_name(b->m->names, "linear"), at);
    call->height = 2;
    return call;
}

/* Two columns: time in seconds, and the value in the unit of the declaration. */
static value read_file(builder *b, int d, span at) {
    (void)at;
    const decl *e = &b->decls.at[d];
    const model_param p = b->params.at[e->number];
    const bool units = b->vc.units;
    b->vc.units = false;
    value v = eval_expr(b, table_call(b, p.file, e->stmt->name_at), NULL);
    b->vc.units = units;
    if (value_is_bad(v))
        return v;
    v.dim = p.dim;
    if (p.shown.unit)
        v.c[0] = expr_mul(b->m->g, v.c[0], p.unit);
    return v;
}

static value quantity(builder *b, int d, span at) {
    value v = kinds_param_quantity(b, d, at);
    return value_is_bad(v) || !b->params.at[b->decls.at[d].number].file || !b->readings ? v : eval_decl(b, d, at);
}

const kind_row kinds_input = {
    .kind = DECL_PARAM,
    .named = true,
    .noun = "an input",
    .quantity = quantity,
    .value = read_file,
    .step = {[STEP_NAME] = kinds_name_param, [STEP_VALUE] = kinds_read_param},
};
