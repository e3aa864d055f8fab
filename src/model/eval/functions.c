/* Functions that expressions can call: looked up, or refused. */
#include <string.h>

#include "model/eval/eval.h"
#include "model/names/names.h"

typedef VEC(const char *) name_list;

const function_row *eval_find_function(const builder *b, const char *name) {
    for (size_t list = 0; b->functions[list]; list++)
        for (const function_row *f = b->functions[list]; f->name; f++)
            if (base_intern_name(b->m->names, f->name) == name)
                return f;
    return NULL;
}

/* An argument that a function has been given is one too. */
int eval_find_callee(builder *b, const syn_expr *call, const scope *env) {
    const instance *in = scope_part(env);
    int d = in ? names_find(b, in, SPACE_VALUES, call->name, false, 0) : -1;
    if (d >= 0)
        d = eval_find_name(b, SPACE_VALUES, call->name, env, call->at);
    if (d >= 0 && b->decls.at[d].kind == DECL_FUNCTION)
        return d;
    return eval_find_name(b, SPACE_FUNCTIONS, call->name, env, call->at);
}

bool eval_is_function(builder *b, const syn_expr *e, const scope *env) {
    return eval_find_callee(b, e, env) >= 0 || eval_find_function(b, e->name);
}

value eval_refuse_count(builder *b, const syn_expr *e, int least, int most) {
    bool extreme = e->arg_count == 1 && (!strcmp(e->name, "max") || !strcmp(e->name, "min"));
    if (extreme) {
        finding *f = diag_add(b->m->findings, DIAG_E0203, e->at, "'%s' takes at least 2 arguments, not 1", e->name);
        diag_help(b->m->findings, f, "for the extremum over a run write %simum(%s), in a report", e->name,
                  names_source_text(b, e->args[0]->at));
        return value_bad(e->at);
    }
    const char *count =
        least == most ? base_arena_printf(b->a, "%d argument%s", least, least == 1 ? "" : "s")
        : most < 0    ? base_arena_printf(b->a, "at least %d arguments", least)
                      : base_arena_printf(b->a, "%d %s %d arguments", least, most == least + 1 ? "or" : "to", most);
    diag_add(b->m->findings, DIAG_E0203, e->at, "'%s' takes %s, not %zu", e->name, count, e->arg_count);
    return value_bad(e->at);
}

static void suggest_function(builder *b, finding *f, const char *name) {
    name_list names = {0};
    for (size_t list = 0; b->functions[list]; list++)
        for (const function_row *row = b->functions[list]; row->name; row++)
            vec_push(b->a, &names, row->name);
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_FUNCTION)
            vec_push(b->a, &names, b->decls.at[i].name);
    diag_suggest(b->m->findings, f, name, names.at, names.len);
}

/* A component is used by a part. */
static bool refuse_component(builder *b, const syn_expr *e, const scope *env) {
    int d = eval_find_name(b, SPACE_COMPONENTS, e->name, env, e->at);
    if (d < 0)
        return false;
    finding *f = names_refuse_kind(b, d, e->name_at, "a function");
    diag_help(b->m->findings, f, "use it by 'part NAME = %s(...)'", e->name);
    return true;
}

value eval_refuse_function(builder *b, const syn_expr *e, const scope *env) {
    int d = eval_find_name(b, SPACE_VALUES, e->name, env, e->at);
    if (d >= 0) {
        finding *f = names_refuse_kind(b, d, e->name_at, "a function");
        bool of_time = e->arg_count == 1 && e->args[0]->op == SYN_NAME && !strcmp(e->args[0]->name, "t");
        bool of_start = e->arg_count == 1 && e->args[0]->op == SYN_NUMBER && e->args[0]->value == 0 &&
                        b->decls.at[d].kind == DECL_COORD;
        if (of_start)
            diag_help(b->m->findings, f, "a coordinate is declared with its initial value: coord %s = ...", e->name);
        else
            diag_help(b->m->findings, f,
                      of_time ? "coordinates depend on time implicitly: write %s" : "write '*' to multiply: %s*(...)",
                      e->name);
        return value_bad(e->at);
    }
    if (refuse_component(b, e, env))
        return value_bad(e->at);
    finding *f = diag_add(b->m->findings, DIAG_E0107, e->name_at, "unknown function '%s'", e->name);
    const char *known = names_foreign_function(e->name);
    if (!strcmp(e->name, "energy") || !strcmp(e->name, "kinetic") || !strcmp(e->name, "potential")) {
        diag_help(b->m->findings, f, "it is that of the whole system, and stands without parentheses: %s", e->name);
    } else if (known) {
        diag_help(b->m->findings, f, "write %s", known);
        size_t length = strcspn(known, "("); /* of log(...), the same function by another name */
        if (strncmp(known + length, "(...)", 5) == 0)
            diag_fix(b->m->findings, f, e->name_at, "%.*s", (int)length, known);
    } else {
        suggest_function(b, f, e->name);
    }
    return value_bad(e->at);
}
