/* What declarations must not be: circular, nested too deeply, or dependent on the motion where it has not begun. */
#include "model/eval/eval.h"
#include "model/names/names.h"

value eval_refuse_circle(builder *b, int d, span at) {
    strbuf s = base_strbuf_make(b->a);
    size_t k = 0;
    while (k < b->stack.len && b->stack.at[k] != d)
        k++;
    for (; k < b->stack.len; k++)
        base_strbuf_printf(&s, "%s -> ", b->decls.at[b->stack.at[k]].display);
    base_strbuf_add(&s, b->decls.at[d].display);
    finding *f = diag_add(b->m->findings, DIAG_E0202, b->decls.at[d].stmt->name_at, "circular definition: %s",
                          base_strbuf_text(&s));
    diag_label_at(b->m->findings, f, at, "used here");
    return value_bad(at);
}

value eval_not_known_yet(builder *b, int d, span at) {
    finding *f =
        diag_add(b->m->findings, DIAG_E0307, at,
                 "'%s' depends on the motion, but this value must be known before the run", b->decls.at[d].display);
    diag_help(b->m->findings, f, "parameters, bounds and indices may depend on numbers and parameters only");
    if (b->early_use.end)
        diag_label_at(b->m->findings, f, b->early_use, "needed here");
    return value_bad(at);
}

value eval_refuse_depth(builder *b, span at) {
    if (b->too_deep)
        return value_bad(at);
    b->too_deep = true;
    finding *f = diag_add(b->m->findings, DIAG_E0108, at, "definitions nested more than %d deep", MODEL_MAX_DEPTH);
    diag_help(b->m->findings, f, "declare them in the order in which they use each other");
    return value_bad(at);
}
