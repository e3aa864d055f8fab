/* Where names are looked for: in the part whose text names them, then in what it may see of the model around it. */
#include "model/eval/eval.h"
#include "model/names/names.h"

static int settled(builder *b, int d) {
    return b->decls.at[d].row->settle ? b->decls.at[d].row->settle(b, d) : d;
}

int eval_find_in(builder *b, const sought *x, const scope *env, const instance *in, unsigned spaces) {
    for (int k = 0; k < SPACE_COUNT; k++) {
        int d = spaces & (1u << k) ? names_find(b, in, (name_space)k, x->name, x->indexed, x->index) : -1;
        if (d >= 0 && (x->member || names_is_visible(b, d, env, x->at)))
            return settled(b, d);
    }
    return -1;
}

/* A name that the component declares further down may not yet be there. */
static bool is_to_come(const builder *b, const instance *in, const char *name) {
    for (size_t i = 0; b->expanding && i < in->component->body_count; i++)
        if (in->component->body[i]->name == name)
            return true;
    return false;
}

int eval_find_outside(builder *b, const sought *x, const scope *env, unsigned spaces) {
    return is_to_come(b, scope_part(env), x->name) ? -1 : eval_find_in(b, x, env, NULL, spaces);
}

int eval_find_name(builder *b, name_space space, const char *name, const scope *env, span at) {
    const sought x = {.name = name, .at = at};
    int d = eval_find_in(b, &x, env, scope_part(env), 1u << space);
    return d < 0 && scope_part(env) ? eval_find_outside(b, &x, env, 1u << space) : d;
}
