/* Coordinates, 'coord NAME = start' or '~ start': each with its velocity and its acceleration. */
#include "base/check.h"
#include "model/kinds/kinds.h"

int kinds_add_coord(builder *b, model_coord c) {
    int index = (int)b->coords.len;
    const char *name = c.name;
    c.q = eval_new_var(b, name, VAR_COORD, index);
    c.v = eval_new_var(b, base_arena_printf(b->a, "%s'", name), VAR_VELOCITY, index);
    c.a = eval_new_var(b, base_arena_printf(b->a, "%s''", name), VAR_ACCELERATION, index);
    b->rates.at[c.q] = expr_var(b->m->g, c.v);
    b->rates.at[c.v] = expr_var(b->m->g, c.a);
    vec_push(b->a, &b->coords, c);
    return index;
}

static void declare_coord(builder *b, const statement *s) {
    int number = kinds_add_coord(b, (model_coord){.name = b->decls.at[s->decl].display,
                                                  .label = s->stmt->label,
                                                  .at = s->stmt->name_at,
                                                  .fixed = s->stmt->mark == '=',
                                                  .body = -1});
    b->decls.at[s->decl].number = number;
}

static void read_coord_start(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    int index = e->number;
    if (b->coords.at[index].start.i)
        return;
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d) {
            eval_refuse_circle(b, d, at);
            b->coords.at[index].start = expr_int(b->m->g, 0);
            e->unknown = true;
            return;
        }
    vec_push(b->a, &b->stack, d);
    value v = e->stmt->bad || !e->stmt->value ? value_bad(e->stmt->at)
                                              : eval_scalar(b, e->stmt->value, e->env, "an initial value");
    b->stack.len--;
    unsigned no = KINDS_MOTION & ~(unsigned)(KIND_BIT(VAR_COORD) | KIND_BIT(VAR_TIME));
    bool ok = eval_forbid(b, v, no, "an initial value");
    b->decls.at[d].unknown = b->decls.at[d].unknown || !ok;
    if (b->coords.at[index].start.i)
        return;
    b->coords.at[index].start = ok ? v.c[0] : expr_int(b->m->g, 0);
    b->coords.at[index].dim = v.dim;
    b->coords.at[index].dim.e[DIM_TURNS] = dim_is_one(v.dim) ? DIM_ONE : 0;
}

static void read_start(builder *b, const statement *s) {
    if (b->decls.at[s->decl].number >= 0)
        read_coord_start(b, s->decl, s->stmt->name_at);
}

static value coord_quantity(builder *b, int d, span at) {
    if (b->decls.at[d].number < 0)
        return b->decls.at[d].stmt->bad ? value_bad(at) : eval_not_known_yet(b, d, at);
    read_coord_start(b, d, at);
    const decl *e = &b->decls.at[d];
    const model_coord *c = &b->coords.at[e->number];
    return e->unknown ? value_bad(at) : value_scalar(expr_var(b->m->g, c->q), c->dim, at);
}

const kind_row kinds_coord = {
    .kind = DECL_COORD,
    .named = true,
    .noun = "a coordinate",
    .quantity = coord_quantity,
    .step = {[STEP_DECLARE] = declare_coord, [STEP_START] = read_start},
};
