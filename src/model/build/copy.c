/* Working copies of a model: parts that may change or grow are copied, the rest is shared. */
#include <string.h>

#include "model/build/build.h"

static void *copied(arena *a, const void *from, size_t used, size_t room) {
    void *to = base_arena_alloc(a, room);
    if (used)
        memcpy(to, from, used);
    return to;
}

#define OWN(list) ((list).at = copied(a, (list).at, (list).len * sizeof *(list).at, (list).cap * sizeof *(list).at))

static void own_lists(builder *b, arena *a) {
    OWN(b->decls);
    OWN(b->statements);
    OWN(b->vars);
    OWN(b->rates);
    OWN(b->params);
    OWN(b->unknowns);
    OWN(b->param_order);
    OWN(b->premises);
    OWN(b->coords);
    OWN(b->initials);
    OWN(b->bodies);
    OWN(b->switches);
    OWN(b->orientations);
    OWN(b->rows);
    OWN(b->ropes);
    OWN(b->events);
    OWN(b->outputs);
    OWN(b->speeds);
    OWN(b->reducers);
    OWN(b->reports);
    OWN(b->expects);
    OWN(b->reactions);
    OWN(b->drawings);
    OWN(b->variants);
    OWN(b->files);
    OWN(b->bends);
    OWN(b->energy_families);
    OWN(b->stack);
    OWN(b->calling);
    OWN(b->m->rates_of_places);
    OWN(b->m->block.value);
}

model *model_copy(const model *of, arena *a) {
    model *m = ARENA_NEW(a, model);
    builder *b = ARENA_NEW(a, builder);
    *m = *of;
    *b = *of->builder;
    m->builder = b;
    b->m = m;
    b->a = m->memory = a;
    b->scratch = m->scratch = base_arena_create_in(a);
    m->names = base_intern_copy(of->names, a);
    m->g = expr_graph_copy(of->g, a);
    m->findings = diag_create_like(a, of->findings);
    diag_merge(m->findings, of->findings);
    b->vc.g = m->g;
    b->vc.findings = m->findings;
    own_lists(b, a);
    eval_begin_budget(b);
    b->sweep.found =
        copied(a, b->sweep.found, b->sweep.size * sizeof *b->sweep.found, b->sweep.size * sizeof *b->sweep.found);
    b->calls = NULL;
    b->plan = NULL;
    b->energy_named = NULL;
    build_publish(b);
    return m;
}

model *model_build_again(const model *of, const model_override *more, size_t count, arena *a) {
    const builder *b = of->builder;
    model_override *all = ARENA_ARRAY(a, model_override, b->override_count + count + 1);
    for (size_t i = 0; i < b->override_count; i++)
        all[i] = b->overrides[i];
    for (size_t i = 0; i < count; i++)
        all[b->override_count + i] = more[i];
    diag *findings = diag_create_like(a, of->findings);
    return model_build(a, base_intern_copy(of->names, a), findings, b->tree, all, b->override_count + count);
}

bool model_read_value(const model *of, int param, const char *text, double *out, const char **why, arena *a) {
    if (of->params[param].file) {
        *why = kinds_refuse_beside_file(&of->params[param], a);
        return false;
    }
    model *m = model_copy(of, a);
    m->builder->readings = NULL; /* as where parameters are read: nothing that moves is known */
    bool fits = kinds_apply_override(m->builder, &m->params[param],
                                     &(model_override){.name = m->params[param].name, .value = text}, out);
    *why = fits ? NULL : m->bad_override;
    model_dispose(m);
    return fits;
}
