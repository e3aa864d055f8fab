/* The system with its constants by name: for pages of equations. */
#include "expr/walk.h"
#include "model/build/build.h"

/* Whether some definition of the last variant is made of parameters alone. */
static bool has_constants(const builder *b) {
    for (size_t d = 0; d < b->decls.len; d++) {
        const decl *e = &b->decls.at[d];
        if (e->row == &kinds_let && b->readings[d].state == 2 && kinds_is_constant(b->m->g, b->readings[d].v))
            return true;
    }
    return false;
}

static void mark(const builder *b, expr_id e, bool *used) {
    if (e.i)
        expr_mark_vars(b->m->g, &e, 1, used);
}

static void mark_system(const builder *b, const model_system *s, bool *used) {
    for (size_t i = 0; i < s->element_count; i++) {
        const system_element *x = &s->elements[i];
        mark(b, x->energy, used);
        mark(b, x->limit, used);
        mark(b, x->hold, used);
        for (int k = 0; k < 3; k++) {
            mark(b, x->force[k], used);
            mark(b, x->velocity[k], used);
        }
    }
    for (size_t i = 0; i < b->rows.len; i++) {
        const system_row *r = &s->rows[i];
        mark(b, r->f, used);
        mark(b, r->rate, used);
        mark(b, r->mu, used);
        mark(b, r->hold, used);
    }
}

/* Names that nothing uses are free for others. A definition comes after those that it uses. */
static bool keep_used(builder *b, const model_system *s, size_t first) {
    bool *used = ARENA_ARRAY(b->a, bool, b->vars.len + 1), any = false;
    mark_system(b, s, used);
    for (size_t i = b->params.len; i-- > first;) {
        const model_param *p = &b->params.at[i];
        if (used[p->var])
            mark(b, p->definition, used);
        else
            b->vars.at[p->var].kind = VAR_SEED;
        any = any || used[p->var];
    }
    return any;
}

const model_system *model_named_variant(model *m, const bool *freed) {
    builder *b = m->builder;
    const model_system *ordinary = model_variant(m, freed);
    if (!ordinary->ok || !b->readings || !has_constants(b))
        return ordinary;
    const size_t first = b->params.len;
    diag *findings = m->findings;
    m->findings = b->vc.findings = diag_create_like(b->a, findings);
    eval_begin_budget(b);
    b->names_lets = true;
    model_system *s = build_begin_system(b, freed);
    build_read_system(b, s);
    b->variants.len--; /* nobody else reads it */
    b->names_lets = false;
    m->findings = b->vc.findings = findings;
    const bool used = s->ok && keep_used(b, s, first);
    build_publish(b);
    return used ? s : ordinary;
}

void model_forget_named(model *m) {
    builder *b = m->builder;
    for (; b->params.len > 0 && b->params.at[b->params.len - 1].is_let; b->params.len--)
        b->vars.at[b->params.at[b->params.len - 1].var].kind = VAR_SEED;
    build_publish(b);
}
