/* Names of variables in a programming language: those of the model, in letters that the language knows. */
#include "export/code_names.h"

#include <string.h>

typedef struct naming {
    const export_formulas *f;
    const char *const *reserved;
    const char **names;
    size_t count;
} naming;

static bool is_reserved(const naming *n, const char *name) {
    for (const char *const *r = n->reserved; *r; r++)
        if (strcmp(*r, name) == 0)
            return true;
    for (int k = 0; k < n->f->sets[FORMULA_EQUATIONS].count; k++)
        if (strcmp(n->f->sets[FORMULA_EQUATIONS].all[k].symbol, name) == 0)
            return true;
    return false;
}

static bool is_taken(const naming *n, const char *name) {
    for (size_t i = 0; i < n->count; i++)
        if (n->names[i] && strcmp(n->names[i], name) == 0)
            return true;
    return is_reserved(n, name);
}

static void give(naming *n, uint32_t var, const char *prefix, const char *name, const char *mark) {
    arena *a = n->f->a;
    strbuf out = base_strbuf_make(a);
    base_strbuf_add(&out, prefix);
    expr_write_identifier(name, &out);
    base_strbuf_add(&out, mark);
    const char *text = base_strbuf_text(&out);
    if ((*text >= '0' && *text <= '9') || *text == '_' || !*text)
        text = base_arena_printf(a, "x%s", text);
    while (is_taken(n, text))
        text = base_arena_printf(a, "%s_", text);
    n->names[var] = text;
}

const char *const *export_code_names(const export_formulas *f, const char *const *reserved) {
    const model *m = f->m;
    naming n = {.f = f, .reserved = reserved, .count = expr_var_count(m->g)};
    n.names = ARENA_ARRAY(f->a, const char *, n.count + 1);
    n.names[m->t] = "t";
    for (size_t i = m->var_count; i < n.count; i++)
        n.names[i] = expr_var_name(m->g, (uint32_t)i);
    for (size_t i = 0; i < m->coord_count; i++) {
        const model_coord *c = &m->coords[i];
        const bool place = model_is_place(c);
        if (place)
            give(&n, c->q, "", c->name, "");
        give(&n, c->v, "", c->name, place ? "_dot" : "");
        give(&n, c->a, "", c->name, place ? "_ddot" : "_dot");
    }
    for (size_t i = 0; i < m->param_count; i++)
        give(&n, m->params[i].var, "", m->params[i].name, "");
    for (size_t i = 0; i < m->row_count; i++)
        give(&n, m->rows[i].lambda, "lambda_", m->rows[i].name, "");
    return n.names;
}
